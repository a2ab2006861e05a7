//! The one door to stdout: JSON, one value a line.

use std::io::{self, Write as _};

use serde::Serialize;

use crate::failure::Failure;

/// Stdout.
pub(crate) struct Output;

impl Output {
    /// Prints one value as one line, at once.
    pub(crate) fn line(&self, value: &impl Serialize) -> Result<(), Failure> {
        let line = line(value)?;
        let mut stdout = io::stdout().lock();
        let written = stdout
            .write_all(line.as_bytes())
            .and_then(|()| stdout.flush());
        written.map_err(|_| Failure::OutputClosed)
    }
}

/// What a Company wrote may stand in it as it was sent, and stdout may be a terminal: what would
/// steer it, or reorder or hide what is read, is escaped. The JSON says the same.
fn line(value: &impl Serialize) -> Result<String, Failure> {
    let json = serde_json::to_string(value)
        .map_err(|error| Failure::new("output-failed", error.to_string()))?;
    Ok(poppy::text::visible(&json) + "\n")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn nothing_steers_a_terminal_and_the_json_is_the_same() {
        let value = json!({"na\u{202e}me": "a\u{9b}31m\u{7f}\u{200b}\n\u{1b}\u{feff}\u{e0041}é😀"});
        let line = line(&value).unwrap();
        assert_eq!(
            line,
            "{\"na\\u202eme\":\"a\\u009b31m\\u007f\\u200b\\n\\u001b\\ufeff\\udb40\\udc41é😀\"}\n"
        );
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
    }
}
