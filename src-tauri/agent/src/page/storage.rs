//! What is kept, where, how much of it, and what deleting comes to.

use serde::Serialize;
use ts_rs::TS;

use super::CompanyId;

/// Where everything is kept and how large it is. Sizes in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct StorageView {
    /// The data folder.
    pub folder: String,
    /// The database.
    #[ts(type = "number")]
    pub database: u64,
    /// What was written and is not in the database file yet.
    #[ts(type = "number")]
    pub pending: u64,
    /// The other files of this program in the folder.
    #[ts(type = "number")]
    pub other: u64,
    /// All of it.
    #[ts(type = "number")]
    pub total: u64,
    /// How much is kept of each Company in the list.
    pub companies: Vec<CompanyUsage>,
    /// Companies that are deleted but must still be told that the User's account is over.
    pub leaving: Vec<LeavingItem>,
}

/// How much is kept of a Company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CompanyUsage {
    /// The Company.
    pub company: CompanyId,
    /// How many conversations.
    #[ts(type = "number")]
    pub conversations: i64,
    /// How many messages, both sides'.
    #[ts(type = "number")]
    pub messages: i64,
}

/// A Company that is deleted, but for what is needed to tell it that the User's account is over: its
/// documents and the sealed token. Candor goes on trying; `stop_telling` ends that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct LeavingItem {
    /// Its key, for `stop_telling` only.
    pub company: CompanyId,
    /// Its name, cleaned.
    pub name: String,
    /// Its verified domain, for people.
    pub domain: String,
    /// Since when it is deleted, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// What deleting a Company came to. It is out of the list in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct CompanyDeleted {
    /// The Company must still be told that the User's account is over; until it is, it is in
    /// [`StorageView::leaving`].
    pub to_tell: bool,
}

/// What deleting everything came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum EverythingDeleted {
    /// Nothing is left.
    Done {
        /// False: the system's keyring did not let go of the key, which opens nothing any longer.
        /// The next start asks it again.
        key_removed: bool,
    },
    /// Nothing was deleted yet, though the User is signed out: these Companies could not be told that
    /// the User's account is over. Delete without waiting, or try again later.
    Untold {
        /// Their names, cleaned.
        companies: Vec<String>,
    },
}
