//! The events of a conversation (draft 0.2 section 7.5), read from a page of them.

mod wire;

#[cfg(test)]
mod tests;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::ids::{ConversationId, Cursor, EventId};
use crate::json::{self, JsonError};
use crate::message::Message;

/// The most events of one page that are read; a page with more is refused.
pub const MAX_EVENTS: usize = 10_000;

/// How a conversation stands (`status`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The Company's side is preparing an answer.
    Working,
    /// Nothing is under way.
    Idle,
    /// Waiting for a person to take over.
    Queued,
    /// Closed for good.
    Closed,
}

/// Who answers for the Company (`responder`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Responder {
    /// Its automated agent.
    Agent,
    /// A person.
    Human,
}

/// The answer to a POST of a conversation (draft 0.2 section 7.7). An unknown status or responder
/// is `None`: later drafts may add some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// The conversation.
    pub conversation_id: ConversationId,
    /// How it stands.
    pub status: Option<Status>,
    /// Who answers.
    pub responder: Option<Responder>,
}

/// One page of events (draft 0.2 section 7.5).
#[derive(Clone, Debug)]
pub struct Page {
    /// The conversation and how it stands.
    pub receipt: Receipt,
    /// The events, in the Company's order.
    pub events: Vec<Event>,
    /// Where to read on. Kept only after the events are.
    pub cursor: Cursor,
    /// More can be read at once.
    pub has_more: bool,
}

/// One event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its id: an event already seen is dropped.
    pub id: EventId,
    /// When, as the Company says (an RFC 3339 text, not checked, never used for order).
    pub created_at: Option<String>,
    /// What happened.
    pub kind: EventKind,
    /// The event exactly as sent.
    pub raw: Box<RawValue>,
}

/// What an event tells.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A message of either side.
    Message(Box<Message>),
    /// A `message` event that holds no message that can be read. It is shown as such, never
    /// dropped: it may have held a disclosure.
    UnreadableMessage {
        /// What was wrong, in plain English.
        problem: String,
    },
    /// The status or the responder changed.
    State {
        /// How the conversation stands now.
        status: Option<Status>,
        /// Who answers now.
        responder: Option<Responder>,
    },
    /// The Company asks the User to sign in.
    Authorization {
        /// `sign_in_required` or `insufficient_scope`, as sent.
        error: String,
        /// The scopes asked for, as sent.
        scope: Option<String>,
    },
    /// The Company asks for the User.
    UserRequested {
        /// Why, as sent.
        reason: Option<String>,
    },
    /// A Direct Conversation was opened.
    DirectOpened {
        /// Its id, when one was named that is an identifier.
        conversation_id: Option<ConversationId>,
    },
    /// A Direct Conversation was closed.
    DirectClosed {
        /// Its id, when one was named that is an identifier.
        conversation_id: Option<ConversationId>,
    },
    /// A type this agent does not know: skipped (draft 0.2 section 7.5).
    Unknown(String),
}

/// Why an answer of the conversation endpoint could not be read. The Company's fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EventError(pub String);

impl Receipt {
    /// Reads a receipt.
    ///
    /// # Errors
    ///
    /// [`EventError`] when it is not one.
    pub fn parse(body: &[u8]) -> Result<Self, EventError> {
        let body = json::parse_strict(body).map_err(|error| EventError(error.to_string()))?;
        let member = |name| body.get(name).and_then(Value::as_str);
        Ok(Self {
            conversation_id: conversation_id(member("conversation_id"))
                .ok_or_else(no_conversation)?,
            status: member("status").and_then(Status::from_wire),
            responder: member("responder").and_then(Responder::from_wire),
        })
    }
}

impl Page {
    /// Reads a page of events. One event that cannot be read costs neither the others nor the
    /// page: without an id it cannot be told from a repeat, so it is given one made from its bytes.
    ///
    /// # Errors
    ///
    /// [`EventError`] when the page itself cannot be read.
    pub fn parse(body: &[u8]) -> Result<Self, EventError> {
        let text =
            std::str::from_utf8(body).map_err(|_| EventError(JsonError::NotUtf8.to_string()))?;
        let wire: wire::Page<'_> = serde_json::from_str(text)
            .map_err(|error| EventError(format!("it is not a page of events: {error}")))?;
        let text_of = |raw| wire::read::<String>(raw);
        let receipt = Receipt {
            conversation_id: conversation_id(text_of(wire.conversation_id).as_deref())
                .ok_or_else(no_conversation)?,
            status: text_of(wire.status).as_deref().and_then(Status::from_wire),
            responder: text_of(wire.responder)
                .as_deref()
                .and_then(Responder::from_wire),
        };
        let cursor = text_of(wire.cursor)
            .and_then(|cursor| Cursor::parse(&cursor).ok())
            .ok_or_else(|| EventError("it has no usable `cursor`".to_owned()))?;
        let events = wire.events.0.into_iter();
        Ok(Self {
            receipt,
            events: events.map(Event::parse_any).collect(),
            cursor,
            has_more: wire::read(wire.has_more).unwrap_or(false),
        })
    }
}

