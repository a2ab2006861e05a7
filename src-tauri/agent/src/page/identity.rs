//! The agent's identity, as the window shows it (draft 0.3 section 4.1).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::CompanyId;

/// Who this agent is, what is to be published, and whether it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct IdentityView {
    /// Where the User publishes it; `null`: nowhere yet, so only the demo can be chatted with.
    pub client_id: Option<String>,
    /// The name Companies show.
    pub name: String,
    /// Its keys, the one that signs first. Empty while secrets are not ready.
    pub keys: Vec<KeyItem>,
    /// The files to publish. Empty while there is no `client_id` or no key.
    pub files: Vec<FileItem>,
    /// Whether the published copies are these.
    pub published: Published,
    /// What comes next in a change of keys.
    pub rotation: Rotation,
    /// Which Companies have seen which identity, most recently first.
    pub seen_by: Vec<SeenBy>,
}

/// A key of the identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct KeyItem {
    /// Its `kid`: the thumbprint of its public half.
    pub kid: String,
    /// When it was made, in milliseconds since 1970; `null`: before this was noted.
    #[ts(type = "number | null")]
    pub made_at: Option<i64>,
    /// What it is for now.
    pub role: KeyRole,
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyRole {
    /// Signs.
    Signing,
    /// Published beside the one that signs; signs once a check has seen it published.
    Next,
    /// Signed before; still published until it is removed.
    Old,
}

/// A file to publish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct FileItem {
    /// Which.
    pub file: PublishedFile,
    /// Where it must be found, as text.
    pub url: String,
    /// Where it is in an exported folder, with `/` between parts.
    pub path: String,
}

/// Which file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PublishedFile {
    /// The client metadata document, at the `client_id`.
    Metadata,
    /// The public keys.
    Keys,
    /// The page that a sign-in in the browser comes back to. Not compared.
    Callback,
}

/// Whether the published copies are what they must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Published {
    /// Not checked since the identity last changed.
    Unknown,
    /// Being checked.
    Checking,
    /// They match.
    Matches {
        /// Since when that is known, in milliseconds since 1970.
        #[ts(type = "number")]
        since: i64,
        /// When it was last checked.
        #[ts(type = "number")]
        checked_at: i64,
    },
    /// They are there, and something in them differs.
    Differs {
        /// Each difference.
        differences: Vec<Difference>,
        /// When it was checked.
        #[ts(type = "number")]
        checked_at: i64,
    },
    /// They cannot be had.
    Unreachable {
        /// Which file.
        file: PublishedFile,
        /// The code to decide by.
        code: String,
        /// What happened and what to do.
        message: String,
        /// When it was checked.
        #[ts(type = "number")]
        checked_at: i64,
    },
}

/// Something in a published copy that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Difference {
    /// In which file.
    pub file: PublishedFile,
    /// Which member, such as `client_name` or the `kid` of a key; cleaned.
    pub member: String,
    /// What is wrong with it, in plain English.
    pub message: String,
}

/// Where a change of keys is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Rotation {
    /// None is under way: `rotate_key` begins one.
    None,
    /// A new key is in the files: publish them, then `check_identity`. The new key signs once it was
    /// seen there.
    Publish,
    /// The new key signs. `remove_old_keys` takes the old one out of the files; publish them again.
    RemoveOld,
}

/// A Company that has seen an identity of this agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct SeenBy {
    /// The Company.
    pub company: CompanyId,
    /// Its name, cleaned.
    pub name: String,
    /// Its verified domain, for people.
    pub domain: String,
    /// The `client_id` it was shown.
    pub client_id: String,
    /// The key that signed.
    pub kid: String,
    /// When first, in milliseconds since 1970.
    #[ts(type = "number")]
    pub first_at: i64,
    /// When last.
    #[ts(type = "number")]
    pub last_at: i64,
}
