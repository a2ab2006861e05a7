//! Who may call: hosts, documents, tokens and proofs.

use poppy::net::Method;
use serde_json::{Value, json};

use super::Stage;
use super::caller::{Answer, Caller, endpoint, message, token_url};
use crate::documents::{ISSUER, REVOCATION_PATH};
use crate::testkit::{CLIENT_ID, NOW, TestKey, assertion_claims, proof_claims};
use crate::tokens::TOKEN_LIFE;

async fn plain(caller: &Caller, method: Method, url: &str) -> Answer {
    caller
        .raw(method, url, Vec::new(), Vec::new())
        .await
        .unwrap()
}

#[tokio::test]
async fn the_documents_are_published_and_may_be_kept_a_while() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    for (path, member, value) in [
        ("poppy.json", "protocol_version", "0.3"),
        ("oauth-authorization-server", "issuer", ISSUER),
    ] {
        let url = format!("{ISSUER}/.well-known/{path}");
        let answer = plain(&caller, Method::Get, &url).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.body[member], value);
        let kept = answer.response.header("cache-control");
        assert_eq!(kept, Some("public, max-age=300"));
    }
}

#[tokio::test]
async fn only_its_own_host_addresses_and_methods_are_served() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    let url = format!("{ISSUER}/.well-known/poppy.json");
    for (host, status) in [
        ("trailhead.example", 200),
        ("TRAILHEAD.example:443", 200),
        ("other.example", 421),
        ("trailhead.example.other.example", 421),
        ("127.0.0.1", 421),
    ] {
        let headers = vec![("host", host.to_owned())];
        let answer = caller.raw(Method::Get, &url, headers, Vec::new()).await;
        assert_eq!(answer.unwrap().status, status, "{host}");
    }
    plain(&caller, Method::Get, &format!("{ISSUER}/"))
        .await
        .is(404, "not_found");
    plain(&caller, Method::Get, &token_url())
        .await
        .is(405, "method_not_allowed");
}

#[tokio::test]
async fn a_session_starts_and_is_renewed() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    let first = caller.get_token(&caller.token_form()).await;
    assert_eq!(first.status, 200);
    assert_eq!(first.body["token_type"], "DPoP");
    assert_eq!(first.body["expires_in"], TOKEN_LIFE);
    assert_eq!(first.body["signed_in"], false);
    assert_eq!(first.response.header("cache-control"), Some("no-store"));

    let session = first.text("session_id");
    let mut form = caller.token_form();
    form.push(("session_id", session.clone()));
    let again = caller.get_token(&form).await;
    assert_eq!(again.text("session_id"), session);
    assert_ne!(again.text("access_token"), first.text("access_token"));

    stage.demo.forget_sessions();
    let mut form = caller.token_form();
    form.push(("session_id", session));
    caller.get_token(&form).await.is(400, "invalid_session");
}

#[tokio::test]
async fn a_token_request_with_anything_wrong_is_refused_with_its_code() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    let claims = |subject: &str, claim: &str, value: Value| {
        let mut claims = assertion_claims(subject);
        claims[claim] = value;
        caller.assertion(&claims)
    };
    let stranger = TestKey::generate();
    let forged = stranger.sign(
        &json!({ "alg": "ES256", "kid": "k1" }),
        &assertion_claims(CLIENT_ID),
    );
    let wrong = [
        (
            "grant_type",
            "password".to_owned(),
            400,
            "unsupported_grant_type",
        ),
        (
            "client_id",
            "https://agent.test.example/none.json".to_owned(),
            401,
            "invalid_client",
        ),
        ("client_id", "agent".to_owned(), 401, "invalid_client"),
        (
            "client_assertion_type",
            "other".to_owned(),
            401,
            "invalid_client",
        ),
        ("client_assertion", String::new(), 401, "invalid_client"),
        ("client_assertion", forged, 401, "invalid_client"),
        (
            "client_assertion",
            claims("usr_1", "iat", json!(NOW)),
            401,
            "invalid_client",
        ),
        (
            "client_assertion",
            claims(CLIENT_ID, "aud", json!([ISSUER])),
            401,
            "invalid_client",
        ),
        (
            "client_assertion",
            claims(CLIENT_ID, "aud", json!(token_url())),
            401,
            "invalid_client",
        ),
        (
            "client_assertion",
            claims(CLIENT_ID, "exp", json!(NOW + 301)),
            401,
            "invalid_client",
        ),
        ("assertion", String::new(), 400, "invalid_grant"),
        (
            "assertion",
            claims(CLIENT_ID, "iat", json!(NOW)),
            400,
            "invalid_grant",
        ),
        (
            "assertion",
            claims("somebody@example.com", "iat", json!(NOW)),
            400,
            "invalid_grant",
        ),
        (
            "assertion",
            claims("usr_1", "exp", json!(NOW - 1)),
            400,
            "invalid_grant",
        ),
        (
            "assertion",
            claims("usr_1", "iss", json!("usr_1")),
            400,
            "invalid_grant",
        ),
    ];
    for (field, value, status, code) in wrong {
        let mut form = caller.token_form();
        for (name, old) in &mut form {
            if *name == field {
                old.clone_from(&value);
            }
        }
        let answer = caller.get_token(&form).await;
        assert_eq!(
            (answer.status, answer.body["error"].as_str()),
            (status, Some(code)),
            "{field} = {value}"
        );
    }
    for at in 0..caller.token_form().len() {
        let mut form = caller.token_form();
        let missing = form.remove(at);
        let answer = caller.get_token(&form).await;
        assert_eq!(
            answer.body["error"], "invalid_request",
            "without {missing:?}"
        );
        let mut form = caller.token_form();
        form.push(form[at].clone());
        caller.get_token(&form).await.is(400, "invalid_request");
    }
}

