//! Conversations: where they stand, what is being written in them.

use poppy::event::{Receipt, Responder, Status};
use poppy::host::Timestamp;
use poppy::ids::{ConversationId, Cursor, EventId};
use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::outbox::Fails;
use super::rows::{EntryRow, PENDING, responder, status, status_word};
use super::{Store, StoreError, direct, erase, log, outbox};
use crate::page::{CompanyId, ConversationKey};

/// Accounts that live in memory have tags that begin so.
pub(crate) const IN_MEMORY_TAG: &str = "session-";
/// Whose conversations are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// Any account's.
    Any,
    /// Those that can go on while secrets are in memory: begun with these, or with none yet.
    InMemory,
}

/// `ended` of a conversation that the Company closed.
pub(crate) const CLOSED: &str = "closed";
/// `ended` of a conversation whose secrets were kept in memory only, by a program that has ended.
pub(crate) const SESSION_GONE: &str = "session-secrets-gone";

/// A conversation as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct ConversationRow {
    /// Its key.
    pub(crate) id: ConversationKey,
    /// The Company.
    pub(crate) company: CompanyId,
    /// Whose it is: the tag of the account it was begun with.
    pub(crate) account: Option<String>,
    /// The Company's id of it.
    pub(crate) remote: Option<ConversationId>,
    /// Where to read on.
    pub(crate) cursor: Option<Cursor>,
    /// How it stood last.
    pub(crate) status: Option<Status>,
    /// Who answered last.
    pub(crate) responder: Option<Responder>,
    /// Why it is over: [`CLOSED`], [`SESSION_GONE`] or the protocol's code.
    pub(crate) ended: Option<String>,
    /// What was being written.
    pub(crate) draft: String,
    /// How many pages of events were kept.
    pub(crate) pages: i64,
    /// When it was begun here.
    pub(crate) created_at: i64,
    /// The conversation it is a Direct Conversation under.
    pub(crate) parent: Option<ConversationKey>,
    /// The last event that came by a stream since the last page.
    pub(crate) last_event: Option<EventId>,
}

impl ConversationRow {
    /// Whether messages can still be written in it.
    pub(crate) fn is_open(&self) -> bool {
        self.ended.is_none() && self.status != Some(Status::Closed)
    }
}

pub(super) const SELECT: &str = "
SELECT id, company, account, remote_id, cursor, status, responder, ended, draft, pages, created_at,
  parent, last_event
FROM conversation";

/// The conversation in which something happened last comes first.
pub(super) const LATEST_FIRST: &str = "COALESCE(active_at, created_at) DESC, id DESC";

/// Not one that a Company opened by itself, and in which the User never wrote.
const BEGUN_HERE: &str = "(parent IS NULL OR EXISTS
  (SELECT 1 FROM outbox o WHERE o.conversation = conversation.id))";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<ConversationRow> {
    let text = |column| row.get::<_, Option<String>>(column);
    Ok(ConversationRow {
        id: ConversationKey(row.get(0)?),
        company: CompanyId(row.get(1)?),
        account: text(2)?,
        remote: text(3)?.and_then(|id| ConversationId::parse(&id).ok()),
        cursor: text(4)?.and_then(|cursor| Cursor::parse(&cursor).ok()),
        status: text(5)?.as_deref().and_then(status),
        responder: text(6)?.as_deref().and_then(responder),
        ended: text(7)?,
        draft: row.get(8)?,
        pages: row.get(9)?,
        created_at: row.get(10)?,
        parent: row.get::<_, Option<i64>>(11)?.map(ConversationKey),
        last_event: text(12)?.and_then(|id| EventId::parse(&id).ok()),
    })
}

/// One conversation.
pub(super) fn by_id(
    t: &Transaction<'_>,
    id: ConversationKey,
) -> Result<Option<ConversationRow>, StoreError> {
    Ok(t.query_row(
        &format!("{SELECT} WHERE id = ?1 AND erased = 0"),
        [id.0],
        read,
    )
    .optional()?)
}

/// The conversation of an account that a Company knows by this id.
pub(super) fn by_remote(
    t: &Transaction<'_>,
    company: CompanyId,
    account: Option<&str>,
    remote: &ConversationId,
) -> Result<Option<ConversationKey>, StoreError> {
    let sql = "SELECT id FROM conversation WHERE company = ?1 AND remote_id = ?2
                 AND COALESCE(account, '') = COALESCE(?3, '')";
    let found = t
        .prepare_cached(sql)?
        .query_row(params![company.0, remote.as_str(), account], |row| {
            row.get(0).map(ConversationKey)
        });
    Ok(found.optional()?)
}

