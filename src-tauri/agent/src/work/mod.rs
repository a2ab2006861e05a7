//! The loops of conversations: for each that is not over, one that sends and one that reads.
//!
//! A loop does one turn after another; each turn looks at the store anew, so a loop can be stopped
//! between any two steps and begun again by another program.

pub(crate) mod backoff;
mod pace;
mod read;
mod send;
mod stream;
mod verdict;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use poppy::client::{CallError, Retry};
use poppy::net::NetError;
use tokio::sync::{Notify, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::Instant;

use crate::connect::Unready;
use crate::core::{Core, LONGEST, Limit, Nudged, Side};
use crate::error::AgentError;
use crate::page::{CompanyId, ConversationKey, Trouble};
use crate::present;
use crate::store::CompanyRow;
use crate::words;

/// The two loops of one conversation.
#[derive(Default)]
pub(crate) struct Worker {
    /// Something may be to send.
    pub(crate) to_send: Notify,
    /// Something may be to read.
    pub(crate) to_read: Notify,
    /// Somebody wants to know whether all was read, which a stream alone does not tell.
    pub(crate) to_check: Notify,
    /// It may be over, or to be read otherwise than before: whatever is waited for.
    to_look: Notify,
    /// The events were read to their end.
    caught_up: AtomicBool,
    /// How many of its loops are over.
    over: AtomicUsize,
}

impl Worker {
    /// Whether the events were read to their end since the last message was confirmed.
    pub(crate) fn caught_up(&self) -> bool {
        self.caught_up.load(Ordering::Acquire)
    }

    /// There is something new that a stream may not tell of.
    pub(crate) fn read_anew(&self) {
        self.set_caught_up(false);
        self.to_read.notify_one();
        self.to_check.notify_one();
    }

    /// Waits until there may be something to read, or it is to be looked at anew.
    async fn woken(&self) {
        tokio::select! {
            () = self.to_read.notified() => {}
            () = self.to_look.notified() => {}
        }
    }

    fn set_caught_up(&self, caught_up: bool) {
        self.caught_up.store(caught_up, Ordering::Release);
    }
}

/// All loops. Dropping this ends them, which is as safe as being killed.
#[derive(Default)]
pub(crate) struct Workers {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    workers: HashMap<ConversationKey, Arc<Worker>>,
    /// How to end the loops of each.
    ends: HashMap<ConversationKey, Vec<AbortHandle>>,
    tasks: JoinSet<()>,
    closed: bool,
}

impl Workers {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The conversation's loops, begun if they do not run.
    pub(crate) fn of(&self, core: &Arc<Core>, key: ConversationKey) -> Arc<Worker> {
        let mut inner = self.inner();
        if let Some(worker) = inner.workers.get(&key) {
            return Arc::clone(worker);
        }
        let worker = Arc::new(Worker::default());
        inner.workers.insert(key, Arc::clone(&worker));
        if !inner.closed {
            while inner.tasks.try_join_next().is_some() {}
            let mut ends = Vec::new();
            for side in [Side::Send, Side::Read] {
                let (own, its) = (Arc::clone(core), Arc::clone(&worker));
                ends.push(inner.tasks.spawn(run(own, key, its, side)));
            }
            inner.ends.insert(key, ends);
        }
        worker
    }

    /// The conversation's loops, if they run, look anew whether and how to go on.
    pub(crate) fn wake(&self, key: ConversationKey) {
        let worker = self.inner().workers.get(&key).map(Arc::clone);
        if let Some(worker) = worker {
            worker.to_look.notify_one();
            worker.to_send.notify_one();
        }
    }

    /// How many conversations have loops, and how many loops and other pieces of work run.
    #[cfg(test)]
    pub(crate) fn running(&self) -> (usize, usize) {
        let mut inner = self.inner();
        while inner.tasks.try_join_next().is_some() {}
        (inner.workers.len(), inner.tasks.len())
    }

    /// Forgets the loops of a conversation once both are over: whoever asks for them begins others.
    pub(crate) fn over(&self, key: ConversationKey, worker: &Arc<Worker>) {
        if worker.over.fetch_add(1, Ordering::AcqRel) == 0 {
            return;
        }
        let mut inner = self.inner();
        while inner.tasks.try_join_next().is_some() {}
        let known = inner.workers.get(&key);
        if known.is_some_and(|known| Arc::ptr_eq(known, worker)) {
            inner.workers.remove(&key);
            inner.ends.remove(&key);
        }
    }

    /// Ends a conversation's loops, at once: what they had begun in the store comes to its end there.
    pub(crate) fn end(&self, key: ConversationKey) {
        let mut inner = self.inner();
        inner.workers.remove(&key);
        for end in inner.ends.remove(&key).unwrap_or_default() {
            end.abort();
        }
    }

    /// Runs something beside the loops, ended with them.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        let mut inner = self.inner();
        if !inner.closed {
            inner.tasks.spawn(work);
        }
    }

    /// Ends all loops, and waits until they are gone.
    pub(crate) async fn close(&self) {
        let mut tasks = {
            let mut inner = self.inner();
            inner.closed = true;
            std::mem::take(&mut inner.tasks)
        };
        tasks.shutdown().await;
    }
}

