//! Clocks that differ: proofs are made by the Company's (see `poppy::session`), and the User is told.

use super::Core;
use crate::error::AgentError;
use crate::page::{ClockNotice, CompanyId, CoreEvent};
use crate::{present, words};

impl Core {
    /// Notes how far a Company's clock is from this machine's, in seconds; tells if that is new.
    pub(crate) async fn note_skew(
        &self,
        company: CompanyId,
        skew: Option<i64>,
    ) -> Result<(), AgentError> {
        let changed = {
            let mut skews = super::locked(&self.skews);
            // A second more or less is the same difference.
            let known = skews.get(&company).copied();
            let same = match (known, skew) {
                (Some(known), Some(skew)) => known.abs_diff(skew) < 30,
                (None, None) => true,
                _ => false,
            };
            match skew {
                _ if same => {}
                Some(skew) => drop(skews.insert(company, skew)),
                None => drop(skews.remove(&company)),
            }
            !same
        };
        if changed {
            let clock = self.clock_notice().await?;
            self.emit(CoreEvent::Clock { clock });
        }
        Ok(())
    }

    /// What the User is told of clocks that differ.
    pub(crate) async fn clock_notice(&self) -> Result<Option<ClockNotice>, AgentError> {
        let mut skews: Vec<_> = {
            let skews = super::locked(&self.skews);
            skews.iter().map(|(id, skew)| (*id, *skew)).collect()
        };
        skews.sort_unstable_by_key(|(id, skew)| (std::cmp::Reverse(skew.unsigned_abs()), *id));
        let Some((_, seconds)) = skews.first().copied() else {
            return Ok(None);
        };
        let mut companies = Vec::new();
        for (id, _) in skews {
            companies.push(present::name(&self.company(id).await?.company));
        }
        Ok(Some(ClockNotice {
            seconds,
            message: words::clock(seconds, &companies),
            companies,
        }))
    }
}
