//! Reading JWTs signed with ES256, and the keys they are signed with. What the signature is worth
//! is decided by [`Jwt::is_signed_by`] alone; the rest is parsing.

use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey};
use poppy::json::parse_strict;
use serde_json::{Map, Value};

/// The longest JWT that is read, in bytes.
const MAX_JWT: usize = 8 * 1024;
/// The members that only private keys have (RFC 7518 section 6).
const PRIVATE: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

/// A JWT whose signature has not been looked at.
pub(crate) struct Jwt {
    pub(crate) header: Map<String, Value>,
    pub(crate) claims: Map<String, Value>,
    signed: String,
    signature: String,
}

impl Jwt {
    /// Reads a compact JWT with `alg` ES256. The error says what is wrong.
    pub(crate) fn read(text: &str) -> Result<Self, &'static str> {
        if text.len() > MAX_JWT {
            return Err("the JWT is too long");
        }
        let mut parts = text.split('.');
        let (Some(header), Some(claims), Some(signature), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err("not a JWT of three parts");
        };
        let jwt = Self {
            header: object(header).ok_or("the JWT's header cannot be read")?,
            claims: object(claims).ok_or("the JWT's claims cannot be read")?,
            signed: format!("{header}.{claims}"),
            signature: signature.to_owned(),
        };
        if jwt.header.get("alg").and_then(Value::as_str) != Some("ES256") {
            return Err("the JWT's alg is not ES256");
        }
        if jwt.header.contains_key("crit") {
            return Err("the JWT needs something this Company does not know (crit)");
        }
        Ok(jwt)
    }

    /// Whether the signature is this key's.
    pub(crate) fn is_signed_by(&self, key: &EcKey) -> bool {
        let signed = DecodingKey::from_ec_components(&key.x, &key.y).and_then(|decoding| {
            jsonwebtoken::crypto::verify(
                &self.signature,
                self.signed.as_bytes(),
                &decoding,
                Algorithm::ES256,
            )
        });
        signed.unwrap_or(false)
    }

    /// A claim that is a string.
    pub(crate) fn text(&self, claim: &str) -> Option<&str> {
        self.claims.get(claim).and_then(Value::as_str)
    }

    /// A claim that is a whole number of seconds.
    pub(crate) fn seconds(&self, claim: &str) -> Option<i64> {
        self.claims.get(claim).and_then(Value::as_i64)
    }

    /// The `jti`, if it is one that can be remembered.
    pub(crate) fn jti(&self) -> Option<&str> {
        self.text("jti")
            .filter(|jti| (1..=256).contains(&jti.len()))
    }
}

fn object(part: &str) -> Option<Map<String, Value>> {
    let bytes = URL_SAFE_NO_PAD.decode(part).ok()?;
    match parse_strict(&bytes).ok()? {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

/// SHA-256 in base64url.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, bytes))
}

/// A public P-256 key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EcKey {
    x: String,
    y: String,
}

impl EcKey {
    /// Reads a JWK that must be a public P-256 key. The error says what is wrong.
    pub(crate) fn from_jwk(jwk: &Value) -> Result<Self, &'static str> {
        let member = |name: &str| jwk.get(name).and_then(Value::as_str);
        if PRIVATE.iter().any(|name| jwk.get(name).is_some()) {
            return Err("the key is a private one");
        }
        if member("kty") != Some("EC") || member("crv") != Some("P-256") {
            return Err("the key is not a P-256 key");
        }
        match (coordinate(member("x")), coordinate(member("y"))) {
            (Some(x), Some(y)) => Ok(Self { x, y }),
            _ => Err("the key's coordinates cannot be read"),
        }
    }

    /// The thumbprint (RFC 7638).
    pub(crate) fn thumbprint(&self) -> String {
        // The members of a thumbprint, in their order; coordinates are base64url, so nothing in
        // them needs escaping.
        let members = format!(
            r#"{{"crv":"P-256","kty":"EC","x":"{}","y":"{}"}}"#,
            self.x, self.y
        );
        sha256(members.as_bytes())
    }
}

fn coordinate(text: Option<&str>) -> Option<String> {
    let text = text?;
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    (bytes.len() == 32).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_thumbprint_is_that_of_rfc_7638() {
        // A P-256 key and its thumbprint, computed apart from this program.
        let key = EcKey::from_jwk(&json!({
            "kty": "EC", "crv": "P-256",
            "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
            "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"
        }));
        assert_eq!(
            key.unwrap().thumbprint(),
            "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
        );
    }

    #[test]
    fn a_private_key_is_never_taken() {
        let jwk = json!({ "kty": "EC", "crv": "P-256", "d": "AA", "x": "AA", "y": "AA" });
        assert_eq!(EcKey::from_jwk(&jwk), Err("the key is a private one"));
    }

    #[test]
    fn what_is_no_jwt_is_refused() {
        for text in ["", ".", "..", "a.b", "a.b.c.d", "e30.e30", "e30.e30.e30"] {
            assert!(Jwt::read(text).is_err(), "{text:?} was read");
        }
        assert!(Jwt::read(&"a".repeat(MAX_JWT + 1)).is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC*", bytes in vec(any::<u8>(), 0..200)) {
            let _ = Jwt::read(&text);
            let part = URL_SAFE_NO_PAD.encode(&bytes);
            let jwt = format!("{part}.{part}.{part}");
            prop_assert!(Jwt::read(&jwt).is_err());
        }
    }
}
