//! P-256 keys and the JWTs signed with them (ES256), by aws-lc-rs and jsonwebtoken.

use serde::{Deserialize, Serialize};

/// A P-256 private key.
pub struct SigningKey {
    // PKCS#8 bytes in `Zeroizing`, the public point, the jsonwebtoken EncodingKey.
}

/// A key could not be made, read or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the key cannot be used")]
pub struct KeyError;

/// The public half, as a JWK (RFC 7517): `kty` EC, `crv` P-256, `x`, `y` in base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicJwk {
    /// Always `EC`.
    pub kty: String,
    /// Always `P-256`.
    pub crv: String,
    /// The point's x.
    pub x: String,
    /// The point's y.
    pub y: String,
}

impl PublicJwk {
    /// The key's thumbprint (RFC 7638, SHA-256, base64url): our `kid`.
    #[must_use]
    pub fn thumbprint(&self) -> String {
        todo!()
    }
}

impl SigningKey {
    /// Makes a new key.
    ///
    /// # Errors
    ///
    /// [`KeyError`] when the machine gives no randomness.
    pub fn generate() -> Result<Self, KeyError> {
        todo!()
    }

    /// Reads a key from PKCS#8.
    ///
    /// # Errors
    ///
    /// [`KeyError`] when the bytes hold no P-256 key.
    pub fn from_pkcs8(_bytes: &[u8]) -> Result<Self, KeyError> {
        todo!()
    }

    /// The key as PKCS#8: a secret.
    #[must_use]
    pub fn to_pkcs8(&self) -> &[u8] {
        todo!()
    }

    /// The public half.
    #[must_use]
    pub fn public_jwk(&self) -> &PublicJwk {
        todo!()
    }
}
