//! Reading: first what is there, page by page, each kept before the next is asked for; then what
//! happens, by a stream where the Company has one, else by long poll.

use std::sync::Arc;
use std::time::Duration;

use poppy::client::{CallError, Position, Streaming};
use poppy::event::Page;
use tokio::time::Instant;

use super::pace::Pace;
use super::verdict::{asks_to_wait, is_limit, wants_sign_in};
use super::{Next, Patience, Wait, Worker, backoff, ends_conversation, must_end};
use crate::connect::{Connection, Unready};
use crate::core::{Core, Nudged, Side};
use crate::error::AgentError;
use crate::page::ConversationKey;
use crate::present;
use crate::store::{CompanyRow, ConversationRow, PageOutcome};
use crate::words;

/// How long the Company is asked to wait for something new.
const LONG_POLL: Duration = Duration::from_secs(25);
/// The shortest time between two requests when the first brought nothing new: a Company that answers
/// at once must not make this a hot loop.
const PAUSE: Duration = Duration::from_secs(1);
/// How often reading begins anew before it waits in between.
const RESTARTS: u32 = 1;
/// The longest silence of a stream that is waited through: Companies say something every 15 to 30 s.
const IDLE: Duration = Duration::from_secs(50);
/// How long a Company that does not stream is read by long poll before it is asked again.
pub(super) const NO_STREAM: Duration = Duration::from_secs(30 * 60);

/// Reads what there is to read until the conversation is over.
pub(super) async fn run(core: Arc<Core>, key: ConversationKey, worker: Arc<Worker>) {
    let _read = Read(Arc::clone(&core), key);
    let nudged = core.nudged();
    let mut reader = Reader {
        core,
        key,
        worker,
        nudged,
        failures: 0,
        restarts: 0,
        poll_until: None,
        pages: Pace::of_pages(),
        streams: Pace::of_streams(),
        events: Pace::of_events(),
        small: Pace::of_small(),
    };
    let mut changes = reader.core.changes();
    loop {
        changes.borrow_and_update();
        reader.nudged.catch_up();
        let next = match reader.turn().await {
            Ok(next) => next,
            Err(error) if must_end(&error) => Next::End,
            Err(error) => Next::Wait(reader.unable(error)),
        };
        reader.core.drop_writing(key);
        match next {
            Next::Turn => {}
            Next::Sleep => reader.worker.woken().await,
            Next::Rest(time) => {
                tokio::select! {
                    () = tokio::time::sleep(time) => {}
                    () = reader.worker.woken() => {}
                }
                reader.worker.set_caught_up(false);
            }
            Next::Wait(wait) => {
                let Some(rest) = wait.announce(&reader.core, key, Side::Read).await else {
                    break;
                };
                tokio::select! {
                    () = rest.time() => {}
                    () = rest.change(&mut changes) => {}
                    () = rest.nudge(&mut reader.nudged) => {}
                    () = reader.worker.to_look.notified() => {}
                }
            }
            Next::End => break,
        }
    }
}

/// A conversation that is read, until this is dropped.
struct Read(Arc<Core>, ConversationKey);

impl Drop for Read {
    fn drop(&mut self) {
        self.0.is_left(self.1);
    }
}

pub(super) struct Reader {
    pub(super) core: Arc<Core>,
    pub(super) key: ConversationKey,
    pub(super) worker: Arc<Worker>,
    pub(super) nudged: Nudged,
    /// How often in a row reading failed.
    pub(super) failures: u32,
    /// How often it began anew since something new came.
    restarts: u32,
    /// Until when no stream is asked for.
    poll_until: Option<Instant>,
    /// How fast pages are read, streams opened, and what they bring taken.
    pages: Pace,
    pub(super) streams: Pace,
    pub(super) events: Pace,
    pub(super) small: Pace,
}

