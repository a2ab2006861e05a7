//! `poppy.json` (draft 0.3 section 3), read from its bytes.

use std::collections::BTreeMap;

use serde_json::Value;
use url::Url;

use super::company::{DocumentError, ProtocolVersion};
use super::members::{Member, Object, Query, document, is_scope};
use crate::{json, text};

/// The longest `organization.name`, in bytes.
const MAX_NAME: usize = 400;
/// The longest domain name, in bytes (RFC 1035).
pub(super) const MAX_DOMAIN: usize = 253;
/// The most scopes of one kind of sign-in, and the longest of them in bytes.
const MAX_SCOPES: usize = 200;
const MAX_SCOPE: usize = 200;
/// The longest text for a scope, in bytes.
const MAX_SCOPE_TEXT: usize = 1000;
/// The longest `protocol_version`, extension name and extension version, in bytes.
const MAX_VERSION: usize = 32;
const MAX_EXTENSION: usize = 256;

/// A `poppy.json` that can be read. Nothing in it is verified yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PoppyDocument {
    pub(crate) version: ProtocolVersion,
    pub(crate) name: String,
    /// `organization.domain`, as sent.
    pub(crate) domain: String,
    pub(crate) auth: Option<PoppyAuth>,
    pub(crate) chat: Option<Url>,
    pub(crate) extensions: BTreeMap<String, String>,
}

/// `auth` of a `poppy.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PoppyAuth {
    /// `auth.issuer`, character for character.
    pub(crate) issuer: String,
    /// The same as a URL.
    pub(crate) issuer_url: Url,
    pub(crate) direct: Option<Vec<String>>,
    pub(crate) device: Option<Vec<String>>,
    pub(crate) custom_scopes: BTreeMap<String, String>,
}

impl PoppyDocument {
    /// Reads a `poppy.json`. What this agent does not know or use is ignored.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, DocumentError> {
        let value = json::parse_strict(bytes)?;
        let top = document(&value)?;
        // First of all: a document of another version may differ in everything else.
        let version = version(top)?;
        let organization = Member::of(top, "organization");
        let organization = organization.required(organization.object()?)?;
        Ok(Self {
            version,
            name: name(organization)?,
            domain: domain(organization)?,
            auth: Member::of(top, "auth").object()?.map(auth).transpose()?,
            chat: chat(top)?,
            extensions: extensions(top)?,
        })
    }
}

fn version(top: &Object) -> Result<ProtocolVersion, DocumentError> {
    let member = Member::of(top, "protocol_version");
    let text = member.required(member.text(MAX_VERSION)?)?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_version = text
        .split_once('.')
        .is_some_and(|(major, minor)| is_number(major) && is_number(minor));
    if !is_version {
        return Err(member.wrong("must be a version such as \"0.3\""));
    }
    ProtocolVersion::parse(text).ok_or_else(|| DocumentError::Unsupported {
        theirs: text.to_owned(),
    })
}

fn name(organization: &Object) -> Result<String, DocumentError> {
    let member = Member::of(organization, "organization.name");
    let name = member.required(member.text(MAX_NAME)?)?;
    if text::one_line(name).is_empty() {
        return Err(member.wrong("is blank"));
    }
    Ok(name.to_owned())
}

fn domain(organization: &Object) -> Result<String, DocumentError> {
    let member = Member::of(organization, "organization.domain");
    Ok(member.required(member.text(MAX_DOMAIN)?)?.to_owned())
}

fn auth(auth: &Object) -> Result<PoppyAuth, DocumentError> {
    let issuer = Member::of(auth, "auth.issuer");
    // RFC 8414 section 2: an issuer has no query and no fragment.
    let (text, issuer_url) = issuer.required(issuer.https(Query::Refused)?)?;
    Ok(PoppyAuth {
        issuer: text.to_owned(),
        issuer_url,
        direct: scopes(auth, "auth.direct", "auth.direct.scopes")?,
        device: scopes(auth, "auth.device", "auth.device.scopes")?,
        custom_scopes: custom_scopes(auth)?,
    })
}

/// The scopes of one kind of sign-in; `None` when it is not offered.
fn scopes(
    auth: &Object,
    kind: &'static str,
    scopes: &'static str,
) -> Result<Option<Vec<String>>, DocumentError> {
    let Some(offer) = Member::of(auth, kind).object()? else {
        return Ok(None);
    };
    let listed = Member::of(offer, scopes).texts(MAX_SCOPES, MAX_SCOPE, is_scope)?;
    Ok(Some(listed.unwrap_or_default()))
}

