//! Refusals, beyond what the table of errors says of each (see `errors`): what stays and what goes on.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::page::Phase;

async fn talking() -> (Scene, ConversationKey) {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    (scene, key)
}

/// What a person reads about the message `text`, once it failed.
async fn failure(scene: &Scene, key: ConversationKey, text: &str) -> (String, String) {
    let found = async || {
        let entries = scene.entries_of(key).await;
        entries.into_iter().find_map(|entry| match entry.content {
            EntryContent::Message {
                view,
                delivery: Some(Delivery::Failed { code, message, .. }),
            } if view.text.as_deref() == Some(text) => Some((code, message)),
            _ => None,
        })
    };
    until("it failed", async || found().await.is_some()).await;
    found().await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_conversation_that_is_over_says_so_stays_readable_and_leaves_room_for_another() {
    for code in ["conversation_not_found", "conversation_closed"] {
        for point in [Point::Send, Point::Read, Point::Close, Point::Handoff] {
            let (scene, key) = talking().await;
            scene.company.fails(point, Fault::Refuse(404, code, None));
            match point {
                Point::Send => drop(scene.agent.send(key, "more").await.unwrap()),
                Point::Close => {
                    let error = scene.agent.close_conversation(key).await.unwrap_err();
                    assert_eq!(error.code(), code);
                }
                Point::Handoff => {
                    let error = scene.agent.hand_off(key).await.unwrap_err();
                    assert_eq!(error.code(), code);
                }
                _ => scene
                    .company
                    .tells(json!({"id": "x", "type": "state", "status": "idle"})),
            }
            until("over", async || {
                scene.standing_of(key).await.phase == Phase::Closed
            })
            .await;
            let trouble = scene.standing_of(key).await.trouble.unwrap();
            assert_eq!(trouble.code, code);
            assert!(
                trouble.message.contains("tart a new one"),
                "{}",
                trouble.message
            );
            let shown = all_shown(&scene.entries_of(key).await);
            assert_eq!(shown[0], "hello [Delivered]");
            let fresh = scene.agent.new_conversation(scene.id).await.unwrap();
            assert_ne!(fresh.id, key);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_wider_permission_is_asked_for_with_a_card() {
    let (scene, key) = talking().await;
    let body = r#"{"error":"insufficient_scope","scope":"orders:write"}"#;
    scene
        .company
        .fails(Point::Send, Fault::RefuseWith(403, body));
    scene.agent.send(key, "Exchange it").await.unwrap();
    let (code, _) = failure(&scene, key, "Exchange it").await;
    assert_eq!(code, "insufficient_scope");
    let entries = scene.entries_of(key).await;
    let cards: Vec<_> = entries
        .iter()
        .filter_map(|entry| match &entry.content {
            EntryContent::SignIn { error, scope, ask } => Some((error, scope, ask)),
            _ => None,
        })
        .collect();
    let [(error, scope, ask)] = cards.as_slice() else {
        panic!("one card");
    };
    assert_eq!(*error, "insufficient_scope");
    assert_eq!(scope.as_deref(), Some("orders:write"));
    assert_eq!(ask.offers[0].scopes[0].scope, "orders:write");
}

#[tokio::test(start_paused = true)]
async fn what_passes_is_tried_again_with_the_same_message() {
    for fault in [
        Fault::Refuse(503, "temporarily_unavailable", Some(30)),
        Fault::Refuse(503, "temporarily_unavailable", None),
        Fault::Refuse(429, "rate_limited", Some(30)),
        Fault::CutBefore,
        Fault::CutAfter,
    ] {
        let (scene, key) = talking().await;
        let waits = matches!(fault, Fault::Refuse(_, _, Some(_)));
        scene.company.fails(Point::Send, fault.clone());
        scene.agent.send(key, "more").await.unwrap();
        until("sent", async || scene.company.has()[0].len() == 2).await;
        scene.quiet(key).await;
        let posts: Vec<_> = scene
            .company
            .posts()
            .into_iter()
            .filter(|(point, ..)| *point == Point::Send)
            .collect();
        assert!(
            posts.iter().all(|(_, body, _)| *body == posts[0].1),
            "{fault:?}"
        );
        if waits {
            let gap = posts[1].2 - posts[0].2;
            assert!(gap >= Duration::from_secs(30), "{fault:?}: {gap:?}");
        }
        assert_eq!(scene.company.has(), [["hello", "more"]], "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_place_to_read_on_that_is_not_good_leads_to_the_beginning_for_streams_too() {
    for (code, missing) in [("invalid_cursor", false), ("cursor_expired", true)] {
        let (mut scene, key) = talking().await;
        scene.company.streams();
        scene.agent.close().await;
        scene
            .company
            .fails(Point::Stream, Fault::Refuse(410, code, None));
        scene.restart().await;
        until("a stream is open", async || {
            scene.company.open_streams() == 1
        })
        .await;
        scene.company.tells(
            json!({"id": "evt_z", "type": "message", "message": {"id": "z",
                "role": "company", "author": {"type": "agent"}, "text": "on"}}),
        );
        let shown = async || all_shown(&scene.entries_of(key).await);
        until("it goes on", async || {
            shown().await.contains(&"on".to_owned())
        })
        .await;
        let mut expected = vec!["hello [Delivered]", "Answer 1."];
        expected.extend(missing.then_some("a part is missing"));
        expected.push("on");
        assert_eq!(shown().await, expected, "{code}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_on_reading_is_kept_to_by_sending_too() {
    let (mut scene, key) = talking().await;
    scene.agent.close().await;
    scene
        .company
        .fails(Point::Read, Fault::Refuse(429, "rate_limited", Some(90)));
    scene.restart().await;
    let limited = async || {
        let trouble = scene.standing_of(key).await.trouble;
        trouble.is_some_and(|trouble| trouble.code == "rate_limited")
    };
    until("limited", async || limited().await).await;
    let began = tokio::time::Instant::now();
    scene.agent.send(key, "more").await.unwrap();
    scene.quiet(key).await;
    assert!(began.elapsed() >= Duration::from_secs(85), "in paused time");
    assert_eq!(scene.company.has(), [["hello", "more"]]);
}

#[tokio::test(start_paused = true)]
async fn what_is_no_refusal_of_the_message_keeps_it_waiting() {
    for (point, fault, unsure, code) in [
        (
            Point::Token,
            Fault::Refuse(401, "invalid_client", None),
            false,
            "invalid_client",
        ),
        (
            Point::Token,
            Fault::Refuse(400, "invalid_request", None),
            false,
            "invalid_request",
        ),
        (Point::Send, Fault::Private, false, "private-address"),
        (Point::Send, Fault::Insecure, true, "insecure-connection"),
        (
            Point::Send,
            Fault::Redirect("https://shop.example/else"),
            true,
            "redirect",
        ),
        (
            Point::Token,
            Fault::Redirect("https://shop.example/else"),
            true,
            "redirect",
        ),
    ] {
        let label = format!("{point:?} {fault:?}");
        let (mut scene, key) = talking().await;
        scene.company.silent();
        if unsure {
            scene.company.echoes(false);
            scene.company.fails(Point::Send, Fault::CutBefore);
            scene.agent.send(key, "more").await.unwrap();
            until("it is unsure", async || {
                let shown = all_shown(&scene.entries_of(key).await);
                shown.contains(&"more [Unconfirmed]".to_owned())
            })
            .await;
            scene.agent.close().await;
        } else {
            scene.agent.close().await;
        }
        for _ in 0..6 {
            scene.company.fails(point, fault.clone());
        }
        scene.restart().await;
        if !unsure {
            scene.agent.send(key, "more").await.unwrap();
        }
        let trouble = async || scene.standing_of(key).await.trouble.map(|t| t.code);
        until("it is told", async || {
            trouble().await.as_deref() == Some(code)
        })
        .await;
        let shown = all_shown(&scene.entries_of(key).await);
        let expected = if unsure {
            "more [Unconfirmed]"
        } else {
            "more [Queued]"
        };
        let seen = |what: &str| shown.iter().any(|entry| entry == what);
        assert!(
            seen(expected) || seen("more [Sending]"),
            "{label}: {shown:?}"
        );
        scene.company.heals();
        scene.company.echoes(true);
        scene.agent.wake();
        until(&label, async || scene.company.has() == [["hello", "more"]]).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_is_never_longer_than_asked_for_though_the_clock_is_set_back() {
    for status in [429, 503] {
        let (mut scene, key) = talking().await;
        let refusal = Fault::Refuse(status, "temporarily_unavailable", Some(120));
        scene.company.fails(Point::Send, refusal);
        scene.agent.send(key, "more").await.unwrap();
        let item = async || scene.agent.overview().await.unwrap().companies.remove(0);
        until("limited", async || item().await.limited_until.is_some()).await;
        scene.agent.close().await;
        scene.clock.back(Duration::from_secs(24 * 60 * 60));
        let began = tokio::time::Instant::now();
        scene.restart().await;
        until("sent", async || scene.company.has() == [["hello", "more"]]).await;
        let waited = began.elapsed();
        assert!(
            waited >= Duration::from_secs(60),
            "{status}: it holds over a restart"
        );
        assert!(waited <= Duration::from_secs(130), "{status}: {waited:?}");
    }
}
