//! Signing in and out of the User's account (draft 0.2 sections 4.4 to 4.9).

use std::sync::Arc;

use super::Inner;
use super::forms::About;
use super::token::{Grant, odd};
use crate::client::CallError;
use crate::client::refusal::{self, error_code};
use crate::net::Response;
use crate::session::account::{Account, AccountToken};
use crate::session::{Approval, StillWanted};

const DEVICE_CODE: &str = "urn:ietf:params:oauth:grant-type:device_code";

impl Inner {
    /// See [`AccountSession::redeem`](crate::session::AccountSession::redeem). The Company may take
    /// its time over an approval, so nothing else waits for that.
    pub(super) async fn redeem(
        self: &Arc<Self>,
        approval: &Approval,
        requested: &[String],
        wanted: &StillWanted,
    ) -> Result<Vec<String>, CallError> {
        if let Approval::Direct { issuer, .. } = approval
            && *issuer != self.setup.auth.issuer
        {
            return Err(CallError::OtherIssuer);
        }
        let sign_outs = self.shared.kept().sign_outs;
        let mut grant = self.signed_in_grant(approval, requested).await?;
        // RFC 6749 section 5.1: nothing said means all.
        let granted = grant.scopes.unwrap_or_else(|| requested.to_vec());
        grant.scopes = Some(granted.clone());
        let replaced = {
            let _turn = self.shared.turn.lock().await;
            if !wanted() {
                if let Some(token) = grant.account_token {
                    self.give_back(token).await;
                }
                return Err(CallError::NotWanted);
            }
            let before = self.shared.kept().account.clone();
            let is_replaced = grant.account_token.is_some();
            let taken = self.adopt(grant, sign_outs).await;
            taken.ok_or(CallError::NotWanted)?;
            before.filter(|_| is_replaced)
        };
        if let Some(account) = replaced {
            // Its own use is over; a Company that cannot be reached now lets it run out.
            let _ = self.revoke(&account.token).await;
        }
        Ok(granted)
    }

    /// Gives back an Account Token that is not to be used. Nobody waits for the Company.
    pub(super) async fn give_back(self: &Arc<Self>, token: AccountToken) {
        if self.shared.keeper.give_back(&token).await {
            return;
        }
        let inner = Arc::clone(self);
        // Whoever waits for a token request to end waits for this too.
        let under_way = Arc::clone(&self.shared.under_way).try_read_owned();
        tokio::spawn(async move {
            let _under_way = under_way;
            // What can be done was done; it is kept nowhere.
            let _ = inner.revoke(&token).await;
        });
    }

    /// Asks until there is a grant: twice at most, as the Session may be no more.
    async fn signed_in_grant(
        &self,
        approval: &Approval,
        requested: &[String],
    ) -> Result<Grant, CallError> {
        let mut may_begin_anew = true;
        loop {
            let session_id = {
                let _turn = self.shared.turn.lock().await;
                self.some_session_id().await?
            };
            let asked_at = self.setup.clock.now();
            let response = self.post_approval(approval, &session_id).await?;
            if response.status == 200 {
                let grant = Grant::read(&response, asked_at)?;
                return self
                    .as_asked_for(grant, &response, &session_id, requested)
                    .await;
            }
            match error_code(&response).as_deref() {
                Some("invalid_session") if may_begin_anew => {
                    may_begin_anew = false;
                    self.session_is_over(&session_id);
                }
                // The Session was once another account's, and always will be. The approval is used
                // up; the next one finds a new Session.
                Some("account_mismatch") => {
                    self.session_is_over(&session_id);
                    return Err(refusal::of(&response));
                }
                _ => return Err(refusal::of(&response)),
            }
        }
    }

    /// Forgets the Session, unless another has taken its place meanwhile.
    fn session_is_over(&self, session_id: &str) {
        let mut kept = self.shared.kept();
        kept.session_id.take_if(|id| id == session_id);
    }

    async fn post_approval(
        &self,
        approval: &Approval,
        session_id: &str,
    ) -> Result<Response, CallError> {
        let mut fields = vec![("session_id", session_id)];
        match approval {
            Approval::Device { device_code } => {
                fields.extend([("grant_type", DEVICE_CODE), ("device_code", device_code)]);
            }
            Approval::Direct {
                issuer: _,
                code,
                redirect_uri,
                verifier,
            } => fields.extend([
                ("grant_type", "authorization_code"),
                ("code", code.as_str()),
                ("redirect_uri", redirect_uri.as_str()),
                ("code_verifier", verifier),
            ]),
        }
        self.post(&self.setup.auth.token_endpoint, &fields, About::Agent)
            .await
    }

    /// A grant that is not what was asked for is not used, and its Account Token revoked.
    async fn as_asked_for(
        &self,
        grant: Grant,
        response: &Response,
        session_id: &str,
        requested: &[String],
    ) -> Result<Grant, CallError> {
        let granted = grant.scopes.as_deref().unwrap_or_default();
        let problem = if !grant.is_signed_in {
            "`signed_in` must be true"
        } else if grant.session_id != session_id {
            "`session_id` must be the one that was signed in"
        } else if !granted.iter().all(|scope| requested.contains(scope)) {
            "`scope` holds more than was asked for"
        } else {
            return Ok(grant);
        };
        if let Some(token) = &grant.account_token {
            // What can be done was done; the problem is told in any case.
            let _ = self.revoke(token).await;
        }
        Err(odd(response, problem))
    }

    /// See [`AccountSession::sign_out`](crate::session::AccountSession::sign_out). It waits for
    /// nothing: what is under way finds the number changed.
    pub(super) fn sign_out(&self) -> Option<Account> {
        let mut kept = self.shared.kept();
        kept.sign_outs += 1;
        if kept.signed_in.take().is_some() {
            kept.token = None;
        }
        kept.account.take()
    }

    /// See [`AccountSession::revoke`](crate::session::AccountSession::revoke).
    pub(super) async fn revoke(&self, token: &AccountToken) -> Result<(), CallError> {
        let fields = [
            ("token", token.reveal()),
            ("token_type_hint", "refresh_token"),
        ];
        let endpoint = &self.setup.auth.revocation_endpoint;
        let response = self.post(endpoint, &fields, About::Agent).await?;
        if (200..300).contains(&response.status) {
            Ok(())
        } else {
            Err(refusal::of(&response))
        }
    }
}
