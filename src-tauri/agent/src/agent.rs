//! The agent itself: the one door for the window and the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use poppy::client::message_body;
use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{Clock, Random};
use poppy::ids::MessageId;
use poppy::net::{Https, Network, Transport};
use serde_json::Value;
use tokio::sync::broadcast;

use crate::core::{Core, Parts};
use crate::error::{AgentError, MAX_TEXT};
use crate::identity::{self, Identity, Me, Site};
use crate::log::{self, LogItem, LogSeq, Progress};
use crate::page::{
    AddOutcome, CompanyId, CompanyItem, Conversation, ConversationKey, CoreEvent, Entry, EntryId,
    LinkQuestion, Older, Overview, SecretsState,
};
use crate::present;
use crate::secrets::{FileKey, KeyPlace, SystemKeyring, Vault};
use crate::store::{CompanyRow, ConversationRow, EntryRow, Store};
use crate::view;
use crate::work::Workers;

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
pub struct Agent {
    core: Arc<Core>,
    workers: Workers,
    network_hosts: Vec<String>,
    opened_at: LogSeq,
}

/// How many entries are given at once.
const ENTRIES: usize = 50;
/// How many items of the log are given at once.
const LOG_ITEMS: i64 = 500;
/// How long opening waits for the keyring, which may be asking the person for a password.
const KEYRING_WAIT: Duration = Duration::from_secs(2);

impl Agent {
    /// Opens the store, takes the data folder for itself alone, and takes up what waits: unsent
    /// messages are sent, open conversations are read. The identity's keys are made when secrets are
    /// ready. A keyring that cannot be used is no error here: see [`Overview::secrets`].
    ///
    /// # Errors
    ///
    /// [`AgentError`] when the folder or store cannot be used, or another program has it open
    /// (`in-use`).
    pub async fn open(options: Options) -> Result<Arc<Self>, AgentError> {
        let networks: Vec<Network> = options
            .network
            .iter()
            .cloned()
            .chain(options.demo.iter().map(|demo| demo.network.clone()))
            .collect();
        let transport = Arc::new(Https::new(&networks)?);
        let place: Arc<dyn KeyPlace> = match options.secrets {
            SecretsChoice::Keyring => Arc::new(SystemKeyring::new()),
            SecretsChoice::File => Arc::new(FileKey::new(&options.data)),
        };
        Self::open_with(options, transport, place).await
    }

    /// Opens it with a network and a place for the key of the caller's.
    pub(crate) async fn open_with(
        options: Options,
        transport: Arc<dyn Transport>,
        place: Arc<dyn KeyPlace>,
    ) -> Result<Arc<Self>, AgentError> {
        let store = Store::open(&options.data).await?;
        store.recover().await?;
        let opened_at = store.log_end().await?;
        let demo_id = options.demo.as_ref().map(|demo| demo.client_id.clone());
        let me = Me::new(options.site, demo_id);
        me.read_client_id(&store).await?;
        let core = Arc::new(Core::new(Parts {
            store,
            vault: Vault::new(place),
            me,
            transport,
            clock: options.clock,
            random: options.random,
            demo: options.demo,
        }));
        let network_hosts = options
            .network
            .map_or_else(Vec::new, |network| network.hosts.into_keys().collect());
        let agent = Arc::new(Self {
            core,
            workers: Workers::default(),
            network_hosts,
            opened_at,
        });
        agent.ask_keyring().await;
        agent.find_demo().await;
        for key in agent.core.store.active().await? {
            agent.workers.of(&agent.core, key);
        }
        Ok(agent)
    }

    /// Asks for the key, and waits a little for the answer. A later answer is told as it comes.
    async fn ask_keyring(&self) {
        let (done, answered) = tokio::sync::oneshot::channel();
        let core = Arc::clone(&self.core);
        self.workers.spawn(async move {
            if let Err(error) = core.unlock().await {
                tracing::warn!(code = error.code(), "secrets are not ready");
            }
            // Nobody may be waiting any longer.
            let _ = done.send(());
        });
        let _ = tokio::time::timeout(KEYRING_WAIT, answered).await;
    }

    async fn find_demo(&self) {
        if let Err(error) = self.core.find_demo().await {
            tracing::warn!(code = error.code(), "the demo is not in the list: {error}");
        }
    }

