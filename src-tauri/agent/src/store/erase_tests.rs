//! What is deleted is in no file any longer, and comes back by nothing.

use std::path::Path;

use poppy::event::{Page, Receipt};
use poppy::host::Timestamp;
use poppy::ids::MessageId;
use serde_json::{Value, json};

use super::*;
use crate::folder::DataFolder;
use crate::page::{CompanyId, ConversationKey, EntryId};

const NOW: Timestamp = Timestamp(1_000);
/// In everything that is deleted; each begins with letters that nothing else has, since words are
/// kept without the letters they share with the one before.
const MARKS: [&str; 8] = [
    "qxtextmark",
    "qydraftmark",
    "qznoticemark",
    "kxownmark",
    "wxtokenmark",
    "jxcompanymark",
    "vxdomainmark",
    "測試標記",
];

async fn open(folder: &Path) -> Store {
    let folder = DataFolder::take(folder).unwrap();
    Store::open(folder).await.unwrap()
}

fn document(domain: &str, name: &str) -> poppy::documents::company::Company {
    let issuer = format!("https://{domain}");
    serde_json::from_value(json!({"domain": domain, "name": name, "version": "0.3",
        "auth": {"issuer": issuer, "token_endpoint": "https://a.example/t",
            "revocation_endpoint": "https://a.example/r", "authorization_endpoint": null,
            "device_authorization_endpoint": null, "poppy_domains": [], "direct": null,
            "device": null, "custom_scopes": {}},
        "chat": null, "extensions": {}}))
    .unwrap()
}

async fn company(store: &Store, domain: &str, name: &str) -> CompanyId {
    let kept = store.keep_company(document(domain, name), NOW, NOW, false);
    kept.await.unwrap().id
}

fn page(texts: &[String], notice: &str) -> Page {
    let events: Vec<Value> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| {
            json!({"id": format!("e{n}"), "type": "message", "message": {"id": format!("m{n}"),
                "role": "company", "author": {"type": "agent"}, "text": text,
                "extensions": {"disclosures": {"items": [{"text": notice}]}}}})
        })
        .collect();
    let body = json!({"conversation_id": "cnv", "status": "idle", "responder": "agent",
        "events": events, "cursor": "c", "has_more": false});
    Page::parse(body.to_string().as_bytes()).unwrap()
}

/// Two Companies; everything of the first is marked, and mixed with what stays.
async fn marked(store: &Store) -> (CompanyId, ConversationKey, ConversationKey) {
    let first = company(store, "vxdomainmark.example", "jxcompanymark").await;
    let other = company(store, "stays.example", "Stays").await;
    let key = store.add_conversation(first, None, NOW).await.unwrap().id;
    let stays = store.add_conversation(other, None, NOW).await.unwrap().id;
    for n in 0..30 {
        let texts: Vec<String> = (0..20)
            .map(|m| format!("common {n} {m} qxtextmark{n} {m}qxtextmark 測試標記"))
            .collect();
        let texts_stay: Vec<String> = (0..20).map(|m| format!("common stays {n} {m}")).collect();
        let (mut one, mut two) = (page(&texts, "qznoticemark"), page(&texts_stay, "common"));
        for (index, event) in one.events.iter_mut().chain(&mut two.events).enumerate() {
            event.id = poppy::ids::EventId::parse(&format!("e{n}-{index}")).unwrap();
        }
        store.keep_page(key, one, NOW).await.unwrap().unwrap();
        store.keep_page(stays, two, NOW).await.unwrap().unwrap();
    }
    let body = json!({"message": {"text": "kxownmark"}}).to_string();
    let id = MessageId::parse("own").unwrap();
    store
        .write_message(key, id, body.into_bytes(), NOW)
        .await
        .unwrap()
        .unwrap();
    store
        .save_draft(key, "qydraftmark".to_owned())
        .await
        .unwrap();
    store
        .log_trouble(
            key,
            "code".to_owned(),
            "jxcompanymark is in trouble".to_owned(),
        )
        .await
        .unwrap();
    let account = AccountRow {
        issuer: "https://vxdomainmark.example".to_owned(),
        tag: "tag".to_owned(),
        user_id: b"wxtokenmark-user".to_vec(),
        proof_key: b"wxtokenmark-key".to_vec(),
        session_id: Some("wxtokenmark-session".to_owned()),
        signed_in: None,
    };
    store.add_account(account).await.unwrap();
    let token = b"wxtokenmark-token".to_vec();
    store
        .sign_in("tag".to_owned(), token, vec![], NOW)
        .await
        .unwrap();
    (first, key, stays)
}

