//! `candor-demo`, the program: started, killed at once after a receipt, and started again.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use poppy::event::Status;
use poppy::message::Role;
use poppy::net::Network;

use crate::{Agent, messages, new_message, read_until};

struct Program {
    child: Child,
    network: Network,
}

impl Program {
    /// Starts the program and waits until it is ready.
    fn start(dir: &Path) -> Self {
        let path = |name: &str| -> PathBuf { dir.join(name) };
        let mut child = Command::new(env!("CARGO_BIN_EXE_candor-demo"))
            .arg("--out")
            .arg(path("out"))
            .arg("--agent-site")
            .arg(path("site"))
            .arg("--journal")
            .arg(path("journal"))
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

#[tokio::test]
async fn a_program_killed_after_a_receipt_answers_once_after_its_restart() {
    let dir = tempfile::tempdir().unwrap();
    let agent = Agent::new();
    let site = dir.path().join("site");
    fs::create_dir(&site).unwrap();
    let published = agent.published();
    fs::write(site.join("agent.json"), published.metadata.to_string()).unwrap();
    fs::write(site.join("jwks.json"), published.jwks.to_string()).unwrap();

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
