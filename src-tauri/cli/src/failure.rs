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
        Self::Report(error.into().report())
    }
}
