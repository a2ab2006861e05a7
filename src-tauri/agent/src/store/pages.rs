//! Keeping a page of events: all of it and its cursor, or nothing.

use poppy::event::{Event, EventKind, Page, Responder, Status};
use poppy::host::Timestamp;
use poppy::ids::{ConversationId, Cursor, EventId};
use poppy::message::{Message, Role};
use rusqlite::{OptionalExtension as _, Transaction, params};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::conversations::{self, CLOSED, ConversationRow};
use super::log::{self, LogDetail};
use super::rows::{EntryKind, EntryRow, responder_word, status_word};
use super::timeline::{self, NewEntry};
use super::{Store, StoreError, direct, outbox, search};
use crate::page::{ConversationKey, EntryId};

/// What a page came to.
#[derive(Debug, Default)]
pub(crate) struct PageOutcome {
    /// Entries that are shown and are new or changed, in order.
    pub(crate) entries: Vec<EntryRow>,
    /// How many events were not known before.
    pub(crate) new_events: usize,
    /// The conversation is over.
    pub(crate) ended: bool,
    /// How it stands now.
    pub(crate) status: Option<Status>,
    /// Conversations that are here from now on: Direct ones.
    pub(crate) begun: Vec<ConversationKey>,
}

/// Keeps the events of one page.
struct Keeping<'a, 'b> {
    t: &'a Transaction<'b>,
    row: &'a ConversationRow,
    conversation: ConversationKey,
    remote: &'a str,
    now: Timestamp,
    status: Option<Status>,
    responder: Option<Responder>,
    outcome: PageOutcome,
}

