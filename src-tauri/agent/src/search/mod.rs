//! Searching what was said: how texts become words, how a person's query is read, and what of a
//! message is shown as found.
//!
//! All rules about words are here, none are SQLite's: the index (FTS5) holds the words that
//! [`fold`] makes, and splits them at spaces only. Words of scripts that write no spaces are parted
//! into pairs of characters, so that any piece of such a text is found. A query is read by the very
//! same rules, so nothing a person types is ever syntax.

mod document;
mod fold;
mod found;
mod query;

pub(crate) use document::Document;
pub(crate) use found::{Finder, Found};
pub(crate) use query::{Query, Scope};
