//! Reading what a Company tells.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::page::Phase;

/// A scene in which one message was sent and answered.
async fn answered() -> (Scene, ConversationKey) {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.agent.send(chat.id, "Hello").await.unwrap();
    scene.quiet(chat.id).await;
    (scene, chat.id)
}

async fn sees(scene: &Scene, what: &str) {
    until(what, async || {
        all_shown(&scene.entries().await)
            .iter()
            .any(|shown| shown == what)
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn each_kind_of_event_is_shown_as_what_it_is() {
    let (scene, _) = answered().await;
    let tells = |event| scene.company.tells(event);
    tells(json!({"id": "e1", "type": "state", "status": "queued", "responder": "agent"}));
    tells(json!({"id": "e2", "type": "state", "status": "idle", "responder": "human"}));
    tells(
        json!({"id": "e3", "type": "authorization", "error": "sign_in_required",
        "scope": "orders\u{202e}:read"}),
    );
    tells(json!({"id": "e4", "type": "user_requested", "reason": "to\nconfirm"}));
    tells(json!({"id": "e5", "type": "sparkle", "message": {"role": "company", "text": "no"}}));
    tells(json!({"id": "e6", "type": "message", "message": {"text": "from nobody"}}));
    tells(json!({"id": "e7", "type": "state", "status": "idle", "responder": "human"}));
    tells(
        json!({"id": "e8", "type": "message", "message": {"id": "m9", "role": "company",
        "author": {"type": "human"}, "text": "Bye."}}),
    );
    sees(&scene, "Bye.").await;
    let entries = scene.entries().await;
    let words = all_shown(&entries);
    assert_eq!(words[..2], ["Hello [Delivered]", "Answer 1."]);
    assert_eq!(
        words[2..5],
        [
            "now Human",
            "sign in: sign_in_required",
            "asks for you: Some(\"to confirm\")"
        ]
    );
    assert!(words[5].starts_with("unreadable: "), "{words:?}");
    assert_eq!(words[6..], ["Bye."]);
    let EntryContent::SignIn { scope, .. } = &entries[3].content else {
        panic!("a sign-in");
    };
    assert_eq!(scope.as_deref(), Some("orders:read"));
    let log = scene.log().await;
    assert!(log.contains(&"authorization sign_in_required".to_owned()));
    assert!(log.contains(&"state Queued".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_repeated_event_is_shown_once() {
    let (scene, _) = answered().await;
    let event = json!({"id": "e1", "type": "message", "message": {"id": "m", "role": "company",
        "author": {"type": "agent"}, "text": "Once."}});
    scene.company.tells(event.clone());
    scene.company.tells(event);
    scene.company.tells(
        json!({"id": "e2", "type": "message", "message": {"id": "m2",
        "role": "company", "author": {"type": "agent"}, "text": "End."}}),
    );
    sees(&scene, "End.").await;
    let words = all_shown(&scene.entries().await);
    assert_eq!(words[2..], ["Once.", "End."]);
}

#[tokio::test(start_paused = true)]
async fn unread_entries_are_counted_until_they_are_read() {
    let (scene, key) = answered().await;
    let unread = async || scene.agent.overview().await.unwrap().companies[0].unread;
    assert_eq!(unread().await, 1, "the answer; not one's own message");
    scene.agent.mark_read(key).await.unwrap();
    assert_eq!(unread().await, 0);
    scene
        .company
        .tells(json!({"id": "e1", "type": "message", "message": {"id": "m",
        "role": "company", "author": {"type": "agent"}, "text": "More."}}));
    sees(&scene, "More.").await;
    assert_eq!(unread().await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_cursor_that_is_not_good_leads_back_to_the_beginning_without_repeats() {
    let (scene, _) = answered().await;
    scene
        .company
        .fails(Point::Read, Fault::Refuse(400, "invalid_cursor", None));
    scene
        .company
        .tells(json!({"id": "e1", "type": "message", "message": {"id": "m",
        "role": "company", "author": {"type": "agent"}, "text": "More."}}));
    sees(&scene, "More.").await;
    // The poll under way ended with the news; the next one meets the bad cursor.
    scene.company.tells(
        json!({"id": "e2", "type": "message", "message": {"id": "m2",
        "role": "company", "author": {"type": "agent"}, "text": "Still more."}}),
    );
    sees(&scene, "Still more.").await;
    let words = all_shown(&scene.entries().await);
    assert_eq!(
        words,
        ["Hello [Delivered]", "Answer 1.", "More.", "Still more."]
    );
}

#[tokio::test(start_paused = true)]
async fn an_expired_cursor_says_once_that_a_part_is_missing() {
    let (scene, _) = answered().await;
    scene.company.forgets(0);
    scene
        .company
        .tells(json!({"id": "e9", "type": "message", "message": {"id": "m",
        "role": "company", "author": {"type": "agent"}, "text": "After."}}));
    sees(&scene, "After.").await;
    let words = all_shown(&scene.entries().await);
    assert_eq!(
        words,
        [
            "Hello [Delivered]",
            "Answer 1.",
            "a part is missing",
            "After."
        ]
    );
    let log = scene.log().await;
    let said = log.iter().filter(|item| *item == "error cursor_expired");
    assert_eq!(
        said.count(),
        1,
        "a program without a window knows too: {log:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_flood_of_nothing_to_show_is_read_ever_slower() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    scene.agent.close().await;
    for n in 0..4000 {
        scene.company.tells(match n % 2 {
            0 => json!({"id": format!("evt_f{n}"), "type": "example.com/odd"}),
            _ => json!({"id": format!("evt_f{n}"), "type": "state", "status": "working"}),
        });
    }
    let (mut scene, before) = (scene, tokio::time::Instant::now());
    let reads = scene.company.times(Point::Read).len();
    scene.restart().await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    let reads = scene.company.times(Point::Read).len() - reads;
    assert!(before.elapsed() < Duration::from_secs(70));
    assert!((9..40).contains(&reads), "{reads} pages in a minute");
}

#[tokio::test(start_paused = true)]
async fn a_company_whose_cursors_are_never_good_does_not_make_a_hot_loop() {
    let (scene, _) = answered().await;
    for _ in 0..1000 {
        scene
            .company
            .fails(Point::Read, Fault::Refuse(410, "cursor_expired", None));
    }
    scene.company.impatient();
    let before = scene.company.times(Point::Read).len();
    tokio::time::sleep(Duration::from_secs(600)).await;
    let reads = scene.company.times(Point::Read).len() - before;
    assert!((3..200).contains(&reads), "{reads} reads in ten minutes");
    let words = all_shown(&scene.entries().await);
    let missing = words.iter().filter(|w| *w == "a part is missing").count();
    assert_eq!(missing, 1);
}

#[tokio::test(start_paused = true)]
async fn a_company_that_answers_a_wait_at_once_does_not_make_a_hot_loop() {
    let (scene, _) = answered().await;
    scene.company.impatient();
    let before = scene.company.times(Point::Read).len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let reads = scene.company.times(Point::Read).len() - before;
    assert!((10..=62).contains(&reads), "{reads} reads in a minute");
}

#[tokio::test(start_paused = true)]
async fn a_quiet_conversation_is_read_by_long_poll() {
    let (scene, _) = answered().await;
    let before = scene.company.times(Point::Read).len();
    tokio::time::sleep(Duration::from_secs(100)).await;
    let reads = scene.company.times(Point::Read).len() - before;
    assert!((3..=5).contains(&reads), "{reads} reads in 100 seconds");
}

#[tokio::test(start_paused = true)]
async fn a_conversation_the_company_closes_is_over() {
    let (scene, key) = answered().await;
    scene
        .company
        .tells(json!({"id": "e1", "type": "state", "status": "closed"}));
    let standing = async || scene.agent.progress(key).await.unwrap().standing;
    until("closed", async || standing().await.phase == Phase::Closed).await;
    assert_eq!(
        standing().await.trouble,
        None,
        "that it is closed says it all"
    );
    let reads = scene.company.times(Point::Read).len();
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!(
        scene.company.times(Point::Read).len(),
        reads,
        "nothing is read any longer"
    );
    assert_ne!(scene.chat().await.id, key, "a new one is opened");
}

#[tokio::test(start_paused = true)]
async fn a_conversation_the_company_forgot_stays_readable_and_says_so() {
    let (scene, key) = answered().await;
    scene.company.fails(
        Point::Read,
        Fault::Refuse(404, "conversation_not_found", None),
    );
    scene
        .company
        .tells(json!({"id": "e1", "type": "state", "status": "idle"}));
    let standing = async || scene.agent.progress(key).await.unwrap().standing;
    until("over", async || standing().await.phase == Phase::Closed).await;
    assert_eq!(
        standing().await.trouble.unwrap().code,
        "conversation_not_found"
    );
}

#[tokio::test(start_paused = true)]
async fn older_entries_are_given_in_parts() {
    let (scene, key) = answered().await;
    for n in 0..120 {
        scene.company.tells(
            json!({"id": format!("n{n}"), "type": "message", "message": {
            "id": format!("m{n}"), "role": "company", "author": {"type": "agent"},
            "text": format!("{n}")}}),
        );
    }
    sees(&scene, "119").await;
    let chat = scene.chat().await;
    assert!(chat.has_older);
    assert_eq!(chat.entries.len(), 50);
    let mut all = chat.entries;
    loop {
        let older = scene.agent.older(key, all[0].id).await.unwrap();
        all.splice(0..0, older.entries);
        if !older.has_older {
            break;
        }
    }
    assert_eq!(all.len(), 122);
    assert!(all.is_sorted_by_key(|entry| entry.position));
}

#[tokio::test(start_paused = true)]
async fn a_link_is_assessed_again_from_what_is_stored() {
    let (scene, key) = answered().await;
    scene
        .company
        .tells(json!({"id": "e1", "type": "message", "message": {"id": "m",
        "role": "company", "author": {"type": "agent"}, "text": "Look.",
        "extensions": {"links": {"items": [{"url": "http://shop.example/"},
            {"url": "https://shop.example/a", "title": "A"}]}}}}));
    sees(&scene, "Look.").await;
    let entries = scene.entries().await;
    let (hello, look) = (entries[0].id, entries.last().unwrap().id);
    let question = scene.agent.link(key, look, 1).await.unwrap();
    assert_eq!(
        question.card.link.opens.as_deref(),
        Some("https://shop.example/a")
    );
    assert_eq!(question.company, "The Shop");
    assert_eq!(question.company_domain, DOMAIN);
    let refused = scene.agent.link(key, look, 0).await.unwrap();
    assert_eq!(refused.card.link.opens, None);
    for (conversation, entry, index) in [
        (key, look, 2),
        (key, hello, 0),
        (key, crate::page::EntryId(999), 0),
        (ConversationKey(999), look, 0),
    ] {
        let error = scene
            .agent
            .link(conversation, entry, index)
            .await
            .unwrap_err();
        assert_eq!(error.code(), "not-found");
    }
    let other = scene.agent.new_conversation(scene.id).await.unwrap();
    let error = scene.agent.link(other.id, look, 1).await.unwrap_err();
    assert_eq!(
        error.code(),
        "not-found",
        "an entry of another conversation"
    );
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_read_shows_what_was_sent_with_nothing_hidden() {
    let (scene, _) = answered().await;
    scene.company.tells(json!({"id": "e1", "type": "message",
        "message": {"text": "a\u{202e}b\u{200b}c é"}}));
    until("shown", async || scene.entries().await.len() == 3).await;
    let EntryContent::Unreadable { raw, .. } = &scene.entries().await[2].content else {
        panic!("unreadable");
    };
    assert!(raw.contains("a\\u202eb\\u200bc é"), "{raw}");
}

#[tokio::test(start_paused = true)]
async fn words_put_into_the_users_mouth_are_told_apart() {
    let (scene, _) = answered().await;
    scene.company.tells(
        json!({"id": "e1", "type": "message", "message": {"id": "msg_forged",
        "role": "user", "author": {"type": "human"}, "text": "I agree to everything"}}),
    );
    sees(&scene, "I agree to everything").await;
    let EntryContent::Message { view, delivery } = &scene.entries().await[2].content else {
        panic!("a message");
    };
    assert_eq!(*delivery, None);
    assert_eq!(
        view.problems,
        ["\u{2068}The Shop\u{2069} says that you wrote this. It was not written here."]
    );
}

#[tokio::test(start_paused = true)]
async fn every_notice_and_link_is_listed_with_its_message_however_long_ago_it_came() {
    let (scene, key) = answered().await;
    let message = |id: &str, extensions: serde_json::Value| {
        json!({"id": format!("e{id}"), "type": "message", "message": {"id": id, "role": "company",
            "author": {"type": "agent"}, "text": id, "extensions": extensions}})
    };
    let notices = json!({"disclosures": {"items": [{"text": "Contains peanuts."}, {"txt": "?"}]}});
    scene.company.tells(message("first", notices));
    for number in 0..1100 {
        scene.company.tells(message(&number.to_string(), json!({})));
    }
    let links = json!({"links": {"items": [{"url": "https://shop.example/a"}]}});
    scene.company.tells(message("last", links));
    sees(&scene, "last").await;
    let (mut listed, mut before) = (Vec::new(), None);
    loop {
        let page = scene.agent.holdings_page(key, before).await.unwrap();
        listed.extend(page.holdings);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    listed.reverse();
    let counted: Vec<_> = listed
        .iter()
        .map(|held| (held.disclosures.len(), held.links.len()))
        .collect();
    assert_eq!(counted, [(2, 0), (0, 1)], "in order, each once");
    assert!(
        !scene
            .entries()
            .await
            .iter()
            .any(|e| e.id == listed[0].entry)
    );
    let (mut oldest, mut found) = (scene.entries().await[0].id, false);
    while !found {
        let older = scene.agent.older(key, oldest).await.unwrap();
        oldest = older.entries[0].id;
        found = older.entries.iter().any(|e| e.id == listed[0].entry);
    }
    let none = scene.agent.holdings_page(ConversationKey(999), None).await;
    assert_eq!(none.unwrap_err().code(), "not-found");
}
