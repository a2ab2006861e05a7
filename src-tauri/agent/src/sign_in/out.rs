//! Signing out: here at once, and at the Company as soon as it can be told (draft 0.2 section 4.9).
//! Candor never signs in again by itself.

use std::sync::Arc;
use std::time::Duration;

use poppy::session::account::AccountToken;

use crate::accounts;
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::CompanyId;
use crate::store::Revocation;
use crate::work::backoff;

/// How long it is waited when nothing is known to be left to do.
const REST: Duration = Duration::from_secs(60 * 60);

impl Core {
    /// Signs out. What happens at the Company goes on by itself.
    pub(crate) async fn sign_out(self: &Arc<Self>, id: CompanyId) -> Result<(), AgentError> {
        let row = self.company(id).await?;
        self.cancel_sign_in(id);
        let Some(auth) = &row.company.auth else {
            return Ok(());
        };
        // First of all it is kept that it is over: a program that is killed now does not go on
        // signed in.
        if let Some(account) = self.store.account(auth.issuer.clone()).await? {
            self.store.sign_out(account.tag, true).await?;
        }
        let memory = {
            let mut accounts = locked(self.connections.in_memory());
            let account = accounts.get_mut(&auth.issuer);
            account.and_then(|account| account.signed_in.take())
        };
        let connection = self.connections.existing(id).await;
        let of_session = match &connection {
            Some(connection) => connection.session.sign_out().await,
            None => None,
        };
        if let (Some(_), Some(account), Some(connection)) = (memory, of_session, connection) {
            // A token that is in memory only is revoked from there, once: it is kept nowhere.
            self.spawn(async move {
                let _ = connection.session.revoke(&account.token).await;
            });
        }
        self.to_revoke.notify_one();
        self.reconnect();
        self.tell_companies().await
    }

    /// Tells Companies that accounts are over, until all have been told.
    pub(crate) async fn revoke_all(self: Arc<Self>) {
        let mut changes = self.changes();
        let mut failures = 0;
        loop {
            changes.borrow_and_update();
            let rest = match self.revoke_each().await {
                Ok(true) => {
                    failures = 0;
                    REST
                }
                Err(AgentError::Closing) => return,
                in_vain => {
                    if let Err(error) = in_vain {
                        tracing::warn!(code = error.code(), "accounts are not told to be over");
                    }
                    failures += 1;
                    backoff::long_delay(failures - 1, &*self.random)
                }
            };
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                () = self.to_revoke.notified() => {}
                Ok(()) = changes.changed() => {}
            }
        }
    }

    /// Tells each Company; false: one could not be told.
    async fn revoke_each(&self) -> Result<bool, AgentError> {
        let mut all = true;
        for revocation in self.store.revocations().await? {
            if self.revoke_one(&revocation).await? {
                self.store.revoked(revocation.id).await?;
                self.tell_companies().await?;
            } else {
                all = false;
            }
        }
        Ok(all)
    }

    /// Tells one Company; false: it could not be told now.
    async fn revoke_one(&self, revocation: &Revocation) -> Result<bool, AgentError> {
        let rows = self.store.companies().await?;
        let of_issuer = |row: &&crate::store::CompanyRow| {
            let auth = row.company.auth.as_ref();
            auth.is_some_and(|auth| auth.issuer == revocation.issuer)
        };
        let Some(row) = rows.iter().find(of_issuer) else {
            // The Company is gone: there is nobody to tell.
            return Ok(true);
        };
        let Ok((sealing, _)) = self.vault.key() else {
            return Ok(false);
        };
        let Some(token) = accounts::token(&revocation.tag, &revocation.token, &sealing) else {
            // Sealed with a key that is gone: it may come back.
            return Ok(false);
        };
        self.told(row.id, &token).await
    }

    async fn told(&self, company: CompanyId, token: &AccountToken) -> Result<bool, AgentError> {
        if self.limited(company).is_some() {
            return Ok(false);
        }
        let connected = self.connect(company).await;
        let Ok((_, connection)) = connected else {
            return Ok(false);
        };
        match connection.session.revoke(token).await {
            Ok(()) => Ok(true),
            Err(error) => {
                tracing::info!(code = error.code(), "an account is not told to be over yet");
                Ok(false)
            }
        }
    }
}
