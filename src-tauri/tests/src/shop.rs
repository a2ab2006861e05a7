//! The demo Company behind a relay, and an agent's history beside its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use candor_agent::page::{ConversationKey, Entry, EntryContent};
use candor_agent::view::ShownAuthor;
use candor_agent::{Agent, DataFolder, Options, SecretsChoice, Site};
use candor_demo::{Demo, Pace};
use poppy::domain::Domain;
use poppy::host::{Clock, SystemRandom};
use poppy::net::Network;
use poppy::text::many_lines;
use serde_json::json;
use tokio::time::Instant;

use crate::relay::Relay;

/// A message of a history: whether it is the User's, and what it says.
pub type Said = (bool, String);

/// The demo Company. Agents reach it through the relay alone.
pub struct Shop {
    demo: Demo,
    /// What it is reached through.
    pub relay: Relay,
    folder: tempfile::TempDir,
}

impl Shop {
    /// Opens one that knows the agents that publish in a folder.
    ///
    /// # Panics
    ///
    /// When it does not start: there is nothing to test then.
    pub async fn open(site: PathBuf, pace: Pace) -> Self {
        let options = candor_demo::Options {
            pace,
            ..candor_demo::Options::new(candor_demo::folder(site))
        };
        let demo = Demo::start(options).await.expect("the demo starts");
        let address = demo.network().hosts[candor_demo::DOMAIN];
        let relay = Relay::to(address).await;
        let folder = tempfile::tempdir().expect("a folder");
        let shop = Self {
            demo,
            relay,
            folder,
        };
        let network = shop.network();
        std::fs::write(shop.folder.path().join("ca.pem"), &network.ca_pem).expect("the CA is kept");
        let file = json!({ "ca": "ca.pem", "hosts": network.hosts }).to_string();
        std::fs::write(shop.network_file(), file).expect("the network is kept");
        shop
    }

    /// Adds it to an agent's list, and has a conversation that is read over one connection while another
    /// is there for the next message. Gives how many messages that took.
    ///
    /// # Panics
    ///
    /// When it cannot be talked to.
    pub async fn meets(&self, agent: &Agent, within: Duration) -> (ConversationKey, usize) {
        let added = agent.add_company(candor_demo::DOMAIN).await;
        added.expect("the Company is verified");
        let key = conversation(agent).await;
        let mut sent = 0;
        // The first is followed by the connection that reads on; the next needs another.
        while sent < 2 || self.relay.accepted() < 2 {
            agent.send(key, "Hello").await.expect("it is stored");
            quiet(agent, key, within).await;
            sent += 1;
        }
        (key, sent)
    }

    /// How an agent reaches it: through the relay.
    #[must_use]
    pub fn network(&self) -> Network {
        let mut network = self.demo.network().clone();
        for address in network.hosts.values_mut() {
            *address = self.relay.address();
        }
        network
    }

    /// The same as a file.
    #[must_use]
    pub fn network_file(&self) -> PathBuf {
        self.folder.path().join("network.json")
    }

    /// The texts it was sent, in order.
    ///
    /// # Panics
    ///
    /// When there is more than one conversation, or a message is there twice.
    #[must_use]
    pub fn received(&self) -> Vec<String> {
        let conversations = self.demo.received();
        assert!(conversations.len() < 2, "it all is one conversation");
        let mut ids = Vec::new();
        let mut texts = Vec::new();
        for message in conversations.into_iter().flat_map(|(_, messages)| messages) {
            assert!(!ids.contains(&message.id), "{} is there twice", message.id);
            ids.push(message.id);
            texts.push(message.text.unwrap_or_default());
        }
        texts
    }

    /// Its history.
    #[must_use]
    pub fn history(&self) -> Vec<Said> {
        let conversations = self.demo.received();
        let events = conversations
            .iter()
            .flat_map(|(id, _)| self.demo.history(id));
        events
            .filter(|event| event["type"] == "message")
            .map(|event| {
                let message = &event["message"];
                let text = message["text"].as_str().unwrap_or_default();
                (message["role"] == "user", many_lines(text))
            })
            .collect()
    }

    /// Opens the agent whose data is in a folder.
    ///
    /// # Panics
    ///
    /// When it cannot be opened.
    pub async fn agent(&self, data: &Path, clock: Arc<dyn Clock>) -> Arc<Agent> {
        let data = DataFolder::take(data).expect("nobody else has the folder");
        Agent::open(Options {
            data,
            secrets: SecretsChoice::File,
            network: Some(self.network()),
            demo: None,
            site: Site::default(),
            clock,
            random: Arc::new(SystemRandom),
        })
        .await
        .expect("the store opens")
    }
}

/// Waits until something holds.
///
/// # Panics
///
/// When it does not within this time.
pub async fn eventually(what: &str, within: Duration, mut holds: impl AsyncFnMut() -> bool) {
    let deadline = Instant::now() + within;
    while !holds().await {
        assert!(Instant::now() < deadline, "still not so: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until nothing is under way in a conversation.
///
/// # Panics
///
/// When it does not come to that within this time.
pub async fn quiet(agent: &Agent, key: ConversationKey, within: Duration) {
    eventually("all is quiet", within, async || {
        let progress = agent.progress(key).await.expect("the store answers");
        progress.quiet()
    })
    .await;
}

/// The newest conversation with the demo Company, which must be known.
///
/// # Panics
///
/// When it is not.
pub async fn conversation(agent: &Agent) -> ConversationKey {
    let domain = Domain::from_typed(candor_demo::DOMAIN).expect("a domain");
    let company = agent.company(&domain).await.expect("the store answers");
    let company = company.expect("the Company is known").id;
    let chat = agent.open_conversation(company).await;
    chat.expect("there is a conversation").id
}

/// An agent's history of a conversation.
///
/// # Panics
///
/// When the store does not answer.
pub async fn history(agent: &Agent, key: ConversationKey) -> Vec<Said> {
    let chat = agent.conversation(key).await.expect("the store answers");
    let (mut entries, mut has_older) = (chat.entries, chat.has_older);
    while has_older {
        let first = entries.first().expect("older than something").id;
        let older = agent.older(key, first).await.expect("the store answers");
        has_older = older.has_older;
        entries.splice(0..0, older.entries);
    }
    entries.into_iter().filter_map(said).collect()
}

fn said(entry: Entry) -> Option<Said> {
    match entry.content {
        EntryContent::Message { view, .. } => Some((
            view.author == ShownAuthor::User,
            view.text.unwrap_or_default(),
        )),
        _ => None,
    }
}