#[tokio::test]
async fn an_assertion_and_a_proof_are_good_once() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    let used = caller.token_form();
    assert_eq!(caller.get_token(&used).await.status, 200);
    let mut form = caller.token_form();
    form[4] = used[4].clone();
    caller.get_token(&form).await.is(401, "invalid_client");
    let mut form = caller.token_form();
    form[1] = used[1].clone();
    caller.get_token(&form).await.is(400, "invalid_grant");

    let proof = caller.proof(&proof_claims("POST", &token_url(), None));
    for expected in [200, 400] {
        let headers = vec![("dpop", proof.clone())];
        let answer = caller
            .post_form(&token_url(), headers, &caller.token_form())
            .await;
        assert_eq!(answer.status, expected, "{}", answer.body);
    }
}

#[tokio::test]
async fn the_token_endpoint_wants_one_good_proof() {
    let stage = Stage::new().await;
    let caller = Caller::stranger(&stage, "usr_1");
    let good = || caller.proof(&proof_claims("POST", &token_url(), None));
    let other = caller.proof(&proof_claims("POST", &endpoint(), None));
    for headers in [
        vec![],
        vec![("dpop", String::from("x"))],
        vec![("dpop", other)],
        vec![("dpop", good()), ("dpop", good())],
    ] {
        caller
            .post_form(&token_url(), headers, &caller.token_form())
            .await
            .is(400, "invalid_dpop_proof");
    }
}

#[tokio::test]
async fn a_request_without_a_good_token_and_proof_is_refused() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    let url = endpoint();
    let body = message("msg_1", "Hello").to_string().into_bytes();
    let good = || caller.headers(Method::Post, &url);
    let with = |name: &'static str, value: String| {
        let mut headers = good();
        headers.retain(|(n, _)| *n != name);
        headers.push((name, value));
        headers
    };
    let without = |name: &'static str| {
        let mut headers = good();
        headers.retain(|(n, _)| *n != name);
        headers
    };
    let mut twice = good();
    twice.push((
        "dpop",
        caller.proof(&proof_claims("POST", &url, Some(&caller.token))),
    ));
    let other_key =
        Caller::stranger(&stage, "usr_1").proof(&proof_claims("POST", &url, Some(&caller.token)));
    let no_hash = caller.proof(&proof_claims("POST", &url, None));
    let other_method = caller.proof(&proof_claims("GET", &url, Some(&caller.token)));
    for (headers, code) in [
        (
            with("authorization", format!("Bearer {}", caller.token)),
            "invalid_token",
        ),
        (
            with("authorization", "DPoP tok_guess".to_owned()),
            "invalid_token",
        ),
        (with("authorization", String::new()), "invalid_token"),
        (without("dpop"), "invalid_dpop_proof"),
        (twice, "invalid_dpop_proof"),
        (with("dpop", other_key), "invalid_dpop_proof"),
        (with("dpop", no_hash), "invalid_dpop_proof"),
        (with("dpop", other_method), "invalid_dpop_proof"),
    ] {
        let answer = caller.raw(Method::Post, &url, headers, body.clone()).await;
        let answer = answer.unwrap();
        answer.is(401, code);
        let challenge = answer.response.header("www-authenticate").unwrap();
        assert!(challenge.starts_with(&format!("DPoP error=\"{code}\"")));
    }
    let bare = caller.raw(Method::Post, &url, without("authorization"), body.clone());
    let bare = bare.await.unwrap();
    bare.is(401, "invalid_token");
    let challenge = bare.response.header("www-authenticate");
    assert_eq!(challenge, Some("DPoP algs=\"ES256\""));
    assert!(stage.demo.received().is_empty());

    let headers = good();
    for expected in [201, 401] {
        let answer = caller.raw(Method::Post, &url, headers.clone(), body.clone());
        assert_eq!(answer.await.unwrap().status, expected, "a proof used again");
    }
    caller
        .get(&format!("{url}/cnv_1/events?access_token={}", caller.token))
        .await
        .is(400, "invalid_request");
}

#[tokio::test]
async fn a_token_expires_and_can_be_revoked() {
    let stage = Stage::new().await;
    let caller = Caller::new(&stage, "usr_1").await;
    caller.start("msg_1", "Hello").await;
    let mut form = caller.token_form();
    form.push(("token", caller.token.clone()));
    let revoke = format!("{ISSUER}{REVOCATION_PATH}");
    let answer = caller.post_form(&revoke, Vec::new(), &form).await;
    assert_eq!(answer.status, 200);
    caller
        .post(&endpoint(), &message("msg_2", "Hello"))
        .await
        .is(401, "invalid_token");

    let caller = Caller::new(&stage, "usr_1").await;
    stage.clock.advance(TOKEN_LIFE);
    caller
        .post(&endpoint(), &message("msg_3", "Hello"))
        .await
        .is(401, "invalid_token");
}
