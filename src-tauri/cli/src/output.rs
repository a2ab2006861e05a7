//! The one door to stdout: JSON, one value a line.

use std::io::{self, Write as _};

use serde::Serialize;

use crate::failure::Failure;

/// Stdout.
pub(crate) struct Output;

impl Output {
    /// Prints one value as one line, at once.
    pub(crate) fn line(&self, value: &impl Serialize) -> Result<(), Failure> {
        let mut line = serde_json::to_vec(value)
            .map_err(|error| Failure::new("output-failed", error.to_string()))?;
        line.push(b'\n');
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(&line).and_then(|()| stdout.flush());
        written.map_err(|_| Failure::OutputClosed)
    }
}
