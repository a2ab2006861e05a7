//! The log of what was new, written in the same transaction as what it tells of.

use poppy::event::{Responder, Status};
use rusqlite::{Transaction, params};
use serde::{Deserialize, Serialize};

use super::rows::{EntryRow, SELECT_ENTRY, read_entry};
use super::{Store, StoreError};
use crate::log::LogSeq;
use crate::page::{ConversationKey, EntryId};

/// How many items are kept.
const KEPT: i64 = 10_000;

/// What an item tells beside its entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum LogDetail {
    /// A message was confirmed.
    Sent {
        message_id: String,
        conversation_id: String,
    },
    /// A `message` event; it is in the entry.
    Message,
    /// A `state` event.
    State {
        status: Option<Status>,
        responder: Option<Responder>,
    },
    /// An `authorization` event; it is in the entry.
    Authorization,
    /// A message failed, or a conversation is in trouble. A `message` is kept only where the code
    /// does not say it all.
    Error {
        code: String,
        message: Option<String>,
        message_id: Option<String>,
    },
}

/// An item.
pub(crate) struct LogRow {
    /// Its place.
    pub(crate) seq: LogSeq,
    /// The conversation it is about.
    pub(crate) conversation: ConversationKey,
    /// The entry it is about.
    pub(crate) entry: Option<EntryRow>,
    /// What it tells.
    pub(crate) detail: LogDetail,
}

/// How often too many items are looked for, in items.
const PRUNED: i64 = 500;

/// Adds an item, unless the conversation is deleted.
pub(super) fn add(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    entry: Option<EntryId>,
    detail: &LogDetail,
) -> Result<(), StoreError> {
    let detail =
        serde_json::to_string(detail).map_err(|_| StoreError::Damaged("an item of the log"))?;
    t.execute(
        "INSERT INTO log (conversation, entry, detail) SELECT ?1, ?2, ?3
         WHERE EXISTS (SELECT 1 FROM conversation WHERE id = ?1 AND erased = 0)",
        params![conversation.0, entry.map(|e| e.0), detail],
    )?;
    if t.last_insert_rowid() % PRUNED == 0 {
        prune(t)?;
    }
    Ok(())
}

/// Adds what keeps a conversation from going on.
pub(super) fn add_trouble(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    code: String,
    message: String,
) -> Result<(), StoreError> {
    let detail = LogDetail::Error {
        code,
        message: Some(message),
        message_id: None,
    };
    add(t, conversation, None, &detail)
}

/// Drops the oldest items, once there are too many.
pub(super) fn prune(t: &Transaction<'_>) -> Result<(), StoreError> {
    t.execute(
        "DELETE FROM log WHERE seq <= (SELECT COALESCE(MAX(seq), 0) FROM log) - ?1",
        [KEPT],
    )?;
    Ok(())
}

impl Store {
    /// The place of the newest item.
    pub(crate) async fn log_end(&self) -> Result<LogSeq, StoreError> {
        self.run(|t| {
            let sql = "SELECT COALESCE(MAX(seq), 0) FROM log";
            Ok(LogSeq(t.query_row(sql, [], |row| row.get(0))?))
        })
        .await
    }

    /// Items after `seq`, in order.
    pub(crate) async fn log_since(
        &self,
        seq: LogSeq,
        limit: i64,
    ) -> Result<Vec<LogRow>, StoreError> {
        self.run(move |t| {
            let mut items = t.prepare_cached(
                "SELECT seq, conversation, entry, detail FROM log WHERE seq > ?1
                 ORDER BY seq LIMIT ?2",
            )?;
            let mut entries = t.prepare_cached(&format!("{SELECT_ENTRY} WHERE e.id = ?1"))?;
            let mut rows = items.query(params![seq.0, limit])?;
            let mut log = Vec::new();
            while let Some(row) = rows.next()? {
                let entry = match row.get::<_, Option<i64>>(2)? {
                    None => None,
                    Some(id) => entries.query([id])?.next()?.map(read_entry).transpose()?,
                };
                let detail: String = row.get(3)?;
                log.push(LogRow {
                    seq: LogSeq(row.get(0)?),
                    conversation: ConversationKey(row.get(1)?),
                    entry,
                    detail: serde_json::from_str(&detail)
                        .map_err(|_| StoreError::Damaged("an item of the log"))?,
                });
            }
            Ok(log)
        })
        .await
    }

    /// Notes that something keeps a conversation from going on.
    pub(crate) async fn log_trouble(
        &self,
        conversation: ConversationKey,
        code: String,
        message: String,
    ) -> Result<(), StoreError> {
        self.run(move |t| add_trouble(t, conversation, code, message))
            .await
    }
}
