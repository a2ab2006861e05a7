//! What the Company asks of an agent's published documents before it believes them (draft 0.2
//! section 4.1, draft 0.3 section 2 of both extensions' pages).

use serde_json::Value;
use url::Url;

use crate::jwt::EcKey;
use crate::{AgentSite, Published};

/// The largest client metadata document, in bytes.
const MAX_METADATA: usize = 5 * 1024;
/// The largest JWKS, in bytes.
const MAX_JWKS: usize = 12 * 1024;
/// The longest `client_id`, in bytes.
const MAX_CLIENT_ID: usize = 120;

/// Which of the Company's extensions an agent lists at version "1".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists {
    pub(crate) links: bool,
    pub(crate) disclosures: bool,
}

/// An agent whose documents hold what they must.
pub(crate) struct KnownAgent {
    keys: Vec<(String, EcKey)>,
    pub(crate) lists: Lists,
    /// `client_name`, empty when there is none.
    pub(crate) name: String,
    redirect_uris: Vec<String>,
}

impl KnownAgent {
    /// The published key of this `kid`.
    pub(crate) fn key(&self, kid: &str) -> Option<&EcKey> {
        self.keys.iter().find(|(k, _)| k == kid).map(|(_, key)| key)
    }

    /// A published callback, if this is one, character for character (draft 0.2 section 4.5).
    pub(crate) fn redirect_uri(&self, uri: &str) -> Option<Url> {
        let mut known = self.redirect_uris.iter();
        known.any(|k| k == uri).then(|| Url::parse(uri).ok())?
    }
}

/// Fetches and checks what the agent of this `client_id` publishes. The error says what is wrong.
pub(crate) fn look_up(site: &AgentSite, client_id: &str) -> Result<KnownAgent, &'static str> {
    let url = own_url(client_id)?;
    let published = site(client_id).ok_or("nothing is published at the client_id")?;
    check(client_id, &url, &published)
}

fn own_url(client_id: &str) -> Result<Url, &'static str> {
    if client_id.len() > MAX_CLIENT_ID {
        return Err("the client_id is longer than 120 bytes");
    }
    let url = https(client_id).ok_or("the client_id is not an HTTPS URL")?;
    let plain = url.as_str() == client_id
        && url.path() != "/"
        && url.query().is_none()
        && url.fragment().is_none();
    plain
        .then_some(url)
        .ok_or("the client_id must name a file, with nothing after it")
}

/// An HTTPS URL with a host, on its usual port, with no user name in it.
fn https(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let plain = url.scheme() == "https"
        && url.host_str().is_some()
        && url.port().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    plain.then_some(url)
}

fn check(client_id: &str, url: &Url, published: &Published) -> Result<KnownAgent, &'static str> {
    let metadata = &published.metadata;
    if metadata.to_string().len() > MAX_METADATA || published.jwks.to_string().len() > MAX_JWKS {
        return Err("the agent's documents are too large");
    }
    let member = |name: &str| metadata.get(name).and_then(Value::as_str);
    let same_host = |text: &str| https(text).is_some_and(|u| u.host_str() == url.host_str());
    if member("client_id") != Some(client_id) {
        return Err("the document at the client_id names another client_id");
    }
    if !member("jwks_uri").is_some_and(same_host) {
        return Err("jwks_uri is not an HTTPS URL on the client_id's host");
    }
    let redirects = metadata.get("redirect_uris").and_then(Value::as_array);
    let elsewhere = |uri: &Value| !uri.as_str().is_some_and(same_host);
    let Some(redirects) = redirects.filter(|uris| !uris.iter().any(elsewhere)) else {
        return Err("redirect_uris are not HTTPS URLs on the client_id's host");
    };
    if member("token_endpoint_auth_method") != Some("private_key_jwt") {
        return Err("token_endpoint_auth_method is not private_key_jwt");
    }
    let lists = |name: &str| {
        let entry = metadata.get("extensions").and_then(|all| all.get(name));
        entry.and_then(|e| e.get("version")).and_then(Value::as_str) == Some("1")
    };
    Ok(KnownAgent {
        keys: keys(&published.jwks)?,
        lists: Lists {
            links: lists("links"),
            disclosures: lists("disclosures"),
        },
        name: member("client_name").unwrap_or_default().to_owned(),
        redirect_uris: redirects
            .iter()
            .filter_map(|uri| uri.as_str().map(str::to_owned))
            .collect(),
    })
}

