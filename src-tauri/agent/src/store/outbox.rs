//! The User's messages on their way out. The bytes of a message are made once; every attempt sends
//! the same ones, so that the Company adds it once.

use poppy::event::Receipt;
use poppy::host::Timestamp;
use poppy::ids::MessageId;
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::log::{self, LogDetail};
use super::rows::{EntryKind, EntryRow, SendState, responder_word, status_word};
use super::timeline::{self, NewEntry};
use super::{ConversationRow, Store, StoreError, conversations, direct, search};
use crate::page::{ConversationKey, EntryId};

/// A message whose turn it is.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    /// Its entry.
    pub(crate) entry: EntryId,
    /// Its bytes, in the body of a request that sends it.
    pub(crate) body: Vec<u8>,
    /// It may have arrived by an earlier try.
    pub(crate) unsure: bool,
}

/// Why a message was refused for good.
#[derive(Debug, Default)]
pub(crate) struct Refusal {
    /// The code.
    pub(crate) code: String,
    /// What it is about.
    pub(crate) detail: Option<String>,
    /// Where the conversation goes on instead.
    pub(crate) leads_to: Option<ConversationKey>,
    /// It is known that it did not arrive by an earlier try either.
    pub(crate) not_sent: bool,
}

/// What a receipt came to.
#[derive(Debug)]
pub(crate) enum Received {
    /// The message is the Company's.
    Here {
        /// Its entry.
        entry: Box<EntryRow>,
        /// A conversation that this one has taken the place of: the Company had told of it before.
        instead_of: Option<ConversationKey>,
    },
    /// It was to begin a conversation, and the Company has put it into another one.
    Elsewhere(ConversationKey),
}

/// Moves a message from one of some states to another. False: it is in none of them any longer, so
/// something surer is known of it.
fn step(
    t: &Transaction<'_>,
    entry: EntryId,
    from: &[SendState],
    to: SendState,
    code: Option<&str>,
) -> Result<bool, StoreError> {
    let from = from.iter().map(|state| format!("'{}'", state.word()));
    let sql = format!(
        "UPDATE outbox SET state = ?2, code = ?3, attempts = attempts + (?2 = 'sending'),
           unsure = MAX(unsure, ?2 = 'unconfirmed')
         WHERE entry = ?1 AND state IN ({})",
        from.collect::<Vec<_>>().join(", ")
    );
    Ok(t.execute(&sql, params![entry.0, to.word(), code])? == 1)
}

/// Notes that the Company has a message: once, whether its receipt or its event came first.
pub(super) fn confirm(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    entry: EntryId,
    remote: &str,
) -> Result<(), StoreError> {
    let first = t
        .query_row(
            "UPDATE outbox SET confirmed = 1 WHERE entry = ?1 AND confirmed = 0
             RETURNING message_id",
            [entry.0],
            |row| row.get::<_, String>(0),
        )
        .optional()?;
    let Some(message_id) = first else {
        return Ok(());
    };
    let detail = LogDetail::Sent {
        message_id,
        conversation_id: remote.to_owned(),
    };
    log::add(t, conversation, Some(entry), &detail)
}

/// What was under way when the program was killed may have arrived.
pub(super) fn recover(t: &Transaction<'_>) -> Result<(), StoreError> {
    t.execute(
        "UPDATE outbox SET state = 'unconfirmed', unsure = 1 WHERE state = 'sending'",
        [],
    )?;
    Ok(())
}

fn fail(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    entry: EntryId,
    code: &str,
) -> Result<bool, StoreError> {
    use SendState::{Failed, Queued, Sending, Unconfirmed};
    if !step(
        t,
        entry,
        &[Queued, Sending, Unconfirmed],
        Failed,
        Some(code),
    )? {
        return Ok(false);
    }
    let message_id = t.query_row(
        "SELECT message_id FROM outbox WHERE entry = ?1",
        [entry.0],
        |row| row.get(0),
    )?;
    let detail = LogDetail::Error {
        code: code.to_owned(),
        message: None,
        message_id: Some(message_id),
    };
    log::add(t, conversation, Some(entry), &detail)?;
    Ok(true)
}

/// What fails with a conversation that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fails {
    /// What was never sent: of what may have arrived, the Company is asked again.
    Queued,
    /// Everything that waits: nobody can or will be asked any longer.
    All,
}

