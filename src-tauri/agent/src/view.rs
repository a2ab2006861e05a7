//! What one message becomes on screen: cleaned and assessed, from the message as it is stored.

use std::collections::BTreeMap;

use poppy::disclosures::Notice;
use poppy::links::{CompanySites, Link};
use poppy::message::Message;
use serde::Serialize;
use ts_rs::TS;

/// Who wrote a message, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShownAuthor {
    /// The Company's automated agent.
    Agent,
    /// A person of the Company.
    Human,
    /// The Company; it does not say who.
    Unknown,
    /// The User.
    User,
}

/// A message for display.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct MessageView {
    /// Who wrote it.
    pub author: ShownAuthor,
    /// Its text, cleaned; `null` when there is none.
    pub text: Option<String>,
    /// Its notices, in order, all of them.
    pub disclosures: Vec<Notice>,
    /// Its links, in order.
    pub links: Vec<LinkCard>,
    /// What was wrong with the message, in plain English.
    pub problems: Vec<String>,
}

/// A link as its card shows it. `candor-cli inspect` prints `link` alone.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LinkCard {
    /// The assessment.
    #[serde(flatten)]
    pub link: Link,
    /// `shown` before the registrable domain, with its dot; may be cut from the front.
    pub front: String,
    /// The registrable domain as it stands in `shown`, or all of `shown` where there is none.
    pub strong: String,
    /// The URL as it was sent, or the JSON of what stood in its place: for Copy.
    pub source: String,
}

/// Makes the view of a message. `sites` are the Company's own; `listed` is what its `poppy.json`
/// lists, extension name to version.
#[must_use]
pub fn view(
    _message: &Message,
    _sites: &CompanySites,
    _listed: &BTreeMap<String, String>,
) -> MessageView {
    todo!()
}
