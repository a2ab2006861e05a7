//! Deleting, blocking and exporting, with Companies that are there and that are not.

use std::time::Duration;

use serde_json::json;

use super::sign_in::signed_in;
use super::*;
use crate::page::{EverythingDeleted, ExportFormat, Exported, SearchScope};

/// Pieces of everything that a played scene keeps.
const MARKS: [&str; 5] = [
    "shop.example",
    "The Shop",
    "Where is my order",
    "qxdraft",
    "you said",
];

fn found(folder: &Path) -> Vec<&'static str> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    let has = |mark: &&str| {
        bytes
            .windows(mark.len())
            .any(|piece| piece == mark.as_bytes())
    };
    MARKS.into_iter().filter(has).collect()
}

async fn listed(scene: &Scene) -> usize {
    scene.agent.overview().await.unwrap().companies.len()
}

#[tokio::test(start_paused = true)]
async fn a_company_that_is_there_is_told_and_nothing_of_it_is_left() {
    let scene = signed_in().await;
    let key = scene.chat().await.id;
    scene.agent.save_draft(key, "qxdraft").await.unwrap();
    assert!(found(scene.folder.path()).len() > 3);
    scene.agent.delete_company(scene.id, true).await.unwrap();
    assert_eq!(listed(&scene).await, 0);
    until("told", async || !scene.company.revoked().is_empty()).await;
    until("gone", async || {
        scene.agent.storage().await.unwrap().leaving.is_empty()
    })
    .await;
    until("written anew", async || {
        found(scene.folder.path()).is_empty()
    })
    .await;
    assert_eq!(scene.company.revoked(), ["acct_1"]);
    assert_eq!(
        scene.agent.conversation(key).await.unwrap_err().code(),
        "not-found"
    );
    // It can be added again, as if it had never been there.
    let AddOutcome::Added { company } = scene.agent.add_company(DOMAIN).await.unwrap() else {
        panic!("the Company is of the domain typed");
    };
    assert_eq!(company.account, None);
    let chat = scene.agent.current_conversation(company.id).await.unwrap();
    assert!(chat.entries.is_empty() && chat.draft.is_empty() && chat.id != key);
}

