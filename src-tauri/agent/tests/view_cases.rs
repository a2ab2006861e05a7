//! Every case of the two extensions, through the view of a whole message.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use candor_agent::view::{MessageView, ShownNotice, view};
use poppy::links::CompanySites;
use poppy::message::Message;
use serde_json::{Value, json};

fn cases(name: &str) -> Vec<Value> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../poppy/tests/cases");
    let text = std::fs::read_to_string(path.join(name)).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!cases.is_empty());
    cases
}

fn see(message: &Value, company: &str) -> MessageView {
    let sites = CompanySites {
        domain: company.to_owned(),
        poppy_domains: Vec::new(),
    };
    let message = Message::from_value(message).unwrap();
    view(&message, &sites, &BTreeMap::new())
}

#[test]
fn disclosures() {
    for case in cases("disclosures.json") {
        let (id, expect) = (&case["id"], &case["expect"]);
        let seen = see(&case["message"], "example.com");
        let texts: Vec<_> = seen
            .disclosures
            .iter()
            .filter_map(|notice| match notice {
                ShownNotice::Text { text } => Some(text.as_str()),
                ShownNotice::Unreadable { .. } => None,
            })
            .collect();
        assert_eq!(json!(texts), expect["banners"], "{id}");
        let unreadable = seen.disclosures.len() - texts.len();
        assert_eq!(json!(unreadable), expect["unreadable"], "{id}");
        assert_eq!(json!(seen.text), expect["text"], "{id}");
    }
}

#[test]
fn links() {
    for case in cases("links.json") {
        let (id, company) = (&case["id"], case["company"].as_str().unwrap());
        let message = json!({"id": "msg_1", "role": "company", "author": {"type": "agent"},
            "text": "Here.", "extensions": {"links": {"items": [case["item"]]}}});
        let seen = see(&message, company);
        assert_eq!(seen.links.len(), 1, "{id}");
        let card = &seen.links[0];
        assert_eq!(
            serde_json::to_value(&card.link).unwrap(),
            case["expect"],
            "{id}"
        );
        let whole = format!("{}{}", card.front, card.strong);
        assert_eq!(whole, card.link.shown.clone().unwrap_or_default(), "{id}");
        let url = &case["item"]["url"];
        let source = url
            .as_str()
            .map_or_else(|| case["item"].to_string(), str::to_owned);
        assert_eq!(card.source, source, "{id}");
    }
}
