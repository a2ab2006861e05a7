//! Every check of discovery, against a scripted Company.

use futures_util::future::BoxFuture;
use serde_json::{Value, json};

use super::*;
use crate::net::fake::{FixedClock, Script, answer, with_header};
use crate::net::{Method, ProxyProblem, Request, Response};

const NOW: i64 = 1_700_000_000;

fn poppy() -> Value {
    json!({
        "protocol_version": "0.3",
        "organization": {"name": "Shop", "domain": "shop.example"},
        "auth": {"issuer": "https://auth.example/shop-a"},
        "agent": {"protocols": [{"type": "poppy", "endpoint": "https://shop.example/chat"}]},
    })
}

fn metadata() -> Value {
    json!({
        "issuer": "https://auth.example/shop-a",
        "token_endpoint": "https://auth.example/token",
        "revocation_endpoint": "https://auth.example/revoke",
        "poppy_domains": ["other.example", "SHOP.example"],
    })
}

fn ok(value: &Value) -> Response {
    answer(200, &value.to_string())
}

fn redirect(status: u16, location: &str) -> Response {
    with_header(answer(status, ""), "location", location)
}

async fn run(script: &Script, domain: &str) -> Result<Discovered, DiscoveryError> {
    let domain = Domain::from_typed(domain).unwrap();
    discover(script, &domain, &FixedClock::at(NOW)).await
}

async fn run_with(
    answers: impl IntoIterator<Item = Response>,
) -> Result<Discovered, DiscoveryError> {
    run(&Script::new(answers), "shop.example").await
}

fn urls(script: &Script) -> Vec<String> {
    script.seen().iter().map(|r| r.url.to_string()).collect()
}

#[tokio::test]
async fn a_company_is_found_and_verified() {
    let script = Script::new([ok(&poppy()), ok(&metadata())]);
    let found = run(&script, "shop.example").await.unwrap().company;
    assert_eq!(found.domain.as_str(), "shop.example");
    assert_eq!(found.name, "Shop");
    assert_eq!(found.chat.unwrap().as_str(), "https://shop.example/chat");
    let auth = found.auth.unwrap();
    assert_eq!(auth.issuer, "https://auth.example/shop-a");
    assert_eq!(auth.poppy_domains, ["other.example", "SHOP.example"]);
    assert_eq!(
        urls(&script),
        [
            "https://shop.example/.well-known/poppy.json",
            "https://auth.example/.well-known/oauth-authorization-server/shop-a",
        ]
    );
    for request in script.seen() {
        assert_eq!(request.method, Method::Get);
        assert_eq!(request.max_body, 100 * 1024);
        assert!(request.timeout <= Duration::from_secs(5));
        assert_eq!(request.headers, [("accept", "application/json".to_owned())]);
    }
}

#[tokio::test]
async fn a_company_without_auth_or_chat_is_one_too() {
    let mut bare = poppy();
    bare.as_object_mut().unwrap().remove("auth");
    bare.as_object_mut().unwrap().remove("agent");
    let found = run_with([ok(&bare)]).await.unwrap().company;
    assert_eq!((found.auth, found.chat), (None, None));
}

#[tokio::test]
async fn redirects_are_followed_and_the_last_host_counts() {
    let mut www = poppy();
    www["organization"]["domain"] = json!("WWW.Shop.example");
    let mut domains = metadata();
    domains["poppy_domains"] = json!(["www.shop.example"]);
    let script = Script::new([
        redirect(301, "/elsewhere#x"),
        redirect(307, "https://hop.example/a"),
        redirect(308, "//www.shop.example/poppy"),
        ok(&www),
        redirect(302, "https://auth.example/metadata"),
        ok(&domains),
    ]);
    let found = run(&script, "shop.example").await.unwrap().company;
    assert_eq!(found.domain.as_str(), "www.shop.example");
    assert_eq!(
        urls(&script)[1..4],
        [
            "https://shop.example/elsewhere",
            "https://hop.example/a",
            "https://www.shop.example/poppy"
        ]
    );
}

