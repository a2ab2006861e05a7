//! A message of a conversation, drafts 0.2 and 0.3 through one model (0.3 section 8.4, 0.2
//! section 7.4).
//!
//! Reading is lenient on purpose: a message with one member that cannot be read still shows the
//! others, since what it says, above all a disclosure, matters to the User. Each thing that was
//! wrong is listed in [`Message::problems`].

use serde_json::{Map, Value};

use crate::ids::MessageId;

/// Which side a message is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The User's side: the message is our own, come back.
    User,
    /// The Company's side.
    Company,
}

/// Who wrote a message, as its side says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// An automated agent (`"agent"`).
    Agent,
    /// A person (`"human"`).
    Human,
    /// Not said, or said in a word this agent does not know: attributed to the side, never to a
    /// person.
    Unknown,
}

/// One message, read from what was sent. Texts are as sent: clean them before they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The message's id; `None` when it is missing or not an identifier.
    pub id: Option<MessageId>,
    /// Which side it is of.
    pub role: Role,
    /// Who wrote it: `author.type` of draft 0.3, else `sender` of draft 0.2.
    pub author: Author,
    /// The text, if there is one that is a string.
    pub text: Option<String>,
    /// `data`, whatever it holds.
    pub data: Option<Value>,
    /// `extensions` by name. Empty for a message that is not the Company's: only Company messages
    /// carry extension content.
    pub extensions: Map<String, Value>,
    /// What was wrong with it, in plain English, one sentence each.
    pub problems: Vec<String>,
}

/// What is no message at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is not a JSON object.
    #[error("a message must be a JSON object, and this is {0}")]
    NotAnObject(&'static str),
    /// `role` is not `"user"` or `"company"`, so nobody can be named as its sender.
    #[error("a message must have a `role` of \"company\" or \"user\"")]
    NoRole,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`MessageError`] when it is no message at all.
    pub fn from_value(_value: &Value) -> Result<Self, MessageError> {
        todo!()
    }
}
