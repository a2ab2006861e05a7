//! What `identity` makes and writes.

use candor_tests::cli::Person;
use serde_json::{Value, json};

use crate::cli;

fn published(person: &Person, file: &str) -> Value {
    let text = std::fs::read_to_string(person.site().join(file)).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn what_is_published_fits_together() {
    let person = Person::without_identity(cli());
    let ran = person.publish();
    let printed = ran.only();
    assert_eq!(printed["client_id"], "https://agent.example/agent.json");
    assert_eq!(printed["name"], "Test agent");

    let metadata = published(&person, "agent.json");
    let expected = json!({
        "client_id": "https://agent.example/agent.json",
        "client_name": "Test agent",
        "jwks_uri": "https://agent.example/jwks.json",
        "redirect_uris": ["https://agent.example/oauth/callback"],
        "token_endpoint_auth_method": "private_key_jwt",
        "extensions": { "links": { "version": "1" }, "disclosures": { "version": "1" } },
    });
    assert_eq!(metadata, expected);

    let jwks = published(&person, "jwks.json");
    let keys = jwks["keys"].as_array().unwrap();
    assert_eq!(keys.len(), 1);
    assert_eq!(keys[0]["kid"], printed["key_id"]);
    let mut members: Vec<_> = keys[0].as_object().unwrap().keys().collect();
    members.sort();
    assert_eq!(
        members,
        ["alg", "crv", "kid", "kty", "use", "x", "y"],
        "only what is public"
    );

    let files = printed["files"].as_array().unwrap();
    assert_eq!(files.len(), 3, "the callback page too: {files:?}");
    let callback = files
        .iter()
        .filter_map(Value::as_str)
        .find(|file| file.contains("callback"));
    let page = std::fs::read_to_string(callback.unwrap()).unwrap();
    assert!(
        page.contains("<html") || page.contains("<!doctype"),
        "{page}"
    );
}

#[test]
fn it_is_made_once() {
    let person = Person::with_identity(cli());
    let first = published(&person, "jwks.json");
    assert!(person.publish().ok);
    assert_eq!(published(&person, "jwks.json"), first, "the same key again");
    let other = Person::with_identity(cli());
    assert_ne!(
        published(&other, "jwks.json"),
        first,
        "another person has another key"
    );
}

#[test]
fn the_key_in_a_file_is_told_and_private() {
    let person = Person::without_identity(cli());
    assert!(person.publish().told.contains("kept in a file"));
    let again = person.publish();
    assert!(
        again.told.contains("kept in a file"),
        "each time: {again:?}"
    );
    #[cfg(unix)]
    for entry in std::fs::read_dir(person.data()).unwrap() {
        use std::os::unix::fs::PermissionsExt as _;
        let entry = entry.unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o077;
        assert_eq!(mode, 0, "nobody else reads {}", entry.path().display());
    }
}

#[test]
fn an_address_that_cannot_be_one_is_refused() {
    let person = Person::without_identity(cli());
    let (data, site) = (person.data(), person.site());
    let (data, site) = (data.to_str().unwrap(), site.to_str().unwrap());
    let identity = |more: &[&str]| {
        let basic = [
            "identity",
            "--secrets=file",
            "--data",
            data,
            "--export",
            site,
        ];
        cli().run(&[&basic[..], more].concat())
    };
    for address in [
        "agent.example",
        "http://agent.example/a.json",
        "https://agent.example",
    ] {
        let ran = identity(&["--client-id", address]);
        assert_eq!(ran.error(), "bad-client-id", "{address}: {ran:?}");
    }
    assert_eq!(
        identity(&[]).error(),
        "no-identity",
        "the first time it is needed"
    );
    assert!(identity(&["--client-id", "https://agent.example/agent.json"]).ok);
    assert!(identity(&[]).ok, "after that it is known");
}
