//! This machine comes to another network while a conversation is open: in a network namespace of the
//! test's own, whose only way out gets another address. `cargo xtask test network` makes it.

#![allow(missing_docs, reason = "tests are named for what they show")]

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use candor_demo::Pace;
use candor_tests::cli::{Cli, Person};
use candor_tests::shop::{Shop, eventually, quiet};
use poppy::host::SystemClock;

/// Much shorter than what is waited for by itself: 30 s for an answer, 50 s for a sign of life.
const SOON: Duration = Duration::from_secs(15);

fn ip(arguments: &str) {
    let done = Command::new("ip")
        .args(arguments.split(' '))
        .status()
        .expect("ip is there");
    assert!(done.success(), "ip {arguments}");
}

/// Gives the machine its only way out, from this address.
fn join(network: u8) {
    ip("address flush dev out");
    ip(&format!("address add 10.9.{network}.2/24 dev out"));
    ip(&format!("route replace default via 10.9.{network}.1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_network_is_noticed_and_everything_goes_on_over_new_connections() {
    let interfaces = std::fs::read_to_string("/proc/net/dev").expect("there are interfaces");
    assert_eq!(
        interfaces.lines().count(),
        3,
        "only in a namespace of its own may the network be changed: {interfaces}"
    );
    ip("link set lo up");
    ip("link add out type veth peer name elsewhere");
    ip("link set out up");
    ip("link set elsewhere up");
    join(1);

    let person = Person::with_identity(Cli::built());
    let shop = Shop::open(person.site(), Pace::None).await;
    let agent = shop.agent(&person.data(), Arc::new(SystemClock)).await;
    let (key, before) = shop.meets(&agent, SOON).await;
    shop.relay
        .stall_under(async {
            let sent = agent.send(key, "Are you there?").await;
            sent.expect("it is stored");
        })
        .await;
    join(2);
    eventually("it arrives", SOON, async || shop.received().len() > before).await;
    quiet(&agent, key, SOON).await;
    agent.close().await;
}
