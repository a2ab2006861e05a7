//! Who the User is at each Company: sealed User IDs and proof keys, and, for one signed in, the
//! Account Token.

use poppy::host::Timestamp;
use rusqlite::{OptionalExtension as _, Row, params};

use super::{Store, StoreError, erase};

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
    /// What there is of a sign-in.
    pub(crate) signed_in: Option<SignedIn>,
}

/// A sign-in, as it is kept.
#[derive(Clone)]
pub(crate) struct SignedIn {
    /// The Account Token, sealed.
    pub(crate) token: Vec<u8>,
    /// The scopes granted.
    pub(crate) scopes: Vec<String>,
    /// Since when.
    pub(crate) since: Timestamp,
}

/// An Account Token of which the Company must still be told that it is over.
#[derive(Clone)]
pub(crate) struct Revocation {
    /// Its key.
    pub(crate) id: i64,
    /// `auth.issuer`.
    pub(crate) issuer: String,
    /// The account it was of.
    pub(crate) tag: String,
    /// The Account Token, sealed.
    pub(crate) token: Vec<u8>,
}

fn read(row: &Row<'_>) -> rusqlite::Result<AccountRow> {
    let scopes: Option<String> = row.get(6)?;
    let signed_in = match row.get(5)? {
        None => None,
        Some(token) => Some(SignedIn {
            token,
            scopes: scopes
                .and_then(|scopes| serde_json::from_str(&scopes).ok())
                .unwrap_or_default(),
            since: Timestamp(row.get::<_, Option<i64>>(7)?.unwrap_or_default()),
        }),
    };
    Ok(AccountRow {
        issuer: row.get(0)?,
        tag: row.get(1)?,
        user_id: row.get(2)?,
        proof_key: row.get(3)?,
        session_id: row.get(4)?,
        signed_in,
    })
}

impl Store {
    /// The account at an issuer.
    pub(crate) async fn account(&self, issuer: String) -> Result<Option<AccountRow>, StoreError> {
        self.run(move |t| {
            let sql = "SELECT issuer, tag, user_id, proof_key, session_id, token, scopes,
                         signed_in_at FROM account WHERE issuer = ?1";
            Ok(t.query_row(sql, [issuer], read).optional()?)
        })
        .await
    }

    /// Keeps a new account, for as long as there is a Company of its issuer's.
    pub(crate) async fn add_account(&self, row: AccountRow) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "INSERT INTO account (issuer, tag, user_id, proof_key, session_id)
                 SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM company
                   WHERE json_extract(document, '$.auth.issuer') = ?1)",
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

    /// Keeps an Account Token in place of the one before. A new one of the same sign-in leaves since
    /// when it holds.
    pub(crate) async fn sign_in(
        &self,
        tag: String,
        token: Vec<u8>,
        scopes: Vec<String>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let scopes =
            serde_json::to_string(&scopes).map_err(|_| StoreError::Damaged("an account"))?;
        self.run(move |t| {
            t.execute(
                "UPDATE account SET token = ?2, scopes = ?3,
                   signed_in_at = COALESCE(signed_in_at, ?4) WHERE tag = ?1",
                params![tag, token, scopes, now.0],
            )?;
            Ok(())
        })
        .await
    }

    /// Forgets an Account Token. With `revoke`, the Company must be told.
    pub(crate) async fn sign_out(&self, tag: String, revoke: bool) -> Result<(), StoreError> {
        self.run(move |t| {
            if revoke {
                t.execute(
                    "INSERT INTO revocation (id, issuer, tag, token)
                     SELECT ?2, issuer, tag, token FROM account
                     WHERE tag = ?1 AND token IS NOT NULL",
                    params![tag, erase::next_id(t, "revocation")?],
                )?;
            }
            t.execute(
                "UPDATE account SET token = NULL, scopes = NULL, signed_in_at = NULL
                 WHERE tag = ?1",
                [&tag],
            )?;
            Ok(())
        })
        .await
    }

    /// The Company of an account must be told that this token of it is over.
    pub(crate) async fn to_revoke(&self, tag: String, token: Vec<u8>) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute(
                "INSERT INTO revocation (id, issuer, tag, token)
                 SELECT ?3, issuer, tag, ?2 FROM account WHERE tag = ?1",
                params![tag, token, erase::next_id(t, "revocation")?],
            )?;
            Ok(())
        })
        .await
    }

    /// The issuers where the User is signed in, with the scopes granted and since when.
    pub(crate) async fn signed_in(
        &self,
    ) -> Result<Vec<(String, Vec<String>, Timestamp)>, StoreError> {
        self.run(|t| {
            let mut statement = t.prepare_cached(
                "SELECT issuer, tag, user_id, proof_key, session_id, token, scopes, signed_in_at
                 FROM account WHERE token IS NOT NULL",
            )?;
            let rows = statement.query_map([], read)?;
            let rows = rows.collect::<Result<Vec<_>, _>>()?;
            let known = |row: AccountRow| {
                row.signed_in
                    .map(|kept| (row.issuer, kept.scopes, kept.since))
            };
            Ok(rows.into_iter().filter_map(known).collect())
        })
        .await
    }

    /// The Account Tokens of which Companies must still be told, oldest first.
    pub(crate) async fn revocations(&self) -> Result<Vec<Revocation>, StoreError> {
        self.run(|t| {
            let mut statement =
                t.prepare_cached("SELECT id, issuer, tag, token FROM revocation ORDER BY id")?;
            let rows = statement.query_map([], |row| {
                Ok(Revocation {
                    id: row.get(0)?,
                    issuer: row.get(1)?,
                    tag: row.get(2)?,
                    token: row.get(3)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    /// The Company was told.
    pub(crate) async fn revoked(&self, id: i64) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute("DELETE FROM revocation WHERE id = ?1", [id])?;
            Ok(())
        })
        .await
    }
}