/// The marks that are in any file of a folder, whole or but for their first two letters.
fn found(folder: &Path) -> Vec<&'static str> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
        bytes.push(0);
    }
    let has = |piece: &[u8]| bytes.windows(piece.len()).any(|window| window == piece);
    MARKS
        .into_iter()
        .filter(|mark| has(mark.as_bytes()) || has(&mark.as_bytes()[2..]))
        .collect()
}

async fn erase_all(store: &Store) {
    while store.erase_step().await.unwrap() {}
    store.compact().await.unwrap();
}

#[tokio::test]
async fn a_deleted_company_is_in_no_file_and_the_rest_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (first, _, stays) = marked(&store).await;
    assert_eq!(
        found(folder.path()),
        MARKS,
        "the marks are looked for rightly"
    );
    let (_, to_tell) = store.erase_company(first, false, NOW).await.unwrap();
    assert!(!to_tell);
    erase_all(&store).await;
    assert_eq!(found(folder.path()), [""; 0]);
    let left = store.entries_before(stays, i64::MAX, 1000).await.unwrap().0;
    assert_eq!(left.len(), 600);
    let query = crate::search::Query::read("stays").unwrap();
    let all = store
        .search(query, crate::search::Scope::All, None, 1000)
        .await;
    assert_eq!(all.unwrap().unwrap().hits.len(), 600);
    store.close().await;
    assert_eq!(found(folder.path()), [""; 0]);
    let plain = Connection::open(folder.path().join(FILE)).unwrap();
    plain
        .execute_batch("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
        .unwrap();
    let rows: i64 = plain
        .query_row("SELECT COUNT(*) FROM company", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows, 1);
}

#[tokio::test]
async fn a_deleted_conversation_leaves_only_what_the_company_is_known_by() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (_, key, _) = marked(&store).await;
    assert!(store.erase_conversation(key).await.unwrap());
    assert!(!store.erase_conversation(key).await.unwrap());
    erase_all(&store).await;
    store.close().await;
    assert_eq!(
        found(folder.path()),
        ["wxtokenmark", "jxcompanymark", "vxdomainmark"]
    );
}

#[tokio::test]
async fn a_program_killed_after_any_step_goes_on_and_shows_nothing_in_between() {
    for killed_after in 0..6 {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        let (first, key, _) = marked(&store).await;
        store.erase_company(first, false, NOW).await.unwrap();
        for _ in 0..killed_after {
            store.erase_step().await.unwrap();
        }
        // As by a kill: nothing more is done than letting go of the file.
        store.close().await;
        let store = open(folder.path()).await;
        assert!(store.conversation(key).await.unwrap().is_none());
        assert!(store.conversations(first).await.unwrap().is_empty());
        assert!(store.active().await.unwrap().is_empty());
        let query = crate::search::Query::read("qxtextmark").unwrap();
        let hits = store
            .search(query, crate::search::Scope::All, None, 10)
            .await;
        assert!(hits.unwrap().unwrap().hits.is_empty());
        erase_all(&store).await;
        store.close().await;
        assert_eq!(found(folder.path()), [""; 0], "after {killed_after} steps");
    }
}

