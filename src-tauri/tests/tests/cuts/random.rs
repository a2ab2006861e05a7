//! Connections cut at random moments.

use std::sync::Arc;
use std::time::Duration;

use candor_demo::Pace;
use candor_tests::chance::chance;
use candor_tests::cli::{Cli, Person};
use candor_tests::relay::{CUTS, Cut};
use candor_tests::shop::{Shop, conversation, history};
use poppy::host::SystemClock;
use tokio::time::Instant;

/// How many connections are cut in the middle.
const WANTED: u64 = 60;
/// A request and its answer are within about so many bytes, the beginning of TLS among them.
const BYTES: u64 = 8_000;
/// How long the end is waited for before the test gives up. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(180);

#[tokio::test(flavor = "multi_thread")]
async fn cut_at_random_moments_each_message_arrives_once_and_in_order() {
    let mut chance = chance();
    let person = Person::with_identity(Cli::built());
    let shop = Shop::open(person.site(), Pace::None).await;
    let agent = shop.agent(&person.data(), Arc::new(SystemClock)).await;
    agent
        .add_company(candor_demo::DOMAIN)
        .await
        .expect("the Company is verified");
    let key = conversation(&agent).await;

    let mut fates = chance.fork();
    shop.relay.fates(move || {
        let cut = fates.choice(CUTS)?;
        (fates.u8(..2) == 0).then(|| (fates.u64(..BYTES), cut))
    });
    let mut sent = Vec::new();
    let deadline = Instant::now() + PATIENCE;
    while shop.relay.cuts() < WANTED {
        assert!(Instant::now() < deadline, "it is cut often enough");
        let text = format!("Message {}", sent.len());
        agent.send(key, &text).await.expect("it is stored");
        sent.push(text);
        tokio::time::sleep(Duration::from_millis(chance.u64(..600))).await;
        if chance.bool() {
            shop.relay.cut(chance.choice(CUTS).expect("there are some"));
        }
        // Whoever writes looks at the window.
        agent.wake();
    }

    shop.relay.fates(|| None);
    let deadline = Instant::now() + PATIENCE;
    loop {
        let progress = agent.progress(key).await.expect("the store answers");
        if progress.quiet() {
            break;
        }
        assert!(
            Instant::now() < deadline,
            "what waits is never sent: {progress:?}"
        );
        // What stalls is not waited for here: a connection that is silent has a test of its own.
        shop.relay.cut(Cut::End);
        agent.wake();
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(
        shop.received(),
        sent,
        "each message arrived once and in order"
    );
    let own = history(&agent, key).await;
    agent.close().await;
    assert_eq!(own, shop.history(), "both sides have the same history");
}
