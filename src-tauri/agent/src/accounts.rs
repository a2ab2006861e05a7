//! The User's accounts at Companies: Account Tokens sealed and kept, who is signed in where, and the
//! telling of Companies that an account is over (draft 0.2 sections 4.8 and 4.9).

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use poppy::documents::company::Auth;
use poppy::host::{Clock, Timestamp};
use poppy::session::account::{Account, AccountKeeper, AccountToken};
use tokio::sync::Notify;

use crate::connect::UserAccount;
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::AccountItem;
use crate::secrets::SealingKey;
use crate::sign_in;
use crate::store::{SignedIn, Store, StoreError};
use crate::work::backoff;

/// An account signed in to, with since when.
#[derive(Clone)]
pub(crate) struct Since {
    /// The account.
    pub(crate) account: Account,
    /// Since when.
    pub(crate) since: Timestamp,
}

/// What an Account Token is sealed for.
fn purpose(tag: &str) -> String {
    format!("account-token:{tag}")
}

/// Reads an Account Token back. `None`: it cannot be.
pub(crate) fn token(tag: &str, sealed: &[u8], sealing: &SealingKey) -> Option<AccountToken> {
    let token = sealing.open(&purpose(tag), sealed)?;
    AccountToken::parse(std::str::from_utf8(&token).ok()?).ok()
}

/// Seals an Account Token.
pub(crate) fn sealed(tag: &str, token: &AccountToken, sealing: &SealingKey) -> Vec<u8> {
    sealing.seal(&purpose(tag), token.reveal().as_bytes())
}

/// Reads an account back. `None`: it cannot be, as if nobody were signed in.
pub(crate) fn unsealed(tag: &str, kept: SignedIn, sealing: &SealingKey) -> Option<Since> {
    Some(Since {
        account: Account {
            token: token(tag, &kept.token, sealing)?,
            scopes: kept.scopes,
        },
        since: kept.since,
    })
}

/// Accounts of this session only, by issuer. Never in the store.
pub(crate) type InMemory = Arc<Mutex<HashMap<String, UserAccount>>>;

/// Where a Session's account is kept.
pub(crate) enum Place {
    /// In the store, sealed.
    Store(Store, Arc<SealingKey>),
    /// In memory, by its issuer.
    Memory(InMemory, String),
}

/// Keeps the account of one User at one Company.
pub(crate) struct Keeper {
    pub(crate) place: Place,
    pub(crate) tag: String,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) changed: Arc<Notify>,
    pub(crate) to_revoke: Arc<Notify>,
}

impl Keeper {
    async fn set(&self, account: Option<&Account>) -> Result<(), StoreError> {
        let now = self.clock.now();
        match (&self.place, account) {
            (Place::Memory(accounts, issuer), account) => {
                if let Some(kept) = locked(accounts).get_mut(issuer) {
                    let since = kept.signed_in.as_ref().map_or(now, |before| before.since);
                    kept.signed_in = account.cloned().map(|account| Since { account, since });
                }
                Ok(())
            }
            (Place::Store(store, sealing), Some(account)) => {
                let sealed = sealed(&self.tag, &account.token, sealing);
                let scopes = account.scopes.clone();
                store.sign_in(self.tag.clone(), sealed, scopes, now).await
            }
            (Place::Store(store, _), None) => store.sign_out(self.tag.clone(), false).await,
        }
    }

    async fn keep_or_warn(&self, account: Option<&Account>) {
        if let Err(error) = self.set(account).await {
            // The Session goes on with what it has; the next start may have to sign in again.
            tracing::warn!("an account could not be kept: {error}");
        }
        self.changed.notify_one();
    }
}

impl AccountKeeper for Keeper {
    fn keep<'a>(&'a self, account: &'a Account) -> BoxFuture<'a, ()> {
        Box::pin(self.keep_or_warn(Some(account)))
    }

    fn ended(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.keep_or_warn(None))
    }

    fn give_back<'a>(&'a self, token: &'a AccountToken) -> BoxFuture<'a, bool> {
        Box::pin(async move {
            let Place::Store(store, sealing) = &self.place else {
                // It is kept nowhere, so it is told from the Session, once.
                return false;
            };
            let sealed = sealed(&self.tag, token, sealing);
            let kept = store.to_revoke(self.tag.clone(), sealed).await;
            if let Err(error) = &kept {
                tracing::warn!("a token to give back could not be kept: {error}");
            }
            self.to_revoke.notify_one();
            self.changed.notify_one();
            kept.is_ok()
        })
    }
}

/// Who is signed in where, as the window shows it.
pub(crate) struct Accounts {
    signed_in: HashMap<String, (Vec<String>, Timestamp)>,
    ending: HashSet<String>,
}

impl Accounts {
    /// The account at a Company.
    pub(crate) fn item(&self, auth: &Auth) -> Option<AccountItem> {
        let (scopes, since) = self.signed_in.get(&auth.issuer)?;
        Some(AccountItem {
            since: since.0,
            scopes: sign_in::items(auth, scopes),
        })
    }

    /// Whether a Company has not yet confirmed that an account is over.
    pub(crate) fn is_ending(&self, issuer: &str) -> bool {
        self.ending.contains(issuer)
    }
}

impl Core {
    /// Who is signed in where.
    pub(crate) async fn accounts(&self) -> Result<Accounts, AgentError> {
        let kept = self.store.signed_in().await?;
        let mut signed_in: HashMap<_, _> = kept
            .into_iter()
            .map(|(issuer, scopes, since)| (issuer, (scopes, since)))
            .collect();
        for (issuer, account) in locked(self.connections.in_memory()).iter() {
            if let Some(Since { account, since }) = &account.signed_in {
                signed_in.insert(issuer.clone(), (account.scopes.clone(), *since));
            }
        }
        let ending = self.store.revocations().await?;
        Ok(Accounts {
            signed_in,
            ending: ending.into_iter().map(|row| row.issuer).collect(),
        })
    }

    /// Tells the window whenever an account changed.
    pub(crate) async fn tell_accounts(self: Arc<Self>) {
        loop {
            self.accounts_changed.notified().await;
            let mut failures = 0;
            // A store that cannot be read now must not leave the window with what is no longer so.
            while let Err(error) = self.tell_companies().await {
                if matches!(error, AgentError::Closing) {
                    return;
                }
                tracing::warn!(code = error.code(), "accounts are not told of yet");
                tokio::time::sleep(backoff::delay(failures, &*self.random)).await;
                failures += 1;
            }
        }
    }
}
