//! Loops end with their conversations, whatever they wait for; and which conversations they follow.

use std::time::Duration;

use serde_json::json;

use super::*;

/// A scene with an agent that nothing runs in but what runs always.
async fn scene() -> (Scene, usize) {
    let company = FakeCompany::new();
    company.streams();
    let scene = Scene::with(company).await;
    let mut before = usize::MAX;
    until("what ends has ended", async || {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = scene.agent.running().1;
        std::mem::replace(&mut before, now) == now
    })
    .await;
    (scene, before)
}

async fn begun(scene: &Scene) -> ConversationKey {
    let key = scene.agent.new_conversation(scene.id).await.unwrap().id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    key
}

async fn nothing_runs(scene: &Scene, before: usize) {
    until("both loops are over", async || {
        scene.agent.running() == (0, before)
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_page_that_closes_a_conversation_ends_both_loops() {
    let (scene, before) = scene().await;
    begun(&scene).await;
    assert_eq!(scene.agent.running(), (1, before + 2));
    scene
        .company
        .tells(json!({"id": "e1", "type": "state", "status": "closed"}));
    nothing_runs(&scene, before).await;
}

#[tokio::test(start_paused = true)]
async fn a_user_who_closes_a_conversation_ends_both_loops() {
    let (scene, before) = scene().await;
    let key = begun(&scene).await;
    scene.agent.close_conversation(key).await.unwrap();
    nothing_runs(&scene, before).await;
    // One of which the Company does not know, that waits for it.
    let key = scene.agent.new_conversation(scene.id).await.unwrap().id;
    for _ in 0..9 {
        scene.company.fails(Point::Start, Fault::CutBefore);
    }
    scene.agent.send(key, "hello").await.unwrap();
    tokio::time::sleep(Duration::from_secs(5)).await;
    scene.agent.close_conversation(key).await.unwrap();
    nothing_runs(&scene, before).await;
}

#[tokio::test(start_paused = true)]
async fn a_refusal_that_ends_a_conversation_ends_a_loop_that_waits() {
    for limit in [None, Some(3600)] {
        let (scene, before) = scene().await;
        let key = begun(&scene).await;
        if let Some(limit) = limit {
            // The reader waits for the limit.
            scene.company.fails(
                Point::Stream,
                Fault::Refuse(429, "rate_limited", Some(limit)),
            );
            scene.company.cuts_streams();
            tokio::time::sleep(Duration::from_secs(5)).await;
            assert!(scene.standing_of(key).await.trouble.is_some());
            scene.agent.ask_now(scene.id).await.unwrap();
        }
        scene.company.fails(
            Point::Handoff,
            Fault::Refuse(404, "conversation_not_found", None),
        );
        let error = scene.agent.hand_off(key).await.unwrap_err();
        assert_eq!(error.code(), "conversation_not_found");
        nothing_runs(&scene, before).await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_latest_are_followed_and_the_others_looked_at_now_and_then() {
    let (scene, _) = scene().await;
    let mut keys = Vec::new();
    for _ in 0..10 {
        keys.push(begun(&scene).await);
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(scene.company.open_streams(), 6);
    // Something is said in the oldest, which nobody follows.
    scene.company.tells(
        json!({"id": "e1", "type": "message", "message": {"id": "m", "role": "company",
        "author": {"type": "agent"}, "text": "late"}}),
    );
    tokio::time::sleep(Duration::from_secs(60)).await;
    let said = async || {
        let rows = scene.agent.conversations(scene.id).await.unwrap();
        rows.iter().find(|row| row.id == keys[0]).unwrap().unread
    };
    assert_eq!(said().await, 1, "not yet");
    tokio::time::sleep(Duration::from_secs(1000)).await;
    assert_eq!(said().await, 2, "it was looked at");
    assert_eq!(scene.company.open_streams(), 6);
    // One that is opened is followed at once.
    scene.agent.conversation(keys[1]).await.unwrap();
    let before = scene.company.times(Point::Stream).len();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.company.times(Point::Stream).len(), before + 1);
    assert_eq!(scene.company.open_streams(), 6);
}

/// A Company cannot have its notice come late by making noise elsewhere.
#[tokio::test(start_paused = true)]
async fn what_the_user_looks_at_stays_followed() {
    let (scene, _) = scene().await;
    let key = begun(&scene).await;
    for number in 0..7 {
        scene.company.opens_direct(&format!("cnv_x{number}"));
        scene.company.says_in_the_last("Look here.");
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    scene.company.tells(
        json!({"id": "e1", "type": "message", "message": {"id": "m", "role": "company",
        "author": {"type": "agent"}, "text": "Contains peanuts."}}),
    );
    tokio::time::sleep(Duration::from_secs(5)).await;
    let shown = all_shown(&scene.entries_of(key).await);
    assert_eq!(shown.last().unwrap(), "Contains peanuts.");
}

#[tokio::test(start_paused = true)]
async fn at_the_start_few_are_read_at_once_and_in_the_end_all() {
    let (mut scene, _) = scene().await;
    for _ in 0..20 {
        begun(&scene).await;
    }
    scene.company.holds(Point::Read);
    let before = scene.company.times(Point::Read).len();
    scene.restart().await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let reads = || scene.company.times(Point::Read).len() - before;
    assert_eq!(reads(), 3);
    scene.company.lets_go();
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert!(reads() >= 20, "{}", reads());
    assert_eq!(scene.company.open_streams(), 6);
}
