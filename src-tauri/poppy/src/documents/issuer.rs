//! An issuer's metadata (RFC 8414, with `poppy_domains` of draft 0.3 section 3.2).

use url::Url;

use super::company::DocumentError;
use super::members::{Member, Object, Query, document};
use super::poppy::MAX_DOMAIN;
use crate::json;

/// The most domains one issuer may serve, and the most algorithms it may list.
const MAX_DOMAINS: usize = 2000;
const MAX_ALGORITHMS: usize = 100;
const MAX_ALGORITHM: usize = 64;
/// Where metadata is, between the issuer's host and its path (RFC 8414 section 3.1).
const WELL_KNOWN: &str = "/.well-known/oauth-authorization-server";

/// An issuer's metadata that can be read. It is not yet checked against the `poppy.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IssuerMetadata {
    /// `issuer`, character for character.
    pub(crate) issuer: String,
    pub(crate) token_endpoint: Url,
    pub(crate) revocation_endpoint: Url,
    pub(crate) authorization_endpoint: Option<Url>,
    pub(crate) device_authorization_endpoint: Option<Url>,
    pub(crate) poppy_domains: Vec<String>,
}

impl IssuerMetadata {
    /// Where an issuer's metadata is.
    pub(crate) fn location(issuer: &Url) -> Url {
        let path = issuer.path();
        let path = path.strip_suffix('/').unwrap_or(path);
        let mut location = issuer.clone();
        location.set_path(&format!("{WELL_KNOWN}{path}"));
        location
    }

    /// Reads metadata. What this agent does not know or use is ignored.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, DocumentError> {
        let value = json::parse_strict(bytes)?;
        let top = document(&value)?;
        let issuer = Member::of(top, "issuer");
        let (issuer, _) = issuer.required(issuer.https(Query::Refused)?)?;
        accepts_es256(top)?;
        Ok(Self {
            issuer: issuer.to_owned(),
            token_endpoint: required(top, "token_endpoint")?,
            revocation_endpoint: required(top, "revocation_endpoint")?,
            authorization_endpoint: optional(top, "authorization_endpoint")?,
            device_authorization_endpoint: optional(top, "device_authorization_endpoint")?,
            poppy_domains: domains(top)?,
        })
    }
}

// An OAuth endpoint may have a query (RFC 6749 section 3.1), never a fragment.

fn optional(top: &Object, path: &'static str) -> Result<Option<Url>, DocumentError> {
    let found = Member::of(top, path).https(Query::Allowed)?;
    Ok(found.map(|(_, url)| url))
}

fn required(top: &Object, path: &'static str) -> Result<Url, DocumentError> {
    let found = optional(top, path)?;
    Member::of(top, path).required(found)
}

fn domains(top: &Object) -> Result<Vec<String>, DocumentError> {
    let member = Member::of(top, "poppy_domains");
    let listed = member.texts(MAX_DOMAINS, MAX_DOMAIN, |text| !text.is_empty())?;
    member.required(listed)
}

/// A list of algorithms must hold the one every agent has (draft 0.2 section 3.2).
fn accepts_es256(top: &Object) -> Result<(), DocumentError> {
    let member = Member::of(top, "dpop_signing_alg_values_supported");
    match member.texts(MAX_ALGORITHMS, MAX_ALGORITHM, |_| true)? {
        Some(listed) if !listed.iter().any(|name| name == "ES256") => {
            Err(member.wrong("must list ES256"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn whole() -> Value {
        json!({
            "issuer": "https://auth.example/shop-a",
            "token_endpoint": "https://auth.example/token?shop=a",
            "revocation_endpoint": "https://auth.example/revoke",
            "authorization_endpoint": "https://auth.example/authorize",
            "device_authorization_endpoint": "https://auth.example/device",
            "poppy_domains": ["shop.example", "Shop.Example.org"],
            "dpop_signing_alg_values_supported": ["RS256", "ES256"],
            "response_types_supported": ["code"]
        })
    }

    fn parse(value: &Value) -> Result<IssuerMetadata, DocumentError> {
        IssuerMetadata::parse(value.to_string().as_bytes())
    }

    #[track_caller]
    fn assert_member(value: &Value, path: &str) {
        match parse(value) {
            Err(DocumentError::Member { member, .. }) => assert_eq!(member, path),
            other => panic!("expected a problem with {path}, got {other:?}"),
        }
    }

    #[test]
    fn the_well_known_part_goes_between_host_and_path() {
        for (issuer, location) in [
            (
                "https://h.example",
                "https://h.example/.well-known/oauth-authorization-server",
            ),
            (
                "https://h.example/",
                "https://h.example/.well-known/oauth-authorization-server",
            ),
            (
                "https://h.example/shop-a",
                "https://h.example/.well-known/oauth-authorization-server/shop-a",
            ),
            (
                "https://h.example:8443/a/b/",
                "https://h.example:8443/.well-known/oauth-authorization-server/a/b",
            ),
            (
                "https://h.example/a%20b",
                "https://h.example/.well-known/oauth-authorization-server/a%20b",
            ),
        ] {
            let url = Url::parse(issuer).unwrap();
            assert_eq!(IssuerMetadata::location(&url).as_str(), location);
        }
    }

    #[test]
    fn whole_metadata_is_read() {
        let read = parse(&whole()).unwrap();
        assert_eq!(read.issuer, "https://auth.example/shop-a");
        assert_eq!(
            read.token_endpoint.as_str(),
            "https://auth.example/token?shop=a"
        );
        assert_eq!(read.poppy_domains, ["shop.example", "Shop.Example.org"]);
    }

    #[test]
    fn each_missing_or_wrong_member_is_named() {
        for name in [
            "issuer",
            "token_endpoint",
            "revocation_endpoint",
            "authorization_endpoint",
            "device_authorization_endpoint",
            "poppy_domains",
            "dpop_signing_alg_values_supported",
        ] {
            let mut wrong = whole();
            wrong[name] = json!(7);
            assert_member(&wrong, name);
            if name.ends_with("endpoint") {
                wrong[name] = json!("http://auth.example/x");
                assert_member(&wrong, name);
                wrong[name] = json!("https://auth.example/x#y");
                assert_member(&wrong, name);
            }
            let mut absent = whole();
            absent.as_object_mut().unwrap().remove(name);
            let required = [
                "issuer",
                "token_endpoint",
                "revocation_endpoint",
                "poppy_domains",
            ];
            if required.contains(&name) {
                assert_member(&absent, name);
            } else {
                parse(&absent).unwrap();
            }
        }
    }

    #[test]
    fn algorithms_must_hold_es256_when_given() {
        for listed in [json!([]), json!(["RS256"]), json!(["es256"])] {
            let mut value = whole();
            value["dpop_signing_alg_values_supported"] = listed;
            assert_member(&value, "dpop_signing_alg_values_supported");
        }
    }

    #[test]
    fn lists_are_bounded() {
        let mut value = whole();
        value["poppy_domains"] = json!(vec!["a.example"; MAX_DOMAINS + 1]);
        assert_member(&value, "poppy_domains");
        value["poppy_domains"] = json!(["x".repeat(300)]);
        assert_member(&value, "poppy_domains");
        value["poppy_domains"] = json!([7]);
        assert_member(&value, "poppy_domains");
    }
}
