//! What holds between the User and a Company beside conversations: what it is told with messages,
//! until when it asked to be left alone, and which identity it has seen.

use poppy::host::Timestamp;
use rusqlite::{OptionalExtension as _, params};

use super::{Store, StoreError};
use crate::page::{CompanyId, ContextChoice};

/// An identity that a Company has seen.
#[derive(Clone, Debug)]
pub(crate) struct SeenRow {
    pub(crate) company: CompanyId,
    pub(crate) client_id: String,
    pub(crate) kid: String,
    pub(crate) first_at: i64,
    pub(crate) last_at: i64,
}

impl Store {
    /// What the User lets a Company know with messages.
    pub(crate) async fn context(&self, company: CompanyId) -> Result<ContextChoice, StoreError> {
        self.run(move |t| {
            let kept: Option<String> = t
                .query_row(
                    "SELECT context FROM company WHERE id = ?1",
                    [company.0],
                    |row| row.get(0),
                )
                .optional()?;
            // What cannot be read is not turned on.
            Ok(kept
                .and_then(|kept| serde_json::from_str(&kept).ok())
                .unwrap_or_default())
        })
        .await
    }

    /// Sets what the User lets a Company know with messages.
    pub(crate) async fn set_context(
        &self,
        company: CompanyId,
        choice: ContextChoice,
    ) -> Result<(), StoreError> {
        let kept = serde_json::to_string(&choice).map_err(|_| StoreError::Damaged("a choice"))?;
        self.run(move |t| {
            t.execute(
                "UPDATE company SET context = ?2 WHERE id = ?1",
                params![company.0, kept],
            )?;
            Ok(())
        })
        .await
    }

    /// Keeps until when a Company asked to be left alone, and how many milliseconds that is.
    pub(crate) async fn set_limit(
        &self,
        company: CompanyId,
        until: Timestamp,
        millis: i64,
    ) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "UPDATE company SET limited_until = ?2, limited_for = ?3 WHERE id = ?1",
                params![company.0, until.0, millis],
            )?;
            Ok(())
        })
        .await
    }

    /// For how many milliseconds more Companies asked to be left alone, those for whom that is not
    /// over: no longer than they asked for, though the clock may have been set back since.
    pub(crate) async fn limits(&self, now: Timestamp) -> Result<Vec<(CompanyId, i64)>, StoreError> {
        self.run(move |t| {
            let mut statement = t.prepare(
                "SELECT id, MIN(limited_until - ?1, COALESCE(limited_for, limited_until - ?1))
                     FROM company WHERE limited_until > ?1",
            )?;
            let rows =
                statement.query_map([now.0], |row| Ok((CompanyId(row.get(0)?), row.get(1)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// Notes that a Company has seen an identity.
    pub(crate) async fn saw(
        &self,
        company: CompanyId,
        client_id: String,
        kid: String,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "INSERT INTO seen (company, client_id, kid, first_at, last_at)
                 SELECT ?1, ?2, ?3, ?4, ?4 WHERE EXISTS
                   (SELECT 1 FROM company WHERE id = ?1 AND erased_at IS NULL)
                 ON CONFLICT DO UPDATE SET last_at = excluded.last_at",
                params![company.0, client_id, kid, now.0],
            )?;
            Ok(())
        })
        .await
    }

    /// Which Companies have seen which identity, most recently first.
    pub(crate) async fn seen(&self) -> Result<Vec<SeenRow>, StoreError> {
        self.run(|t| {
            let mut statement = t.prepare(
                "SELECT company, client_id, kid, first_at, last_at FROM seen
                 ORDER BY last_at DESC, first_at DESC, company",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(SeenRow {
                    company: CompanyId(row.get(0)?),
                    client_id: row.get(1)?,
                    kid: row.get(2)?,
                    first_at: row.get(3)?,
                    last_at: row.get(4)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }
}
