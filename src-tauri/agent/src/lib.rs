//! The person's agent: what it keeps, whom it knows, what it sends and reads.
//!
//! Knows `poppy` and the machine's disk and keyring; knows no window. The window and `candor-cli`
//! are both thin layers over [`Agent`].
//!
//! A Company message's way: `poppy::event` (parsed, bounded) → [`store`] (kept as sent) → [`view`]
//! (cleaned, assessed) → one [`page::CoreEvent`]. A User's message: [`outbox`] (stored first) →
//! `poppy::client` → confirmed by the event that comes back.

mod agent;
pub mod error;
pub mod identity;
pub mod page;
pub mod secrets;
pub mod store;
pub mod view;

pub use agent::{Agent, DemoLink, Options, SecretsChoice};
pub use error::AgentError;
