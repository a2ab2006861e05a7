//! The agent with a keyring that is missing, locked or empty.

use std::sync::Mutex;

use keyring_core::{CredentialStore, Error, mock};

use super::*;
use crate::page::SecretsState;
use crate::secrets::SystemKeyring;

/// A keyring whose door a test opens and shuts.
#[derive(Clone)]
struct Ring {
    store: Arc<Mutex<Arc<mock::Store>>>,
    there: Arc<Mutex<bool>>,
}

impl Ring {
    fn new() -> Self {
        Self {
            store: Arc::new(Mutex::new(mock::Store::new().unwrap())),
            there: Arc::new(Mutex::new(true)),
        }
    }

    fn there(&self, there: bool) {
        *self.there.lock().unwrap() = there;
    }

    /// Another keyring, which knows nothing.
    fn emptied(&self) {
        *self.store.lock().unwrap() = mock::Store::new().unwrap();
    }

    fn place(&self) -> Arc<dyn KeyPlace> {
        let ring = self.clone();
        Arc::new(SystemKeyring::of(move || {
            if !*ring.there.lock().unwrap() {
                return Err(Error::NoDefaultStore);
            }
            let store: Arc<CredentialStore> = ring.store.lock().unwrap().clone();
            Ok(store)
        }))
    }
}

async fn with(folder: &Path, company: &Arc<FakeCompany>, ring: &Ring) -> Arc<Agent> {
    let transport: Arc<dyn Transport> = Arc::clone(company) as _;
    open_with(folder, transport, ring.place()).await.unwrap()
}

async fn state(agent: &Agent) -> SecretsState {
    agent.overview().await.unwrap().secrets
}

async fn code(agent: &Agent) -> String {
    match state(agent).await {
        SecretsState::Unavailable { code, .. } => code,
        other => panic!("secrets are not to be had: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_keyring_that_comes_later_is_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let (company, ring) = (FakeCompany::new(), Ring::new());
    ring.there(false);
    let agent = with(folder.path(), &company, &ring).await;
    assert_eq!(code(&agent).await, "keyring-missing");
    assert_eq!(
        agent.retry_secrets().await.unwrap_err().code(),
        "keyring-missing"
    );
    let AddOutcome::Added { company: item } = agent.add_company(DOMAIN).await.unwrap() else {
        panic!("Companies are found without secrets");
    };
    let chat = agent.current_conversation(item.id).await.unwrap();
    let refused = agent.send(chat.id, "Hello").await.unwrap_err();
    assert_eq!(refused.code(), "keyring-missing");
    ring.there(true);
    agent.retry_secrets().await.unwrap();
    assert_eq!(state(&agent).await, SecretsState::Keyring);
    agent.set_identity(Some(CLIENT), None).await.unwrap();
    agent.send(chat.id, "Hello").await.unwrap();
    until("sent", async || {
        agent.progress(chat.id).await.unwrap().quiet()
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_message_that_waits_goes_out_when_the_keyring_is_unlocked() {
    let folder = tempfile::tempdir().unwrap();
    let (company, ring) = (FakeCompany::new(), Ring::new());
    let agent = with(folder.path(), &company, &ring).await;
    agent.set_identity(Some(CLIENT), None).await.unwrap();
    let AddOutcome::Added { company: item } = agent.add_company(DOMAIN).await.unwrap() else {
        panic!("added");
    };
    let chat = agent.current_conversation(item.id).await.unwrap();
    company.fails(Point::Start, Fault::HangBefore);
    agent.send(chat.id, "Hello").await.unwrap();
    until("under way", async || !company.posts().is_empty()).await;
    agent.close().await;

    ring.there(false);
    let agent = with(folder.path(), &company, &ring).await;
    let trouble = async || agent.progress(chat.id).await.unwrap().standing.trouble;
    until("it waits", async || trouble().await.is_some()).await;
    assert_eq!(trouble().await.unwrap().code, "keyring-missing");
    ring.there(true);
    agent.retry_secrets().await.unwrap();
    until("sent", async || {
        agent.progress(chat.id).await.unwrap().quiet()
    })
    .await;
    assert_eq!(company.has(), [["Hello"]]);
}

#[tokio::test(start_paused = true)]
async fn an_empty_keyring_is_not_taken_for_a_first_start() {
    let folder = tempfile::tempdir().unwrap();
    let (company, ring) = (FakeCompany::new(), Ring::new());
    let agent = with(folder.path(), &company, &ring).await;
    let key = agent.identity().await.unwrap().key_id;
    agent.close().await;

    let right = ring.store.lock().unwrap().clone();
    ring.emptied();
    let agent = with(folder.path(), &company, &ring).await;
    assert_eq!(code(&agent).await, "secrets-lost");
    agent.retry_secrets().await.unwrap_err();
    agent.close().await;

    *ring.store.lock().unwrap() = right;
    let agent = with(folder.path(), &company, &ring).await;
    assert_eq!(state(&agent).await, SecretsState::Keyring);
    assert_eq!(
        agent.identity().await.unwrap().key_id,
        key,
        "nothing was lost"
    );
}

#[tokio::test(start_paused = true)]
async fn a_session_of_memory_keeps_no_secret_and_touches_no_kept_one() {
    let folder = tempfile::tempdir().unwrap();
    let (company, ring) = (FakeCompany::new(), Ring::new());
    let agent = with(folder.path(), &company, &ring).await;
    agent.set_identity(Some(CLIENT), None).await.unwrap();
    let key = agent.identity().await.unwrap().key_id;
    let AddOutcome::Added { company: item } = agent.add_company(DOMAIN).await.unwrap() else {
        panic!("added");
    };
    let old = agent.current_conversation(item.id).await.unwrap().id;
    agent.send(old, "kept").await.unwrap();
    until("sent", async || agent.progress(old).await.unwrap().quiet()).await;
    agent.close().await;

    ring.there(false);
    let agent = with(folder.path(), &company, &ring).await;
    agent.secrets_for_this_session().await.unwrap();
    assert_eq!(state(&agent).await, SecretsState::Session);
    assert_ne!(agent.identity().await.unwrap().key_id, key);
    let refused = agent.rotate_key().await.unwrap_err().report();
    assert_eq!(refused.code, "session-keys");
    let words = ["kept in memory only", "Set up the system's keyring first."];
    assert!(
        words.iter().all(|part| refused.message.contains(part)),
        "{refused:?}"
    );
    let fresh = agent.current_conversation(item.id).await.unwrap().id;
    assert_ne!(fresh, old, "what belongs to kept secrets is left alone");
    agent.send(fresh, "passing").await.unwrap();
    until("sent", async || {
        agent.progress(fresh).await.unwrap().quiet()
    })
    .await;
    let standing = async |key| agent.progress(key).await.unwrap().standing;
    until("it waits", async || standing(old).await.trouble.is_some()).await;
    assert_eq!(standing(old).await.trouble.unwrap().code, "other-account");
    agent.close().await;

    ring.there(true);
    let agent = with(folder.path(), &company, &ring).await;
    assert_eq!(agent.identity().await.unwrap().key_id, key);
    let standing = async |key| agent.progress(key).await.unwrap().standing;
    let gone = standing(fresh).await;
    assert_eq!(gone.phase, crate::page::Phase::Closed);
    assert_eq!(gone.trouble.unwrap().code, "session-secrets-gone");
    assert_eq!(agent.current_conversation(item.id).await.unwrap().id, old);
    agent.send(old, "goes on").await.unwrap();
    until("sent", async || agent.progress(old).await.unwrap().quiet()).await;
    assert_eq!(company.has()[0], ["kept", "goes on"]);
}