impl Keeping<'_, '_> {
    fn known(&self, event: &Event) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM entry WHERE conversation = ?1 AND event_id = ?2";
        let found = self
            .t
            .prepare_cached(sql)?
            .query_row(params![self.conversation.0, event.id.as_str()], |_| Ok(()))
            .optional()?;
        Ok(found.is_some())
    }

    fn keep(&mut self, event: &Event) -> Result<(), StoreError> {
        if self.known(event)? {
            return Ok(());
        }
        self.outcome.new_events += 1;
        match &event.kind {
            EventKind::Message(message) => self.message(event, message),
            EventKind::UnreadableMessage { .. } => self.add(
                event,
                EntryKind::Unreadable,
                true,
                Some(&LogDetail::Message),
            ),
            EventKind::State { status, responder } => self.state(event, *status, *responder),
            EventKind::Authorization { .. } => self.add(
                event,
                EntryKind::SignIn,
                true,
                Some(&LogDetail::Authorization),
            ),
            EventKind::UserRequested { .. } => {
                self.add(event, EntryKind::UserRequested, true, None)
            }
            EventKind::DirectOpened { conversation_id } => {
                self.direct(event, conversation_id.as_ref(), true)
            }
            EventKind::DirectClosed { conversation_id } => {
                self.direct(event, conversation_id.as_ref(), false)
            }
            EventKind::Unknown(_) => self.add(event, EntryKind::Silent, false, None),
        }
    }

    /// A Direct Conversation beside this one: an opened one is here from now on.
    fn direct(
        &mut self,
        event: &Event,
        remote: Option<&ConversationId>,
        opened: bool,
    ) -> Result<(), StoreError> {
        let beside = match remote {
            Some(remote) if opened => {
                let (detail, new) = direct::opened(self.t, self.row, remote, self.now.0)?;
                self.outcome.begun.extend(new);
                detail
            }
            Some(remote) => {
                let account = self.row.account.as_deref();
                let known = conversations::by_remote(self.t, self.row.company, account, remote)?;
                known.map(|key| key.0.to_string())
            }
            None => None,
        };
        self.add_beside(event, EntryKind::Direct, opened, None, beside)
    }

    /// Adds an entry for an event, at its place in the Company's order.
    fn add(
        &mut self,
        event: &Event,
        kind: EntryKind,
        counts: bool,
        detail: Option<&LogDetail>,
    ) -> Result<(), StoreError> {
        self.add_beside(event, kind, counts, detail, None)
    }

    fn add_beside(
        &mut self,
        event: &Event,
        kind: EntryKind,
        counts: bool,
        detail: Option<&LogDetail>,
        beside: Option<String>,
    ) -> Result<(), StoreError> {
        let new = NewEntry {
            position: timeline::next_placed(self.t, self.conversation)?,
            at: at(event, self.now),
            kind,
            event_id: Some(event.id.as_str()),
            raw: Some(event.raw.get()),
            detail: match kind {
                EntryKind::Responder => self.responder.map(responder_word),
                EntryKind::Direct => beside.as_deref(),
                _ => None,
            },
            counts,
        };
        let entry = timeline::insert(self.t, self.conversation, &new)?;
        if let Some(detail) = detail {
            log::add(self.t, self.conversation, Some(entry), detail)?;
        }
        if kind == EntryKind::Message {
            search::add(self.t, self.row.company, &timeline::written(self.t, entry)?)?;
        }
        if kind != EntryKind::Silent {
            self.show(entry)?;
        }
        Ok(())
    }

    fn show(&mut self, entry: EntryId) -> Result<(), StoreError> {
        let row = timeline::written(self.t, entry)?;
        self.outcome.entries.push(row);
        Ok(())
    }

    fn message(&mut self, event: &Event, message: &Message) -> Result<(), StoreError> {
        let own = match (&message.role, &message.id) {
            (Role::User, Some(id)) => self.own(id.as_str())?,
            _ => None,
        };
        match own {
            Some((entry, false)) => self.back(event, entry),
            // The same message again under another event id: it is shown once.
            Some((_, true)) => self.add(event, EntryKind::Silent, false, None),
            None => {
                let counts = message.role == Role::Company;
                self.add(event, EntryKind::Message, counts, Some(&LogDetail::Message))
            }
        }
    }

    /// The own message of this id, and whether it is back already.
    fn own(&self, message_id: &str) -> Result<Option<(EntryId, bool)>, StoreError> {
        let sql = "SELECT e.id, e.event_id IS NOT NULL FROM outbox o JOIN entry e ON e.id = o.entry
                   WHERE o.conversation = ?1 AND o.message_id = ?2";
        Ok(self
            .t
            .prepare_cached(sql)?
            .query_row(params![self.conversation.0, message_id], |row| {
                Ok((EntryId(row.get(0)?), row.get(1)?))
            })
            .optional()?)
    }

    /// An own message came back: the same entry takes its place in the Company's order. This is
    /// surer than anything known of it before.
    fn back(&mut self, event: &Event, entry: EntryId) -> Result<(), StoreError> {
        let position = timeline::next_placed(self.t, self.conversation)?;
        self.t.execute(
            "UPDATE entry SET position = ?2, at = ?3, event_id = ?4, raw = ?5 WHERE id = ?1",
            params![
                entry.0,
                position,
                at(event, self.now),
                event.id.as_str(),
                event.raw.get()
            ],
        )?;
        self.t.execute(
            "UPDATE outbox SET state = 'delivered', code = NULL WHERE entry = ?1",
            [entry.0],
        )?;
        outbox::confirm(self.t, self.conversation, entry, self.remote)?;
        log::add(self.t, self.conversation, Some(entry), &LogDetail::Message)?;
        self.show(entry)
    }

    fn state(
        &mut self,
        event: &Event,
        status: Option<Status>,
        responder: Option<Responder>,
    ) -> Result<(), StoreError> {
        self.status = status.or(self.status);
        let detail = LogDetail::State { status, responder };
        let kind = if self.takes_over(responder) {
            EntryKind::Responder
        } else {
            EntryKind::Silent
        };
        self.responder = responder.or(self.responder);
        self.add(event, kind, false, Some(&detail))
    }

    /// Whether this is somebody else than before. A conversation begins with the automated agent.
    fn takes_over(&self, responder: Option<Responder>) -> bool {
        responder.is_some_and(|new| new != self.responder.unwrap_or(Responder::Agent))
    }

    /// The page's own word on how things stand: newer than any of its events, but if more can be
    /// read, it may be ahead of them.
    fn standing(&mut self, page: &Page) -> Result<(), StoreError> {
        self.status = page.receipt.status.or(self.status);
        if page.has_more {
            return Ok(());
        }
        let takes_over = self.takes_over(page.receipt.responder);
        self.responder = page.receipt.responder.or(self.responder);
        if !takes_over {
            return Ok(());
        }
        let new = NewEntry {
            position: timeline::next_placed(self.t, self.conversation)?,
            at: self.now.0,
            kind: EntryKind::Responder,
            event_id: None,
            raw: None,
            detail: self.responder.map(responder_word),
            counts: false,
        };
        let entry = timeline::insert(self.t, self.conversation, &new)?;
        self.show(entry)
    }

    /// Keeps how it stands, and where to read on: a page's cursor is beyond what a stream gave
    /// before.
    fn finish(
        &mut self,
        cursor: Option<&Cursor>,
        last: Option<&EventId>,
    ) -> Result<(), StoreError> {
        let active = (!self.outcome.entries.is_empty()).then_some(self.now.0);
        self.t.execute(
            "UPDATE conversation SET cursor = COALESCE(?2, cursor), last_event = ?3, status = ?4,
               responder = ?5, pages = pages + 1, active_at = COALESCE(?6, active_at)
             WHERE id = ?1",
            params![
                self.conversation.0,
                cursor.map(Cursor::as_str),
                last.map(EventId::as_str),
                self.status.map(status_word),
                self.responder.map(responder_word),
                active,
            ],
        )?;
        self.outcome.status = self.status;
        Ok(())
    }

    fn page(mut self, page: &Page) -> Result<PageOutcome, StoreError> {
        for event in &page.events {
            self.keep(event)?;
        }
        self.standing(page)?;
        self.finish(Some(&page.cursor), None)?;
        if self.status == Some(Status::Closed) && !page.has_more {
            let failed = conversations::end(self.t, self.conversation, CLOSED)?;
            self.outcome.entries.extend(failed);
            self.outcome.ended = true;
        }
        Ok(self.outcome)
    }
}

