//! What can go wrong in the agent, as one enum with codes.

use serde::Serialize;
use ts_rs::TS;

/// An error as it reaches the page and the command line: decide by `code`, show `message`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ErrorReport {
    /// Stable, in kebab case, or the protocol's own.
    pub code: String,
    /// What happened, whose doing it is and what to do, in plain English.
    pub message: String,
}

/// An error of the agent.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// What was typed is not a Company's domain.
    #[error(transparent)]
    Domain(#[from] poppy::domain::DomainError),
    /// The Company could not be found or verified.
    #[error(transparent)]
    Discovery(#[from] poppy::discovery::DiscoveryError),
    // … the agent's room adds: store, secrets, not-found, empty or too long message, no identity, …
}

impl AgentError {
    /// The code.
    #[must_use]
    pub fn code(&self) -> &str {
        todo!()
    }

    /// The error for the page and the command line.
    #[must_use]
    pub fn report(&self) -> ErrorReport {
        ErrorReport {
            code: self.code().to_owned(),
            message: self.to_string(),
        }
    }
}
