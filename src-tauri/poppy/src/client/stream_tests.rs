//! Streams of a Session that answers with given pieces.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use proptest::prelude::*;
use serde_json::json;
use url::Url;

use super::*;
use crate::event::EventKind;
use crate::ids::EventId;
use crate::net::fake::{answer, with_header};
use crate::net::{Chunks, StreamResponse};

/// Answers with one stream.
struct Streams {
    answers: Mutex<VecDeque<StreamResponse>>,
    seen: Mutex<Vec<Request>>,
}

impl Session for Streams {
    fn send(&self, _: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        unreachable!("only streams are asked for")
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, CallError>> {
        assert_eq!(idle, IDLE);
        self.seen.lock().unwrap().push(request);
        let answer = self.answers.lock().unwrap().pop_front().unwrap();
        Box::pin(std::future::ready(Ok(answer)))
    }

    fn session_id(&self) -> Option<String> {
        None
    }

    fn signed_in(&self) -> Option<Vec<String>> {
        None
    }

    fn clock_skew(&self) -> Option<i64> {
        None
    }
}

const IDLE: Duration = Duration::from_secs(45);
const EVENTS: &str = "text/event-stream; charset=utf-8";

fn id(text: &str) -> ConversationId {
    ConversationId::parse(text).unwrap()
}

fn scene(answer: StreamResponse) -> (Arc<Streams>, Conversations) {
    let session = Arc::new(Streams {
        answers: Mutex::new([answer].into()),
        seen: Mutex::default(),
    });
    let endpoint = Url::parse("https://shop.example/chat").unwrap();
    (session.clone(), Conversations::new(session, endpoint))
}

async fn ask(answer: StreamResponse) -> Result<Streaming, CallError> {
    let (_, client) = scene(answer);
    client.stream(&id("c1"), Position::default(), IDLE).await
}

fn chunked(chunks: Chunks) -> StreamResponse {
    let head = with_header(answer(200, ""), "content-type", EVENTS);
    StreamResponse::chunked(head, "shop.example".to_owned(), chunks)
}

fn pieces<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Result<Vec<u8>, NetError>> {
    pieces.into_iter().map(|piece| Ok(piece.to_vec())).collect()
}

async fn open(chunks: Vec<Result<Vec<u8>, NetError>>) -> EventStream {
    match ask(chunked(Box::pin(stream::iter(chunks)))).await {
        Ok(Streaming::Events(events)) => events,
        other => panic!("no stream: {other:?}"),
    }
}

async fn open_text(text: &str) -> EventStream {
    open(pieces([text.as_bytes()])).await
}

/// An item and the place to read on from after it, as texts that can be compared.
type Told = (String, Option<EventId>);

async fn rest(events: &mut EventStream) -> Vec<Told> {
    let mut told = Vec::new();
    while let Some(item) = events.next().await {
        let text = match item {
            Ok(StreamItem::Event(event)) => format!("event {} {}", event.id, event.raw),
            Ok(StreamItem::Delta { message_id, text }) => format!("delta {message_id} {text}"),
            Ok(StreamItem::KeepAlive) => "alive".to_owned(),
            Err(error) => format!("error {}", error.code()),
        };
        told.push((text, events.last_event_id()));
    }
    told
}

async fn texts(text: &str) -> Vec<String> {
    let told = rest(&mut open_text(text).await).await;
    told.into_iter().map(|(text, _)| text).collect()
}

#[tokio::test]
async fn a_stream_is_asked_for_from_where_the_reader_stands() {
    let (session, client) = scene(chunked(Box::pin(stream::empty())));
    let (cursor, last) = (
        Cursor::parse("a&b=c").unwrap(),
        EventId::parse("evt_9").unwrap(),
    );
    let position = Position {
        cursor: Some(&cursor),
        last_event_id: Some(&last),
    };
    client.stream(&id("c1"), position, IDLE).await.unwrap();
    let request = session.seen.lock().unwrap()[0].clone();
    assert_eq!(request.method, Method::Get);
    assert_eq!(
        request.url.as_str(),
        "https://shop.example/chat/c1/events?cursor=a%26b%3Dc"
    );
    assert_eq!(
        request.headers,
        [
            ("accept", "text/event-stream".to_owned()),
            ("last-event-id", "evt_9".to_owned())
        ]
    );
    let (session, client) = scene(chunked(Box::pin(stream::empty())));
    client
        .stream(&id("c1"), Position::default(), IDLE)
        .await
        .unwrap();
    let request = session.seen.lock().unwrap()[0].clone();
    assert_eq!(request.url.query(), None);
    assert_eq!(request.headers.len(), 1);
}

const PEER: &str = concat!(
    ": poppy\n\n",
    "id: e1\ndata: {\"id\": \"e1\", \"type\": \"state\", \"status\": \"working\"}\n\n",
    "event: text-delta\ndata: {\"message_id\": \"m1\", \"text\": \"Hel\"}\n\n",
    "id: e2\ndata: {\"id\": \"e2\", \"type\": \"message\", \"message\": {\"id\": \"m1\", \"role\": ",
    "\"company\", \"author\": {\"type\": \"agent\"}, \"text\": \"Hello ü\"}}\n\n",
);

#[tokio::test]
async fn a_stream_brings_events_pieces_and_signs_of_life() {
    let mut events = open_text(PEER).await;
    let last = |text: &str| Some(EventId::parse(text).unwrap());
    assert_eq!(events.last_event_id(), None);
    assert!(matches!(
        events.next().await,
        Some(Ok(StreamItem::KeepAlive))
    ));
    let Some(Ok(StreamItem::Event(state))) = events.next().await else {
        panic!("an event comes next");
    };
    assert!(matches!(state.kind, EventKind::State { .. }));
    assert_eq!(events.last_event_id(), last("e1"));
    let Some(Ok(StreamItem::Delta { message_id, text })) = events.next().await else {
        panic!("a piece comes next");
    };
    assert_eq!((message_id.as_str(), &*text), ("m1", "Hel"));
    assert_eq!(
        events.last_event_id(),
        last("e1"),
        "a piece is no place to read on from"
    );
    let Some(Ok(StreamItem::Event(message))) = events.next().await else {
        panic!("an event comes next");
    };
    assert!(matches!(message.kind, EventKind::Message(_)));
    assert_eq!(events.last_event_id(), last("e2"));
    assert!(events.next().await.is_none() && events.next().await.is_none());
    assert_eq!(events.last_event_id(), last("e2"));
}

#[tokio::test]
async fn what_is_not_known_is_skipped() {
    let text = concat!(
        "event: other\nid: e5\ndata: {\"id\": \"e5\", \"type\": \"message\"}\n\n",
        "event: text-delta\ndata: {\"message_id\": \"m/1\", \"text\": \"x\"}\n\n",
        "event: text-delta\ndata: {\"message_id\": \"m1\"}\n\n",
        "event: text-delta\ndata: oops\n\n",
        "event: message\ndata: {\"id\": \"e6\"}\n\n",
        "retry: 1500\ndata: 5\n\n",
    );
    let mut events = open_text(text).await;
    let told = rest(&mut events).await;
    assert_eq!(told.len(), 2, "{told:?}");
    assert_eq!(told[0].0, "event e6 {\"id\": \"e6\"}");
    assert_eq!(told[0].1, Some(EventId::parse("e5").unwrap()));
    assert!(told[1].0.ends_with(" 5"), "kept in its place: {told:?}");
    assert_eq!(events.retry(), Some(Duration::from_millis(1500)));
}

#[tokio::test]
async fn what_ends_a_stream_is_told_once() {
    let good = "data: {\"id\": \"e1\"}\n\n";
    let unreadable = texts(&format!("{good}data: {{\n\n{good}")).await;
    assert_eq!(
        unreadable,
        ["event e1 {\"id\": \"e1\"}", "error unreadable-answer"]
    );
    let large = texts(&format!(
        "{good}data: {}\n\n{good}",
        "a".repeat(1024 * 1024)
    ))
    .await;
    assert_eq!(large[1..], ["error answer-too-large"]);
    let mut chunks = pieces([good.as_bytes(), b"data: {"]);
    chunks.push(Err(NetError::Cut("shop.example".into())));
    chunks.extend(pieces([&b"}\n\n"[..]]));
    let cut = rest(&mut open(chunks).await).await;
    assert_eq!(cut.len(), 2, "{cut:?}");
    assert_eq!(cut[1].0, "error connection-cut");
    let unfinished = texts("data: {\"id\": \"e1\"}\n").await;
    assert!(
        unfinished.is_empty(),
        "it comes again, whole: {unfinished:?}"
    );
}

#[tokio::test]
async fn an_item_is_there_as_soon_as_it_came_and_giving_up_loses_none() {
    let first = stream::iter(pieces([&b"data: {\"id\": \"e1\"}\n\ndata: {\"id\""[..]]));
    let (sender, rest) = tokio::sync::oneshot::channel::<Vec<u8>>();
    let later = stream::once(async move { Ok(rest.await.unwrap()) });
    let Ok(Streaming::Events(mut events)) = ask(chunked(Box::pin(first.chain(later)))).await else {
        panic!("no stream");
    };
    let now = events.next().now_or_never();
    assert!(
        matches!(now, Some(Some(Ok(StreamItem::Event(_))))),
        "{now:?}"
    );
    for _ in 0..3 {
        assert!(
            events.next().now_or_never().is_none(),
            "half an event is none"
        );
    }
    sender.send(b": \"e2\"}\n\n".to_vec()).unwrap();
    let told = super::stream_tests::rest(&mut events).await;
    assert_eq!(told[0].0, "event e2 {\"id\": \"e2\"}");
}

fn page(conversation: &str) -> Response {
    let page = json!({
        "conversation_id": conversation, "status": "idle", "responder": "agent",
        "events": [{"id": "e1", "type": "x"}], "cursor": "next", "has_more": false,
    });
    with_header(
        answer(200, &page.to_string()),
        "content-type",
        "application/json",
    )
}

#[tokio::test]
async fn a_company_that_does_not_stream_answers_with_a_page() {
    let Ok(Streaming::Page(read)) = ask(StreamResponse::whole(page("c1"))).await else {
        panic!("no page");
    };
    assert_eq!((read.cursor.as_str(), read.events.len()), ("next", 1));
    let mut in_pieces = page("c1");
    let body = std::mem::take(&mut in_pieces.body);
    let chunks = Box::pin(stream::iter(pieces(body.chunks(7))));
    let in_pieces = StreamResponse::chunked(in_pieces, "shop.example".into(), chunks);
    assert!(matches!(ask(in_pieces).await, Ok(Streaming::Page(_))));
}

#[tokio::test]
async fn other_answers_are_errors() {
    let refused = answer(410, r#"{"error": "cursor_expired"}"#);
    let html = with_header(answer(200, "<html>"), "content-type", "text/html");
    let wrong_status = with_header(answer(204, ""), "content-type", EVENTS);
    let endless = answer(200, &"a".repeat(MAX_BODY + 1));
    for (response, code) in [
        (refused, "cursor_expired"),
        (
            with_header(answer(401, ""), "content-type", EVENTS),
            "unreadable-answer",
        ),
        (answer(307, ""), "redirect"),
        (html, "unreadable-answer"),
        (wrong_status, "unreadable-answer"),
        (page("c2"), "unreadable-answer"),
        (endless, "answer-too-large"),
    ] {
        let mut head = response;
        let body = std::mem::take(&mut head.body);
        let chunks = Box::pin(stream::iter(pieces([body.as_slice()])));
        let answer = StreamResponse::chunked(head, "shop.example".into(), chunks);
        assert_eq!(ask(answer).await.unwrap_err().code(), code);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap()
}

proptest! {
    #[test]
    fn any_pieces_give_the_same_items(cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..30)) {
        let bytes = PEER.as_bytes();
        let mut at: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        at.extend([0, bytes.len()]);
        at.sort_unstable();
        let cut = pieces(at.windows(2).map(|w| &bytes[w[0]..w[1]]));
        runtime().block_on(async {
            let whole = rest(&mut open_text(PEER).await).await;
            prop_assert_eq!(whole.len(), 4);
            prop_assert_eq!(rest(&mut open(cut).await).await, whole.clone());
            prop_assert_eq!(rest(&mut open(pieces(bytes.chunks(1))).await).await, whole);
            Ok(())
        })?;
    }
}
