//! Opening the vault.

use crate::folder::DataFolder;
use std::sync::Mutex;

use keyring_core::{CredentialStore, Error, mock};
use poppy::host::SystemRandom;

use super::*;

async fn store(folder: &std::path::Path) -> Store {
    Store::open(DataFolder::take(folder).unwrap())
        .await
        .unwrap()
}

async fn opened(vault: &Vault, store: &Store) -> SecretsState {
    vault.open(store, Arc::new(SystemRandom)).await.unwrap();
    vault.shown()
}

fn code(state: &SecretsState) -> &str {
    match state {
        SecretsState::Unavailable { code, .. } => code,
        other => panic!("it is open: {other:?}"),
    }
}

fn ring(store: &Arc<mock::Store>) -> Arc<dyn KeyPlace> {
    let store = Arc::clone(store);
    Arc::new(SystemKeyring::of(move || {
        let store: Arc<CredentialStore> = store.clone();
        Ok(store)
    }))
}

#[tokio::test]
async fn the_same_key_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let keyring = mock::Store::new().unwrap();
    let first = Vault::new(ring(&keyring));
    assert_eq!(opened(&first, &store).await, SecretsState::Keyring);
    let sealed = first.key().unwrap().0.seal("one", b"secret");
    let second = Vault::new(ring(&keyring));
    opened(&second, &store).await;
    let key = second.key().unwrap().0;
    assert_eq!(key.open("one", &sealed).unwrap().as_slice(), b"secret");
}

#[tokio::test]
async fn a_locked_keyring_says_so_and_opens_later() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let keyring = mock::Store::new().unwrap();
    let vault = Vault::new(ring(&keyring));
    opened(&vault, &store).await;
    let locked = Vault::new(ring(&keyring));
    {
        let mut creds = keyring.inner.lock().unwrap();
        let [cred] = creds.get_mut().as_slice() else {
            panic!("one item holds the one key");
        };
        cred.set_error(Error::NoStorageAccess("locked".into()));
    }
    assert_eq!(code(&opened(&locked, &store).await), "keyring-locked");
    assert_eq!(opened(&locked, &store).await, SecretsState::Keyring);
}

#[tokio::test]
async fn two_folders_do_not_share_a_key() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let keyring = mock::Store::new().unwrap();
    for folder in [a.path(), b.path()] {
        let vault = Vault::new(ring(&keyring));
        opened(&vault, &store(folder).await).await;
    }
    assert_eq!(keyring.inner.lock().unwrap().get_mut().len(), 2);
}

#[tokio::test]
async fn a_key_that_is_another_one_is_lost_and_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let file = FileKey::new(folder.path());
    opened(&Vault::new(Arc::new(FileKey::new(folder.path()))), &store).await;
    let right = file.load("").unwrap().unwrap();
    for wrong in [vec![7; 32], vec![7; 3], Vec::new()] {
        file.save("", &wrong).unwrap();
        let vault = Vault::new(Arc::new(FileKey::new(folder.path())));
        assert_eq!(code(&opened(&vault, &store).await), "secrets-lost");
        assert_eq!(file.load("").unwrap().unwrap().as_slice(), wrong);
    }
    file.save("", &right).unwrap();
    let vault = Vault::new(Arc::new(FileKey::new(folder.path())));
    assert_eq!(opened(&vault, &store).await, SecretsState::File);
}

#[tokio::test]
async fn secrets_sealed_elsewhere_are_not_sealed_anew() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let keyring = mock::Store::new().unwrap();
    opened(&Vault::new(ring(&keyring)), &store).await;
    let file = Vault::new(Arc::new(FileKey::new(folder.path())));
    let state = opened(&file, &store).await;
    assert_eq!(code(&state), "secrets-lost");
    assert!(!folder.path().join("sealing.key").exists());
}

/// Takes a key and does not give it again.
struct Forgetful(Mutex<u32>);

impl KeyPlace for Forgetful {
    fn word(&self) -> &'static str {
        "keyring"
    }
    fn load(&self, _: &str) -> Result<Option<Zeroizing<Vec<u8>>>, Unavailable> {
        Ok(None)
    }
    fn save(&self, _: &str, _: &[u8]) -> Result<(), Unavailable> {
        *self.0.lock().unwrap() += 1;
        Ok(())
    }
    fn remove(&self, _: &str) -> Result<(), Unavailable> {
        Ok(())
    }
}

#[tokio::test]
async fn a_keyring_that_forgets_is_not_relied_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let vault = Vault::new(Arc::new(Forgetful(Mutex::new(0))));
    assert_eq!(code(&opened(&vault, &store).await), "keyring-failed");
    assert_eq!(
        store.secret(CHECK).await.unwrap(),
        None,
        "nothing was sealed"
    );
}

#[tokio::test]
async fn what_is_chosen_while_the_keyring_asks_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path()).await;
    let vault = Vault::new(ring(&mock::Store::new().unwrap()));
    vault.hold_for_session(&SystemRandom);
    assert_eq!(opened(&vault, &store).await, SecretsState::Session);
}

#[cfg(unix)]
#[tokio::test]
async fn what_holds_secrets_is_private() {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("data");
    let store = store(&folder).await;
    opened(&Vault::new(Arc::new(FileKey::new(&folder))), &store).await;
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}
