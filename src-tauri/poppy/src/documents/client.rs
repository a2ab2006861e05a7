//! What we publish: the client metadata document (draft 0.3 section 4.1), our keys, and the client
//! assertion (`private_key_jwt`, RFC 7523).

use serde::Serialize;
use serde_json::{Value, json};
use url::{Host, Url};

use super::members::plain_https;
use crate::domain::Domain;
use crate::host::{Clock, Random};
use crate::ids::random_jti;
use crate::keys::{KeyError, PublicJwk, SigningKey};
use crate::{extensions, text};

/// The longest `client_id`, in bytes: what strict Companies accept.
const MAX_CLIENT_ID: usize = 120;
/// The longest published name, in bytes: keeps the whole document far below the 5 KB that strict
/// Companies accept.
const MAX_NAME: usize = 200;
/// What an agent without a name of its own is called.
const DEFAULT_NAME: &str = "A personal agent";
/// How long an assertion is good for, in seconds. At most five minutes are allowed (draft 0.2
/// section 4.2); each is used at once.
const ASSERTION_SECONDS: i64 = 60;
/// Where Direct Sign-In comes back to.
const CALLBACK_PATH: &str = "/oauth/callback";

/// An agent's `client_id`: an HTTPS URL with a path and no query, at most 120 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientId(Url);

/// Why a text cannot be a `client_id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientIdError {
    /// Not an absolute HTTPS URL with a host name.
    #[error("it must be an https:// address on a domain you own")]
    NotHttps,
    /// No path, or a query, fragment, user name or port, or the address of one of the agent's other
    /// published files.
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
    pub fn parse(text: &str) -> Result<Self, ClientIdError> {
        let url = plain_https(text).ok_or(ClientIdError::NotHttps)?;
        match url.host() {
            Some(Host::Domain(name)) if Domain::from_typed(name).is_ok() => {}
            _ => return Err(ClientIdError::NotHttps),
        }
        let has_more = url.query().is_some()
            || url.fragment().is_some()
            || !url.username().is_empty()
            || url.password().is_some()
            || url.port().is_some();
        if has_more || url.path().ends_with('/') {
            return Err(ClientIdError::Shape);
        }
        if url.as_str().len() > MAX_CLIENT_ID {
            return Err(ClientIdError::TooLong);
        }
        let id = Self(url);
        // One address cannot serve two files.
        if id.0 == id.jwks_uri() || id.0 == id.redirect_uri() {
            return Err(ClientIdError::Shape);
        }
        Ok(id)
    }

    /// The URL, exactly as published.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Where the public keys are published: `jwks.json` beside the document.
    #[must_use]
    pub fn jwks_uri(&self) -> Url {
        let folder = self.0.path().rsplit_once('/').map_or("", |(f, _)| f);
        self.at(&format!("{folder}/jwks.json"))
    }

    /// Where Direct Sign-In comes back to: `/oauth/callback` on the same host.
    #[must_use]
    pub fn redirect_uri(&self) -> Url {
        self.at(CALLBACK_PATH)
    }

    fn at(&self, path: &str) -> Url {
        let mut url = self.0.clone();
        url.set_path(path);
        url
    }
}

/// The client metadata document, its `extensions` from the one table. The name is cleaned and cut to
/// 200 bytes, so that the document stays within what strict Companies accept.
#[must_use]
pub fn metadata(id: &ClientId, name: &str) -> Value {
    json!({
        "client_id": id.as_str(),
        "client_name": published_name(name),
        "jwks_uri": id.jwks_uri(),
        "redirect_uris": [id.redirect_uri()],
        "token_endpoint_auth_method": "private_key_jwt",
        "extensions": extensions::advertised(),
    })
}

fn published_name(name: &str) -> String {
    let mut name = text::one_line(name);
    if name.is_empty() {
        return DEFAULT_NAME.to_owned();
    }
    while name.len() > MAX_NAME {
        name.pop();
    }
    name.trim_end().to_owned()
}

/// The published keys: each with `kid` (its thumbprint), `use` and `alg`.
#[must_use]
pub fn jwks(keys: &[&PublicJwk]) -> Value {
    let entry = |key: &&PublicJwk| {
        json!({
            "kty": key.kty,
            "crv": key.crv,
            "x": key.x,
            "y": key.y,
            "kid": key.thumbprint(),
            "use": "sig",
            "alg": "ES256",
        })
    };
    json!({ "keys": keys.iter().map(entry).collect::<Vec<_>>() })
}

/// What signs for this agent at a Company: its `client_id` and its identity key.
#[derive(Clone, Debug)]
pub struct Signer {
    /// The agent's `client_id`.
    pub client_id: ClientId,
    /// The identity key.
    pub key: std::sync::Arc<SigningKey>,
}

