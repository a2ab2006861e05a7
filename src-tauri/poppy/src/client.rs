//! The conversation client: start, send, read, stream, hand off and close (draft 0.2 section 7,
//! messages of 0.3 section 8).

mod context;
pub(crate) mod refusal;
mod sse;
mod stream;
#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod stream_tests;
#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use url::Url;

use crate::documents::company::ProtocolVersion;
use crate::event::{EventError, Page, Receipt};
use crate::ids::{ConversationId, Cursor, MessageId};
use crate::net::{MAX_BODY, Method, NetError, Request, Response};
use crate::session::Session;

pub use context::{Context, Outgoing};
pub use refusal::Details;
pub use stream::{EventStream, Position, StreamItem, Streaming};

/// How long sending may take, and how much longer than its wait reading may.
const PATIENCE: Duration = Duration::from_secs(30);

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
        /// What else the Company says of it.
        details: Details,
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
    /// What was asked for came, and is not used: it was no longer wanted by then.
    #[error("it was no longer wanted when it came")]
    NotWanted,
    /// What one issuer gave would have gone to another: nothing was sent (RFC 9700 section 4.4).
    #[error("this comes from another sign-in service than the one the Company names now")]
    OtherIssuer,
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
    /// Whether sending the same again can help: no network, a proxy that makes no connection,
    /// time-outs, cut connections, `rate_limited`, `temporarily_unavailable` and 5xx answers, and
    /// refusals of the token with a time to wait, yes; all else, no.
    #[must_use]
    pub fn retry(&self) -> Retry {
        match self {
            Self::Net(
                NetError::NoAddress(_)
                | NetError::Connect(_)
                | NetError::Timeout(_)
                | NetError::Cut(_),
            ) => Retry::Later(None),
            Self::Net(NetError::Proxy { problem, .. }) if problem.may_pass() => Retry::Later(None),
            Self::Refused {
                code,
                status,
                retry_after,
                ..
            } if is_passing(code, *status) || (retry_after.is_some() && is_of_token(code)) => {
                Retry::Later(*retry_after)
            }
            Self::Unreadable { status, .. } if *status >= 500 => Retry::Later(None),
            _ => Retry::Never,
        }
    }

    /// The error's code, for programs: the protocol's own where the Company gave one, else ours in
    /// kebab case: those of [`NetError::code`], `unreadable-answer`, `redirect`, `not-wanted`, `key`.
    #[must_use]
    pub fn code(&self) -> &str {
        match self {
            Self::Net(error) => error.code(),
            Self::Refused { code, .. } => code,
            Self::Unreadable { .. } => "unreadable-answer",
            Self::Redirect => "redirect",
            Self::NotWanted => "not-wanted",
            Self::OtherIssuer => "sign-in-other-company",
            Self::Key(_) => "key",
        }
    }
}

/// Refusals of what the agent renews by itself: with a time to wait, it may yet.
fn is_of_token(code: &str) -> bool {
    matches!(
        code,
        "invalid_token" | "invalid_dpop_proof" | "invalid_session"
    )
}

/// The code decides; the status only where a Company uses a code this agent does not know.
fn is_passing(code: &str, status: u16) -> bool {
    matches!(code, "rate_limited" | "temporarily_unavailable") || status == 429 || status >= 500
}

