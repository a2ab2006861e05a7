//! Sleep and wake, a changed network, a window that is looked at again: what waits for a Company that
//! could not be reached tries again, and connections that may be dead are made anew.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::Core;

/// How often it is looked whether this machine slept, or moved to another network.
const LOOK: Duration = Duration::from_secs(3);
/// A jump of the wall clock of this much is sleep, or a clock that was put right: either way what is
/// open may be dead.
const JUMP: Duration = Duration::from_secs(5);
/// The shortest time between two nudges from outside.
const APART: Duration = Duration::from_secs(2);
/// A connection that was silent for this long may be dead: nobody would know before Companies' signs of
/// life fail to come, which takes most of a minute.
const STALE: Duration = Duration::from_secs(10);

/// Counts nudges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nudges {
    soft: u64,
    hard: u64,
    lost: u64,
}

/// What the nudges since the last one come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nudge {
    /// Somebody looks: a connection that may be dead is made anew.
    Look,
    /// Every connection is made anew.
    Anew,
    /// Every connection is made anew, and what is under way on one is lost.
    Lost,
}

/// A listener to nudges.
pub(crate) struct Nudged {
    receiver: watch::Receiver<Nudges>,
    seen: Nudges,
}

impl Nudged {
    /// Waits for a nudge of any kind.
    pub(crate) async fn nudged(&mut self) {
        self.next().await;
    }

    async fn next(&mut self) -> Nudge {
        if self.receiver.changed().await.is_err() {
            // The core is gone, and with it whoever waits here.
            std::future::pending::<()>().await;
        }
        let now = *self.receiver.borrow_and_update();
        let before = std::mem::replace(&mut self.seen, now);
        if now.lost != before.lost {
            Nudge::Lost
        } else if now.hard != before.hard {
            Nudge::Anew
        } else {
            Nudge::Look
        }
    }

    /// Waits until what is under way is lost.
    pub(crate) async fn lost(&mut self) {
        while self.next().await != Nudge::Lost {}
    }

    /// Waits until a connection that was heard of last then should be made anew.
    async fn outdated(&mut self, heard: Instant) {
        while self.next().await == Nudge::Look && heard.elapsed() < STALE {}
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
        self.look_again();
    }

    /// What waits looks again whether it still must.
    pub(crate) fn look_again(&self) {
        self.nudges
            .send_modify(|nudges| nudges.soft = nudges.soft.wrapping_add(1));
    }

    /// Waits until a connection that was heard of last then should be made anew. No other that is
    /// open is used either from then on.
    pub(crate) async fn outdated(&self, nudged: &mut Nudged, heard: Instant) {
        nudged.outdated(heard).await;
        self.transport.renew();
    }

    /// Every conversation is to be read anew.
    pub(crate) fn reconnect(&self) {
        self.nudges
            .send_modify(|nudges| nudges.hard = nudges.hard.wrapping_add(1));
    }

    /// Connections made until now lead nowhere.
    fn lose_connections(&self) {
        self.transport.renew();
        self.nudges
            .send_modify(|nudges| nudges.lost = nudges.lost.wrapping_add(1));
    }

    /// Notices that this machine slept: the wall clock, or this very look, comes later than it
    /// should. Notices as well that it came to another network.
    pub(crate) async fn watch_for_sleep(self: Arc<Self>) {
        loop {
            let (wall, instant) = (self.clock.now(), Instant::now());
            tokio::time::sleep(LOOK).await;
            if jumped(self.clock.now().0.saturating_sub(wall.0), instant.elapsed()) {
                tracing::info!("this machine was asleep, or its clock was set");
                self.recount_limits();
                self.lose_connections();
            }
            if self.transport.is_elsewhere() {
                tracing::info!("this machine came to another network");
                self.lose_connections();
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
