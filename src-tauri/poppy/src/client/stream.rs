//! A conversation's events as they happen (draft 0.2 section 7.6).
//!
//! What is relied on: `id:` names a place the Company can go on from when it comes back as
//! `Last-Event-ID`, and is the id of the event it comes with; `data:` without `event:` is one event,
//! exactly as in a page. Nothing else: a Company may send no `state` and no keep-alive comment, end
//! the stream after what there is, or not stream at all. A cursor and an event id are two things,
//! even where a Company makes them the same: both are given when both are known.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::Value;
use serde_json::value::RawValue;

use super::sse::{Frame, Parser, TooLarge};
use super::{CallError, Conversations, PATIENCE, accept, same_conversation, unreadable};
use crate::event::{Event, Page};
use crate::ids::{ConversationId, Cursor, EventId, MessageId};
use crate::json;
use crate::net::{Chunks, MAX_BODY, Method, NetError, Request, host_of};

/// The longest wait before coming back that is believed.
const MAX_RETRY: Duration = Duration::from_secs(60 * 60);

/// Where to read on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Position<'a> {
    /// The cursor of the last page kept. A Company that answers with a page, or knows nothing of
    /// `Last-Event-ID`, begins here; what it repeats is known by its event ids.
    pub cursor: Option<&'a Cursor>,
    /// [`EventStream::last_event_id`] as of the last event kept. It wins over the cursor.
    pub last_event_id: Option<&'a EventId>,
}

/// What a Company answers to a reader who asks for a stream.
#[derive(Debug)]
pub enum Streaming {
    /// A stream.
    Events(EventStream),
    /// It does not stream: the page it sent, after which [`Conversations::read`] reads on.
    Page(Page),
}

/// What a stream brings.
#[derive(Clone, Debug)]
pub enum StreamItem {
    /// An event, as in a page. It may come twice.
    Event(Event),
    /// A piece of a message that is being written: for display only, never to be acted on. The whole
    /// message replaces it; when the stream ends, the pieces are dropped.
    Delta {
        /// The message it will be.
        message_id: MessageId,
        /// What comes after the pieces before, as sent.
        text: String,
    },
    /// A comment: the Company is there, and has nothing to say.
    KeepAlive,
}

/// A stream of one conversation's events.
pub struct EventStream {
    host: String,
    chunks: Chunks,
    /// What came and is not yet read.
    chunk: VecDeque<u8>,
    parser: Parser,
    has_ended: bool,
}

impl Conversations {
    /// Reads events as they happen, from `position` on (`GET E/{id}/events`, `Accept:
    /// text/event-stream`). `idle` is the longest silence that is waited through: a Company says
    /// something every 15 to 30 seconds (draft 0.2, guide for Companies), a dead connection nothing.
    ///
    /// # Errors
    ///
    /// [`CallError`], as for [`Conversations::read`].
    pub async fn stream(
        &self,
        id: &ConversationId,
        position: Position<'_>,
        idle: Duration,
    ) -> Result<Streaming, CallError> {
        let mut url = self.url(id, "events");
        if let Some(cursor) = position.cursor {
            url.query_pairs_mut().append_pair("cursor", cursor.as_str());
        }
        let mut headers = vec![accept("text/event-stream")];
        if let Some(last) = position.last_event_id {
            headers.push(("last-event-id", last.as_str().to_owned()));
        }
        let request = Request {
            method: Method::Get,
            url,
            headers,
            body: Vec::new(),
            timeout: PATIENCE,
            max_body: MAX_BODY,
        };
        let answer = self.session.open(request, idle).await?;
        if answer.status() == 200 && is_event_stream(answer.header("content-type")) {
            return Ok(Streaming::Events(EventStream {
                host: host_of(&self.endpoint),
                chunks: answer.into_chunks(),
                chunk: VecDeque::new(),
                parser: Parser::default(),
                has_ended: false,
            }));
        }
        let response = Self::succeeded(answer.collect(MAX_BODY, PATIENCE).await?)?;
        let page = Page::parse(&response.body).map_err(|error| unreadable(&response, error))?;
        same_conversation(&response, id, &page.receipt)?;
        Ok(Streaming::Page(page))
    }
}