#[tokio::test]
async fn redirects_have_limits() {
    let hop = || redirect(302, "https://shop.example/again");
    let error = run_with([hop(), hop(), hop(), hop()]).await.unwrap_err();
    assert_eq!(error.code(), "bad-redirect");
    for location in ["http://shop.example/", "ftp://shop.example/", "data:,x"] {
        let error = run_with([redirect(302, location)]).await.unwrap_err();
        assert_eq!(error.code(), "insecure-redirect", "{location}");
    }
    for location in [
        "https://",
        "https://me@shop.example/",
        "https://:pw@shop.example/",
    ] {
        let error = run_with([redirect(302, location)]).await.unwrap_err();
        assert_eq!(error.code(), "bad-redirect", "{location}");
    }
    let error = run_with([answer(302, "")]).await.unwrap_err();
    assert_eq!(error.code(), "bad-redirect");
}

#[tokio::test]
async fn only_200_counts() {
    for (status, code) in [
        (404, "not-a-company"),
        (410, "not-a-company"),
        (201, "unexpected-status"),
        (204, "unexpected-status"),
        (304, "unexpected-status"),
        (403, "unexpected-status"),
        (500, "unexpected-status"),
    ] {
        let mut refused = ok(&poppy());
        refused.status = status;
        let error = run_with([refused]).await.unwrap_err();
        assert_eq!(error.code(), code, "{status}");
        assert!(error.to_string().contains("shop.example"), "{error}");
    }
    let error = run_with([ok(&poppy()), answer(404, "")]).await.unwrap_err();
    assert!(error.to_string().contains("auth.example"), "{error}");
}

#[tokio::test]
async fn the_domain_must_be_the_host_ignoring_case_only() {
    let mut upper = poppy();
    upper["organization"]["domain"] = json!("Shop.EXAMPLE");
    assert!(run_with([ok(&upper), ok(&metadata())]).await.is_ok());
    for claims in [
        "www.shop.example",
        "shop.example.",
        " shop.example",
        "https://shop.example",
        "shop.example:443",
        "sho\u{212a}.example",
        "",
    ] {
        let mut other = poppy();
        other["organization"]["domain"] = json!(claims);
        let error = run_with([ok(&other)]).await.unwrap_err();
        assert_eq!(error.code(), "domain-mismatch", "{claims}");
    }
}

#[tokio::test]
async fn a_document_served_by_an_address_names_no_domain() {
    let mut address = poppy();
    address["organization"]["domain"] = json!("1.1.1.1");
    let error = run_with([redirect(302, "https://1.1.1.1/"), ok(&address)])
        .await
        .unwrap_err();
    assert_eq!(error.code(), "invalid-poppy");
}

#[tokio::test]
async fn an_unsupported_version_ends_it_before_anything_else_is_asked() {
    for version in ["0.1", "0.4", "1.0"] {
        let mut newer = poppy();
        newer["protocol_version"] = json!(version);
        let script = Script::new([ok(&newer)]);
        let error = run(&script, "shop.example").await.unwrap_err();
        assert_eq!(error.code(), "unsupported-version");
        for named in [version, "0.3", "0.2"] {
            assert!(error.to_string().contains(named), "{error}");
        }
        assert_eq!(script.seen().len(), 1);
    }
}

#[tokio::test]
async fn the_issuer_must_match_character_for_character() {
    for claims in [
        "https://auth.example/shop-a/",
        "https://AUTH.example/shop-a",
        "https://auth.example:443/shop-a",
        "https://auth.example/shop-b",
    ] {
        let mut other = metadata();
        other["issuer"] = json!(claims);
        let error = run_with([ok(&poppy()), ok(&other)]).await.unwrap_err();
        assert_eq!(error.code(), "issuer-mismatch", "{claims}");
    }
}

