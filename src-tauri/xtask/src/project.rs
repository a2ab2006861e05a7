//! Where things are, and the tools everything is built with.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a command of this program comes to: an error is a sentence for the person who ran it.
pub(crate) type Done<T = ()> = Result<T, String>;

/// The top of the repository: two folders above this package.
pub(crate) fn top() -> PathBuf {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package
        .ancestors()
        .nth(2)
        .map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// The page's folder.
pub(crate) fn ui() -> PathBuf {
    top().join("ui")
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| top().join("target"), |dir| top().join(dir))
}

/// A command that runs at the top of the repository, without what cargo told this program about
/// its own package.
pub(crate) fn command(program: impl Into<OsString>) -> Command {
    let mut command = Command::new(program.into());
    command.current_dir(top());
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// npm, in the page's folder.
pub(crate) fn npm() -> Command {
    let mut command = command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(ui());
    command
}

/// Whether `program` runs at all; what it prints is kept from the screen.
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .output()
        .is_ok_and(|output| output.status.success())
}

/// Runs a command whose own words are for the screen, where only success will do.
pub(crate) fn must(command: &mut Command) -> Done {
    let name = command.get_program().display().to_string();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("That failed; {name}'s own words are above.")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}
