//! A desktop for the window tests, seen by nobody: a screen, a session bus and an unlocked keyring.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::page;
use crate::project::{self, Done};
use crate::setup::{Purpose, setup};

/// How the session's keyring is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyring {
    /// Open.
    Ready,
    /// Locked, with nobody to ask for its password. There is one only where one was open before.
    Locked,
    /// Not there.
    Missing,
}

/// A keyring needs a password that is not empty, or it makes no collection.
const UNLOCKED: &str = "printf test | gnome-keyring-daemon --unlock --components=secrets \
                        >/dev/null && exec \"$@\"";
const LOCKED: &str = "gnome-keyring-daemon --start --components=secrets >/dev/null && exec \"$@\"";

/// The desktop. Ends when dropped.
pub(crate) struct Desktop {
    screen: Child,
    display: String,
    home: PathBuf,
}

impl Desktop {
    /// Starts a screen on a free display.
    pub(crate) fn open() -> Done<Self> {
        let home = project::target().join("xtask/home");
        let fresh = || -> std::io::Result<()> {
            if home.exists() {
                fs::remove_dir_all(&home)?;
            }
            fs::create_dir_all(home.join("run"))?;
            private(&home.join("run"))
        };
        fresh().map_err(|error| format!("{}: {error}", home.display()))?;
        let mut screen = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1280x800x24",
                "-nolisten",
                "tcp",
                // A screen that begins anew with every window takes none at that moment.
                "-noreset",
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("Xvfb could not be started: {error}"))?;
        let mut number = String::new();
        if let Some(output) = screen.stdout.take() {
            // Xvfb writes its display's number once it listens, or ends.
            let read = BufReader::new(output).read_line(&mut number);
            read.map_err(|error| format!("Xvfb: {error}"))?;
        }
        let desktop = Self {
            screen,
            display: format!(":{}", number.trim()),
            home,
        };
        if number.trim().is_empty() {
            return Err("Xvfb did not start".to_owned());
        }
        Ok(desktop)
    }

    /// `inner` as it runs on this desktop, at home in a folder of its own: in a session with a bus
    /// and a keyring, or without either.
    pub(crate) fn command(&self, inner: &Command, keyring: Keyring) -> Command {
        let mut words = match keyring {
            Keyring::Ready => vec!["dbus-run-session", "--", "sh", "-c", UNLOCKED, "sh"],
            Keyring::Locked => vec!["dbus-run-session", "--", "sh", "-c", LOCKED, "sh"],
            Keyring::Missing => vec!["env"],
        };
        let mut command = project::command(words.remove(0));
        command.args(words);
        command.arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        // Rust's tools live in the real home.
        let real = std::env::home_dir().unwrap_or_default();
        for (name, folder) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
            if std::env::var_os(name).is_none() {
                command.env(name, real.join(folder));
            }
        }
        for name in ["DATA", "CONFIG", "CACHE", "STATE"] {
            command.env_remove(format!("XDG_{name}_HOME"));
        }
        // With a screen, a locked keyring asks there, and a missing one may be started there.
        match keyring {
            Keyring::Ready => command.env("DISPLAY", &self.display),
            Keyring::Locked | Keyring::Missing => command.env_remove("DISPLAY"),
        };
        command
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("DBUS_SESSION_BUS_ADDRESS")
            .env("HOME", &self.home)
            .env("XDG_RUNTIME_DIR", self.home.join("run"));
        command
    }
}

/// Makes the README's pictures anew.
pub(crate) fn shots() -> Done {
    setup(Purpose::Test)?;
    page::build()?;
    // As the tests build it, so that neither builds anew what the other has.
    project::must(project::cargo().args(["build", "--workspace", "--all-targets"]))?;
    let program = project::target().join("debug/shots");
    project::must(&mut Desktop::open()?.command(&project::command(program), Keyring::Ready))
}

impl Drop for Desktop {
    fn drop(&mut self) {
        // It may have ended by itself: then there is nothing to end.
        let _ = self.screen.kill();
        let _ = self.screen.wait();
    }
}

#[cfg(unix)]
fn private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn private(_folder: &Path) -> std::io::Result<()> {
    Ok(())
}
