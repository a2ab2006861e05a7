//! Whether the published copies are what they must be: fetched as a Company would, over HTTPS and
//! with no redirects, and compared member by member (draft 0.3 section 4.1).

use std::time::Duration;

use poppy::documents::client::ClientId;
use poppy::host::Timestamp;
use poppy::json;
use poppy::net::{Method, NetError, Request, Transport};
use serde_json::{Map, Value};
use url::Url;

use crate::language::say;
use crate::page::{Difference, Published, PublishedFile};
use crate::{present, words};

/// What strict Companies read of each file, in bytes.
const MAX_METADATA: usize = 5 * 1024;
const MAX_KEYS: usize = 12 * 1024;
/// How long a Company waits for each.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a file cannot be compared.
enum Unusable {
    Unreachable { code: String, message: String },
    Differs(Difference),
}

/// Checks both files against what they must be.
pub(super) async fn check(
    transport: &dyn Transport,
    id: &ClientId,
    (metadata, keys): (&Value, &Value),
    now: Timestamp,
) -> Published {
    let mut differences = Vec::new();
    let Ok(document) = Url::parse(id.as_str()) else {
        return Published::Unknown;
    };
    for (file, url, max, expected) in [
        (PublishedFile::Metadata, document, MAX_METADATA, metadata),
        (PublishedFile::Keys, id.jwks_uri(), MAX_KEYS, keys),
    ] {
        match fetch(transport, file, url, max).await {
            Ok(found) if file == PublishedFile::Metadata => {
                differences.extend(compare_metadata(expected, &found));
            }
            Ok(found) => differences.extend(compare_keys(expected, &found)),
            Err(Unusable::Differs(difference)) => differences.push(difference),
            Err(Unusable::Unreachable { code, message }) => {
                return Published::Unreachable {
                    file,
                    code,
                    message,
                    checked_at: now.0,
                };
            }
        }
    }
    if differences.is_empty() {
        Published::Matches {
            since: now.0,
            checked_at: now.0,
        }
    } else {
        Published::Differs {
            differences,
            checked_at: now.0,
        }
    }
}

async fn fetch(
    transport: &dyn Transport,
    file: PublishedFile,
    url: Url,
    max: usize,
) -> Result<Value, Unusable> {
    let shown = url.as_str().to_owned();
    let request = Request {
        method: Method::Get,
        url,
        headers: vec![("accept", "application/json".to_owned())],
        body: Vec::new(),
        timeout: PATIENCE,
        max_body: max,
    };
    let unreachable = |code: &str| Unusable::Unreachable {
        code: code.to_owned(),
        message: words::published(code, &shown),
    };
    let response = match transport.send(request).await {
        Ok(response) => response,
        Err(NetError::TooLarge(_)) => {
            return Err(Unusable::Differs(difference(
                file,
                "",
                say("published-too-large", &[("max", (&max.to_string()).into())]),
            )));
        }
        Err(error) => return Err(unreachable(error.code())),
    };
    match response.status {
        200 => {}
        300..=399 => return Err(unreachable("redirect")),
        404 | 410 => return Err(unreachable("not-published")),
        _ => return Err(unreachable("odd-status")),
    }
    json::parse_strict(&response.body).map_err(|error| {
        let problem = present::phrase(&error.to_string());
        Unusable::Differs(difference(
            file,
            "",
            say("published-not-json", &[("problem", (&problem).into())]),
        ))
    })
}

fn difference(file: PublishedFile, member: &str, message: String) -> Difference {
    Difference {
        file,
        member: present::phrase(member),
        message,
    }
}

/// A value as a person reads it, on one line and not too long.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    say("core-quoted", &[("text", (&present::phrase(&text)).into())])
}

fn members(value: &Value) -> &Map<String, Value> {
    static EMPTY: std::sync::OnceLock<Map<String, Value>> = std::sync::OnceLock::new();
    value
        .as_object()
        .unwrap_or_else(|| EMPTY.get_or_init(Map::new))
}

/// Each member that must be there, as it must be. What is there beside them is the User's own.
fn compare_members(
    file: PublishedFile,
    at: &str,
    expected: &Map<String, Value>,
    found: &Map<String, Value>,
) -> Vec<Difference> {
    let each = |(name, must): (&String, &Value)| {
        let message = match found.get(name) {
            Some(is) if is == must => return None,
            Some(is) => say(
                "published-says",
                &[("is", (&shown(is)).into()), ("must", (&shown(must)).into())],
            ),
            None => say("published-missing", &[("must", (&shown(must)).into())]),
        };
        Some(difference(file, &format!("{at}{name}"), message))
    };
    expected.iter().filter_map(each).collect()
}

