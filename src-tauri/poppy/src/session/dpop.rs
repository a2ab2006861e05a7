//! Session Tokens bound to a key by DPoP (draft 0.2 sections 4.2 and 4.3, RFC 9449).

mod proof;
#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests;
mod token;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;

use self::proof::Nonces;
use self::token::Token;
use crate::client::CallError;
use crate::client::refusal::error_code;
use crate::documents::client::Signer;
use crate::documents::company::Auth;
use crate::host::{Clock, Random, Timestamp};
use crate::ids::UserId;
use crate::keys::SigningKey;
use crate::net::{Request, Response, Transport};
use crate::session::Session;

/// What a Session is made from.
pub struct Setup {
    /// Sends the requests.
    pub transport: Arc<dyn Transport>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// The Company's authorization server.
    pub auth: Auth,
    /// Who we are.
    pub signer: Signer,
    /// Who the User is at this Company.
    pub user: UserId,
    /// The key of this User ID, and of no other.
    pub proof_key: Arc<SigningKey>,
    /// The Session to renew, if one is known.
    pub session_id: Option<String>,
}

/// A Session. Starting and renewing are serialised: many requests at once cause one token request,
/// and share its failure if it fails.
pub struct DpopSession {
    setup: Setup,
    nonces: Nonces,
    kept: Mutex<Kept>,
    /// Held while a token is asked for.
    turn: tokio::sync::Mutex<()>,
}

/// What is known of the Session. The token is in memory only.
struct Kept {
    token: Option<Token>,
    session_id: Option<String>,
    /// How many token requests have come to an end.
    rounds: u64,
    failure: Option<Failure>,
}

/// How the last token request failed.
struct Failure {
    error: CallError,
    /// Until when the Company asked not to be asked again.
    barred_until: Option<Timestamp>,
}

impl Kept {
    /// The token, if it can still be used and is not the one found to be stale.
    fn usable(&self, now: Timestamp, stale: Option<u64>) -> Option<Token> {
        self.token
            .as_ref()
            .filter(|token| now < token.renew_at && Some(token.serial) != stale)
            .cloned()
    }

    /// The last failure, as long as the Company wants to be left alone: with what is left of the
    /// wait (draft 0.2 section 4.3).
    fn barred(&self, now: Timestamp) -> Option<CallError> {
        let failure = self.failure.as_ref()?;
        let left = failure.barred_until?.0.saturating_sub(now.0);
        let left = u64::try_from(left).ok().filter(|millis| *millis > 0)?;
        let mut error = failure.error.clone();
        if let CallError::Refused { retry_after, .. } = &mut error {
            *retry_after = Some(std::time::Duration::from_millis(left));
        }
        Some(error)
    }
}

impl Failure {
    fn new(error: CallError, now: Timestamp) -> Self {
        let barred_until = match &error {
            CallError::Refused {
                retry_after: Some(wait),
                ..
            } => i64::try_from(wait.as_millis())
                .ok()
                .map(|millis| now.plus_millis(millis)),
            _ => None,
        };
        Self {
            error,
            barred_until,
        }
    }
}

/// What an answer says about the Session that carried the request.
enum Trouble {
    /// The proof must hold the nonce that came with the answer.
    Nonce,
    /// The token or the proof is not good any longer.
    Token,
    /// The Session is no more.
    Session,
}

impl Trouble {
    fn of(response: &Response) -> Option<Self> {
        if response.status < 400 {
            return None;
        }
        match error_code(response)?.as_str() {
            "use_dpop_nonce" => Some(Self::Nonce),
            "invalid_token" | "invalid_dpop_proof" => Some(Self::Token),
            "invalid_session" => Some(Self::Session),
            _ => None,
        }
    }
}

impl DpopSession {
    /// Makes a Session; nothing is sent until the first request.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let kept = Kept {
            token: None,
            session_id: setup.session_id.clone(),
            rounds: 0,
            failure: None,
        };
        Self {
            setup,
            nonces: Nonces::default(),
            kept: Mutex::new(kept),
            turn: tokio::sync::Mutex::new(()),
        }
    }

    /// What is known. Never held across an await; each change is whole before it can panic.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A token that is not the `stale` one: the one at hand, or a new one.
    async fn token(&self, stale: Option<u64>) -> Result<Token, CallError> {
        let rounds = {
            let kept = self.kept();
            if let Some(token) = kept.usable(self.setup.clock.now(), stale) {
                return Ok(token);
            }
            kept.rounds
        };
        let _turn = self.turn.lock().await;
        {
            let kept = self.kept();
            let now = self.setup.clock.now();
            if let Some(token) = kept.usable(now, stale) {
                return Ok(token);
            }
            if let Some(error) = kept.barred(now) {
                return Err(error);
            }
            // Another request asked while this one waited for its turn.
            if let Some(failure) = kept.failure.as_ref().filter(|_| kept.rounds != rounds) {
                return Err(failure.error.clone());
            }
        }
        let outcome = self.request_token().await;
        let mut kept = self.kept();
        kept.rounds += 1;
        match outcome {
            Ok(grant) => {
                let token = grant.into_token(kept.rounds);
                kept.token = Some(token.clone());
                kept.failure = None;
                Ok(token)
            }
            Err(error) => {
                kept.failure = Some(Failure::new(error.clone(), self.setup.clock.now()));
                Err(error)
            }
        }
    }

    /// Forgets the Session that `token` belonged to, unless another has taken its place.
    fn forget_session(&self, token: &Token) {
        let mut kept = self.kept();
        if kept
            .token
            .as_ref()
            .is_some_and(|t| t.serial == token.serial)
        {
            kept.session_id = None;
        }
    }

    /// Sends a request once, with a proof of its own.
    async fn attempt(&self, request: &Request, token: &Token) -> Result<Response, CallError> {
        let mut request = request.clone();
        let proof = self.proof(request.method, &request.url, Some(&token.value))?;
        request
            .headers
            .push(("authorization", format!("DPoP {}", *token.value)));
        request.headers.push(("dpop", proof));
        Ok(self.setup.transport.send(request).await?)
    }

    /// Sends a request; at most once more for a nonce, and at most once more, with its own chance
    /// for a nonce, with a new token.
    async fn exchange(&self, request: Request) -> Result<Response, CallError> {
        let mut token = self.token(None).await?;
        let (mut may_renew, mut may_repeat) = (true, true);
        loop {
            let response = self.attempt(&request, &token).await?;
            let gave_nonce = self.nonces.remember(&request.url, &response);
            match Trouble::of(&response) {
                Some(Trouble::Nonce) if may_repeat && gave_nonce => may_repeat = false,
                Some(trouble @ (Trouble::Token | Trouble::Session)) if may_renew => {
                    if matches!(trouble, Trouble::Session) {
                        self.forget_session(&token);
                    }
                    token = self.token(Some(token.serial)).await?;
                    (may_renew, may_repeat) = (false, true);
                }
                _ => return Ok(response),
            }
        }
    }
}

impl Session for DpopSession {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        Box::pin(self.exchange(request))
    }

    fn session_id(&self) -> Option<String> {
        self.kept().session_id.clone()
    }
}

impl fmt::Debug for DpopSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The token, the User ID and the keys are secrets.
        f.debug_struct("DpopSession")
            .field("issuer", &self.setup.auth.issuer)
            .finish_non_exhaustive()
    }
}
