//! The Company at work: who may call, its conversations, and the tasks that answer in them.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poppy::host::{Clock, Random, Timestamp};
use poppy::ids::ConversationId;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::agents::{self, Lists};
use crate::conversations::{Book, Receipt, To};
use crate::error::ApiError;
use crate::message::Incoming;
use crate::pace::Pace;
use crate::record::{Owner, ReceivedMessage};
use crate::tokens::Gate;
use crate::{AgentSite, Options};

/// The running Company.
pub(crate) struct Company {
    agents: AgentSite,
    pace: Pace,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    gate: Mutex<Gate>,
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
            clock: options.clock,
            random: options.random,
            gate: Mutex::default(),
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

    /// Goes on with what is pending in all conversations.
    pub(crate) fn resume(self: &Arc<Self>) {
        let ids = lock(&self.book).ids().to_vec();
        for id in ids {
            self.work(id);
        }
    }

    /// Ends the tasks and closes the journal.
    pub(crate) fn stop(&self) {
        lock(&self.tasks).abort_all();
        lock(&self.book).stop();
    }

    pub(crate) fn forget_sessions(&self) {
        self.gate().forget();
    }

    pub(crate) fn received(&self) -> Vec<(ConversationId, Vec<ReceivedMessage>)> {
        let book = lock(&self.book);
        let each = |id: &ConversationId| (id.clone(), book.received(id));
        book.ids().iter().map(each).collect()
    }

    /// Accepts a message; the answer follows by itself.
    pub(crate) fn accept(
        self: &Arc<Self>,
        owner: &Owner,
        to: &To<'_>,
        incoming: Incoming,
    ) -> Result<Receipt, ApiError> {
        let lists = self.lists(owner);
        let receipt =
            lock(&self.book).accept(owner, to, incoming, lists, self.random(), self.now())?;
        self.work(receipt.conversation.clone());
        Ok(receipt)
    }

    /// Asks for a person.
    pub(crate) fn hand_off(
        self: &Arc<Self>,
        owner: &Owner,
        id: &ConversationId,
    ) -> Result<Receipt, ApiError> {
        let lists = self.lists(owner);
        let receipt = lock(&self.book).hand_off(owner, id, lists, self.now())?;
        self.work(id.clone());
        Ok(receipt)
    }

    pub(crate) fn close(&self, owner: &Owner, id: &ConversationId) -> Result<Receipt, ApiError> {
        lock(&self.book).close(owner, id, self.now())
    }

    /// Reads events after `cursor`; where there are none, waits for one at most this long.
    pub(crate) async fn read(
        &self,
        owner: &Owner,
        id: &ConversationId,
        cursor: Option<&str>,
        wait: Duration,
    ) -> Result<Value, ApiError> {
        let until = Instant::now() + wait;
        loop {
            let mut page = lock(&self.book).page(owner, id, cursor)?;
            if !page.can_wait || timeout_at(until, page.changed.changed()).await.is_err() {
                return Ok(page.value);
            }
        }
    }

    /// What the agent lists now; nothing if its documents cannot be used any more.
    fn lists(&self, owner: &Owner) -> Lists {
        agents::look_up(&self.agents, &owner.client_id)
            .map(|agent| agent.lists)
            .unwrap_or_default()
    }

    /// Does the pending steps of a conversation, unless somebody does already.
    fn work(self: &Arc<Self>, id: ConversationId) {
        let Some(first) = lock(&self.book).next_pause(&id, true) else {
            return;
        };
        let company = Arc::clone(self);
        let mut tasks = lock(&self.tasks);
        while tasks.try_join_next().is_some() {}
        tasks.spawn(async move {
            let mut next = Some(first);
            while let Some(pause) = next {
                company.pace.pause(pause).await;
                let mut book = lock(&company.book);
                if book.step(&id, company.now()).is_err() {
                    // Kept for the next start; trying on would spin.
                    book.not_running(&id);
                    return;
                }
                next = book.next_pause(&id, false);
            }
        });
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
        let hello = json!({ "message": {
            "id": "msg_1", "author": { "type": "human" }, "text": "Hello"
        }});
        let incoming = message::read(hello.to_string().as_bytes()).unwrap();
        let id = company
            .accept(&owner, &To::New, incoming)
            .unwrap()
            .conversation;
        let first = company.read(&owner, &id, None, Duration::ZERO).await;
        let cursor = first.unwrap()["cursor"].as_str().unwrap().to_owned();

        let wait = Duration::from_millis(20);
        let page = company
            .read(&owner, &id, Some(&cursor), wait)
            .await
            .unwrap();
        assert_eq!(page["events"], json!([]));
        assert_eq!(page["cursor"], json!(cursor));
        company.stop();
    }
}
