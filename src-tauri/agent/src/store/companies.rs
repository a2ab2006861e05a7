//! The Companies known here.

use poppy::documents::company::Company;
use poppy::host::Timestamp;
use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::{Store, StoreError, erase};
use crate::page::{CompanyId, ConversationKey};

/// A Company as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct CompanyRow {
    /// Its key.
    pub(crate) id: CompanyId,
    /// What was verified.
    pub(crate) company: Company,
    /// Until when it may be used without asking again.
    pub(crate) fresh_until: Timestamp,
    /// When it was verified.
    pub(crate) verified_at: Timestamp,
    /// The built-in demo.
    pub(crate) demo: bool,
    /// The User blocked it: nothing is sent to it or read from it.
    pub(crate) blocked: bool,
    /// It is deleted, but for what it must still be told.
    pub(crate) erased: bool,
    /// Entries not read yet, in all its conversations.
    pub(crate) unread: i64,
    /// When something last happened.
    pub(crate) active_at: Option<i64>,
}

const SELECT: &str = "
SELECT c.id, c.document, c.fresh_until, c.verified_at, c.demo,
  (SELECT COUNT(*) FROM conversation v JOIN entry e ON e.conversation = v.id
     WHERE v.company = c.id AND v.erased = 0 AND e.counts = 1 AND e.position > v.read_up_to),
  (SELECT MAX(v.active_at) FROM conversation v WHERE v.company = c.id AND v.erased = 0) AS active,
  c.blocked, c.erased_at IS NOT NULL
FROM company c";

fn read(row: &Row<'_>) -> rusqlite::Result<(CompanyRowParts, String)> {
    Ok((
        CompanyRowParts {
            id: CompanyId(row.get(0)?),
            fresh_until: Timestamp(row.get(2)?),
            verified_at: Timestamp(row.get(3)?),
            demo: row.get(4)?,
            unread: row.get(5)?,
            active_at: row.get(6)?,
            blocked: row.get(7)?,
            erased: row.get(8)?,
        },
        row.get(1)?,
    ))
}

/// All but the document, whose reading fails in a way of its own.
struct CompanyRowParts {
    id: CompanyId,
    fresh_until: Timestamp,
    verified_at: Timestamp,
    demo: bool,
    unread: i64,
    active_at: Option<i64>,
    blocked: bool,
    erased: bool,
}

impl CompanyRowParts {
    fn with(self, document: &str) -> Result<CompanyRow, StoreError> {
        let company =
            serde_json::from_str(document).map_err(|_| StoreError::Damaged("a Company"))?;
        Ok(CompanyRow {
            id: self.id,
            company,
            fresh_until: self.fresh_until,
            verified_at: self.verified_at,
            demo: self.demo,
            unread: self.unread,
            active_at: self.active_at,
            blocked: self.blocked,
            erased: self.erased,
        })
    }
}

fn by_id(t: &Transaction<'_>, id: CompanyId) -> Result<Option<CompanyRow>, StoreError> {
    let found = t
        .query_row(&format!("{SELECT} WHERE c.id = ?1"), [id.0], read)
        .optional()?;
    found
        .map(|(parts, document)| parts.with(&document))
        .transpose()
}

impl Store {
    /// All of them, most recently active first; also those that are deleted but for what they must
    /// still be told.
    pub(crate) async fn companies(&self) -> Result<Vec<CompanyRow>, StoreError> {
        self.run(|t| {
            let sql = format!("{SELECT} ORDER BY COALESCE(active, c.added_at) DESC, c.id");
            let mut statement = t.prepare_cached(&sql)?;
            let rows = statement.query_map([], read)?;
            rows.map(|row| {
                let (parts, document) = row?;
                parts.with(&document)
            })
            .collect()
        })
        .await
    }

    /// One of them.
    pub(crate) async fn company(&self, id: CompanyId) -> Result<Option<CompanyRow>, StoreError> {
        self.run(move |t| by_id(t, id)).await
    }

    /// The one of this domain.
    pub(crate) async fn company_of(
        &self,
        domain: String,
    ) -> Result<Option<CompanyRow>, StoreError> {
        self.run(move |t| {
            let found = t
                .query_row(
                    &format!("{SELECT} WHERE c.domain = ?1 AND c.erased_at IS NULL"),
                    [domain],
                    read,
                )
                .optional()?;
            found
                .map(|(parts, document)| parts.with(&document))
                .transpose()
        })
        .await
    }

    /// Keeps a Company just verified, in place of what was known of this domain. One that was deleted
    /// and is added again begins anew.
    pub(crate) async fn keep_company(
        &self,
        company: Company,
        fresh_until: Timestamp,
        now: Timestamp,
        demo: bool,
    ) -> Result<CompanyRow, StoreError> {
        let document =
            serde_json::to_string(&company).map_err(|_| StoreError::Damaged("a Company"))?;
        self.run(move |t| {
            let id = t.query_row(
                "INSERT INTO company (id, domain, document, fresh_until, verified_at, added_at, demo)
                 VALUES (?6, ?1, ?2, ?3, ?4, ?4, ?5)
                 ON CONFLICT (domain) DO UPDATE SET document = excluded.document,
                   fresh_until = excluded.fresh_until, verified_at = excluded.verified_at,
                   demo = excluded.demo, erased_at = NULL,
                   added_at = IIF(erased_at IS NULL, added_at, excluded.added_at)
                 RETURNING id",
                params![
                    company.domain.as_str(),
                    document,
                    fresh_until.0,
                    now.0,
                    demo,
                    erase::next_id(t, "company")?
                ],
                |row| row.get(0),
            )?;
            by_id(t, CompanyId(id))?.ok_or(StoreError::Damaged("a Company"))
        })
        .await
    }

    /// Keeps what a Company that is here is verified as now. `None`: it was deleted meanwhile.
    pub(crate) async fn renew_company(
        &self,
        id: CompanyId,
        company: Company,
        fresh_until: Timestamp,
        now: Timestamp,
    ) -> Result<Option<CompanyRow>, StoreError> {
        let document =
            serde_json::to_string(&company).map_err(|_| StoreError::Damaged("a Company"))?;
        self.run(move |t| {
            t.execute(
                "UPDATE company SET document = ?2, fresh_until = ?3, verified_at = ?4
                 WHERE id = ?1",
                params![id.0, document, fresh_until.0, now.0],
            )?;
            by_id(t, id)
        })
        .await
    }

    /// Blocks a Company, or no longer. Gives its conversations.
    pub(crate) async fn set_blocked(
        &self,
        id: CompanyId,
        blocked: bool,
    ) -> Result<Vec<ConversationKey>, StoreError> {
        self.run(move |t| {
            t.execute(
                "UPDATE company SET blocked = ?2 WHERE id = ?1",
                params![id.0, blocked],
            )?;
            let mut statement =
                t.prepare("SELECT id FROM conversation WHERE company = ?1 AND erased = 0")?;
            let rows = statement.query_map([id.0], |row| Ok(ConversationKey(row.get(0)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }
}
