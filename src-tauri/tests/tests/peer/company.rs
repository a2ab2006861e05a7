//! The peer: a process of its own for each test.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The Company's domain.
pub(crate) const DOMAIN: &str = "manzanita.example";

/// The running Company. Ends when dropped.
pub(crate) struct Company {
    process: Child,
    out: tempfile::TempDir,
    control: String,
}

/// A request to the conversation endpoint, as it arrived.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) message: Value,
}

impl Company {
    /// Starts the Company; it finds what agents publish in `site`.
    pub(crate) fn start(site: &Path, arguments: &[&str]) -> Self {
        let top = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let python = std::env::var_os("CANDOR_PEER_PYTHON")
            .map_or_else(|| top.join(".peer/bin/python"), PathBuf::from);
        let out = tempfile::tempdir().unwrap();
        let mut process = Command::new(&python)
            .arg(top.join("../shared/peer/peer_company.py"))
            .arg("--out")
            .arg(out.path())
            .arg("--agent-site")
            .arg(site)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the peer starts; `cargo xtask test peer` installs what it needs");
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "ready", "the peer listens");
        let network = std::fs::read_to_string(out.path().join("network.json")).unwrap();
        let network: Value = serde_json::from_str(&network).unwrap();
        let control = network["control"].as_str().unwrap();
        Self {
            process,
            control: control.strip_prefix("http://").unwrap().to_owned(),
            out,
        }
    }

    /// The network file.
    pub(crate) fn network(&self) -> PathBuf {
        self.out.path().join("network.json")
    }

    /// Makes the Company misbehave.
    pub(crate) fn faults(&self, faults: &Value) {
        self.operate("/faults", faults);
    }

    /// The messages that reached its conversation endpoint, refused ones too, in order.
    pub(crate) fn posts(&self) -> Vec<Request> {
        let seen = self.operate("/seen", &json!({}));
        let requests = seen["requests"].as_array().unwrap();
        let posts = requests
            .iter()
            .filter(|request| request["method"] == "POST");
        posts
            .map(|request| Request {
                path: request["path"].as_str().unwrap().to_owned(),
                message: request["body"]["message"].clone(),
            })
            .collect()
    }

    /// Waits until so many messages reached it.
    pub(crate) fn wait_for_posts(&self, count: usize) -> Vec<Request> {
        let begun = Instant::now();
        loop {
            let posts = self.posts();
            if posts.len() >= count {
                return posts;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{count} messages should have arrived, not only {posts:?}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A control of its operator's.
    pub(crate) fn operate(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.control).unwrap();
        // HTTP/1.0: the answer ends where the connection does.
        write!(
            stream,
            "POST {path} HTTP/1.0\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(" 200 "), "{path} works: {answer}");
        serde_json::from_str(body).unwrap()
    }
}

impl Drop for Company {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
