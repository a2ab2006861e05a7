//! JSON as a Company sends it: bounded in depth, and, for documents, without repeated members.

use serde_json::Value;

/// The deepest nesting that is read.
pub const MAX_DEPTH: usize = 64;

/// Why a text is not JSON that this agent reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// Not UTF-8.
    #[error("it is not UTF-8 text")]
    NotUtf8,
    /// Not JSON. Line and column count from one.
    #[error("it is not JSON (line {line}, column {column})")]
    Syntax {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// An object has the same member twice, so readers would disagree about it.
    #[error("it names the member {0:?} twice in one object")]
    Repeated(String),
    /// Nested deeper than [`MAX_DEPTH`].
    #[error("it is nested too deep")]
    TooDeep,
}

/// Reads JSON: UTF-8, at most [`MAX_DEPTH`] deep, no object with a repeated member.
///
/// # Errors
///
/// [`JsonError`] says what is wrong.
pub fn parse_strict(_bytes: &[u8]) -> Result<Value, JsonError> {
    todo!()
}