/// Marks a conversation as over by the Company's word. What was never sent is failed; what may have
/// arrived is not, until the Company says which.
pub(super) fn end(
    t: &Transaction<'_>,
    id: ConversationKey,
    code: &str,
) -> Result<Vec<EntryRow>, StoreError> {
    end_with(t, id, code, Fails::Queued)
}

fn end_with(
    t: &Transaction<'_>,
    id: ConversationKey,
    code: &str,
    fails: Fails,
) -> Result<Vec<EntryRow>, StoreError> {
    t.execute(
        "UPDATE conversation SET ended = ?2 WHERE id = ?1 AND ended IS NULL",
        params![id.0, code],
    )?;
    let code = if code == CLOSED {
        "conversation_closed"
    } else {
        code
    };
    outbox::fail_all(t, id, code, fails)
}

impl Store {
    /// One conversation.
    pub(crate) async fn conversation(
        &self,
        id: ConversationKey,
    ) -> Result<Option<ConversationRow>, StoreError> {
        self.run(move |t| by_id(t, id)).await
    }

    /// A fresh conversation; with a parent, a Direct Conversation under it.
    pub(crate) async fn add_conversation(
        &self,
        company: CompanyId,
        parent: Option<ConversationKey>,
        now: Timestamp,
    ) -> Result<ConversationRow, StoreError> {
        self.run(move |t| {
            let id = t.query_row(
                "INSERT INTO conversation (id, company, parent, created_at)
                 VALUES (?1, ?2, ?3, ?4) RETURNING id",
                params![
                    erase::next_id(t, "conversation")?,
                    company.0,
                    parent.map(|parent| parent.0),
                    now.0
                ],
                |row| row.get(0),
            )?;
            by_id(t, ConversationKey(id))?.ok_or(StoreError::Damaged("a conversation"))
        })
        .await
    }

    /// The newest conversation with a Company that is not over. One that the Company opened by itself
    /// is none until the User writes in it.
    pub(crate) async fn newest_open(
        &self,
        company: CompanyId,
        of: Of,
    ) -> Result<Option<ConversationRow>, StoreError> {
        let open = "ended IS NULL AND COALESCE(status, '') <> 'closed'";
        self.first_where(company, of, open, "id DESC").await
    }

