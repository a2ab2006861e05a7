//! Connections that pass nothing any more while nobody is told, as after sleep: what notices it, and
//! that everything then goes on at once. Left alone, the agent would wait for 30 s for an answer and
//! for 50 s for a sign of life.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use candor_agent::Agent;
use candor_agent::page::ConversationKey;
use candor_demo::Pace;
use candor_tests::cli::{Cli, Person};
use candor_tests::relay::Cut;
use candor_tests::shop::{Shop, eventually, quiet};
use poppy::host::{Clock, SystemClock, Timestamp};

/// Much shorter than what is waited for by itself, much longer than anything done at once.
const SOON: Duration = Duration::from_secs(15);
/// Longer than a connection may be silent and still be taken for good when somebody looks.
const DOUBTFUL: Duration = Duration::from_secs(15);

/// The machine's clock, set forward by hand.
#[derive(Default)]
struct Ahead(AtomicI64);

impl Clock for Ahead {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus_millis(self.0.load(Ordering::SeqCst))
    }
}

struct Scene {
    shop: Shop,
    agent: Arc<Agent>,
    clock: Arc<Ahead>,
    key: ConversationKey,
    /// How many messages were sent.
    sent: usize,
    _person: Person,
}

impl Scene {
    /// A conversation that is read by a stream.
    async fn new() -> Self {
        let person = Person::with_identity(Cli::built());
        let shop = Shop::open(person.site(), Pace::None).await;
        let clock = Arc::new(Ahead::default());
        let agent = shop.agent(&person.data(), Arc::clone(&clock) as _).await;
        let (key, sent) = shop.meets(&agent, SOON).await;
        Self {
            shop,
            agent,
            clock,
            key,
            sent,
            _person: person,
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sleep_is_noticed_by_the_clock_and_what_was_under_way_is_sent_anew() {
    let scene = Scene::new().await;
    scene
        .shop
        .relay
        .stall_under(async {
            let sent = scene.agent.send(scene.key, "Are you there?").await;
            sent.expect("it is stored");
        })
        .await;
    scene.clock.0.fetch_add(60_000, Ordering::SeqCst);
    eventually("it arrives", SOON, async || {
        scene.shop.received().len() > scene.sent
    })
    .await;
    quiet(&scene.agent, scene.key, SOON).await;
    scene.agent.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_looked_at_again_reads_on_over_a_new_connection() {
    let scene = Scene::new().await;
    scene.shop.relay.cut(Cut::Stall);
    // Nothing shows that anything is wrong.
    tokio::time::sleep(DOUBTFUL).await;
    let before = scene.shop.relay.accepted();
    scene.agent.wake();
    eventually("it is connected anew", SOON, async || {
        scene.shop.relay.accepted() > before
    })
    .await;
    scene.agent.close().await;
}
