//! What we publish: the client metadata document (draft 0.3 section 4.1), our keys, and the client
//! assertion (`private_key_jwt`, RFC 7523).

use serde_json::Value;
use url::Url;

use crate::host::{Clock, Random};
use crate::keys::{KeyError, PublicJwk, SigningKey};

/// An agent's `client_id`: an HTTPS URL with a path and no query, at most 120 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientId(Url);

/// Why a text cannot be a `client_id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientIdError {
    /// Not an absolute HTTPS URL with a host name.
    #[error("it must be an https:// address on a domain you own")]
    NotHttps,
    /// No path, or a query, fragment, user name or port.
    #[error("it must name a file, such as https://you.example/agent.json, with nothing after it")]
    Shape,
    /// Over 120 bytes.
    #[error("it must be at most 120 characters long")]
    TooLong,
}

impl ClientId {
    /// Reads a `client_id`.
    ///
    /// # Errors
    ///
    /// [`ClientIdError`] says what is wrong with it.
    pub fn parse(_text: &str) -> Result<Self, ClientIdError> {
        todo!()
    }

    /// The URL, exactly as published.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Where the public keys are published: `jwks.json` beside the document.
    #[must_use]
    pub fn jwks_uri(&self) -> Url {
        todo!()
    }

    /// Where Direct Sign-In comes back to: `/oauth/callback` on the same host.
    #[must_use]
    pub fn redirect_uri(&self) -> Url {
        todo!()
    }
}

/// The client metadata document, its `extensions` from the one table.
#[must_use]
pub fn metadata(_id: &ClientId, _name: &str) -> Value {
    todo!()
}

/// The published keys: each with `kid` (its thumbprint), `use` and `alg`.
#[must_use]
pub fn jwks(_keys: &[&PublicJwk]) -> Value {
    todo!()
}

/// What signs for this agent at a Company: its `client_id` and its identity key.
#[derive(Clone)]
pub struct Signer {
    /// The agent's `client_id`.
    pub client_id: ClientId,
    /// The identity key.
    pub key: std::sync::Arc<SigningKey>,
}

impl Signer {
    /// An assertion about `subject` for `issuer`: good for 60 seconds, for one attempt only.
    /// `subject` is the `client_id` for a client assertion and the User ID for a Session.
    ///
    /// # Errors
    ///
    /// [`KeyError`] when the key cannot sign.
    pub fn assertion(
        &self,
        _subject: &str,
        _issuer: &str,
        _clock: &dyn Clock,
        _random: &dyn Random,
    ) -> Result<String, KeyError> {
        todo!()
    }
}
