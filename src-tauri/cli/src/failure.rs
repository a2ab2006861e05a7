//! Why a command did not do what was asked.

use candor_agent::{AgentError, ErrorReport};

/// A failure.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// One that is told, on stdout as JSON and on stderr for people.
    #[error("{}", .0.message)]
    Report(ErrorReport),
    /// Whoever read stdout has left.
    #[error("the output was closed")]
    OutputClosed,
}

impl Failure {
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Self {
        Self::Report(ErrorReport {
            code: code.to_owned(),
            message: message.into(),
        })
    }

    /// The command line is not one: the first line of what clap says about it.
    pub(crate) fn usage(error: &clap::Error) -> Self {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default();
        Self::new("usage", first.strip_prefix("error: ").unwrap_or(first))
    }
}

impl<E: Into<AgentError>> From<E> for Failure {
    fn from(error: E) -> Self {
        let ErrorReport { code, message } = error.into().report();
        // What the window offers then is no way on here.
        if code.starts_with("keyring-") {
            return Self::new(
                &code,
                "The system's keyring cannot be used here, and this agent's secrets belong in one. \
                 Set it up or unlock it and run this again; or give --secrets file, which keeps the \
                 key that seals them in a file in the data folder.",
            );
        }
        Self::Report(ErrorReport { code, message })
    }
}
