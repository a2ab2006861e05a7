//! The demo over its real socket, by a client written here: what it accepts, and all it refuses.

mod browser;
mod caller;
mod calling;
mod conversing;
mod direct;
mod going_wrong;
mod keeping;
mod signing_in;
mod streaming;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use poppy::host::{Clock, Timestamp};
use tokio::sync::Semaphore;

use crate::testkit::{NOW, TestKey, published};
use crate::{AgentSite, Demo, Options, Pace};

/// A clock that a test sets.
struct HandClock(AtomicI64);

impl HandClock {
    fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst) * 1000)
    }
}

/// A running demo with everything a test decides.
struct Stage {
    demo: Demo,
    clock: Arc<HandClock>,
    /// The key of the agent that the demo knows.
    agent: Arc<TestKey>,
}

impl Stage {
    async fn new() -> Self {
        Self::with(Pace::None, |_| {}).await
    }

    async fn with(pace: Pace, change: impl FnOnce(&mut Options)) -> Self {
        let agent = Arc::new(TestKey::generate());
        let clock = Arc::new(HandClock(AtomicI64::new(NOW)));
        let documents = published(&agent);
        let site: AgentSite =
            Arc::new(move |id| (id == crate::testkit::CLIENT_ID).then(|| documents.clone()));
        let mut options = Options::new(site);
        options.pace = pace;
        let shared: Arc<dyn Clock> = clock.clone();
        options.clock = shared;
        change(&mut options);
        Self {
            demo: Demo::start(options).await.unwrap(),
            clock,
            agent,
        }
    }
}

/// A pace whose pauses end when the test says so.
fn by_hand() -> (Pace, Arc<Semaphore>) {
    let permits = Arc::new(Semaphore::new(0));
    (Pace::ByHand(Arc::clone(&permits)), permits)
}
