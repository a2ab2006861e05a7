//! Conversations beside their timelines: the list of them, what is being written, what is told with
//! a message, and clocks that differ.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{CompanyId, ConversationKey, EntryId, Phase};
use crate::view::{LinkCard, ShownNotice};

/// A conversation in the list of a Company's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ConversationItem {
    /// Its key here.
    pub id: ConversationKey,
    /// The Company.
    pub company: CompanyId,
    /// The phase it is in.
    pub phase: Phase,
    /// When it was begun here, in milliseconds since 1970.
    #[ts(type = "number")]
    pub started_at: i64,
    /// When something last happened; `null`: nothing yet.
    #[ts(type = "number | null")]
    pub active_at: Option<i64>,
    /// Its first words, cleaned; `null`: none yet.
    pub preview: Option<String>,
    /// Entries not read yet.
    #[ts(type = "number")]
    pub unread: i64,
    /// Something is written in it and not sent.
    pub draft: bool,
    /// The conversation this is a Direct Conversation under; `null`: it is none.
    pub parent: Option<ConversationKey>,
}

/// What an entry of a conversation holds to come back to: its notices and its links.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Holding {
    /// The entry.
    pub entry: EntryId,
    /// Its place, as in [`super::Entry`].
    #[ts(type = "number")]
    pub position: i64,
    /// When, as in [`super::Entry`].
    #[ts(type = "number")]
    pub at: i64,
    /// Its notices, in order, all of them.
    pub disclosures: Vec<ShownNotice>,
    /// Its links, in order.
    pub links: Vec<LinkCard>,
}

/// A message that the Company is writing. For display only: it is replaced by the message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct Writing {
    /// The id of the message to come.
    pub message_id: String,
    /// What is written so far, all of it, cleaned.
    pub text: String,
}

/// What the User lets a Company know with each message (`context`, draft 0.2 section 7.4). All off
/// until it is turned on, for each Company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ContextChoice {
    /// The language and region.
    pub locale: bool,
    /// The time zone.
    pub time_zone: bool,
    /// That the User is there to answer.
    pub availability: bool,
}

/// What will be told with the next message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ContextView {
    /// What the User turned on.
    pub choice: ContextChoice,
    /// This machine's language and region, if known.
    pub locale: Option<String>,
    /// This machine's time zone, if known.
    pub time_zone: Option<String>,
    /// The JSON that goes with the next message, exactly; `null`: nothing goes.
    pub will_send: Option<String>,
}

/// This machine's clock and a Company's differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ClockNotice {
    /// How far the Company's clock is ahead of this machine's, in seconds; negative: behind.
    #[ts(type = "number")]
    pub seconds: i64,
    /// The Companies' names, cleaned.
    pub companies: Vec<String>,
    /// What that means and what to do.
    pub message: String,
}
