//! The agent's client reads the demo's streams.

use std::sync::Arc;
use std::time::Duration;

use candor_demo::{Fault, On, Pace};
use poppy::client::{CallError, Conversations, EventStream, Position, StreamItem, Streaming};
use poppy::event::{Event, EventKind, Status};
use poppy::ids::{ConversationId, EventId};
use poppy::message::Role;

use tokio::sync::Semaphore;

use crate::{Agent, messages, new_message};

/// Longer than any test waits.
const IDLE: Duration = Duration::from_secs(60);

async fn open(
    conversations: &Conversations,
    id: &ConversationId,
    last: Option<&EventId>,
) -> Result<EventStream, CallError> {
    let position = Position {
        cursor: None,
        last_event_id: last,
    };
    match conversations.stream(id, position, IDLE).await? {
        Streaming::Events(events) => Ok(events),
        Streaming::Page(page) => panic!("not a stream: {page:?}"),
    }
}

fn is_closing(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::State {
            status: Some(Status::Closed),
            ..
        }
    )
}

#[tokio::test]
async fn what_is_written_is_seen_being_written_and_is_whole_in_the_end() {
    let agent = Agent::new();
    let permits = Arc::new(Semaphore::new(0));
    let pace = Pace::ByHand(Arc::clone(&permits));
    let demo = agent.demo(|options| options.pace = pace).await;
    let (_, conversations) = agent.meet(demo.network()).await;
    let receipt = conversations.start(&new_message("long")).await.unwrap();
    let id = receipt.conversation_id;
    conversations
        .send(&id, &new_message("close"))
        .await
        .unwrap();
    let mut stream = open(&conversations, &id, None).await.unwrap();
    // The introduction, the pause before the answer, and a few words.
    permits.add_permits(10);
    let mut events = Vec::new();
    let mut written = String::new();
    let mut writing = None;
    while let Some(item) = stream.next().await {
        match item.unwrap() {
            StreamItem::Event(event) => events.push(event),
            StreamItem::Delta { message_id, text } => {
                written.push_str(&text);
                writing = Some(message_id);
                permits.close();
            }
            StreamItem::KeepAlive => {}
        }
    }
    assert!(is_closing(events.last().unwrap()));
    let answers = messages(&events, Role::Company);
    assert_eq!(answers.len(), 3);
    assert!(answers.iter().all(|message| message.problems.is_empty()));
    let whole = answers.iter().find(|message| message.id == writing);
    let text = whole.unwrap().text.as_deref().unwrap();
    assert!(!written.is_empty() && text.starts_with(&written));
}

#[tokio::test]
async fn a_stream_cut_at_any_byte_goes_on_where_it_was() {
    let agent = Agent::new();
    let demo = agent.demo(|_| {}).await;
    let (_, conversations) = agent.meet(demo.network()).await;
    let receipt = conversations.start(&new_message("close")).await.unwrap();
    let id = receipt.conversation_id;
    let mut read: Vec<Event> = Vec::new();
    let mut bytes = 150;
    while !read.last().is_some_and(is_closing) {
        demo.faults().next(On::Read, 1, Fault::CutAnswer(bytes));
        // Ever later, so that it gets on whatever an event's length.
        bytes += 97;
        let last = read.last().map(|event| event.id.clone());
        let Ok(mut stream) = open(&conversations, &id, last.as_ref()).await else {
            continue;
        };
        while let Some(Ok(item)) = stream.next().await {
            if let StreamItem::Event(event) = item {
                read.push(event);
            }
        }
    }
    let ids: Vec<_> = read
        .iter()
        .map(|event| event.id.as_str().to_owned())
        .collect();
    let kept: Vec<_> = demo
        .history(&id)
        .iter()
        .map(|event| event["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids, kept, "each once and in order");
}

#[tokio::test]
async fn a_demo_that_does_not_stream_gives_a_page() {
    let agent = Agent::new();
    let demo = agent.demo(|options| options.streams = false).await;
    let (_, conversations) = agent.meet(demo.network()).await;
    let receipt = conversations.start(&new_message("Hello")).await.unwrap();
    let id = receipt.conversation_id;
    let position = Position::default();
    let found = conversations.stream(&id, position, IDLE).await.unwrap();
    assert!(matches!(found, Streaming::Page(page) if !page.events.is_empty()));
}
