//! What is sent to start a Session, and what is made of the answer.

use super::*;

#[tokio::test]
async fn a_session_is_started_as_the_protocol_says() {
    let scene = scene([granted("t1"), answer(202, "{}"), answer(200, "{}")]);
    assert_eq!(scene.session.session_id(), None);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.session.session_id().as_deref(), Some("ses_t1"));
    assert_eq!(scene.status().await, 200, "the token is used again");
    assert_eq!(scene.hosts(), [TOKEN, CHAT, CHAT]);
    scene.assert_all_fresh();

    let request = &scene.script.seen()[0];
    assert_eq!(request.method, Method::Post);
    assert_eq!(request.url.as_str(), "https://auth.example/token?shop=a");
    assert!(
        request
            .headers
            .contains(&("content-type", "application/x-www-form-urlencoded".into()))
    );
    let form = scene.form(0);
    let mut names: Vec<_> = form.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "assertion",
            "client_assertion",
            "client_assertion_type",
            "client_id",
            "grant_type"
        ]
    );
    assert_eq!(
        form["grant_type"],
        "urn:ietf:params:oauth:grant-type:jwt-bearer"
    );
    assert_eq!(
        form["client_assertion_type"],
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    );
    assert_eq!(form["client_id"], CLIENT_ID);
    for (name, subject) in [("assertion", "usr_ada"), ("client_assertion", CLIENT_ID)] {
        let (_, claims) = read_jwt(&form[name], scene.identity.public_jwk());
        assert_eq!(claims["iss"], CLIENT_ID);
        assert_eq!(claims["sub"], subject);
        assert_eq!(claims["aud"], ISSUER);
        assert_eq!(
            (&claims["iat"], &claims["exp"]),
            (&json!(NOW), &json!(NOW + 60))
        );
    }
}

#[tokio::test]
async fn proofs_are_rfc_9449s() {
    let scene = scene([granted("t1"), answer(202, "{}")]);
    scene.send().await.unwrap();
    let public = scene.proof_key.public_jwk();
    let (header, claims) = scene.proof(0);
    assert_eq!(
        header,
        json!({"typ": "dpop+jwt", "alg": "ES256", "jwk": {
            "kty": "EC", "crv": "P-256", "x": public.x, "y": public.y
        }})
    );
    let jti = &claims["jti"];
    assert_eq!(
        claims,
        json!({"jti": jti, "htm": "POST", "htu": "https://auth.example/token", "iat": NOW})
    );
    let (_, claims) = scene.proof(1);
    let jti = &claims["jti"];
    assert_eq!(
        claims,
        json!({
            "jti": jti, "htm": "POST", "htu": "https://shop.example/chat/c1/messages", "iat": NOW,
            "ath": sha256_base64url(b"t1"),
        })
    );
    assert_eq!(scene.token_sent(1), "DPoP t1");
    let sent = &scene.script.seen()[1];
    assert_eq!(sent.url, message().url);
    assert_eq!(sent.body, message().body);
    assert!(!sent.url.as_str().contains("t1"), "no token in a URL");
}

#[tokio::test]
async fn a_known_session_is_renewed() {
    let scene = scene_with(Some("ses_old"), [granted("t1"), answer(202, "{}")]);
    assert_eq!(scene.session.session_id().as_deref(), Some("ses_old"));
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.form(0)["session_id"], "ses_old");
    assert_eq!(scene.session.session_id().as_deref(), Some("ses_t1"));
}

#[tokio::test]
async fn a_session_that_is_no_more_is_begun_anew_for_the_same_user() {
    let answers = [
        refused(400, "invalid_session"),
        granted("t1"),
        answer(202, "{}"),
    ];
    let scene = scene_with(Some("ses_old"), answers);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.hosts(), [TOKEN, TOKEN, CHAT]);
    assert!(!scene.form(1).contains_key("session_id"));
    let (_, claims) = read_jwt(&scene.form(1)["assertion"], scene.identity.public_jwk());
    assert_eq!(claims["sub"], "usr_ada");
    scene.assert_all_fresh();
}

#[tokio::test]
async fn a_session_that_is_no_more_is_forgotten_even_when_the_next_cannot_start() {
    let scene = scene_with(
        Some("ses_old"),
        [
            refused(400, "invalid_session"),
            refused(503, "temporarily_unavailable"),
            granted("t1"),
            answer(202, "{}"),
        ],
    );
    assert!(scene.send().await.is_err());
    assert_eq!(scene.session.session_id(), None);
    assert_eq!(scene.status().await, 202);
    assert!(!scene.form(2).contains_key("session_id"));
}

#[tokio::test]
async fn invalid_session_for_a_new_session_ends_it() {
    let scene = scene([refused(400, "invalid_session")]);
    assert_eq!(scene.send().await.unwrap_err().code(), "invalid_session");
}

#[tokio::test]
async fn refusals_of_the_token_endpoint_are_told() {
    for (response, code) in [
        (refused(401, "invalid_client"), "invalid_client"),
        (refused(400, "invalid_dpop_proof"), "invalid_dpop_proof"),
        (answer(302, ""), "redirect"),
        (answer(404, "<html>"), "unreadable-answer"),
        (answer(201, "{}"), "unreadable-answer"),
    ] {
        let scene = scene([response]);
        assert_eq!(scene.send().await.unwrap_err().code(), code);
        assert_eq!(scene.hosts(), [TOKEN], "{code}: no message was sent");
    }
    let cut = scene([]);
    cut.script.then(Err(NetError::Cut(TOKEN.into())));
    assert_eq!(
        cut.send().await.unwrap_err(),
        CallError::Net(NetError::Cut(TOKEN.into()))
    );
}

#[tokio::test]
async fn a_grant_must_be_whole() {
    let good = json!({
        "access_token": "t", "token_type": "DPoP", "expires_in": 60, "session_id": "s"
    });
    for (name, bad) in [
        ("token_type", json!("Bearer")),
        ("token_type", json!(null)),
        ("access_token", json!("")),
        ("access_token", json!("a b")),
        ("access_token", json!("a\r\nb")),
        ("access_token", json!("x".repeat(20_000))),
        ("access_token", json!(7)),
        ("session_id", json!(null)),
        ("session_id", json!("x".repeat(300))),
        ("expires_in", json!(0)),
        ("expires_in", json!(-1)),
        ("expires_in", json!("60")),
        ("expires_in", json!(null)),
    ] {
        let mut value = good.clone();
        value[name] = bad;
        let error = scene([grant(&value)]).send().await.unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
    for text in ["", "<html>", r#"{"access_token":"a","access_token":"b"}"#] {
        let error = scene([answer(200, text)]).send().await.unwrap_err();
        assert_eq!(error.code(), "unreadable-answer");
    }
    let mut eternal = good;
    eternal["expires_in"] = json!(u64::MAX);
    let scene = scene([grant(&eternal), answer(202, "{}")]);
    assert_eq!(scene.status().await, 202);
}

#[tokio::test]
async fn debug_shows_no_secret() {
    let scene = scene([granted("t1-secret"), answer(202, "{}")]);
    scene.send().await.unwrap();
    let shown = format!("{:?} {:?}", scene.session, scene.script.seen());
    for secret in ["secret", "usr_ada", "eyJ"] {
        assert!(!shown.contains(secret), "{secret} is in {shown}");
    }
}
