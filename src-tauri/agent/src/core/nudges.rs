//! Sleep and wake, a changed network, a window that is looked at again: what waits for a Company that
//! could not be reached tries again, and connections that may be dead are made anew.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::Core;

/// How often it is looked whether this machine slept.
const LOOK: Duration = Duration::from_secs(3);
/// A jump of the wall clock of this much is sleep, or a clock that was put right: either way what is
/// open may be dead.
const JUMP: Duration = Duration::from_secs(5);
/// The shortest time between two nudges from outside.
const APART: Duration = Duration::from_secs(2);
/// A connection that was silent for this long may be dead.
const STALE: Duration = Duration::from_secs(30);

/// Counts nudges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nudges {
    soft: u64,
    hard: u64,
}

/// A listener to nudges.
pub(crate) struct Nudged {
    receiver: watch::Receiver<Nudges>,
    seen: Nudges,
}

impl Nudged {
    /// Waits for a nudge. True: it holds for every connection, not only for one that may be dead.
    pub(crate) async fn nudged(&mut self) -> bool {
        if self.receiver.changed().await.is_err() {
            // The core is gone, and with it whoever waits here.
            std::future::pending::<()>().await;
        }
        let now = *self.receiver.borrow_and_update();
        let hard = now.hard != self.seen.hard;
        self.seen = now;
        hard
    }

    /// Waits until a connection that was heard of last then should be made anew.
    pub(crate) async fn outdated(&mut self, heard: Instant) {
        while !self.nudged().await && heard.elapsed() < STALE {}
    }

    /// Forgets the nudges until now: what is about to be done is done anew.
    pub(crate) fn catch_up(&mut self) {
        self.seen = *self.receiver.borrow_and_update();
    }
}

impl Core {
    /// Nudges from now on.
    pub(crate) fn nudged(&self) -> Nudged {
        let mut receiver = self.nudges.subscribe();
        let seen = *receiver.borrow_and_update();
        Nudged { receiver, seen }
    }

    /// The window is looked at again, or the network changed.
    pub(crate) fn nudge(&self) {
        {
            let mut last = super::locked(&self.nudged_at);
            let now = Instant::now();
            if last.is_some_and(|last| now.saturating_duration_since(last) < APART) {
                return;
            }
            *last = Some(now);
        }
        self.nudges
            .send_modify(|nudges| nudges.soft = nudges.soft.wrapping_add(1));
    }

    /// Every connection is to be made anew.
    pub(crate) fn reconnect(&self) {
        self.nudges
            .send_modify(|nudges| nudges.hard = nudges.hard.wrapping_add(1));
    }

    /// Notices that this machine slept: the wall clock, or this very look, comes later than it
    /// should.
    pub(crate) async fn watch_for_sleep(self: Arc<Self>) {
        loop {
            let (wall, instant) = (self.clock.now(), Instant::now());
            tokio::time::sleep(LOOK).await;
            if jumped(self.clock.now().0.saturating_sub(wall.0), instant.elapsed()) {
                tracing::info!("this machine was asleep, or its clock was set");
                self.reconnect();
            }
        }
    }
}

/// Whether more or less time passed by the wall clock, in milliseconds, than a look takes, or more by
/// the other one.
fn jumped(wall: i64, passed: Duration) -> bool {
    let look = i64::try_from(LOOK.as_millis()).unwrap_or(i64::MAX);
    let off = Duration::from_millis(wall.saturating_sub(look).unsigned_abs());
    off > JUMP || passed > LOOK + JUMP
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_and_a_clock_that_is_set_either_way_are_jumps() {
        for (wall, passed, expected) in [
            (3_000, 3, false),
            (7_900, 7, false),
            (-1_900, 3, false),
            (8_100, 3, true),
            (18_000_000, 3, true),
            (-2_100, 3, true),
            (-18_000_000, 3, true),
            (i64::MIN, 3, true),
            (i64::MAX, 3, true),
            (3_000, 9, true),
        ] {
            let passed = Duration::from_secs(passed);
            assert_eq!(jumped(wall, passed), expected, "{wall} {passed:?}");
        }
    }
}
