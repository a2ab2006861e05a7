//! How much is kept.

use rusqlite::Connection;

use super::{Store, StoreError};
use crate::page::CompanyId;

/// What is kept of a Company.
pub(crate) struct UsageRow {
    pub(crate) company: CompanyId,
    pub(crate) conversations: i64,
    pub(crate) messages: i64,
}

fn usage(connection: &Connection) -> Result<Vec<UsageRow>, StoreError> {
    let mut statement = connection.prepare(
        "SELECT c.id, COUNT(DISTINCT v.id), COUNT(e.id) FROM company c
         LEFT JOIN conversation v ON v.company = c.id AND v.erased = 0
         LEFT JOIN entry e ON e.conversation = v.id AND e.kind IN ('message', 'own', 'unreadable')
         WHERE c.erased_at IS NULL GROUP BY c.id ORDER BY c.id",
    )?;
    let rows = statement.query_map([], |row| {
        Ok(UsageRow {
            company: CompanyId(row.get(0)?),
            conversations: row.get(1)?,
            messages: row.get(2)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

impl Store {
    /// How much is kept of each Company. `None`: something newer is read in its place.
    pub(crate) async fn usage(&self) -> Result<Option<Vec<UsageRow>>, StoreError> {
        self.reader.newest(|connection, _| usage(connection)).await
    }
}
