//! What is known of a Session.

use std::time::Duration;

use super::token::Token;
use crate::client::CallError;
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
    /// Until when the Company asked not to be asked again.
    barred_until: Option<Timestamp>,
}

impl Kept {
    pub(super) fn new(session_id: Option<String>, account: Option<Account>) -> Self {
        Self {
            token: None,
            session_id,
            signed_in: account.as_ref().map(|account| account.scopes.clone()),
            account,
            rounds: 0,
            failure: None,
            renewals: Renewals::default(),
        }
    }

    /// The token, if it can still be used and is not the one found to be stale.
    pub(super) fn usable(&self, now: Timestamp, stale: Option<u64>) -> Option<Token> {
        self.token
            .as_ref()
            .filter(|token| now < token.renew_at && Some(token.serial) != stale)
            .cloned()
    }

    /// The last failure, as long as the Company wants to be left alone: with what is left of the
    /// wait (draft 0.2 section 4.3).
    pub(super) fn barred(&self, now: Timestamp) -> Option<CallError> {
        let failure = self.failure.as_ref()?;
        let left = failure.barred_until?.0.saturating_sub(now.0);
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
