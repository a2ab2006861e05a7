//! The Company at work: who may call, its conversations, and the tasks that answer in them.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poppy::host::{Clock, Random, Timestamp};
use poppy::ids::ConversationId;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::accounts::{Access, Caller};
use crate::agents::{self, Lists};
use crate::conversations::{Book, Receipt, To};
use crate::error::ApiError;
use crate::message::Incoming;
use crate::pace::Pace;
use crate::reading::Live;
use crate::record::{Owner, ReceivedMessage};
use crate::script::Aside;
use crate::shop::Situation;
use crate::signins::SignIns;
use crate::tokens::Gate;
use crate::{AgentSite, Options};

/// The pause after each word that is written while somebody watches, in milliseconds.
const WORD: u32 = 40;
/// How often a stream says that it is still there, in milliseconds.
const KEEP_ALIVE: u32 = 15_000;

/// The running Company. Where two of its locks are held at once, the book's is taken first.
pub(crate) struct Company {
    agents: AgentSite,
    pace: Pace,
    keep_alive: Pace,
    pub(crate) streams: bool,
    pub(crate) wants_nonces: bool,
    /// Sign-ins are approved by the demo itself.
    pub(crate) approves: bool,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    gate: Mutex<Gate>,
    sign_ins: Mutex<SignIns>,
    book: Mutex<Book>,
    tasks: Mutex<JoinSet<()>>,
}

impl Company {
    /// Opens the journal, if there is one.
    pub(crate) fn open(options: Options) -> io::Result<Arc<Self>> {
        let book = Book::open(options.journal.as_deref())?;
        Ok(Arc::new(Self {
            agents: options.agents,
            pace: options.pace,
            keep_alive: options.keep_alive,
            streams: options.streams,
            wants_nonces: options.nonces,
            approves: options.approves,
            clock: options.clock,
            random: options.random,
            gate: Mutex::default(),
            sign_ins: Mutex::default(),
            book: Mutex::new(book),
            tasks: Mutex::new(JoinSet::new()),
        }))
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn random(&self) -> &dyn Random {
        &*self.random
    }

    pub(crate) fn agents(&self) -> &AgentSite {
        &self.agents
    }

    pub(crate) fn gate(&self) -> MutexGuard<'_, Gate> {
        lock(&self.gate)
    }

