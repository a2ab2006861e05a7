//! Stopping and starting again.

use std::collections::BTreeSet;
use std::sync::Arc;

use poppy::net::Network;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use super::caller::{Caller, endpoint, message};
use super::{Stage, by_hand};
use crate::{DOMAIN, Demo, DemoError, Options, Pace};

impl Stage {
    /// Stops the demo and starts it anew on the same journal; the agent stays the same.
    pub(super) async fn restart(self, journal: &std::path::Path, pace: Pace) -> Self {
        let Self { demo, clock, agent } = self;
        drop(demo);
        let documents = crate::testkit::published(&agent);
        let mut options = Options::new(Arc::new(move |_| Some(documents.clone())));
        options.pace = pace;
        options.clock = clock.clone();
        options.journal = Some(journal.to_owned());
        Self {
            demo: Demo::start(options).await.unwrap(),
            clock,
            agent,
        }
    }
}

/// What is answered by several messages, none of them written word by word.
const SEVERAL: &str = "show me bad links";
/// How many messages there are, the introduction counted.
const ANSWERS: usize = 4;

#[tokio::test]
async fn what_was_acknowledged_is_there_after_a_restart_and_answered_once() {
    // Stopped after each number of steps.
    for steps in 0..=ANSWERS {
        let dir = tempfile::tempdir().unwrap();
        let journal = dir.path().join("journal");
        let (pace, permits) = by_hand();
        let stage = Stage::with(pace, |options| options.journal = Some(journal.clone())).await;
        let caller = Caller::new(&stage, "usr_1").await;
        let first = caller.post(&endpoint(), &message("msg_1", SEVERAL)).await;
        let conversation = format!("{}/{}", endpoint(), first.text("conversation_id"));
        let before = read_steps(&caller, &conversation, &permits, steps).await;

        let stage = stage.restart(&journal, Pace::None).await;
        let caller = Caller::new(&stage, "usr_1").await;
        let events = caller.read_until(&conversation, "idle").await;
        assert_eq!(events[..before.len()], before, "history changed");
        let ids: BTreeSet<_> = events.iter().map(|e| e["id"].to_string()).collect();
        assert_eq!(ids.len(), events.len());
        let said = events.iter().filter(|e| e["message"]["role"] == "company");
        assert_eq!(said.count(), ANSWERS, "after {steps} steps");

        let again = caller.post(&endpoint(), &message("msg_1", SEVERAL)).await;
        assert_eq!((again.status, &again.body), (201, &first.body));
        caller
            .post(&endpoint(), &message("msg_1", "fast"))
            .await
            .is(409, "message_id_conflict");
        let received = stage.demo.received();
        assert_eq!((received.len(), received[0].1.len()), (1, 1));
        drop(stage);

        // And once more: nothing was pending.
        let lines = std::fs::read_to_string(&journal).unwrap();
        let stage = Stage::with(Pace::None, |options| {
            options.journal = Some(journal.clone())
        });
        drop(stage.await);
        assert_eq!(std::fs::read_to_string(&journal).unwrap(), lines);
    }
}

/// Lets `steps` steps happen; gives all events up to the last of them.
async fn read_steps(
    caller: &Caller,
    conversation: &str,
    permits: &Semaphore,
    steps: usize,
) -> Vec<Value> {
    permits.add_permits(steps);
    let mut events: Vec<Value> = Vec::new();
    let mut cursor = String::new();
    let said = |events: &[Value]| {
        let said = events.iter().filter(|e| e["message"]["role"] == "company");
        said.count()
    };
    while events.is_empty() || said(&events) < steps {
        let page = caller
            .get(&format!("{conversation}/events?wait=30{cursor}"))
            .await;
        events.extend_from_slice(page.events());
        cursor = format!("&cursor={}", page.text("cursor"));
    }
    events
}

#[tokio::test]
async fn a_journal_in_use_or_damaged_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal");
    let held = Stage::with(Pace::None, |o| o.journal = Some(journal.clone())).await;
    let start = || {
        let mut options = Options::new(Arc::new(|_| None));
        options.journal = Some(journal.clone());
        Demo::start(options)
    };
    assert!(matches!(start().await, Err(DemoError::Io(_))));
    drop(held);
    let whole =
        r#"{"conversation":"cnv_1","events":[],"standing":{"status":"idle","responder":"agent"}}"#;
    for damage in ["nonsense\n".to_owned(), format!("{whole}\n")] {
        std::fs::write(&journal, damage).unwrap();
        assert!(matches!(start().await, Err(DemoError::Io(_))));
    }
    std::fs::write(&journal, "torn").unwrap();
    assert!(start().await.is_ok());
}

#[tokio::test]
async fn connections_end_with_the_demo() {
    let stage = Stage::new().await;
    let mut connection = connect(stage.demo.network()).await;
    let request = format!("GET /.well-known/poppy.json HTTP/1.1\r\nHost: {DOMAIN}\r\n\r\n");
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut first = [0u8; 12];
    connection.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let address = stage.demo.network().hosts[DOMAIN];
    drop(stage);
    // Reads to the end, which only comes if the connection is ended.
    let mut rest = Vec::new();
    let _ = connection.read_to_end(&mut rest).await;
    assert!(TcpStream::connect(address).await.is_err());
}

async fn connect(network: &Network) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_slice(&network.ca_pem).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(network.hosts[DOMAIN]).await.unwrap();
    let name = ServerName::try_from(DOMAIN).unwrap();
    let connector = TlsConnector::from(Arc::new(config));
    connector.connect(name, stream).await.unwrap()
}

#[tokio::test]
async fn the_certificates_are_new_at_each_start() {
    let pem = async || Stage::new().await.demo.network().ca_pem.clone();
    assert_ne!(pem().await, pem().await);
}
