//! Signing in through a browser, and the pages on which sign-ins are decided, over the wire.

use std::collections::HashMap;

use poppy::net::Method;
use serde_json::json;
use url::Url;

use super::caller::Caller;
use super::signing_in::{BOTH, READ, stage};
use crate::documents::{AUTHORIZATION_PATH, DEVICE_PAGE, ISSUER};
use crate::jwt::sha256;
use crate::testkit::CLIENT_ID;

const CALLBACK: &str = "https://agent.test.example/oauth/callback";
const VERIFIER: &str = "abcdefghijklmnopqrstuvwxyz0123456789-._~ABCDEFG";

fn address(changes: &[(&str, &str)]) -> Url {
    let challenge = sha256(VERIFIER.as_bytes());
    let mut fields = HashMap::from([
        ("response_type", "code"),
        ("client_id", CLIENT_ID),
        ("redirect_uri", CALLBACK),
        ("scope", BOTH),
        ("state", "st_1"),
        ("code_challenge", challenge.as_str()),
        ("code_challenge_method", "S256"),
    ]);
    fields.extend(changes.iter().copied());
    let mut url = Url::parse(&format!("{ISSUER}{AUTHORIZATION_PATH}")).unwrap();
    url.query_pairs_mut().extend_pairs(fields);
    url
}

fn query(url: &Url) -> HashMap<String, String> {
    url.query_pairs().into_owned().collect()
}

#[tokio::test]
async fn a_code_that_came_through_the_browser_signs_in_once() {
    let stage = stage().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let exchange = async |code: &str, uri: &str, verifier: &str| {
        let fields = [
            ("code", code),
            ("redirect_uri", uri),
            ("code_verifier", verifier),
        ];
        caller.grant("authorization_code", &fields).await
    };
    let back = stage
        .demo
        .approve_direct(&address(&[]), Some(&[READ]))
        .unwrap();
    assert!(back.as_str().starts_with(CALLBACK));
    let answer = query(&back);
    assert_eq!(
        (answer["state"].as_str(), answer["iss"].as_str()),
        ("st_1", ISSUER)
    );
    let granted = exchange(&answer["code"], CALLBACK, VERIFIER).await;
    assert_eq!(granted.status, 200, "{}", granted.body);
    assert_eq!(granted.body["scope"], READ);
    exchange(&answer["code"], CALLBACK, VERIFIER)
        .await
        .is(400, "invalid_grant");
    let back = stage.demo.approve_direct(&address(&[]), None).unwrap();
    let wrong = exchange(&query(&back)["code"], CALLBACK, &VERIFIER.replace('a', "b")).await;
    wrong.is(400, "invalid_grant");
    let refused = stage.demo.deny_direct(&address(&[])).unwrap();
    assert_eq!(query(&refused)["error"], "access_denied");
}

#[tokio::test]
async fn what_is_wrong_with_a_browser_s_request_goes_to_the_agent_s_own_address_or_nowhere() {
    let stage = stage().await;
    for (changed, error) in [
        (("response_type", "token"), "unsupported_response_type"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge", "short"), "invalid_request"),
        (("state", ""), "invalid_request"),
        (("scope", "orders:all"), "invalid_scope"),
    ] {
        let back = stage
            .demo
            .approve_direct(&address(&[changed]), None)
            .unwrap();
        assert_eq!(query(&back)["error"], error, "{changed:?}");
    }
    for changed in [
        ("client_id", "https://agent.test.example/none.json"),
        ("redirect_uri", "https://agent.test.example/oauth/callback/"),
        ("redirect_uri", "https://elsewhere.example/oauth/callback"),
    ] {
        let address = address(&[changed]);
        assert_eq!(
            stage.demo.approve_direct(&address, None),
            None,
            "{changed:?}"
        );
        let caller = Caller::stranger(&stage, "usr_1");
        let page = caller.raw(Method::Get, address.as_str(), Vec::new(), Vec::new());
        let page = page.await.unwrap();
        assert_eq!(page.status, 400);
        assert_eq!(page.response.header("location"), None);
    }
}

#[tokio::test]
async fn both_kinds_can_be_decided_on_a_page() {
    let stage = stage().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let page = async |url: &str| {
        let answer = caller.raw(Method::Get, url, Vec::new(), Vec::new()).await;
        let answer = answer.unwrap();
        let text = String::from_utf8(answer.response.body.clone()).unwrap();
        (answer.status, text)
    };
    let begun = caller.begin_device(READ).await;
    let link = begun.text("verification_uri_complete");
    let (status, html) = page(&link).await;
    assert_eq!(status, 200);
    for words in [
        "Trailhead",
        "Test",
        CLIENT_ID,
        "See your orders",
        "Approve",
        "Refuse",
    ] {
        assert!(html.contains(words), "{words}: {html}");
    }
    assert!(!html.contains("Exchange"));
    let form = [
        ("user_code", begun.text("user_code")),
        ("decision", "approve".to_owned()),
    ];
    for expected in [200, 404] {
        let answer = caller.post_form(DEVICE_PAGE, Vec::new(), &form).await;
        assert_eq!(answer.status, expected);
    }
    assert_eq!(page(&link).await.0, 404);
    let granted = caller.poll_device(&begun.text("device_code")).await;
    assert_eq!(granted.status, 200);

    let (status, html) = page(address(&[]).as_str()).await;
    assert_eq!(status, 200);
    let (_, rest) = html.split_once("name=\"request\" value=\"").unwrap();
    let (request, _) = rest.split_once('"').unwrap();
    let form = [
        ("request", request.to_owned()),
        ("decision", "approve".to_owned()),
    ];
    let url = format!("{ISSUER}{AUTHORIZATION_PATH}");
    let answer = caller.post_form(&url, Vec::new(), &form).await;
    assert_eq!(answer.status, 303);
    let back = Url::parse(answer.response.header("location").unwrap()).unwrap();
    assert!(query(&back).contains_key("code"));
    let again = caller.post_form(&url, Vec::new(), &form).await;
    assert_eq!((again.status, again.body), (404, json!(null)));
}
