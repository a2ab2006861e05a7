//! What all parts of the running agent share, and how they tell the window what changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use poppy::documents::company::Company;
use poppy::host::{Clock, Random};
use poppy::net::Transport;
use tokio::sync::{broadcast, watch};

use crate::connect::Connections;
use crate::error::AgentError;
use crate::identity::{Identity, Me};
use crate::options::DemoLink;
use crate::page::{CompanyId, CompanyItem, ConversationKey, CoreEvent, Standing, Trouble};
use crate::present;
use crate::secrets::Vault;
use crate::store::{CompanyRow, ConversationRow, EntryRow, Store};

/// How many events a slow listener may be behind.
const EVENTS: usize = 1024;

/// What all parts share.
pub(crate) struct Core {
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) me: Me,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) demo: Option<DemoLink>,
    pub(crate) connections: Connections,
    events: broadcast::Sender<CoreEvent>,
    troubles: Mutex<HashMap<ConversationKey, Troubles>>,
    /// Counts changes of the secrets and the identity: what waits for them tries again.
    changes: watch::Sender<u64>,
    /// Held while the keyring is asked: a second question would be a second prompt.
    unlocking: tokio::sync::Mutex<()>,
}

/// Which of a conversation's two loops is in trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Sending.
    Send,
    /// Reading.
    Read,
}

#[derive(Default)]
struct Troubles {
    send: Option<Trouble>,
    read: Option<Trouble>,
    /// What the window was told last.
    told: Option<Standing>,
}

impl Troubles {
    fn side(&mut self, side: Side) -> &mut Option<Trouble> {
        match side {
            Side::Send => &mut self.send,
            Side::Read => &mut self.read,
        }
    }
}

/// What a core is made from.
pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) me: Me,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) demo: Option<DemoLink>,
}

impl Core {
    pub(crate) fn new(parts: Parts) -> Self {
        Self {
            store: parts.store,
            vault: parts.vault,
            me: parts.me,
            transport: parts.transport,
            clock: parts.clock,
            random: parts.random,
            demo: parts.demo,
            connections: Connections::default(),
            events: broadcast::channel(EVENTS).0,
            troubles: Mutex::default(),
            changes: watch::channel(0).0,
            unlocking: tokio::sync::Mutex::default(),
        }
    }