/// What a page came to, when the conversation goes on.
#[derive(Clone, Copy)]
pub(super) struct Kept {
    /// How many of its events are new.
    pub(super) new: usize,
    /// Some of them are shown.
    shown: bool,
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
        if let Some(limit) = self.core.limited(row.company) {
            let company = self.core.company(row.company).await?;
            return Ok(Next::Wait(Wait::limited(limit, &company)));
        }
        let (company, connection) = match self.connect(&row).await {
            Ok(ready) => ready,
            Err(unready) => {
                let failures = self.failed();
                let wait = Wait::unready(&self.core, row.company, &unready, failures).await?;
                return Ok(Next::Wait(wait));
            }
        };
        self.core.is_read(row.company, self.key);
        // What is there is asked for first; only then is something new waited for.
        if !self.worker.caught_up() {
            let _turn = self.core.turn_to_read(row.company).await;
            return self.read(&row, &company, &connection, Duration::ZERO).await;
        }
        if !self.core.is_followed(self.key) {
            return Ok(Next::Rest(backoff::look_delay(&*self.core.random)));
        }
        match self.poll_until {
            Some(until) if until > Instant::now() => {
                self.read(&row, &company, &connection, LONG_POLL).await
            }
            _ => self.stream(&row, &company, &connection).await,
        }
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
        wait: Duration,
    ) -> Result<Next, AgentError> {
        let Some(remote) = &row.remote else {
            return Ok(Next::Sleep);
        };
        let asked = Instant::now();
        let asking = connection
            .conversations
            .read(remote, row.cursor.as_ref(), wait);
        let answer = tokio::select! {
            answer = asking => answer,
            () = self.core.outdated(&mut self.nudged, asked) => return Ok(Next::Turn),
            () = self.worker.to_look.notified() => return Ok(Next::Turn),
        };
        self.core.after_call(row.company, connection).await?;
        match answer {
            Ok(page) => {
                let took = asked.elapsed();
                let (more, kept) = (page.has_more, self.keep(company, page).await?);
                let Some(kept) = kept else {
                    return Ok(Next::End);
                };
                if kept.new == 0 && (more || !wait.is_zero()) {
                    tokio::time::sleep_until(asked + PAUSE).await;
                }
                self.rest(took, kept).await;
                Ok(Next::Turn)
            }
            Err(error) => self.not_read(row, company, &error).await,
        }
    }

    async fn stream(
        &mut self,
        row: &ConversationRow,
        company: &CompanyRow,
        connection: &Connection,
    ) -> Result<Next, AgentError> {
        let Some(remote) = &row.remote else {
            return Ok(Next::Sleep);
        };
        let position = Position {
            cursor: row.cursor.as_ref(),
            last_event_id: row.last_event.as_ref(),
        };
        let asked = Instant::now();
        let answer = tokio::select! {
            answer = connection.conversations.stream(remote, position, IDLE) => answer,
            () = self.core.outdated(&mut self.nudged, asked) => return Ok(Next::Turn),
            () = self.worker.to_look.notified() => return Ok(Next::Turn),
        };
        self.core.after_call(row.company, connection).await?;
        match answer {
            Ok(Streaming::Events(events)) => self.follow(row, company, connection, events).await,
            Ok(Streaming::Page(page)) => {
                self.poll_for(NO_STREAM);
                let kept = self.keep(company, page).await?;
                Ok(kept.map_or(Next::End, |_| Next::Turn))
            }
            Err(error) if is_about_streaming(&error) => {
                self.poll_for(NO_STREAM);
                Ok(Next::Turn)
            }
            Err(error) => self.not_read(row, company, &error).await,
        }
    }

    /// No stream is asked for so long.
    pub(super) fn poll_for(&mut self, time: Duration) {
        self.poll_until = Some(Instant::now() + time);
    }

    /// Pauses after a page that came `took` after it was asked for, so that a Company that gives
    /// pages without end is not read without end at once.
    pub(super) async fn rest(&mut self, took: Duration, kept: Kept) {
        let pause = self.pages.came(took, kept.shown);
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }

    /// Keeps a page; gives what came of it. `None`: the conversation is over.
    pub(super) async fn keep(
        &mut self,
        company: &CompanyRow,
        page: Page,
    ) -> Result<Option<Kept>, AgentError> {
        let more = page.has_more;
        let kept = self
            .core
            .store
            .keep_page(self.key, page, self.core.clock.now())
            .await?;
        let Some(outcome) = kept else {
            return Ok(None);
        };
        self.worker.set_caught_up(!more);
        self.tell(company, &outcome).await?;
        let kept = Kept {
            new: outcome.new_events,
            shown: !outcome.entries.is_empty(),
        };
        Ok((!outcome.ended).then_some(kept))
    }

    /// Tells what was kept, and wakes what waits for it.
    pub(super) async fn tell(
        &mut self,
        company: &CompanyRow,
        outcome: &PageOutcome,
    ) -> Result<(), AgentError> {
        self.failures = 0;
        if outcome.new_events > 0 {
            self.restarts = 0;
        }
        self.core.tell_entries(&outcome.entries, &company.company);
        self.core.set_trouble(self.key, Side::Read, None).await?;
        self.core.tell_standing(self.key).await?;
        if !outcome.begun.is_empty() {
            self.core.begin(&outcome.begun);
        }
        if !outcome.entries.is_empty() {
            self.core.is_latest(company.id, self.key);
            self.core.lists_changed(company.id);
        }
        if outcome.ended || !outcome.entries.is_empty() {
            // An own message may be back, or nothing can be sent any longer.
            self.worker.to_send.notify_one();
        }
        Ok(())
    }

    pub(super) async fn not_read(
        &mut self,
        row: &ConversationRow,
        company: &CompanyRow,
        error: &CallError,
    ) -> Result<Next, AgentError> {
        if ends_conversation(error) {
            self.core
                .end_conversation(row, &company.company, error.code())
                .await?;
            return Ok(Next::End);
        }
        let name = present::name(&company.company);
        let mut wait = Wait::call(error, &name, self.failed());
        if is_limit(error) {
            let delay = wait.delay(&self.core).unwrap_or_default();
            self.core.limit(row.company, delay).await?;
            return Ok(Next::Turn);
        }
        if let Some(asked) = asks_to_wait(error) {
            self.core.limit(row.company, asked).await?;
        }
        self.core.ask_for_sign_in(self.key, company, error).await?;
        if wants_sign_in(error.code()) {
            // Nothing but a sign-in helps, which is a change.
            wait.how = Patience::Changes;
            wait.message = words::not_shown(error.code(), &name);
        }
        let position = row.cursor.is_some() || row.last_event.is_some();
        if matches!(error.code(), "invalid_cursor" | "cursor_expired") && position {
            let missing = error.code() == "cursor_expired";
            let missing = missing.then(|| words::part_missing(&name));
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
    pub(super) fn failed(&mut self) -> u32 {
        let before = self.failures;
        self.failures = before.saturating_add(1);
        before
    }

    /// This machine fails.
    fn unable(&mut self, error: AgentError) -> Wait {
        let unready = Unready::Ours(error);
        Wait {
            code: unready.code().to_owned(),
            message: unready.message(&words::the_company()),
            failures: self.failed(),
            at_least: None,
            how: Patience::Short,
            tell: true,
        }
    }
}

/// Whether a Company that answered a request for a stream so may still answer one for a page.
fn is_about_streaming(error: &CallError) -> bool {
    match error {
        CallError::Unreadable { status, .. } => *status < 500,
        CallError::Refused { code, status, .. } => {
            code == "invalid_request" || matches!(status, 405 | 406 | 415)
        }
        _ => false,
    }
}
