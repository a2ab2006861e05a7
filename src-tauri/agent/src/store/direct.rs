//! Direct Conversations (draft 0.2 section 7.10): each is here once, and never more than a few.
//!
//! A Company tells of one in its parent's events, and of one that the User began in the receipt of
//! its first message. The receipt decides which is which: while one is on its way, nobody knows
//! whether what was opened is that one, so it is taken up only afterwards.

use poppy::event::EventKind;
use poppy::ids::ConversationId;
use rusqlite::{OptionalExtension as _, Transaction, params};

use super::conversations::{self, ConversationRow};
use super::rows::{EntryRow, SELECT_ENTRY, read_entry};
use super::{Store, StoreError, erase, timeline};
use crate::page::ConversationKey;
use crate::present;

/// How many that a Company opened may be open under one conversation, and how many there may be of
/// them at all: each is read, and costs this machine and not the Company.
const MOST_OPEN: i64 = 8;
const MOST: i64 = 50;
/// `entry.detail` of a mention of which it is not known yet where it leads.
const UNKNOWN: &str = "unknown";

/// What became of mentions of Direct Conversations.
#[derive(Debug, Default)]
pub(crate) struct Settled {
    /// Conversations that are here from now on.
    pub(crate) begun: Vec<ConversationKey>,
    /// The mentions, which lead to them.
    pub(crate) entries: Vec<EntryRow>,
}

/// The Direct Conversation of this id beside or under a conversation, and whether it is new here.
/// `None`: there are too many already.
pub(super) fn adopt(
    t: &Transaction<'_>,
    from: &ConversationRow,
    remote: &ConversationId,
    at: i64,
) -> Result<Option<(ConversationKey, bool)>, StoreError> {
    let account = from.account.as_deref();
    if let Some(known) = conversations::by_remote(t, from.company, account, remote)? {
        return Ok(Some((known, false)));
    }
    // One cannot have another of its own.
    let parent = from.parent.unwrap_or(from.id);
    let (open, all): (i64, i64) = t.query_row(
        "SELECT COALESCE(SUM(ended IS NULL), 0), COUNT(*) FROM conversation WHERE parent = ?1",
        [parent.0],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    if open >= MOST_OPEN || all >= MOST {
        return Ok(None);
    }
    let key = t.query_row(
        "INSERT INTO conversation (id, company, account, remote_id, parent, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING id",
        params![
            erase::next_id(t, "conversation")?,
            from.company.0,
            account,
            remote.as_str(),
            parent.0,
            at
        ],
        |row| row.get(0),
    )?;
    Ok(Some((ConversationKey(key), true)))
}

/// What `entry.detail` says of one that an event of its parent says was opened, and that one if it is
/// new here.
pub(super) fn opened(
    t: &Transaction<'_>,
    parent: &ConversationRow,
    remote: &ConversationId,
    at: i64,
) -> Result<(Option<String>, Option<ConversationKey>), StoreError> {
    if is_beginning(t, parent.id)? {
        return Ok((Some(UNKNOWN.to_owned()), None));
    }
    let found = adopt(t, parent, remote, at)?;
    let new = found.filter(|(_, is_new)| *is_new);
    let detail = found.map(|(key, _)| key.0.to_string());
    Ok((detail, new.map(|(key, _)| key)))
}

/// Whether a message that begins one under this conversation is on its way.
fn is_beginning(t: &Transaction<'_>, parent: ConversationKey) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM conversation c JOIN outbox o ON o.conversation = c.id
               WHERE c.parent = ?1 AND c.remote_id IS NULL
                 AND o.state IN ('sending', 'unconfirmed') LIMIT 1";
    let found = t
        .prepare_cached(sql)?
        .query_row([parent.0], |_| Ok(()))
        .optional()?;
    Ok(found.is_some())
}

/// Takes up what was opened under this conversation while nobody knew which it was.
pub(super) fn settle(t: &Transaction<'_>, parent: ConversationKey) -> Result<Settled, StoreError> {
    let mut settled = Settled::default();
    let Some(parent) = conversations::by_id(t, parent)? else {
        return Ok(settled);
    };
    if is_beginning(t, parent.id)? {
        return Ok(settled);
    }
    for entry in mentions(t, parent.id)? {
        let (mut detail, mut new) = (None, None);
        if let Some(EventKind::DirectOpened {
            conversation_id: Some(remote),
        }) = present::event(&entry).map(|event| event.kind)
        {
            (detail, new) = opened(t, &parent, &remote, entry.at)?;
        }
        t.execute(
            "UPDATE entry SET detail = ?2 WHERE id = ?1",
            params![entry.id.0, detail],
        )?;
        settled.begun.extend(new);
        settled.entries.push(timeline::written(t, entry.id)?);
    }
    Ok(settled)
}

/// The mentions in a conversation of which it is not known where they lead, oldest first.
fn mentions(t: &Transaction<'_>, parent: ConversationKey) -> Result<Vec<EntryRow>, StoreError> {
    let sql = format!(
        "{SELECT_ENTRY} WHERE e.conversation = ?1 AND e.kind = 'direct' AND e.detail = ?2
         ORDER BY e.position"
    );
    let mut statement = t.prepare_cached(&sql)?;
    let mut rows = statement.query(params![parent.0, UNKNOWN])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push(read_entry(row)?);
    }
    Ok(entries)
}

