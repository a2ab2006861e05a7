//! The agent with this system's own keyring, in the state that `CANDOR_KEYRING` names: `ready`,
//! `keyring-locked` or `keyring-missing`. `cargo xtask test keyring` runs it in each.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

use std::path::Path;
use std::sync::Arc;

use candor_agent::page::{EverythingDeleted, SecretsState};
use candor_agent::{Agent, DataFolder, Options, SecretsChoice, Site};
use poppy::host::{SystemClock, SystemRandom};

async fn open(data: &Path) -> Arc<Agent> {
    Agent::open(Options {
        data: DataFolder::take(data).unwrap(),
        secrets: SecretsChoice::Keyring,
        network: None,
        demo: None,
        site: Site::default(),
        clock: Arc::new(SystemClock),
        random: Arc::new(SystemRandom),
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn the_systems_keyring() {
    let expected = std::env::var("CANDOR_KEYRING").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let agent = open(folder.path()).await;
    let state = agent.overview().await.unwrap().secrets;
    if expected != "ready" {
        let SecretsState::Unavailable { code, .. } = state else {
            panic!("it is not to be had: {state:?}");
        };
        assert_eq!(code, expected);
        assert_eq!(
            agent.retry_secrets().await.unwrap_err().code(),
            expected,
            "it was asked again"
        );
        return;
    }
    assert_eq!(state, SecretsState::Keyring);
    let key = agent.identity().await.unwrap().key_id;
    agent.close().await;
    let agent = open(folder.path()).await;
    assert_eq!(agent.identity().await.unwrap().key_id, key);
    agent.close().await;
    // A copy of the store cannot be opened any longer once everything was deleted: its key is gone.
    let store = folder.path().join("candor.db");
    let copy = std::fs::read(&store).unwrap();
    let agent = open(folder.path()).await;
    let deleted = agent.delete_everything(false).await.unwrap();
    assert_eq!(deleted, EverythingDeleted::Done { key_removed: true });
    assert!(!store.exists());
    std::fs::write(&store, copy).unwrap();
    let agent = open(folder.path()).await;
    let SecretsState::Unavailable { code, .. } = agent.overview().await.unwrap().secrets else {
        panic!("the keyring still has the key");
    };
    assert_eq!(code, "secrets-lost");
    agent.close().await;
}
