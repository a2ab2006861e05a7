//! The identity's keys: sealed, each with what it is for.

use poppy::host::Timestamp;
use rusqlite::{Transaction, params};

use super::{Store, StoreError};

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyUse {
    /// Signs.
    Signing,
    /// Will sign once it was seen published.
    Next,
    /// Signed before.
    Old,
}

impl KeyUse {
    fn word(self) -> &'static str {
        match self {
            Self::Signing => "signing",
            Self::Next => "next",
            Self::Old => "old",
        }
    }

    fn of(word: &str) -> Option<Self> {
        [Self::Signing, Self::Next, Self::Old]
            .into_iter()
            .find(|role| role.word() == word)
    }
}

/// A key as it is kept.
#[derive(Clone)]
pub(crate) struct KeyRow {
    /// What it is sealed for, which names it.
    pub(crate) purpose: String,
    /// The key (PKCS#8), sealed.
    pub(crate) sealed: Vec<u8>,
    /// What it is for.
    pub(crate) role: KeyUse,
    /// When it was made.
    pub(crate) made_at: Option<i64>,
}

fn all(t: &Transaction<'_>) -> Result<Vec<KeyRow>, StoreError> {
    let mut statement = t.prepare_cached(
        "SELECT k.purpose, s.sealed, k.role, k.made_at FROM identity_key k
         JOIN secret s ON s.purpose = k.purpose
         ORDER BY k.role = 'old', k.role = 'next', k.made_at DESC",
    )?;
    let mut rows = statement.query([])?;
    let mut keys = Vec::new();
    while let Some(row) = rows.next()? {
        let role: String = row.get(2)?;
        keys.push(KeyRow {
            purpose: row.get(0)?,
            sealed: row.get(1)?,
            role: KeyUse::of(&role).ok_or(StoreError::Damaged("an identity key"))?,
            made_at: row.get(3)?,
        });
    }
    Ok(keys)
}

impl Store {
    /// The identity's keys, the one that signs first.
    pub(crate) async fn identity_keys(&self) -> Result<Vec<KeyRow>, StoreError> {
        self.run(all).await
    }

    /// Keeps a key, unless there is one for this use already. Gives all there are.
    pub(crate) async fn add_identity_key(
        &self,
        purpose: String,
        sealed: Vec<u8>,
        role: KeyUse,
        now: Timestamp,
    ) -> Result<Vec<KeyRow>, StoreError> {
        self.run(move |t| {
            if !all(t)?.iter().any(|key| key.role == role) {
                t.execute(
                    "INSERT INTO secret (purpose, sealed) VALUES (?1, ?2)",
                    params![purpose, sealed],
                )?;
                t.execute(
                    "INSERT INTO identity_key (purpose, role, made_at) VALUES (?1, ?2, ?3)",
                    params![purpose, role.word(), now.0],
                )?;
            }
            all(t)
        })
        .await
    }

    /// The next key signs from now on, the one before is old. Nothing happens where there is no next
    /// one.
    pub(crate) async fn promote_identity_key(&self, next: String) -> Result<(), StoreError> {
        self.run(move |t| {
            let sql = "SELECT 1 FROM identity_key WHERE purpose = ?1 AND role = 'next'";
            if t.prepare(sql)?.exists([&next])? {
                t.execute(
                    "UPDATE identity_key SET role = 'old' WHERE role = 'signing'",
                    [],
                )?;
                t.execute(
                    "UPDATE identity_key SET role = 'signing' WHERE purpose = ?1",
                    [&next],
                )?;
            }
            Ok(())
        })
        .await
    }

    /// Forgets the old keys, for good.
    pub(crate) async fn forget_old_keys(&self) -> Result<(), StoreError> {
        self.run(|t| {
            let old = {
                let mut statement =
                    t.prepare("DELETE FROM identity_key WHERE role = 'old' RETURNING purpose")?;
                let rows = statement.query_map([], |row| row.get(0))?;
                rows.collect::<Result<Vec<String>, _>>()?
            };
            for purpose in old {
                t.execute("DELETE FROM secret WHERE purpose = ?1", [purpose])?;
            }
            Ok(())
        })
        .await
    }
}
