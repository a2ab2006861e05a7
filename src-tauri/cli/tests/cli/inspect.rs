//! What `inspect` prints.

use candor_tests::cli::Ran;
use serde_json::{Value, json};

use crate::cli;

fn inspect(arguments: &[&str], message: &Value) -> Ran {
    let arguments = [&["inspect"], arguments].concat();
    cli().run_on(&arguments, message.to_string().as_bytes())
}

fn with_link(url: &str) -> Value {
    json!({
        "id": "msg_t4Wm",
        "role": "company",
        "author": { "type": "agent" },
        "extensions": { "links": { "items": [{ "url": url, "title": "Return policy" }] } },
    })
}

#[test]
fn a_whole_message() {
    let message = json!({
        "id": "msg_t4Wm",
        "role": "company",
        "author": { "type": "human" },
        "text": "  Your\u{202e} jacket\r\nshipped.\u{0} ",
        "extensions": {
            "links": { "items": [{ "url": "https://example.com/help/returns", "title": "Return policy" }] },
            "disclosures": { "items": [{ "text": "Keep dry." }, { "txt": "x" }] },
        },
    });
    let expected = json!({
        "author": "human",
        "text": "Your jacket\nshipped.",
        "disclosures": [{ "text": "Keep dry." }, { "unreadable": { "txt": "x" } }],
        "links": [{
            "verdict": "open",
            "reasons": [],
            "host": "example.com",
            "shown": "example.com",
            "domain": "example.com",
            "opens": "https://example.com/help/returns",
            "relation": "company",
            "title": "Return policy",
        }],
        "problems": [],
    });
    assert_eq!(*inspect(&[], &message).only(), expected);
}

#[test]
fn authors_of_both_versions() {
    for (member, expected) in [
        (json!({ "author": { "type": "agent" } }), "agent"),
        (json!({ "author": { "type": "human" } }), "human"),
        (json!({ "sender": "agent" }), "agent"),
        (json!({ "sender": "human" }), "human"),
        (json!({ "author": { "type": "oracle" } }), "unknown"),
        (json!({}), "unknown"),
    ] {
        let mut message = json!({ "id": "msg_1", "role": "company", "text": "Hello" });
        message
            .as_object_mut()
            .unwrap()
            .extend(member.as_object().unwrap().clone());
        assert_eq!(
            inspect(&[], &message).only()["author"],
            expected,
            "{message}"
        );
        message["role"] = "user".into();
        assert_eq!(inspect(&[], &message).only()["author"], "user", "{message}");
    }
}

#[test]
fn an_array_gives_an_array_in_order() {
    let messages = json!([
        { "id": "a", "role": "company", "text": "one" },
        { "id": "b", "role": "user", "text": "two" },
    ]);
    let ran = inspect(&[], &messages);
    let texts: Vec<_> = ran
        .only()
        .as_array()
        .unwrap()
        .iter()
        .map(|view| &view["text"])
        .collect();
    assert_eq!(texts, ["one", "two"]);
    assert_eq!(*inspect(&[], &json!([])).only(), json!([]));
}

#[test]
fn the_company_decides_which_sites_are_its_own() {
    let relation = |arguments: &[&str]| {
        let ran = inspect(arguments, &with_link("https://www.shop.example/returns"));
        ran.only()["links"][0]["relation"].clone()
    };
    let folder = tempfile::tempdir().unwrap();
    let poppy = folder.path().join("poppy.json");
    let document = json!({
        "protocol_version": "0.3",
        "organization": { "name": "Shop", "domain": "shop.example" },
    });
    std::fs::write(&poppy, document.to_string()).unwrap();
    let poppy = poppy.to_str().unwrap();
    assert_eq!(
        relation(&[]),
        "other",
        "the Company is example.com unless said otherwise"
    );
    assert_eq!(relation(&["--company", "shop.example"]), "company");
    assert_eq!(relation(&["--poppy", poppy]), "company");
    assert_eq!(
        relation(&["--poppy", poppy, "--company", "else.example"]),
        "other"
    );
}

#[test]
fn links_of_a_version_not_spoken_are_not_read_and_notices_always_are() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("poppy.json");
    let mut message = with_link("https://example.com/returns");
    message["extensions"]["disclosures"] = json!({ "items": [{ "text": "Keep dry." }] });
    for (extensions, verdict) in [
        (json!({}), "open"),
        (json!({ "links": { "version": "1" } }), "open"),
        (
            json!({ "links": { "version": "2" }, "disclosures": { "version": "2" } }),
            "refuse",
        ),
        (json!({ "links": {} }), "open"),
        (json!({ "links": { "version": 1 } }), "refuse"),
        (json!({ "links": { "version": ["1"] } }), "refuse"),
        (json!({ "links": "1" }), "refuse"),
        (json!({ "links": 1 }), "refuse"),
    ] {
        let document = json!({
            "protocol_version": "0.3",
            "organization": { "name": "Shop", "domain": "example.com" },
            "extensions": extensions,
        });
        std::fs::write(&file, document.to_string()).unwrap();
        let ran = inspect(&["--poppy", file.to_str().unwrap()], &message);
        let printed = ran.only();
        assert_eq!(
            printed["links"][0]["verdict"], verdict,
            "{extensions}: {printed}"
        );
        assert_eq!(
            printed["disclosures"],
            json!([{ "text": "Keep dry." }]),
            "{extensions}"
        );
    }
}
