//! Who the User is at each Company: sealed User IDs and proof keys.

use rusqlite::{OptionalExtension as _, params};

use super::{Store, StoreError};

/// The User at one Company, a Company being its full issuer.
#[derive(Clone)]
pub(crate) struct AccountRow {
    /// `auth.issuer`.
    pub(crate) issuer: String,
    /// Names the account inside this store; not a secret, known to no Company.
    pub(crate) tag: String,
    /// The User ID, sealed.
    pub(crate) user_id: Vec<u8>,
    /// The proof key (PKCS#8), sealed.
    pub(crate) proof_key: Vec<u8>,
    /// The Session to renew. Worth nothing without the keys.
    pub(crate) session_id: Option<String>,
}

impl Store {
    /// The account at an issuer.
    pub(crate) async fn account(&self, issuer: String) -> Result<Option<AccountRow>, StoreError> {
        self.run(move |t| {
            let sql = "SELECT issuer, tag, user_id, proof_key, session_id FROM account
                       WHERE issuer = ?1";
            Ok(t.query_row(sql, [issuer], |row| {
                Ok(AccountRow {
                    issuer: row.get(0)?,
                    tag: row.get(1)?,
                    user_id: row.get(2)?,
                    proof_key: row.get(3)?,
                    session_id: row.get(4)?,
                })
            })
            .optional()?)
        })
        .await
    }

    /// Keeps a new account.
    pub(crate) async fn add_account(&self, row: AccountRow) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "INSERT INTO account (issuer, tag, user_id, proof_key, session_id)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                params![
                    row.issuer,
                    row.tag,
                    row.user_id,
                    row.proof_key,
                    row.session_id
                ],
            )?;
            Ok(())
        })
        .await
    }

    /// Keeps the Session to renew after a restart.
    pub(crate) async fn set_session(
        &self,
        tag: String,
        session_id: Option<String>,
    ) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "UPDATE account SET session_id = ?2 WHERE tag = ?1",
                params![tag, session_id],
            )?;
            Ok(())
        })
        .await
    }
}