fn custom_scopes(auth: &Object) -> Result<BTreeMap<String, String>, DocumentError> {
    let member = Member::of(auth, "auth.custom_scopes");
    let Some(entries) = member.object()? else {
        return Ok(BTreeMap::new());
    };
    if entries.len() > MAX_SCOPES {
        return Err(member.wrong("lists too much"));
    }
    entries
        .iter()
        .map(|(scope, text)| {
            if scope.len() > MAX_SCOPE || !is_scope(scope) {
                return Err(member.wrong("names something that is no scope"));
            }
            match text.as_str() {
                Some(text) if text.len() <= MAX_SCOPE_TEXT => Ok((scope.clone(), text.to_owned())),
                Some(_) => Err(member.wrong("has a text that is too long")),
                None => Err(member.wrong("must hold a text for each scope")),
            }
        })
        .collect()
}

/// The endpoint of the first protocol of type `poppy`; other types are skipped.
fn chat(top: &Object) -> Result<Option<Url>, DocumentError> {
    let Some(agent) = Member::of(top, "agent").object()? else {
        return Ok(None);
    };
    let protocols = Member::of(agent, "agent.protocols");
    let is_poppy = |entry: &&Value| entry.get("type").and_then(Value::as_str) == Some("poppy");
    let Some(entry) = protocols
        .list()?
        .into_iter()
        .flatten()
        .find(is_poppy)
        .and_then(Value::as_object)
    else {
        return Ok(None);
    };
    let endpoint = Member::of(entry, "agent.protocols.endpoint");
    let (_, url) = endpoint.required(endpoint.https(Query::Refused)?)?;
    Ok(Some(url))
}

