//! The program started as a process of its own, so that it and the process of its page can be killed
//! and stopped, and its window be taken hold of again afterwards.

use std::fs::File;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::Map;

use crate::desk::Desk;
use crate::program::{PATIENCE, free_port, marked, wait_for_port};
use crate::programs::built;
use crate::window::Window;

/// How long one try to hold a window may take.
const A_TRY: Duration = Duration::from_secs(10);

/// The running program. Killed when dropped.
pub struct Apart {
    program: Child,
    data: PathBuf,
    mark: Vec<u8>,
    /// Where drivers take hold of its window.
    window: u16,
}

/// A driver that holds a window.
pub struct Hold {
    window: Window,
    driver: Child,
}

impl Apart {
    /// Starts the built program at a desk, with its data in a folder.
    ///
    /// # Panics
    ///
    /// When it does not start.
    #[must_use]
    pub fn start(desk: &Desk, data: &Path, arguments: &[&str]) -> Self {
        let window = free_port();
        let program = Command::new(built("candor"))
            .arg("--data")
            .arg(data)
            .args(arguments)
            .current_dir(desk.folder())
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("WEBKIT_INSPECTOR_SERVER", format!("127.0.0.1:{window}"))
            .envs(desk.environment())
            .stdin(Stdio::null())
            .spawn()
            .expect("the program starts");
        Self {
            program,
            data: data.to_owned(),
            mark: desk.mark(),
            window,
        }
    }

    /// Takes hold of the window. A driver lets go of it when the page's process ends.
    ///
    /// # Panics
    ///
    /// When it cannot be had.
    pub async fn hold(&self) -> Hold {
        wait_for_port(self.window).await;
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            if let Some(hold) = Hold::of(self.window).await {
                return hold;
            }
            assert!(
                tokio::time::Instant::now() < deadline,
                "the window cannot be held"
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The process of the page, once there is one.
    fn page_process(&self) -> Option<String> {
        let processes = marked(&self.mark).into_iter();
        let mut of_page = processes.filter(|process| name(process) == "WebKitWebProces");
        of_page.next()
    }

    /// Kills the process of the page alone, and waits until the window has another. The driver must
    /// see it: else the window thinks itself held by one that is gone.
    ///
    /// # Panics
    ///
    /// When there is none to kill, or no other comes.
    pub async fn kill_page(&self, hold: Hold) {
        let page = self.page_process().expect("there is a page to kill");
        assert!(signal("KILL", &page), "it is killed");
        let seen = async { while hold.page.execute("return 1", Vec::new()).await.is_ok() {} };
        // One that does not answer any longer has nothing more to see.
        let _ = tokio::time::timeout(A_TRY, seen).await;
        drop(hold);
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while self.page_process().is_none_or(|other| other == page) {
            assert!(
                tokio::time::Instant::now() < deadline,
                "the window gets no other page"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Kills the program as by `kill -9`, and waits until it has let go of its data.
    ///
    /// # Panics
    ///
    /// When it does not.
    pub async fn kill(mut self) {
        self.end();
        let lock = File::open(self.data.join("candor.lock"));
        let Ok(lock) = lock else {
            // Killed before it had one.
            return;
        };
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while lock.try_lock().is_err() {
            assert!(
                tokio::time::Instant::now() < deadline,
                "the program does not end"
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Stops the program in its tracks, as sleep does, for so long.
    ///
    /// # Panics
    ///
    /// When it cannot be stopped.
    pub async fn sleep(&self, time: Duration) {
        let program = self.program.id().to_string();
        assert!(signal("STOP", &program), "it stops");
        tokio::time::sleep(time).await;
        assert!(signal("CONT", &program), "it goes on");
    }

    fn end(&mut self) {
        // It may have ended by itself.
        let _ = self.program.kill();
        let _ = self.program.wait();
        for process in marked(&self.mark) {
            signal("KILL", &process);
        }
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.end();
    }
}

impl Hold {
    /// `None`: there is no page to hold now.
    async fn of(window: u16) -> Option<Self> {
        let port = free_port();
        let mut driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .arg(format!("--target=127.0.0.1:{window}"))
            .stdin(Stdio::null())
            .spawn()
            .expect("WebKitWebDriver starts: it is in Debian's webkit2gtk-driver");
        wait_for_port(port).await;
        let address = format!("http://127.0.0.1:{port}");
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let held = async {
            let page = builder.capabilities(Map::new()).connect(&address).await;
            let page = page.ok()?;
            // A page that just died can be held, and gives no answers.
            let answer = page.execute("return 1", Vec::new()).await;
            answer.ok().map(|_| page)
        };
        match tokio::time::timeout(A_TRY, held).await {
            Ok(Some(page)) => Some(Self {
                window: Window { page },
                driver,
            }),
            _ => {
                let _ = driver.kill();
                let _ = driver.wait();
                None
            }
        }
    }
}

impl Deref for Hold {
    type Target = Window;

    fn deref(&self) -> &Window {
        &self.window
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn name(process: &str) -> String {
    let name = std::fs::read_to_string(format!("/proc/{process}/comm"));
    name.unwrap_or_default().trim().to_owned()
}

/// Sends a signal; false: there is no such process any longer.
fn signal(signal: &str, process: &str) -> bool {
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), process])
        .stderr(Stdio::null())
        .status();
    sent.is_ok_and(|status| status.success())
}
