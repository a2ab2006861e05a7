//! Candor without a window: for people who build Companies, and for tests.
//!
//! JSON on stdout, messages for people on stderr; exit 0, or 1 with
//! `{"error": {"code", "message"}}` as the last line of stdout.
#![expect(
    clippy::print_stderr,
    reason = "a command: what it tells people goes to stderr"
)]
#![cfg_attr(
    test,
    allow(clippy::unwrap_used, reason = "a test that cannot go on fails")
)]

mod arguments;
mod chat;
mod discover;
mod failure;
mod identity;
mod inspect;
mod lines;
mod output;
mod say;
mod watch;

use std::process::ExitCode;

use clap::Parser as _;

use crate::arguments::{Arguments, Command};
use crate::failure::Failure;
use crate::output::Output;

fn main() -> ExitCode {
    let output = Output;
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(told) if !told.use_stderr() => {
            // `--help` and `--version`: what was asked for. A reader that left early is no problem.
            let _ = told.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprint!("{error}");
            return failed(&output, &Failure::usage(&error));
        }
    };
    match run(arguments.command, &output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failed(&output, &failure),
    }
}

fn run(command: Command, output: &Output) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| {
            Failure::new("no-runtime", format!("this machine is too busy: {error}"))
        })?;
    let done = runtime.block_on(async {
        match command {
            Command::Inspect(arguments) => inspect::run(&arguments, output),
            Command::Discover(arguments) => discover::run(&arguments, output).await,
            Command::Identity(arguments) => identity::run(&arguments, output).await,
            Command::Chat(arguments) => chat::run(&arguments, output).await,
        }
    });
    runtime.shutdown_background();
    done
}

fn failed(output: &Output, failure: &Failure) -> ExitCode {
    if let Failure::Report(report) = failure {
        // Nobody may be reading any more; the exit code still says it.
        let _ = output.line(&serde_json::json!({ "error": report }));
    }
    eprintln!("candor-cli: {failure}");
    ExitCode::FAILURE
}
