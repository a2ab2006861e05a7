//! Signing in and out: what the Company does between the endpoints, the pages and the book.

use std::sync::Arc;

use url::Url;

use crate::accounts::{Access, AccountChange, new_token};
use crate::company::Company;
use crate::error::ApiError;
use crate::keeping::Entry;
use crate::record::Owner;
use crate::script::Fate;
use crate::signins::{Ask, Begun, Decide};
use crate::tokens::SignIn;

/// How long after a sign-in has begun the demo decides about it, in milliseconds.
const DECIDES_AFTER: u32 = 4_000;

impl Company {
    /// The nonce that a proof must hold and does not.
    pub(crate) fn nonce_wanted(&self, given: Option<&str>) -> Option<String> {
        if !self.wants_nonces {
            return None;
        }
        let now = self.now().seconds();
        let mut gate = self.gate();
        if given.is_some_and(|nonce| gate.nonces.is_good(nonce, now)) {
            return None;
        }
        Some(gate.nonces.give(self.random(), now))
    }

    /// What a token may see now: nothing of the account once its sign-in has ended.
    pub(crate) fn access(&self, sign_in: Option<&SignIn>) -> Access {
        let lasting = sign_in.filter(|s| self.book().accounts.lasts(&s.family));
        lasting.map_or(Access::default(), |s| Access::of(&s.scopes))
    }

    /// Signs a User in; gives the Account Token.
    pub(crate) fn sign_in(
        &self,
        owner: &Owner,
        scopes: Vec<String>,
    ) -> Result<(String, SignIn), ApiError> {
        let (token, family) = new_token(self.random());
        let account = AccountChange::SignedIn {
            family: family.clone(),
            owner: owner.clone(),
            scopes: scopes.clone(),
        };
        self.book().keep(Entry::Account { account })?;
        Ok((token, SignIn { family, scopes }))
    }

    /// Puts a new Account Token in the place of this one, which is good no longer; gives it, for
    /// all its scopes or those wanted. `None`: this one is not good.
    pub(crate) fn refresh(
        &self,
        token: &str,
        owner: &Owner,
        wanted: Option<Vec<String>>,
    ) -> Result<Option<(String, SignIn)>, ApiError> {
        let mut book = self.book();
        let Some(grant) = book.accounts.find(token, &owner.client_id) else {
            return Ok(None);
        };
        if grant.owner != *owner {
            return Err(ApiError::token(
                "invalid_session",
                "the Session is another User's than the Account Token",
            ));
        }
        let scopes = wanted.unwrap_or_else(|| grant.scopes.clone());
        if scopes.iter().any(|scope| !grant.scopes.contains(scope)) {
            return Err(ApiError::token(
                "invalid_scope",
                "the User has not granted all of these scopes",
            ));
        }
        let family = grant.family.clone();
        let (next, hash) = new_token(self.random());
        let account = AccountChange::Rotated {
            family: family.clone(),
            token: hash,
        };
        book.keep(Entry::Account { account })?;
        Ok(Some((next, SignIn { family, scopes })))
    }

    /// Ends the sign-in of an Account Token, if it is one of this agent's.
    pub(crate) fn sign_out(&self, token: &str, client_id: &str) -> Result<(), ApiError> {
        let mut book = self.book();
        let found = book.accounts.find(token, client_id);
        let Some(family) = found.map(|grant| grant.family.clone()) else {
            return Ok(());
        };
        let account = AccountChange::SignedOut { family };
        book.keep(Entry::Account { account })
    }

    /// Ends all sign-ins, as a Company does that has been asked to by its customer.
    pub(crate) fn end_sign_ins(&self) {
        let mut book = self.book();
        for family in book.accounts.families() {
            let account = AccountChange::SignedOut { family };
            // Only the journal can fail, and then nothing has changed.
            let _ = book.keep(Entry::Account { account });
        }
    }

    /// Begins a sign-in by code, about which the demo decides after a while if it is to. `None`:
    /// too many are under way.
    pub(crate) fn begin_sign_in(
        self: &Arc<Self>,
        client_id: &str,
        scopes: Vec<String>,
    ) -> Option<Begun> {
        let now = self.now();
        let begun = self
            .sign_ins()
            .begin(client_id, scopes, self.random(), now)?;
        let decision = match begun.fate {
            None if self.approves => Decide::Approve,
            Some(Fate::Refused) => Decide::Refuse,
            None | Some(Fate::Expired) => return Some(begun),
        };
        let code = begun.user_code.clone();
        self.later(DECIDES_AFTER, move |company| {
            company.decide(&code, decision);
        });
        Some(begun)
    }

    /// Decides about a sign-in by code. Whether there was one to decide about.
    pub(crate) fn decide(&self, user_code: &str, decision: Decide<'_>) -> bool {
        self.sign_ins().decide(user_code, decision, self.now())
    }

    /// Begins a sign-in in a browser; gives the name of the request.
    pub(crate) fn begin_ask(&self, ask: Ask) -> Option<String> {
        self.sign_ins().ask(ask, self.random(), self.now())
    }

    /// Decides about a sign-in in a browser; gives where the browser goes then.
    pub(crate) fn answer_ask(&self, request: &str, decision: Decide<'_>) -> Option<Url> {
        let now = self.now();
        self.sign_ins()
            .answer(request, decision, self.random(), now)
    }
}
