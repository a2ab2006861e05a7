//! The Company's clock. A proof or assertion is good for a minute or so by the Company's clock, so a
//! machine whose own clock is wrong could never sign anything that is accepted.

use std::sync::{Arc, Mutex, PoisonError};

use crate::host::{Clock, Timestamp};
use crate::net::Response;
use crate::net::headers::sent_at;

/// How far two clocks may differ before it is worth a word, in milliseconds.
const NOTABLE: u64 = 60_000;

/// This machine's clock, set by the Company's once a refusal shows that they differ.
pub(super) struct CompanyClock {
    own: Arc<dyn Clock>,
    /// How far the Company's is ahead, in milliseconds, where that is notable.
    ahead: Mutex<Option<i64>>,
}

impl CompanyClock {
    pub(super) fn new(own: Arc<dyn Clock>) -> Self {
        Self {
            own,
            ahead: Mutex::new(None),
        }
    }

    /// Sets the clock by the `Date` of an answer that refused something signed by it. Whether it was
    /// notably off, so that signing again may help.
    pub(super) fn set_by(&self, refusal: &Response) -> bool {
        let Some(theirs) = sent_at(refusal) else {
            return false;
        };
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let own = self.own.now();
        let now = own.plus_millis(ahead.unwrap_or_default());
        if theirs.abs_diff(now.0) <= NOTABLE {
            return false;
        }
        let off = theirs.saturating_sub(own.0);
        *ahead = (off.unsigned_abs() > NOTABLE).then_some(off);
        true
    }

    /// How far the Company's clock is ahead, in seconds, where that is notable.
    pub(super) fn skew(&self) -> Option<i64> {
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        ahead.map(|millis| millis / 1000)
    }
}

impl Clock for CompanyClock {
    fn now(&self) -> Timestamp {
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        self.own.now().plus_millis(ahead.unwrap_or_default())
    }
}
