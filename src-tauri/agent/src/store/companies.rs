//! The Companies known here.

use poppy::documents::company::Company;
use poppy::host::Timestamp;
use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::{Store, StoreError};
use crate::page::CompanyId;

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
    /// Entries not read yet, in all its conversations.
    pub(crate) unread: i64,
    /// When something last happened.
    pub(crate) active_at: Option<i64>,
}

const SELECT: &str = "
SELECT c.id, c.document, c.fresh_until, c.verified_at, c.demo,
  (SELECT COUNT(*) FROM conversation v JOIN entry e ON e.conversation = v.id
     WHERE v.company = c.id AND e.counts = 1 AND e.position > v.read_up_to),
  (SELECT MAX(v.active_at) FROM conversation v WHERE v.company = c.id) AS active
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
    /// All of them, most recently active first.
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
                .query_row(&format!("{SELECT} WHERE c.domain = ?1"), [domain], read)
                .optional()?;
            found
                .map(|(parts, document)| parts.with(&document))
                .transpose()
        })
        .await
    }

    /// Keeps a Company just verified, in place of what was known of this domain.
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
                "INSERT INTO company (domain, document, fresh_until, verified_at, added_at, demo)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5)
                 ON CONFLICT (domain) DO UPDATE SET document = excluded.document,
                   fresh_until = excluded.fresh_until, verified_at = excluded.verified_at,
                   demo = excluded.demo
                 RETURNING id",
                params![
                    company.domain.as_str(),
                    document,
                    fresh_until.0,
                    now.0,
                    demo
                ],
                |row| row.get(0),
            )?;
            by_id(t, CompanyId(id))?.ok_or(StoreError::Damaged("a Company"))
        })
        .await
    }
}
