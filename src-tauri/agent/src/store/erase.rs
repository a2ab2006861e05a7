//! Deleting for good. First, in one transaction, what is deleted is taken out of sight and out of
//! use; then it goes piece by piece; then the file is written anew without it. A program that is
//! killed in between goes on where it was.

use poppy::host::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use super::{Store, StoreError, search};
use crate::page::{CompanyId, ConversationKey, EntryId};

/// How many entries are deleted in one step.
const STEP: i64 = 200;
/// Says that something was deleted and the file is still to be written anew.
const TO_COMPACT: &str = "to-compact";

/// The next id of a table: never one that was given before, though what had it is deleted.
pub(super) fn next_id(t: &Transaction<'_>, table: &'static str) -> Result<i64, StoreError> {
    let sql = format!(
        "SELECT MAX(COALESCE((SELECT MAX(id) FROM {table}), 0),
           COALESCE((SELECT id FROM used WHERE name = '{table}'), 0)) + 1"
    );
    Ok(t.prepare_cached(&sql)?.query_row([], |row| row.get(0))?)
}

/// Keeps the ids given so far from being given again.
fn keep_ids(t: &Transaction<'_>) -> Result<(), StoreError> {
    for table in ["company", "conversation", "entry", "revocation"] {
        let last = next_id(t, table)? - 1;
        t.execute(
            "INSERT INTO used (name, id) VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET id = excluded.id",
            params![table, last],
        )?;
    }
    let sql = "INSERT INTO meta (name, value) VALUES (?1, '') ON CONFLICT DO NOTHING";
    t.execute(sql, [TO_COMPACT])?;
    Ok(())
}

/// Takes a conversation out of sight and out of use: nothing can be sent, read or written in it.
fn hide(t: &Transaction<'_>, key: i64) -> Result<(), StoreError> {
    t.execute(
        "UPDATE conversation SET erased = 1, ended = 'erased', remote_id = NULL, cursor = NULL,
           last_event = NULL, account = NULL, draft = '' WHERE id = ?1",
        [key],
    )?;
    t.execute("DELETE FROM log WHERE conversation = ?1", [key])?;
    t.execute(
        "UPDATE outbox SET leads_to = NULL WHERE leads_to = ?1",
        [key],
    )?;
    t.execute("DELETE FROM outbox WHERE conversation = ?1", [key])?;
    t.execute(
        "UPDATE conversation SET parent = NULL WHERE parent = ?1",
        [key],
    )?;
    // Another conversation with the Company may say that this one was opened beside it.
    t.execute(
        "UPDATE entry SET detail = NULL WHERE kind = 'direct' AND detail = ?1 AND conversation IN
           (SELECT b.id FROM conversation a JOIN conversation b ON b.company = a.company
            WHERE a.id = ?2)",
        params![key.to_string(), key],
    )?;
    Ok(())
}

/// Whether another Company in the list has this one's sign-in service.
fn issuer_of(
    t: &Transaction<'_>,
    company: CompanyId,
) -> Result<(Option<String>, bool), StoreError> {
    let issuer = t
        .query_row(
            "SELECT json_extract(document, '$.auth.issuer') FROM company WHERE id = ?1",
            [company.0],
            |row| row.get::<_, Option<String>>(0),
        )
        .optional()?
        .flatten();
    let shared = t.query_row(
        "SELECT EXISTS (SELECT 1 FROM company WHERE id <> ?1 AND erased_at IS NULL
           AND json_extract(document, '$.auth.issuer') = ?2)",
        params![company.0, issuer],
        |row| row.get(0),
    )?;
    Ok((issuer, shared))
}

fn erase_company(
    t: &Transaction<'_>,
    company: CompanyId,
    tell: bool,
    now: Timestamp,
) -> Result<(Vec<ConversationKey>, bool), StoreError> {
    keep_ids(t)?;
    let conversations = {
        let mut statement = t.prepare("SELECT id FROM conversation WHERE company = ?1")?;
        let rows = statement.query_map([company.0], |row| row.get(0))?;
        rows.collect::<Result<Vec<i64>, _>>()?
    };
    for key in &conversations {
        hide(t, *key)?;
    }
    t.execute("DELETE FROM seen WHERE company = ?1", [company.0])?;
    let (issuer, shared) = issuer_of(t, company)?;
    let issuer = issuer.filter(|_| !shared);
    if let Some(issuer) = &issuer {
        t.execute("DELETE FROM account WHERE issuer = ?1", [issuer])?;
        if !tell {
            t.execute("DELETE FROM revocation WHERE issuer = ?1", [issuer])?;
        }
    }
    t.execute(
        "UPDATE company SET erased_at = COALESCE(erased_at, ?2), blocked = 0, context = '{}'
         WHERE id = ?1",
        params![company.0, now.0],
    )?;
    let to_tell = t.query_row(
        "SELECT EXISTS (SELECT 1 FROM revocation WHERE issuer = ?1)",
        [issuer],
        |row| row.get(0),
    )?;
    Ok((
        conversations.into_iter().map(ConversationKey).collect(),
        to_tell,
    ))
}

