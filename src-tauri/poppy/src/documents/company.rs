//! What a Company publishes: `poppy.json` (draft 0.3 section 3) and its issuer's metadata (RFC 8414).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::domain::Domain;
use crate::extensions::Extension;
use crate::links::CompanySites;

/// A protocol version this agent speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ProtocolVersion {
    /// Draft 0.2.
    #[serde(rename = "0.2")]
    V0_2,
    /// Draft 0.3.
    #[serde(rename = "0.3")]
    V0_3,
}

impl ProtocolVersion {
    /// The version as documents write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V0_2 => "0.2",
            Self::V0_3 => "0.3",
        }
    }

    /// The version a document names, when this agent speaks exactly that one: before 1.0 every
    /// version may differ in everything (draft 0.2 section 3.1).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::V0_2, Self::V0_3]
            .into_iter()
            .find(|version| version.as_str() == text)
    }
}

/// A Company, verified by every check of discovery. Serialisable so that it can be kept; read back
/// from the store it is exactly what was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// `organization.domain`: the host that served the document.
    pub domain: Domain,
    /// `organization.name`, as sent: clean it before it is shown.
    pub name: String,
    /// The version of its `poppy.json`.
    pub version: ProtocolVersion,
    /// How it signs agents in, with its issuer's metadata; `None` when it has no `auth`.
    pub auth: Option<Auth>,
    /// The conversation endpoint (HTTPS, no query, no fragment); `None`: it cannot be chatted with.
    pub chat: Option<Url>,
    /// The extensions it lists, name to version: see [`listed`](crate::extensions::listed).
    pub extensions: BTreeMap<String, String>,
}

/// A Company's authorization server (`auth` and RFC 8414 metadata, checked against each other).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Auth {
    /// `auth.issuer`, character for character: the Company's full identity.
    pub issuer: String,
    /// Where Session Tokens come from.
    pub token_endpoint: Url,
    /// Where Account Tokens are revoked.
    pub revocation_endpoint: Url,
    /// Where Direct Sign-In begins.
    pub authorization_endpoint: Option<Url>,
    /// Where Device Sign-In begins.
    pub device_authorization_endpoint: Option<Url>,
    /// The domains the issuer serves.
    pub poppy_domains: Vec<String>,
    /// Scopes for Direct Sign-In; `None` when the Company does not offer it.
    pub direct: Option<Vec<String>>,
    /// Scopes for Device Sign-In; `None` when the Company does not offer it.
    pub device: Option<Vec<String>>,
    /// The Company's own words for its scopes, as sent.
    pub custom_scopes: BTreeMap<String, String>,
}

impl Company {
    /// The sites that count as the Company's own.
    #[must_use]
    pub fn sites(&self) -> CompanySites {
        CompanySites {
            domain: self.domain.as_str().to_owned(),
            poppy_domains: self
                .auth
                .iter()
                .flat_map(|auth| auth.poppy_domains.iter().cloned())
                .collect(),
        }
    }

    /// Whether both sides list the extension at the same version (draft 0.3 section 3.3).
    #[must_use]
    pub fn shares(&self, extension: Extension) -> bool {
        self.extensions
            .get(extension.name())
            .is_some_and(|v| v == extension.version())
    }
}

/// Why a document of a Company cannot be used. The Company's fault, but for `Unsupported`, which is
/// nobody's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// It is not JSON that can be read.
    #[error(transparent)]
    Json(#[from] crate::json::JsonError),
    /// A member is missing or holds something else than it must.
    #[error("`{member}` {problem}")]
    Member {
        /// The member, as a path from the top.
        member: &'static str,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// Its `protocol_version` is not one that this agent speaks.
    #[error(
        "it speaks version {theirs} of the protocol; this agent speaks {}",
        supported()
    )]
    Unsupported {
        /// The Company's version, as sent.
        theirs: String,
    },
}

/// The versions this agent speaks, for people.
#[must_use]
pub fn supported() -> String {
    format!(
        "{} and {}",
        ProtocolVersion::V0_3.as_str(),
        ProtocolVersion::V0_2.as_str()
    )
}