/// The body of a request that sends `text` as the User's own words and nothing else:
/// [`Outgoing::body`] without context or parent.
#[must_use]
pub fn message_body(version: ProtocolVersion, id: &MessageId, text: &str) -> Vec<u8> {
    let message = Outgoing {
        version,
        id,
        text,
        context: &Context::default(),
        parent: None,
    };
    message.body()
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
    pub async fn start(&self, body: &[u8]) -> Result<Receipt, CallError> {
        let response = self.call(post(self.endpoint.clone(), body)).await?;
        Receipt::parse(&response.body).map_err(|error| unreadable(&response, error))
    }

    /// Sends a message (`POST E/{id}/messages`).
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn send(&self, id: &ConversationId, body: &[u8]) -> Result<Receipt, CallError> {
        self.post(id, "messages", body).await
    }

    /// Asks for a person (`POST E/{id}/handoff`, draft 0.2 section 7.9): `queued` until one takes
    /// over. Asking again changes nothing, so it can be retried.
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn handoff(&self, id: &ConversationId) -> Result<Receipt, CallError> {
        self.post(id, "handoff", b"{}").await
    }

    /// Closes a conversation for good, and a Direct Conversation open under it (`POST
    /// E/{id}/close`, draft 0.2 section 7.12). Closing again changes nothing, so it can be retried.
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn close(&self, id: &ConversationId) -> Result<Receipt, CallError> {
        self.post(id, "close", b"{}").await
    }

    async fn post(
        &self,
        id: &ConversationId,
        part: &str,
        body: &[u8],
    ) -> Result<Receipt, CallError> {
        let response = self.call(post(self.url(id, part), body)).await?;
        let receipt =
            Receipt::parse(&response.body).map_err(|error| unreadable(&response, error))?;
        same_conversation(&response, id, &receipt)?;
        Ok(receipt)
    }

    /// Reads events after `cursor`, waiting up to `wait` for the first (`GET E/{id}/events`). The
    /// wait is sent in whole seconds.
    ///
    /// # Errors
    ///
    /// [`CallError`].
    pub async fn read(
        &self,
        id: &ConversationId,
        cursor: Option<&Cursor>,
        wait: Duration,
    ) -> Result<Page, CallError> {
        let mut url = self.url(id, "events");
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("cursor", cursor.as_str());
        }
        url.query_pairs_mut()
            .append_pair("wait", &wait.as_secs().to_string());
        let request = Request {
            method: Method::Get,
            url,
            headers: vec![accept("application/json")],
            body: Vec::new(),
            timeout: wait.saturating_add(PATIENCE),
            max_body: MAX_BODY,
        };
        let response = self.call(request).await?;
        let page = Page::parse(&response.body).map_err(|error| unreadable(&response, error))?;
        same_conversation(&response, id, &page.receipt)?;
        Ok(page)
    }

    /// `E/{id}/{part}`. Identifiers have only characters that stand for themselves in a path.
    fn url(&self, id: &ConversationId, part: &str) -> Url {
        let mut url = self.endpoint.clone();
        let base = self.endpoint.path().trim_end_matches('/');
        url.set_path(&format!("{base}/{id}/{part}"));
        url
    }

    /// Sends a request in the Session; any answer but a success is an error.
    async fn call(&self, request: Request) -> Result<Response, CallError> {
        Self::succeeded(self.session.send(request).await?)
    }

    /// An answer of one of the kinds that say that something was done. Which of them, is not insisted
    /// on: what was done already may be answered otherwise than what is new.
    fn succeeded(response: Response) -> Result<Response, CallError> {
        if matches!(response.status, 200..=202) {
            Ok(response)
        } else {
            Err(refusal::of(&response))
        }
    }
}

fn accept(media_type: &str) -> (&'static str, String) {
    ("accept", media_type.to_owned())
}

fn post(url: Url, body: &[u8]) -> Request {
    Request {
        method: Method::Post,
        url,
        headers: vec![
            accept("application/json"),
            ("content-type", "application/json".to_owned()),
        ],
        body: body.to_vec(),
        timeout: PATIENCE,
        max_body: MAX_BODY,
    }
}

fn unreadable(response: &Response, error: EventError) -> CallError {
    CallError::Unreadable {
        status: response.status,
        problem: error.0,
    }
}

/// An answer about another conversation is not an answer.
fn same_conversation(
    response: &Response,
    asked: &ConversationId,
    receipt: &Receipt,
) -> Result<(), CallError> {
    if receipt.conversation_id == *asked {
        return Ok(());
    }
    Err(CallError::Unreadable {
        status: response.status,
        problem: "it is about another conversation than the one asked for".to_owned(),
    })
}
