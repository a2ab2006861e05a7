//! Reading: by long poll, one page after another, each kept before the next is asked for.

use std::sync::Arc;
use std::time::Duration;

use poppy::client::CallError;
use poppy::event::Page;
use tokio::time::Instant;

use super::{Next, Patience, Wait, Worker, ends_conversation, must_end};
use crate::connect::{Connection, Unready};
use crate::core::{Core, Side};
use crate::error::AgentError;
use crate::page::ConversationKey;
use crate::present;
use crate::store::{CompanyRow, ConversationRow};

/// How long the Company is asked to wait for something new.
const LONG_POLL: Duration = Duration::from_secs(25);
/// The shortest time between two requests when the first brought nothing new: a Company that answers
/// at once must not make this a hot loop.
const PAUSE: Duration = Duration::from_secs(1);
/// How often reading begins anew before it waits in between.
const RESTARTS: u32 = 1;

/// Reads what there is to read until the conversation is over.
pub(super) async fn run(core: Arc<Core>, key: ConversationKey, worker: Arc<Worker>) {
    let mut reader = Reader {
        core,
        key,
        worker,
        failures: 0,
        restarts: 0,
    };
    let mut changes = reader.core.changes();
    loop {
        changes.borrow_and_update();
        let next = match reader.turn().await {
            Ok(next) => next,
            Err(error) if must_end(&error) => Next::End,
            Err(error) => Next::Wait(reader.unable(error)),
        };
        match next {
            Next::Turn => {}
            Next::Sleep => reader.worker.to_read.notified().await,
            Next::Wait(wait) => {
                let Ok(rest) = wait.announce(&reader.core, key, Side::Read).await else {
                    return;
                };
                tokio::select! {
                    () = rest.time() => {}
                    () = rest.change(&mut changes) => {}
                }
            }
            Next::End => return,
        }
    }
}

struct Reader {
    core: Arc<Core>,
    key: ConversationKey,
    worker: Arc<Worker>,
    /// How often in a row reading failed.
    failures: u32,
    /// How often it began anew since something new came.
    restarts: u32,
}

impl Reader {
    async fn turn(&mut self) -> Result<Next, AgentError> {
        let row = self.core.conversation(self.key).await?;
        if row.ended.is_some() {
            return Ok(Next::End);
        }
        if row.remote.is_none() {
            return Ok(Next::Sleep);
        }
        let (company, connection) = match self.connect(&row).await {
            Ok(ready) => ready,
            Err(unready) => {
                let failures = self.failed();
                let wait = Wait::unready(&self.core, row.company, &unready, failures).await?;
                return Ok(Next::Wait(wait));
            }
        };
        self.read(&row, &company, &connection).await
    }

    async fn connect(
        &self,
        row: &ConversationRow,
    ) -> Result<(CompanyRow, Arc<Connection>), Unready> {
        let (company, connection) = self.core.connect(row.company).await?;
        if row.account.as_ref() != Some(&connection.tag) {
            return Err(Unready::OtherAccount);
        }
        Ok((company, connection))
    }

    async fn read(
        &mut self,
        row: &ConversationRow,
        company: &CompanyRow,
        connection: &Connection,
    ) -> Result<Next, AgentError> {
        let Some(remote) = &row.remote else {
            return Ok(Next::Sleep);
        };
        // What is there is asked for first; only then is something new waited for.
        let wait = if self.worker.caught_up() {
            LONG_POLL
        } else {
            Duration::ZERO
        };
        let asked = Instant::now();
        let answer = connection
            .conversations
            .read(remote, row.cursor.as_ref(), wait)
            .await;
        self.core.keep_session(connection).await?;
        match answer {
            Ok(page) => {
                let (more, new) = (page.has_more, self.keep(company, page).await?);
                match new {
                    None => return Ok(Next::End),
                    Some(0) if more || !wait.is_zero() => {
                        tokio::time::sleep_until(asked + PAUSE).await;
                    }
                    Some(_) => {}
                }
                Ok(Next::Turn)
            }
            Err(error) => self.not_read(row, company, &error).await,
        }
    }

    /// Keeps a page; gives how many of its events are new. `None`: the conversation is over.
    async fn keep(
        &mut self,
        company: &CompanyRow,
        page: Page,
    ) -> Result<Option<usize>, AgentError> {
        let more = page.has_more;
        let kept = self
            .core
            .store
            .keep_page(self.key, page, self.core.clock.now())
            .await?;
        let Some(outcome) = kept else {
            return Ok(None);
        };
        self.failures = 0;
        if outcome.new_events > 0 {
            self.restarts = 0;
        }
        self.worker.set_caught_up(!more);
        self.core.tell_entries(&outcome.entries, &company.company);
        self.core.set_trouble(self.key, Side::Read, None).await?;
        self.core.tell_standing(self.key).await?;
        if !outcome.entries.is_empty() {
            // An own message may be back, or nothing can be sent any longer.
            self.worker.to_send.notify_one();
            self.core.tell_companies().await?;
        }
        Ok((!outcome.ended).then_some(outcome.new_events))
    }

    async fn not_read(
        &mut self,
        row: &ConversationRow,
        company: &CompanyRow,
        error: &CallError,
    ) -> Result<Next, AgentError> {
        if ends_conversation(error) {
            self.core
                .end_conversation(row, &company.company, error.code())
                .await?;
            self.worker.to_send.notify_one();
            return Ok(Next::End);
        }
        let name = present::name(&company.company);
        let mut wait = Wait::call(error, &name, self.failed());
        if matches!(error.code(), "invalid_cursor" | "cursor_expired") && row.cursor.is_some() {
            let missing = error.code() == "cursor_expired";
            let now = self.core.clock.now();
            let entry = self
                .core
                .store
                .read_from_beginning(self.key, missing, now)
                .await?;
            self.core.tell_entries(entry.as_slice(), &company.company);
            self.worker.set_caught_up(false);
            self.restarts = self.restarts.saturating_add(1);
            if self.restarts <= RESTARTS {
                return Ok(Next::Turn);
            }
            wait.how = Patience::Short;
            wait.failures = self.restarts;
        }
        // One long poll that breaks off is nothing to worry anybody with.
        wait.tell = wait.how != Patience::Short || self.failures > 1 || wait.at_least.is_some();
        Ok(Next::Wait(wait))
    }

    /// Counts a failure; gives how many there were before.
    fn failed(&mut self) -> u32 {
        let before = self.failures;
        self.failures = before.saturating_add(1);
        before
    }

    /// This machine fails.
    fn unable(&mut self, error: AgentError) -> Wait {
        let unready = Unready::Ours(error);
        Wait {
            code: unready.code().to_owned(),
            message: unready.message("The Company"),
            failures: self.failed(),
            at_least: None,
            how: Patience::Short,
            tell: true,
        }
    }
}
