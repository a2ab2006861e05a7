//! Domain names: what a User types, what a Company says, and the Public Suffix List.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A Company's domain: an ASCII host name in lower case, of at least two labels, no IP address, no
/// port, no final dot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Domain(String);

/// Why a text is not a Company's domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// Nothing was typed.
    #[error("type the Company's domain, such as shop.example")]
    Empty,
    /// It cannot be a domain name.
    #[error("this is not a domain name: it should look like shop.example")]
    NotADomain,
    /// It is an IP address.
    #[error("this is an IP address: a Company is known by its domain name")]
    Address,
}

impl Domain {
    /// Reads what a User typed: a domain, perhaps in its own letters, perhaps pasted as a whole
    /// `https://` URL (whose host is then meant).
    ///
    /// # Errors
    ///
    /// [`DomainError`] says why it is none.
    pub fn from_typed(_text: &str) -> Result<Self, DomainError> {
        todo!()
    }

    /// The domain, ASCII, lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Domain {
    type Error = DomainError;
    fn try_from(text: String) -> Result<Self, DomainError> {
        Self::from_typed(&text)
    }
}

impl From<Domain> for String {
    fn from(domain: Domain) -> Self {
        domain.0
    }
}
