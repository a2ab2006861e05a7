//! Signing out: here at once, and at the Company as soon as it can be told (draft 0.2 section 4.9).
//! Candor never signs in again by itself.

use std::sync::Arc;
use std::time::Duration;

use poppy::session::AccountSession as _;
use poppy::session::account::AccountToken;

use crate::accounts;
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::CompanyId;
use crate::store::{AccountRow, CompanyRow, Revocation};
use crate::work::backoff;
use crate::{present, words};

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
        // An account is an issuer's, whichever of its Companies it was signed in to from.
        for other in self.store.companies().await? {
            let issuer = other.company.auth.map(|other| other.issuer);
            if issuer.as_ref() == Some(&auth.issuer) {
                self.cancel_sign_in(other.id);
            }
        }
        self.end_account(&auth.issuer).await
    }

    /// Ends the account at an issuer: in what is under way, in what is kept, and at the Company.
    pub(crate) async fn end_account(self: &Arc<Self>, issuer: &str) -> Result<(), AgentError> {
        // First of all, so that what is under way brings nothing back afterwards.
        let sessions = self.connections.at(issuer);
        let ended: Vec<_> = sessions
            .iter()
            .map(|(tag, session)| (tag, session, session.sign_out()))
            .collect();
        let kept = self.store.account(issuer.to_owned()).await?;
        if let Some(kept) = &kept {
            self.store.sign_out(kept.tag.clone(), true).await?;
        }
        if let Some(account) = locked(self.connections.in_memory()).get_mut(issuer) {
            account.signed_in = None;
        }
        for (tag, session, account) in ended {
            let Some(account) = account else { continue };
            match kept.as_ref().filter(|kept| kept.tag == *tag) {
                Some(kept) => self.revoke_unkept(kept, &account.token).await?,
                None => {
                    // A token that is in memory only is revoked from there, once.
                    let session = Arc::clone(session);
                    self.spawn(async move {
                        let _ = session.revoke(&account.token).await;
                    });
                }
            }
        }
        self.to_revoke.notify_one();
        self.reconnect();
        self.tell_companies().await
    }

    /// An account that the store could not keep as it last was has another token than the one that
    /// is to be revoked already.
    async fn revoke_unkept(
        &self,
        kept: &AccountRow,
        used: &AccountToken,
    ) -> Result<(), AgentError> {
        let (sealing, _) = self.vault.key()?;
        let known = kept.signed_in.as_ref();
        let known = known.and_then(|known| accounts::token(&kept.tag, &known.token, &sealing));
        if known.as_ref() != Some(used) {
            let sealed = accounts::sealed(&kept.tag, used, &sealing);
            self.store.to_revoke(kept.tag.clone(), sealed).await?;
        }
        Ok(())
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
                // A Company that waited for this alone goes now.
                self.erase_rest().await?;
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
        let of_issuer = |row: &&CompanyRow| {
            let auth = row.company.auth.as_ref();
            auth.is_some_and(|auth| auth.issuer == revocation.issuer)
        };
        let Some(row) = rows.iter().find(of_issuer) else {
            // No Company names this sign-in service any longer: where it is to be told, nobody says.
            tracing::warn!(
                issuer = revocation.issuer,
                "an account's sign-in service is gone"
            );
            let message = words::sign_out_not_told(&present::phrase(&revocation.issuer));
            self.tell_problem("sign-out-not-told", message);
            return Ok(true);
        };
        let Ok((sealing, _)) = self.vault.key() else {
            return Ok(false);
        };
        let Some(token) = accounts::token(&revocation.tag, &revocation.token, &sealing) else {
            // Sealed with a key that is gone: it may come back.
            return Ok(false);
        };
        self.told(row.id, &revocation.issuer, &token).await
    }

    async fn told(
        &self,
        company: CompanyId,
        issuer: &str,
        token: &AccountToken,
    ) -> Result<bool, AgentError> {
        if self.limited(company).is_some() {
            return Ok(false);
        }
        let connected = self.connect(company).await;
        let Ok((_, connection)) = connected else {
            return Ok(false);
        };
        // It may have another sign-in service by now, whose the token is not.
        if connection.auth().issuer != issuer {
            self.to_revoke.notify_one();
            return Ok(false);
        }
        let told = connection.session.revoke(token).await;
        self.note_call(company, &connection).await;
        match told {
            Ok(()) => Ok(true),
            Err(error) => {
                tracing::info!(code = error.code(), "an account is not told to be over yet");
                Ok(false)
            }
        }
    }
}
