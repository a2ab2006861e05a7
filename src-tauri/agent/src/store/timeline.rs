//! Reading a conversation's entries.

use poppy::host::Timestamp;
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::rows::{EntryKind, EntryRow, PENDING, SELECT_ENTRY, read_entry};
use super::{Store, StoreError, conversations, erase};
use crate::page::{ConversationKey, EntryId};

/// An entry to be added.
pub(super) struct NewEntry<'a> {
    pub(super) position: i64,
    pub(super) at: i64,
    pub(super) kind: EntryKind,
    pub(super) event_id: Option<&'a str>,
    pub(super) raw: Option<&'a str>,
    pub(super) detail: Option<&'a str>,
    /// Whether it counts as unread until it is read.
    pub(super) counts: bool,
}

/// The next place in the Company's order.
pub(super) fn next_placed(
    t: &Transaction<'_>,
    conversation: ConversationKey,
) -> Result<i64, StoreError> {
    Ok(t.query_row(
        "SELECT COALESCE(MAX(position), 0) + 1 FROM entry
         WHERE conversation = ?1 AND position < ?2",
        params![conversation.0, PENDING],
        |row| row.get(0),
    )?)
}

/// The next place after everything, for an own message.
pub(super) fn next_pending(
    t: &Transaction<'_>,
    conversation: ConversationKey,
) -> Result<i64, StoreError> {
    Ok(t.query_row(
        "SELECT COALESCE(MAX(position) + 1, ?2) FROM entry
         WHERE conversation = ?1 AND position >= ?2",
        params![conversation.0, PENDING],
        |row| row.get(0),
    )?)
}

/// Adds an entry.
pub(super) fn insert(
    t: &Transaction<'_>,
    conversation: ConversationKey,
    new: &NewEntry<'_>,
) -> Result<EntryId, StoreError> {
    let id = t.query_row(
        "INSERT INTO entry (id, conversation, position, at, kind, event_id, raw, detail, shown, counts)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) RETURNING id",
        params![
            erase::next_id(t, "entry")?,
            conversation.0,
            new.position,
            new.at,
            new.kind.word(),
            new.event_id,
            new.raw,
            new.detail,
            new.kind != EntryKind::Silent,
            new.counts,
        ],
        |row| row.get(0),
    )?;
    Ok(EntryId(id))
}

/// One entry.
pub(super) fn by_id(t: &Transaction<'_>, id: EntryId) -> Result<Option<EntryRow>, StoreError> {
    let mut statement = t.prepare_cached(&format!("{SELECT_ENTRY} WHERE e.id = ?1"))?;
    statement.query([id.0])?.next()?.map(read_entry).transpose()
}

/// The entry, which was just written.
pub(super) fn written(t: &Transaction<'_>, id: EntryId) -> Result<EntryRow, StoreError> {
    by_id(t, id)?.ok_or(StoreError::Damaged("an entry"))
}

impl Store {
    /// At most `limit` entries that are shown, before a position, oldest first, and whether there
    /// are older ones.
    pub(crate) async fn entries_before(
        &self,
        conversation: ConversationKey,
        position: i64,
        limit: usize,
    ) -> Result<(Vec<EntryRow>, bool), StoreError> {
        self.run(move |t| {
            let mut statement = t.prepare_cached(&format!(
                "{SELECT_ENTRY} WHERE e.conversation = ?1 AND e.shown = 1 AND e.position < ?2
                 ORDER BY e.position DESC LIMIT ?3"
            ))?;
            let asked = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
            let mut rows = statement.query(params![conversation.0, position, asked])?;
            let mut entries = Vec::new();
            while let Some(row) = rows.next()? {
                entries.push(read_entry(row)?);
            }
            let older = entries.len() > limit;
            entries.truncate(limit);
            entries.reverse();
            Ok((entries, older))
        })
        .await
    }

    /// Notes that the Company refused something for want of a sign-in, unless the newest entry asks
    /// for one already. `detail`: as in [`EntryKind::SignIn`].
    pub(crate) async fn asks_sign_in(
        &self,
        conversation: ConversationKey,
        detail: String,
        now: Timestamp,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| {
            if conversations::by_id(t, conversation)?.is_none() {
                return Ok(None);
            }
            let newest = t
                .query_row(
                    "SELECT kind FROM entry WHERE conversation = ?1 AND shown = 1
                       AND position < ?2 ORDER BY position DESC LIMIT 1",
                    params![conversation.0, PENDING],
                    |row| row.get::<_, String>(0),
                )
                .optional()?;
            if newest.as_deref() == Some(EntryKind::SignIn.word()) {
                return Ok(None);
            }
            let new = NewEntry {
                position: next_placed(t, conversation)?,
                at: now.0,
                kind: EntryKind::SignIn,
                event_id: None,
                raw: None,
                detail: Some(&detail),
                counts: true,
            };
            let entry = insert(t, conversation, &new)?;
            Ok(Some(written(t, entry)?))
        })
        .await
    }

    /// The User's newest message in a conversation.
    #[cfg(test)]
    pub(crate) async fn last_own(
        &self,
        conversation: ConversationKey,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| {
            let found = t
                .query_row(
                    "SELECT id FROM entry WHERE conversation = ?1 AND kind = 'own'
                     ORDER BY position DESC LIMIT 1",
                    [conversation.0],
                    |row| Ok(EntryId(row.get(0)?)),
                )
                .optional()?;
            found.map(|id| written(t, id)).transpose()
        })
        .await
    }

    /// One entry of a conversation.
    pub(crate) async fn entry(
        &self,
        conversation: ConversationKey,
        id: EntryId,
    ) -> Result<Option<EntryRow>, StoreError> {
        self.run(move |t| Ok(by_id(t, id)?.filter(|row| row.conversation == conversation)))
            .await
    }
}
