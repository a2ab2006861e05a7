//! What a search gives.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{CompanyId, ConversationKey, EntryId};
use crate::view::{LinkCard, ShownAuthor, ShownNotice};

/// Where to look. Nothing named: everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SearchScope {
    /// Only in conversations with this Company.
    pub company: Option<CompanyId>,
    /// Only in this conversation; then the Company need not be named.
    pub conversation: Option<ConversationKey>,
}

/// A page of what was found, what came to this agent last first.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SearchPage {
    /// Companies whose name or domain has all the words. Only with the first page.
    pub companies: Vec<CompanyId>,
    /// Messages.
    pub hits: Vec<SearchHit>,
    /// Give this as `before` for the next page, which may be empty; `null`: this was the last.
    pub next: Option<EntryId>,
    /// Older messages are still being made searchable; `null`: all are.
    pub filling: Option<SearchFill>,
}

/// How far the messages that were kept before there was a search are searchable, newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SearchFill {
    /// How many entries were looked at, about.
    #[ts(type = "number")]
    pub done: i64,
    /// Of how many, about.
    #[ts(type = "number")]
    pub total: i64,
}

/// A message that was found. It is shown with all its notices, in full, as everywhere.
#[derive(Clone, Debug, Serialize, TS)]
pub struct SearchHit {
    /// The conversation it is in.
    pub conversation: ConversationKey,
    /// Its entry, for `around`.
    pub entry: EntryId,
    /// Its place, as in [`super::Entry`].
    #[ts(type = "number")]
    pub position: i64,
    /// When, as in [`super::Entry`].
    #[ts(type = "number")]
    pub at: i64,
    /// The Company.
    pub company: CompanyId,
    /// Who wrote it.
    pub author: ShownAuthor,
    /// A piece of its text; `null`: it has none.
    pub snippet: Option<Snippet>,
    /// Its notices, in order, all of them.
    pub notices: Vec<FoundNotice>,
    /// Its links that were found by their title or host.
    pub links: Vec<FoundLink>,
}

/// A place in a text, in UTF-16 code units: `text.slice(start, end)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct TextRange {
    /// Where it begins.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// A piece of a message's text, cleaned, on one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Snippet {
    /// The piece.
    pub text: String,
    /// Where the words that were looked for stand in it, in order and apart.
    pub matches: Vec<TextRange>,
    /// The message's text begins before it.
    pub cut_before: bool,
    /// The message's text goes on after it.
    pub cut_after: bool,
}

/// A notice of a message that was found.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FoundNotice {
    /// The notice, in full.
    pub notice: ShownNotice,
    /// Where the words that were looked for stand in its text.
    pub matches: Vec<TextRange>,
}

/// A link of a message that was found.
#[derive(Clone, Debug, Serialize, TS)]
pub struct FoundLink {
    /// Its index in the message, to name it by.
    pub index: usize,
    /// The link.
    pub card: LinkCard,
    /// Where the words that were looked for stand in its title. Empty: its host has them.
    pub matches: Vec<TextRange>,
}