#[tokio::test(start_paused = true)]
async fn a_company_that_is_not_there_is_told_later_or_not_at_all() {
    for waits in [true, false] {
        let mut scene = signed_in().await;
        scene.company.holds(Point::Revoke);
        let deleted = scene.agent.delete_company(scene.id, true).await.unwrap();
        assert!(deleted.to_tell);
        assert_eq!(listed(&scene).await, 0);
        let leaving = scene.agent.storage().await.unwrap().leaving;
        assert_eq!((leaving.len(), &*leaving[0].domain), (1, DOMAIN));
        let left = found(scene.folder.path());
        assert!(
            left.iter().all(|mark| MARKS[..2].contains(mark)),
            "{left:?}"
        );
        scene.restart().await;
        assert_eq!(listed(&scene).await, 0);
        if waits {
            scene.company.lets_go();
            until("told", async || !scene.company.revoked().is_empty()).await;
        } else {
            scene.agent.stop_telling(scene.id).await.unwrap();
        }
        until("gone", async || {
            scene.agent.storage().await.unwrap().leaving.is_empty()
                && found(scene.folder.path()).is_empty()
        })
        .await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_conversation_is_deleted_while_its_answer_is_under_way() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.company.fails(Point::Start, Fault::HangAfter);
    scene.agent.send(key, "Where is my order?").await.unwrap();
    until("on its way", async || !scene.company.posts().is_empty()).await;
    scene.agent.delete_conversation(key).await.unwrap();
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert!(
        scene
            .agent
            .conversations(scene.id)
            .await
            .unwrap()
            .is_empty()
    );
    let page = scene
        .agent
        .search("order", SearchScope::default(), None, None);
    assert!(page.await.unwrap().unwrap().hits.is_empty());
    let left = found(scene.folder.path());
    assert!(
        left.iter().all(|mark| MARKS[..2].contains(mark)),
        "{left:?}"
    );
    // And the next one is another.
    let next = scene.chat().await.id;
    assert_ne!(next, key);
    scene.agent.send(next, "Hello").await.unwrap();
    scene.quiet(next).await;
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_to_a_blocked_company_until_it_is_unblocked() {
    let mut scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "Where is my order?").await.unwrap();
    scene.quiet(key).await;
    let item = scene.agent.block_company(scene.id).await.unwrap();
    assert!(item.blocked);
    let before = scene.company.total();
    let refused = scene.agent.send(key, "Hello?").await.unwrap_err();
    assert_eq!(refused.code(), "company-blocked");
    assert!(scene.agent.hand_off(key).await.is_err());
    scene.agent.wake();
    tokio::time::sleep(Duration::from_secs(7200)).await;
    scene.restart().await;
    tokio::time::sleep(Duration::from_secs(7200)).await;
    let AddOutcome::Added { company } = scene.agent.add_company(DOMAIN).await.unwrap() else {
        panic!("it is in the list");
    };
    assert!(company.blocked, "adding it again does not unblock it");
    assert_eq!(scene.company.total(), before, "not one request");
    assert_eq!(
        scene.entries_of(key).await.len(),
        2,
        "what was said can be read"
    );
    scene.agent.unblock_company(scene.id).await.unwrap();
    scene.agent.send(key, "Hello?").await.unwrap();
    scene.quiet(key).await;
    assert_eq!(scene.company.has()[0], ["Where is my order?", "Hello?"]);
}

#[tokio::test(start_paused = true)]
async fn deleting_everything_leaves_the_folder_as_new() {
    let scene = signed_in().await;
    scene.company.holds(Point::Revoke);
    let untold = scene.agent.delete_everything(true).await.unwrap();
    let companies = vec!["The Shop".to_owned()];
    assert_eq!(untold, EverythingDeleted::Untold { companies });
    assert_eq!(listed(&scene).await, 1, "nothing is deleted yet");
    let done = scene.agent.delete_everything(false).await.unwrap();
    assert_eq!(done, EverythingDeleted::Done { key_removed: true });
    let left: Vec<_> = std::fs::read_dir(scene.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left, ["candor.lock"]);
    let anew = open(scene.folder.path(), &scene.company).await;
    assert!(anew.overview().await.unwrap().companies.is_empty());
    assert_eq!(anew.identity().await.unwrap().client_id, None);
}

#[tokio::test(start_paused = true)]
async fn a_program_killed_while_it_deletes_everything_goes_on_at_its_next_start() {
    let scene = signed_in().await;
    let folder = scene.folder.path().to_owned();
    crate::erase::begin(&folder, None, &FileKey::new(&folder)).unwrap();
    scene.agent.close().await;
    let anew = open(&folder, &scene.company).await;
    assert!(anew.overview().await.unwrap().companies.is_empty());
    anew.close().await;
    assert!(found(&folder).is_empty());
}

#[tokio::test(start_paused = true)]
async fn an_export_is_whole_or_not_there() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "Where is my order?").await.unwrap();
    scene.quiet(key).await;
    let folder = tempfile::tempdir().unwrap();
    let names = || -> Vec<_> {
        let files = std::fs::read_dir(folder.path()).unwrap();
        files.map(|file| file.unwrap().file_name()).collect()
    };
    for (format, name) in [
        (ExportFormat::Html, "a.html"),
        (ExportFormat::Json, "a.json"),
    ] {
        let path = folder.path().join(name);
        let export = scene.agent.export_conversation(key, format, &path);
        let Exported::Written { entries, .. } = export.await.unwrap() else {
            panic!("nobody cancelled");
        };
        assert_eq!(entries, 2);
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.contains("Where is my order?"));
        assert_eq!(names(), [name]);
        std::fs::remove_file(path).unwrap();
    }
    let nowhere = folder.path().join("missing").join("a.html");
    let failed = scene
        .agent
        .export_conversation(key, ExportFormat::Html, &nowhere);
    assert_eq!(failed.await.unwrap_err().code(), "export-failed");
    // Cancelled as soon as it tells of itself.
    let mut events = scene.agent.subscribe();
    let path = folder.path().join("b.html");
    let export = scene
        .agent
        .export_conversation(key, ExportFormat::Html, &path);
    let cancel = async {
        events.recv().await.unwrap();
        scene.agent.cancel_export().await.unwrap();
    };
    let (exported, ()) = tokio::join!(export, cancel);
    assert_eq!(exported.unwrap(), Exported::Cancelled);
    assert!(names().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_hit_leads_to_its_place_and_on_from_there() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "begin").await.unwrap();
    scene.quiet(key).await;
    for n in 0..150 {
        let notices = if n % 2 == 0 {
            json!([{"text": format!("notice {n}")}])
        } else {
            json!([])
        };
        scene.company.tells(
            json!({"id": format!("n{n}"), "type": "message", "message": {
            "id": format!("mn{n}"), "role": "company", "author": {"type": "agent"},
            "text": format!("needle{n}"),
            "extensions": {"disclosures": {"items": notices}}}}),
        );
    }
    until("all are here", async || {
        shown(scene.entries().await.last().unwrap()) == "needle149"
    })
    .await;
    let found = scene
        .agent
        .search("needle40", SearchScope::default(), None, None);
    let found = found.await.unwrap().unwrap();
    let hit = &found.hits[0];
    let window = scene.agent.around(key, hit.entry, 3, 2).await.unwrap();
    let expected = [
        "needle37", "needle38", "needle39", "needle40", "needle41", "needle42",
    ];
    assert_eq!(all_shown(&window.entries), expected);
    assert!(window.has_older && window.has_newer);
    let last = window.entries.last().unwrap().id;
    let newer = scene.agent.newer(key, last).await.unwrap();
    assert_eq!((newer.entries.len(), newer.has_newer), (50, true));
    assert_eq!(shown(&newer.entries[0]), "needle43");
    let (mut held, mut before) = (Vec::new(), None);
    loop {
        let page = scene.agent.holdings_page(key, before).await.unwrap();
        held.extend(page.holdings);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(held.len(), 75);
    assert!(
        held.windows(2)
            .all(|pair| pair[0].position > pair[1].position)
    );
    let chat = scene.chat().await;
    let unread = scene
        .agent
        .around(key, chat.first_unread.unwrap(), 0, 0)
        .await
        .unwrap();
    assert!(!unread.entries.is_empty());
    scene.agent.mark_read(key).await.unwrap();
    assert_eq!(scene.chat().await.first_unread, None);
}
