//! `candor-cli` and the agent against a Company that nobody of this project wrote: the reference company of the
//! Python package `personal-agent-protocol`, on real sockets and real TLS.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod clocks;
mod company;
mod discovery;
mod messages;
mod trouble;
mod wire;
