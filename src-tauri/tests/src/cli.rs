//! `candor-cli`, run as people run it.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// What can name a proxy or its exceptions.
const PROXY_VARIABLES: [&str; 9] = [
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "NO_PROXY",
    "no_proxy",
    "REQUEST_METHOD",
];

/// The program.
#[derive(Clone, Debug)]
pub struct Cli {
    program: PathBuf,
    environment: Vec<(String, OsString)>,
}

/// A run that has ended.
#[derive(Debug)]
pub struct Ran {
    /// Whether it exited with 0.
    pub ok: bool,
    /// What it printed on stdout, line by line.
    pub lines: Vec<Value>,
    /// What it told on stderr.
    pub told: String,
}

/// A run under way. Killed when dropped, as by `kill -9`.
pub struct Running {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Cli {
    /// The program at this path.
    #[must_use]
    pub fn at(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            environment: Vec::new(),
        }
    }

    /// The same with this variable in its environment.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.push((name.to_owned(), value.into()));
        self
    }

    /// The program that cargo built beside this test.
    #[must_use]
    pub fn built() -> Self {
        Self::at(crate::programs::built("candor-cli"))
    }

    fn command<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Command {
        let mut command = Command::new(&self.program);
        // The proxy of the machine that tests is not between the program and loopback.
        for name in PROXY_VARIABLES {
            command.env_remove(name);
        }
        let environment = self.environment.iter();
        command
            .args(arguments)
            .envs(environment.map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it to its end with nothing on stdin.
    ///
    /// # Panics
    ///
    /// When it does not start, ends by a signal, or prints anything but lines of JSON.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Ran {
        let mut command = self.command(arguments);
        Ran::new(&command.stdin(Stdio::null()).output().unwrap())
    }

    /// Runs it to its end with this on stdin.
    ///
    /// # Panics
    ///
    /// As [`Cli::run`].
    pub fn run_on<A: AsRef<OsStr>>(&self, arguments: &[A], stdin: &[u8]) -> Ran {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // It may have ended before it read all: what it then says is what is tested.
                let _ = input.write_all(stdin);
            });
            Ran::new(&child.wait_with_output().unwrap())
        })
    }

    /// Starts it.
    ///
    /// # Panics
    ///
    /// When it does not start.
    pub fn start<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Running {
        let mut command = self.command(arguments);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Running { child, lines }
    }
}

impl Ran {
    fn new(output: &Output) -> Self {
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "it exits with 0 or 1, not {}: {told}",
            output.status
        );
        let stdout = std::str::from_utf8(&output.stdout).expect("stdout is UTF-8");
        let line = |line| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("not JSON ({error}): {line}"))
        };
        Self {
            ok: output.status.success(),
            lines: stdout.lines().map(line).collect(),
            told,
        }
    }

    /// The one value it printed, having done what was asked.
    ///
    /// # Panics
    ///
    /// When it failed or printed anything else.
    #[must_use]
    pub fn only(&self) -> &Value {
        assert!(self.ok, "it failed: {self:?}");
        assert_eq!(self.lines.len(), 1, "it prints one value: {self:?}");
        &self.lines[0]
    }

    /// The code of the error it ended with.
    ///
    /// # Panics
    ///
    /// When it did not fail, or did not say why both to programs and to people.
    #[must_use]
    pub fn error(&self) -> &str {
        assert!(!self.ok, "it should have failed: {self:?}");
        let error = &self.lines.last().expect("it prints the error")["error"];
        let message = error["message"].as_str().expect("an error has a message");
        let line = message
            .lines()
            .next()
            .expect("an error's message says something");
        assert!(self.told.contains(line), "people are told too: {self:?}");
        error["code"].as_str().expect("an error has a code")
    }

    /// The lines of this type.
    #[must_use]
    pub fn of_type(&self, kind: &str) -> Vec<&Value> {
        let lines = self.lines.iter();
        lines.filter(|line| line["type"] == kind).collect()
    }

    /// The texts of the messages of this author, in order.
    #[must_use]
    pub fn said_by(&self, author: &str) -> Vec<&str> {
        let messages = self.of_type("message").into_iter();
        messages
            .filter(|line| line["author"] == author)
            .filter_map(|line| line["text"].as_str())
            .collect()
    }
}

impl Running {
    /// The next line it prints; `None`: it has ended.
    ///
    /// # Panics
    ///
    /// When it is not JSON.
    pub fn next_line(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = self.lines.read_line(&mut line).unwrap();
        (read > 0).then(|| serde_json::from_str(&line).unwrap())
    }

