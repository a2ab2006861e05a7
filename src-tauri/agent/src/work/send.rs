//! Sending: one message at a time, in the order of writing, until the Company has confirmed it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use poppy::client::CallError;
use poppy::event::{Receipt, Status};

use super::verdict::{Noting, Verdict, asks_to_wait, is_limit, verdict};
use super::{Next, Patience, Wait, Worker, must_end};
use crate::connect::{Connection, Unready};
use crate::core::{Core, Nudged, Side};
use crate::error::AgentError;
use crate::page::{ConversationKey, EntryId};
use crate::present;
use crate::store::{CLOSED, CompanyRow, ConversationRow, Outgoing, Received, Refusal};
use crate::words::{self, ELSEWHERE};

/// Sends what is to be sent until the conversation is over.
pub(super) async fn run(core: Arc<Core>, key: ConversationKey, worker: Arc<Worker>) {
    let sender = Sender {
        core,
        key,
        worker,
        unready: AtomicU32::new(0),
        in_vain: AtomicU32::new(0),
        turn: AtomicI64::new(NO_TURN.0),
    };
    let mut changes = sender.core.changes();
    let mut nudged = sender.core.nudged();
    loop {
        changes.borrow_and_update();
        nudged.catch_up();
        let next = match sender.turn(&mut nudged).await {
            Ok(next) => next,
            Err(error) if must_end(&error) => Next::End,
            Err(error) => Next::Wait(sender.unable(error)),
        };
        match next {
            Next::Turn => {}
            Next::Sleep | Next::Rest(_) => sender.worker.to_send.notified().await,
            Next::Wait(wait) => {
                let Some(rest) = wait.announce(&sender.core, key, Side::Send).await else {
                    return;
                };
                tokio::select! {
                    () = rest.time() => {}
                    () = rest.change(&mut changes) => {}
                    () = rest.nudge(&mut nudged) => {}
                    () = sender.turn_over() => {}
                }
            }
            Next::End => return,
        }
    }
}

/// Nobody knows whose turn it is.
const NO_TURN: EntryId = EntryId(0);

struct Sender {
    core: Arc<Core>,
    key: ConversationKey,
    worker: Arc<Worker>,
    /// How often in a row there was nobody to talk to.
    unready: AtomicU32,
    /// How often in a row the message whose turn it is was tried in vain since this program began: a
    /// new run begins with a try.
    in_vain: AtomicU32,
    /// The message whose turn it was last.
    turn: AtomicI64,
}

impl Sender {
    async fn turn(&self, nudged: &mut Nudged) -> Result<Next, AgentError> {
        let row = self.core.conversation(self.key).await?;
        let Some(outgoing) = self.core.store.next_outgoing(self.key).await? else {
            self.core.set_trouble(self.key, Side::Send, None).await?;
            return Ok(match row.ended {
                Some(_) => Next::End,
                None => Next::Sleep,
            });
        };
        self.turn.store(outgoing.entry.0, Ordering::Relaxed);
        if let Some(limit) = self.core.limited(row.company) {
            let company = self.core.company(row.company).await?;
            return Ok(Next::Wait(Wait::limited(limit, &company)));
        }
        let (company, connection) = match self.connect(&row).await {
            Ok(ready) => ready,
            Err(unready) => {
                let failures = self.unready.fetch_add(1, Ordering::Relaxed);
                let wait = Wait::unready(&self.core, row.company, &unready, failures).await?;
                return Ok(Next::Wait(wait));
            }
        };
        self.unready.store(0, Ordering::Relaxed);
        self.attempt((&row, &company, &connection), &outgoing, nudged)
            .await
    }

    async fn connect(
        &self,
        row: &ConversationRow,
    ) -> Result<(CompanyRow, Arc<Connection>), Unready> {
        let (company, connection) = self.core.connect(row.company).await?;
        let tag = connection.tag.clone();
        let owner = self.core.store.claim(self.key, tag).await?;
        if owner.as_ref() != Some(&connection.tag) {
            return Err(Unready::OtherAccount);
        }
        Ok((company, connection))
    }