    /// Events from now on.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<CoreEvent> {
        self.core.subscribe()
    }

    /// What the window shows first. With a demo, it is in the list from the start.
    pub async fn overview(&self) -> Result<Overview, AgentError> {
        let mut companies = self.core.companies().await?;
        if self.core.demo.is_some() && !companies.iter().any(|company| company.demo) {
            self.find_demo().await;
            companies = self.core.companies().await?;
        }
        Ok(Overview {
            companies,
            secrets: self.core.vault.shown(),
            network_hosts: self.network_hosts.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// Finds, verifies and keeps a Company. One that is in the list already is not asked again.
    pub async fn add_company(&self, typed: &str) -> Result<AddOutcome, AgentError> {
        self.core.add_company(typed).await
    }

    /// The Company of this domain in the list, if it is there.
    pub async fn company(&self, domain: &Domain) -> Result<Option<CompanyItem>, AgentError> {
        let row = self
            .core
            .store
            .company_of(domain.as_str().to_owned())
            .await?;
        let identity = self.core.me.client_id().is_some();
        Ok(row.map(|row| present::company(&row, identity)))
    }

    /// The newest conversation with a Company that is not closed, or a fresh one.
    pub async fn open_conversation(&self, company: CompanyId) -> Result<Conversation, AgentError> {
        let row = self.core.company(company).await?;
        let session = self.core.vault.shown() == SecretsState::Session;
        match self.core.store.newest_open(company, session).await? {
            Some(conversation) => self.shown(&row, conversation).await,
            None => self.new_conversation(company).await,
        }
    }

    /// A fresh conversation, beside any other.
    pub async fn new_conversation(&self, company: CompanyId) -> Result<Conversation, AgentError> {
        let row = self.core.company(company).await?;
        let conversation = match self.core.store.untouched(company).await? {
            Some(untouched) => untouched,
            None => {
                let now = self.core.clock.now();
                self.core.store.add_conversation(company, now).await?
            }
        };
        self.shown(&row, conversation).await
    }

    async fn shown(
        &self,
        company: &CompanyRow,
        row: ConversationRow,
    ) -> Result<Conversation, AgentError> {
        let store = &self.core.store;
        let (entries, has_older) = store.entries_before(row.id, i64::MAX, ENTRIES).await?;
        Ok(Conversation {
            id: row.id,
            company: row.company,
            standing: self.core.standing(&row, &company.company),
            entries: present_all(&entries, company),
            has_older,
            draft: row.draft,
        })
    }

    /// Entries before `before`, at most 50.
    pub async fn older(
        &self,
        conversation: ConversationKey,
        before: EntryId,
    ) -> Result<Older, AgentError> {
        let (company, entry) = self.entry(conversation, before).await?;
        let (entries, has_older) = self
            .core
            .store
            .entries_before(conversation, entry.position, ENTRIES)
            .await?;
        Ok(Older {
            entries: present_all(&entries, &company),
            has_older,
        })
    }

    async fn entry(
        &self,
        conversation: ConversationKey,
        id: EntryId,
    ) -> Result<(CompanyRow, EntryRow), AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        let entry = self.core.store.entry(conversation, id).await?;
        Ok((company, entry.ok_or(AgentError::NotFound("message"))?))
    }

    /// Stores a message of the User's and sends it. Returns once it is stored.
    pub async fn send(
        &self,
        conversation: ConversationKey,
        text: &str,
    ) -> Result<Entry, AgentError> {
        let id = MessageId::random(&*self.core.random);
        self.send_as(conversation, id, text).await
    }

    /// As [`Agent::send`], for a caller that chose the message's id before and may have been killed
    /// since: an id that is in the store already, in whatever conversation, is not stored again, and
    /// its entry is given.
    pub async fn send_as(
        &self,
        conversation: ConversationKey,
        id: MessageId,
        text: &str,
    ) -> Result<Entry, AgentError> {
        let core = &self.core;
        if text.trim().is_empty() {
            return Err(AgentError::EmptyMessage);
        }
        if text.len() > MAX_TEXT {
            return Err(AgentError::MessageTooLong);
        }
        let row = core.conversation(conversation).await?;
        let company = core.company(row.company).await?;
        self.can_send(&company)?;
        let body = message_body(company.company.version, &id, text);
        let written = core
            .store
            .write_message(conversation, id, body, core.clock.now())
            .await?;
        let entry = written.ok_or(AgentError::Closed)?;
        core.tell_entries(std::slice::from_ref(&entry), &company.company);
        core.tell_companies().await?;
        // One that was stored before may be in another conversation.
        self.workers
            .of(core, entry.conversation)
            .to_send
            .notify_one();
        Ok(present::entry(&entry, &company.company))
    }

    /// What would only wait, and for something the User must do first, is not taken.
    fn can_send(&self, company: &CompanyRow) -> Result<(), AgentError> {
        if company.company.chat.is_none() {
            return Err(AgentError::NoChat);
        }
        self.core.vault.key()?;
        if !company.demo && self.core.me.client_id().is_none() {
            return Err(AgentError::NoIdentity);
        }
        Ok(())
    }

    /// Tries a failed message again: the same bytes, the same id.
    pub async fn retry(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
    ) -> Result<Entry, AgentError> {
        let core = &self.core;
        let (company, entry) = self.entry(conversation, entry).await?;
        if core.conversation(conversation).await?.ended.is_some() {
            return Err(AgentError::Closed);
        }
        let queued = core.store.requeue(entry.id).await?;
        let entry = queued.ok_or(AgentError::NotFailed)?;
        core.tell_entries(std::slice::from_ref(&entry), &company.company);
        self.workers.of(core, conversation).to_send.notify_one();
        Ok(present::entry(&entry, &company.company))
    }

    /// Keeps what is being written.
    pub async fn save_draft(
        &self,
        conversation: ConversationKey,
        text: &str,
    ) -> Result<(), AgentError> {
        if text.len() > MAX_DRAFT {
            return Err(AgentError::MessageTooLong);
        }
        let saved = self.core.store.save_draft(conversation, text.to_owned());
        found(saved.await?)
    }

    /// Everything in the conversation has been read.
    pub async fn mark_read(&self, conversation: ConversationKey) -> Result<(), AgentError> {
        found(self.core.store.mark_read(conversation).await?)?;
        self.core.tell_companies().await
    }

    /// A link of a stored message, assessed again.
    pub async fn link(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
        index: usize,
    ) -> Result<LinkQuestion, AgentError> {
        let (row, entry) = self.entry(conversation, entry).await?;
        let company = &row.company;
        let missing = AgentError::NotFound("link");
        let Some(message) = present::message(&entry).filter(|_| entry.own.is_none()) else {
            return Err(missing);
        };
        let view = view::view(&message, &company.sites(), &company.extensions);
        Ok(LinkQuestion {
            card: view.links.into_iter().nth(index).ok_or(missing)?,
            company: present::name(company),
            company_domain: poppy::links::shown_domain(company.domain.as_str()),
        })
    }

    /// Tries the keyring again.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when secrets are not ready yet.
    pub async fn retry_secrets(&self) -> Result<(), AgentError> {
        self.core.unlock().await
    }

    /// Keeps secrets in memory until the program ends, as the User chose.
    pub async fn secrets_for_this_session(&self) -> Result<(), AgentError> {
        self.core.hold_for_session().await
    }

    /// The end of the log when this agent was opened, before it took up what waited: with
    /// [`Agent::log_since`] this gives everything new since then.
    #[must_use]
    pub fn opened_at(&self) -> LogSeq {
        self.opened_at
    }

    /// At most 500 items of the log after `seq`, in order. After each [`CoreEvent`] there may be
    /// more; ask again from the last item's `seq`.
    pub async fn log_since(&self, seq: LogSeq) -> Result<Vec<LogItem>, AgentError> {
        let rows = self.core.store.log_since(seq, LOG_ITEMS).await?;
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            let conversation = self.core.conversation(row.conversation).await?;
            let company = self.core.company(conversation.company).await?;
            items.push(log::item(row, &company.company));
        }
        Ok(items)
    }

    /// How far a conversation is: whether anything waits to be sent, and how it stands.
    pub async fn progress(&self, conversation: ConversationKey) -> Result<Progress, AgentError> {
        let core = &self.core;
        let (to_send, to_return) = core.store.on_their_way(conversation).await?;
        let row = core.conversation(conversation).await?;
        let company = core.company(row.company).await?;
        let begun = row.remote.is_some() && row.ended.is_none();
        Ok(Progress {
            to_send,
            to_return,
            caught_up: !begun || self.workers.of(core, conversation).caught_up(),
            standing: core.standing(&row, &company.company),
        })
    }

    /// Who this agent is. Makes the identity key if there is none yet.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when secrets are not ready.
    pub async fn identity(&self) -> Result<Identity, AgentError> {
        self.core.identity().await
    }

    /// Sets where the identity is published and the name Companies show; `None` leaves it as it is.
    /// What waited for an identity goes on.
    pub async fn set_identity(
        &self,
        client_id: Option<&str>,
        name: Option<&str>,
    ) -> Result<Identity, AgentError> {
        identity::set(&self.core.store, client_id, name).await?;
        let identity = self.core.identity().await?;
        self.core.identity_changed();
        self.core.tell_companies().await?;
        Ok(identity)
    }

    /// Writes what is to be published under `folder`, each file at its URL's path: the client
    /// metadata document, `jwks.json` beside it and the callback page. Gives the files written.
    ///
    /// # Errors
    ///
    /// [`AgentError::NoIdentity`] when no `client_id` is set; [`AgentError::Export`].
    pub async fn export_identity(&self, folder: &Path) -> Result<Vec<PathBuf>, AgentError> {
        self.core.identity().await?;
        let (folder, files) = (folder.to_owned(), self.core.me.files()?);
        let written = tokio::task::spawn_blocking(move || identity::export(&folder, files));
        written.await.map_err(|_| AgentError::Closing)?
    }

    /// What this agent publishes at `client_id`, as [`Site::published`].
    #[must_use]
    pub fn published(&self, client_id: &ClientId) -> Option<(Value, Value)> {
        self.core.me.site().published(client_id.as_str())
    }

    /// Ends its loops and closes the store.
    pub async fn close(&self) {
        self.workers.close().await;
        self.core.store.close().await;
    }
}

/// Longer than any message: a draft may still be cut down.
const MAX_DRAFT: usize = 16 * MAX_TEXT;

fn present_all(rows: &[EntryRow], company: &CompanyRow) -> Vec<Entry> {
    rows.iter()
        .map(|row| present::entry(row, &company.company))
        .collect()
}

fn found(found: bool) -> Result<(), AgentError> {
    if found {
        Ok(())
    } else {
        Err(AgentError::NotFound("conversation"))
    }
}
