//! Where secrets are: sealed in the store, with one random key that is kept elsewhere.
//!
//! One key, because a keyring item is small on some systems and each item may be a prompt. Nothing
//! secret is ever written unsealed, and a sealed secret whose key is gone is never overwritten:
//! the key may come back.

mod file;
mod keyring;
mod seal;
#[cfg(test)]
mod tests;

use std::sync::{Arc, PoisonError, RwLock};

use poppy::host::Random;
use zeroize::Zeroizing;

pub(crate) use file::FileKey;
pub(crate) use keyring::SystemKeyring;
pub(crate) use seal::SealingKey;

use crate::error::AgentError;
use crate::page::SecretsState;
use crate::store::{Store, StoreError, meta_name};

/// Sealed under the key first of all, so that it is known whether a key is the right one.
const CHECK: &str = "check";

/// Why a place for the key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unavailable {
    /// As in [`SecretsState::Unavailable`].
    pub(crate) code: &'static str,
    /// Likewise.
    pub(crate) message: &'static str,
}

/// A place outside the store where the key is kept. Calls may block for as long as the person needs
/// to answer a prompt.
pub(crate) trait KeyPlace: Send + Sync {
    /// What the store notes about the place: `keyring` or `file`.
    fn word(&self) -> &'static str;
    /// Reads the key. `None`: the place says that it has none, which does not prove that there
    /// never was one.
    fn load(&self, store_id: &str) -> Result<Option<Zeroizing<Vec<u8>>>, Unavailable>;
    /// Writes the key where none is.
    fn save(&self, store_id: &str, key: &[u8]) -> Result<(), Unavailable>;
    /// Forgets the key, if it is there.
    fn remove(&self, store_id: &str) -> Result<(), Unavailable>;
}

/// Where the key is held while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    /// In the system's keyring.
    Keyring,
    /// In a file.
    File,
    /// In memory only: what is sealed with it may not be kept.
    Memory,
}

#[derive(Clone)]
enum State {
    Ready { key: Arc<SealingKey>, held: Held },
    Unavailable { code: String, message: String },
}

/// The secrets' key, or why there is none.
pub(crate) struct Vault {
    place: Arc<dyn KeyPlace>,
    state: RwLock<State>,
}

impl Vault {
    /// A vault that was not opened yet.
    pub(crate) fn new(place: Arc<dyn KeyPlace>) -> Self {
        let waiting = State::Unavailable {
            code: "keyring-locked".to_owned(),
            message: "The system's keyring has not answered yet: it may be asking you to unlock \
                      it."
            .to_owned(),
        };
        Self {
            place,
            state: RwLock::new(waiting),
        }
    }

    /// Where the key is kept.
    pub(crate) fn place(&self) -> Arc<dyn KeyPlace> {
        Arc::clone(&self.place)
    }

    /// For the window.
    pub(crate) fn shown(&self) -> SecretsState {
        match self.state() {
            State::Ready { held, .. } => match held {
                Held::Keyring => SecretsState::Keyring,
                Held::File => SecretsState::File,
                Held::Memory => SecretsState::Session,
            },
            State::Unavailable { code, message } => SecretsState::Unavailable { code, message },
        }
    }

    /// The key, and where it is held.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when there is none.
    pub(crate) fn key(&self) -> Result<(Arc<SealingKey>, Held), AgentError> {
        match self.state() {
            State::Ready { key, held } => Ok((key, held)),
            State::Unavailable { code, message } => Err(AgentError::Secrets { code, message }),
        }
    }

    fn state(&self) -> State {
        self.state
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, state: State) {
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = state;
    }

    /// Keeps secrets in memory from now on, unless the key is there.
    pub(crate) fn hold_for_session(&self, random: &dyn Random) {
        if self.key().is_err() {
            self.set(State::Ready {
                key: Arc::new(SealingKey::random(random)),
                held: Held::Memory,
            });
        }
    }

    /// Tries to open the vault. What kept it from opening is in [`Vault::shown`], not an error. A
    /// key that is there already, or held for this session, stays.
    ///
    /// # Errors
    ///
    /// Only the store's.
    pub(crate) async fn open(
        &self,
        store: &Store,
        random: Arc<dyn Random>,
    ) -> Result<(), StoreError> {
        if self.key().is_ok() {
            return Ok(());
        }
        let opened = match self.find_key(store, random).await {
            Ok(key) => {
                let held = match self.place.word() {
                    "file" => Held::File,
                    _ => Held::Keyring,
                };
                State::Ready {
                    key: Arc::new(key),
                    held,
                }
            }
            Err(OpenError::Unavailable(why)) => State::Unavailable {
                code: why.code.to_owned(),
                message: why.message.to_owned(),
            },
            Err(OpenError::Store(error)) => return Err(error),
        };
        // The User may have chosen memory while the keyring was asking.
        if self.key().is_err() {
            self.set(opened);
        }
        Ok(())
    }

