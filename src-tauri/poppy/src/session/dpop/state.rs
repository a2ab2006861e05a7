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
