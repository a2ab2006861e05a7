//! Sending: one message at a time, in the order of writing, until the Company has confirmed it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use poppy::client::CallError;
use poppy::event::{Receipt, Status};

use super::verdict::{Noting, Verdict, asks_to_wait, is_limit, verdict};
use super::{Next, Patience, Wait, Worker, must_end};
use crate::connect::{Connection, Unready};
use crate::core::{Core, Side};
use crate::error::AgentError;
use crate::page::{ConversationKey, EntryId};
use crate::present;
use crate::store::{CompanyRow, ConversationRow, Outgoing, Refusal};

/// Sends what is to be sent until the conversation is over.
pub(super) async fn run(core: Arc<Core>, key: ConversationKey, worker: Arc<Worker>) {
    let sender = Sender {
        core,
        key,
        worker,
        unready: AtomicU32::new(0),
        in_vain: AtomicU32::new(0),
    };
    let mut changes = sender.core.changes();
    let mut nudged = sender.core.nudged();
    loop {
        changes.borrow_and_update();
        nudged.catch_up();
        let next = match sender.turn().await {
            Ok(next) => next,
            Err(error) if must_end(&error) => Next::End,
            Err(error) => Next::Wait(sender.unable(error)),
        };
        match next {
            Next::Turn => {}
            Next::Sleep => sender.worker.to_send.notified().await,
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

struct Sender {
    core: Arc<Core>,
    key: ConversationKey,
    worker: Arc<Worker>,
    /// How often in a row there was nobody to talk to.
    unready: AtomicU32,
    /// How often in a row the message whose turn it is was tried in vain since this program began: a
    /// new run begins with a try.
    in_vain: AtomicU32,
}

impl Sender {
    async fn turn(&self) -> Result<Next, AgentError> {
        let row = self.core.conversation(self.key).await?;
        let Some(outgoing) = self.core.store.next_outgoing(self.key).await? else {
            self.core.set_trouble(self.key, Side::Send, None).await?;
            return Ok(match row.ended {
                Some(_) => Next::End,
                None => Next::Sleep,
            });
        };
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
        self.attempt(&row, &company, &connection, &outgoing).await
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
        row: &ConversationRow,
        company: &CompanyRow,
        connection: &Connection,
        outgoing: &Outgoing,
    ) -> Result<Next, AgentError> {
        let body = self.core.request(row, &outgoing.body).await?;
        let Some(entry) = self.core.store.sending(outgoing.entry).await? else {
            return Ok(Next::Turn);
        };
        self.core.tell_entries(&[entry], &company.company);
        let noting = Arc::new(Noting::new(Arc::clone(&connection.session)));
        let conversations = connection.conversations_by(Arc::clone(&noting) as _);
        let answer = match &row.remote {
            Some(id) => conversations.send(id, &body).await,
            // A start that is tried again leads to the same conversation: its message has the same
            // id.
            None => conversations.start(&body).await,
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
        let entry = store
            .receipt(self.key, outgoing.entry, receipt, row.pages)
            .await?;
        self.core.tell_entries(&[entry], &company.company);
        self.core.set_trouble(self.key, Side::Send, None).await?;
        self.core.tell_standing(self.key).await?;
        self.worker.to_read.notify_one();
        if closed {
            // The last page ends the conversation, and a stream alone may not tell of it.
            self.worker.read_anew();
        }
        if row.remote.is_none() {
            self.core.tell_conversations(row.company).await?;
        }
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
            self.refused(company, entry, error).await?;
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
                self.refused(company, entry, error).await?;
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
        company: &CompanyRow,
        entry: EntryId,
        error: &CallError,
    ) -> Result<(), AgentError> {
        let store = &self.core.store;
        self.in_vain.store(0, Ordering::Relaxed);
        let mut refusal = Refusal {
            code: error.code().to_owned(),
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
        self.core.ask_for_sign_in(self.key, company, error).await?;
        if let Some(key) = leads_to {
            self.core.begin(&[key]);
            self.core.tell_conversations(company.id).await?;
        }
        Ok(())
    }

    /// This machine fails: the message waits where it is.
    fn unable(&self, error: AgentError) -> Wait {
        let unready = Unready::Ours(error);
        Wait {
            code: unready.code().to_owned(),
            message: unready.message("The Company"),
            failures: self.unready.fetch_add(1, Ordering::Relaxed),
            at_least: None,
            how: Patience::Short,
            tell: true,
        }
    }

    /// Waits until it is another message's turn: this one may come back as an event meanwhile.
    async fn turn_over(&self) {
        let turn = self.whose_turn().await;
        loop {
            self.worker.to_send.notified().await;
            if self.whose_turn().await != turn {
                return;
            }
        }
    }

    async fn whose_turn(&self) -> Option<EntryId> {
        let next = self.core.store.next_outgoing(self.key).await;
        next.ok().flatten().map(|outgoing| outgoing.entry)
    }
}