/// Deletes some of what is out of sight; false: nothing is left that can go.
fn step(t: &Transaction<'_>) -> Result<bool, StoreError> {
    let sql = "SELECT id FROM conversation WHERE erased = 1 LIMIT 1";
    let key = t
        .query_row(sql, [], |row| row.get::<_, i64>(0))
        .optional()?;
    let Some(key) = key else {
        return leave(t);
    };
    let entries = {
        let mut statement =
            t.prepare_cached("SELECT id FROM entry WHERE conversation = ?1 LIMIT ?2")?;
        let rows = statement.query_map(params![key, STEP], |row| row.get(0).map(EntryId))?;
        rows.collect::<Result<Vec<_>, _>>()?
    };
    for entry in &entries {
        search::remove(t, *entry)?;
        t.prepare_cached("DELETE FROM entry WHERE id = ?1")?
            .execute([entry.0])?;
    }
    if entries.is_empty() {
        t.execute("DELETE FROM conversation WHERE id = ?1", [key])?;
    }
    Ok(true)
}

/// Deletes Companies that nothing is left to be told to; false: there are none.
fn leave(t: &Transaction<'_>) -> Result<bool, StoreError> {
    let gone = {
        let mut statement = t.prepare(
            "SELECT id, json_extract(document, '$.auth.issuer') FROM company c
             WHERE erased_at IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM conversation v WHERE v.company = c.id)
               AND NOT EXISTS (SELECT 1 FROM revocation r
                 WHERE r.issuer = json_extract(c.document, '$.auth.issuer'))",
        )?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.collect::<Result<Vec<(i64, Option<String>)>, _>>()?
    };
    if gone.is_empty() {
        return Ok(false);
    }
    keep_ids(t)?;
    for (id, issuer) in gone {
        let (_, shared) = issuer_of(t, CompanyId(id))?;
        t.execute("DELETE FROM seen WHERE company = ?1", [id])?;
        t.execute("DELETE FROM company WHERE id = ?1", [id])?;
        if !shared {
            // The telling may have needed an account of its own.
            t.execute("DELETE FROM account WHERE issuer = ?1", [issuer])?;
        }
    }
    Ok(true)
}

/// Writes the file anew, and empties the log of writes beside it.
fn compact(connection: &Connection) -> Result<(), StoreError> {
    let sql = "SELECT 1 FROM meta WHERE name = ?1";
    if !connection.prepare(sql)?.exists([TO_COMPACT])? {
        return Ok(());
    }
    connection.execute_batch("VACUUM")?;
    connection.execute("DELETE FROM meta WHERE name = ?1", [TO_COMPACT])?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok(())
}

impl Store {
    /// Takes a conversation out of sight and out of use. False: there is none.
    pub(crate) async fn erase_conversation(
        &self,
        key: ConversationKey,
    ) -> Result<bool, StoreError> {
        self.run(move |t| {
            if super::conversations::by_id(t, key)?.is_none() {
                return Ok(false);
            }
            keep_ids(t)?;
            hide(t, key.0)?;
            Ok(true)
        })
        .await
    }

    /// Takes a Company and its conversations out of sight and out of use, and forgets who the User
    /// was there. Gives the conversations, and whether the Company is still to be told that the
    /// account is over; without `tell`, it is not. What is needed for telling is kept until then: its
    /// documents and the sealed token.
    pub(crate) async fn erase_company(
        &self,
        company: CompanyId,
        tell: bool,
        now: Timestamp,
    ) -> Result<(Vec<ConversationKey>, bool), StoreError> {
        self.run(move |t| erase_company(t, company, tell, now))
            .await
    }

    /// Deletes some of what is out of sight; false: nothing is left that can go.
    pub(crate) async fn erase_step(&self) -> Result<bool, StoreError> {
        self.run(step).await
    }

    /// Writes the file anew without what was deleted, if anything was.
    pub(crate) async fn compact(&self) -> Result<(), StoreError> {
        self.outside(compact).await
    }

    /// Companies that are deleted but for what they must still be told, since when.
    pub(crate) async fn leaving(&self) -> Result<Vec<(CompanyId, i64)>, StoreError> {
        self.run(|t| {
            let sql = "SELECT id, erased_at FROM company WHERE erased_at IS NOT NULL ORDER BY id";
            let mut statement = t.prepare(sql)?;
            let rows = statement.query_map([], |row| Ok((CompanyId(row.get(0)?), row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }
}
