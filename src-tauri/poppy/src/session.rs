//! Sessions: how requests to a Company are authorised.
//!
//! Everything else in this crate and above knows only [`Session`], and what signs in knows
//! [`AccountSession`]. [`dpop`] is their one implementation: Session Tokens bound to a key (draft 0.2
//! section 4.2, 4.3; RFC 9449). The scheme of later drafts is published nowhere we can read; when it
//! is, it goes beside `dpop` and nothing else changes.

pub mod account;
pub mod dpop;

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use url::Url;
use zeroize::Zeroizing;

use self::account::{Account, AccountToken};
use crate::client::CallError;
use crate::host::Timestamp;
use crate::net::{Request, Response, StreamResponse};

/// A Session with one Company for one User.
pub trait Session: Send + Sync {
    /// Sends a request as part of the Session: starts or renews it first where needed, and once more
    /// if the Company says the token, Session or proof is not good any longer. Answers that are
    /// neither success nor an authorisation matter come back as they are.
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>>;

    /// The same for an answer that is read as it comes, with at most `idle` of silence in it: see
    /// [`Transport::open`](crate::net::Transport::open). An answer that is no success comes whole.
    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, CallError>>;

    /// The Session's id, to be kept so that it is renewed rather than begun anew after a restart.
    fn session_id(&self) -> Option<String>;

    /// The scopes granted, while the Session is signed in to the User's account at the Company, as
    /// far as is known; `None` when it is signed out.
    fn signed_in(&self) -> Option<Vec<String>>;

    /// By how many seconds the Company's clock is ahead of this machine's (negative: behind), once a
    /// refusal showed that they differ by more than a minute. Everything signed is dated by the
    /// Company's clock from then on.
    fn clock_skew(&self) -> Option<i64>;
}

/// A Session that can be signed in and out (draft 0.2 sections 4.4 to 4.9).
pub trait AccountSession: Session {
    /// Posts a form to an endpoint of the authorization server, authenticated as this agent. Any
    /// answer that is no success is an error.
    fn ask<'a>(
        &'a self,
        endpoint: &'a Url,
        fields: &'a [(&'a str, &'a str)],
    ) -> BoxFuture<'a, Result<Response, CallError>>;

    /// Turns what the Company gave the User's approval as into a signed-in Session: the scopes
    /// granted. The Account Token that comes with it is kept first, and one it replaces is revoked.
    /// Only what was `requested` may be granted. `account_mismatch` means that the User signed in to
    /// another account than this Session once was: asked to sign in again, they get a new Session.
    ///
    /// A code is never sent to another issuer than the one that gave it, even when the Company has
    /// changed it meanwhile: [`CallError::OtherIssuer`].
    ///
    /// What comes when it is no longer `wanted`, or after the User signed out, is given back and
    /// changes nothing: [`CallError::NotWanted`].
    fn redeem(
        &self,
        approval: Approval,
        requested: Vec<String>,
        wanted: StillWanted,
    ) -> BoxFuture<'_, Result<Vec<String>, CallError>>;

    /// Signs out, here and at once: the next request is a signed-out one, and what a token request
    /// under way still brings of the account is given back. Gives what is then to be revoked.
    fn sign_out(&self) -> Option<Account>;

    /// Revokes an Account Token at the Company (RFC 7009). One that it no longer knows counts as
    /// revoked, so this can be retried until it succeeds.
    ///
    /// # Errors
    ///
    /// [`CallError`]: it may still be good.
    fn revoke<'a>(&'a self, token: &'a AccountToken) -> BoxFuture<'a, Result<(), CallError>>;

    /// What the Company answered requests that were made as this agent, since this Session was made.
    /// `None`: nothing, so it has not seen who this agent is.
    fn answered(&self) -> Option<Answered>;

    /// Waits until no token request is under way. Whoever ends the runtime or closes where accounts
    /// are kept waits for this first: a new Account Token may be in the answer.
    fn settled(&self) -> BoxFuture<'_, ()>;
}

/// What came of requests that were made as this agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answered {
    /// When, by this machine's clock, the last one was answered, whatever the answer.
    pub at: Timestamp,
    /// Whether the Company took this agent for who it says it is: it granted a token, or took one.
    pub accepted: bool,
}

/// Whether what was asked for is still wanted: asked when it comes.
pub type StillWanted = Arc<dyn Fn() -> bool + Send + Sync>;

/// What the User's approval came as: good once, and a secret.
pub enum Approval {
    /// Device Sign-In (RFC 8628): not known to be approved until it is redeemed.
    Device {
        /// `device_code`.
        device_code: Zeroizing<String>,
    },
    /// Direct Sign-In (RFC 6749 section 4.1, RFC 7636).
    Direct {
        /// The issuer that gave it (`iss`, RFC 9207): the only one it may be sent to.
        issuer: String,
        /// `code`.
        code: Zeroizing<String>,
        /// `redirect_uri`, as it was in the authorization request.
        redirect_uri: Url,
        /// `code_verifier`.
        verifier: Zeroizing<String>,
    },
}
