//! How long a run takes that is left alone, learnt from the runs that end by themselves: a kill within
//! that meets every stage of one, on a fast machine and on a slow or a busy one.

use std::time::Duration;

/// What is known of it so far.
pub struct Span(Duration);

impl Span {
    /// As one run was measured.
    pub fn measured(run: Duration) -> Self {
        Self(run)
    }

    /// A kill is at a moment before this.
    pub fn longest(&self) -> Duration {
        self.0
    }

    /// A run ended by itself before it was killed: runs are shorter than thought.
    pub fn ended(&mut self, after: Duration) {
        self.0 = (3 * self.0 + after) / 4;
    }

    /// A run was killed in time: the longest may be longer than thought.
    pub fn killed(&mut self) {
        self.0 += self.0 / 64;
    }
}

#[test]
fn most_kills_land_and_late_stages_are_met_however_fast_the_machine_is() {
    let mut moments = crate::random::Moments::new();
    for (run, first) in [
        (1_000, 60_000_000),
        (450_000, 450_000),
        (9_000_000, 2_000_000),
    ] {
        let length = Duration::from_micros(run);
        let mut span = Span::measured(Duration::from_micros(first));
        let (mut kills, mut runs, mut late) = (0, 0, 0);
        while kills < 500 {
            runs += 1;
            let at = moments.within(span.longest());
            if at < length {
                kills += 1;
                late += usize::from(at > length * 3 / 4);
                span.killed();
            } else {
                span.ended(length);
            }
        }
        assert!(runs < 800, "{runs} runs of {length:?}");
        assert!(late > 20, "{late} late ones of {length:?}");
    }
}
