//! The agent against a Company that is played here, over a network that is played too: time stands
//! still and jumps to what is waited for, so nothing is slow and nothing depends on luck.

mod accounts;
mod anything;
mod companies;
mod company;
mod data;
mod direct;
mod errors;
mod failing_store;
mod floods;
mod identity;
mod loops;
mod outbox;
mod reading;
mod refusals;
mod restarts;
mod secrets;
mod settings;
mod sign_in;
mod signed_in;
mod streaming;
mod together;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use poppy::host::{Clock, SystemRandom, Timestamp};
use poppy::net::Transport;
use tokio::time::Instant;

pub(crate) use company::{Decision, FakeCompany, Fault, Point, SECOND};

use crate::agent::Agent;
use crate::error::AgentError;
use crate::folder::DataFolder;
use crate::identity::Site;
use crate::log::LogKind;
use crate::options::{Options, SecretsChoice};
use crate::page::{
    AddOutcome, CompanyId, Conversation, ConversationKey, Delivery, Entry, EntryContent, Standing,
};
use crate::secrets::{FileKey, KeyPlace};

pub(crate) const DOMAIN: &str = "shop.example";
pub(crate) const CLIENT: &str = "https://me.example/agent.json";

/// A clock that goes with the test's own time, and is set forward by hand.
pub(crate) struct HandClock {
    began: Instant,
    ahead: AtomicI64,
}

impl HandClock {
    pub(crate) fn back(&self, time: Duration) {
        let millis = i64::try_from(time.as_millis()).unwrap();
        self.ahead.fetch_sub(millis, Ordering::SeqCst);
    }

    pub(crate) fn forward(&self, time: Duration) {
        let millis = i64::try_from(time.as_millis()).unwrap();
        self.ahead.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        let passed = i64::try_from(self.began.elapsed().as_millis()).unwrap();
        Timestamp(self.ahead.load(Ordering::SeqCst) + passed)
    }
}

pub(crate) fn clock() -> Arc<HandClock> {
    Arc::new(HandClock {
        began: Instant::now(),
        ahead: AtomicI64::new(1_800_000_000_000),
    })
}

pub(crate) fn options(data: DataFolder, clock: Arc<HandClock>) -> Options {
    Options {
        data,
        secrets: SecretsChoice::File,
        network: None,
        demo: None,
        site: Site::default(),
        clock,
        random: Arc::new(SystemRandom),
    }
}

pub(crate) async fn open_with(
    data: &Path,
    transport: Arc<dyn Transport>,
    place: Arc<dyn KeyPlace>,
) -> Result<Arc<Agent>, AgentError> {
    let data = DataFolder::take(data)?;
    Agent::open_with(options(data, clock()), transport, place).await
}

pub(crate) async fn open(data: &Path, company: &Arc<FakeCompany>) -> Arc<Agent> {
    let transport: Arc<dyn Transport> = Arc::clone(company) as _;
    open_with(data, transport, Arc::new(FileKey::new(data)))
        .await
        .unwrap()
}

/// A folder, a Company and an agent that knows it and has an identity.
pub(crate) struct Scene {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) company: Arc<FakeCompany>,
    pub(crate) agent: Arc<Agent>,
    pub(crate) id: CompanyId,
    clock: Arc<HandClock>,
}

impl Scene {
    pub(crate) async fn new() -> Self {
        Self::with(FakeCompany::new()).await
    }

    pub(crate) async fn with(company: Arc<FakeCompany>) -> Self {
        Self::at(company, clock()).await
    }

    /// With a clock that the test sets.
    pub(crate) async fn at(company: Arc<FakeCompany>, clock: Arc<HandClock>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let transport: Arc<dyn Transport> = Arc::clone(&company) as _;
        let place = Arc::new(FileKey::new(folder.path()));
        let data = DataFolder::take(folder.path()).unwrap();
        let options = options(data, Arc::clone(&clock));
        let agent = Agent::open_with(options, transport, place).await.unwrap();
        agent.set_identity(Some(CLIENT), None).await.unwrap();
        let AddOutcome::Added { company: item } = agent.add_company(DOMAIN).await.unwrap() else {
            panic!("the Company is of the domain typed");
        };
        Self {
            folder,
            company,
            agent,
            id: item.id,
            clock,
        }
    }

    pub(crate) async fn chat(&self) -> Conversation {
        self.agent.current_conversation(self.id).await.unwrap()
    }

    pub(crate) async fn entries(&self) -> Vec<Entry> {
        self.chat().await.entries
    }

    pub(crate) async fn standing(&self) -> Standing {
        self.chat().await.standing
    }

    pub(crate) async fn entries_of(&self, key: ConversationKey) -> Vec<Entry> {
        self.agent.conversation(key).await.unwrap().entries
    }

    pub(crate) async fn standing_of(&self, key: ConversationKey) -> Standing {
        self.agent.conversation(key).await.unwrap().standing
    }

    /// Waits until nothing is under way.
    pub(crate) async fn quiet(&self, key: ConversationKey) {
        let agent = &self.agent;
        until("all is quiet", async || {
            agent.progress(key).await.unwrap().quiet()
        })
        .await;
    }

    /// The program ends and another begins.
    pub(crate) async fn restart(&mut self) {
        self.agent.close().await;
        let path = self.folder.path();
        let transport: Arc<dyn Transport> = Arc::clone(&self.company) as _;
        let options = options(DataFolder::take(path).unwrap(), Arc::clone(&self.clock));
        let place = Arc::new(FileKey::new(path));
        self.agent = Agent::open_with(options, transport, place).await.unwrap();
    }

    /// The log as words.
    pub(crate) async fn log(&self) -> Vec<String> {
        let items = self.agent.log_since(crate::log::LogSeq(0)).await.unwrap();
        items.iter().map(|item| word(&item.kind)).collect()
    }
}

fn word(kind: &LogKind) -> String {
    match kind {
        LogKind::Sent { .. } => "sent".to_owned(),
        LogKind::Message { entry, .. } => format!("message {}", shown(entry)),
        LogKind::State { phase, .. } => {
            phase.map_or_else(|| "state".to_owned(), |phase| format!("state {phase:?}"))
        }
        LogKind::Authorization { error, .. } => format!("authorization {error}"),
        LogKind::Error { code, .. } => format!("error {code}"),
    }
}

/// Lets time jump until a condition holds. Bounded: a condition that never holds is a failure.
pub(crate) async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    for _ in 0..20_000 {
        if holds().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it never came to this: {what}");
}

/// An entry in a few words.
pub(crate) fn shown(entry: &Entry) -> String {
    match &entry.content {
        EntryContent::Message { view, delivery } => {
            let text = view.text.clone().unwrap_or_default();
            match delivery {
                None => text,
                Some(Delivery::Failed { code, .. }) => format!("{text} [{code}]"),
                Some(state) => format!("{text} [{state:?}]"),
            }
        }
        EntryContent::Unreadable { problem, .. } => format!("unreadable: {problem}"),
        EntryContent::Responder { responder } => format!("now {responder:?}"),
        EntryContent::SignIn { error, .. } => format!("sign in: {error}"),
        EntryContent::UserRequested { reason } => format!("asks for you: {reason:?}"),
        EntryContent::Direct { opened, .. } => format!("direct opened: {opened}"),
        EntryContent::PartMissing => "a part is missing".to_owned(),
    }
}

pub(crate) fn all_shown(entries: &[Entry]) -> Vec<String> {
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by_key(|entry| entry.position);
    sorted.into_iter().map(shown).collect()
}
