//! The agent itself: the one door for the window and the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{Clock, Random};
use poppy::net::Network;
use serde_json::Value;
use tokio::sync::broadcast;

use crate::error::AgentError;
use crate::identity::{Identity, Site};
use crate::log::{LogItem, LogSeq, Progress};
use crate::page::{
    AddOutcome, CompanyId, CompanyItem, Conversation, ConversationKey, CoreEvent, Entry, EntryId,
    LinkQuestion, Older, Overview,
};

/// Where the key that seals secrets is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretsChoice {
    /// The operating system's keyring.
    Keyring,
    /// A file of mode 0600 in the data folder: only when asked for on purpose.
    File,
}

/// The built-in demo Company, as the agent reaches it.
#[derive(Clone, Debug)]
pub struct DemoLink {
    /// Its domain.
    pub domain: Domain,
    /// Where it listens, and its CA.
    pub network: Network,
    /// The `client_id` that the demo knows this agent by: needs no published identity.
    pub client_id: ClientId,
}

/// What an agent is opened with.
pub struct Options {
    /// The folder everything is kept in; made if it is not there.
    pub data: PathBuf,
    /// Where secrets are kept.
    pub secrets: SecretsChoice,
    /// A network file's hosts, given on purpose.
    pub network: Option<Network>,
    /// The demo Company, if it runs.
    pub demo: Option<DemoLink>,
    /// Where the agent puts what it publishes, for the demo to ask; `Site::default()` otherwise.
    pub site: Site,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
}

/// The person's agent.
pub struct Agent {}

impl Agent {
    /// Opens the store, takes the data folder for itself alone, and takes up what waits: unsent
    /// messages are sent, open conversations are read. The identity's keys are made when secrets are
    /// ready. A keyring that cannot be used is no error here: see [`Overview::secrets`].
    ///
    /// # Errors
    ///
    /// [`AgentError`] when the folder or store cannot be used, or another program has it open
    /// (`in-use`).
    pub async fn open(_options: Options) -> Result<Arc<Self>, AgentError> {
        todo!()
    }

    /// Events from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<CoreEvent> {
        todo!()
    }

    /// What the window shows first. With a demo, it is in the list from the start.
    pub async fn overview(&self) -> Result<Overview, AgentError> {
        todo!()
    }

    /// Finds, verifies and keeps a Company. One that is in the list already is not asked again.
    pub async fn add_company(&self, _typed: &str) -> Result<AddOutcome, AgentError> {
        todo!()
    }

    /// The Company of this domain in the list, if it is there.
    pub async fn company(&self, _domain: &Domain) -> Result<Option<CompanyItem>, AgentError> {
        todo!()
    }

    /// The newest conversation with a Company that is not closed, or a fresh one.
    pub async fn open_conversation(&self, _company: CompanyId) -> Result<Conversation, AgentError> {
        todo!()
    }

    /// A fresh conversation, beside any other.
    pub async fn new_conversation(&self, _company: CompanyId) -> Result<Conversation, AgentError> {
        todo!()
    }

    /// Entries before `before`, at most 50.
    pub async fn older(
        &self,
        _conversation: ConversationKey,
        _before: EntryId,
    ) -> Result<Older, AgentError> {
        todo!()
    }

    /// Stores a message of the User's and sends it. Returns once it is stored.
    pub async fn send(
        &self,
        _conversation: ConversationKey,
        _text: &str,
    ) -> Result<Entry, AgentError> {
        todo!()
    }

    /// Tries a failed message again: the same bytes, the same id.
    pub async fn retry(
        &self,
        _conversation: ConversationKey,
        _entry: EntryId,
    ) -> Result<Entry, AgentError> {
        todo!()
    }

    /// Keeps what is being written.
    pub async fn save_draft(
        &self,
        _conversation: ConversationKey,
        _text: &str,
    ) -> Result<(), AgentError> {
        todo!()
    }

    /// Everything in the conversation has been read.
    pub async fn mark_read(&self, _conversation: ConversationKey) -> Result<(), AgentError> {
        todo!()
    }

    /// A link of a stored message, assessed again.
    pub async fn link(
        &self,
        _conversation: ConversationKey,
        _entry: EntryId,
        _index: usize,
    ) -> Result<LinkQuestion, AgentError> {
        todo!()
    }

    /// Tries the keyring again.
    pub async fn retry_secrets(&self) -> Result<(), AgentError> {
        todo!()
    }

    /// Keeps secrets in memory until the program ends, as the User chose.
    pub async fn secrets_for_this_session(&self) -> Result<(), AgentError> {
        todo!()
    }

    /// The end of the log when this agent was opened, before it took up what waited: with
    /// [`Agent::log_since`] this gives everything new since then.
    #[must_use]
    pub fn opened_at(&self) -> LogSeq {
        todo!()
    }

    /// At most 500 items of the log after `seq`, in order. After each [`CoreEvent`] there may be
    /// more; ask again from the last item's `seq`.
    pub async fn log_since(&self, _seq: LogSeq) -> Result<Vec<LogItem>, AgentError> {
        todo!()
    }

    /// How far a conversation is: whether anything waits to be sent, and how it stands.
    pub async fn progress(&self, _conversation: ConversationKey) -> Result<Progress, AgentError> {
        todo!()
    }

    /// Who this agent is. Makes the identity key if there is none yet.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when secrets are not ready.
    pub async fn identity(&self) -> Result<Identity, AgentError> {
        todo!()
    }

    /// Sets where the identity is published and the name Companies show; `None` leaves it as it is.
    /// What waited for an identity goes on.
    pub async fn set_identity(
        &self,
        _client_id: Option<&str>,
        _name: Option<&str>,
    ) -> Result<Identity, AgentError> {
        todo!()
    }

    /// Writes what is to be published under `folder`, each file at its URL's path: the client
    /// metadata document, `jwks.json` beside it and the callback page. Gives the files written.
    ///
    /// # Errors
    ///
    /// [`AgentError::NoIdentity`] when no `client_id` is set; [`AgentError::Export`].
    pub async fn export_identity(&self, _folder: &Path) -> Result<Vec<PathBuf>, AgentError> {
        todo!()
    }

    /// What this agent publishes at `client_id`, as [`Site::published`].
    #[must_use]
    pub fn published(&self, _client_id: &ClientId) -> Option<(Value, Value)> {
        todo!()
    }

    /// Ends its loops and closes the store.
    pub async fn close(&self) {
        todo!()
    }
}
