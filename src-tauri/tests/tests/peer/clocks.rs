//! This machine's clock hours off: a Company that checks every proof and assertion by its own still
//! takes them, and the User is told until the clock is right.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use candor_agent::page::EntryContent;
use candor_agent::view::ShownAuthor;
use poppy::host::{Clock, SystemClock, Timestamp};
use serde_json::json;

use crate::company::Company;
use crate::wire::{Scene, begin, open, until};

const HOUR: i64 = 60 * 60;

/// The machine's clock, so many seconds off.
struct Shifted(AtomicI64);

impl Shifted {
    fn set(&self, seconds: i64) {
        self.0.store(seconds, Ordering::SeqCst);
    }
}

impl Clock for Shifted {
    fn now(&self) -> Timestamp {
        let off = self.0.load(Ordering::SeqCst);
        SystemClock.now().plus_millis(off * 1000)
    }
}

impl Scene {
    async fn notice(&self) -> Option<(i64, String)> {
        let clock = self.agent.overview().await.unwrap().clock?;
        Some((clock.seconds, clock.message))
    }

    /// Who said what, in the order it is shown in.
    async fn timeline(&self) -> Vec<(ShownAuthor, String)> {
        let mut entries = self.agent.conversation(self.chat).await.unwrap().entries;
        entries.sort_by_key(|entry| entry.position);
        let messages = entries.into_iter().filter_map(|entry| match entry.content {
            EntryContent::Message { view, .. } => Some((view.author, view.text?)),
            _ => None,
        });
        messages.collect()
    }
}

async fn hours_off(off: i64, arguments: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path().join("site");
    std::fs::create_dir(&site).unwrap();
    let company = Company::start(&site, arguments);
    let clock = Arc::new(Shifted(AtomicI64::new(off)));
    let mut scene = begin(folder.path(), &company, Arc::clone(&clock) as _).await;
    let chat = scene.chat;
    assert_eq!(scene.notice().await, None, "nothing was signed yet");

    scene.say(chat, "Where is my order?").await;
    let (seconds, message) = scene.notice().await.unwrap();
    assert!(seconds.abs_diff(-off) < 60, "{seconds}");
    let way = if off > 0 { "ahead of" } else { "behind" };
    assert!(message.contains(way), "{message}");

    scene.sign_in_by_device(&company).await;
    scene.hears(chat, "Ridge Jacket", 1).await;
    assert!(scene.item().await.account.is_some());

    // A new program starts with the wrong clock again, signed in.
    scene.agent.close().await;
    let data = folder.path().join("data");
    scene.agent = open(&data, &company, Arc::clone(&clock) as _).await;
    scene.say(chat, "And my order now?").await;
    scene.hears(chat, "Ridge Jacket", 2).await;
    assert!(scene.notice().await.is_some());

    clock.set(0);
    until("the notice is gone", async || {
        scene.notice().await.is_none()
    })
    .await;
    scene.say(chat, "Thanks").await;
    let own: Vec<_> = {
        let timeline = scene.timeline().await.into_iter();
        let own = timeline.filter(|(author, _)| *author == ShownAuthor::User);
        own.map(|(_, text)| text).collect()
    };
    let written = [
        "Where is my order?",
        // Sent again by itself after the sign-in.
        "Where is my order?",
        "And my order now?",
        "Thanks",
    ];
    assert_eq!(own, written, "in the Company's order");
    let told: Vec<_> = {
        let posts = company.posts().into_iter();
        let texts = posts.map(|post| post.message["text"].clone());
        texts.filter(|text| !text.is_null()).collect()
    };
    assert_eq!(
        json!(told),
        json!(written),
        "nothing was refused on the way"
    );
    scene.agent.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_hours_ahead_stops_nothing_and_is_told_of() {
    hours_off(7 * HOUR, &["--nonce"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_hours_behind_stops_nothing_and_is_told_of() {
    hours_off(-7 * HOUR, &["--protocol", "0.2"]).await;
}
