//! Notices: the content of the Disclosures extension, version 1.

use serde::Serialize;
use serde_json::Value;

/// One notice, as it is shown. Dropping one is the one error not allowed, so what cannot be read is
/// a notice of its own.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[serde(untagged)]
pub enum Notice {
    /// A notice with its text, cleaned, of many lines, never cut.
    Text {
        /// The text.
        text: String,
    },
    /// A notice was sent that cannot be read.
    Unreadable {
        /// The JSON that was sent.
        #[ts(type = "unknown")]
        unreadable: Value,
    },
}

/// Reads the content of `extensions.disclosures`.
#[must_use]
pub fn read(_content: &Value) -> Vec<Notice> {
    todo!()
}
