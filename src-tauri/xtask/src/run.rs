//! `cargo xtask run`: from a fresh clone to the open window.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::page;
use crate::project::{self, Done};
use crate::setup::{Purpose, setup};

/// Sets up, builds the page and the program, and starts it with `arguments`.
pub(crate) fn run(arguments: &[OsString]) -> Done<ExitCode> {
    // `cargo xtask run -- --data DIR` and `cargo xtask run --data DIR` mean the same.
    let arguments = match arguments.split_first() {
        Some((first, rest)) if first == "--" => rest,
        _ => arguments,
    };
    setup(Purpose::Run)?;
    page::build()?;
    println!("Building the program (the first time takes some minutes)");
    project::must(project::cargo().args(["build", "--bin", "candor"]))?;
    let name = format!("candor{}", std::env::consts::EXE_SUFFIX);
    let mut program = Command::new(project::target().join("debug").join(name));
    let status = program
        .args(arguments)
        .status()
        .map_err(|error| format!("Candor could not be started: {error}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