/// When an event was, in milliseconds since 1970: by the Company's word, else now.
fn at(event: &Event, now: Timestamp) -> i64 {
    event
        .created_at
        .as_deref()
        .and_then(|text| OffsetDateTime::parse(text, &Rfc3339).ok())
        .and_then(|moment| i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).ok())
        .unwrap_or(now.0)
}

fn keeping<'a, 'b>(
    t: &'a Transaction<'b>,
    row: &'a ConversationRow,
    now: Timestamp,
) -> Keeping<'a, 'b> {
    Keeping {
        t,
        row,
        conversation: row.id,
        remote: row.remote.as_ref().map_or("", |remote| remote.as_str()),
        now,
        status: row.status,
        responder: row.responder,
        outcome: PageOutcome::default(),
    }
}

impl Store {
    /// Keeps a page and its cursor in one transaction. `None`: there is no such conversation.
    pub(crate) async fn keep_page(
        &self,
        conversation: ConversationKey,
        page: Page,
        now: Timestamp,
    ) -> Result<Option<PageOutcome>, StoreError> {
        self.run(move |t| {
            conversations::by_id(t, conversation)?
                .map(|row| keeping(t, &row, now).page(&page))
                .transpose()
        })
        .await
    }

    /// Keeps an event of a stream and where to read on after it, in one transaction. `None`: there
    /// is no such conversation.
    pub(crate) async fn keep_event(
        &self,
        conversation: ConversationKey,
        event: Event,
        last: Option<EventId>,
        now: Timestamp,
    ) -> Result<Option<PageOutcome>, StoreError> {
        self.run(move |t| {
            let Some(row) = conversations::by_id(t, conversation)? else {
                return Ok(None);
            };
            let mut keeping = keeping(t, &row, now);
            keeping.keep(&event)?;
            keeping.finish(None, last.as_ref().or(row.last_event.as_ref()))?;
            Ok(Some(keeping.outcome))
        })
        .await
    }

    /// Forgets where to read on. With `missing`, what a person is told of it, an entry and the log say
    /// that a part is gone: once, if the newest entry does not say so already.
    pub(crate) async fn read_from_beginning(
        &self,
        conversation: ConversationKey,
        missing: Option<String>,
        now: Timestamp,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| {
            if conversations::by_id(t, conversation)?.is_none() {
                return Ok(None);
            }
            t.execute(
                "UPDATE conversation SET cursor = NULL, last_event = NULL WHERE id = ?1",
                [conversation.0],
            )?;
            let said = t
                .query_row(
                    "SELECT kind FROM entry WHERE conversation = ?1 AND shown = 1
                       AND position < ?2 ORDER BY position DESC LIMIT 1",
                    params![conversation.0, super::rows::PENDING],
                    |row| row.get::<_, String>(0),
                )
                .optional()?
                .is_some_and(|kind| kind == EntryKind::PartMissing.word());
            let Some(message) = missing.filter(|_| !said) else {
                return Ok(None);
            };
            let new = NewEntry {
                position: timeline::next_placed(t, conversation)?,
                at: now.0,
                kind: EntryKind::PartMissing,
                event_id: None,
                raw: None,
                detail: None,
                counts: false,
            };
            let entry = timeline::insert(t, conversation, &new)?;
            let detail = LogDetail::Error {
                code: "cursor_expired".to_owned(),
                message: Some(message),
                message_id: None,
            };
            log::add(t, conversation, Some(entry), &detail)?;
            Ok(Some(timeline::written(t, entry)?))
        })
        .await
    }
}
