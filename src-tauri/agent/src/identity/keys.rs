//! The identity's keys: made, read back, and changed without a gap. A new key is published beside
//! the one that signs, signs itself only once it was seen there, and the old one is published until
//! the User has it removed.

use std::sync::Arc;

use poppy::host::Timestamp;
use poppy::keys::SigningKey;

use crate::error::AgentError;
use crate::secrets::{Held, Vault};
use crate::store::{KeyRow, KeyUse, Store, StoreError};

/// What the first identity key is sealed for; others have a random part after it.
const PURPOSE: &str = "identity-key";

/// A key of the identity, ready to sign.
#[derive(Clone)]
pub(crate) struct IdentityKey {
    pub(crate) purpose: String,
    pub(crate) key: Arc<SigningKey>,
    pub(crate) role: KeyUse,
    pub(crate) made_at: Option<i64>,
}

/// The keys there are, the one that signs first; it is made if there is none. One that is held for
/// this session only is not kept.
pub(super) async fn read(
    store: &Store,
    vault: &Vault,
    now: Timestamp,
) -> Result<Vec<IdentityKey>, AgentError> {
    let (sealing, held) = vault.key()?;
    if held == Held::Memory {
        return Ok(vec![IdentityKey {
            purpose: PURPOSE.to_owned(),
            key: Arc::new(SigningKey::generate()?),
            role: KeyUse::Signing,
            made_at: Some(now.0),
        }]);
    }
    let mut rows = store.identity_keys().await?;
    if !rows.iter().any(|row| row.role == KeyUse::Signing) {
        rows = add(store, vault, PURPOSE.to_owned(), KeyUse::Signing, now).await?;
    }
    let open = |row: KeyRow| {
        let opened = sealing
            .open(&row.purpose, &row.sealed)
            .ok_or(StoreError::Damaged("the identity key"))?;
        Ok(IdentityKey {
            key: Arc::new(SigningKey::from_pkcs8(&opened)?),
            purpose: row.purpose,
            role: row.role,
            made_at: row.made_at,
        })
    };
    rows.into_iter().map(open).collect()
}

async fn add(
    store: &Store,
    vault: &Vault,
    purpose: String,
    role: KeyUse,
    now: Timestamp,
) -> Result<Vec<KeyRow>, AgentError> {
    let (sealing, _) = vault.key()?;
    let sealed = sealing.seal(&purpose, SigningKey::generate()?.to_pkcs8());
    Ok(store.add_identity_key(purpose, sealed, role, now).await?)
}

/// Makes the key that will sign next, unless there is one.
pub(super) async fn add_next(
    store: &Store,
    vault: &Vault,
    part: &str,
    now: Timestamp,
) -> Result<(), AgentError> {
    let purpose = format!("{PURPOSE}:{part}");
    add(store, vault, purpose, KeyUse::Next, now).await?;
    Ok(())
}