    async fn attempt(
        &self,
        (row, company, connection): (&ConversationRow, &CompanyRow, &Connection),
        outgoing: &Outgoing,
        nudged: &mut Nudged,
    ) -> Result<Next, AgentError> {
        let body = self.core.request(row, &outgoing.body).await?;
        let Some(entry) = self.core.store.sending(outgoing.entry).await? else {
            return Ok(Next::Turn);
        };
        self.core.tell_entries(&[entry], &company.company);
        let noting = Arc::new(Noting::new(Arc::clone(&connection.session)));
        let conversations = connection.conversations_by(Arc::clone(&noting) as _);
        let asking = async {
            match &row.remote {
                Some(id) => conversations.send(id, &body).await,
                // A start that is tried again leads to the same conversation: its message has the
                // same id.
                None => conversations.start(&body).await,
            }
        };
        let answer = tokio::select! {
            answer = asking => answer,
            () = nudged.lost() => return self.broken_off(company, outgoing).await,
        };
        self.core.after_call(row.company, connection).await?;
        match answer {
            Ok(receipt) => self.confirmed(row, company, outgoing, receipt).await,
            Err(error) => {
                let error = (&error, noting.answered());
                self.not_confirmed(row, company, outgoing, error).await
            }
        }
    }

    /// The connection that the message was given to may lead nowhere any longer: it is sent again.
    async fn broken_off(
        &self,
        company: &CompanyRow,
        outgoing: &Outgoing,
    ) -> Result<Next, AgentError> {
        let changed = self.core.store.unconfirmed(outgoing.entry).await?;
        self.core.tell_entries(changed.as_slice(), &company.company);
        Ok(Next::Turn)
    }

    async fn confirmed(
        &self,
        row: &ConversationRow,
        company: &CompanyRow,
        outgoing: &Outgoing,
        receipt: Receipt,
    ) -> Result<Next, AgentError> {
        let store = &self.core.store;
        self.worker.set_caught_up(false);
        self.in_vain.store(0, Ordering::Relaxed);
        let closed = receipt.status == Some(Status::Closed);
        let received = store
            .receipt(self.key, outgoing.entry, receipt, row.pages)
            .await?;
        let (entry, instead_of) = match received {
            Received::Here { entry, instead_of } => (entry, instead_of),
            Received::Elsewhere(other) => {
                return self.elsewhere(row, company, outgoing, other).await;
            }
        };
        self.core
            .tell_entries(std::slice::from_ref(&*entry), &company.company);
        self.core.wake(instead_of.as_slice());
        self.core.set_trouble(self.key, Side::Send, None).await?;
        self.core.tell_standing(self.key).await?;
        self.worker.to_read.notify_one();
        if closed {
            // The last page ends the conversation, and a stream alone may not tell of it.
            self.worker.read_anew();
        }
        if row.remote.is_none() {
            self.core.settle(row, company).await?;
            self.core.tell_conversations(row.company).await?;
        }
        Ok(Next::Turn)
    }

    /// The Company took the message and put it into another conversation than the one it was to begin.
    async fn elsewhere(
        &self,
        row: &ConversationRow,
        company: &CompanyRow,
        outgoing: &Outgoing,
        other: ConversationKey,
    ) -> Result<Next, AgentError> {
        let refusal = Refusal {
            code: ELSEWHERE.to_owned(),
            leads_to: Some(other),
            // Where it is, the words say.
            not_sent: true,
            ..Refusal::default()
        };
        let failed = self.core.store.failed(self.key, outgoing.entry, refusal);
        self.core
            .tell_entries(failed.await?.as_slice(), &company.company);
        self.core.settle(row, company).await?;
        Ok(Next::Turn)
    }

    async fn not_confirmed(
        &self,
        row: &ConversationRow,
        company: &CompanyRow,
        outgoing: &Outgoing,
        (error, answered): (&CallError, bool),
    ) -> Result<Next, AgentError> {
        let (store, entry) = (&self.core.store, outgoing.entry);
        let verdict = verdict(error, answered, outgoing.unsure);
        if verdict == Verdict::Over {
            self.refused(row, company, entry, error).await?;
            self.core
                .end_conversation(row, &company.company, error.code())
                .await?;
            self.worker.to_read.notify_one();
            // What may have arrived before has its own answer still to come.
            return Ok(Next::Turn);
        }
        let name = present::name(&company.company);
        let in_vain = self.in_vain.fetch_add(1, Ordering::Relaxed);
        let mut wait = Wait::call(error, &name, in_vain);
        let changed = match verdict {
            Verdict::Over | Verdict::Refused => {
                self.refused(row, company, entry, error).await?;
                return Ok(Next::Turn);
            }
            Verdict::Unsure(how) => {
                wait.how = how;
                store.unconfirmed(entry).await?
            }
            Verdict::Unchanged(how) => {
                wait.how = how;
                store.not_sent_now(entry, outgoing.unsure).await?
            }
        };
        self.core.tell_entries(changed.as_slice(), &company.company);
        if is_limit(error) {
            let delay = wait.delay(&self.core).unwrap_or_default();
            self.core.limit(row.company, delay).await?;
            return Ok(Next::Turn);
        }
        if let Some(asked) = asks_to_wait(error) {
            self.core.limit(row.company, asked).await?;
        }
        // If something surer is known of it by now, the next message's turn has come.
        Ok(changed.map_or(Next::Turn, |_| Next::Wait(wait)))
    }

