//! An agent and the demo Company, each with a clock that a test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use candor_agent::page::{CompanyItem, Conversation, ConversationKey, Entry, EntryContent};
use candor_agent::view::ShownAuthor;
use candor_agent::{Agent, DataFolder, DemoLink, Options, SecretsChoice, Site};
use candor_demo::{AGENT_CLIENT_ID, DOMAIN, Demo, Pace, Published};
use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{Clock, SystemClock, SystemRandom, Timestamp};
use poppy::text::many_lines;

/// The machine's clock, so many milliseconds off.
#[derive(Default)]
pub(crate) struct ShiftedClock(AtomicI64);

impl ShiftedClock {
    pub(crate) fn set(&self, seconds: i64) {
        self.0.store(seconds * 1000, Ordering::SeqCst);
    }

    pub(crate) fn forward(&self, seconds: i64) {
        self.0.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for ShiftedClock {
    fn now(&self) -> Timestamp {
        SystemClock.now().plus_millis(self.0.load(Ordering::SeqCst))
    }
}

pub(crate) struct Scene {
    folder: tempfile::TempDir,
    site: Site,
    pub(crate) demo: Demo,
    /// The User's machine's.
    pub(crate) ours: Arc<ShiftedClock>,
    /// The Company's.
    pub(crate) theirs: Arc<ShiftedClock>,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// With a demo whose options are changed.
    pub(crate) async fn with(change: impl FnOnce(&mut candor_demo::Options)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (site, theirs) = (Site::default(), Arc::new(ShiftedClock::default()));
        let published = site.clone();
        let mut options = candor_demo::Options::new(Arc::new(move |client_id: &str| {
            let (metadata, jwks) = published.published(client_id)?;
            Some(Published { metadata, jwks })
        }));
        options.journal = Some(folder.path().join("journal"));
        options.pace = Pace::None;
        options.clock = Arc::clone(&theirs) as _;
        change(&mut options);
        Self {
            demo: Demo::start(options).await.unwrap(),
            folder,
            site,
            ours: Arc::default(),
            theirs,
        }
    }

    pub(crate) async fn agent(&self) -> Arc<Agent> {
        Agent::open(Options {
            data: DataFolder::take(&self.folder.path().join("data")).unwrap(),
            secrets: SecretsChoice::File,
            network: None,
            demo: Some(DemoLink {
                domain: Domain::from_typed(DOMAIN).unwrap(),
                network: self.demo.network().clone(),
                client_id: ClientId::parse(AGENT_CLIENT_ID).unwrap(),
            }),
            site: self.site.clone(),
            clock: Arc::clone(&self.ours) as _,
            random: Arc::new(SystemRandom),
        })
        .await
        .unwrap()
    }

    pub(crate) fn received(&self) -> usize {
        let received = self.demo.received();
        received.iter().map(|(_, messages)| messages.len()).sum()
    }

    /// The messages of its only conversation in the demo's order: whether the User's, and what they
    /// say.
    pub(crate) fn history(&self) -> Vec<(bool, String)> {
        let received = self.demo.received();
        let [(id, _)] = received.as_slice() else {
            panic!("one conversation: {received:?}");
        };
        let events = self.demo.history(id).into_iter();
        let messages = events.filter(|event| event["type"] == "message");
        messages
            .map(|event| {
                let text = event["message"]["text"].as_str().unwrap_or_default();
                (event["message"]["role"] == "user", many_lines(text))
            })
            .collect()
    }
}

/// The demo in the list.
pub(crate) async fn company(agent: &Agent) -> CompanyItem {
    let mut companies = agent.overview().await.unwrap().companies;
    let only = companies.pop().unwrap();
    assert!(companies.is_empty() && only.demo && only.chat && !only.needs_identity);
    only
}

pub(crate) async fn chat(agent: &Agent) -> Conversation {
    let id = company(agent).await.id;
    agent.open_conversation(id).await.unwrap()
}

/// The same of the timeline: its messages in the order they are shown in.
pub(crate) fn shown(mut entries: Vec<Entry>) -> Vec<(bool, String)> {
    entries.sort_by_key(|entry| entry.position);
    let messages = entries.into_iter().filter_map(|entry| match entry.content {
        EntryContent::Message { view, .. } => Some((
            view.author == ShownAuthor::User,
            view.text.unwrap_or_default(),
        )),
        _ => None,
    });
    messages.collect()
}

/// Waits for something; the bound only ends a test that has failed.
pub(crate) async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(60), wait).await;
    assert!(waited.is_ok(), "{what}: still not so");
}

pub(crate) async fn quiet(agent: &Agent, key: ConversationKey) {
    until("it is quiet", async || {
        agent.progress(key).await.unwrap().quiet()
    })
    .await;
}
