//! The agent against the demo Company: real HTTPS on loopback, a Company that verifies.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod chat;
mod clocks;
mod scene;