fn keys(jwks: &Value) -> Result<Vec<(String, EcKey)>, &'static str> {
    let listed = jwks.get("keys").and_then(Value::as_array);
    let listed = listed.ok_or("the JWKS holds no list of keys")?;
    listed.iter().map(key).collect()
}

fn key(jwk: &Value) -> Result<(String, EcKey), &'static str> {
    let member = |name: &str| jwk.get(name).and_then(Value::as_str);
    let kid = member("kid").ok_or("a key of the JWKS has no kid")?;
    if member("use") != Some("sig") || member("alg") != Some("ES256") {
        return Err("a key of the JWKS is not for ES256 signatures");
    }
    Ok((kid.to_owned(), EcKey::from_jwk(jwk)?))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::testkit::{CLIENT_ID, TestKey, published};

    fn looked_up(change: impl Fn(&mut Published)) -> Result<KnownAgent, &'static str> {
        let mut documents = published(&TestKey::generate());
        change(&mut documents);
        let site: AgentSite = Arc::new(move |_| Some(documents.clone()));
        look_up(&site, CLIENT_ID)
    }

    #[test]
    fn good_documents_give_keys_and_extensions() {
        let agent = looked_up(|_| {}).ok().unwrap();
        assert!(agent.key("k1").is_some());
        assert!(agent.key("k2").is_none());
        assert!(agent.lists.links && agent.lists.disclosures);
    }

    #[test]
    fn an_extension_counts_only_at_version_1() {
        for other in [
            json!({}),
            json!({ "links": { "version": "2" }, "disclosures": { "version": 1 } }),
            json!(["links", "disclosures"]),
        ] {
            let agent = looked_up(|p| p.metadata["extensions"] = other.clone()).ok();
            assert_eq!(agent.unwrap().lists, Lists::default(), "{other}");
        }
    }

    #[test]
    fn documents_that_break_a_rule_are_refused() {
        let long = "x".repeat(MAX_JWKS);
        let breaks: [(&str, Value); 8] = [
            ("client_id", json!("https://agent.test.example/other.json")),
            ("client_id", json!(null)),
            ("jwks_uri", json!("https://elsewhere.example/jwks.json")),
            ("jwks_uri", json!("http://agent.test.example/jwks.json")),
            ("redirect_uris", json!(["https://elsewhere.example/cb"])),
            ("redirect_uris", json!(null)),
            ("token_endpoint_auth_method", json!("none")),
            ("client_name", json!(long)),
        ];
        for (member, value) in breaks {
            let found = looked_up(|p| p.metadata[member] = value.clone());
            assert!(found.is_err(), "{member} = {value} was accepted");
        }
        for (member, value) in [
            ("kid", json!(null)),
            ("use", json!("enc")),
            ("alg", json!("RS256")),
            ("crv", json!("P-384")),
            ("d", json!("secret")),
            ("x", json!("AA")),
        ] {
            let found = looked_up(|p| p.jwks["keys"][0][member] = value.clone());
            assert!(found.is_err(), "a key with {member} = {value} was accepted");
        }
        assert!(looked_up(|p| p.jwks = json!({})).is_err());
    }

    #[test]
    fn a_client_id_is_an_https_url_that_names_a_file() {
        let site: AgentSite = Arc::new(|_| panic!("nothing is fetched from a bad client_id"));
        let long = format!("https://agent.test.example/{}", "a".repeat(MAX_CLIENT_ID));
        for id in [
            "",
            "agent",
            "http://agent.test.example/agent.json",
            "https://agent.test.example/",
            "https://agent.test.example/agent.json?x",
            "https://agent.test.example/agent.json#x",
            "https://user@agent.test.example/agent.json",
            "https://agent.test.example:8443/agent.json",
            "https://AGENT.test.example/agent.json",
            &long,
        ] {
            assert!(look_up(&site, id).is_err(), "{id} was accepted");
        }
    }
}
