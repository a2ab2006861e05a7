//! What Company content becomes on screen: the case files, more cases for each sentence of the
//! rules, and properties that hold for any content.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test may stop at what it does not expect"
)]

mod files;
mod properties;
mod sentences;