impl Event {
    /// Reads one event from exactly what was sent, as the store keeps it. Reading it again gives the
    /// same event, id included.
    ///
    /// # Errors
    ///
    /// [`EventError`] when it is not a JSON object.
    pub fn parse(raw: &RawValue) -> Result<Self, EventError> {
        if !raw.get().starts_with('{') {
            return Err(EventError("an event must be a JSON object".to_owned()));
        }
        let (outline, kind) = match serde_json::from_str::<wire::Outline>(raw.get()) {
            Ok(outline) if outline.is_message => (outline, message(raw)),
            Ok(outline) => {
                let kind = other_kind(outline.kind.clone().unwrap_or_default(), raw);
                (outline, kind)
            }
            // Whatever it was, it may have been a message.
            Err(_) => (
                wire::Outline::default(),
                unreadable(&"it is not JSON that can be read"),
            ),
        };
        Ok(Self {
            id: outline
                .id
                .and_then(|id| EventId::parse(&id).ok())
                .unwrap_or_else(|| id_from(raw)),
            created_at: outline.created_at,
            kind,
            raw: raw.to_owned(),
        })
    }
}

impl Event {
    /// Reads one event of a page or a stream, whatever it is.
    pub(crate) fn parse_any(raw: &RawValue) -> Self {
        Self::parse(raw).unwrap_or_else(|_| not_an_event(raw))
    }
}

impl Status {
    fn from_wire(text: &str) -> Option<Self> {
        Some(match text {
            "working" => Self::Working,
            "idle" => Self::Idle,
            "queued" => Self::Queued,
            "closed" => Self::Closed,
            _ => return None,
        })
    }
}

impl Responder {
    fn from_wire(text: &str) -> Option<Self> {
        Some(match text {
            "agent" => Self::Agent,
            "human" => Self::Human,
            _ => return None,
        })
    }
}

fn conversation_id(text: Option<&str>) -> Option<ConversationId> {
    ConversationId::parse(text?).ok()
}

fn no_conversation() -> EventError {
    EventError("it has no usable `conversation_id`".to_owned())
}

/// An entry of a page's events that is no object: kept in its place, and skipped like an event of
/// an unknown type.
fn not_an_event(raw: &RawValue) -> Event {
    let kind = EventKind::Unknown(String::new());
    Event {
        id: id_from(raw),
        created_at: None,
        kind,
        raw: raw.to_owned(),
    }
}

/// An id for an event that has none: the same bytes always get the same one.
fn id_from(raw: &RawValue) -> EventId {
    let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, raw.get().as_bytes());
    EventId::from_digest(digest.as_ref())
}

/// What a `message` event tells. A repeated member anywhere in it makes it unreadable: readers would
/// disagree about it, and one that takes the last of two `extensions` would drop a notice.
fn message(raw: &RawValue) -> EventKind {
    let event = match json::parse_strict(raw.get().as_bytes()) {
        Ok(event) => event,
        Err(error) => return unreadable(&error),
    };
    match event.get("message").map(Message::from_value) {
        Some(Ok(message)) => EventKind::Message(Box::new(message)),
        Some(Err(error)) => unreadable(&error),
        None => unreadable(&"the event has no `message`"),
    }
}

fn unreadable(problem: &dyn std::fmt::Display) -> EventKind {
    EventKind::UnreadableMessage {
        problem: problem.to_string(),
    }
}

/// What an event of another type tells. A member that cannot be read is as if it were not there.
fn other_kind(kind: String, raw: &RawValue) -> EventKind {
    let event = json::parse_strict(raw.get().as_bytes()).unwrap_or(Value::Null);
    let member = |name| event.get(name).and_then(Value::as_str);
    let owned = |name| member(name).map(str::to_owned);
    match kind.as_str() {
        "state" => EventKind::State {
            status: member("status").and_then(Status::from_wire),
            responder: member("responder").and_then(Responder::from_wire),
        },
        "authorization" => EventKind::Authorization {
            error: owned("error").unwrap_or_default(),
            scope: owned("scope"),
        },
        "user_requested" => EventKind::UserRequested {
            reason: owned("reason"),
        },
        "direct_opened" => EventKind::DirectOpened {
            conversation_id: conversation_id(member("conversation_id")),
        },
        "direct_closed" => EventKind::DirectClosed {
            conversation_id: conversation_id(member("conversation_id")),
        },
        _ => EventKind::Unknown(kind),
    }
}