/// How long a loop that broke off in a way nobody foresaw is left alone.
const BROKE_OFF: Duration = Duration::from_secs(30);

/// One loop until it is over. A mistake of ours that ends it otherwise does not end the
/// conversation: it is begun again from what the store holds.
async fn run(core: Arc<Core>, key: ConversationKey, worker: Arc<Worker>, side: Side) {
    loop {
        let (own, its) = (Arc::clone(&core), Arc::clone(&worker));
        // What a loop holds is its own, and dropped with it; what it shares is never half done.
        let ended = match side {
            Side::Send => {
                AssertUnwindSafe(send::run(own, key, its))
                    .catch_unwind()
                    .await
            }
            Side::Read => {
                AssertUnwindSafe(read::run(own, key, its))
                    .catch_unwind()
                    .await
            }
        };
        if ended.is_ok() {
            break;
        }
        tracing::error!(?side, "a loop broke off and is begun again");
        tokio::time::sleep(BROKE_OFF).await;
    }
    core.loop_over(key, &worker);
}

/// What a loop does after a turn.
enum Next {
    /// The next turn.
    Turn,
    /// Nothing is to be done until it is woken.
    Sleep,
    /// Nothing is to be done for so long, unless it is woken.
    Rest(Duration),
    /// Something keeps it from going on.
    Wait(Wait),
    /// The conversation is over, or the program is ending.
    End,
}

/// What keeps a loop from going on.
struct Wait {
    code: String,
    message: String,
    /// How often it failed before.
    failures: u32,
    /// What the Company asked for.
    at_least: Option<Duration>,
    how: Patience,
    /// Whether the User is told at once.
    tell: bool,
}

/// How long it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Patience {
    /// Something passing: seconds, then up to a minute.
    Short,
    /// Something somebody must put right: up to minutes.
    Long,
    /// Until secrets or the identity change.
    Changes,
    /// As long as the Company asked to be left alone.
    Limit(Limit),
}

impl Wait {
    /// Nobody to talk to. `Err`: the program is ending.
    async fn unready(
        core: &Core,
        company: CompanyId,
        unready: &Unready,
        failures: u32,
    ) -> Result<Self, AgentError> {
        if let Unready::Ours(AgentError::Closing) = unready {
            return Err(AgentError::Closing);
        }
        Ok(Self {
            code: unready.code().to_owned(),
            message: core.explain(company, unready).await,
            failures,
            at_least: None,
            how: match unready {
                Unready::NotVerified(_) | Unready::Ours(_) if unready.passes() => Patience::Short,
                _ if unready.passes() => Patience::Long,
                _ => Patience::Changes,
            },
            tell: true,
        })
    }

    /// The Company asked to be left alone.
    fn limited(limit: Limit, company: &CompanyRow) -> Self {
        Self {
            code: RATE_LIMITED.to_owned(),
            message: words::code(RATE_LIMITED, &present::name(&company.company)),
            failures: 0,
            at_least: None,
            how: Patience::Limit(limit),
            tell: true,
        }
    }

