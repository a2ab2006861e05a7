//! The agent itself: the one door for the window and the command line.

mod accounts;
mod blocking;
mod chat;
mod conversations;
mod erase;
mod export;
mod identity;
mod search;
mod settings;
mod windows;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use poppy::domain::Domain;
use poppy::net::{Https, Network, Transport};
use tokio::sync::broadcast;

use crate::core::{Core, Parts, Place, Renewing};
use crate::error::AgentError;
use crate::identity::Me;
use crate::log::{self, LogItem, LogSeq};
use crate::options::{Options, SecretsChoice};
use crate::page::{AddOutcome, CompanyItem, ConversationKey, CoreEvent, Overview};
use crate::secrets::{FileKey, KeyPlace, SystemKeyring, Vault};
use crate::store::{CompanyRow, Store};
use crate::work::Workers;

/// The person's agent.
pub struct Agent {
    pub(crate) core: Arc<Core>,
    workers: Arc<Workers>,
    network_hosts: Vec<String>,
    opened_at: LogSeq,
}

/// How many items of the log are given at once.
const LOG_ITEMS: i64 = 500;
/// How long opening waits for the keyring, which may be asking the person for a password.
const KEYRING_WAIT: Duration = Duration::from_secs(2);

/// How long closing waits for answers that may hold a new Account Token.
const LAST_ANSWERS: Duration = Duration::from_secs(3);

impl Agent {
    /// Opens the store in the data folder and takes up what waits: unsent messages are sent, open
    /// conversations are read. The identity's keys are made when secrets are
    /// ready. A keyring that cannot be used is no error here: see [`Overview::secrets`].
    ///
    /// # Errors
    ///
    /// [`AgentError`] when the store cannot be used.
    pub async fn open(options: Options) -> Result<Arc<Self>, AgentError> {
        let networks: Vec<Network> = options
            .network
            .iter()
            .cloned()
            .chain(options.demo.iter().map(|demo| demo.network.clone()))
            .collect();
        let transport = Renewing::new(Place::now, move || {
            let https = Https::new(&networks)?;
            Ok(Arc::new(https) as Arc<dyn Transport>)
        })?;
        let place: Arc<dyn KeyPlace> = match options.secrets {
            SecretsChoice::Keyring => Arc::new(SystemKeyring::new()),
            SecretsChoice::File => Arc::new(FileKey::new(options.data.path())),
        };
        Self::open_over(options, transport, place).await
    }

    /// Opens it over a network that is played.
    #[cfg(test)]
    pub(crate) async fn open_with(
        options: Options,
        transport: Arc<dyn Transport>,
        place: Arc<dyn KeyPlace>,
    ) -> Result<Arc<Self>, AgentError> {
        let transport = Renewing::new(Place::nowhere, move || Ok(Arc::clone(&transport)))?;
        Self::open_over(options, transport, place).await
    }

    /// Opens it with a network and a place for the key of the caller's.
    async fn open_over(
        options: Options,
        transport: Renewing,
        place: Arc<dyn KeyPlace>,
    ) -> Result<Arc<Self>, AgentError> {
        // What a program that was killed had begun to delete is not read any more.
        crate::erase::finish(options.data.path(), Arc::clone(&place)).await?;
        let store = Store::open(options.data).await?;
        store.recover().await?;
        let opened_at = store.log_end().await?;
        let demo_id = options.demo.as_ref().map(|demo| demo.client_id.clone());
        let me = Me::new(options.site, demo_id);
        me.read_client_id(&store).await?;
        let core = Arc::new(Core::new(Parts {
            store,
            vault: Vault::new(place),
            me,
            transport: Arc::new(transport),
            clock: options.clock,
            random: options.random,
            demo: options.demo,
        }));
        let network_hosts = options
            .network
            .map_or_else(Vec::new, |network| network.hosts.into_keys().collect());
        let agent = Arc::new(Self {
            core,
            workers: Arc::default(),
            network_hosts,
            opened_at,
        });
        agent.core.set_workers(&agent.workers);
        agent.core.take_up_limits().await?;
        agent
            .workers
            .spawn(Arc::clone(&agent.core).watch_for_sleep());
        agent.workers.spawn(Arc::clone(&agent.core).tell_accounts());
        agent.workers.spawn(Arc::clone(&agent.core).revoke_all());
        agent.workers.spawn(Arc::clone(&agent.core).tell_lists());
        agent.core.take_up_sign_ins().await?;
        agent.workers.spawn(Arc::clone(&agent.core).keep_sign_ins());
        agent.workers.spawn(search::fill(Arc::clone(&agent.core)));
        agent
            .workers
            .spawn(Arc::clone(&agent.core).erase_what_is_left());
        agent.ask_keyring().await;
        agent.find_demo().await;
        for (company, key) in agent.core.store.active().await? {
            // In this order: the latest are followed.
            agent.core.is_read(company, key);
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
            clock: self.core.clock_notice().await?,
            problem: self.core.take_problem(),
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
        match row {
            Some(row) => Ok(Some(self.core.shown_company(&row).await?)),
            None => Ok(None),
        }
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
        let mut companies: HashMap<ConversationKey, CompanyRow> = HashMap::new();
        let mut items = Vec::with_capacity(rows.len());
        for row in rows {
            let company = match companies.get(&row.conversation) {
                Some(company) => company.company.clone(),
                None => {
                    let conversation = self.core.conversation(row.conversation).await?;
                    let company = self.core.company(conversation.company).await?;
                    let known = company.company.clone();
                    companies.insert(row.conversation, company);
                    known
                }
            };
            items.push(log::item(row, &company));
        }
        Ok(items)
    }

    /// Ends its loops and closes the store. An answer that may hold a new Account Token is waited for,
    /// though not for long: without it, the User would have to sign in again.
    pub async fn close(&self) {
        self.workers.close().await;
        let settled = self.core.connections.settled();
        if tokio::time::timeout(LAST_ANSWERS, settled).await.is_err() {
            tracing::warn!("a Company has not answered a token request at the end");
        }
        self.core.store.close().await;
    }
}
