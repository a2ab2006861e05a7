//! The window hidden and shown again, and the program asleep, while its connections pass nothing any
//! more and nobody is told.

use std::sync::Arc;
use std::time::Duration;

use candor_demo::Pace;
use candor_tests::Desk;
use candor_tests::apart::Apart;
use candor_tests::cli::{Cli, Person};
use candor_tests::relay::Cut;
use candor_tests::shop::{Shop, eventually};
use poppy::host::SystemClock;

/// Much shorter than the 50 s for which a sign of life is waited for by itself.
const SOON: Duration = Duration::from_secs(15);
/// Longer than a connection may be silent and still be taken for good when somebody looks, and than the
/// shortest sleep that is noticed.
const LONG: Duration = Duration::from_secs(15);

struct Scene {
    _desk: Desk,
    _person: Person,
    shop: Shop,
    program: Apart,
}

impl Scene {
    /// A window whose conversation is read by a stream.
    async fn new() -> Self {
        let desk = Desk::new().expect("a desk");
        let person = Person::with_identity(Cli::built());
        let shop = Shop::open(person.site(), Pace::None).await;
        let agent = shop.agent(&person.data(), Arc::new(SystemClock)).await;
        shop.meets(&agent, SOON).await;
        agent.close().await;
        let network = shop.network_file().display().to_string();
        let arguments = ["--secrets=file", "--no-demo", "--network", &network];
        let program = Apart::start(&desk, &person.data(), &arguments);
        Self {
            _desk: desk,
            _person: person,
            shop,
            program,
        }
    }

    async fn is_connected_anew(&self, before: u64) {
        eventually("it is connected anew", SOON, async || {
            self.shop.relay.accepted() > before
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_window_shown_again_reads_on_over_a_new_connection() {
    let scene = Scene::new().await;
    let hold = scene.program.hold().await;
    hold.say("Are you there?").await;
    let relay = &scene.shop.relay;
    let text = "Are you there?".to_owned();
    eventually("it arrives", SOON, async || {
        scene.shop.received().contains(&text)
    })
    .await;
    hold.page.minimize_window().await.expect("it is hidden");
    hold.until(
        "it is hidden",
        "return document.visibilityState === 'hidden'",
    )
    .await;
    relay.cut(Cut::Stall);
    tokio::time::sleep(LONG).await;
    let hidden = hold.run("return document.visibilityState").await;
    assert_eq!(hidden, "hidden", "it stays so");
    let before = relay.accepted();
    hold.page.maximize_window().await.expect("it is shown");
    scene.is_connected_anew(before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_slept_reads_on_over_a_new_connection() {
    let scene = Scene::new().await;
    let hold = scene.program.hold().await;
    hold.say("Are you there?").await;
    let relay = &scene.shop.relay;
    let text = "Are you there?".to_owned();
    eventually("it arrives", SOON, async || {
        scene.shop.received().contains(&text)
    })
    .await;
    relay.cut(Cut::Stall);
    let before = relay.accepted();
    scene.program.sleep(LONG).await;
    scene.is_connected_anew(before).await;
}