    /// A call that failed.
    fn call(error: &CallError, company: &str, failures: u32) -> Self {
        let (how, at_least) = match error.retry() {
            Retry::Later(at_least) => (Patience::Short, at_least),
            Retry::Never => (Patience::Long, None),
        };
        Self {
            code: error.code().to_owned(),
            message: words::code(error.code(), company),
            failures,
            at_least,
            how,
            tell: true,
        }
    }

    /// Until when; `None`: until something changes.
    fn delay(&self, core: &Core) -> Option<Duration> {
        let delay = match self.how {
            Patience::Short => backoff::delay(self.failures, &*core.random),
            Patience::Long => backoff::long_delay(self.failures, &*core.random),
            Patience::Changes => return None,
            Patience::Limit(limit) => {
                return Some(limit.until.saturating_duration_since(Instant::now()));
            }
        };
        let least = self.at_least.unwrap_or_default().min(LONGEST);
        Some(delay.max(least))
    }

    /// Tells the User, and gives how long to wait. `None`: the loop ends. That it cannot be logged is
    /// no reason to: the store may be what is waited for.
    async fn announce(self, core: &Core, key: ConversationKey, side: Side) -> Option<Rest> {
        let delay = self.delay(core);
        let rest = Rest {
            until: delay.map(|delay| Instant::now() + delay),
            // What the Company asked for is kept to, whatever changes here.
            on_change: matches!(self.how, Patience::Long | Patience::Changes),
            // A limit is looked at again: the machine may have slept through it.
            on_nudge: self.at_least.is_none(),
        };
        if self.tell {
            let millis = |delay: Duration| i64::try_from(delay.as_millis()).unwrap_or(i64::MAX);
            let retry_at = match self.how {
                Patience::Limit(limit) => Some(limit.shown),
                _ => delay.map(|delay| core.clock.now().plus_millis(millis(delay))),
            };
            let trouble = Trouble {
                code: self.code,
                message: self.message,
                retry_at: retry_at.map(|at| at.0),
                leads_to: None,
            };
            let told = core.set_trouble(key, side, Some(trouble)).await;
            if told.is_err_and(|error| must_end(&error)) {
                return None;
            }
        }
        Some(rest)
    }
}

/// How long a loop rests.
#[derive(Clone, Copy)]
struct Rest {
    /// `None`: for good.
    until: Option<Instant>,
    /// Whether it ends when secrets or the identity change.
    on_change: bool,
    /// Whether it ends when the machine wakes, or its network may have changed.
    on_nudge: bool,
}

impl Rest {
    /// Waits for the time.
    async fn time(self) {
        match self.until {
            Some(until) => tokio::time::sleep_until(until).await,
            None => std::future::pending().await,
        }
    }

    /// Waits for a change.
    async fn change(self, changes: &mut watch::Receiver<u64>) {
        // The sender is in the core, which the loop holds: this gives no error.
        if !self.on_change || changes.changed().await.is_err() {
            std::future::pending().await
        }
    }

    /// Waits for a nudge.
    async fn nudge(self, nudged: &mut Nudged) {
        if !self.on_nudge {
            std::future::pending().await
        }
        nudged.nudged().await;
    }
}

/// What a Company that is asked too often says.
const RATE_LIMITED: &str = "rate_limited";

/// The codes after which a conversation is over.
fn ends_conversation(error: &CallError) -> bool {
    matches!(error, CallError::Refused { code, .. }
        if code == "conversation_not_found" || code == "conversation_closed")
}

/// Whether the Company may have done what was asked, though its answer cannot be used.
fn may_have_arrived(error: &CallError) -> bool {
    match error {
        CallError::Net(NetError::TooLarge(_)) => true,
        CallError::Unreadable { status, .. } => (200..300).contains(status),
        _ => false,
    }
}

/// Logs what a loop cannot mend; true: the loop ends.
fn must_end(error: &AgentError) -> bool {
    match error {
        AgentError::Closing | AgentError::NotFound(_) => true,
        error => {
            tracing::warn!(code = error.code(), "a turn failed: {error}");
            false
        }
    }
}