    async fn find_key(
        &self,
        store: &Store,
        random: Arc<dyn Random>,
    ) -> Result<SealingKey, OpenError> {
        let store_id = store_id(store, &*random).await?;
        let loaded = self.ask(&store_id, |place, id| place.load(id)).await?;
        let check = store.secret(CHECK).await?;
        let key = match (loaded, &check) {
            (Some(bytes), _) => SealingKey::from_bytes(&bytes).ok_or(LOST)?,
            (None, Some(_)) => return Err(self.lost(store).await?.into()),
            (None, None) => self.make_key(&store_id, &*random).await?,
        };
        let check = match check {
            Some(check) => check,
            None => {
                let word = self.place.word().to_owned();
                store.set_meta(vec![(meta_name::SEALED_BY, word)]).await?;
                store.keep_secret(CHECK, key.seal(CHECK, b"")).await?
            }
        };
        match key.open(CHECK, &check) {
            Some(_) => Ok(key),
            None => Err(self.lost(store).await?.into()),
        }
    }

    /// Makes the key, and reads it back: a place that takes a key and does not give it again would
    /// lose every secret at the next start.
    async fn make_key(&self, store_id: &str, random: &dyn Random) -> Result<SealingKey, OpenError> {
        let key = SealingKey::random(random);
        let bytes = Zeroizing::new(key.bytes().to_vec());
        self.ask(store_id, move |place, id| place.save(id, &bytes))
            .await?;
        let back = self.ask(store_id, |place, id| place.load(id)).await?;
        match back {
            Some(back) if back.as_slice() == key.bytes() => Ok(key),
            _ => Err(NOT_KEPT.into()),
        }
    }

    /// Runs a call that may block.
    async fn ask<T: Send + 'static>(
        &self,
        store_id: &str,
        call: impl FnOnce(&dyn KeyPlace, &str) -> Result<T, Unavailable> + Send + 'static,
    ) -> Result<T, OpenError> {
        let (place, store_id) = (Arc::clone(&self.place), store_id.to_owned());
        let asked = tokio::task::spawn_blocking(move || call(&*place, &store_id));
        match asked.await {
            Ok(answer) => Ok(answer?),
            // The keyring's own code panicked, or the program is ending.
            Err(_) => Err(FAILED.into()),
        }
    }

    async fn lost(&self, store: &Store) -> Result<Unavailable, StoreError> {
        let sealed_by = store.meta(meta_name::SEALED_BY).await?;
        Ok(match sealed_by.as_deref() {
            Some(by) if by == self.place.word() => LOST,
            Some("file") => IN_FILE,
            Some("keyring") => IN_KEYRING,
            _ => LOST,
        })
    }
}

/// Names the store to the keyring.
async fn store_id(store: &Store, random: &dyn Random) -> Result<String, StoreError> {
    if let Some(id) = store.meta(meta_name::STORE_ID).await? {
        return Ok(id);
    }
    let id = poppy::ids::random_jti(random);
    store
        .set_meta(vec![(meta_name::STORE_ID, id.clone())])
        .await?;
    Ok(id)
}

enum OpenError {
    Unavailable(Unavailable),
    Store(StoreError),
}

impl From<Unavailable> for OpenError {
    fn from(why: Unavailable) -> Self {
        Self::Unavailable(why)
    }
}

impl From<StoreError> for OpenError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

const LOST: Unavailable = Unavailable {
    code: "secrets-lost",
    message: "The key to your agent's secrets is not where it was kept. The secrets themselves are \
              still here and are left alone. Another keyring, or none, may be unlocked: unlock the \
              right one and try again.",
};
const IN_FILE: Unavailable = Unavailable {
    code: "secrets-lost",
    message: "Your agent's secrets were sealed with a key kept in a file, and Candor was told to use \
              the system's keyring. Start it with the key file again, or use another folder.",
};
const IN_KEYRING: Unavailable = Unavailable {
    code: "secrets-lost",
    message: "Your agent's secrets were sealed with a key kept in the system's keyring, and Candor \
              was told to use a key file, which is not there. Start it with the keyring again, or \
              use another folder.",
};
const NOT_KEPT: Unavailable = Unavailable {
    code: "keyring-failed",
    message: "The system's keyring took your agent's key and did not give it back, so it cannot be \
              relied on. Check the keyring and try again.",
};
const FAILED: Unavailable = Unavailable {
    code: "keyring-failed",
    message: "The system's keyring failed. Check it and try again, or go on with secrets kept in \
              memory until you close Candor.",
};
