//! The extensions this agent speaks, in one table.
//!
//! An agent that lists `disclosures` gets notices apart from `text`; one that listed it and did not
//! show them would hide an allergen warning. So what is advertised in the client metadata and what
//! is rendered both come from [`Extension::ALL`]: a row cannot be listed without being shown, since
//! the renderer matches on the same enum.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::text;

/// The longest name of an extension that is kept, in bytes, and the longest version, in characters.
const MAX_NAME: usize = 256;
const MAX_VERSION: usize = 32;

/// An extension of the protocol that this agent shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extension {
    /// Links to web pages (the Links extension, version 1).
    Links,
    /// Notices that matter whatever else the message says (the Disclosures extension, version 1).
    Disclosures,
}

impl Extension {
    /// Every extension advertised, and so every one rendered.
    pub const ALL: [Self; 2] = [Self::Links, Self::Disclosures];

    /// The name it has in `extensions`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Links => "links",
            Self::Disclosures => "disclosures",
        }
    }

    /// The version this agent speaks.
    #[must_use]
    pub const fn version(self) -> &'static str {
        match self {
            Self::Links | Self::Disclosures => "1",
        }
    }
}

/// The `extensions` member of the client metadata document (section 2 of both extensions' pages).
#[must_use]
pub fn advertised() -> Value {
    let entry = |e: Extension| (e.name().to_owned(), json!({ "version": e.version() }));
    Value::Object(Extension::ALL.into_iter().map(entry).collect::<Map<_, _>>())
}

/// What an `extensions` member lists, name to version (draft 0.3 section 3.3).
///
/// An entry that gives no version (an object without `version`, or with `null` there, or `null`
/// itself) lists none, and so no other than ours: it is left out. One that gives something else than
/// a string as its version, or is no object, lists a version that nobody speaks: it is kept as a
/// text that no version is. So is one whose version is too long.
#[must_use]
pub fn listed(extensions: &Map<String, Value>) -> BTreeMap<String, String> {
    let fitting = extensions.iter().filter(|(name, _)| name.len() <= MAX_NAME);
    fitting
        .filter_map(|(name, entry)| Some((name.clone(), version(entry)?)))
        .collect()
}

fn version(entry: &Value) -> Option<String> {
    let version = match entry {
        Value::Object(members) => members.get("version")?,
        other => return unspoken(other),
    };
    match version {
        Value::String(version) => Some(text::cut(version, MAX_VERSION)),
        other => unspoken(other),
    }
}

/// Ours are numbers only, so `1` itself would pass for one.
fn unspoken(value: &Value) -> Option<String> {
    let text = || text::cut(&format!("not a version: {value}"), MAX_VERSION);
    (!value.is_null()).then(text)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_version_is_another_version() {
        let version = |entry: Value| {
            let document = json!({ "links": entry });
            listed(document.as_object().unwrap()).remove("links")
        };
        assert_eq!(version(json!({"version": "1"})).as_deref(), Some("1"));
        assert_eq!(version(json!({"version": "2"})).as_deref(), Some("2"));
        for none in [
            json!({}),
            json!({"colour": 1}),
            json!({"version": null}),
            json!(null),
        ] {
            assert_eq!(version(none), None);
        }
        for odd in [
            json!({"version": 1}),
            json!({"version": ["1"]}),
            json!({"version": {"version": "1"}}),
            json!({"version": true}),
            json!({"version": ""}),
            json!({"version": " 1"}),
            json!({"version": "1".repeat(1000)}),
            json!("1"),
            json!(1),
            json!(["1"]),
            json!([]),
            json!(false),
        ] {
            let kept = version(odd.clone()).unwrap();
            assert_ne!(kept, "1", "of {odd}");
            assert!(kept.chars().count() <= MAX_VERSION + 1);
        }
        let long = json!({"x".repeat(300): {"version": "1"}});
        assert!(listed(long.as_object().unwrap()).is_empty());
    }
}
