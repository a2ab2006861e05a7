//! A person, their agent and the demo Company.

use std::sync::Arc;

use candor_agent::page::{Entry, EntryContent};
use candor_agent::view::ShownAuthor;
use candor_agent::{Agent, DataFolder, Options, SecretsChoice, Site};
use candor_demo::{Demo, Faults, Pace};
use candor_tests::cli::{Cli, Person, Ran, Running};
use poppy::domain::Domain;
use poppy::host::{SystemClock, SystemRandom};
use poppy::text::many_lines;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// A message of a history: whose it is, and what it says.
type Said = (bool, String);

pub struct Scene {
    // Before the runtime, on which it stops.
    demo: Demo,
    runtime: Runtime,
    person: Person,
    folder: tempfile::TempDir,
}

impl Scene {
    pub fn new() -> Self {
        let person = Person::with_identity(Cli::built());
        let runtime = Runtime::new().expect("a runtime");
        let options = candor_demo::Options {
            pace: Pace::None,
            ..candor_demo::Options::new(candor_demo::folder(person.site()))
        };
        let demo = runtime
            .block_on(Demo::start(options))
            .expect("the demo starts");
        let folder = tempfile::tempdir().expect("a folder");
        let network = demo.network();
        std::fs::write(folder.path().join("ca.pem"), &network.ca_pem).expect("the CA is kept");
        let file = json!({ "ca": "ca.pem", "hosts": network.hosts }).to_string();
        std::fs::write(folder.path().join("network.json"), file).expect("the network is kept");
        Self {
            demo,
            runtime,
            person,
            folder,
        }
    }

    pub fn faults(&self) -> &Faults {
        self.demo.faults()
    }

    /// Begins to chat, with a new text or without.
    pub fn start(&self, text: Option<&str>) -> Running {
        let mut more = vec!["--wait=20"];
        more.extend(text.iter().flat_map(|text| ["--say", text]));
        self.person.start_chat(
            candor_demo::DOMAIN,
            &self.folder.path().join("network.json"),
            &more,
        )
    }

    /// Finishes what waits.
    pub fn finish(&self) -> Ran {
        let network = self.folder.path().join("network.json");
        self.person
            .chat(candor_demo::DOMAIN, &network, &["--wait=120"])
    }

    /// What the Company was sent, in order: ids and texts.
    pub fn received(&self) -> Vec<(String, String)> {
        let conversations = self.demo.received();
        assert_eq!(conversations.len(), 1, "it all is one conversation");
        let messages = conversations.into_iter().flat_map(|(_, messages)| messages);
        messages
            .map(|message| (message.id.to_string(), message.text.unwrap_or_default()))
            .collect()
    }

    /// The Company's history.
    pub fn companys_history(&self) -> Vec<Said> {
        let conversations = self.demo.received();
        let events = conversations
            .iter()
            .flat_map(|(id, _)| self.demo.history(id));
        events
            .filter(|event| event["type"] == "message")
            .map(|event| {
                let text = event["message"]["text"].as_str().unwrap_or_default();
                (event["message"]["role"] == "user", many_lines(text))
            })
            .collect()
    }

    /// What the agent took from the person, in order.
    pub fn taken(&self) -> Vec<String> {
        let own = self.own_history().into_iter();
        own.filter(|(own, _)| *own).map(|(_, text)| text).collect()
    }

    /// The agent's history.
    pub fn own_history(&self) -> Vec<Said> {
        self.runtime.block_on(self.read_history())
    }

    async fn read_history(&self) -> Vec<Said> {
        let agent = Agent::open(Options {
            data: DataFolder::take(&self.person.data()).expect("nobody else has the folder"),
            secrets: SecretsChoice::File,
            network: Some(self.demo.network().clone()),
            demo: None,
            site: Site::default(),
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
        })
        .await
        .expect("the store opens");
        let domain = Domain::from_typed(candor_demo::DOMAIN).expect("a domain");
        let company = agent
            .company(&domain)
            .await
            .expect("the store answers")
            .expect("it is known");
        let chat = agent
            .open_conversation(company.id)
            .await
            .expect("there is a conversation");
        let (mut entries, mut has_older) = (chat.entries, chat.has_older);
        while has_older {
            let first = entries.first().expect("older than something").id;
            let older = agent
                .older(chat.id, first)
                .await
                .expect("the store answers");
            has_older = older.has_older;
            entries.splice(0..0, older.entries);
        }
        agent.close().await;
        entries.into_iter().filter_map(said).collect()
    }
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

/// The id of a message that a line tells as sent.
pub fn sent_id(line: &Value) -> Option<String> {
    let is_sent = line["type"] == "sent";
    is_sent
        .then(|| line["id"].as_str().map(str::to_owned))
        .flatten()
}
