//! Streams: what happens is told at once, nothing is lost with a connection, and nothing is asked for
//! in vain.

use std::time::Duration;

use serde_json::json;
use tokio::sync::broadcast::Receiver;

use super::*;
use crate::page::{CoreEvent, Phase, Writing};

async fn streaming() -> (Scene, ConversationKey) {
    let company = FakeCompany::new();
    company.streams();
    let scene = Scene::with(company).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    until("a stream is open", async || {
        scene.company.open_streams() == 1
    })
    .await;
    scene.quiet(key).await;
    (scene, key)
}

fn says(id: &str, text: &str) -> serde_json::Value {
    json!({"id": format!("evt_{id}"), "type": "message", "message": {"id": id, "role": "company",
        "author": {"type": "agent"}, "text": text}})
}

/// Everything that was told until now.
fn told(events: &mut Receiver<CoreEvent>) -> Vec<CoreEvent> {
    std::iter::from_fn(|| events.try_recv().ok()).collect()
}

fn texts(writing: &[Writing]) -> Vec<&str> {
    writing.iter().map(|one| one.text.as_str()).collect()
}

async fn sees(scene: &Scene, text: &str) {
    until(text, async || {
        all_shown(&scene.entries().await).iter().any(|t| t == text)
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_happens_is_told_without_asking_again() {
    let (scene, key) = streaming().await;
    let reads = scene.company.total();
    for n in 0..5 {
        scene.company.tells(says(&format!("s{n}"), &format!("{n}")));
        sees(&scene, &n.to_string()).await;
    }
    assert_eq!(scene.company.total(), reads, "nothing was asked for");
    scene.agent.send(key, "again").await.unwrap();
    scene.quiet(key).await;
    assert_eq!(
        all_shown(&scene.entries().await)[7..],
        ["again [Delivered]", "Answer 2."]
    );
}

#[tokio::test(start_paused = true)]
async fn a_company_that_is_silent_for_hours_costs_next_to_nothing() {
    let (scene, _) = streaming().await;
    let before = scene.company.total();
    for _ in 0..(3 * 60 * 6) {
        scene.company.streams_bytes(": here\n\n");
        tokio::time::sleep(Duration::from_secs(20)).await;
    }
    assert_eq!(scene.company.total(), before, "six hours, no request");
    assert_eq!(scene.company.open_streams(), 1);
}

#[tokio::test(start_paused = true)]
async fn text_being_written_is_drawn_cleaned_and_replaced_by_the_message() {
    let (scene, key) = streaming().await;
    let mut events = scene.agent.subscribe();
    scene.company.writes("w1", "The \u{202e}trail");
    let writing = async || scene.agent.conversation(key).await.unwrap().writing;
    until("drawn", async || !writing().await.is_empty()).await;
    scene.company.writes("w1", " bar");
    until("drawn on", async || {
        texts(&writing().await) == ["The trail bar"]
    })
    .await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let drawn: Vec<_> = told(&mut events)
        .into_iter()
        .filter_map(|event| match event {
            CoreEvent::Writing { writing, .. } => Some(texts(&writing).join("|")),
            _ => None,
        })
        .collect();
    assert_eq!(drawn.last().map(String::as_str), Some("The trail bar"));

    scene.company.tells(says("w1", "The trail bar is good."));
    sees(&scene, "The trail bar is good.").await;
    // It is stored before anybody is told, and what was being written goes with the telling.
    until("it goes", async || writing().await.is_empty()).await;
    let ended: Vec<_> = told(&mut events)
        .into_iter()
        .filter_map(|event| match event {
            CoreEvent::Entry { ends_writing, .. } => ends_writing,
            _ => None,
        })
        .collect();
    assert_eq!(ended, ["w1"]);
    scene.company.writes("w1", "late");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(writing().await.is_empty(), "a late piece begins nothing");
}

#[tokio::test(start_paused = true)]
async fn a_cut_stream_goes_on_after_the_last_event_kept_and_drops_what_was_being_written() {
    let (scene, key) = streaming().await;
    scene.company.tells(says("s1", "one"));
    sees(&scene, "one").await;
    scene.company.writes("w1", "half a sen");
    let writing = async || scene.agent.conversation(key).await.unwrap().writing;
    until("drawn", async || !writing().await.is_empty()).await;
    scene.company.cuts_streams();
    scene.company.tells(says("s2", "two"));
    sees(&scene, "two").await;
    assert!(writing().await.is_empty());
    assert_eq!(
        scene.company.last_event_ids().last(),
        Some(&Some("evt_s1".to_owned()))
    );
    let shown = all_shown(&scene.entries().await);
    assert_eq!(shown, ["hello [Delivered]", "Answer 1.", "one", "two"]);
}

#[tokio::test(start_paused = true)]
async fn a_restarted_program_reads_on_where_it_was() {
    let (mut scene, _) = streaming().await;
    scene.company.tells(says("s1", "one"));
    sees(&scene, "one").await;
    scene.agent.close().await;
    scene.company.tells(says("s2", "two"));
    scene.restart().await;
    sees(&scene, "two").await;
    let shown = all_shown(&scene.entries().await);
    assert_eq!(shown, ["hello [Delivered]", "Answer 1.", "one", "two"]);
}

#[tokio::test(start_paused = true)]
async fn a_company_that_ends_its_streams_at_once_is_read_by_long_poll() {
    let company = FakeCompany::new();
    company.streams();
    company.ends_streams();
    let scene = Scene::with(company).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    tokio::time::sleep(Duration::from_secs(300)).await;
    let streams = scene.company.times(Point::Stream).len();
    assert!((1..=3).contains(&streams), "{streams} streams");
    let reads = scene.company.times(Point::Read).len();
    assert!((8..=20).contains(&reads), "{reads} reads in five minutes");
    scene.company.tells(says("s1", "one"));
    sees(&scene, "one").await;
}

#[tokio::test(start_paused = true)]
async fn a_company_that_answers_json_is_read_by_long_poll() {
    let scene = Scene::new().await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    scene.quiet(key).await;
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert_eq!(scene.company.times(Point::Stream).len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_cannot_be_read_is_left_for_long_poll() {
    let (scene, _) = streaming().await;
    scene.company.streams_bytes("data: {not json\n\n");
    scene.company.tells(says("s1", "one"));
    sees(&scene, "one").await;
    let streams = scene.company.times(Point::Stream).len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(scene.company.times(Point::Stream).len(), streams);
}

#[tokio::test(start_paused = true)]
async fn connections_that_break_again_and_again_are_made_with_longer_waits() {
    let (scene, _) = streaming().await;
    for _ in 0..20 {
        scene.company.fails(Point::Stream, Fault::CutBefore);
    }
    scene.company.cuts_streams();
    let before = scene.company.times(Point::Stream).len();
    tokio::time::sleep(Duration::from_secs(60)).await;
    let tries = scene.company.times(Point::Stream).len() - before;
    assert!((4..=9).contains(&tries), "{tries} tries in a minute");
    let trouble = scene.standing().await.trouble.unwrap();
    assert_eq!(trouble.code, "connection-cut");
    assert!(trouble.retry_at.is_some());
}

#[tokio::test(start_paused = true)]
async fn a_closed_state_of_a_stream_ends_the_conversation_and_its_loop() {
    let (scene, key) = streaming().await;
    scene
        .company
        .tells(json!({"id": "evt_x", "type": "state", "status": "closed"}));
    let phase = async || scene.agent.progress(key).await.unwrap().standing.phase;
    until("closed", async || phase().await == Phase::Closed).await;
    until("the stream is let go", async || {
        scene.company.open_streams() == 0
    })
    .await;
    // The last page is read after the stream; time goes on only once nothing is under way.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let total = scene.company.total();
    tokio::time::sleep(Duration::from_secs(3600)).await;
    assert_eq!(scene.company.total(), total, "no loop for a closed one");
}

#[tokio::test(start_paused = true)]
async fn a_machine_that_slept_connects_anew_within_seconds() {
    let clock = clock();
    let company = FakeCompany::new();
    company.streams();
    let scene = Scene::at(company, std::sync::Arc::clone(&clock)).await;
    let key = scene.chat().await.id;
    scene.agent.send(key, "hello").await.unwrap();
    until("a stream is open", async || {
        scene.company.open_streams() == 1
    })
    .await;
    scene.quiet(key).await;
    let before = scene.company.times(Point::Stream).len();
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(scene.company.times(Point::Stream).len(), before);
    clock.forward(Duration::from_secs(3600));
    let slept = tokio::time::Instant::now();
    until("connected anew", async || {
        scene.company.times(Point::Stream).len() > before
    })
    .await;
    assert!(slept.elapsed() < Duration::from_secs(5), "in paused time");
    assert_eq!(scene.company.open_streams(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_window_looked_at_again_tries_at_once_what_failed_and_what_was_silent_for_long() {
    let (scene, _) = streaming().await;
    let streams = || scene.company.times(Point::Stream).len();
    let before = streams();
    scene.agent.wake();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(streams(), before, "it was heard of just now");
    tokio::time::sleep(Duration::from_secs(40)).await;
    scene.agent.wake();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(streams(), before + 1, "it was silent for long");

    for _ in 0..6 {
        scene.company.fails(Point::Stream, Fault::CutBefore);
    }
    scene.company.cuts_streams();
    until("it waits for long", async || streams() == before + 7).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.company.open_streams(), 0);
    scene.agent.wake();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.company.open_streams(), 1, "not waited for");
}

#[tokio::test(start_paused = true)]
async fn a_receipt_that_says_closed_has_the_last_page_read_beside_a_stream() {
    let (scene, key) = streaming().await;
    scene.company.silent();
    scene.company.echoes(false);
    scene.company.closes_in_silence();
    let reads = scene.company.times(Point::Read).len();
    scene.agent.send(key, "last").await.unwrap();
    until("it is let go", async || scene.company.open_streams() == 0).await;
    assert!(scene.company.times(Point::Read).len() > reads);
    assert_eq!(scene.standing_of(key).await.phase, Phase::Closed);
}
