//! The conversation client: start, send and read (draft 0.2 section 7, messages of 0.3 section 8).

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use crate::documents::company::ProtocolVersion;
use crate::event::{Page, Receipt};
use crate::ids::{ConversationId, Cursor, MessageId};
use crate::net::NetError;
use crate::session::Session;

/// Why a call to a Company did not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// No answer: it is not known whether the Company did what was asked.
    #[error(transparent)]
    Net(#[from] NetError),
    /// The Company refused, with a code of the protocol.
    #[error("the Company answered {code}")]
    Refused {
        /// The code (`invalid_request`, `rate_limited`, …), cleaned and bounded.
        code: String,
        /// The HTTP status.
        status: u16,
        /// How long the Company asks to wait (`Retry-After`, both forms).
        retry_after: Option<Duration>,
    },
    /// The Company answered something that is not of the protocol. Its fault.
    #[error("the Company's answer cannot be read: {problem}")]
    Unreadable {
        /// The HTTP status.
        status: u16,
        /// What is wrong, in plain English.
        problem: String,
    },
    /// A redirect where none may be followed.
    #[error("the Company answered with a redirect, which is not followed here")]
    Redirect,
    /// Our own key cannot sign.
    #[error(transparent)]
    Key(#[from] crate::keys::KeyError),
}

/// What to do after a [`CallError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retry {
    /// Send the same again, after backing off, and no earlier than this.
    Later(Option<Duration>),
    /// Sending the same again cannot help: somebody must do something.
    Never,
}

impl CallError {
    /// Whether sending the same again can help: time-outs, cut connections, `rate_limited`,
    /// `temporarily_unavailable` and 5xx answers, yes; all else, no.
    #[must_use]
    pub fn retry(&self) -> Retry {
        todo!()
    }

    /// The error's code, for programs: the protocol's own where the Company gave one, else ours in
    /// kebab case.
    #[must_use]
    pub fn code(&self) -> &str {
        todo!()
    }
}

/// The body of a request that sends `text` as the User's own words, made once and sent byte for byte
/// each time: `author` in draft 0.3, `sender` in draft 0.2.
#[must_use]
pub fn message_body(_version: ProtocolVersion, _id: &MessageId, _text: &str) -> Vec<u8> {
    todo!()
}

/// The conversations of one User at one Company.
pub struct Conversations {
    session: Arc<dyn Session>,
    endpoint: Url,
}

impl Conversations {
    /// Makes the client for a Company's conversation endpoint.
    #[must_use]
    pub fn new(session: Arc<dyn Session>, endpoint: Url) -> Self {
        Self { session, endpoint }
    }

    /// Starts a conversation with its first message (`POST E`).
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn start(&self, _body: &[u8]) -> Result<Receipt, CallError> {
        let _ = (&self.session, &self.endpoint);
        todo!()
    }

    /// Sends a message (`POST E/{id}/messages`).
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn send(&self, _id: &ConversationId, _body: &[u8]) -> Result<Receipt, CallError> {
        todo!()
    }

    /// Reads events after `cursor`, waiting up to `wait` for the first (`GET E/{id}/events`).
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn read(
        &self,
        _id: &ConversationId,
        _cursor: Option<&Cursor>,
        _wait: Duration,
    ) -> Result<Page, CallError> {
        todo!()
    }
}
