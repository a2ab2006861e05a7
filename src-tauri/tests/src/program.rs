//! The program in its window.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, json};

use crate::desk::Desk;
use crate::programs::built;
use crate::window::Window;

/// How long anything is waited for before the test gives up. Nothing is measured by it.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The running program, and the driver that holds its window.
pub struct Program {
    window: Window,
    driver: Child,
    /// The program's data folder.
    data: PathBuf,
    /// What tells its processes from others: a variable of their environment.
    mark: Vec<u8>,
}

impl Program {
    /// Starts the built program at a desk, with these arguments after `--data`.
    ///
    /// # Panics
    ///
    /// When it does not start: there is nothing to test then.
    pub async fn start(desk: &Desk, arguments: &[&str]) -> Self {
        let data = desk.data();
        let folder = data.display().to_string();
        let all: Vec<_> = ["--data", &folder]
            .iter()
            .chain(arguments)
            .copied()
            .collect();
        Self::launch(desk, &all, data).await
    }

    /// Starts the built program as the system does, with its data in the system's place for it.
    ///
    /// # Panics
    ///
    /// As [`Program::start`].
    pub async fn start_at_home(desk: &Desk, arguments: &[&str]) -> Self {
        Self::launch(desk, arguments, desk.home().join("org.candor-agent.Candor")).await
    }

    /// Starts the built program once more beside the one that runs, and waits until it ends.
    ///
    /// # Panics
    ///
    /// When it does not start.
    pub async fn start_again(desk: &Desk, arguments: &[&str]) -> bool {
        let mut command = tokio::process::Command::new(built("candor"));
        command
            .args(arguments)
            .envs(desk.environment())
            .kill_on_drop(true);
        let ended = tokio::time::timeout(PATIENCE, command.status()).await;
        ended.is_ok_and(|status| status.expect("the program starts").success())
    }

    async fn launch(desk: &Desk, arguments: &[&str], data: PathBuf) -> Self {
        let port = free_port();
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .current_dir(desk.folder())
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .envs(desk.environment())
            .stdin(Stdio::null())
            .spawn()
            .expect("WebKitWebDriver starts: it is in Debian's webkit2gtk-driver");
        wait_for_port(port).await;
        let mut capabilities = Map::new();
        capabilities.insert(
            "webkitgtk:browserOptions".into(),
            json!({ "binary": built("candor"), "args": arguments }),
        );
        let page = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{port}"))
            .await
            .expect("the program opens its window");
        Self {
            window: Window { page },
            driver,
            data,
            mark: desk.mark(),
        }
    }

    /// Ends the program, as a power cut would, and waits until it has let go of its data folder.
    ///
    /// # Panics
    ///
    /// When it does not.
    pub async fn close(mut self) {
        let _ = self.page.clone().close().await;
        self.end();
        let lock =
            File::open(self.data.join("candor.lock")).expect("a program that ran has a lock");
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while lock.try_lock().is_err() {
            assert!(
                tokio::time::Instant::now() < deadline,
                "the program does not end"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends the driver and the program, which may have ended already: then there is nothing to end.
    fn end(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        for process in marked(&self.mark) {
            let _ = Command::new("kill").args(["-9", &process]).status();
        }
    }
}

impl Deref for Program {
    type Target = Window;

    fn deref(&self) -> &Window {
        &self.window
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.end();
    }
}

/// The ids of the processes with this variable in their environment.
pub(crate) fn marked(mark: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        if environment
            .split(|byte| *byte == 0)
            .any(|variable| variable == mark)
        {
            found.extend(process.file_name().into_string());
        }
    }
    found
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener
        .local_addr()
        .expect("a listener has an address")
        .port()
}

pub(crate) async fn wait_for_port(port: u16) {
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        assert!(
            tokio::time::Instant::now() < deadline,
            "the driver does not listen"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
