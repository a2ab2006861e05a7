//! Pieces of a conversation of any length.

use serde::Serialize;
use ts_rs::TS;

use super::{Entry, EntryId, Holding};

/// Entries around one of them.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Window {
    /// The entries, oldest first.
    pub entries: Vec<Entry>,
    /// Whether older ones can be read.
    pub has_older: bool,
    /// Whether newer ones can be read. While they can, a new entry of the conversation does not
    /// belong to this piece.
    pub has_newer: bool,
}

/// Newer entries of a conversation.
#[derive(Clone, Debug, Serialize, TS)]
pub struct Newer {
    /// The entries, oldest first.
    pub entries: Vec<Entry>,
    /// Whether still newer ones can be read.
    pub has_newer: bool,
}

/// A page of what a conversation holds to come back to.
#[derive(Clone, Debug, Serialize, TS)]
pub struct HoldingsPage {
    /// The newest first.
    pub holdings: Vec<Holding>,
    /// Give this as `before` for the next page, which may be empty; `null`: this was the last.
    pub next: Option<EntryId>,
}