fn compare_metadata(expected: &Value, found: &Value) -> Vec<Difference> {
    let file = PublishedFile::Metadata;
    if !found.is_object() {
        let message = say("published-no-object", &[]);
        return vec![difference(file, "", message)];
    }
    let (mut must, mut is) = (members(expected).clone(), members(found).clone());
    let must_list = must.remove("extensions").unwrap_or_default();
    let lists = is.remove("extensions").unwrap_or_default();
    let mut differences = compare_members(file, "", &must, &is);
    let (must_list, lists) = (members(&must_list), members(&lists));
    differences.extend(compare_members(file, "extensions.", must_list, lists));
    // What is listed is what Companies then send apart from their words: it must be shown.
    let listed_only = lists.keys().filter(|name| !must_list.contains_key(*name));
    differences.extend(listed_only.map(|name| {
        let message = say("published-unknown-extension", &[]);
        difference(file, &format!("extensions.{name}"), message)
    }));
    differences
}

fn listed(value: &Value) -> &[Value] {
    let keys = value.get("keys").and_then(Value::as_array);
    keys.map_or(&[], Vec::as_slice)
}

fn kid(key: &Value) -> &str {
    key.get("kid").and_then(Value::as_str).unwrap_or_default()
}

/// Whether a key is in a JWKS.
pub(super) fn lists(keys: &Value, wanted: &str) -> bool {
    listed(keys).iter().any(|key| kid(key) == wanted)
}

fn compare_keys(expected: &Value, found: &Value) -> Vec<Difference> {
    let file = PublishedFile::Keys;
    let mut differences = Vec::new();
    for must in listed(expected) {
        match listed(found).iter().find(|key| kid(key) == kid(must)) {
            None => differences.push(difference(file, kid(must), say("published-no-key", &[]))),
            Some(is) => differences.extend(compare_members(
                file,
                &format!("{} ", kid(must)),
                members(must),
                members(is),
            )),
        }
    }
    for is in listed(found) {
        if is.get("d").is_some() {
            let message = say("published-private-key", &[]);
            differences.push(difference(file, kid(is), message));
        } else if !listed(expected).iter().any(|key| kid(key) == kid(is)) {
            let message = say("published-strange-key", &[]);
            differences.push(difference(file, kid(is), message));
        }
    }
    differences
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(differences: &[Difference]) -> Vec<&str> {
        differences.iter().map(|d| d.member.as_str()).collect()
    }

    #[test]
    fn each_difference_of_the_metadata_is_named() {
        let must = json!({"client_id": "https://me.example/a.json", "client_name": "Dana",
            "redirect_uris": ["https://me.example/oauth/callback"],
            "extensions": {"links": {"version": "1"}, "disclosures": {"version": "1"}}});
        assert!(compare_metadata(&must, &must).is_empty());
        let mut more = must.clone();
        more["logo_uri"] = json!("https://me.example/logo.png");
        assert!(compare_metadata(&must, &more).is_empty(), "the User's own");
        let is = json!({"client_id": "https://me.example/a.json", "client_name": "Eve",
            "extensions": {"links": {"version": "2"}, "operations": {"version": "1"}}});
        let differences = compare_metadata(&must, &is);
        assert_eq!(
            said(&differences),
            [
                "client_name",
                "redirect_uris",
                "extensions.links",
                "extensions.disclosures",
                "extensions.operations"
            ]
        );
        assert!(differences[0].message.contains("Eve") && differences[0].message.contains("Dana"));
        for odd in [json!([]), json!("x"), json!(null)] {
            assert_eq!(compare_metadata(&must, &odd).len(), 1);
        }
    }

    #[test]
    fn each_difference_of_the_keys_is_named() {
        let key = |kid: &str| json!({"kid": kid, "x": "1", "y": "2", "use": "sig"});
        let must = json!({"keys": [key("a"), key("b")]});
        let same = json!({"keys": [key("b"), key("a")]});
        assert!(compare_keys(&must, &same).is_empty(), "in any order");
        let mut other = key("a");
        other["x"] = json!("3");
        let mut leaked = key("a");
        leaked["d"] = json!("secret");
        for (is, names) in [
            (json!({"keys": [key("a")]}), vec!["b"]),
            (json!({"keys": [other, key("b")]}), vec!["a x"]),
            (json!({"keys": [leaked, key("b")]}), vec!["a"]),
            (json!({"keys": [key("a"), key("b"), key("c")]}), vec!["c"]),
            (json!({}), vec!["a", "b"]),
            (json!([1]), vec!["a", "b"]),
        ] {
            assert_eq!(said(&compare_keys(&must, &is)), names, "{is}");
        }
    }
}