    /// A conversation with a Company of which the Company does not know and in which nothing waits:
    /// under this parent, or under none.
    pub(crate) async fn untouched(
        &self,
        company: CompanyId,
        parent: Option<ConversationKey>,
    ) -> Result<Option<ConversationRow>, StoreError> {
        self.run(move |t| {
            let sql = format!(
                "{SELECT} WHERE company = ?1 AND erased = 0 AND ended IS NULL AND remote_id IS NULL
                   AND parent IS ?2
                   AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.conversation = conversation.id)
                 ORDER BY id DESC LIMIT 1"
            );
            let parent = parent.map(|parent| parent.0);
            Ok(t.query_row(&sql, params![company.0, parent], read)
                .optional()?)
        })
        .await
    }

    /// The conversation with a Company in which something happened last, whether it is over or not;
    /// else as [`Store::newest_open`].
    pub(crate) async fn last_used(
        &self,
        company: CompanyId,
        of: Of,
    ) -> Result<Option<ConversationRow>, StoreError> {
        self.first_where(company, of, "TRUE", LATEST_FIRST).await
    }

    /// The first conversation with a Company in this order of which `condition` holds; both are our own
    /// SQL.
    async fn first_where(
        &self,
        company: CompanyId,
        of: Of,
        condition: &'static str,
        order: &'static str,
    ) -> Result<Option<ConversationRow>, StoreError> {
        self.run(move |t| {
            let sql = format!(
                "{SELECT} WHERE company = ?1 AND erased = 0 AND {condition} AND {BEGUN_HERE}
                   AND (?2 = 0 OR account IS NULL OR account LIKE ?3 || '%')
                 ORDER BY {order} LIMIT 1"
            );
            Ok(t.query_row(
                &sql,
                params![company.0, of == Of::InMemory, IN_MEMORY_TAG],
                read,
            )
            .optional()?)
        })
        .await
    }

    /// Keeps the receipt of a handoff or a close.
    pub(crate) async fn stands(
        &self,
        id: ConversationKey,
        receipt: Receipt,
    ) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "UPDATE conversation SET status = COALESCE(?2, status) WHERE id = ?1 AND erased = 0",
                params![id.0, receipt.status.map(status_word)],
            )?;
            Ok(())
        })
        .await
    }

    /// The conversations that something has to be done for: those that go on and the Company knows,
    /// and those with something to send, be it only to learn whether it arrived. The latest first.
    pub(crate) async fn active(&self) -> Result<Vec<(CompanyId, ConversationKey)>, StoreError> {
        self.run(|t| {
            let mut statement = t.prepare(
                "SELECT company, id FROM conversation c WHERE erased = 0
                   AND NOT EXISTS (SELECT 1 FROM company y WHERE y.id = c.company AND y.blocked = 1)
                   AND ((ended IS NULL AND remote_id IS NOT NULL)
                   OR EXISTS (SELECT 1 FROM outbox o WHERE o.conversation = c.id
                     AND o.state IN ('queued', 'sending', 'unconfirmed')))
                 ORDER BY COALESCE(active_at, created_at) DESC, id DESC",
            )?;
            let rows = statement.query_map([], |row| {
                Ok((CompanyId(row.get(0)?), ConversationKey(row.get(1)?)))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Says whose a conversation is, when it is about to begin. It stays so, since a message may have
    /// arrived from there: the tag kept is given back.
    pub(crate) async fn claim(
        &self,
        id: ConversationKey,
        tag: String,
    ) -> Result<Option<String>, StoreError> {
        self.run(move |t| {
            t.execute(
                "UPDATE conversation SET account = ?2
                 WHERE id = ?1 AND account IS NULL AND erased = 0",
                params![id.0, tag],
            )?;
            Ok(by_id(t, id)?.and_then(|row| row.account))
        })
        .await
    }

    /// Keeps what is being written. False: there is no such conversation.
    pub(crate) async fn save_draft(
        &self,
        id: ConversationKey,
        text: String,
    ) -> Result<bool, StoreError> {
        self.run(move |t| {
            let sql = "UPDATE conversation SET draft = ?2 WHERE id = ?1 AND erased = 0";
            Ok(t.execute(sql, params![id.0, text])? == 1)
        })
        .await
    }

    /// Everything in it so far has been read. Whether that was news; `None`: there is no such
    /// conversation.
    pub(crate) async fn mark_read(&self, id: ConversationKey) -> Result<Option<bool>, StoreError> {
        self.run(move |t| {
            let read = t
                .query_row(
                    "SELECT v.read_up_to, COALESCE(MAX(e.position), 0) FROM conversation v
                     LEFT JOIN entry e ON e.conversation = v.id AND e.position < ?2
                     WHERE v.id = ?1 AND v.erased = 0 GROUP BY v.id",
                    params![id.0, PENDING],
                    |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)),
                )
                .optional()?;
            let Some((before, now)) = read else {
                return Ok(None);
            };
            if now > before {
                t.execute(
                    "UPDATE conversation SET read_up_to = ?2 WHERE id = ?1",
                    params![id.0, now],
                )?;
            }
            Ok(Some(now > before))
        })
        .await
    }

    /// Marks a conversation as over, for the reason of this code. Gives the entries that changed.
    ///
    /// Its end is logged with it, once: both loops of a conversation may learn of it.
    pub(crate) async fn end_conversation(
        &self,
        id: ConversationKey,
        code: String,
        message: String,
    ) -> Result<Vec<EntryRow>, StoreError> {
        self.run(move |t| {
            let goes_on = by_id(t, id)?.is_some_and(|row| row.ended.is_none());
            // Only the User closes one by this word, and only one the Company does not know of.
            let fails = if code == CLOSED {
                Fails::All
            } else {
                Fails::Queued
            };
            let failed = end_with(t, id, &code, fails)?;
            if goes_on {
                log::add_trouble(t, id, code, message)?;
            }
            Ok(failed)
        })
        .await
    }

    /// Puts right what a program that was killed left behind, before anything is taken up.
    pub(crate) async fn recover(&self) -> Result<(), StoreError> {
        self.run(|t| {
            outbox::recover(t)?;
            direct::recover(t)?;
            let gone = {
                let mut statement = t.prepare(
                    "SELECT id FROM conversation c WHERE account LIKE ?1 || '%' AND (ended IS NULL
                       OR EXISTS (SELECT 1 FROM outbox o WHERE o.conversation = c.id
                         AND o.state IN ('queued', 'sending', 'unconfirmed')))",
                )?;
                let rows = statement.query_map([IN_MEMORY_TAG], |row| row.get(0))?;
                rows.collect::<Result<Vec<i64>, _>>()?
            };
            for id in gone {
                end_with(t, ConversationKey(id), SESSION_GONE, Fails::All)?;
            }
            log::prune(t)
        })
        .await
    }
}
