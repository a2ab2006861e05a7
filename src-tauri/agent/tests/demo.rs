//! The agent against the demo Company: real HTTPS on loopback, a Company that verifies.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use candor_agent::page::{Conversation, ConversationKey, Entry, EntryContent};
use candor_agent::{Agent, DataFolder, DemoLink, Options, SecretsChoice, Site};
use candor_demo::{AGENT_CLIENT_ID, DOMAIN, Demo, Fault, On, Pace, Published};
use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{SystemClock, SystemRandom};

struct Scene {
    folder: tempfile::TempDir,
    site: Site,
    demo: Demo,
}

impl Scene {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = Site::default();
        let demo = demo(&site, folder.path()).await;
        Self { folder, site, demo }
    }

    async fn agent(&self) -> Arc<Agent> {
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
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
        })
        .await
        .unwrap()
    }

    fn received(&self) -> usize {
        let received = self.demo.received();
        received.iter().map(|(_, messages)| messages.len()).sum()
    }
}

async fn demo(site: &Site, folder: &Path) -> Demo {
    let site = site.clone();
    let mut options = candor_demo::Options::new(Arc::new(move |client_id: &str| {
        let (metadata, jwks) = site.published(client_id)?;
        Some(Published { metadata, jwks })
    }));
    options.journal = Some(folder.join("journal"));
    options.pace = Pace::None;
    Demo::start(options).await.unwrap()
}

async fn chat(agent: &Agent) -> Conversation {
    let overview = agent.overview().await.unwrap();
    let [company] = overview.companies.as_slice() else {
        panic!("the demo is in the list from the start");
    };
    assert!(company.demo && company.chat && !company.needs_identity);
    agent.open_conversation(company.id).await.unwrap()
}

/// Waits for events, not for time; the bound only ends a test that has failed.
async fn quiet(agent: &Agent, key: ConversationKey) {
    let mut events = agent.subscribe();
    let wait = async {
        while !agent.progress(key).await.unwrap().quiet() {
            let event = tokio::time::timeout(Duration::from_millis(200), events.recv());
            // A lagging listener, or none for a while: look again.
            let _ = event.await;
        }
    };
    let Ok(()) = tokio::time::timeout(Duration::from_secs(60), wait).await else {
        let progress = agent.progress(key).await.unwrap();
        panic!("it is not quiet: {progress:?}");
    };
}

fn notices_and_links(entries: &[Entry]) -> (usize, usize) {
    let views = entries.iter().filter_map(|entry| match &entry.content {
        EntryContent::Message { view, .. } => Some(view),
        _ => None,
    });
    views.fold((0, 0), |(notices, links), view| {
        (notices + view.disclosures.len(), links + view.links.len())
    })
}

#[tokio::test]
async fn a_chat_with_notices_and_links_survives_a_restart() {
    let scene = Scene::new().await;
    let agent = scene.agent().await;
    let key = chat(&agent).await.id;
    for text in ["Tell me about the trail bar", "Has my jacket shipped?"] {
        agent.send(key, text).await.unwrap();
        quiet(&agent, key).await;
    }
    let before = chat(&agent).await;
    let (notices, links) = notices_and_links(&before.entries);
    assert!(
        notices >= 1 && links >= 2,
        "{notices} notices, {links} links"
    );
    agent.close().await;

    let agent = scene.agent().await;
    let after = chat(&agent).await;
    assert_eq!(after.id, key);
    let json = |chat: &Conversation| serde_json::to_value(&chat.entries).unwrap();
    assert_eq!(json(&after), json(&before));
    agent.send(key, "Is anybody there?").await.unwrap();
    quiet(&agent, key).await;
    assert_eq!(scene.received(), 3);
    agent.close().await;
}

#[tokio::test]
async fn cut_connections_and_lost_sessions_cost_nothing() {
    let scene = Scene::new().await;
    let agent = scene.agent().await;
    let key = chat(&agent).await.id;
    for fault in [Fault::CutAfter, Fault::CutBefore] {
        scene.demo.faults().next(On::Send, 1, fault);
    }
    agent.send(key, "one").await.unwrap();
    quiet(&agent, key).await;
    scene.demo.forget_sessions();
    scene.demo.faults().next(On::Token, 1, Fault::CutAfter);
    agent.send(key, "two").await.unwrap();
    quiet(&agent, key).await;
    assert_eq!(scene.received(), 2);
    assert_eq!(scene.demo.received().len(), 1, "one conversation");
    agent.close().await;
}
