//! Reading `poppy.json`: what is read, ignored and refused.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn whole() -> Value {
    json!({
        "protocol_version": "0.3",
        "organization": {"name": "Shop", "domain": "shop.example", "legal": 7},
        "auth": {
            "issuer": "https://auth.example/shop-a",
            "direct": {"scopes": ["orders:read"]},
            "device": {"scopes": []},
            "mediated": 7,
            "custom_scopes": {"orders:read": "See your orders"}
        },
        "agent": {"protocols": [
            {"type": "a2a", "endpoint": "ftp://elsewhere"},
            {"type": "poppy", "endpoint": "https://shop.example/chat"}
        ]},
        "apis": "unknown shapes are ignored",
        "extensions": {
            "links": {"version": "1"},
            "shop.example/wrap": {"version": "2", "colour": "red"},
            "no-version": {},
            "odd": 5
        }
    })
}

fn parse(value: &Value) -> Result<PoppyDocument, DocumentError> {
    PoppyDocument::parse(value.to_string().as_bytes())
}

fn with(pointer: &str, new: Value) -> Value {
    let mut value = whole();
    *value.pointer_mut(pointer).unwrap() = new;
    value
}

fn without(pointer: &str) -> Value {
    let mut value = whole();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    let parent = value.pointer_mut(parent).unwrap();
    parent.as_object_mut().unwrap().remove(name).unwrap();
    value
}

#[track_caller]
fn assert_member(value: &Value, path: &str) {
    match parse(value) {
        Err(DocumentError::Member { member, .. }) => assert_eq!(member, path),
        other => panic!("expected a problem with {path}, got {other:?}"),
    }
}

#[test]
fn a_whole_document_is_read_and_the_unknown_ignored() {
    let read = parse(&whole()).unwrap();
    assert_eq!(read.version, ProtocolVersion::V0_3);
    assert_eq!((&*read.name, &*read.domain), ("Shop", "shop.example"));
    assert_eq!(read.chat.unwrap().as_str(), "https://shop.example/chat");
    let extensions: Vec<_> = read.extensions.iter().map(|(n, v)| (&**n, &**v)).collect();
    assert_eq!(
        extensions,
        [
            ("links", "1"),
            ("odd", "not a version: 5"),
            ("shop.example/wrap", "2")
        ]
    );
    let auth = read.auth.unwrap();
    assert_eq!(auth.issuer, "https://auth.example/shop-a");
    assert_eq!(auth.direct, Some(vec!["orders:read".to_owned()]));
    assert_eq!(auth.device, Some(Vec::new()));
    assert_eq!(auth.custom_scopes["orders:read"], "See your orders");
}

#[test]
fn only_version_and_organization_are_required() {
    for absent in [
        "/auth",
        "/agent",
        "/agent/protocols",
        "/extensions",
        "/auth/direct",
    ] {
        parse(&without(absent)).unwrap();
    }
    let null = parse(&with("/auth/device", Value::Null)).unwrap();
    assert_eq!(null.auth.unwrap().device, None);
    let none = parse(&with("/agent/protocols", json!([{"type": "a2a"}, 5]))).unwrap();
    assert_eq!(none.chat, None);
    assert_eq!(parse(&without("/auth")).unwrap().auth, None);
}

#[test]
fn each_missing_or_wrong_member_is_named() {
    for (pointer, path) in [
        ("/protocol_version", "protocol_version"),
        ("/organization", "organization"),
        ("/organization/name", "organization.name"),
        ("/organization/domain", "organization.domain"),
        ("/auth/issuer", "auth.issuer"),
    ] {
        assert_member(&without(pointer), path);
    }
    for (pointer, path) in [
        ("/protocol_version", "protocol_version"),
        ("/organization", "organization"),
        ("/organization/name", "organization.name"),
        ("/organization/domain", "organization.domain"),
        ("/auth", "auth"),
        ("/auth/issuer", "auth.issuer"),
        ("/auth/direct", "auth.direct"),
        ("/auth/direct/scopes", "auth.direct.scopes"),
        ("/auth/device/scopes", "auth.device.scopes"),
        ("/auth/custom_scopes", "auth.custom_scopes"),
        ("/agent", "agent"),
        ("/agent/protocols", "agent.protocols"),
        ("/agent/protocols/1/endpoint", "agent.protocols.endpoint"),
        ("/extensions", "extensions"),
    ] {
        assert_member(&with(pointer, json!(7)), path);
    }
    assert_member(&json!([]), "(the document)");
    assert_member(
        &without("/agent/protocols/1/endpoint"),
        "agent.protocols.endpoint",
    );
}