/// Name to version. What has no version string cannot be in use by both sides: it is left out.
fn extensions(top: &Object) -> Result<BTreeMap<String, String>, DocumentError> {
    let entries = Member::of(top, "extensions").object()?;
    let listed = entries.into_iter().flatten().filter_map(|(name, entry)| {
        let version = entry.get("version")?.as_str()?;
        let fits = name.len() <= MAX_EXTENSION && version.len() <= MAX_VERSION;
        fits.then(|| (name.clone(), version.to_owned()))
    });
    Ok(listed.collect())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use serde_json::json;

    use super::*;

    fn whole() -> Value {
        json!({
            "protocol_version": "0.3",
            "organization": {"name": "Shop", "domain": "shop.example", "legal": 7},
            "auth": {
                "issuer": "https://auth.example/shop-a",
                "direct": {"scopes": ["orders:read"]},
                "device": {"scopes": []},
                "mediated": 7,
                "custom_scopes": {"orders:read": "See your orders"}
            },
            "agent": {"protocols": [
                {"type": "a2a", "endpoint": "ftp://elsewhere"},
                {"type": "poppy", "endpoint": "https://shop.example/chat"}
            ]},
            "apis": "unknown shapes are ignored",
            "extensions": {
                "links": {"version": "1"},
                "shop.example/wrap": {"version": "2", "colour": "red"},
                "no-version": {},
                "odd": 5
            }
        })
    }

    fn parse(value: &Value) -> Result<PoppyDocument, DocumentError> {
        PoppyDocument::parse(value.to_string().as_bytes())
    }

    fn with(pointer: &str, new: Value) -> Value {
        let mut value = whole();
        *value.pointer_mut(pointer).unwrap() = new;
        value
    }

    fn without(pointer: &str) -> Value {
        let mut value = whole();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = value.pointer_mut(parent).unwrap();
        parent.as_object_mut().unwrap().remove(name).unwrap();
        value
    }

    #[track_caller]
    fn assert_member(value: &Value, path: &str) {
        match parse(value) {
            Err(DocumentError::Member { member, .. }) => assert_eq!(member, path),
            other => panic!("expected a problem with {path}, got {other:?}"),
        }
    }

    #[test]
    fn a_whole_document_is_read_and_the_unknown_ignored() {
        let read = parse(&whole()).unwrap();
        assert_eq!(read.version, ProtocolVersion::V0_3);
        assert_eq!((&*read.name, &*read.domain), ("Shop", "shop.example"));
        assert_eq!(read.chat.unwrap().as_str(), "https://shop.example/chat");
        let extensions: Vec<_> = read.extensions.iter().map(|(n, v)| (&**n, &**v)).collect();
        assert_eq!(extensions, [("links", "1"), ("shop.example/wrap", "2")]);
        let auth = read.auth.unwrap();
        assert_eq!(auth.issuer, "https://auth.example/shop-a");
        assert_eq!(auth.direct, Some(vec!["orders:read".to_owned()]));
        assert_eq!(auth.device, Some(Vec::new()));
        assert_eq!(auth.custom_scopes["orders:read"], "See your orders");
    }

    #[test]
    fn only_version_and_organization_are_required() {
        for absent in [
            "/auth",
            "/agent",
            "/agent/protocols",
            "/extensions",
            "/auth/direct",
        ] {
            parse(&without(absent)).unwrap();
        }
        let null = parse(&with("/auth/device", Value::Null)).unwrap();
        assert_eq!(null.auth.unwrap().device, None);
        let none = parse(&with("/agent/protocols", json!([{"type": "a2a"}, 5]))).unwrap();
        assert_eq!(none.chat, None);
        assert_eq!(parse(&without("/auth")).unwrap().auth, None);
    }

    #[test]
    fn each_missing_or_wrong_member_is_named() {
        for (pointer, path) in [
            ("/protocol_version", "protocol_version"),
            ("/organization", "organization"),
            ("/organization/name", "organization.name"),
            ("/organization/domain", "organization.domain"),
            ("/auth/issuer", "auth.issuer"),
        ] {
            assert_member(&without(pointer), path);
        }
        for (pointer, path) in [
            ("/protocol_version", "protocol_version"),
            ("/organization", "organization"),
            ("/organization/name", "organization.name"),
            ("/organization/domain", "organization.domain"),
            ("/auth", "auth"),
            ("/auth/issuer", "auth.issuer"),
            ("/auth/direct", "auth.direct"),
            ("/auth/direct/scopes", "auth.direct.scopes"),
            ("/auth/device/scopes", "auth.device.scopes"),
            ("/auth/custom_scopes", "auth.custom_scopes"),
            ("/agent", "agent"),
            ("/agent/protocols", "agent.protocols"),
            ("/agent/protocols/1/endpoint", "agent.protocols.endpoint"),
            ("/extensions", "extensions"),
        ] {
            assert_member(&with(pointer, json!(7)), path);
        }
        assert_member(&json!([]), "(the document)");
        assert_member(
            &without("/agent/protocols/1/endpoint"),
            "agent.protocols.endpoint",
        );
    }

    #[test]
    fn everything_is_bounded() {
        let long = "x".repeat(3000);
        for (pointer, path) in [
            ("/protocol_version", "protocol_version"),
            ("/organization/name", "organization.name"),
            ("/organization/domain", "organization.domain"),
        ] {
            assert_member(&with(pointer, json!(long)), path);
        }
        let url = json!(format!("https://shop.example/{long}"));
        assert_member(&with("/auth/issuer", url), "auth.issuer");
        let many: Vec<_> = (0..1000).map(|n| n.to_string()).collect();
        assert_member(
            &with("/auth/direct/scopes", json!(many)),
            "auth.direct.scopes",
        );
        assert_member(
            &with("/auth/direct/scopes", json!([long])),
            "auth.direct.scopes",
        );
        for scope in ["", "a b", "a\"b", "a\\b", "é"] {
            assert_member(
                &with("/auth/direct/scopes", json!([scope])),
                "auth.direct.scopes",
            );
            assert_member(
                &with("/auth/custom_scopes", json!({scope: "text"})),
                "auth.custom_scopes",
            );
        }
        assert_member(
            &with("/auth/custom_scopes", json!({"a": long})),
            "auth.custom_scopes",
        );
        assert_member(
            &with("/organization/name", json!(" \u{200b} ")),
            "organization.name",
        );
    }

    #[test]
    fn urls_are_plain_https() {
        for bad in [
            "http://shop.example/chat",
            "https:/shop.example/chat",
            "https:shop.example",
            "https:\\\\shop.example\\chat",
            " https://shop.example/chat",
            "https://shop.exa\tmple/chat",
            "https://user@shop.example/chat",
            "https://user:secret@shop.example/chat",
            "https://shop.example/chat?x=1",
            "https://shop.example/chat?",
            "https://shop.example/chat#x",
            "https://shop.example/chat#",
            "/chat",
            "shop.example",
            "",
        ] {
            assert_member(
                &with("/agent/protocols/1/endpoint", json!(bad)),
                "agent.protocols.endpoint",
            );
            assert_member(&with("/auth/issuer", json!(bad)), "auth.issuer");
        }
    }

    #[test]
    fn versions_are_judged_before_anything_else() {
        let minimal = parse(&json!({"protocol_version": "1.0"}));
        assert_eq!(
            minimal,
            Err(DocumentError::Unsupported {
                theirs: "1.0".into()
            })
        );
        let message = minimal.unwrap_err().to_string();
        for version in ["1.0", "0.3", "0.2"] {
            assert!(message.contains(version), "{message} names {version}");
        }
        for unsupported in ["0.4", "0.1", "0.30", "00.3", "0.03"] {
            let error = parse(&with("/protocol_version", json!(unsupported))).unwrap_err();
            assert!(matches!(error, DocumentError::Unsupported { .. }));
        }
        for wrong in ["", "0", "v0.3", "0.3.0", "0.3 ", ".3", "0."] {
            assert_member(&with("/protocol_version", json!(wrong)), "protocol_version");
        }
        let older = parse(&with("/protocol_version", json!("0.2"))).unwrap();
        assert_eq!(older.version, ProtocolVersion::V0_2);
    }

    #[test]
    fn json_problems_are_told() {
        for bad in [
            &b"{"[..],
            b"\xff",
            br#"{"protocol_version": "0.3", "protocol_version": "0.2"}"#,
        ] {
            let error = PoppyDocument::parse(bad).unwrap_err();
            assert!(matches!(error, DocumentError::Json(_)), "{error:?}");
        }
    }
}
