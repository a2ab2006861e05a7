//! Companies that say more than anybody can take: bounded in memory, in work and in what the window
//! is given.

use std::time::Duration;

use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::time::Instant;

use super::*;
use crate::page::CoreEvent;

async fn streaming() -> (Scene, ConversationKey) {
    let company = FakeCompany::new();
    company.streams();
    let scene = Scene::with(company).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    until("a stream is open", async || {
        scene.company.open_streams() == 1
    })
    .await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    (scene, key)
}

fn says(n: usize) -> serde_json::Value {
    json!({"id": format!("evt_{n}"), "type": "message", "message": {"id": format!("msg_{n}"),
        "role": "company", "author": {"type": "agent"}, "text": format!("{n}")}})
}

async fn sees(scene: &Scene, text: &str) {
    until(text, async || {
        all_shown(&scene.entries().await).iter().any(|t| t == text)
    })
    .await;
}

/// The sizes of what was drawn until now.
fn drawn(events: &mut Receiver<CoreEvent>) -> Vec<usize> {
    std::iter::from_fn(|| events.try_recv().ok())
        .filter_map(|event| match event {
            CoreEvent::Writing { writing, .. } => {
                Some(writing.iter().map(|one| one.text.len()).sum())
            }
            _ => None,
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn however_much_is_being_written_the_window_is_given_little_of_it() {
    let (scene, key) = streaming().await;
    let mut events = scene.agent.subscribe();
    for message in 0..12 {
        for _ in 0..200 {
            scene
                .company
                .writes(&format!("w{message}"), &"x".repeat(1000));
        }
    }
    tokio::time::sleep(Duration::from_secs(60)).await;
    let drawn = drawn(&mut events);
    assert!(!drawn.is_empty());
    assert!(drawn.iter().all(|size| *size < 70_000), "{drawn:?}");
    let writing = scene.agent.conversation(key).await.unwrap().writing;
    assert!(writing.iter().all(|one| one.text.ends_with('\u{2026}')));
}

#[tokio::test(start_paused = true)]
async fn a_window_that_is_slow_is_waited_for_and_long_text_is_drawn_more_rarely() {
    let (scene, key) = streaming().await;
    let mut events = scene.agent.subscribe();
    // A little every 50 ms, for 10 s. The window never says that it has drawn.
    for _ in 0..200 {
        scene.company.writes("w1", "some words ");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let drawn_blindly = drawn(&mut events).len();
    assert!((4..=7).contains(&drawn_blindly), "{drawn_blindly}");
    // It says so at once.
    let mut counts = Vec::new();
    for piece in ["short ".to_owned(), "long ".repeat(1600)] {
        scene.company.writes("w2", &piece);
        let mut count = 0;
        for _ in 0..200 {
            scene.company.writes("w2", "a");
            tokio::time::sleep(Duration::from_millis(50)).await;
            let new = drawn(&mut events).len();
            count += new;
            if new > 0 {
                scene.agent.drew_writing(key);
            }
        }
        counts.push(count);
    }
    assert!(counts[0] > 40, "{counts:?}");
    assert!(counts[1] < counts[0] / 2 && counts[1] > 10, "{counts:?}");
}

#[tokio::test(start_paused = true)]
async fn comments_and_pieces_are_taken_at_a_bounded_pace() {
    for flood in [
        ": here\n\n".to_owned(),
        "event: text-delta\ndata: {\"message_id\": \"w1\", \"text\": \"a\"}\n\n".to_owned(),
    ] {
        let (scene, _) = streaming().await;
        for _ in 0..10 {
            scene.company.streams_bytes(&flood.repeat(1000));
        }
        scene.company.tells(says(1));
        let began = Instant::now();
        sees(&scene, "1").await;
        let took = began.elapsed();
        assert!(took >= Duration::from_secs(9), "{took:?} in paused time");
        assert!(took < Duration::from_secs(15), "{took:?} in paused time");
    }
}

#[tokio::test(start_paused = true)]
async fn streams_that_bring_one_thing_and_end_are_opened_ever_more_slowly() {
    let (scene, _) = streaming().await;
    scene.company.floods_with_streams();
    scene.company.cuts_streams();
    let before = scene.company.times(Point::Stream).len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let streams = scene.company.times(Point::Stream).len() - before;
    assert!((5..=20).contains(&streams), "{streams} in a minute");
}

#[tokio::test(start_paused = true)]
async fn the_lists_are_not_told_for_each_event_of_a_flood() {
    let (scene, _) = streaming().await;
    let mut events = scene.agent.subscribe();
    for n in 0..90 {
        scene.company.tells(says(n));
    }
    sees(&scene, "89").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (mut entries, mut lists, mut unread) = (0, 0, 0);
    while let Ok(event) = events.try_recv() {
        match event {
            CoreEvent::Entry { .. } => entries += 1,
            CoreEvent::Companies { companies } => {
                (lists, unread) = (lists + 1, companies[0].unread);
            }
            _ => {}
        }
    }
    assert_eq!(entries, 90, "each entry is");
    assert!((1..30).contains(&lists), "{lists}");
    assert_eq!(unread, 91, "the last word is right");
}
