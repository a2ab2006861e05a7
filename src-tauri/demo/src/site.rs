//! Agents' documents read from a folder, for a demo that runs as a program of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use poppy::json::parse_strict;
use serde_json::Value;
use url::Url;

use crate::{AgentSite, Published};

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 64 * 1024;

/// A site whose documents are the files of a folder, found by the URL's path whatever its host:
/// `https://agent.example/agent.json` is the folder's `agent.json`, and its `jwks_uri` likewise. The
/// files are read anew each time.
#[must_use]
pub fn folder(dir: PathBuf) -> AgentSite {
    Arc::new(move |client_id| {
        let metadata = document(&dir, client_id)?;
        let jwks = document(&dir, metadata.get("jwks_uri")?.as_str()?)?;
        Some(Published { metadata, jwks })
    })
}

fn document(dir: &Path, url: &str) -> Option<Value> {
    let url = Url::parse(url).ok()?;
    let mut path = dir.to_owned();
    for segment in url.path_segments()? {
        // What is left after the URL parser: no `..`, and nothing that a file system reads as one.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        if segment.is_empty() || segment.starts_with('.') || !segment.chars().all(plain) {
            return None;
        }
        path.push(segment);
    }
    if fs::metadata(&path).ok()?.len() > MAX_FILE {
        return None;
    }
    parse_strict(&fs::read(&path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn documents_are_found_by_path_and_never_outside_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let dir = outer.path().join("site");
        fs::create_dir_all(dir.join("a")).unwrap();
        let document = json!({ "jwks_uri": "https://agent.example/a/jwks.json" });
        fs::write(dir.join("agent.json"), document.to_string()).unwrap();
        fs::write(outer.path().join("agent.json"), document.to_string()).unwrap();
        fs::write(dir.join("a/jwks.json"), r#"{"keys":[]}"#).unwrap();

        let site = folder(dir);
        let found = site("https://agent.example/agent.json").unwrap();
        assert_eq!(found.metadata, document);
        assert_eq!(found.jwks, json!({ "keys": [] }));
        for outside in [
            "https://agent.example/a/jwks.json",
            "https://agent.example/missing.json",
            "https://agent.example/%2e%2e/site/..%2fagent.json",
            "https://agent.example/..%2fagent.json",
            "https://agent.example//agent.json",
            "https://agent.example/",
            "agent.json",
        ] {
            assert!(site(outside).is_none(), "{outside}");
        }
    }
}
