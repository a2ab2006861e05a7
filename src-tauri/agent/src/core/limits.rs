//! Companies that asked to be left alone for a while (`rate_limited`, draft 0.2 section 7.8): known
//! for each Company, kept to by all its conversations.

use std::time::Duration;

use poppy::host::Timestamp;
use tokio::time::Instant;

use super::Core;
use crate::error::AgentError;
use crate::page::CompanyId;

/// The longest wait that a Company may ask for.
pub(crate) const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);

/// Until when a Company is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    /// Kept to, whatever becomes of the wall clock.
    pub(crate) until: Instant,
    /// For people.
    pub(crate) shown: Timestamp,
}

impl Core {
    /// Until when this Company is left alone; `None`: it is not.
    pub(crate) fn limited(&self, company: CompanyId) -> Option<Limit> {
        let limits = super::locked(&self.limits);
        let limit = limits.get(&company).copied();
        limit.filter(|limit| limit.until > Instant::now())
    }

    /// Leaves a Company alone for at least this long from now on.
    pub(crate) async fn limit(&self, company: CompanyId, wait: Duration) -> Result<(), AgentError> {
        let limit = self.limit_from_now(wait);
        {
            let mut limits = super::locked(&self.limits);
            let kept = limits.entry(company).or_insert(limit);
            if kept.until > limit.until {
                return Ok(());
            }
            *kept = limit;
        }
        let millis = millis(wait.min(LONGEST));
        self.store.set_limit(company, limit.shown, millis).await?;
        self.tell_companies().await
    }

    /// Takes up what was asked for before this program began.
    pub(crate) async fn take_up_limits(&self) -> Result<(), AgentError> {
        let now = self.clock.now();
        for (company, rest) in self.store.limits(now).await? {
            let rest = u64::try_from(rest).unwrap_or_default();
            let limit = self.limit_from_now(Duration::from_millis(rest));
            super::locked(&self.limits).insert(company, limit);
        }
        Ok(())
    }

    fn limit_from_now(&self, wait: Duration) -> Limit {
        let wait = wait.min(LONGEST);
        Limit {
            until: Instant::now() + wait,
            shown: self.clock.now().plus_millis(millis(wait)),
        }
    }
}

fn millis(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}
