//! Exporting a conversation.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a conversation is exported as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// A page for people, which stands alone and runs nothing.
    Html,
    /// For programs: cleaned, and as it was sent.
    Json,
}

/// What an export came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Exported {
    /// It is written.
    Written {
        /// Where.
        path: String,
        /// How many entries.
        #[ts(type = "number")]
        entries: i64,
    },
    /// It was cancelled; nothing is left of it.
    Cancelled,
}
