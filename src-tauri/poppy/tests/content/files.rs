//! Every case of `tests/cases/`, and that the files are still those of the rules they came with.

use std::path::Path;

use poppy::disclosures::{self, Notice};
use poppy::links::{self, CompanySites};
use poppy::message::Message;
use poppy::text;
use serde_json::{Value, json};

const LINKS: &str = include_str!("../cases/links.json");
const DISCLOSURES: &str = include_str!("../cases/disclosures.json");

fn cases(file: &str) -> Vec<Value> {
    serde_json::from_str(file).unwrap()
}

/// Runs every case and names all that fail at once.
fn check(file: &str, get: impl Fn(&Value) -> Value) {
    let cases = cases(file);
    assert!(!cases.is_empty());
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let got = get(case);
            (got != case["expect"]).then(|| {
                format!(
                    "{} ({})\n  want {}\n   got {got}",
                    case["id"], case["why"], case["expect"]
                )
            })
        })
        .collect();
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

#[test]
fn links_json() {
    check(LINKS, |case| {
        let poppy_domains = case["poppy_domains"].as_array().into_iter().flatten();
        let company = CompanySites {
            domain: case["company"].as_str().unwrap().to_owned(),
            poppy_domains: poppy_domains
                .map(|d| d.as_str().unwrap().to_owned())
                .collect(),
        };
        json!(links::assess(&case["item"], &company))
    });
}

#[test]
fn disclosures_json() {
    check(DISCLOSURES, |case| {
        let message = Message::from_value(&case["message"]).unwrap();
        let notices = message
            .extensions
            .get("disclosures")
            .map(disclosures::read)
            .unwrap_or_default();
        let banners: Vec<&String> = notices
            .iter()
            .filter_map(|notice| match notice {
                Notice::Text { text } => Some(text),
                Notice::Unreadable { .. } => None,
            })
            .collect();
        json!({
            "banners": banners,
            "unreadable": notices.len() - banners.len(),
            "text": message.text.as_deref().map(text::many_lines),
        })
    });
}

/// The originals stand in a folder beside the repository where the rules are kept; elsewhere there
/// is nothing to compare with.
#[test]
fn the_files_are_those_of_the_rules() {
    let originals = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases");
    if !originals.is_dir() {
        eprintln!("skipped: no folder shared/cases stands beside the repository");
        return;
    }
    for (name, copy) in [("links.json", LINKS), ("disclosures.json", DISCLOSURES)] {
        let original = std::fs::read_to_string(originals.join(name)).unwrap();
        assert!(
            original == copy,
            "tests/cases/{name} is no longer the original"
        );
    }
}