fn is_event_stream(content_type: Option<&str>) -> bool {
    let essence = content_type.and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("text/event-stream"))
}

impl EventStream {
    /// The next thing the Company says; `None` when it ended the stream, after which the
    /// conversation is read on from [`EventStream::last_event_id`]. Nothing comes after an error.
    /// Dropping the future loses nothing.
    ///
    /// # Errors
    ///
    /// [`CallError::Net`] when the connection fails or is silent for too long, or something is too
    /// large. [`CallError::Unreadable`] when an event is not JSON: reading pages goes on past it.
    pub async fn next(&mut self) -> Option<Result<StreamItem, CallError>> {
        while !self.has_ended {
            match self.next_in_chunk() {
                Ok(Some(item)) => return Some(Ok(item)),
                Ok(None) => {}
                Err(error) => return Some(Err(self.end(error))),
            }
            match self.chunks.next().await {
                Some(Ok(chunk)) => self.chunk = chunk.into(),
                Some(Err(error)) => return Some(Err(self.end(error.into()))),
                None => self.has_ended = true,
            }
        }
        None
    }

    /// Where to read on: the last `id:` that came with what [`EventStream::next`] gave so far. It is
    /// to be kept together with the event. `None` until there is one that is an event id.
    #[must_use]
    pub fn last_event_id(&self) -> Option<EventId> {
        EventId::parse(self.parser.last_id()).ok()
    }

    /// How long the Company asks to wait before coming back when the stream ends (`retry:`), at most
    /// an hour.
    #[must_use]
    pub fn retry(&self) -> Option<Duration> {
        let asked = Duration::from_millis(self.parser.retry()?);
        Some(asked.min(MAX_RETRY))
    }

    fn end(&mut self, error: CallError) -> CallError {
        self.has_ended = true;
        error
    }

    fn next_in_chunk(&mut self) -> Result<Option<StreamItem>, CallError> {
        let mut rest: &[u8] = self.chunk.make_contiguous();
        let came = rest.len();
        let mut found = None;
        while found.is_none() {
            let frame = self.parser.next(&mut rest);
            let frame = frame.map_err(|TooLarge| NetError::TooLarge(self.host.clone()))?;
            let Some(frame) = frame else { break };
            found = item(frame)?;
        }
        let read = came - rest.len();
        self.chunk.drain(..read);
        Ok(found)
    }
}

/// What a frame tells; `None` for what this agent does not know (draft 0.2 section 7.5), and for a
/// piece of text that cannot be read: the whole message comes in any case.
fn item(frame: Frame) -> Result<Option<StreamItem>, CallError> {
    let (name, data) = match frame {
        Frame::Comment => return Ok(Some(StreamItem::KeepAlive)),
        Frame::Event { name, data } => (name, data),
    };
    match name.as_str() {
        "" | "message" => event(data).map(Some),
        "text-delta" => Ok(delta(&data)),
        _ => Ok(None),
    }
}

fn event(data: String) -> Result<StreamItem, CallError> {
    let raw = RawValue::from_string(data).map_err(|_| CallError::Unreadable {
        status: 200,
        problem: "an event of its stream is not JSON that can be read".to_owned(),
    })?;
    Ok(StreamItem::Event(Event::parse_any(&raw)))
}

fn delta(data: &str) -> Option<StreamItem> {
    let delta = json::parse_strict(data.as_bytes()).ok()?;
    let member = |name| delta.get(name).and_then(Value::as_str);
    Some(StreamItem::Delta {
        message_id: MessageId::parse(member("message_id")?).ok()?,
        text: member("text")?.to_owned(),
    })
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream")
            .field("host", &self.host)
            .finish_non_exhaustive()
    }
}
