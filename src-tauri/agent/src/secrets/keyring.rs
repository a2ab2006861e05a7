//! The key in the operating system's keyring.
//!
//! The store is opened anew for each call: a keyring that was missing or locked can then be tried
//! again. The keyring's error values can hold secret bytes, so they are looked at, never printed.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use keyring_core::{CredentialStore, Entry, Error};
use zeroize::Zeroizing;

use super::{FAILED, KeyPlace, Unavailable};

/// The name of our item's service.
const SERVICE: &str = "org.candor-agent.Candor";

type OpenStore = dyn Fn() -> keyring_core::Result<Arc<CredentialStore>> + Send + Sync;

/// The system's keyring, or what stands for it in tests.
pub(crate) struct SystemKeyring {
    open: Box<OpenStore>,
}

impl SystemKeyring {
    /// The keyring of this system.
    pub(crate) fn new() -> Self {
        Self::of(system_store)
    }

    /// Any keyring.
    pub(crate) fn of(
        open: impl Fn() -> keyring_core::Result<Arc<CredentialStore>> + Send + Sync + 'static,
    ) -> Self {
        Self {
            open: Box::new(open),
        }
    }

    fn entry(&self, store_id: &str) -> Result<Entry, Unavailable> {
        let store = (self.open)().map_err(|_| MISSING)?;
        store
            .build(SERVICE, store_id, None)
            .map_err(|error| why(&error))
    }
}

impl KeyPlace for SystemKeyring {
    fn word(&self) -> &'static str {
        "keyring"
    }

    fn load(&self, store_id: &str) -> Result<Option<Zeroizing<Vec<u8>>>, Unavailable> {
        match self.entry(store_id)?.get_password().map(Zeroizing::new) {
            // What is not our text is somebody else's: no key of ours.
            Ok(text) => Ok(Some(Zeroizing::new(
                STANDARD_NO_PAD.decode(text.as_bytes()).unwrap_or_default(),
            ))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(why(&error)),
        }
    }

    /// As text: one of the keyrings behind the Secret Service keeps nothing else.
    fn save(&self, store_id: &str, key: &[u8]) -> Result<(), Unavailable> {
        let text = Zeroizing::new(STANDARD_NO_PAD.encode(key));
        let entry = self.entry(store_id)?;
        entry.set_password(&text).map_err(|error| why(&error))
    }

    fn remove(&self, store_id: &str) -> Result<(), Unavailable> {
        match self.entry(store_id)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(why(&error)),
        }
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(windows)]
fn system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

fn why(error: &Error) -> Unavailable {
    match error {
        Error::NoStorageAccess(_) => LOCKED,
        Error::NoDefaultStore => MISSING,
        _ => FAILED,
    }
}

const MISSING: Unavailable = Unavailable {
    code: "keyring-missing",
    message: "This system has no keyring that Candor can use, and your agent's secrets belong in \
              one. Start or set up a keyring and try again; or start Candor with --secrets file, \
              which keeps their key in a file beside your messages; or go on with secrets kept in \
              memory until you close Candor.",
};
const LOCKED: Unavailable = Unavailable {
    code: "keyring-locked",
    message: "The system's keyring is locked or not set up yet. Unlock it and try again, or go on \
              with secrets kept in memory until you close Candor.",
};
