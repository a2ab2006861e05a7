//! Messages on their way out.

use std::time::Duration;

use super::*;
use crate::page::Phase;

#[tokio::test(start_paused = true)]
async fn a_message_is_sent_confirmed_and_answered() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    assert_eq!(chat.standing.phase, Phase::Fresh);
    let entry = scene.agent.send(chat.id, "Hello").await.unwrap();
    assert_eq!(shown(&entry), "Hello [Queued]");
    scene.quiet(chat.id).await;
    let entries = scene.entries().await;
    assert_eq!(all_shown(&entries), ["Hello [Delivered]", "Answer 1."]);
    assert_eq!(entries[0].id, entry.id, "the same entry took its place");
    assert_eq!(
        scene.log().await,
        [
            "sent",
            "message Hello [Delivered]",
            "state Working",
            "message Answer 1.",
            "state Idle"
        ]
    );
    assert_eq!(scene.standing().await.phase, Phase::Idle);
}

#[tokio::test(start_paused = true)]
async fn many_messages_arrive_once_each_in_the_order_of_writing() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    for text in ["one", "two", "three"] {
        scene.agent.send(chat.id, text).await.unwrap();
    }
    scene.quiet(chat.id).await;
    assert_eq!(scene.company.has(), [["one", "two", "three"]]);
    assert_eq!(
        all_shown(&scene.entries().await),
        [
            "one [Delivered]",
            "Answer 1.",
            "two [Delivered]",
            "Answer 2.",
            "three [Delivered]",
            "Answer 3."
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn what_is_tried_again_has_the_same_bytes_and_leads_to_the_same_conversation() {
    let lost = [
        Fault::CutAfter,
        Fault::CutBefore,
        Fault::Refuse(503, "temporarily_unavailable", None),
    ];
    let not_done = [Fault::CutBefore, Fault::Refuse(500, "oops", Some(1))];
    for (point, texts, faults) in [
        (Point::Start, vec!["one"], &lost[..]),
        (Point::Send, vec!["one", "two"], &not_done[..]),
    ] {
        let scene = Scene::new().await;
        let chat = scene.chat().await;
        for fault in faults {
            scene.company.fails(point, fault.clone());
        }
        for text in &texts {
            scene.agent.send(chat.id, text).await.unwrap();
            scene.quiet(chat.id).await;
        }
        assert_eq!(scene.company.has(), std::slice::from_ref(&texts));
        let posts = scene.company.posts();
        let there: Vec<_> = posts.iter().filter(|(at, ..)| *at == point).collect();
        assert_eq!(there.len(), faults.len() + 1);
        assert!(there.iter().all(|(_, body, _)| *body == there[0].1));
        let sent = scene.log().await.iter().filter(|w| *w == "sent").count();
        assert_eq!(sent, texts.len(), "each is confirmed once");
    }
}

#[tokio::test(start_paused = true)]
async fn while_nobody_answers_a_message_is_unconfirmed_and_says_when_it_is_tried_again() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.company.fails(Point::Start, Fault::CutBefore);
    scene.agent.send(chat.id, "Hello").await.unwrap();
    until("unconfirmed", async || {
        all_shown(&scene.entries().await) == ["Hello [Unconfirmed]"]
    })
    .await;
    until("the trouble is told", async || {
        scene.standing().await.trouble.is_some()
    })
    .await;
    let trouble = scene.standing().await.trouble.unwrap();
    assert_eq!(trouble.code, "connection-cut");
    assert!(trouble.retry_at.is_some());
    scene.quiet(chat.id).await;
    assert_eq!(scene.standing().await.trouble, None);
}

#[tokio::test(start_paused = true)]
async fn a_company_that_asks_to_wait_is_left_alone_that_long() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene
        .company
        .fails(Point::Start, Fault::Refuse(429, "rate_limited", Some(90)));
    scene.agent.send(chat.id, "Hello").await.unwrap();
    until("told", async || scene.standing().await.trouble.is_some()).await;
    assert_eq!(all_shown(&scene.entries().await), ["Hello [Queued]"]);
    // Neither a new message nor an identity makes it come back sooner.
    scene.agent.send(chat.id, "Again").await.unwrap();
    scene
        .agent
        .set_identity(None, Some("Dana's agent"))
        .await
        .unwrap();
    scene.quiet(chat.id).await;
    let posts = scene.company.posts();
    assert!(posts[1].2 - posts[0].2 >= Duration::from_secs(90));
    assert_eq!(posts[0].1, posts[1].1);
    assert_eq!(scene.company.has(), [["Hello", "Again"]]);
}