#[tokio::test]
async fn what_still_comes_from_the_company_brings_nothing_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (first, key, _) = marked(&store).await;
    let own = store.last_own(key).await.unwrap().unwrap().id;
    store.erase_company(first, false, NOW).await.unwrap();
    let late = async |store: &Store| {
        let text = ["qxtextmark late".to_owned()];
        assert!(
            store
                .keep_page(key, page(&text, "late"), NOW)
                .await
                .unwrap()
                .is_none()
        );
        let receipt = json!({"conversation_id": "kxownmark", "status": "idle",
            "responder": "agent"});
        let receipt = Receipt::parse(receipt.to_string().as_bytes()).unwrap();
        assert!(store.receipt(key, own, receipt, 0).await.is_err());
        let message = "jxcompanymark late".to_owned();
        store
            .log_trouble(key, "late".to_owned(), message.clone())
            .await
            .unwrap();
        store.asks_sign_in(key, message.clone(), NOW).await.unwrap();
        store
            .read_from_beginning(key, Some(message.clone()), NOW)
            .await
            .unwrap();
        store
            .end_conversation(key, "late".to_owned(), message.clone())
            .await
            .unwrap();
        assert!(
            !store
                .save_draft(key, "qydraftmark late".to_owned())
                .await
                .unwrap()
        );
        store
            .set_session("tag".to_owned(), Some("wxtokenmark late".to_owned()))
            .await
            .unwrap();
        let token = b"wxtokenmark-late".to_vec();
        store
            .sign_in("tag".to_owned(), token.clone(), vec![], NOW)
            .await
            .unwrap();
        store.to_revoke("tag".to_owned(), token).await.unwrap();
    };
    late(&store).await;
    erase_all(&store).await;
    late(&store).await;
    let renewed = document("vxdomainmark.example", "jxcompanymark late");
    assert!(
        store
            .renew_company(first, renewed, NOW, NOW)
            .await
            .unwrap()
            .is_none()
    );
    let account = AccountRow {
        issuer: "https://vxdomainmark.example".to_owned(),
        tag: "late".to_owned(),
        user_id: b"wxtokenmark".to_vec(),
        proof_key: Vec::new(),
        session_id: None,
        signed_in: None,
    };
    store.add_account(account).await.unwrap();
    store.close().await;
    assert_eq!(found(folder.path()), [""; 0]);
}

#[tokio::test]
async fn ids_of_what_was_deleted_are_not_given_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let first = company(&store, "one.example", "One").await;
    let key = store.add_conversation(first, None, NOW).await.unwrap().id;
    store
        .keep_page(key, page(&["text".to_owned()], "n"), NOW)
        .await
        .unwrap();
    store.erase_company(first, false, NOW).await.unwrap();
    erase_all(&store).await;
    let again = company(&store, "one.example", "One").await;
    let other = store.add_conversation(again, None, NOW).await.unwrap().id;
    store
        .keep_page(other, page(&["text".to_owned()], "n"), NOW)
        .await
        .unwrap();
    let entries = store.entries_before(other, i64::MAX, 10).await.unwrap().0;
    assert!(again > first && other > key && entries[0].id > EntryId(1));
}

#[tokio::test]
async fn what_is_needed_for_telling_stays_until_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path()).await;
    let (first, ..) = marked(&store).await;
    store.sign_out("tag".to_owned(), true).await.unwrap();
    let (_, to_tell) = store.erase_company(first, true, NOW).await.unwrap();
    assert!(to_tell);
    erase_all(&store).await;
    assert_eq!(store.leaving().await.unwrap(), [(first, NOW.0)]);
    assert!(
        store
            .company_of("vxdomainmark.example".to_owned())
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(
        found(folder.path()),
        ["wxtokenmark", "jxcompanymark", "vxdomainmark"]
    );
    let revocation = store.revocations().await.unwrap().remove(0);
    store.revoked(revocation.id).await.unwrap();
    erase_all(&store).await;
    assert!(store.leaving().await.unwrap().is_empty());
    assert_eq!(found(folder.path()), [""; 0]);
}
