//! Requests in the Session: each with the token and a proof of its own, and what is tried once more.

use std::sync::Arc;
use std::time::Duration;

use super::Inner;
use super::state::Stale;
use super::token::Token;
use crate::client::CallError;
use crate::client::refusal::{self, error_code};
use crate::net::{Request, Response, StreamResponse};

/// How an answer is read.
#[derive(Clone, Copy)]
pub(super) enum Manner {
    /// Whole.
    Whole,
    /// As it comes, with at most so much silence.
    AsItComes { idle: Duration },
}

/// What an answer says about the Session that carried the request.
enum Trouble {
    /// The proof must hold the nonce that came with the answer.
    Nonce,
    /// The proof is not good.
    Proof,
    /// The token is not good any longer.
    Token,
    /// The Session is no more.
    Session,
    /// The Session is signed out.
    SignedOut,
}

impl Trouble {
    fn of(response: &Response) -> Option<Self> {
        if response.status < 400 {
            return None;
        }
        match error_code(response)?.as_str() {
            "use_dpop_nonce" => Some(Self::Nonce),
            "invalid_dpop_proof" => Some(Self::Proof),
            "invalid_token" => Some(Self::Token),
            "invalid_session" => Some(Self::Session),
            "sign_in_required" => Some(Self::SignedOut),
            _ => None,
        }
    }
}

impl Inner {
    /// Sends a request; at most once more for a nonce, once more for the clock, and once more, with
    /// its own chance for a nonce, with a new token. A token refused soon after it was renewed is not
    /// renewed at once: the refusal is then the error, with how long to wait.
    pub(super) async fn exchange(
        self: &Arc<Self>,
        request: Request,
        manner: Manner,
    ) -> Result<StreamResponse, CallError> {
        let mut token = self.token(None).await?;
        let (mut may_renew, mut may_repeat, mut may_set_clock) = (true, true, true);
        loop {
            let answer = self.attempt(&request, &token, manner).await?;
            let gave_nonce = self.shared.nonces.remember(&request.url, answer.head());
            let Some(trouble) = Trouble::of(answer.head()) else {
                return Ok(answer);
            };
            match trouble {
                Trouble::Nonce if may_repeat && gave_nonce => {
                    may_repeat = false;
                    continue;
                }
                Trouble::Proof if may_set_clock && self.shared.clock.set_by(answer.head()) => {
                    may_set_clock = false;
                    continue;
                }
                Trouble::Nonce => return Ok(answer),
                _ if !may_renew => return Ok(answer),
                // The Account Token at hand may sign it in again; else only the User can.
                Trouble::SignedOut if self.shared.kept().account.is_none() => return Ok(answer),
                Trouble::Session => self.forget_session(&token),
                Trouble::Proof | Trouble::Token | Trouble::SignedOut => {}
            }
            let stale = Stale {
                serial: token.serial,
                refusal: refusal::of(answer.head()),
            };
            token = self.token(Some(stale)).await?;
            (may_renew, may_repeat) = (false, true);
        }
    }

    /// Sends a request once, with a proof of its own. An answer that is no success comes whole.
    async fn attempt(
        &self,
        request: &Request,
        token: &Token,
        manner: Manner,
    ) -> Result<StreamResponse, CallError> {
        let mut request = request.clone();
        let (max_body, timeout) = (request.max_body, request.timeout);
        let proof = self.proof(request.method, &request.url, Some(&token.value))?;
        request
            .headers
            .push(("authorization", format!("DPoP {}", *token.value)));
        request.headers.push(("dpop", proof));
        let secrets = self.secrets(&request);
        let transport = &self.setup.transport;
        let answer = match manner {
            Manner::Whole => StreamResponse::whole(transport.send(request).await?),
            Manner::AsItComes { idle } => transport.open(request, idle).await?,
        };
        let is_success = (200..300).contains(&answer.status());
        self.was_answered(is_success);
        if is_success {
            return Ok(answer);
        }
        let whole = answer.collect(max_body, timeout).await?;
        Ok(StreamResponse::whole(secrets.removed_from(whole)))
    }

    /// Forgets the Session that `token` belonged to, unless another has taken its place.
    fn forget_session(&self, token: &Token) {
        let mut kept = self.shared.kept();
        let is_current = |current: &Token| current.serial == token.serial;
        if kept.token.as_ref().is_some_and(is_current) {
            kept.session_id = None;
        }
    }
}
