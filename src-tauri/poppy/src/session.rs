//! Sessions: how requests to a Company are authorised.
//!
//! Everything else in this crate and above knows only [`Session`]. [`dpop`] is its one
//! implementation: Session Tokens bound to a key (draft 0.2 section 4.2, 4.3; RFC 9449). The scheme
//! of later drafts is published nowhere we can read; when it is, it goes beside `dpop` and nothing
//! else changes.

pub mod dpop;

use futures_util::future::BoxFuture;

use crate::client::CallError;
use crate::net::{Request, Response};

/// A Session with one Company for one User.
pub trait Session: Send + Sync {
    /// Sends a request as part of the Session: starts or renews it first where needed, and once more
    /// if the Company says the token, Session or proof is not good any longer. Answers that are
    /// neither success nor an authorisation matter come back as they are.
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>>;

    /// The Session's id, to be kept so that it is renewed rather than begun anew after a restart.
    fn session_id(&self) -> Option<String>;
}
