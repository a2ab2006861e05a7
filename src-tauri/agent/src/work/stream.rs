//! Following a stream: each event kept with where to read on before the next is looked at, text that
//! is being written drawn now and then.

use std::time::Duration;

use poppy::client::{CallError, EventStream, StreamItem};
use poppy::event::{Event, EventKind, Status};
use poppy::message::Role;
use tokio::time::Instant;

use super::read::{NO_STREAM, Reader};
use super::{Next, Patience, Wait};
use crate::connect::Connection;
use crate::core::Side;
use crate::error::AgentError;
use crate::store::{CompanyRow, ConversationRow};
use crate::{present, words};

/// A stream that ends sooner, and brought nothing new, is no stream.
const SHORT: Duration = Duration::from_secs(15);

/// A stream that is open.
struct Open {
    events: EventStream,
    began: Instant,
    /// When the Company was heard of last.
    heard: Instant,
    /// Since when the next thing is waited for.
    asked: Instant,
    /// Something new came.
    any_new: bool,
    /// When what is being written is drawn.
    draw_at: Option<Instant>,
}

/// A stream that the Company ended.
struct Ended {
    /// How long it asks to wait before it is asked for another.
    asked: Option<Duration>,
    any_new: bool,
    lasted: Duration,
}

impl Ended {
    fn of(open: &Open) -> Self {
        Self {
            asked: open.events.retry(),
            any_new: open.any_new,
            lasted: open.began.elapsed(),
        }
    }
}

impl Open {
    async fn draw(draw_at: Option<Instant>) {
        match draw_at {
            Some(at) => tokio::time::sleep_until(at).await,
            None => std::future::pending().await,
        }
    }
}

impl Reader {
    /// Follows a stream until it ends.
    pub(super) async fn follow(
        &mut self,
        row: &ConversationRow,
        company: &CompanyRow,
        connection: &Connection,
        events: EventStream,
    ) -> Result<Next, AgentError> {
        self.core.set_trouble(self.key, Side::Read, None).await?;
        self.core.expect_pieces(self.key);
        let now = Instant::now();
        let mut open = Open {
            events,
            began: now,
            heard: now,
            asked: now,
            any_new: false,
            draw_at: None,
        };
        loop {
            let item = tokio::select! {
                item = open.events.next() => item,
                () = Open::draw(open.draw_at) => {
                    let again = self.core.draw_writing(self.key);
                    open.draw_at = again.map(|again| Instant::now() + again);
                    continue;
                }
                () = self.worker.to_check.notified() => {
                    if let Some(next) = self.check(company, connection).await? {
                        return Ok(next);
                    }
                    continue;
                }
                () = self.core.outdated(&mut self.nudged, open.heard) => return Ok(Next::Turn),
                () = self.worker.to_look.notified() => return Ok(Next::Turn),
            };
            let took = open.asked.elapsed();
            open.heard = Instant::now();
            match item {
                Some(Ok(item)) => {
                    if let Some(next) = self.take(company, &mut open, took, item).await? {
                        return Ok(next);
                    }
                }
                Some(Err(error)) => return self.broke(row, company, open.began, &error).await,
                None => {
                    let ended = Ended::of(&open);
                    return Ok(self.ended(company, ended).await);
                }
            }
        }
    }

    /// Takes one thing of a stream. `Some`: what is to be done instead of following it on.
    async fn take(
        &mut self,
        company: &CompanyRow,
        open: &mut Open,
        took: Duration,
        item: StreamItem,
    ) -> Result<Option<Next>, AgentError> {
        match item {
            StreamItem::KeepAlive => self.failures = 0,
            StreamItem::Delta { message_id, text } => {
                if let Some(after) = self.core.add_piece(self.key, message_id, &text) {
                    open.draw_at.get_or_insert_with(|| Instant::now() + after);
                }
            }
            StreamItem::Event(event) => return self.take_event(company, open, took, event).await,
        }
        let pause = self.small.came(took, true);
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        open.asked = Instant::now();
        Ok(None)
    }

    async fn take_event(
        &mut self,
        company: &CompanyRow,
        open: &mut Open,
        took: Duration,
        event: Event,
    ) -> Result<Option<Next>, AgentError> {
        if matches!(&event.kind, EventKind::Message(message) if message.role == Role::User) {
            // An own message may come back before its receipt does: how things stand after it is not
            // known, and nobody may think so from the moment it is kept.
            self.worker.set_caught_up(false);
        }
        let (last, now) = (open.events.last_event_id(), self.core.clock.now());
        let kept = self
            .core
            .store
            .keep_event(self.key, event, last, now)
            .await?;
        let Some(outcome) = kept else {
            return Ok(Some(Next::End));
        };
        open.any_new |= outcome.new_events > 0;
        self.tell(company, &outcome).await?;
        let pause = self.events.came(took, !outcome.entries.is_empty());
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        open.asked = Instant::now();
        if outcome.status == Some(Status::Closed) {
            // The last pages say whether that is the end.
            self.worker.set_caught_up(false);
            return Ok(Some(Next::Turn));
        }
        Ok(None)
    }

    /// Reads what there is beside the stream, to know that all was read.
    async fn check(
        &mut self,
        company: &CompanyRow,
        connection: &Connection,
    ) -> Result<Option<Next>, AgentError> {
        let mut more = !self.worker.caught_up();
        while more {
            let row = self.core.conversation(self.key).await?;
            let Some(remote) = &row.remote else {
                return Ok(Some(Next::Turn));
            };
            let (cursor, none) = (row.cursor.as_ref(), Duration::ZERO);
            let asked = Instant::now();
            let answer = tokio::select! {
                answer = connection.conversations.read(remote, cursor, none) => answer,
                () = self.core.outdated(&mut self.nudged, asked) => return Ok(Some(Next::Turn)),
            };
            let Ok(page) = answer else {
                // The stream may still be good: its own end decides.
                return Ok(None);
            };
            let took = asked.elapsed();
            more = page.has_more;
            match self.keep(company, page).await? {
                None => return Ok(Some(Next::End)),
                // A page with more to come and nothing new would be asked for without end.
                Some(kept) if more && kept.new == 0 => return Ok(None),
                Some(kept) => self.rest(took, kept).await,
            }
        }
        Ok(None)
    }

    /// The connection broke, or what came cannot be read.
    async fn broke(
        &mut self,
        row: &ConversationRow,
        company: &CompanyRow,
        began: Instant,
        error: &CallError,
    ) -> Result<Next, AgentError> {
        if matches!(error, CallError::Unreadable { .. }) {
            self.poll_for(NO_STREAM);
            return Ok(Next::Turn);
        }
        if began.elapsed() > SHORT {
            // It was good for a while: this is the first failure.
            self.failures = 0;
        }
        self.not_read(row, company, error).await
    }

    /// The Company ended the stream.
    async fn ended(&mut self, company: &CompanyRow, ended: Ended) -> Next {
        if ended.asked.is_none() && ended.any_new {
            // It says what there is and ends: then there may be more. One that does so again and again
            // without ever making the agent wait is asked ever more slowly.
            tokio::time::sleep(self.streams.came(ended.lasted, false)).await;
            return Next::Turn;
        }
        if !ended.any_new && ended.lasted < SHORT {
            self.poll_for(NO_STREAM);
            return Next::Turn;
        }
        Next::Wait(Wait {
            code: "connection-cut".to_owned(),
            message: words::code("connection-cut", &present::name(&company.company)),
            failures: self.failed(),
            at_least: ended.asked,
            how: Patience::Short,
            tell: false,
        })
    }
}
