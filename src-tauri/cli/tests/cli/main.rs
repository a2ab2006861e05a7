//! The built `candor-cli`, by what it prints.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod cases;
mod chat;
mod errors;
mod identity;
mod inspect;
mod proxy;

use candor_tests::cli::Cli;

fn cli() -> Cli {
    Cli::at(env!("CARGO_BIN_EXE_candor-cli"))
}
