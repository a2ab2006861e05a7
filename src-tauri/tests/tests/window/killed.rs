//! The window killed while a person writes in it, and the process of its page alone.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use candor_demo::Pace;
use candor_tests::apart::{Apart, Hold};
use candor_tests::chance::chance;
use candor_tests::cli::{Cli, Person};
use candor_tests::shop::{self, Shop, conversation};
use candor_tests::{Desk, Window};
use fantoccini::Locator;
use poppy::host::SystemClock;
use serde_json::json;

/// How often it is killed, every third time only the page.
const KILLS: usize = 18;
/// A person writes two or three messages within this, so a kill before it meets every stage of one.
const LONGEST: u64 = 2_500;
/// From the start to a window that can be written in it takes about as long.
const START: u64 = 1_500;
/// How long the end is waited for before the test gives up. Nothing is measured by it.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a person did, as far as they can know.
#[derive(Default)]
struct Diary {
    /// Written, and Enter pressed or about to be.
    written: Vec<String>,
    /// Seen in the timeline.
    seen: Vec<String>,
    /// Found in the composer when the window was there again.
    found: Vec<String>,
}

impl Diary {
    /// Writes one message after another, each once the one before is seen, until the window is gone.
    async fn write_on(&mut self, window: &Window) -> Option<()> {
        let composer = loop {
            if let Ok(composer) = window.page.find(Locator::Css("textarea:enabled")).await {
                break composer;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        self.found.extend(composer.prop("value").await.ok()?);
        loop {
            let text = format!("Message {:04}", self.written.len());
            self.written.push(text.clone());
            // Over whatever was found there.
            let select = "document.querySelector('textarea').select()";
            window.page.execute(select, Vec::new()).await.ok()?;
            composer.send_keys(&format!("{text}\u{E007}")).await.ok()?;
            let seen =
                "return document.querySelector('[role=log]').innerText.includes(arguments[0])";
            while window.page.execute(seen, vec![json!(text)]).await.ok()? != json!(true) {}
            self.seen.push(text);
        }
    }
}

/// The Company is known and was written to.
async fn begin(shop: &Shop, data: &Path) {
    let agent = shop.agent(data, Arc::new(SystemClock)).await;
    let added = agent.add_company(candor_demo::DOMAIN).await;
    added.expect("the Company is verified");
    let key = conversation(&agent).await;
    agent.send(key, "Hello").await.expect("it is stored");
    shop::quiet(&agent, key, PATIENCE).await;
    agent.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_random_moments_each_message_arrives_once_and_in_order() {
    let mut chance = chance();
    let desk = Desk::new().expect("a desk");
    let person = Person::with_identity(Cli::built());
    let shop = Shop::open(person.site(), Pace::Real).await;
    begin(&shop, &person.data()).await;
    let network = shop.network_file().display().to_string();
    let start = || {
        let arguments = ["--secrets=file", "--no-demo", "--network", &network];
        Apart::start(&desk, &person.data(), &arguments)
    };

    let mut diary = Diary::default();
    let mut program = start();
    for kill in 0..KILLS {
        if kill % 6 == 0 {
            tokio::time::sleep(Duration::from_millis(chance.u64(..START))).await;
            program.kill().await;
            program = start();
            continue;
        }
        let hold = program.hold().await;
        let time = Duration::from_millis(chance.u64(..LONGEST));
        let _ = tokio::time::timeout(time, diary.write_on(&hold)).await;
        if kill % 3 == 2 {
            program.kill_page(hold).await;
        } else {
            program.kill().await;
            program = start();
        }
    }
    program.kill().await;

    let agent = shop.agent(&person.data(), Arc::new(SystemClock)).await;
    let key = conversation(&agent).await;
    shop::quiet(&agent, key, PATIENCE).await;
    let own = shop::history(&agent, key).await;
    agent.close().await;
    assert_eq!(own, shop.history(), "both sides have the same history");

    let mut received = shop.received();
    assert_eq!(received.remove(0), "Hello");
    let mut written = diary.written.iter();
    for text in &received {
        assert!(
            written.any(|written| written == text),
            "{text:?} is one of those written, in their order, and only once"
        );
    }
    for text in &diary.seen {
        assert!(received.contains(text), "{text:?} was seen and has arrived");
    }
    for text in &diary.found {
        let both = received.contains(text);
        assert!(!both, "{text:?} was sent, and stood in the composer again");
    }
    assert!(
        diary.seen.len() > KILLS / 3,
        "enough was written to show anything: {:?}",
        diary.seen
    );
}

/// The text in the composer.
async fn draft(hold: &Hold) -> Option<String> {
    let composer = hold.see("textarea:enabled").await;
    composer.prop("value").await.expect("it has a value")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_whose_process_dies_is_loaded_anew_with_all_that_was_there() {
    let desk = Desk::new().expect("a desk");
    let program = Apart::start(&desk, &desk.data(), &["--secrets=file"]);
    let hold = program.hold().await;
    hold.press(Locator::Css(".welcome .primary")).await;
    hold.say("Tell me about the trail bar").await;
    hold.see("[role=log] [role=note]").await;
    let composer = hold.see("textarea:enabled").await;
    let typed = composer.send_keys("Half written").await;
    typed.expect("the composer takes text");
    hold.until(
        "the draft is kept",
        "window.__TAURI_INTERNALS__.invoke('overview')
           .then(({ companies }) => window.__TAURI_INTERNALS__.invoke('open_conversation', { company: companies[0].id }))
           .then(({ draft }) => { window.keptDraft = draft; });
         return window.keptDraft === 'Half written';",
    )
    .await;

    program.kill_page(hold).await;
    let hold = program.hold().await;
    hold.see("[role=log] [role=note]").await;
    assert_eq!(draft(&hold).await.as_deref(), Some("Half written"));
    hold.say(" no longer").await;
    hold.until(
        "the conversation goes on",
        "return document.querySelector('[role=log]').innerText.includes('Half written no longer')",
    )
    .await;
}
