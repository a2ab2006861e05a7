//! What all parts of the running agent share, and how they tell the window what changed.

mod clocks;
mod forget;
mod limits;
mod lists;
mod live;
mod nudges;
mod place;
mod problems;
mod renewing;
mod standing;
mod surroundings;
mod write;
mod writing;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use poppy::documents::company::Company;
use poppy::host::{Clock, Random};
use tokio::sync::{Notify, broadcast, watch};
use tokio::time::Instant;

pub(crate) use limits::{LONGEST, Limit};
pub(crate) use nudges::{Nudged, Nudges};
pub(crate) use place::Place;
pub(crate) use renewing::Renewing;
pub(crate) use standing::Side;
use standing::Troubles;
use surroundings::Surroundings;
pub(crate) use surroundings::is_locale;
use writing::Pieces;

use crate::accounts::Accounts;
use crate::connect::Connections;
use crate::error::AgentError;
use crate::export::Exports;
use crate::identity::{Identity, Me};
use crate::options::DemoLink;
use crate::page::{CompanyId, CompanyItem, ConversationItem, ConversationKey, CoreEvent};
use crate::present;
use crate::secrets::Vault;
use crate::sign_in::SignIns;
use crate::store::{CompanyRow, ConversationRow, EntryRow, Store};
use crate::work::{Worker, Workers};

/// A lock whose holder cannot leave anything half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many events a slow listener may be behind.
const EVENTS: usize = 1024;

/// What all parts share.
pub(crate) struct Core {
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) me: Me,
    pub(crate) transport: Arc<Renewing>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn Random>,
    pub(crate) demo: Option<DemoLink>,
    pub(crate) connections: Connections,
    events: broadcast::Sender<CoreEvent>,
    troubles: Mutex<HashMap<ConversationKey, Troubles>>,
    /// Counts changes of the secrets and the identity: what waits for them tries again.
    changes: watch::Sender<u64>,
    /// Companies that asked to be left alone.
    limits: Mutex<HashMap<CompanyId, Limit>>,
    /// How far Companies' clocks are ahead, in seconds.
    skews: Mutex<HashMap<CompanyId, i64>>,
    nudges: watch::Sender<Nudges>,
    nudged_at: Mutex<Option<Instant>>,
    pieces: Mutex<HashMap<ConversationKey, Pieces>>,
    live: Mutex<live::Live>,
    lists: lists::Lists,
    surroundings: Mutex<Surroundings>,
    pub(crate) sign_ins: SignIns,
    /// An account was signed in to or out of, or its scopes changed.
    pub(crate) accounts_changed: Arc<Notify>,
    /// There may be an Account Token to revoke.
    pub(crate) to_revoke: Arc<Notify>,
    problems: problems::Problems,
    /// The published copies of the identity are being checked.
    pub(crate) checking: AtomicBool,
    /// Which export is under way.
    pub(crate) exports: Exports,
    /// Who runs the loops of conversations.
    workers: OnceLock<Weak<Workers>>,
    /// Held while the keyring is asked: a second question would be a second prompt.
    unlocking: tokio::sync::Mutex<()>,
}

