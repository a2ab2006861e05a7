//! Asking for Session Tokens, one request at a time: with a JWT about the User (draft 0.2 section
//! 4.2, RFC 7523), or, signed in, with the Account Token (section 4.8).

use std::sync::Arc;

use super::Inner;
use super::forms::About;
use super::state::{Failure, Kept, Stale};
use super::token::{Grant, Token};
use crate::client::CallError;
use crate::client::refusal::{self, error_code};
use crate::net::Response;
use crate::session::account::Account;

/// The serial of a token not to be used.
fn serial(stale: Option<&Stale>) -> Option<u64> {
    stale.map(|stale| stale.serial)
}

const JWT_BEARER: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";

impl Inner {
    /// A token that is not the `stale` one: the one at hand, or a new one.
    pub(super) async fn token(self: &Arc<Self>, stale: Option<Stale>) -> Result<Token, CallError> {
        let rounds = {
            let kept = self.shared.kept();
            if let Some(token) = self.usable(&kept, serial(stale.as_ref())) {
                return Ok(token);
            }
            kept.rounds
        };
        let inner = Arc::clone(self);
        self.to_the_end(async move { inner.new_token(stale.as_ref(), rounds).await })
            .await
    }

    fn usable(&self, kept: &Kept, stale: Option<u64>) -> Option<Token> {
        let client = &self.setup.signer.client_id;
        kept.usable(client, self.setup.clock.now(), stale)
    }

    /// A new token, when its turn comes. `rounds` is how many token requests had ended before.
    async fn new_token(
        self: &Arc<Self>,
        stale: Option<&Stale>,
        rounds: u64,
    ) -> Result<Token, CallError> {
        let _turn = self.shared.turn.lock().await;
        {
            let mut kept = self.shared.kept();
            let now = self.setup.clock.now();
            if let Some(token) = self.usable(&kept, serial(stale)) {
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
        if let Some(error) = stale.and_then(|stale| self.held_back(stale)) {
            return Err(error);
        }
        loop {
            let sign_outs = self.shared.kept().sign_outs;
            match self.request_token().await {
                Ok(grant) => {
                    if stale.is_some() {
                        let now = self.setup.clock.now();
                        self.shared.kept().renewals.made(now);
                    }
                    if let Some(token) = self.adopt(grant, sign_outs).await {
                        return Ok(token);
                    }
                    // The User signed out meanwhile: the next one is a signed-out one.
                }
                Err(error) => {
                    let mut kept = self.shared.kept();
                    kept.rounds += 1;
                    kept.failure = Some(Failure::new(error.clone(), self.setup.clock.now()));
                    return Err(error);
                }
            }
        }
    }

    /// The refusal of a token that came too soon after another for one to be renewed.
    fn held_back(&self, stale: &Stale) -> Option<CallError> {
        let kept = self.shared.kept();
        // At its end a token is renewed in any case.
        self.usable(&kept, None)?;
        let pause = kept.renewals.pause(self.setup.clock.now());
        pause.map(|left| stale.held_back(left))
    }

    /// Takes what was granted into use, in its turn: a changed account is kept before anything else.
    /// `None`: the User signed out since this was the number of `sign_outs`, and what was granted of
    /// the account is given back.
    pub(super) async fn adopt(self: &Arc<Self>, grant: Grant, sign_outs: u64) -> Option<Token> {
        let shared = &self.shared;
        let before = shared.kept().account.clone();
        let account = grant.account(before.clone());
        let is_wanted = |kept: &Kept| !grant.is_signed_in || kept.sign_outs == sign_outs;
        let was_wanted = is_wanted(&shared.kept());
        if was_wanted
            && account != before
            && let Some(account) = &account
        {
            shared.keeper.keep(account).await;
        }
        let taken = {
            let mut kept = shared.kept();
            if is_wanted(&kept) {
                Some(kept.take(&grant, account, &self.setup.signer.client_id))
            } else {
                None
            }
        };
        if taken.is_none() {
            if was_wanted {
                // What was just kept is over already.
                shared.keeper.ended().await;
            }
            if let Some(token) = grant.account_token {
                self.give_back(token).await;
            }
        }
        taken
    }

    async fn request_token(&self) -> Result<Grant, CallError> {
        let account = self.shared.kept().account.clone();
        if let Some(account) = account
            && let Some(grant) = self.refresh(&account).await?
        {
            return Ok(grant);
        }
        self.request_signed_out_token().await
    }

    /// Renews a signed-in Session; `None` when the Company does not let it be signed in any longer.
    /// A Session that is no more, or belongs to another account, is begun anew first.
    async fn refresh(&self, account: &Account) -> Result<Option<Grant>, CallError> {
        let mut may_begin_anew = true;
        loop {
            let session_id = self.some_session_id().await?;
            let fields = [
                ("grant_type", "refresh_token"),
                ("refresh_token", account.token.reveal()),
                ("session_id", &session_id),
            ];
            let asked_at = self.setup.clock.now();
            let response = self
                .post(&self.setup.auth.token_endpoint, &fields, About::Agent)
                .await?;
            if response.status == 200 {
                return Grant::read(&response, asked_at).map(Some);
            }
            match error_code(&response).as_deref() {
                Some("invalid_grant") => {
                    let is_current = {
                        let mut kept = self.shared.kept();
                        let ended = kept.account.take_if(|kept| kept.token == account.token);
                        ended.is_some()
                    };
                    if is_current {
                        self.shared.keeper.ended().await;
                    }
                    return Ok(None);
                }
                // Nothing of what was granted is offered any longer. The account may be of use again.
                Some("invalid_scope") => return Ok(None),
                Some("invalid_session" | "account_mismatch") if may_begin_anew => {
                    may_begin_anew = false;
                    self.shared.kept().session_id = None;
                }
                _ => return Err(refusal::of(&response)),
            }
        }
    }

    /// The id of a Session: of the one there is, or of a new one.
    pub(super) async fn some_session_id(&self) -> Result<String, CallError> {
        let known = self.shared.kept().session_id.clone();
        match known {
            Some(id) => Ok(id),
            None => Ok(self.request_signed_out_token().await?.session_id),
        }
    }

    /// Starts the Session, or renews it when its id is known. A Session that is no more is begun
    /// anew for the same User.
    async fn request_signed_out_token(&self) -> Result<Grant, CallError> {
        loop {
            let session_id = self.shared.kept().session_id.clone();
            let asked_at = self.setup.clock.now();
            let response = self.post_assertion(session_id.as_deref()).await?;
            if response.status == 200 {
                let grant = Grant::read(&response, asked_at)?;
                self.shared.kept().session_id = Some(grant.session_id.clone());
                return Ok(grant);
            }
            let is_gone = error_code(&response).as_deref() == Some("invalid_session");
            if !is_gone || session_id.is_none() {
                return Err(refusal::of(&response));
            }
            self.shared.kept().session_id = None;
        }
    }

    async fn post_assertion(&self, session_id: Option<&str>) -> Result<Response, CallError> {
        let mut fields = vec![("grant_type", JWT_BEARER)];
        fields.extend(session_id.map(|id| ("session_id", id)));
        self.post(&self.setup.auth.token_endpoint, &fields, About::User)
            .await
    }
}
