//! What the User chose for this program, and what is unread in a conversation.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{CompanyItem, Entry};

/// What the User chose for this program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Settings {
    /// The language of the window, as a tag (BCP 47); `null`: the one this computer speaks.
    pub language: Option<String>,
    /// What notifications say.
    pub notifications: Notifications,
}

/// What notifications say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Notifications {
    /// There are none.
    #[default]
    Off,
    /// That there is a message, from which Company, and whether a notice is with it.
    WithoutContent,
    /// What it says as well. Never a link.
    WithContent,
}

/// One choice, changed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "what", content = "value", rename_all = "snake_case")]
pub enum SettingsChange {
    /// [`Settings::language`].
    Language(Option<String>),
    /// [`Settings::notifications`].
    Notifications(Notifications),
}

/// What is unread in a conversation.
#[derive(Clone, Debug)]
pub struct Unread {
    /// The Company.
    pub company: CompanyItem,
    /// The newest unread entries, at most 50, oldest first.
    pub entries: Vec<Entry>,
}
