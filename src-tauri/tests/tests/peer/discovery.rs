//! Finding the Company, and being told why it cannot be used.

use std::path::Path;

use candor_tests::cli::{Cli, Person, Ran};
use serde_json::{Value, json};

use crate::company::{Company, DOMAIN};

fn discover(domain: &str, network: &Path) -> Ran {
    Cli::built().run(&[
        "discover".as_ref(),
        domain.as_ref(),
        "--network".as_ref(),
        network.as_os_str(),
    ])
}

#[test]
fn both_versions_are_found_and_verified() {
    let site = tempfile::tempdir().unwrap();
    for version in ["0.3", "0.2"] {
        let company = Company::start(site.path(), &["--protocol", version]);
        let found = discover(DOMAIN, &company.network());
        let expected = json!({
            "name": "Manzanita Outfitters",
            "domain": DOMAIN,
            "issuer": "https://manzanita.example",
            "version": version,
            "chat": true,
            "sign_in": ["device", "direct"],
            "extensions": { "links": "1", "disclosures": "1" },
        });
        assert_eq!(*found.only(), expected);
    }
}

#[test]
fn a_host_that_is_not_in_the_network_file_is_not_reached_through_it() {
    let site = tempfile::tempdir().unwrap();
    let company = Company::start(site.path(), &[]);
    // `.example` has no addresses by RFC 2606.
    let code = discover("www.manzanita.example", &company.network());
    assert_eq!(code.error(), "no-address", "{code:?}");
    assert_eq!(company.posts(), []);
}

#[test]
fn a_certificate_for_another_name_is_refused() {
    let site = tempfile::tempdir().unwrap();
    let company = Company::start(site.path(), &[]);
    let text = std::fs::read_to_string(company.network()).unwrap();
    let mut network: Value = serde_json::from_str(&text).unwrap();
    network["hosts"]["shop.example"] = network["hosts"][DOMAIN].clone();
    let file = site.path().join("network-file");
    std::fs::write(&file, network.to_string()).unwrap();
    let ran = discover("shop.example", &file);
    assert_eq!(ran.error(), "insecure-connection", "{ran:?}");
}

#[test]
fn a_ca_that_did_not_sign_is_not_trusted() {
    let site = tempfile::tempdir().unwrap();
    let (company, other) = (
        Company::start(site.path(), &[]),
        Company::start(site.path(), &[]),
    );
    let read = |company: &Company| -> Value {
        serde_json::from_str(&std::fs::read_to_string(company.network()).unwrap()).unwrap()
    };
    let mut network = read(&company);
    network["ca"] = read(&other)["ca"].clone();
    let file = site.path().join("network-file");
    std::fs::write(&file, network.to_string()).unwrap();
    let ran = discover(DOMAIN, &file);
    assert_eq!(ran.error(), "insecure-connection", "{ran:?}");
}

/// `agent.example` serves what a test puts into the site folder, so any document can be tried.
fn discover_document(document: &Value) -> Ran {
    let site = tempfile::tempdir().unwrap();
    let folder = site.path().join(".well-known");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("poppy.json"), document.to_string()).unwrap();
    let company = Company::start(site.path(), &[]);
    discover("agent.example", &company.network())
}

#[test]
fn a_document_of_another_domain_is_refused() {
    let ran = discover_document(&json!({
        "protocol_version": "0.3",
        "organization": { "name": "Somebody", "domain": "elsewhere.example" },
    }));
    assert_eq!(ran.error(), "domain-mismatch", "{ran:?}");
    assert!(
        ran.told.contains("elsewhere.example") && ran.told.contains("agent.example"),
        "both are named: {ran:?}"
    );
}

#[test]
fn a_document_of_another_version_is_refused() {
    let ran = discover_document(&json!({
        "protocol_version": "1.0",
        "organization": { "name": "Somebody", "domain": "agent.example" },
    }));
    assert_eq!(ran.error(), "unsupported-version", "{ran:?}");
    for version in ["1.0", "0.3", "0.2"] {
        assert!(ran.told.contains(version), "{version} is named: {ran:?}");
    }
}

#[test]
fn a_company_without_chat_is_found_and_cannot_be_chatted_with() {
    let cli = Cli::built();
    let person = Person::with_identity(cli);
    let folder = person.site().join(".well-known");
    std::fs::create_dir(&folder).unwrap();
    let document = json!({
        "protocol_version": "0.3",
        "organization": { "name": "Quiet", "domain": "agent.example" },
    });
    std::fs::write(folder.join("poppy.json"), document.to_string()).unwrap();
    let company = Company::start(&person.site(), &[]);
    let found = discover("agent.example", &company.network());
    let expected = json!({
        "name": "Quiet",
        "domain": "agent.example",
        "issuer": null,
        "version": "0.3",
        "chat": false,
        "sign_in": [],
        "extensions": {},
    });
    assert_eq!(*found.only(), expected);
    let ran = person.chat("agent.example", &company.network(), &["--say", "Hello"]);
    assert_eq!(ran.error(), "no-chat", "{ran:?}");
}

#[test]
fn a_site_without_the_protocol_says_so() {
    let site = tempfile::tempdir().unwrap();
    let company = Company::start(site.path(), &[]);
    let ran = discover("agent.example", &company.network());
    assert_eq!(ran.error(), "not-a-company", "{ran:?}");
}