/// Fails what waits in a conversation. Gives the entries that changed.
pub(super) fn fail_all(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    code: &str,
    fails: Fails,
) -> Result<Vec<EntryRow>, StoreError> {
    let waiting = {
        let mut statement = t.prepare(
            "SELECT entry FROM outbox WHERE conversation = ?1 AND (state = 'queued'
               OR (?2 AND state IN ('sending', 'unconfirmed'))) ORDER BY entry",
        )?;
        let all = fails == Fails::All;
        let rows = statement.query_map(params![conversation.0, all], |row| row.get(0))?;
        rows.collect::<Result<Vec<i64>, _>>()?
    };
    let mut changed = Vec::new();
    for entry in waiting.into_iter().map(EntryId) {
        if fail(t, conversation, entry, code)? {
            changed.push(timeline::written(t, entry)?);
        }
    }
    Ok(changed)
}

impl Store {
    /// Stores a message of the User's, and forgets the draft. A message whose id is known already is
    /// left as it is. `None`: the conversation is over or there is none.
    pub(crate) async fn write_message(
        &self,
        conversation: ConversationKey,
        message_id: MessageId,
        body: Vec<u8>,
        now: Timestamp,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| {
            let known = t
                .query_row(
                    "SELECT entry FROM outbox WHERE message_id = ?1",
                    [message_id.as_str()],
                    |row| row.get(0).map(EntryId),
                )
                .optional()?;
            if let Some(entry) = known {
                return Ok(Some(timeline::written(t, entry)?));
            }
            let open = conversations::by_id(t, conversation)?.filter(ConversationRow::is_open);
            let Some(open) = open else {
                return Ok(None);
            };
            let new = NewEntry {
                position: timeline::next_pending(t, conversation)?,
                at: now.0,
                kind: EntryKind::Own,
                event_id: None,
                raw: None,
                detail: None,
                counts: false,
            };
            let entry = timeline::insert(t, conversation, &new)?;
            t.execute(
                "INSERT INTO outbox (entry, conversation, message_id, body, state)
                 VALUES (?1, ?2, ?3, ?4, 'queued')",
                params![entry.0, conversation.0, message_id.as_str(), body],
            )?;
            t.execute(
                "UPDATE conversation SET active_at = ?2, draft = '' WHERE id = ?1",
                params![conversation.0, now.0],
            )?;
            let written = timeline::written(t, entry)?;
            search::add(t, open.company, &written)?;
            Ok(Some(written))
        })
        .await
    }

    /// The oldest message that waits: one at a time, in the order of writing.
    pub(crate) async fn next_outgoing(
        &self,
        conversation: ConversationKey,
    ) -> Result<Option<Outgoing>, StoreError> {
        self.run(move |t| {
            Ok(t.query_row(
                "SELECT o.entry, o.body, o.unsure OR o.state <> 'queued' FROM outbox o JOIN entry e ON e.id = o.entry
                 WHERE o.conversation = ?1 AND o.state IN ('queued', 'sending', 'unconfirmed')
                 ORDER BY e.position LIMIT 1",
                [conversation.0],
                |row| {
                    Ok(Outgoing {
                        entry: EntryId(row.get(0)?),
                        body: row.get(1)?,
                        unsure: row.get(2)?,
                    })
                },
            )
            .optional()?)
        })
        .await
    }

    /// A message goes on its way. `None`: it does not wait any longer.
    pub(crate) async fn sending(&self, entry: EntryId) -> Result<Option<EntryRow>, StoreError> {
        use SendState::{Queued, Sending, Unconfirmed};
        self.moved(entry, &[Queued, Sending, Unconfirmed], Sending)
            .await
    }

    /// The Company did not take the message by this try. `unsure`: it may have by an earlier one.
    /// `None`: something surer is known of it.
    pub(crate) async fn not_sent_now(
        &self,
        entry: EntryId,
        unsure: bool,
    ) -> Result<Option<EntryRow>, StoreError> {
        let before = if unsure {
            SendState::Unconfirmed
        } else {
            SendState::Queued
        };
        self.moved(entry, &[SendState::Sending], before).await
    }

    /// No answer came. `None`: something surer is known of it.
    pub(crate) async fn unconfirmed(&self, entry: EntryId) -> Result<Option<EntryRow>, StoreError> {
        self.moved(entry, &[SendState::Sending], SendState::Unconfirmed)
            .await
    }

    /// The User tries a failed message again. `None`: it did not fail.
    pub(crate) async fn requeue(&self, entry: EntryId) -> Result<Option<EntryRow>, StoreError> {
        self.moved(entry, &[SendState::Failed], SendState::Queued)
            .await
    }

    async fn moved(
        &self,
        entry: EntryId,
        from: &'static [SendState],
        to: SendState,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| {
            if step(t, entry, from, to, None)? {
                return Ok(Some(timeline::written(t, entry)?));
            }
            Ok(None)
        })
        .await
    }

    /// The Company refused the message for good. `None`: something surer is known of it.
    pub(crate) async fn failed(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
        refusal: Refusal,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| {
            if !fail(t, conversation, entry, &refusal.code)? {
                return Ok(None);
            }
            t.execute(
                "UPDATE outbox SET detail = ?2, leads_to = ?3, unsure = unsure AND NOT ?4
                 WHERE entry = ?1",
                params![
                    entry.0,
                    refusal.detail,
                    refusal.leads_to.map(|conversation| conversation.0),
                    refusal.not_sent,
                ],
            )?;
            Ok(Some(timeline::written(t, entry)?))
        })
        .await
    }

    /// What was refused for want of a sign-in waits again, in a conversation that is not over. Gives
    /// the entries that changed.
    pub(crate) async fn requeue_refused(
        &self,
        conversation: ConversationKey,
    ) -> Result<Vec<EntryRow>, StoreError> {
        self.run(move |t| {
            let refused = {
                let mut statement = t.prepare(
                    "SELECT o.entry FROM outbox o JOIN conversation v ON v.id = o.conversation
                     WHERE v.id = ?1 AND v.ended IS NULL AND o.state = 'failed'
                       AND o.code IN ('sign_in_required', 'insufficient_scope') ORDER BY o.entry",
                )?;
                let rows = statement.query_map([conversation.0], |row| row.get(0))?;
                rows.collect::<Result<Vec<i64>, _>>()?
            };
            let mut changed = Vec::new();
            for entry in refused.into_iter().map(EntryId) {
                if step(t, entry, &[SendState::Failed], SendState::Queued, None)? {
                    changed.push(timeline::written(t, entry)?);
                }
            }
            Ok(changed)
        })
        .await
    }

    /// Keeps a receipt. Its `status` counts only if no page was kept since the request began
    /// (`pages`): a page that was read meanwhile is newer. A conversation has its id from the first
    /// one, which no other has.
    pub(crate) async fn receipt(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
        receipt: Receipt,
        pages: i64,
    ) -> Result<Received, StoreError> {
        use SendState::{Failed, Queued, Sending, Sent, Unconfirmed};
        self.run(move |t| {
            let remote = &receipt.conversation_id;
            let own = conversations::by_id(t, conversation)?;
            let own = own.ok_or(StoreError::Damaged("a conversation"))?;
            let mut instead_of = None;
            if own.remote.is_none() {
                let account = own.account.as_deref();
                instead_of = conversations::by_remote(t, own.company, account, remote)?;
            }
            if let Some(other) = instead_of
                && !direct::take_place(t, &own, other)?
            {
                return Ok(Received::Elsewhere(other));
            }
            let remote = remote.as_str();
            t.execute(
                "UPDATE conversation SET remote_id = COALESCE(remote_id, ?2),
                   status = CASE WHEN pages = ?3 THEN COALESCE(?4, status) ELSE status END,
                   responder = COALESCE(responder, ?5) WHERE id = ?1 AND erased = 0",
                params![
                    conversation.0,
                    remote,
                    pages,
                    receipt.status.map(status_word),
                    receipt.responder.map(responder_word),
                ],
            )?;
            // One that failed while it was on its way arrived after all.
            step(
                t,
                entry,
                &[Queued, Sending, Unconfirmed, Failed],
                Sent,
                None,
            )?;
            confirm(t, conversation, entry, remote)?;
            Ok(Received::Here {
                entry: Box::new(timeline::written(t, entry)?),
                instead_of,
            })
        })
        .await
    }

    /// How many messages of a conversation wait to be sent, and how many to come back.
    pub(crate) async fn on_their_way(
        &self,
        conversation: ConversationKey,
    ) -> Result<(usize, usize), StoreError> {
        self.run(move |t| {
            let counts: (i64, i64) = t.query_row(
                "SELECT COALESCE(SUM(state IN ('queued', 'sending', 'unconfirmed')), 0),
                   COALESCE(SUM(state = 'sent'), 0)
                 FROM outbox WHERE conversation = ?1",
                [conversation.0],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            let count = |n: i64| usize::try_from(n).unwrap_or(0);
            Ok((count(counts.0), count(counts.1)))
        })
        .await
    }
}