    pub(crate) fn sign_ins(&self) -> MutexGuard<'_, SignIns> {
        lock(&self.sign_ins)
    }

    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        lock(&self.book)
    }

    /// Goes on with what is pending in all conversations.
    pub(crate) fn resume(self: &Arc<Self>) {
        let ids = self.book().ids().to_vec();
        for id in ids {
            self.work(id);
        }
    }

    /// Ends the tasks and closes the journal.
    pub(crate) fn stop(&self) {
        lock(&self.tasks).abort_all();
        self.book().stop();
    }

    pub(crate) fn forget_sessions(&self) {
        self.gate().forget();
    }

    pub(crate) fn received(&self) -> Vec<(ConversationId, Vec<ReceivedMessage>)> {
        let book = self.book();
        let each = |id: &ConversationId| (id.clone(), book.received(id));
        book.ids().iter().map(each).collect()
    }

    /// Accepts a message; the answer follows by itself.
    pub(crate) fn accept(
        self: &Arc<Self>,
        caller: &Caller,
        to: &To<'_>,
        incoming: Incoming,
    ) -> Result<Receipt, ApiError> {
        let situation = self.situation(caller);
        let now = self.now();
        let accepted = self
            .book()
            .accept(caller, to, incoming, situation, self.random(), now);
        let receipt = accepted?;
        self.work(receipt.conversation.clone());
        Ok(receipt)
    }

    /// Asks for a person.
    pub(crate) fn hand_off(
        self: &Arc<Self>,
        caller: &Caller,
        id: &ConversationId,
    ) -> Result<Receipt, ApiError> {
        let situation = self.situation(caller);
        let receipt = self.book().hand_off(caller, id, situation, self.now())?;
        self.work(id.clone());
        Ok(receipt)
    }

    pub(crate) fn close(&self, caller: &Caller, id: &ConversationId) -> Result<Receipt, ApiError> {
        self.book().close(caller, id, self.now())
    }

    /// Goes on in this User's conversations that wait for the User to sign in.
    pub(crate) fn go_on(self: &Arc<Self>, owner: &Owner, scopes: &[String]) {
        let caller = Caller {
            owner: owner.clone(),
            access: Access::of(scopes),
        };
        let situation = self.situation(&caller);
        let gone_on = self.book().go_on(owner, situation, self.now());
        for id in gone_on {
            self.work(id);
        }
    }

    /// Reads events after `cursor`; where there are none, waits for one at most this long.
    pub(crate) async fn read(
        &self,
        caller: &Caller,
        id: &ConversationId,
        cursor: Option<&str>,
        wait: Duration,
    ) -> Result<Value, ApiError> {
        let until = Instant::now() + wait;
        loop {
            let mut page = self.book().page(caller, id, cursor)?;
            if !page.can_wait || timeout_at(until, page.changed.changed()).await.is_err() {
                return Ok(page.value);
            }
        }
    }

    /// What a stream that has come to `from` sends next. `None`: the place is lost.
    pub(crate) fn live(&self, id: &ConversationId, from: usize) -> Option<Live> {
        self.book().live(id, from)
    }

    /// Returns when a stream that has nothing to say should say so.
    pub(crate) async fn keep_alive(&self) {
        match &self.keep_alive {
            Pace::None => std::future::pending().await,
            pace => pace.pause(KEEP_ALIVE).await,
        }
    }

    fn situation(&self, caller: &Caller) -> Situation {
        Situation {
            lists: self.lists(&caller.owner),
            access: caller.access,
            approves: self.approves,
        }
    }

    /// What the agent lists now; nothing if its documents cannot be used any more.
    fn lists(&self, owner: &Owner) -> Lists {
        agents::look_up(&self.agents, &owner.client_id)
            .map(|agent| agent.lists)
            .unwrap_or_default()
    }

    /// Does something after a pause, unless the demo is stopped meanwhile.
    pub(crate) fn later(self: &Arc<Self>, pause: u32, what: impl FnOnce(&Self) + Send + 'static) {
        let company = Arc::clone(self);
        self.spawn(async move {
            company.pace.pause(pause).await;
            what(&company);
        });
    }

    fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(task);
    }

    /// Does the pending steps of a conversation, unless somebody does already.
    fn work(self: &Arc<Self>, id: ConversationId) {
        let Some(first) = self.book().next_pause(&id, true) else {
            return;
        };
        let company = Arc::clone(self);
        self.spawn(async move {
            let mut next = Some(first);
            while let Some(pause) = next {
                company.pace.pause(pause).await;
                company.write_out(&id).await;
                next = company.step(&id);
            }
        });
    }

    /// Does a step; gives the pause before the next.
    fn step(&self, id: &ConversationId) -> Option<u32> {
        let mut book = self.book();
        let Ok(asides) = book.step(id, self.now()) else {
            // Kept for the next start; trying on would spin.
            book.not_running(id);
            return None;
        };
        // Done before anybody can read what was said with it.
        for aside in asides {
            if let Some(client_id) = book.client_of(id) {
                self.do_aside(client_id, aside);
            }
        }
        book.next_pause(id, false)
    }

    fn do_aside(&self, client_id: &str, aside: Aside) {
        match aside {
            Aside::Busy { seconds } => {
                let until = self.now().plus_millis(i64::from(seconds) * 1000);
                self.gate().set_busy(client_id, until);
            }
            Aside::NextSignIn(fate) => self.sign_ins().set_next(client_id, fate),
        }
    }

    /// Writes the message of the next step word by word, if it is one to be watched.
    async fn write_out(&self, id: &ConversationId) {
        let Some(writing) = self.book().begin_writing(id) else {
            return;
        };
        let spaces = writing.text.match_indices(char::is_whitespace);
        for end in spaces.map(|(at, space)| at + space.len()) {
            if !self.book().write_to(id, end) {
                return;
            }
            self.pace.pause(WORD).await;
        }
    }
}

/// What a lock guards is changed whole or not at all, so it is good even after a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use poppy::ids::UserId;
    use serde_json::json;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::message;

    #[tokio::test]
    async fn a_read_for_which_nothing_happens_ends_with_its_wait() {
        let mut options = Options::new(Arc::new(|_| None));
        options.pace = Pace::ByHand(Arc::new(Semaphore::new(0)));
        let company = Company::open(options).unwrap();
        let owner = Owner {
            client_id: "https://agent.test.example/agent.json".to_owned(),
            user: UserId::parse("usr_1").unwrap(),
        };
        let caller = Caller {
            owner,
            access: Access::default(),
        };
        let hello = json!({ "message": {
            "id": "msg_1", "author": { "type": "human" }, "text": "Hello"
        }});
        let incoming = message::read(hello.to_string().as_bytes()).unwrap();
        let id = company
            .accept(&caller, &To::New, incoming)
            .unwrap()
            .conversation;
        let first = company.read(&caller, &id, None, Duration::ZERO).await;
        let cursor = first.unwrap()["cursor"].as_str().unwrap().to_owned();

        let wait = Duration::from_millis(20);
        let page = company
            .read(&caller, &id, Some(&cursor), wait)
            .await
            .unwrap();
        assert_eq!(page["events"], json!([]));
        assert_eq!(page["cursor"], json!(cursor));
        company.stop();
    }
}
