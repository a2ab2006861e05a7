//! The events of a conversation (draft 0.2 section 7.5), read from a page of them.

use serde_json::value::RawValue;

use crate::ids::{ConversationId, Cursor, EventId};
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
    pub fn parse(_body: &[u8]) -> Result<Self, EventError> {
        todo!()
    }
}

impl Page {
    /// Reads a page of events. One event that cannot be read costs neither the others nor the
    /// page: without an id it cannot be told from a repeat, so it is given one made from its bytes.
    ///
    /// # Errors
    ///
    /// [`EventError`] when the page itself cannot be read.
    pub fn parse(_body: &[u8]) -> Result<Self, EventError> {
        todo!()
    }
}

impl Event {
    /// Reads one event from exactly what was sent, as the store keeps it.
    ///
    /// # Errors
    ///
    /// [`EventError`] when it is not a JSON object.
    pub fn parse(_raw: &RawValue) -> Result<Self, EventError> {
        todo!()
    }
}
