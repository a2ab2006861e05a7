//! What is known of a Session.

use std::time::Duration;

use super::token::{Grant, Token};
use crate::client::CallError;
use crate::documents::client::ClientId;
use crate::host::Timestamp;
use crate::session::account::Account;

/// What is known of the Session. The Session Token is in memory only.
pub(super) struct Kept {
    pub(super) token: Option<Token>,
    pub(super) session_id: Option<String>,
    /// The account to stay signed in to.
    pub(super) account: Option<Account>,
    /// The scopes granted, if the Session is signed in as far as is known.
    pub(super) signed_in: Option<Vec<String>>,
    /// How often the User signed out: what was granted before is not taken.
    pub(super) sign_outs: u64,
    /// How many token requests have come to an end.
    pub(super) rounds: u64,
    pub(super) failure: Option<Failure>,
    pub(super) renewals: Renewals,
}

/// How often a token that was refused before its time may be renewed. A Company that refuses its own
/// tokens again and again is not asked for one each time.
#[derive(Default)]
pub(super) struct Renewals {
    /// When the last one was, and how long after it none may be.
    last: Option<(Timestamp, i64)>,
}

/// How long no token is renewed after one that was, at first and at most, in milliseconds: twice as
/// long each time.
const FIRST_PAUSE: i64 = 5_000;
const LAST_PAUSE: i64 = 5 * 60_000;
/// A token that was good for so long, in milliseconds, or twice the pause, was no refusal's sequel.
const GOOD: i64 = 60_000;

impl Renewals {
    /// How long none may be yet.
    pub(super) fn pause(&self, now: Timestamp) -> Option<Duration> {
        let (at, pause) = self.last?;
        // A clock that was set back must not hold anything up for long.
        let passed = now.0.saturating_sub(at.0);
        let left = u64::try_from(pause.saturating_sub(passed)).ok()?;
        (passed >= 0 && left > 0).then(|| Duration::from_millis(left))
    }

    /// One was made.
    pub(super) fn made(&mut self, now: Timestamp) {
        let pause = match self.last {
            Some((at, pause)) if now.0.saturating_sub(at.0) < GOOD.max(2 * pause) => {
                (2 * pause).min(LAST_PAUSE)
            }
            _ => FIRST_PAUSE,
        };
        self.last = Some((now, pause));
    }
}

/// A token that the Company refused, and its refusal.
#[derive(Clone)]
pub(super) struct Stale {
    pub(super) serial: u64,
    pub(super) refusal: CallError,
}

impl Stale {
    /// The refusal, to be tried again after this long at the soonest.
    pub(super) fn held_back(&self, pause: Duration) -> CallError {
        let mut error = self.refusal.clone();
        if let CallError::Refused { retry_after, .. } = &mut error {
            *retry_after = Some(retry_after.unwrap_or_default().max(pause));
        }
        error
    }
}

/// How the last token request failed.
pub(super) struct Failure {
    pub(super) error: CallError,
    /// Since when, and for how many milliseconds, the Company asked not to be asked again.
    barred: Option<(Timestamp, i64)>,
}

impl Kept {
    pub(super) fn new(session_id: Option<String>, account: Option<Account>) -> Self {
        Self {
            token: None,
            session_id,
            signed_in: account.as_ref().map(|account| account.scopes.clone()),
            account,
            sign_outs: 0,
            rounds: 0,
            failure: None,
            renewals: Renewals::default(),
        }
    }

    /// The token, if `client` can still use it and it is not the one found to be stale.
    pub(super) fn usable(
        &self,
        client: &ClientId,
        now: Timestamp,
        stale: Option<u64>,
    ) -> Option<Token> {
        self.token
            .as_ref()
            .filter(|token| token.client == *client)
            .filter(|token| now < token.renew_at && Some(token.serial) != stale)
            .cloned()
    }

    /// Takes a grant into use, with the account as it is from now on.
    pub(super) fn take(
        &mut self,
        grant: &Grant,
        account: Option<Account>,
        client: &ClientId,
    ) -> Token {
        self.rounds += 1;
        let token = grant.token(client, self.rounds);
        self.token = Some(token.clone());
        self.session_id = Some(grant.session_id.clone());
        self.signed_in = grant.is_signed_in.then(|| match &account {
            Some(account) => account.scopes.clone(),
            None => grant.scopes.clone().unwrap_or_default(),
        });
        self.account = account;
        self.failure = None;
        token
    }

    /// The last failure, as long as the Company wants to be left alone: with what is left of the
    /// wait (draft 0.2 section 4.3).
    pub(super) fn barred(&mut self, now: Timestamp) -> Option<CallError> {
        let failure = self.failure.as_mut()?;
        let (since, wait) = failure.barred.as_mut()?;
        // A clock that was set back: the wait begins anew, and is no longer than it was.
        *since = (*since).min(now);
        let left = wait.saturating_sub(now.0.saturating_sub(since.0));
        let left = u64::try_from(left).ok().filter(|millis| *millis > 0)?;
        let mut error = failure.error.clone();
        if let CallError::Refused { retry_after, .. } = &mut error {
            *retry_after = Some(Duration::from_millis(left));
        }
        Some(error)
    }
}

impl Failure {
    pub(super) fn new(error: CallError, now: Timestamp) -> Self {
        let barred = match &error {
            CallError::Refused {
                retry_after: Some(wait),
                ..
            } => i64::try_from(wait.as_millis()).ok().map(|wait| (now, wait)),
            _ => None,
        };
        Self { error, barred }
    }
}