    /// Events from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<CoreEvent> {
        self.events.subscribe()
    }

    /// Changes of the secrets and the identity from now on.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn emit(&self, event: CoreEvent) {
        // Nobody listening is no error.
        let _ = self.events.send(event);
    }

    /// Tells of entries that are new or changed.
    pub(crate) fn tell_entries(&self, rows: &[EntryRow], company: &Company) {
        for row in rows {
            self.emit(CoreEvent::Entry {
                conversation: row.conversation,
                entry: present::entry(row, company, self.me.client_id().is_some()),
                ends_writing: None,
            });
        }
    }

    /// The Companies as the list shows them.
    pub(crate) async fn companies(&self) -> Result<Vec<CompanyItem>, AgentError> {
        let identity = self.me.client_id().is_some();
        let rows = self.store.companies().await?;
        Ok(rows
            .iter()
            .map(|row| present::company(row, identity))
            .collect())
    }

    /// Tells of the list of Companies.
    pub(crate) async fn tell_companies(&self) -> Result<(), AgentError> {
        let companies = self.companies().await?;
        self.emit(CoreEvent::Companies { companies });
        Ok(())
    }

    /// A Company that must be there.
    pub(crate) async fn company(&self, id: CompanyId) -> Result<CompanyRow, AgentError> {
        let found = self.store.company(id).await?;
        found.ok_or(AgentError::NotFound("Company"))
    }

    /// A conversation that must be there.
    pub(crate) async fn conversation(
        &self,
        key: ConversationKey,
    ) -> Result<ConversationRow, AgentError> {
        let found = self.store.conversation(key).await?;
        found.ok_or(AgentError::NotFound("conversation"))
    }

    fn troubles(&self) -> MutexGuard<'_, HashMap<ConversationKey, Troubles>> {
        self.troubles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How a conversation stands. What keeps messages from being sent comes before what keeps
    /// others from being read.
    pub(crate) fn standing(&self, row: &ConversationRow, company: &Company) -> Standing {
        let trouble = {
            let troubles = self.troubles();
            let of = troubles.get(&row.id);
            of.and_then(|of| of.send.clone().or_else(|| of.read.clone()))
        };
        present::standing(row, company, trouble)
    }

    /// Tells how a conversation stands, if it stands otherwise than was told last.
    pub(crate) async fn tell_standing(&self, key: ConversationKey) -> Result<(), AgentError> {
        let row = self.conversation(key).await?;
        let company = self.company(row.company).await?;
        let standing = self.standing(&row, &company.company);
        let told = self
            .troubles()
            .entry(key)
            .or_default()
            .told
            .replace(standing.clone());
        if told.as_ref() != Some(&standing) {
            self.emit(CoreEvent::Standing {
                conversation: key,
                standing,
            });
        }
        Ok(())
    }

    /// Sets or clears what keeps one of a conversation's loops from going on. A new code is logged.
    pub(crate) async fn set_trouble(
        &self,
        key: ConversationKey,
        side: Side,
        trouble: Option<Trouble>,
    ) -> Result<(), AgentError> {
        let before = {
            let mut troubles = self.troubles();
            std::mem::replace(troubles.entry(key).or_default().side(side), trouble.clone())
        };
        if before == trouble {
            return Ok(());
        }
        let known = before.map(|before| before.code);
        if let Some(trouble) = trouble.filter(|trouble| known.as_ref() != Some(&trouble.code)) {
            self.store
                .log_trouble(key, trouble.code, trouble.message)
                .await?;
        }
        self.tell_standing(key).await
    }

    /// Ends a conversation: what waits in it is failed, and the window is told.
    pub(crate) async fn end_conversation(
        &self,
        row: &ConversationRow,
        company: &Company,
        code: &str,
    ) -> Result<(), AgentError> {
        let failed = self.store.end_conversation(row.id, code.to_owned()).await?;
        let message = crate::words::code(code, &present::name(company));
        self.store
            .log_trouble(row.id, code.to_owned(), message)
            .await?;
        self.tell_entries(&failed, company);
        self.tell_standing(row.id).await
    }

    /// Opens the vault and takes up the identity. Whatever came of it, the window is told.
    pub(crate) async fn unlock(&self) -> Result<(), AgentError> {
        let Ok(_alone) = self.unlocking.try_lock() else {
            // The keyring is asking already; its answer is told when it comes.
            return self.vault.key().map(|_| ());
        };
        self.vault
            .open(&self.store, Arc::clone(&self.random))
            .await?;
        self.secrets_changed().await
    }

    /// Keeps secrets in memory from now on.
    pub(crate) async fn hold_for_session(&self) -> Result<(), AgentError> {
        self.vault.hold_for_session(&*self.random);
        self.secrets_changed().await
    }

    async fn secrets_changed(&self) -> Result<(), AgentError> {
        let loaded = match self.vault.key() {
            Ok(_) => self.me.load(&self.store, &self.vault).await.map(|_| ()),
            Err(error) => Err(error),
        };
        self.emit(CoreEvent::Secrets {
            secrets: self.vault.shown(),
        });
        self.identity_changed();
        loaded
    }

    /// The identity, made if there is none.
    pub(crate) async fn identity(&self) -> Result<Identity, AgentError> {
        self.me.load(&self.store, &self.vault).await
    }

    /// What waits for secrets or an identity tries again.
    pub(crate) fn identity_changed(&self) {
        self.changes
            .send_modify(|count| *count = count.wrapping_add(1));
    }
}
