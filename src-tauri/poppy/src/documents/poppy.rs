//! `poppy.json` (draft 0.3 section 3), read from its bytes.

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests;

use std::collections::BTreeMap;

use serde_json::Value;
use url::Url;

use super::company::{DocumentError, ProtocolVersion};
use super::members::{Member, Object, Query, document, is_scope};
use crate::{extensions, json, text};

/// The longest `organization.name`, in bytes.
const MAX_NAME: usize = 400;
/// The longest domain name, in bytes (RFC 1035).
pub(super) const MAX_DOMAIN: usize = 253;
/// The most scopes of one kind of sign-in, and the longest of them in bytes.
const MAX_SCOPES: usize = 200;
const MAX_SCOPE: usize = 200;
/// The longest text for a scope, in bytes.
const MAX_SCOPE_TEXT: usize = 1000;
/// The longest `protocol_version`, in bytes.
const MAX_VERSION: usize = 32;

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

fn extensions(top: &Object) -> Result<BTreeMap<String, String>, DocumentError> {
    let entries = Member::of(top, "extensions").object()?;
    Ok(entries.map(extensions::listed).unwrap_or_default())
}
