//! Discovery behind a proxy: where a Company points is checked before the proxy hears of it.

use super::*;
use crate::discovery::{DiscoveryError, discover};
use crate::domain::Domain;
use crate::host::SystemClock;

const AT: &str = "shop.example/.well-known/poppy.json";

fn json(body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

fn redirect(to: &str) -> String {
    format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n")
}

fn poppy(issuer: &str) -> String {
    json(&format!(
        r#"{{"protocol_version": "0.3",
            "organization": {{"name": "Shop", "domain": "shop.example"}},
            "auth": {{"issuer": "{issuer}"}}}}"#
    ))
}

async fn discovered(answer: String) -> (Scene, Result<String, DiscoveryError>) {
    let answers = BTreeMap::from([
        (AT.to_owned(), answer),
        (
            "other.example/.well-known/poppy.json".to_owned(),
            poppy("https://shop.example"),
        ),
    ]);
    let scene = Scene::with(Manner::Connects, answers).await;
    let domain = Domain::from_typed("shop.example").unwrap();
    let found = discover(&scene.https, &domain, &SystemClock).await;
    let found = found.map(|found| found.company.name);
    (scene, found)
}

const PRIVATE: [&str; 5] = [
    "https://10.0.0.1",
    "https://[::ffff:127.0.0.1]",
    "https://localhost:8443",
    "https://auth.internal",
    "https://printer.local",
];

#[tokio::test]
async fn a_redirect_to_the_own_network_never_reaches_it() {
    for target in PRIVATE {
        let (scene, found) = discovered(redirect(&format!("{target}/poppy.json"))).await;
        let refused = found.unwrap_err();
        assert_eq!(refused.code(), "private-address", "{target}: {refused}");
        assert_eq!(scene.proxy.targets(), ["shop.example:443"], "{target}");
    }
    let at_the_proxy = redirect("https://other.example/.well-known/poppy.json");
    let (scene, found) = discovered(at_the_proxy).await;
    // It was followed: another host says it is the shop.
    assert_eq!(found.unwrap_err().code(), "domain-mismatch");
    let targets = scene.proxy.targets();
    assert_eq!(targets, ["shop.example:443", "other.example:443"]);
}

#[tokio::test]
async fn an_issuer_on_the_own_network_never_reaches_it() {
    for issuer in PRIVATE {
        let (scene, found) = discovered(poppy(issuer)).await;
        let refused = found.unwrap_err();
        assert_eq!(refused.code(), "private-address", "{issuer}: {refused}");
        assert_eq!(scene.proxy.targets(), ["shop.example:443"], "{issuer}");
    }
    let (scene, found) = discovered(json(
        r#"{"protocol_version": "0.3", "organization": {"name": "Shop", "domain": "shop.example"}}"#,
    ))
    .await;
    assert_eq!(found.unwrap(), "Shop");
    assert_eq!(scene.proxy.targets(), ["shop.example:443"]);
}

#[tokio::test]
async fn a_proxy_that_hangs_is_told_before_discovery_ends() {
    let scene = Scene::with(Manner::Hangs, BTreeMap::new()).await;
    let domain = Domain::from_typed("shop.example").unwrap();
    let found = discover(&scene.https, &domain, &SystemClock).await;
    assert_eq!(found.err().unwrap().code(), "proxy-timed-out");
}
