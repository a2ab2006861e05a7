//! How the Company that is played streams.

use futures_util::StreamExt as _;
use futures_util::stream;
use poppy::net::{NetError, Request, Response, StreamResponse};
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::{FakeCompany, State, chat_of};

/// A stream that somebody reads.
pub(super) struct Open {
    chat: String,
    sent: usize,
    sender: UnboundedSender<Result<Vec<u8>, NetError>>,
}

fn frame(event: &Value) -> Vec<u8> {
    let id = event["id"].as_str().unwrap_or_default();
    format!("id: {id}\ndata: {event}\n\n").into_bytes()
}

impl State {
    /// Gives each open stream what is new.
    pub(super) fn publish(&mut self) {
        let chats = &self.chats;
        self.open.retain_mut(|open| {
            let Some(chat) = chats.iter().find(|chat| chat.id == open.chat) else {
                return false;
            };
            let new = chat.events.get(open.sent..).unwrap_or_default();
            open.sent = chat.events.len();
            let mut sent = new.iter().filter(|event| !event.is_null());
            sent.all(|event| open.sender.send(Ok(frame(event))).is_ok())
        });
    }

    fn say(&mut self, what: &Result<Vec<u8>, NetError>) {
        self.open
            .retain(|open| open.sender.send(what.clone()).is_ok());
    }
}

impl FakeCompany {
    /// It streams from now on.
    pub(crate) fn streams(&self) {
        self.state().streams = true;
    }

    /// It ends each stream after what there is.
    pub(crate) fn ends_streams(&self) {
        self.state().short_streams = true;
    }

    /// Each stream brings something new at once, and ends.
    pub(crate) fn floods_with_streams(&self) {
        let mut state = self.state();
        (state.short_streams, state.flooding) = (true, true);
    }

    /// A piece of a message, on each open stream.
    pub(crate) fn writes(&self, message_id: &str, text: &str) {
        let data = json!({"message_id": message_id, "text": text});
        let frame = format!("event: text-delta\ndata: {data}\n\n");
        self.state().say(&Ok(frame.into_bytes()));
    }

    /// Bytes on each open stream.
    pub(crate) fn streams_bytes(&self, bytes: &str) {
        self.state().say(&Ok(bytes.as_bytes().to_vec()));
    }

    /// Each open connection breaks.
    pub(crate) fn cuts_streams(&self) {
        let mut state = self.state();
        state.say(&Err(NetError::Cut("shop.example".to_owned())));
        state.open.clear();
    }

    /// How many streams are open.
    pub(crate) fn open_streams(&self) -> usize {
        let mut state = self.state();
        state.open.retain(|open| !open.sender.is_closed());
        state.open.len()
    }

    /// What came as `Last-Event-ID` with each request for a stream.
    pub(crate) fn last_event_ids(&self) -> Vec<Option<String>> {
        self.state().last_event_ids.clone()
    }

    pub(super) fn stream(&self, request: &Request) -> StreamResponse {
        let mut state = self.state();
        let id = chat_of(request);
        if state.flooding {
            let chat = state.chats.iter_mut().find(|chat| chat.id == id).unwrap();
            let n = chat.events.len();
            chat.events.push(
                json!({"id": format!("evt_n{n}"), "type": "message", "message": {
                    "id": format!("msg_n{n}"), "role": "company", "author": {"type": "agent"},
                    "text": "new"}}),
            );
        }
        let header = request.headers.iter().find(|(n, _)| *n == "last-event-id");
        let last = header.map(|(_, value)| value.clone());
        state.last_event_ids.push(last.clone());
        let chat = state.chats.iter().find(|chat| chat.id == id).unwrap();
        let after = |last: &String| {
            let mut events = chat.events.iter();
            events
                .position(|event| event["id"] == last.as_str())
                .map(|index| index + 1)
        };
        let mut pairs = request.url.query_pairs();
        let cursor = pairs.find(|(name, _)| name == "cursor");
        let cursor = cursor.map_or(0, |(_, cursor)| cursor.parse().unwrap());
        let sent = last.as_ref().and_then(after).unwrap_or(cursor);
        let (sender, receiver) = unbounded_channel();
        state.open.push(Open {
            chat: id,
            sent,
            sender,
        });
        state.publish();
        if state.short_streams {
            state.open.clear();
        }
        let chunks = stream::unfold(receiver, |mut receiver| async {
            receiver.recv().await.map(|chunk| (chunk, receiver))
        });
        let head = Response {
            status: 200,
            headers: vec![("content-type".to_owned(), "text/event-stream".to_owned())],
            body: Vec::new(),
        };
        StreamResponse::chunked(head, "shop.example".to_owned(), chunks.boxed())
    }
}