    /// Waits until it ends, at most so long. How long that took; `None`: it has not ended. What it
    /// prints meanwhile must fit into a pipe.
    ///
    /// # Panics
    ///
    /// When the system does not tell.
    pub fn ends_within(&mut self, most: Duration) -> Option<Duration> {
        let begun = Instant::now();
        loop {
            if self.child.try_wait().unwrap().is_some() {
                return Some(begun.elapsed());
            }
            let left = most
                .checked_sub(begun.elapsed())
                .filter(|left| !left.is_zero())?;
            std::thread::sleep(left.min(Duration::from_millis(1)));
        }
    }

    /// Lets it come to its end. How long that took, and the lines it printed.
    ///
    /// # Panics
    ///
    /// When it does not print JSON.
    pub fn run_out(mut self) -> (Duration, Vec<Value>) {
        let begun = Instant::now();
        let lines = std::iter::from_fn(|| self.next_line()).collect();
        (begun.elapsed(), lines)
    }

    /// Kills it at once, as by `kill -9`, and gives the lines not read yet.
    ///
    /// # Panics
    ///
    /// When it cannot be killed.
    pub fn kill(mut self) -> Vec<Value> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let mut left = Vec::new();
        let mut line = String::new();
        while self.lines.read_line(&mut line).unwrap() > 0 {
            // The last line may be cut by the kill.
            left.extend(serde_json::from_str::<Value>(&line));
            line.clear();
        }
        left
    }

    /// Kills it as it is, and gives whether it was still running and all that it printed since.
    ///
    /// # Panics
    ///
    /// When it cannot be killed.
    pub fn kill_now(mut self) -> (bool, Vec<Value>) {
        let running = self.child.try_wait().unwrap().is_none();
        (running, self.kill())
    }

    /// The process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A person's agent: its data folder and what it publishes.
#[derive(Debug)]
pub struct Person {
    cli: Cli,
    folder: tempfile::TempDir,
}

impl Person {
    /// A person whose identity is published at `https://agent.example/agent.json`, which is to say
    /// in the folder [`Person::site`].
    ///
    /// # Panics
    ///
    /// When the identity cannot be made.
    #[must_use]
    pub fn with_identity(cli: Cli) -> Self {
        let person = Self::without_identity(cli);
        let made = person.publish();
        assert!(made.ok, "the identity is made: {made:?}");
        person
    }

    /// A person who has published nothing.
    ///
    /// # Panics
    ///
    /// When there is no temporary folder.
    #[must_use]
    pub fn without_identity(cli: Cli) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("site")).unwrap();
        Self { cli, folder }
    }

    /// Exports the identity into [`Person::site`].
    #[must_use]
    pub fn publish(&self) -> Ran {
        let (data, site) = (self.data(), self.site());
        self.cli.run(&[
            "identity".as_ref(),
            "--data".as_ref(),
            data.as_os_str(),
            "--secrets=file".as_ref(),
            "--client-id=https://agent.example/agent.json".as_ref(),
            "--name=Test agent".as_ref(),
            "--export".as_ref(),
            site.as_os_str(),
        ])
    }

    /// The data folder.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// The folder that stands for the person's web site.
    #[must_use]
    pub fn site(&self) -> PathBuf {
        self.folder.path().join("site")
    }

    fn chat_arguments(&self, domain: &str, network: Option<&Path>, more: &[&str]) -> Vec<String> {
        let text = |path: &Path| path.to_str().expect("temporary paths are UTF-8").to_owned();
        let mut arguments = vec!["chat".to_owned(), domain.to_owned()];
        arguments.extend(["--data".to_owned(), text(&self.data())]);
        if let Some(network) = network {
            arguments.extend(["--network".to_owned(), text(network)]);
        }
        arguments.push("--secrets=file".to_owned());
        arguments.extend(more.iter().map(|&argument| argument.to_owned()));
        arguments
    }

    /// Chats until it ends.
    #[must_use]
    pub fn chat(&self, domain: &str, network: &Path, more: &[&str]) -> Ran {
        self.cli
            .run(&self.chat_arguments(domain, Some(network), more))
    }

    /// Chats until it ends, with a Company that is found as on the internet.
    #[must_use]
    pub fn chat_online(&self, domain: &str, more: &[&str]) -> Ran {
        self.cli.run(&self.chat_arguments(domain, None, more))
    }

    /// Begins to chat.
    #[must_use]
    pub fn start_chat(&self, domain: &str, network: &Path, more: &[&str]) -> Running {
        self.cli
            .start(&self.chat_arguments(domain, Some(network), more))
    }
}
