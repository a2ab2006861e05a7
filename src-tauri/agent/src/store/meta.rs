//! Single values and single secrets.

use rusqlite::{OptionalExtension as _, params};

use super::{Store, StoreError};

/// The names of single values.
pub(crate) mod name {
    /// Names this store to the keyring, so that data folders do not share a key.
    pub(crate) const STORE_ID: &str = "store-id";
    /// Where the sealing key is kept: `keyring` or `file`.
    pub(crate) const SEALED_BY: &str = "sealed-by";
    /// The agent's `client_id`.
    pub(crate) const CLIENT_ID: &str = "client-id";
    /// What the last check of the published identity came to.
    pub(crate) const PUBLISHED: &str = "published";
    /// The `client_id` and the key, apart by a space, that were last seen published.
    pub(crate) const SEEN_PUBLISHED: &str = "seen-published";
    /// The demo was deleted: it is not put in the list again by itself.
    pub(crate) const NO_DEMO: &str = "no-demo";
    /// Which sign-ins are under way.
    pub(crate) const SIGN_INS: &str = "sign-ins";
    /// What the User chose for this program, as JSON.
    pub(crate) const SETTINGS: &str = "settings";
    /// The agent's name.
    pub(crate) const CLIENT_NAME: &str = "client-name";
}

impl Store {
    /// A single value.
    pub(crate) async fn meta(&self, name: &'static str) -> Result<Option<String>, StoreError> {
        self.run(move |t| {
            Ok(
                t.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| {
                    row.get(0)
                })
                .optional()?,
            )
        })
        .await
    }

    /// Sets single values, all or none.
    pub(crate) async fn set_meta(
        &self,
        values: Vec<(&'static str, String)>,
    ) -> Result<(), StoreError> {
        self.run(move |t| {
            for (name, value) in values {
                t.execute(
                    "INSERT INTO meta (name, value) VALUES (?1, ?2)
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    params![name, value],
                )?;
            }
            Ok(())
        })
        .await
    }

    /// Changes a single value by what it is, in one step.
    pub(crate) async fn change_meta<T: Send + 'static>(
        &self,
        name: &'static str,
        change: impl FnOnce(Option<&str>) -> (String, T) + Send + 'static,
    ) -> Result<T, StoreError> {
        self.run(move |t| {
            let kept: Option<String> = t
                .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| {
                    row.get(0)
                })
                .optional()?;
            let (value, given) = change(kept.as_deref());
            t.execute(
                "INSERT INTO meta (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                params![name, value],
            )?;
            Ok(given)
        })
        .await
    }

    /// Forgets a single value.
    pub(crate) async fn forget_meta(&self, name: &'static str) -> Result<(), StoreError> {
        self.run(move |t| {
            t.execute("DELETE FROM meta WHERE name = ?1", [name])?;
            Ok(())
        })
        .await
    }

    /// A sealed secret.
    pub(crate) async fn secret(
        &self,
        purpose: &'static str,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.run(move |t| {
            Ok(t.query_row(
                "SELECT sealed FROM secret WHERE purpose = ?1",
                [purpose],
                |row| row.get(0),
            )
            .optional()?)
        })
        .await
    }

    /// Keeps a sealed secret. One that is there already stays: the one kept is given back.
    pub(crate) async fn keep_secret(
        &self,
        purpose: &'static str,
        sealed: Vec<u8>,
    ) -> Result<Vec<u8>, StoreError> {
        self.run(move |t| {
            t.execute(
                "INSERT INTO secret (purpose, sealed) VALUES (?1, ?2)
                 ON CONFLICT (purpose) DO NOTHING",
                params![purpose, sealed],
            )?;
            Ok(t.query_row(
                "SELECT sealed FROM secret WHERE purpose = ?1",
                [purpose],
                |row| row.get(0),
            )?)
        })
        .await
    }
}
