//! Companies that asked to be left alone for a while (`rate_limited`, draft 0.2 section 7.8): known
//! for each Company, kept to by all its conversations.

use std::time::Duration;

use poppy::host::Timestamp;
use tokio::time::Instant;

use super::Core;
use crate::error::AgentError;
use crate::page::CompanyId;
use crate::{present, words};

/// The longest wait that a Company may ask for. A limit is there to spread requests, which a day does
/// whatever is counted; beyond that a number is a slip, or would silence a Company for good.
pub(crate) const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);
/// A wait of up to this much is kept to whatever happens (PAP-4.3-18). A longer one Candor keeps to by
/// itself, but the User may ask the Company before it is over: only they know what depends on it.
const KEPT: Duration = Duration::from_secs(10 * 60);

/// Until when a Company is left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limit {
    /// Kept to, whatever becomes of the wall clock.
    pub(crate) until: Instant,
    /// For people.
    pub(crate) shown: Timestamp,
    /// Whether the User may ask before it is over.
    pub(crate) may_ask: bool,
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
            may_ask: wait > KEPT,
        }
    }

    /// The User wants to ask a Company before its limit is over.
    ///
    /// # Errors
    ///
    /// [`AgentError::Told`] if the limit is a short one.
    pub(crate) async fn ask_now(&self, company: CompanyId) -> Result<(), AgentError> {
        let Some(limit) = self.limited(company) else {
            return Ok(());
        };
        if !limit.may_ask {
            let row = self.company(company).await?;
            return Err(AgentError::Told {
                code: "too-soon".to_owned(),
                message: words::too_soon(&present::name(&row.company)),
            });
        }
        let now = self.clock.now();
        self.store.set_limit(company, now, 0).await?;
        super::locked(&self.limits).remove(&company);
        self.look_again();
        self.tell_companies().await
    }

    /// This machine slept, or its clock was set: the time slept through counts, though the machine's
    /// own count stood still; and what is shown goes by the clock as it is now.
    pub(crate) fn recount_limits(&self) {
        let now = self.clock.now();
        for limit in super::locked(&self.limits).values_mut() {
            let left = limit.until.saturating_duration_since(Instant::now());
            let by_clock = u64::try_from(limit.shown.0.saturating_sub(now.0)).unwrap_or_default();
            let left = left.min(Duration::from_millis(by_clock));
            limit.until = Instant::now() + left;
            limit.shown = now.plus_millis(millis(left));
        }
    }
}

fn millis(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
}
