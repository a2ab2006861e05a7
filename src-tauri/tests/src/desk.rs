//! A desk to start the program at: a data folder, and a browser that only writes down what it is
//! asked to open.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

/// Writes each argument on a line of its own, then an empty line, in one write.
const BROWSER: &str = "#!/bin/sh\n{ for argument in \"$@\"; do printf '%s\\n' \"$argument\"; done; echo; } >> \"$CANDOR_TEST_OPENED\"\n";

/// Names the browser's record to it.
const OPENED: &str = "CANDOR_TEST_OPENED";

/// The desk. Everything on it is gone when it is dropped.
pub struct Desk {
    folder: TempDir,
}

impl Desk {
    /// Sets an empty desk up.
    ///
    /// # Errors
    ///
    /// When its folders cannot be made.
    pub fn new() -> io::Result<Self> {
        let desk = Self {
            folder: tempfile::tempdir()?,
        };
        fs::create_dir(desk.programs())?;
        let browser = desk.programs().join("xdg-open");
        fs::write(&browser, BROWSER)?;
        fs::set_permissions(&browser, fs::Permissions::from_mode(0o755))?;
        fs::write(desk.opened_file(), "")?;
        Ok(desk)
    }

    /// A place on the desk.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The program's data folder.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.path("data")
    }

    /// What the browser was asked to open: each call with its arguments.
    ///
    /// # Errors
    ///
    /// When the record cannot be read.
    pub fn opened(&self) -> io::Result<Vec<Vec<String>>> {
        let text = fs::read_to_string(self.opened_file())?;
        let calls = text.split_terminator("\n\n");
        Ok(calls
            .map(|call| call.lines().map(str::to_owned).collect())
            .collect())
    }

    /// What the browser was asked to open, once it was asked anything; nothing when it never is.
    ///
    /// # Errors
    ///
    /// As [`Desk::opened`].
    pub async fn first_opened(&self) -> io::Result<Vec<Vec<String>>> {
        for _ in 0..200 {
            let opened = self.opened()?;
            if !opened.is_empty() {
                return Ok(opened);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(Vec::new())
    }

    /// The system's place for programs' data, as a program started at this desk sees it.
    #[must_use]
    pub fn home(&self) -> PathBuf {
        self.path("home")
    }

    /// The environment that puts the desk's browser before the system's.
    pub(crate) fn environment(&self) -> [(&'static str, OsString); 3] {
        let mut path = self.programs().into_os_string();
        if let Some(rest) = std::env::var_os("PATH") {
            path.push(":");
            path.push(rest);
        }
        [
            ("PATH", path),
            (OPENED, self.opened_file().into_os_string()),
            ("XDG_DATA_HOME", self.home().into_os_string()),
        ]
    }

    /// A variable that only what was started at this desk has in its environment.
    pub(crate) fn mark(&self) -> Vec<u8> {
        let file = self.opened_file().into_os_string();
        [OPENED.as_bytes(), b"=", file.as_encoded_bytes()].concat()
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn programs(&self) -> PathBuf {
        self.path("bin")
    }

    fn opened_file(&self) -> PathBuf {
        self.path("opened")
    }
}
