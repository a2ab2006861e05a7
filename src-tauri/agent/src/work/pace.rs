//! How fast a Company is read that gives one thing after another without ever making the agent wait:
//! what it gives is kept in full, but a flood of it must not take this machine up.

use std::time::Duration;

/// What came at least this long after it was asked for was waited for.
const WAITED: Duration = Duration::from_secs(1);
/// The pause after a whole burst.
const REST: Duration = Duration::from_secs(1);
/// The first pause when nothing to show comes, and the longest.
const FIRST: Duration = Duration::from_millis(250);
const MOST: Duration = Duration::from_secs(8);

/// Counts what came in a row without being waited for.
#[derive(Debug)]
pub(super) struct Pace {
    /// How many that bring nothing to show are taken at once.
    free: u32,
    /// How many of any kind are taken at once.
    burst: u32,
    barren: u32,
    all: u32,
}

impl Pace {
    /// For pages.
    pub(super) const fn of_pages() -> Self {
        Self::new(8, 20)
    }

    /// For the events of a stream.
    pub(super) const fn of_events() -> Self {
        Self::new(50, 100)
    }

    /// For streams that end as soon as they are open.
    pub(super) const fn of_streams() -> Self {
        Self::new(4, 8)
    }

    /// For what is not kept: comments and pieces of text. Their number is bounded, not what they
    /// bring.
    pub(super) const fn of_small() -> Self {
        Self::new(1000, 1000)
    }

    const fn new(free: u32, burst: u32) -> Self {
        Self {
            free,
            burst,
            barren: 0,
            all: 0,
        }
    }

    /// Something came, `took` after it was asked for. How long to pause before the next.
    pub(super) fn came(&mut self, took: Duration, shown: bool) -> Duration {
        if took >= WAITED {
            (self.barren, self.all) = (0, 0);
        }
        self.barren = if shown {
            0
        } else {
            self.barren.saturating_add(1)
        };
        self.all = self.all.saturating_add(1);
        let rest = if self.all.is_multiple_of(self.burst) {
            REST
        } else {
            Duration::ZERO
        };
        match self.barren.checked_sub(self.free) {
            None | Some(0) => rest,
            Some(over) => rest.max(FIRST.saturating_mul(1 << (over - 1).min(16)).min(MOST)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_row_of_nothing_to_show_is_read_ever_slower_until_something_is() {
        let mut pace = Pace::of_pages();
        let mut next = |shown| pace.came(Duration::ZERO, shown).as_millis();
        let pauses: Vec<_> = (0..15).map(|_| next(false)).collect();
        assert_eq!(pauses[..8], [0; 8]);
        assert_eq!(pauses[8..], [250, 500, 1000, 2000, 4000, 8000, 8000]);
        assert_eq!(next(true), 0);
        assert_eq!(next(false), 0);
    }

    #[test]
    fn what_is_waited_for_is_never_held_up() {
        let mut pace = Pace::of_events();
        let mut pauses = (0..500).map(|_| pace.came(WAITED, false));
        assert!(pauses.all(|pause| pause.is_zero()));
    }

    proptest! {
        #[test]
        fn a_flood_of_any_kind_is_bounded(shown in prop::collection::vec(any::<bool>(), 200)) {
            let mut pace = Pace::of_pages();
            let pauses: Vec<_> =
                shown.into_iter().map(|shown| pace.came(Duration::ZERO, shown)).collect();
            prop_assert!(pauses.iter().sum::<Duration>() >= REST * 10);
            prop_assert!(pauses.iter().all(|pause| *pause <= MOST));
        }
    }
}