#[tokio::test]
async fn the_issuer_must_name_the_domain() {
    for domains in [
        json!([]),
        json!(["www.shop.example", "example", "shop.example."]),
    ] {
        let mut other = metadata();
        other["poppy_domains"] = domains;
        let error = run_with([ok(&poppy()), ok(&other)]).await.unwrap_err();
        assert_eq!(error.code(), "domain-not-served");
    }
}

#[tokio::test]
async fn documents_that_cannot_be_read_are_told_apart() {
    for bad in ["", "<html>", "[]", r#"{"a":1,"a":2}"#] {
        let error = run_with([answer(200, bad)]).await.unwrap_err();
        assert_eq!(error.code(), "invalid-poppy", "{bad}");
        let error = run_with([ok(&poppy()), answer(200, bad)])
            .await
            .unwrap_err();
        assert_eq!(error.code(), "invalid-issuer", "{bad}");
    }
}

#[tokio::test]
async fn a_failure_of_the_network_keeps_its_code() {
    let script = Script::default();
    script.then(Err(NetError::PrivateAddress("shop.example".into())));
    let error = run(&script, "shop.example").await.unwrap_err();
    assert_eq!(error.code(), "private-address");
}

#[tokio::test]
async fn both_documents_decide_how_long_they_keep() {
    let caching = |value: &Value, header: &str| with_header(ok(value), "cache-control", header);
    for (first, second, seconds) in [
        ("max-age=600", "max-age=900", 600),
        ("max-age=900", "max-age=600", 600),
        ("max-age=900", "no-store", 60),
        ("max-age=1", "max-age=900", 60),
        ("max-age=99999999", "max-age=99999999", 24 * 60 * 60),
        ("public", "max-age=900", 60),
    ] {
        let found = run_with([caching(&poppy(), first), caching(&metadata(), second)]).await;
        let fresh = found.unwrap().fresh_until;
        assert_eq!(
            fresh,
            Timestamp((NOW + seconds) * 1000),
            "{first}, {second}"
        );
    }
}

/// Answers with a redirect, two seconds later each time.
struct Dawdler;

impl Transport for Dawdler {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(2)).await;
            Ok(redirect(302, request.url.as_str()))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn the_whole_fetch_has_five_seconds() {
    let domain = Domain::from_typed("shop.example").unwrap();
    let error = discover(&Dawdler, &domain, &FixedClock::at(NOW)).await;
    // The fourth answer would have come after eight.
    let late = NetError::Timeout("shop.example".into());
    assert_eq!(error.unwrap_err(), DiscoveryError::Net(late));
}

/// A message becomes a sentence of its own by its first letter: a host must not be that word.
#[test]
fn no_message_begins_with_a_host() {
    let host = || "localhost".to_owned();
    let mut messages: Vec<String> = [
        NetError::NotHttps(host()),
        NetError::NoAddress(host()),
        NetError::PrivateAddress(host()),
        NetError::Connect(host()),
        NetError::Tls(host()),
        NetError::Timeout(host()),
        NetError::Cut(host()),
        NetError::TooLarge(host()),
        NetError::Proxy {
            proxy: host(),
            host: host(),
            problem: ProxyProblem::Unreachable,
        },
    ]
    .map(|error| error.to_string())
    .into();
    let statuses = [404, 500, 403].map(|status| DiscoveryError::Status {
        host: host(),
        status,
    });
    let others = [
        DiscoveryError::Redirects { host: host() },
        DiscoveryError::InsecureRedirect { host: host() },
        DiscoveryError::DomainMismatch {
            host: host(),
            claims: "shop.example".to_owned(),
        },
    ];
    messages.extend(statuses.into_iter().chain(others).map(|e| e.to_string()));
    for message in messages {
        assert!(message.contains("localhost"), "{message}");
        assert!(!message.starts_with("localhost"), "{message}");
    }
}