#[test]
fn everything_is_bounded() {
    let long = "x".repeat(3000);
    for (pointer, path) in [
        ("/protocol_version", "protocol_version"),
        ("/organization/name", "organization.name"),
        ("/organization/domain", "organization.domain"),
    ] {
        assert_member(&with(pointer, json!(long)), path);
    }
    let url = json!(format!("https://shop.example/{long}"));
    assert_member(&with("/auth/issuer", url), "auth.issuer");
    let many: Vec<_> = (0..1000).map(|n| n.to_string()).collect();
    assert_member(
        &with("/auth/direct/scopes", json!(many)),
        "auth.direct.scopes",
    );
    assert_member(
        &with("/auth/direct/scopes", json!([long])),
        "auth.direct.scopes",
    );
    for scope in ["", "a b", "a\"b", "a\\b", "é"] {
        assert_member(
            &with("/auth/direct/scopes", json!([scope])),
            "auth.direct.scopes",
        );
        assert_member(
            &with("/auth/custom_scopes", json!({scope: "text"})),
            "auth.custom_scopes",
        );
    }
    assert_member(
        &with("/auth/custom_scopes", json!({"a": long})),
        "auth.custom_scopes",
    );
    assert_member(
        &with("/organization/name", json!(" \u{200b} ")),
        "organization.name",
    );
}

#[test]
fn urls_are_plain_https() {
    for bad in [
        "http://shop.example/chat",
        "https:/shop.example/chat",
        "https:shop.example",
        "https:\\\\shop.example\\chat",
        " https://shop.example/chat",
        "https://shop.exa\tmple/chat",
        "https://user@shop.example/chat",
        "https://user:secret@shop.example/chat",
        "https://shop.example/chat?x=1",
        "https://shop.example/chat?",
        "https://shop.example/chat#x",
        "https://shop.example/chat#",
        "/chat",
        "shop.example",
        "",
    ] {
        assert_member(
            &with("/agent/protocols/1/endpoint", json!(bad)),
            "agent.protocols.endpoint",
        );
        assert_member(&with("/auth/issuer", json!(bad)), "auth.issuer");
    }
}

#[test]
fn versions_are_judged_before_anything_else() {
    let minimal = parse(&json!({"protocol_version": "1.0"}));
    assert_eq!(
        minimal,
        Err(DocumentError::Unsupported {
            theirs: "1.0".into()
        })
    );
    let message = minimal.unwrap_err().to_string();
    for version in ["1.0", "0.3", "0.2"] {
        assert!(message.contains(version), "{message} names {version}");
    }
    for unsupported in ["0.4", "0.1", "0.30", "00.3", "0.03"] {
        let error = parse(&with("/protocol_version", json!(unsupported))).unwrap_err();
        assert!(matches!(error, DocumentError::Unsupported { .. }));
    }
    for wrong in ["", "0", "v0.3", "0.3.0", "0.3 ", ".3", "0."] {
        assert_member(&with("/protocol_version", json!(wrong)), "protocol_version");
    }
    let older = parse(&with("/protocol_version", json!("0.2"))).unwrap();
    assert_eq!(older.version, ProtocolVersion::V0_2);
}

#[test]
fn json_problems_are_told() {
    for bad in [
        &b"{"[..],
        b"\xff",
        br#"{"protocol_version": "0.3", "protocol_version": "0.2"}"#,
    ] {
        let error = PoppyDocument::parse(bad).unwrap_err();
        assert!(matches!(error, DocumentError::Json(_)), "{error:?}");
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = PoppyDocument::parse(&bytes);
    }

    /// Whatever text stands where a URL must, only plain HTTPS comes through.
    #[test]
    fn no_other_url_comes_through(text in "(https?:[/\\\\]{0,2})?[a-z@:.\\\\/ %?#é\t\u{202e}]{0,20}") {
        let document = with("/agent/protocols/1/endpoint", json!(text));
        if let Ok(read) = parse(&document) {
            let url = read.chat.unwrap();
            prop_assert_eq!(url.scheme(), "https");
            prop_assert!(text.to_ascii_lowercase().starts_with("https://"));
            prop_assert!(!text.contains(['\\', ' ', '\t']));
            prop_assert!(url.query().is_none() && url.fragment().is_none());
            prop_assert!(url.username().is_empty() && url.password().is_none());
        }
    }
}