/// What a core is made from.
pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) vault: Vault,
    pub(crate) me: Me,
    pub(crate) transport: Arc<Renewing>,
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
            limits: Mutex::default(),
            skews: Mutex::default(),
            nudges: watch::channel(Nudges::default()).0,
            nudged_at: Mutex::default(),
            pieces: Mutex::default(),
            live: Mutex::default(),
            lists: lists::Lists::default(),
            surroundings: Mutex::default(),
            sign_ins: SignIns::default(),
            accounts_changed: Arc::default(),
            to_revoke: Arc::default(),
            problems: problems::Problems::default(),
            checking: AtomicBool::new(false),
            exports: Exports::default(),
            workers: OnceLock::new(),
            unlocking: tokio::sync::Mutex::default(),
        }
    }

    /// Says who runs the loops, once.
    pub(crate) fn set_workers(&self, workers: &Arc<Workers>) {
        let _ = self.workers.set(Arc::downgrade(workers));
    }

    /// Begins the loops of conversations, or wakes them.
    pub(crate) fn begin(self: &Arc<Self>, keys: &[ConversationKey]) {
        let workers = self.workers.get().and_then(Weak::upgrade);
        for (workers, key) in workers
            .iter()
            .flat_map(|w| keys.iter().map(move |k| (w, *k)))
        {
            let worker = workers.of(self, key);
            worker.to_read.notify_one();
            worker.to_send.notify_one();
        }
    }

    /// What conversations' loops know of how they stand is no longer so: they look anew.
    pub(crate) fn wake(&self, keys: &[ConversationKey]) {
        if let Some(workers) = self.workers.get().and_then(Weak::upgrade) {
            keys.iter().for_each(|key| workers.wake(*key));
        }
    }

    /// One of a conversation's loops is over.
    pub(crate) fn loop_over(&self, key: ConversationKey, worker: &Arc<Worker>) {
        if let Some(workers) = self.workers.get().and_then(Weak::upgrade) {
            workers.over(key, worker);
        }
    }

    /// Runs something beside the loops, ended with them.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        if let Some(workers) = self.workers.get().and_then(Weak::upgrade) {
            workers.spawn(work);
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

    pub(crate) fn emit(&self, event: CoreEvent) {
        // Nobody listening is no error.
        let _ = self.events.send(event);
    }

    /// Tells of entries that are new or changed.
    pub(crate) fn tell_entries(&self, rows: &[EntryRow], company: &Company) {
        let comes_back = self.can_come_back(company);
        for row in rows {
            let whole = present::message(row).and_then(|message| message.id);
            let whole = whole.map(|id| id.as_str().to_owned());
            self.emit(CoreEvent::Entry {
                conversation: row.conversation,
                entry: present::entry(row, company, comes_back),
                ends_writing: whole.filter(|id| self.came_whole(row.conversation, id)),
            });
        }
    }

    /// Whether the identity was seen published, so that Companies can know it.
    pub(crate) fn is_published(&self) -> bool {
        self.me.is_published()
    }

    /// Whether the User has said where the identity is published.
    pub(crate) fn has_identity(&self) -> bool {
        self.me.client_id().is_some()
    }

    /// The Companies as the list shows them.
    pub(crate) async fn companies(&self) -> Result<Vec<CompanyItem>, AgentError> {
        let rows = self.store.companies().await?;
        let accounts = self.accounts().await?;
        let listed = rows.iter().filter(|row| !row.erased);
        Ok(listed
            .map(|row| self.company_item(row, &accounts))
            .collect())
    }

    /// One Company as the list shows it.
    pub(crate) async fn shown_company(&self, row: &CompanyRow) -> Result<CompanyItem, AgentError> {
        Ok(self.company_item(row, &self.accounts().await?))
    }

    fn company_item(&self, row: &CompanyRow, accounts: &Accounts) -> CompanyItem {
        let auth = row.company.auth.as_ref();
        let mut item = present::company(row, self.is_published());
        if let Some(auth) = auth {
            item.account = accounts.item(auth);
            item.signing_out = accounts.is_ending(&auth.issuer);
        }
        item.sign_in = self.sign_in_shown(row.id);
        let limit = self.limited(row.id);
        item.limited_until = limit.map(|limit| limit.shown.0);
        item.may_ask_now = limit.is_some_and(|limit| limit.may_ask);
        item
    }

    /// Tells of the list of a Company's conversations.
    pub(crate) async fn tell_conversations(&self, company: CompanyId) -> Result<(), AgentError> {
        let conversations = self.conversations(company).await?;
        self.emit(CoreEvent::Conversations {
            company,
            conversations,
        });
        Ok(())
    }

    /// The conversations with a Company, newest first.
    pub(crate) async fn conversations(
        &self,
        company: CompanyId,
    ) -> Result<Vec<ConversationItem>, AgentError> {
        self.company(company).await?;
        let rows = self.store.conversations(company).await?;
        Ok(rows.iter().map(present::conversation).collect())
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
        found
            .filter(|row| !row.erased)
            .ok_or(AgentError::NotFound("Company"))
    }

    /// A conversation that must be there.
    pub(crate) async fn conversation(
        &self,
        key: ConversationKey,
    ) -> Result<ConversationRow, AgentError> {
        let found = self.store.conversation(key).await?;
        found.ok_or(AgentError::NotFound("conversation"))
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
            Ok(_) => self.me.load(self).await.map(|_| ()),
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
        self.me.load(self).await
    }

    /// What waits for secrets or an identity tries again.
    pub(crate) fn identity_changed(&self) {
        self.changes
            .send_modify(|count| *count = count.wrapping_add(1));
    }
}
