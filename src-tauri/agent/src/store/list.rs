//! The list of a Company's conversations.

use rusqlite::{OptionalExtension as _, Transaction};

use super::conversations::{ConversationRow, LATEST_FIRST, SELECT, read};
use super::rows::EntryRow;
use super::{Store, StoreError, timeline};
use crate::page::{CompanyId, EntryId};

/// A conversation for the list.
pub(crate) struct ConversationSummary {
    /// The conversation.
    pub(crate) row: ConversationRow,
    /// When something last happened.
    pub(crate) active_at: Option<i64>,
    /// Its first message, if there is one.
    pub(crate) first: Option<EntryRow>,
    /// Entries not read yet.
    pub(crate) unread: i64,
}

fn summary(t: &Transaction<'_>, row: ConversationRow) -> Result<ConversationSummary, StoreError> {
    let (active_at, unread) = t
        .prepare_cached(
            "SELECT active_at, (SELECT COUNT(*) FROM entry e WHERE e.conversation = v.id
               AND e.counts = 1 AND e.position > v.read_up_to) FROM conversation v WHERE id = ?1",
        )?
        .query_row([row.id.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let first = t
        .prepare_cached(
            "SELECT id FROM entry WHERE conversation = ?1 AND kind IN ('own', 'message')
             ORDER BY position LIMIT 1",
        )?
        .query_row([row.id.0], |row| Ok(EntryId(row.get(0)?)))
        .optional()?;
    let first = first.map(|id| timeline::written(t, id)).transpose()?;
    Ok(ConversationSummary {
        row,
        active_at,
        first,
        unread,
    })
}

impl Store {
    /// The conversations with a Company in which there is anything, the one in which something happened
    /// last first, each with its first message and how many entries are unread.
    pub(crate) async fn conversations(
        &self,
        company: CompanyId,
    ) -> Result<Vec<ConversationSummary>, StoreError> {
        self.run(move |t| {
            let rows = {
                let sql = format!(
                    "{SELECT} WHERE company = ?1 AND erased = 0 AND (remote_id IS NOT NULL OR draft <> ''
                       OR EXISTS (SELECT 1 FROM entry e WHERE e.conversation = conversation.id))
                     ORDER BY {LATEST_FIRST}"
                );
                let mut statement = t.prepare_cached(&sql)?;
                let rows = statement.query_map([company.0], read)?;
                rows.collect::<Result<Vec<_>, _>>()?
            };
            let summary = |row| summary(t, row);
            rows.into_iter().map(summary).collect()
        })
        .await
    }
}
