//! More cases for each sentence of the rules about links, beside those of the case files.

mod refusals;
mod titles;
mod warnings;

use poppy::links::{self, CompanySites, Link};
use serde_json::json;

fn sites(domain: &str) -> CompanySites {
    CompanySites {
        domain: domain.to_owned(),
        poppy_domains: Vec::new(),
    }
}

fn link(url: &str) -> Link {
    links::assess(&json!({"url": url}), &sites("manzanita.example"))
}

fn codes(link: &Link) -> Vec<String> {
    serde_json::from_value(json!(link.reasons)).unwrap()
}

/// Checks rows of a URL and its reasons, and names all that fail at once.
fn check(rows: &[(&str, &[&str])]) {
    check_by(rows, |url| codes(&link(url)));
}

fn check_by(rows: &[(&str, &[&str])], get: impl Fn(&str) -> Vec<String>) {
    let failed: Vec<String> = rows
        .iter()
        .map(|(sent, want)| (sent, want, get(sent)))
        .filter(|(_, want, got)| got != *want)
        .map(|(sent, want, got)| format!("{sent:?}: want {want:?}, got {got:?}"))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

const PLAIN: &[&str] = &[];
