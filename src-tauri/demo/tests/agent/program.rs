//! `candor-demo`, the program: started, killed at once after a receipt, and started again.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use poppy::client::{Position, Streaming};
use poppy::event::Status;
use poppy::message::Role;
use poppy::net::Network;
use serde_json::{Value, json};

use crate::{Agent, messages, new_message, read_until};

struct Program {
    child: Child,
    network: Network,
}

impl Program {
    /// Starts the program and waits until it is ready.
    fn start(dir: &Path) -> Self {
        Self::start_with(dir, &[])
    }

    fn start_with(dir: &Path, more: &[&str]) -> Self {
        let path = |name: &str| -> PathBuf { dir.join(name) };
        let mut child = Command::new(env!("CARGO_BIN_EXE_candor-demo"))
            .arg("--out")
            .arg(path("out"))
            .arg("--agent-site")
            .arg(path("site"))
            .arg("--journal")
            .arg(path("journal"))
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut first).unwrap();
        assert_eq!(first, "ready\n");
        let text = fs::read_to_string(path("out/network.json")).unwrap();
        let network = Network::parse(&text, |ca| fs::read(ca)).unwrap();
        Self { child, network }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// A folder in which the agent's documents are published.
fn published(agent: &Agent) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let site = dir.path().join("site");
    fs::create_dir(&site).unwrap();
    let published = agent.published();
    fs::write(site.join("agent.json"), published.metadata.to_string()).unwrap();
    fs::write(site.join("jwks.json"), published.jwks.to_string()).unwrap();
    dir
}

/// What `candor-demo received` prints of a folder's journal.
fn received(dir: &Path) -> Value {
    let ended = Command::new(env!("CARGO_BIN_EXE_candor-demo"))
        .arg("received")
        .arg("--journal")
        .arg(dir.join("journal"))
        .output()
        .unwrap();
    assert!(ended.status.success(), "{ended:?}");
    serde_json::from_slice(&ended.stdout).unwrap()
}

#[tokio::test]
async fn what_was_received_can_be_read_while_it_runs_and_after_it_was_killed() {
    let agent = Agent::new();
    let dir = published(&agent);
    let program = Program::start_with(dir.path(), &["--nonce", "--clock-offset=-7200"]);
    assert_eq!(received(dir.path()), json!([]));
    let (_, conversations) = agent.meet(&program.network).await;
    let first = conversations.start(&new_message("one")).await.unwrap();
    let id = first.conversation_id;
    conversations.send(&id, &new_message("two")).await.unwrap();
    let other = conversations.start(&new_message("three")).await.unwrap();
    let running = received(dir.path());
    program.kill();
    let killed = received(dir.path());
    for all in [&running, &killed] {
        let texts = |at: usize| -> Vec<_> {
            let messages = all[at]["messages"].as_array().unwrap();
            messages
                .iter()
                .map(|message| message["text"].clone())
                .collect()
        };
        assert_eq!(all.as_array().unwrap().len(), 2);
        assert_eq!(all[0]["conversation"], id.as_str());
        assert_eq!(all[1]["conversation"], other.conversation_id.as_str());
        assert_eq!(texts(0), ["one", "two"]);
        assert_eq!(texts(1), ["three"]);
    }

    let program = Program::start_with(dir.path(), &["--no-pauses"]);
    let (_, conversations) = agent.meet(&program.network).await;
    let read = read_until(&conversations, &id, Status::Idle, &mut None).await;
    let kept = received(dir.path())[0]["events"].clone();
    let ids = kept
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["id"].as_str().unwrap());
    let read = read.iter().map(|event| event.id.as_str());
    assert!(ids.eq(read), "the history is the one an agent reads");
    program.kill();

    let program = Program::start_with(dir.path(), &["--no-stream"]);
    let (_, conversations) = agent.meet(&program.network).await;
    let idle = std::time::Duration::from_secs(60);
    let found = conversations.stream(&id, Position::default(), idle).await;
    assert!(matches!(found, Ok(Streaming::Page(_))));
    program.kill();
}

#[test]
fn received_needs_a_journal() {
    let ended = Command::new(env!("CARGO_BIN_EXE_candor-demo"))
        .args(["received", "--journal", "/does/not/exist"])
        .output()
        .unwrap();
    assert!(!ended.status.success());
    assert!(
        String::from_utf8(ended.stderr)
            .unwrap()
            .contains("/does/not/exist")
    );
}

#[tokio::test]
async fn a_program_killed_after_a_receipt_answers_once_after_its_restart() {
    let agent = Agent::new();
    let dir = published(&agent);
    let program = Program::start(dir.path());
    let (_, conversations) = agent.meet(&program.network).await;
    let body = new_message("trail bar");
    let receipt = conversations.start(&body).await.unwrap();
    program.kill();

    let program = Program::start(dir.path());
    let (_, conversations) = agent.meet(&program.network).await;
    let id = receipt.conversation_id.clone();
    let events = read_until(&conversations, &id, Status::Idle, &mut None).await;
    assert_eq!(messages(&events, Role::User).len(), 1);
    let answers = messages(&events, Role::Company);
    assert_eq!(
        answers.len(),
        2,
        "the introduction and the answer, each once"
    );
    assert_eq!(conversations.start(&body).await.unwrap(), receipt);

    // It ends by itself with its standard input, and keeps what it said.
    let mut child = program.child;
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    let program = Program::start(dir.path());
    let (_, conversations) = agent.meet(&program.network).await;
    let again = read_until(&conversations, &id, Status::Idle, &mut None).await;
    assert_eq!(again.len(), events.len());
    program.kill();
}

#[test]
fn what_cannot_be_used_is_told_and_ends_it() {
    let dir = tempfile::tempdir().unwrap();
    let journal = dir.path().join("journal");
    fs::write(&journal, "nonsense\n").unwrap();
    let ended = Command::new(env!("CARGO_BIN_EXE_candor-demo"))
        .arg("--out")
        .arg(dir.path())
        .arg("--journal")
        .arg(&journal)
        .stdin(Stdio::piped())
        .output()
        .unwrap();
    assert!(!ended.status.success());
    let told = String::from_utf8(ended.stderr).unwrap();
    assert!(told.contains("line 1 of the journal"), "{told}");
    assert!(ended.stdout.is_empty());
}