#[tokio::test(start_paused = true)]
async fn a_refused_message_does_not_hold_up_the_next_and_can_be_tried_again() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene
        .company
        .fails(Point::Start, Fault::Refuse(400, "invalid_request", None));
    let first = scene.agent.send(chat.id, "one").await.unwrap();
    scene.agent.send(chat.id, "two").await.unwrap();
    scene.quiet(chat.id).await;
    assert_eq!(scene.company.has(), [["two"]]);
    let entries = all_shown(&scene.entries().await);
    assert_eq!(
        entries,
        ["two [Delivered]", "Answer 1.", "one [invalid_request]"]
    );
    assert!(
        scene
            .log()
            .await
            .contains(&"error invalid_request".to_owned())
    );
    let again = scene.agent.retry(chat.id, first.id).await.unwrap();
    assert_eq!(shown(&again), "one [Queued]");
    scene.quiet(chat.id).await;
    assert_eq!(scene.company.has(), [["two", "one"]]);
    let posts = scene.company.posts();
    assert_eq!(posts[0].1, posts[2].1, "the same bytes");
    let delivered = scene.agent.retry(chat.id, first.id).await.unwrap_err();
    assert_eq!(delivered.code(), "not-failed");
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_read_is_no_reason_to_say_that_it_was_not_sent() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene
        .company
        .fails(Point::Start, Fault::Answer(201, "<html>"));
    scene.agent.send(chat.id, "Hello").await.unwrap();
    scene.quiet(chat.id).await;
    assert_eq!(scene.company.has(), [["Hello"]]);
    assert_eq!(
        all_shown(&scene.entries().await),
        ["Hello [Delivered]", "Answer 1."]
    );
}

#[tokio::test(start_paused = true)]
async fn a_message_that_comes_back_before_its_receipt_is_delivered_and_not_sent_again() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.agent.send(chat.id, "one").await.unwrap();
    scene.quiet(chat.id).await;
    scene.company.fails(Point::Send, Fault::HangAfter);
    scene.company.fails(Point::Send, Fault::CutAfter);
    scene.agent.send(chat.id, "two").await.unwrap();
    until("delivered", async || {
        all_shown(&scene.entries().await).contains(&"two [Delivered]".to_owned())
    })
    .await;
    let sent = scene.log().await.iter().filter(|w| *w == "sent").count();
    assert_eq!(sent, 2, "that it came back confirms it");
}

#[tokio::test(start_paused = true)]
async fn a_message_unconfirmed_that_comes_back_makes_way_for_the_next() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.agent.send(chat.id, "one").await.unwrap();
    scene.quiet(chat.id).await;
    scene.company.fails(Point::Send, Fault::CutAfter);
    scene.agent.send(chat.id, "two").await.unwrap();
    scene.agent.send(chat.id, "three").await.unwrap();
    scene.quiet(chat.id).await;
    assert_eq!(scene.company.has(), [["one", "two", "three"]]);
}

