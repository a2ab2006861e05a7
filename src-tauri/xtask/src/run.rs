//! `cargo xtask run`: from a fresh clone to the open window.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use crate::page;
use crate::project::{self, Done};
use crate::setup::{Purpose, setup};

/// Sets up, builds the page and the program, and starts it with `arguments`.
pub(crate) fn run(arguments: &[OsString]) -> Done<ExitCode> {
    setup(Purpose::Run)?;
    if page::must_install() {
        println!("Installing what the page is built with");
        must(&mut page::install())?;
    }
    println!("Building the page");
    must(&mut page::script("build"))?;
    println!("Building the program (the first time takes some minutes)");
    must(project::cargo().args(["build", "--bin", "candor"]))?;
    let name = format!("candor{}", std::env::consts::EXE_SUFFIX);
    let mut program = Command::new(project::target().join("debug").join(name));
    let status = program
        .args(arguments)
        .status()
        .map_err(|error| format!("Candor could not be started: {error}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn must(command: &mut Command) -> Done {
    let name = command.get_program().display().to_string();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("That failed; {name}'s own words are above.")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}
