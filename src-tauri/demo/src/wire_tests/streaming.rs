//! Streams over the wire.

use futures_util::StreamExt as _;
use poppy::net::{Chunks, Method};
use serde_json::{Value, json};

use super::caller::{Caller, message};
use super::{Stage, by_hand};
use crate::Pace;

/// A stream, read frame by frame.
struct Frames {
    chunks: Chunks,
    text: String,
}

/// One frame.
#[derive(Debug, PartialEq)]
enum Frame {
    Comment,
    Event { id: String, event: Value },
    Delta(Value),
}

impl Frames {
    async fn open(caller: &Caller, conversation: &str, last: Option<&str>) -> Self {
        let url = format!("{conversation}/events");
        let extra: Vec<_> = last.map(|id| ("last-event-id", id)).into_iter().collect();
        let opened = caller.open(&url, &extra).await;
        assert_eq!(opened.status(), 200);
        assert_eq!(opened.header("content-type"), Some("text/event-stream"));
        assert_eq!(opened.header("cache-control"), Some("no-store"));
        Self {
            chunks: opened.into_chunks(),
            text: String::new(),
        }
    }

    /// The next frame. `None`: the end.
    async fn next(&mut self) -> Option<Frame> {
        while !self.text.contains("\n\n") {
            let chunk = self.chunks.next().await?.unwrap();
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        let (frame, rest) = self.text.split_once("\n\n").unwrap();
        let frame = frame.to_owned();
        self.text = rest.to_owned();
        if frame.starts_with(':') {
            return Some(Frame::Comment);
        }
        let (first, data) = frame.split_once("\ndata: ").unwrap();
        let data = serde_json::from_str(data).unwrap();
        Some(match first.strip_prefix("id: ") {
            Some(id) => Frame::Event {
                id: id.to_owned(),
                event: data,
            },
            None => {
                assert_eq!(first, "event: text-delta");
                Frame::Delta(data)
            }
        })
    }

    /// Events up to the state `status`, and the pieces of messages that came before each.
    async fn until(&mut self, status: &str) -> (Vec<Value>, Vec<Value>) {
        let (mut events, mut deltas) = (Vec::new(), Vec::new());
        loop {
            match self.next().await.unwrap() {
                Frame::Comment => {}
                Frame::Delta(delta) => deltas.push(delta),
                Frame::Event { id, event } => {
                    assert_eq!(event["id"], json!(id));
                    let over = event["status"] == status;
                    events.push(event);
                    if over {
                        return (events, deltas);
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn a_stream_tells_what_is_there_then_what_comes_and_ends_with_the_conversation() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "trail bar").await;
    let mut frames = Frames::open(&caller, &conversation, None).await;
    assert_eq!(frames.next().await, Some(Frame::Comment));
    let (mut all, _) = frames.until("idle").await;
    let messages = format!("{conversation}/messages");
    caller.post(&messages, &message("msg_2", "close")).await;
    let (rest, _) = frames.until("closed").await;
    assert_eq!(frames.next().await, None);
    all.extend(rest);
    assert_eq!(all, caller.read_until(&conversation, "closed").await);
    // Nothing comes in a closed conversation: what there was, and the end.
    let last = all[3]["id"].as_str().unwrap();
    let mut again = Frames::open(&caller, &conversation, Some(last)).await;
    assert_eq!(again.until("closed").await.0, all[4..]);
    assert_eq!(again.next().await, None);
}

#[tokio::test]
async fn the_last_event_goes_before_the_cursor_and_wrong_ones_are_refused() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "close").await;
    let all = caller.read_until(&conversation, "closed").await;
    let page = caller.get(&format!("{conversation}/events")).await;
    let cursor = page.text("cursor");
    let (own, _) = cursor.rsplit_once('.').unwrap();
    let url = format!("{conversation}/events?cursor={own}.2");
    let read = async |last: Option<&str>| {
        let extra: Vec<_> = last.map(|id| ("last-event-id", id)).into_iter().collect();
        let opened = caller.open(&url, &extra).await;
        let mut frames = Frames {
            chunks: opened.into_chunks(),
            text: String::new(),
        };
        frames.until("closed").await.0
    };
    assert_eq!(read(None).await, all[2..]);
    assert_eq!(read(all[2]["id"].as_str()).await, all[3..]);
    for wrong in ["evt_none", "x", cursor.as_str()] {
        let url = format!("{conversation}/events");
        let mut headers = caller.headers(Method::Get, &url);
        headers.push(("accept", "text/event-stream".to_owned()));
        headers.push(("last-event-id", wrong.to_owned()));
        let answer = caller.raw(Method::Get, &url, headers, Vec::new()).await;
        answer.unwrap().is(400, "invalid_cursor");
    }
    let other = Caller::new(&stage, "usr_2").await;
    let url = format!("{conversation}/events");
    assert_eq!(other.open(&url, &[]).await.status(), 404);
}

#[tokio::test]
async fn a_long_answer_is_watched_being_written_and_is_then_whole() {
    let (pace, permits) = by_hand();
    let stage = Stage::with(pace, |_| {}).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "long").await;
    let mut frames = Frames::open(&caller, &conversation, None).await;
    // The introduction, the pause before the answer, and two words.
    permits.add_permits(4);
    let mut written = String::new();
    let mut names = Vec::new();
    while written.len() < "Here is the".len() {
        if let Frame::Delta(delta) = frames.next().await.unwrap() {
            written.push_str(delta["text"].as_str().unwrap());
            names.push(delta["message_id"].clone());
        }
    }
    assert_eq!(written, "Here is the ");

    // A message sent meanwhile does not disturb it, nor one who comes later.
    let messages = format!("{conversation}/messages");
    caller.post(&messages, &message("msg_2", "thanks")).await;
    let mut late = Frames::open(&caller, &conversation, None).await;
    let caught_up = loop {
        if let Frame::Delta(delta) = late.next().await.unwrap() {
            break delta;
        }
    };
    assert_eq!(caught_up["text"], json!("Here is the "));
    let page = caller.get(&format!("{conversation}/events")).await;
    assert!(page.events().iter().all(|e| e["type"] != "text-delta"));

    permits.close();
    for mut frames in [frames, late] {
        let mut so_far = written.clone();
        let whole = loop {
            match frames.next().await.unwrap() {
                Frame::Delta(delta) => {
                    assert_eq!(delta["message_id"], names[0]);
                    so_far.push_str(delta["text"].as_str().unwrap());
                }
                Frame::Event { event, .. } if event["message"]["id"] == names[0] => break event,
                _ => {}
            }
        };
        let text = whole["message"]["text"].as_str().unwrap();
        assert!(text.starts_with(&so_far) && text.len() > 1000);
    }
    let events = caller.read_until(&conversation, "idle").await;
    let ids: std::collections::BTreeSet<_> = events
        .iter()
        .filter(|e| e["type"] == "message")
        .map(|e| e["message"]["id"].to_string())
        .collect();
    assert_eq!(ids.len(), 5, "two of the User's, three of the Company's");
}

#[tokio::test]
async fn a_stream_with_nothing_to_say_says_so_at_its_pace() {
    let (pace, permits) = by_hand();
    let stage = Stage::with(Pace::None, |options| options.keep_alive = pace).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    let mut frames = Frames::open(&caller, &conversation, None).await;
    frames.until("idle").await;
    for _ in 0..3 {
        permits.add_permits(1);
        assert_eq!(frames.next().await, Some(Frame::Comment));
    }
}

#[tokio::test]
async fn a_demo_that_does_not_stream_answers_with_a_page() {
    let stage = Stage::with(Pace::None, |options| options.streams = false).await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "close").await;
    caller.read_until(&conversation, "closed").await;
    let opened = caller.open(&format!("{conversation}/events"), &[]).await;
    assert_eq!(opened.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn a_stream_ends_with_the_demo_and_when_its_place_is_lost() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let conversation = caller.start("msg_1", "Hello").await;
    let mut frames = Frames::open(&caller, &conversation, None).await;
    let (before, _) = frames.until("idle").await;
    let messages = format!("{conversation}/messages");
    caller
        .post(&messages, &message("msg_2", "lose my place"))
        .await;
    while frames.next().await.is_some() {}
    let last = before.last().unwrap()["id"].as_str().unwrap();
    let url = format!("{conversation}/events");
    let expired = caller.open(&url, &[("last-event-id", last)]).await;
    assert_eq!(expired.status(), 410);

    let mut anew = Frames::open(&caller, &conversation, None).await;
    let (kept, _) = anew.until("idle").await;
    assert_eq!(kept[0]["message"]["id"], "msg_2");
    drop(stage);
    // Reads to the end, or to the cut.
    while let Some(Ok(_)) = anew.chunks.next().await {}
}
