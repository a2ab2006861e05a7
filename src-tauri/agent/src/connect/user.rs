//! Who the User is at an issuer: made at the first use, kept sealed, or in memory while secrets are.

use std::sync::Arc;

use poppy::ids::UserId;
use poppy::keys::SigningKey;

use crate::accounts::{self, Since};
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::secrets::{Held, SealingKey};
use crate::store::{AccountRow, IN_MEMORY_TAG, StoreError};

/// The User at one Company, ready to sign.
#[derive(Clone)]
pub(crate) struct UserAccount {
    pub(super) tag: String,
    pub(super) user: UserId,
    pub(super) proof_key: Arc<SigningKey>,
    pub(super) session_id: Option<String>,
    /// What there is of a sign-in.
    pub(crate) signed_in: Option<Since>,
}

impl Core {
    /// The User's account at an issuer, made at the first use.
    pub(super) async fn account(
        &self,
        issuer: &str,
        sealing: &SealingKey,
        held: Held,
    ) -> Result<UserAccount, AgentError> {
        if held == Held::Memory {
            return self.account_in_memory(issuer);
        }
        if let Some(row) = self.store.account(issuer.to_owned()).await? {
            return unsealed(row, sealing);
        }
        let tag = poppy::ids::random_jti(&*self.random);
        let account = self.new_account(tag)?;
        self.store
            .add_account(sealed(issuer, &account, sealing))
            .await?;
        Ok(account)
    }

    fn account_in_memory(&self, issuer: &str) -> Result<UserAccount, AgentError> {
        let mut accounts = locked(&self.connections.in_memory);
        if let Some(account) = accounts.get(issuer) {
            return Ok(account.clone());
        }
        let tag = format!("{IN_MEMORY_TAG}{}", poppy::ids::random_jti(&*self.random));
        let account = self.new_account(tag)?;
        accounts.insert(issuer.to_owned(), account.clone());
        Ok(account)
    }

    fn new_account(&self, tag: String) -> Result<UserAccount, AgentError> {
        Ok(UserAccount {
            tag,
            user: UserId::random(&*self.random),
            proof_key: Arc::new(SigningKey::generate()?),
            session_id: None,
            signed_in: None,
        })
    }
}

fn purposes(tag: &str) -> (String, String) {
    (format!("user-id:{tag}"), format!("proof-key:{tag}"))
}

fn sealed(issuer: &str, account: &UserAccount, sealing: &SealingKey) -> AccountRow {
    let (user, key) = purposes(&account.tag);
    AccountRow {
        issuer: issuer.to_owned(),
        tag: account.tag.clone(),
        user_id: sealing.seal(&user, account.user.as_str().as_bytes()),
        proof_key: sealing.seal(&key, account.proof_key.to_pkcs8()),
        session_id: None,
        signed_in: None,
    }
}

fn unsealed(row: AccountRow, sealing: &SealingKey) -> Result<UserAccount, AgentError> {
    let damaged = || StoreError::Damaged("an account");
    let (user, key) = purposes(&row.tag);
    let user = sealing.open(&user, &row.user_id).ok_or_else(damaged)?;
    let user = std::str::from_utf8(&user).map_err(|_| damaged())?;
    let key = sealing.open(&key, &row.proof_key).ok_or_else(damaged)?;
    Ok(UserAccount {
        signed_in: row
            .signed_in
            .and_then(|kept| accounts::unsealed(&row.tag, kept, sealing)),
        tag: row.tag,
        user: UserId::parse(user).map_err(|_| damaged())?,
        proof_key: Arc::new(SigningKey::from_pkcs8(&key)?),
        session_id: row.session_id,
    })
}
