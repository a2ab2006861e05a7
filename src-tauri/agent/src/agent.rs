//! The agent itself: the one door for the window and the command line.

use std::path::PathBuf;
use std::sync::Arc;

use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{Clock, Random};
use poppy::net::Network;
use tokio::sync::broadcast;

use crate::error::AgentError;
use crate::page::{
    AddOutcome, CompanyId, Conversation, ConversationKey, CoreEvent, Entry, EntryId, LinkQuestion,
    Older, Overview,
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
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
}

/// The person's agent.
pub struct Agent {}

impl Agent {
    /// Opens the store, takes the data folder for itself alone, and takes up what waits: unsent
    /// messages are sent, open conversations are read. The identity's keys are made when first
    /// needed. A keyring that cannot be used is no error here: see [`Overview::secrets`].
    ///
    /// # Errors
    ///
    /// [`AgentError`] when the folder or store cannot be used, or another program has it open.
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

    /// Finds, verifies and keeps a Company.
    pub async fn add_company(&self, _typed: &str) -> Result<AddOutcome, AgentError> {
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

    /// Ends its loops and closes the store.
    pub async fn close(&self) {
        todo!()
    }
}