/// A conversation that the User began turns out to be one that the Company had told of before: it
/// takes that one's place. False: the other is no mere mention, but a conversation of its own. What
/// was shown of it, notices too, never goes because a Company says so.
pub(super) fn take_place(
    t: &Transaction<'_>,
    own: &ConversationRow,
    other: ConversationKey,
) -> Result<bool, StoreError> {
    let sql = "SELECT c.parent, c.draft, EXISTS (SELECT 1 FROM entry e WHERE e.conversation = c.id)
               FROM conversation c WHERE c.id = ?1";
    let (parent, draft, holds_something): (Option<i64>, String, bool) =
        t.query_row(sql, [other.0], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    if holds_something || own.parent.is_none() || own.parent.map(|parent| parent.0) != parent {
        return Ok(false);
    }
    let (kept, gone) = (own.id.0, other.0);
    t.execute(
        "UPDATE outbox SET leads_to = ?1 WHERE leads_to = ?2",
        [kept, gone],
    )?;
    t.execute(
        "UPDATE entry SET detail = ?1 WHERE kind = 'direct' AND detail = ?2",
        params![kept.to_string(), gone.to_string()],
    )?;
    t.execute(
        "UPDATE conversation SET draft = ?2 WHERE id = ?1 AND draft = ''",
        params![kept, draft],
    )?;
    // Whoever still holds its id finds nothing, never something else.
    t.execute(
        "INSERT INTO used (name, id) VALUES ('conversation', ?1)
         ON CONFLICT (name) DO UPDATE SET id = MAX(id, excluded.id)",
        [erase::next_id(t, "conversation")? - 1],
    )?;
    for sql in [
        "DELETE FROM log WHERE conversation = ?1",
        "DELETE FROM conversation WHERE id = ?1",
    ] {
        t.execute(sql, [gone])?;
    }
    Ok(true)
}

/// Takes up what a program that ended left open.
pub(super) fn recover(t: &Transaction<'_>) -> Result<(), StoreError> {
    let parents = {
        let sql = "SELECT DISTINCT conversation FROM entry WHERE kind = 'direct' AND detail = ?1";
        let mut statement = t.prepare(sql)?;
        let rows = statement.query_map([UNKNOWN], |row| row.get(0).map(ConversationKey))?;
        rows.collect::<Result<Vec<_>, _>>()?
    };
    for parent in parents {
        settle(t, parent)?;
    }
    Ok(())
}

impl Store {
    /// The conversation where the Company says that another goes on. `None`: there is none, or there
    /// are too many.
    pub(crate) async fn adopt(
        &self,
        from: ConversationKey,
        remote: ConversationId,
        now: poppy::host::Timestamp,
    ) -> Result<Option<ConversationKey>, StoreError> {
        self.run(move |t| {
            let Some(from) = conversations::by_id(t, from)? else {
                return Ok(None);
            };
            Ok(adopt(t, &from, &remote, now.0)?.map(|(key, _)| key))
        })
        .await
    }

    /// Takes up what was opened under this conversation while nobody knew which it was, if that is
    /// known now.
    pub(crate) async fn settle(&self, parent: ConversationKey) -> Result<Settled, StoreError> {
        self.run(move |t| settle(t, parent)).await
    }
}