#[derive(Serialize)]
struct Assertion<'a> {
    iss: &'a str,
    sub: &'a str,
    /// One string, never a list, so that it can be used at one Company only.
    aud: &'a str,
    iat: i64,
    exp: i64,
    jti: String,
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
        subject: &str,
        issuer: &str,
        clock: &dyn Clock,
        random: &dyn Random,
    ) -> Result<String, KeyError> {
        let now = clock.now().seconds();
        self.key.sign_by_kid(&Assertion {
            iss: self.client_id.as_str(),
            sub: subject,
            aud: issuer,
            iat: now,
            exp: now.saturating_add(ASSERTION_SECONDS),
            jti: random_jti(random),
        })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::net::fake::{Counter, FixedClock, read_jwt};

    fn id() -> ClientId {
        ClientId::parse("https://you.example/agent.json").unwrap()
    }

    #[test]
    fn a_client_id_is_an_https_file_on_a_domain() {
        for good in [
            "https://you.example/agent.json",
            "https://you.example/a/b/agent.json",
            "https://you.example/me",
        ] {
            assert_eq!(ClientId::parse(good).unwrap().as_str(), good);
        }
        let padded = format!("https://you.example/{}", "a".repeat(100));
        assert_eq!(padded.len(), MAX_CLIENT_ID);
        assert!(ClientId::parse(&padded).is_ok());
        for (bad, error) in [
            ("", ClientIdError::NotHttps),
            ("http://you.example/agent.json", ClientIdError::NotHttps),
            ("you.example/agent.json", ClientIdError::NotHttps),
            ("https://127.0.0.1/agent.json", ClientIdError::NotHttps),
            ("https://[::1]/agent.json", ClientIdError::NotHttps),
            ("https://localhost/agent.json", ClientIdError::NotHttps),
            ("https://you.example", ClientIdError::Shape),
            ("https://you.example/", ClientIdError::Shape),
            ("https://you.example/agents/", ClientIdError::Shape),
            ("https://you.example/agent.json?a", ClientIdError::Shape),
            ("https://you.example/agent.json#a", ClientIdError::Shape),
            ("https://me@you.example/agent.json", ClientIdError::Shape),
            ("https://you.example:8443/agent.json", ClientIdError::Shape),
            ("https://you.example/jwks.json", ClientIdError::Shape),
            ("https://you.example/oauth/callback", ClientIdError::Shape),
            (&format!("{padded}a"), ClientIdError::TooLong),
        ] {
            assert_eq!(ClientId::parse(bad), Err(error), "{bad}");
        }
    }

    #[test]
    fn metadata_is_what_the_protocol_asks_for() {
        let deep = ClientId::parse("https://you.example/a/agent.json").unwrap();
        let document = metadata(&deep, "Dana\u{202e}'s\nagent");
        assert_eq!(
            document,
            json!({
                "client_id": "https://you.example/a/agent.json",
                "client_name": "Dana's agent",
                "jwks_uri": "https://you.example/a/jwks.json",
                "redirect_uris": ["https://you.example/oauth/callback"],
                "token_endpoint_auth_method": "private_key_jwt",
                "extensions": {"links": {"version": "1"}, "disclosures": {"version": "1"}}
            })
        );
        assert_eq!(metadata(&id(), " ")["client_name"], DEFAULT_NAME);
    }

    #[test]
    fn metadata_stays_within_strict_limits() {
        let longest = ClientId::parse(&format!("https://you.example/{}", "a".repeat(100))).unwrap();
        for name in ["\"".repeat(9000), "é".repeat(9000), "👩‍👩‍👧".repeat(900)] {
            let document = metadata(&longest, &name);
            let size = document.to_string().len();
            assert!(size <= 5 * 1024, "{size} bytes");
            assert!(document["client_name"].as_str().unwrap().len() <= MAX_NAME);
        }
        let keys = [
            SigningKey::generate().unwrap(),
            SigningKey::generate().unwrap(),
        ];
        let published = jwks(&[keys[0].public_jwk(), keys[1].public_jwk()]);
        assert!(published.to_string().len() <= 12 * 1024);
    }

    #[test]
    fn published_keys_are_public_and_named() {
        let key = SigningKey::generate().unwrap();
        let published = jwks(&[key.public_jwk()]);
        let entry = published["keys"][0].as_object().unwrap();
        let mut names: Vec<_> = entry.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["alg", "crv", "kid", "kty", "use", "x", "y"]);
        assert_eq!(entry["kid"], key.public_jwk().thumbprint());
        assert_eq!(
            (&entry["use"], &entry["alg"]),
            (&json!("sig"), &json!("ES256"))
        );
    }

    #[test]
    fn an_assertion_is_fresh_and_for_one_issuer() {
        let signer = Signer {
            client_id: id(),
            key: Arc::new(SigningKey::generate().unwrap()),
        };
        let (clock, random) = (FixedClock::at(1_700_000_000), Counter::default());
        let make = || {
            signer
                .assertion("usr_1", "https://h.example/shop-a", &clock, &random)
                .unwrap()
        };
        let (header, claims) = read_jwt(&make(), signer.key.public_jwk());
        assert_eq!(header["alg"], "ES256");
        assert_eq!(header["kid"], signer.key.public_jwk().thumbprint());
        let jti = claims["jti"].as_str().unwrap().to_owned();
        assert!(jti.len() >= 22, "128 bits are 22 characters of base64url");
        assert_eq!(
            claims,
            json!({
                "iss": "https://you.example/agent.json",
                "sub": "usr_1",
                "aud": "https://h.example/shop-a",
                "iat": 1_700_000_000,
                "exp": 1_700_000_060,
                "jti": jti,
            })
        );
        let (_, second) = read_jwt(&make(), signer.key.public_jwk());
        assert_ne!(second["jti"], jti, "each attempt has a `jti` of its own");
    }

    proptest! {
        #[test]
        fn what_is_accepted_is_what_strict_companies_accept(
            text in "https://[a-z.]{1,12}(:[0-9]{1,3})?/[a-z./%?#@]{0,12}"
        ) {
            if let Ok(id) = ClientId::parse(&text) {
                prop_assert!(id.as_str().len() <= MAX_CLIENT_ID);
                prop_assert!(id.0.query().is_none() && id.0.fragment().is_none());
                prop_assert_eq!(id.0.port(), None);
                for other in [id.jwks_uri(), id.redirect_uri()] {
                    prop_assert_eq!(other.origin(), id.0.origin());
                    prop_assert_ne!(&other, &id.0);
                }
            }
        }
    }
}
