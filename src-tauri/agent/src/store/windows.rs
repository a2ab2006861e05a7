//! A conversation's entries around a place in it, and those that hold something to come back to.

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::rows::{EntryRow, SELECT_ENTRY, read_entry};
use super::{Store, StoreError, timeline};
use crate::page::{ConversationKey, EntryId};

/// Entries of a conversation, oldest first.
pub(crate) struct WindowRows {
    pub(crate) entries: Vec<EntryRow>,
    pub(crate) has_older: bool,
    pub(crate) has_newer: bool,
}

/// Which way entries are read from a place.
#[derive(Clone, Copy)]
enum Way {
    Older,
    Newer,
}

/// At most `limit` entries that are shown, from a position on and without it, the nearest first, and
/// whether there are more.
fn from(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    position: i64,
    limit: usize,
    way: Way,
) -> Result<(Vec<EntryRow>, bool), StoreError> {
    let (sign, order) = match way {
        Way::Older => ("<", "DESC"),
        Way::Newer => (">", "ASC"),
    };
    let mut statement = t.prepare_cached(&format!(
        "{SELECT_ENTRY} WHERE e.conversation = ?1 AND e.shown = 1 AND e.position {sign} ?2
         ORDER BY e.position {order} LIMIT ?3"
    ))?;
    let asked = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
    let mut rows = statement.query(params![conversation.0, position, asked])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push(read_entry(row)?);
    }
    let more = entries.len() > limit;
    entries.truncate(limit);
    Ok((entries, more))
}

impl Store {
    /// An entry with at most so many before and after it. `None`: it is not there.
    pub(crate) async fn entries_around(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
        before: usize,
        after: usize,
    ) -> Result<Option<WindowRows>, StoreError> {
        self.run(move |t| {
            let row = timeline::by_id(t, entry)?;
            let Some(row) = row.filter(|row| row.conversation == conversation) else {
                return Ok(None);
            };
            let (mut entries, has_older) = from(t, conversation, row.position, before, Way::Older)?;
            entries.reverse();
            let (newer, has_newer) = from(t, conversation, row.position, after, Way::Newer)?;
            entries.push(row);
            entries.extend(newer);
            Ok(Some(WindowRows {
                entries,
                has_older,
                has_newer,
            }))
        })
        .await
    }

    /// At most `limit` entries that are shown, after a position, oldest first, and whether there are
    /// newer ones.
    pub(crate) async fn entries_after(
        &self,
        conversation: ConversationKey,
        position: i64,
        limit: usize,
    ) -> Result<(Vec<EntryRow>, bool), StoreError> {
        self.run(move |t| from(t, conversation, position, limit, Way::Newer))
            .await
    }

    /// How many entries are shown.
    pub(crate) async fn shown_entries(
        &self,
        conversation: ConversationKey,
    ) -> Result<i64, StoreError> {
        self.run(move |t| {
            let sql = "SELECT COUNT(*) FROM entry WHERE conversation = ?1 AND shown = 1";
            Ok(t.query_row(sql, [conversation.0], |row| row.get(0))?)
        })
        .await
    }

    /// The first entry not read yet.
    pub(crate) async fn first_unread(
        &self,
        conversation: ConversationKey,
    ) -> Result<Option<EntryId>, StoreError> {
        self.run(move |t| {
            let sql = "SELECT e.id FROM conversation v JOIN entry e ON e.conversation = v.id
                       WHERE v.id = ?1 AND e.counts = 1 AND e.position > v.read_up_to
                       ORDER BY e.position LIMIT 1";
            let found = t.query_row(sql, [conversation.0], |row| Ok(EntryId(row.get(0)?)));
            Ok(found.optional()?)
        })
        .await
    }

    /// At most `limit` messages before a position that may hold notices or links, newest first: all
    /// that do are among them.
    pub(crate) async fn holding_before(
        &self,
        conversation: ConversationKey,
        position: i64,
        limit: usize,
    ) -> Result<Vec<EntryRow>, StoreError> {
        self.run(move |t| {
            let mut statement = t.prepare_cached(&format!(
                "{SELECT_ENTRY} WHERE e.conversation = ?1 AND e.kind = 'message'
                   AND e.holds IS NOT 0 AND e.position < ?2 ORDER BY e.position DESC LIMIT ?3"
            ))?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let mut rows = statement.query(params![conversation.0, position, limit])?;
            let mut entries = Vec::new();
            while let Some(row) = rows.next()? {
                entries.push(read_entry(row)?);
            }
            Ok(entries)
        })
        .await
    }
}
