//! Every case of the rules, through the door a Company's developers use.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli;

fn cases(name: &str) -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../poppy/tests/cases");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert!(!cases.is_empty(), "{name} holds cases");
    cases
}

#[test]
fn links() {
    for case in cases("links.json") {
        let message = json!({
            "id": "msg_1",
            "role": "company",
            "author": { "type": "agent" },
            "extensions": { "links": { "items": [case["item"]] } },
        });
        let company = case["company"].as_str().unwrap();
        let ran = cli().run_on(
            &["inspect", "--company", company],
            message.to_string().as_bytes(),
        );
        let (id, expected) = (&case["id"], json!([case["expect"]]));
        assert_eq!(ran.only()["links"], expected, "{id}: {}", case["why"]);
    }
}

#[test]
fn disclosures() {
    for case in cases("disclosures.json") {
        let ran = cli().run_on(&["inspect"], case["message"].to_string().as_bytes());
        let (printed, expect, id) = (ran.only(), &case["expect"], &case["id"]);
        let notices = printed["disclosures"].as_array().unwrap();
        let texts: Vec<_> = notices
            .iter()
            .filter_map(|notice| notice.get("text"))
            .collect();
        assert_eq!(json!(texts), expect["banners"], "{id}: {}", case["why"]);
        let unreadable = notices
            .iter()
            .filter(|notice| notice.get("unreadable").is_some());
        assert_eq!(
            json!(unreadable.count()),
            expect["unreadable"],
            "{id}: {}",
            case["why"]
        );
        for notice in notices {
            let members = notice.as_object().unwrap().len();
            assert_eq!(members, 1, "{id}: a notice has a text or cannot be read");
        }
        assert_eq!(printed["text"], expect["text"], "{id}: {}", case["why"]);
    }
}