    /// The Company refused the message for good; where it wants a sign-in or goes on elsewhere, that
    /// is there for the User from now on.
    async fn refused(
        &self,
        row: &ConversationRow,
        company: &CompanyRow,
        entry: EntryId,
        error: &CallError,
    ) -> Result<(), AgentError> {
        let store = &self.core.store;
        self.in_vain.store(0, Ordering::Relaxed);
        let mut refusal = Refusal {
            code: error.code().to_owned(),
            // All there is was read, and it was not there.
            not_sent: row.ended.as_deref() == Some(CLOSED),
            ..Refusal::default()
        };
        if let CallError::Refused { details, .. } = error {
            refusal.detail.clone_from(&details.extension);
            if let ("direct_conversation_open", Some(remote)) =
                (error.code(), &details.conversation_id)
            {
                let now = self.core.clock.now();
                refusal.leads_to = store.adopt(self.key, remote.clone(), now).await?;
            }
        }
        let leads_to = refusal.leads_to;
        let failed = store.failed(self.key, entry, refusal).await?;
        self.core.tell_entries(failed.as_slice(), &company.company);
        self.core.settle(row, company).await?;
        self.core.ask_for_sign_in(self.key, company, error).await?;
        if let Some(key) = leads_to {
            self.core.begin(&[key]);
            self.core.tell_conversations(company.id).await?;
        }
        Ok(())
    }

    /// This machine fails: the message waits where it is.
    fn unable(&self, error: AgentError) -> Wait {
        self.turn.store(NO_TURN.0, Ordering::Relaxed);
        let unready = Unready::Ours(error);
        Wait {
            code: unready.code().to_owned(),
            message: unready.message(&words::the_company()),
            failures: self.unready.fetch_add(1, Ordering::Relaxed),
            at_least: None,
            how: Patience::Short,
            tell: true,
        }
    }

    /// Waits until it is another message's turn: this one may have come back as an event by now, or
    /// come back meanwhile.
    async fn turn_over(&self) {
        let turn = EntryId(self.turn.load(Ordering::Relaxed));
        if turn == NO_TURN {
            return self.worker.to_send.notified().await;
        }
        while self.is_turn(turn).await {
            self.worker.to_send.notified().await;
        }
    }

    /// A store that fails is no news.
    async fn is_turn(&self, turn: EntryId) -> bool {
        let next = self.core.store.next_outgoing(self.key).await;
        next.map_or(true, |next| next.is_some_and(|next| next.entry == turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Fault, Point, Scene};

    /// The message comes back between the try that failed and the wait that follows.
    #[tokio::test(start_paused = true)]
    async fn a_message_that_is_back_already_is_not_waited_for() {
        let scene = Scene::new().await;
        let key = scene.chat().await.id;
        scene.company.fails(Point::Start, Fault::HangBefore);
        let entry = scene.agent.send(key, "one").await.unwrap().id;
        let sender = |turn: i64| Sender {
            core: Arc::clone(&scene.agent.core),
            key,
            worker: Arc::default(),
            unready: AtomicU32::new(0),
            in_vain: AtomicU32::new(0),
            turn: AtomicI64::new(turn),
        };
        let soon = std::time::Duration::from_secs(1);
        let waits = tokio::time::timeout(soon, sender(entry.0).turn_over()).await;
        assert!(waits.is_err(), "it is still its turn");
        let goes_on = tokio::time::timeout(soon, sender(entry.0 + 1).turn_over()).await;
        assert!(goes_on.is_ok(), "it is another one's turn");
        let waits = tokio::time::timeout(soon, sender(NO_TURN.0).turn_over()).await;
        assert!(
            waits.is_err(),
            "a store that fails is asked again only after a while"
        );
    }
}
