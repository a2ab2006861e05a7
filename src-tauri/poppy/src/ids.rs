//! Identifiers of the protocol (draft 0.2, section 7.2). The side that chooses an identifier decides
//! its format; nothing here relies on the other side's beyond the characters allowed.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Deserializer, Serialize};

use crate::host::Random;

/// The longest identifier, in characters.
pub const MAX_ID: usize = 256;
/// The longest cursor that is kept, in bytes. Cursors are opaque; this bound is ours.
pub const MAX_CURSOR: usize = 4096;

/// An identifier that does not match `[A-Za-z0-9_-]{1,256}`, or a cursor that is empty or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a valid identifier")]
pub struct BadId;

fn check(text: &str) -> Result<(), BadId> {
    let fits = (1..=MAX_ID).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if fits { Ok(()) } else { Err(BadId) }
}

/// `prefix` and 128 random bits in base64url.
fn random_id(prefix: &str, random: &dyn Random) -> String {
    let mut bits = [0u8; 16];
    random.fill(&mut bits);
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bits))
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Takes an identifier as it came.
            ///
            /// # Errors
            ///
            /// [`BadId`] when it has other characters or another length than the protocol allows.
            pub fn parse(text: &str) -> Result<Self, BadId> {
                check(text)?;
                Ok(Self(text.to_owned()))
            }

            /// The identifier as it goes on the wire.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(&text).map_err(serde::de::Error::custom)
            }
        }
    };
}

id!(
    /// A message's `id`. The agent chooses those of its own messages.
    MessageId
);
id!(
    /// A conversation's id, chosen by the Company.
    ConversationId
);
id!(
    /// An event's id, chosen by the Company.
    EventId
);
id!(
    /// One User at one Company: never derived from anything about the User, and kept secret.
    UserId
);

impl MessageId {
    /// A new id: `msg_` and 128 random bits.
    #[must_use]
    pub fn random(random: &dyn Random) -> Self {
        Self(random_id("msg_", random))
    }
}

impl EventId {
    /// An id for an event that came without one, from a digest of its bytes: the same event always
    /// gets the same.
    pub(crate) fn from_digest(digest: &[u8]) -> Self {
        Self(format!("bytes_{}", URL_SAFE_NO_PAD.encode(digest)))
    }
}

impl UserId {
    /// A new id: `usr_` and 128 random bits.
    #[must_use]
    pub fn random(random: &dyn Random) -> Self {
        Self(random_id("usr_", random))
    }
}

/// A JWT's `jti`: 128 random bits.
#[must_use]
pub fn random_jti(random: &dyn Random) -> String {
    random_id("", random)
}

/// Where a reader stands in a conversation's events: opaque, never compared or sorted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cursor(String);

impl Cursor {
    /// Takes a cursor as it came.
    ///
    /// # Errors
    ///
    /// [`BadId`] when it is empty or longer than [`MAX_CURSOR`] bytes.
    pub fn parse(text: &str) -> Result<Self, BadId> {
        if text.is_empty() || text.len() > MAX_CURSOR {
            return Err(BadId);
        }
        Ok(Self(text.to_owned()))
    }

    /// The cursor as it goes on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
