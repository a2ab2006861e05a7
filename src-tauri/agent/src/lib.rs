//! The person's agent: what it keeps, whom it knows, what it sends and reads.
//!
//! Knows `poppy` and the machine's disk and keyring; knows no window. The window and `candor-cli`
//! are both thin layers over [`Agent`].
//!
//! A Company message's way: `poppy::event` (parsed, bounded) → [`store`] (kept as sent) → [`view`]
//! (cleaned, assessed) → one [`page::CoreEvent`]. A User's message: stored first → the loops of
//! `work` → `poppy::client` → confirmed by the event that comes back.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test that cannot go on fails"
    )
)]

mod accounts;
mod agent;
mod companies;
mod connect;
mod core;
mod erase;
pub mod error;
mod export;
mod folder;
pub mod identity;
pub mod language;
pub mod log;
pub mod network;
mod options;
pub mod page;
mod present;
mod search;
mod secrets;
mod sign_in;
pub mod store;
#[cfg(test)]
mod tests;
pub mod view;
mod words;
mod work;

pub use agent::Agent;
pub use error::{AgentError, ErrorReport};
pub use folder::{DataFolder, FORGET_DEMO, replace_private};
pub use identity::{Identity, Site};
pub use log::{LogItem, LogKind, LogSeq, Progress};
pub use options::{DemoLink, Options, SecretsChoice};