#[tokio::test(start_paused = true)]
async fn a_closed_conversation_fails_what_waits_and_leaves_a_new_one_open() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.agent.send(chat.id, "one").await.unwrap();
    scene.quiet(chat.id).await;
    scene
        .company
        .fails(Point::Send, Fault::Refuse(409, "conversation_closed", None));
    // Both are written before the first is refused.
    scene.company.holds(Point::Send);
    scene.agent.send(chat.id, "two").await.unwrap();
    scene.agent.send(chat.id, "three").await.unwrap();
    scene.company.lets_go();
    let standing = async || scene.agent.progress(chat.id).await.unwrap().standing;
    until("closed", async || standing().await.phase == Phase::Closed).await;
    let trouble = standing().await.trouble.unwrap();
    assert_eq!(trouble.code, "conversation_closed");
    assert_eq!(scene.company.has(), [["one"]]);
    let error = scene.agent.send(chat.id, "four").await.unwrap_err();
    assert_eq!(error.code(), "conversation-over");
    let log = scene.log().await;
    let failed = log
        .iter()
        .filter(|w| *w == "error conversation_closed")
        .count();
    assert_eq!(failed, 3, "both messages, and the conversation: {log:?}");

    let fresh = scene.chat().await;
    assert_ne!(fresh.id, chat.id);
    assert_eq!(fresh.standing.phase, Phase::Fresh);
    scene.agent.send(fresh.id, "five").await.unwrap();
    scene.quiet(fresh.id).await;
    assert_eq!(scene.company.has(), [vec!["one"], vec!["five"]]);
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_sent_is_not_taken() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    let refused = async |text: &str| scene.agent.send(chat.id, text).await.unwrap_err();
    assert_eq!(refused(" \n\t ").await.code(), "empty-message");
    let long = "x".repeat(crate::error::MAX_TEXT + 1);
    assert_eq!(refused(&long).await.code(), "message-too-long");
    let nowhere = scene
        .agent
        .send(ConversationKey(999), "x")
        .await
        .unwrap_err();
    assert_eq!(nowhere.code(), "not-found");
    assert!(scene.entries().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_draft_is_kept_until_it_is_sent() {
    let mut scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.agent.save_draft(chat.id, "Hel").await.unwrap();
    scene.restart().await;
    assert_eq!(scene.chat().await.draft, "Hel");
    scene.agent.send(chat.id, "Hello").await.unwrap();
    assert_eq!(scene.chat().await.draft, "");
}

#[tokio::test(start_paused = true)]
async fn own_words_are_shown_as_they_were_written() {
    let scene = Scene::new().await;
    let chat = scene.chat().await;
    scene.company.echoes(false);
    scene.company.silent();
    let entry = scene.agent.send(chat.id, "I want two").await.unwrap();
    until("sent", async || {
        all_shown(&scene.entries().await) == ["I want two [Sent]"]
    })
    .await;
    let body: serde_json::Value = serde_json::from_slice(&scene.company.posts()[0].1).unwrap();
    scene
        .company
        .tells(serde_json::json!({"id": "evt_x", "type": "message",
        "message": {"id": body["message"]["id"], "role": "user",
            "author": {"type": "human"}, "text": "I want twenty"}}));
    scene.quiet(chat.id).await;
    let entries = scene.entries().await;
    assert_eq!(entries[0].id, entry.id);
    let EntryContent::Message { view, .. } = &entries[0].content else {
        panic!("a message");
    };
    assert_eq!(view.text.as_deref(), Some("I want two"));
    assert_eq!(view.problems.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_id_the_caller_chose_is_stored_once_wherever_it_is_sent_again() {
    let mut scene = Scene::new().await;
    let chat = scene.chat().await;
    let id = poppy::ids::MessageId::parse("msg_chosen").unwrap();
    let first = scene
        .agent
        .send_as(chat.id, id.clone(), "Hello")
        .await
        .unwrap();
    scene.restart().await;
    let again = scene
        .agent
        .send_as(chat.id, id.clone(), "Hello")
        .await
        .unwrap();
    assert_eq!(again.id, first.id);
    scene.quiet(chat.id).await;
    let other = scene.agent.new_conversation(scene.id).await.unwrap();
    let again = scene.agent.send_as(other.id, id, "Hello").await.unwrap();
    assert_eq!(again.id, first.id);
    assert_eq!(shown(&again), "Hello [Delivered]");
    assert_eq!(scene.company.has(), [["Hello"]]);
}

/// A conversation whose end is read while the message "two" is under way, by its last request.
async fn ended_meanwhile(then: Fault) -> (Scene, ConversationKey) {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "one").await.unwrap();
    scene.quiet(key).await;
    scene.company.fails(Point::Send, then);
    scene.company.holds(Point::Send);
    scene.agent.send(key, "two").await.unwrap();
    scene.agent.send(key, "three").await.unwrap();
    until("under way", async || {
        scene.company.times(Point::Send).len() == 1
    })
    .await;
    scene
        .company
        .tells(serde_json::json!({"id": "evt_x", "type": "state", "status": "closed"}));
    until("closed", async || {
        scene.standing_of(key).await.phase == Phase::Closed
    })
    .await;
    let shown = all_shown(&scene.entries_of(key).await);
    assert!(shown.contains(&"two [Sending]".to_owned()), "{shown:?}");
    assert!(
        shown.contains(&"three [conversation_closed]".to_owned()),
        "what was never sent is not sent any longer: {shown:?}"
    );
    scene.company.lets_go();
    (scene, key)
}

#[tokio::test(start_paused = true)]
async fn what_is_under_way_when_a_page_says_closed_fails_only_if_the_company_refuses_it() {
    for (then, expected) in [
        // It had it, and says so at once, or when it is asked again.
        (
            Fault::Answer(
                202,
                r#"{"conversation_id":"cnv_0","status":"closed","responder":"agent"}"#,
            ),
            "Sent",
        ),
        (Fault::CutAfter, "Sent"),
        (
            Fault::Refuse(409, "conversation_closed", None),
            "conversation_closed",
        ),
    ] {
        for restarts in [false, true] {
            let (mut scene, key) = ended_meanwhile(then.clone()).await;
            if restarts {
                scene.restart().await;
            }
            let expected = format!("two [{expected}]");
            until(&format!("{then:?}: {expected}"), async || {
                all_shown(&scene.entries_of(key).await).contains(&expected)
            })
            .await;
            scene.quiet(key).await;
            let log = scene.log().await;
            let refused = "error conversation_closed";
            let failed = log.iter().filter(|line| *line == refused).count();
            let of_two = usize::from(expected.contains("closed"));
            assert_eq!(failed, 1 + of_two, "{then:?}: {log:?}");
            let total = scene.company.total();
            tokio::time::sleep(Duration::from_secs(600)).await;
            assert_eq!(scene.company.total(), total, "nothing is asked any longer");
        }
    }
}

/// What the only message of a conversation failed with, in words.
async fn failure(scene: &Scene, key: ConversationKey) -> Option<String> {
    let entries = scene.entries_of(key).await;
    entries.iter().find_map(|entry| match &entry.content {
        EntryContent::Message {
            delivery: Some(Delivery::Failed { message, .. }),
            ..
        } => Some(message.clone()),
        _ => None,
    })
}

#[tokio::test(start_paused = true)]
async fn a_message_that_may_have_arrived_is_not_said_not_to_have() {
    for first in [Some(Fault::CutAfter), None] {
        let scene = Scene::new().await;
        let key = scene.chat().await.id;
        scene.agent.send(key, "one").await.unwrap();
        scene.quiet(key).await;
        scene.company.silent();
        scene.company.echoes(false);
        let unsure = first.is_some();
        if let Some(first) = first {
            scene.company.fails(Point::Send, first);
        }
        let gone = Fault::Refuse(404, "conversation_not_found", None);
        scene.company.fails(Point::Send, gone);
        scene.agent.send(key, "two").await.unwrap();
        until("it failed", async || failure(&scene, key).await.is_some()).await;
        let said = failure(&scene, key).await.unwrap();
        assert_eq!(said.contains("may have arrived"), unsure, "{said}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_tried_anew_is_known_to_have_been_tried_before() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "one").await.unwrap();
    scene.quiet(key).await;
    scene.company.fails(Point::Send, Fault::CutBefore);
    let odd = Fault::Refuse(400, "invalid_request", None);
    scene.company.fails(Point::Send, odd.clone());
    scene.company.fails(Point::Send, odd);
    let entry = scene.agent.send(key, "two").await.unwrap().id;
    for _ in 0..2 {
        until("it failed", async || failure(&scene, key).await.is_some()).await;
        let said = failure(&scene, key).await.unwrap();
        assert!(said.contains("may have arrived"), "{said}");
        scene.agent.retry(key, entry).await.unwrap();
    }
    scene.quiet(key).await;
    assert_eq!(scene.company.has(), [["one", "two"]]);
}
