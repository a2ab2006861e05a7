//! Sessions against a scripted Company: what is sent, and how often.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Value, json};
use url::Url;

use super::*;
use crate::documents::client::ClientId;
use crate::keys::sha256_base64url;
use crate::net::fake::{Counter, FixedClock, Script, answer, read_jwt, with_header};
use crate::net::{Method, NetError};

const NOW: i64 = 1_700_000_000;
const CLIENT_ID: &str = "https://you.example/agent.json";
const ISSUER: &str = "https://auth.example/shop-a";

struct Scene {
    script: Arc<Script>,
    clock: Arc<FixedClock>,
    identity: Arc<SigningKey>,
    proof_key: Arc<SigningKey>,
    session: DpopSession,
}

fn scene_with(session_id: Option<&str>, answers: impl IntoIterator<Item = Response>) -> Scene {
    let script = Arc::new(Script::new(answers));
    let clock = Arc::new(FixedClock::at(NOW));
    let identity = Arc::new(SigningKey::generate().unwrap());
    let proof_key = Arc::new(SigningKey::generate().unwrap());
    let url = |text| Url::parse(text).unwrap();
    let setup = Setup {
        transport: script.clone(),
        clock: clock.clone(),
        random: Arc::new(Counter::default()),
        auth: Auth {
            issuer: ISSUER.to_owned(),
            token_endpoint: url("https://auth.example/token?shop=a"),
            revocation_endpoint: url("https://auth.example/revoke"),
            authorization_endpoint: None,
            device_authorization_endpoint: None,
            poppy_domains: Vec::new(),
            direct: None,
            device: None,
            custom_scopes: BTreeMap::new(),
        },
        signer: Signer {
            client_id: ClientId::parse(CLIENT_ID).unwrap(),
            key: identity.clone(),
        },
        user: UserId::parse("usr_ada").unwrap(),
        proof_key: proof_key.clone(),
        session_id: session_id.map(str::to_owned),
    };
    Scene {
        session: DpopSession::new(setup),
        script,
        clock,
        identity,
        proof_key,
    }
}

fn scene(answers: impl IntoIterator<Item = Response>) -> Scene {
    scene_with(None, answers)
}

fn granted(token: &str) -> Response {
    grant(&json!({
        "access_token": token, "token_type": "DPoP", "expires_in": 3600,
        "scope": "", "session_id": format!("ses_{token}"), "signed_in": false,
    }))
}

fn grant(value: &Value) -> Response {
    answer(200, &value.to_string())
}

fn refused(status: u16, code: &str) -> Response {
    answer(status, &json!({ "error": code }).to_string())
}

fn challenged(code: &str) -> Response {
    with_header(
        answer(401, ""),
        "www-authenticate",
        &format!("DPoP error=\"{code}\""),
    )
}

fn with_nonce(response: Response, nonce: &str) -> Response {
    with_header(response, "dpop-nonce", nonce)
}

fn message() -> Request {
    Request {
        method: Method::Post,
        url: Url::parse("https://shop.example/chat/c1/messages?a=b#c").unwrap(),
        headers: vec![("content-type", "application/json".to_owned())],
        body: b"{\"message\": 1}".to_vec(),
        timeout: std::time::Duration::from_secs(1),
        max_body: 1000,
    }
}

impl Scene {
    async fn send(&self) -> Result<Response, CallError> {
        self.session.send(message()).await
    }

    async fn status(&self) -> u16 {
        self.send().await.unwrap().status
    }

    /// The hosts asked, in order.
    fn hosts(&self) -> Vec<String> {
        let seen = self.script.seen();
        seen.iter()
            .map(|r| r.url.host_str().unwrap().to_owned())
            .collect()
    }

    fn proof(&self, index: usize) -> (Value, Value) {
        let seen = self.script.seen();
        let headers = &seen[index].headers;
        let proofs: Vec<_> = headers.iter().filter(|(name, _)| *name == "dpop").collect();
        assert_eq!(proofs.len(), 1, "exactly one proof");
        read_jwt(&proofs[0].1, self.proof_key.public_jwk())
    }

    fn token_sent(&self, index: usize) -> String {
        let seen = self.script.seen();
        let mut sent = seen[index]
            .headers
            .iter()
            .filter(|(n, _)| *n == "authorization");
        let value = sent.next().unwrap().1.clone();
        assert!(sent.next().is_none());
        value
    }

    fn form(&self, index: usize) -> HashMap<String, String> {
        let body = self.script.seen()[index].body.clone();
        url::form_urlencoded::parse(&body).into_owned().collect()
    }

    /// Nothing signed for one attempt was ever used for another.
    fn assert_all_fresh(&self) {
        let mut ids = HashSet::new();
        for index in 0..self.script.seen().len() {
            let (_, claims) = self.proof(index);
            assert!(
                ids.insert(claims["jti"].clone()),
                "a proof's jti came twice"
            );
            for name in ["assertion", "client_assertion"] {
                if let Some(token) = self.form(index).get(name) {
                    let (_, claims) = read_jwt(token, self.identity.public_jwk());
                    assert!(
                        ids.insert(claims["jti"].clone()),
                        "an assertion's jti came twice"
                    );
                }
            }
        }
    }
}

const TOKEN: &str = "auth.example";
const CHAT: &str = "shop.example";

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
async fn invalid_session_for_a_new_session_ends_it() {
    let scene = scene([refused(400, "invalid_session")]);
    assert_eq!(scene.send().await.unwrap_err().code(), "invalid_session");
}

#[tokio::test]
async fn nonces_are_kept_for_each_server() {
    let scene = scene([
        with_nonce(refused(400, "use_dpop_nonce"), "n-auth"),
        granted("t1"),
        with_nonce(challenged("use_dpop_nonce"), "n-chat"),
        with_nonce(answer(202, "{}"), "n-chat-2"),
        answer(202, "{}"),
    ]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.hosts(), [TOKEN, TOKEN, CHAT, CHAT, CHAT]);
    let nonces: Vec<_> = (0..5).map(|i| scene.proof(i).1["nonce"].clone()).collect();
    assert_eq!(
        json!(nonces),
        json!([null, "n-auth", null, "n-chat", "n-chat-2"])
    );
    let seen = scene.script.seen();
    assert_eq!(
        seen[2].body, seen[3].body,
        "the message is the same, byte for byte"
    );
    scene.assert_all_fresh();
}

#[tokio::test]
async fn a_nonce_is_tried_once() {
    let again = || with_nonce(refused(400, "use_dpop_nonce"), "n");
    let at_token = scene([again(), again()]);
    assert_eq!(at_token.send().await.unwrap_err().code(), "use_dpop_nonce");
    let challenge = || with_nonce(challenged("use_dpop_nonce"), "n");
    let at_chat = scene([granted("t1"), challenge(), challenge()]);
    assert_eq!(at_chat.status().await, 401);
    assert_eq!(at_chat.hosts(), [TOKEN, CHAT, CHAT]);
    for useless in ["", "with space", "with\"quote"] {
        let none = with_nonce(challenged("use_dpop_nonce"), useless);
        let scene = scene([granted("t1"), none]);
        assert_eq!(
            scene.status().await,
            401,
            "{useless:?} is no nonce to send back"
        );
    }
}

#[tokio::test]
async fn a_token_that_is_not_good_is_renewed_once_unseen() {
    for bad in [
        challenged("invalid_token"),
        refused(401, "invalid_token"),
        challenged("invalid_dpop_proof"),
        refused(400, "invalid_dpop_proof"),
    ] {
        let scene = scene([granted("t1"), bad, granted("t2"), answer(202, "{}")]);
        assert_eq!(scene.status().await, 202);
        assert_eq!(scene.hosts(), [TOKEN, CHAT, TOKEN, CHAT]);
        assert_eq!(scene.form(2)["session_id"], "ses_t1", "it is renewed");
        assert_eq!(scene.token_sent(3), "DPoP t2");
        assert_eq!(scene.proof(3).1["ath"], sha256_base64url(b"t2"));
        let seen = scene.script.seen();
        assert_eq!(seen[1].body, seen[3].body);
        scene.assert_all_fresh();
    }
    let scene = scene([
        granted("t1"),
        challenged("invalid_token"),
        granted("t2"),
        challenged("invalid_token"),
    ]);
    assert_eq!(scene.status().await, 401, "once, and no more");
}

#[tokio::test]
async fn a_dead_session_is_not_renewed_but_begun_anew() {
    let scene = scene([
        granted("t1"),
        refused(401, "invalid_session"),
        granted("t2"),
        answer(202, "{}"),
    ]);
    assert_eq!(scene.status().await, 202);
    assert!(!scene.form(2).contains_key("session_id"));
}

#[tokio::test]
async fn a_new_token_may_need_a_nonce_of_its_own() {
    let scene = scene([
        granted("t1"),
        with_nonce(challenged("use_dpop_nonce"), "a"),
        challenged("invalid_token"),
        granted("t2"),
        with_nonce(challenged("use_dpop_nonce"), "b"),
        answer(202, "{}"),
    ]);
    assert_eq!(scene.status().await, 202);
    assert_eq!(scene.proof(5).1["nonce"], "b");
    scene.assert_all_fresh();
}

#[tokio::test]
async fn other_answers_come_back_as_they_are() {
    for other in [
        refused(400, "invalid_request"),
        refused(401, "sign_in_required"),
        refused(429, "rate_limited"),
        answer(302, ""),
        answer(500, "<html>"),
        refused(200, "invalid_token"),
    ] {
        let status = other.status;
        let scene = scene([granted("t1"), other]);
        assert_eq!(scene.status().await, status);
    }
}

#[tokio::test]
async fn a_token_is_renewed_before_it_ends() {
    for (life, good_for) in [(3600, 3_570_000), (60, 45_000), (1, 750)] {
        let short = grant(&json!({
            "access_token": "t1", "token_type": "dpop", "expires_in": life, "session_id": "s"
        }));
        let ok = || answer(202, "{}");
        let scene = scene([short, ok(), ok(), granted("t2"), ok()]);
        scene.send().await.unwrap();
        scene.clock.advance_millis(good_for - 1);
        scene.send().await.unwrap();
        scene.clock.advance_millis(1);
        scene.send().await.unwrap();
        assert_eq!(
            scene.hosts(),
            [TOKEN, CHAT, CHAT, TOKEN, CHAT],
            "life {life}"
        );
    }
}

#[tokio::test]
async fn many_requests_at_once_cause_one_token_request() {
    let answers = std::iter::once(granted("t1")).chain((0..8).map(|_| answer(202, "{}")));
    let scene = scene(answers);
    let sent = futures_util::future::join_all((0..8).map(|_| scene.send())).await;
    assert!(sent.iter().all(Result::is_ok));
    assert_eq!(scene.hosts().iter().filter(|h| *h == TOKEN).count(), 1);
    scene.assert_all_fresh();
}

#[tokio::test]
async fn many_requests_with_a_stale_token_renew_it_once() {
    let bad = || challenged("invalid_token");
    let ok = || answer(202, "{}");
    let scene = scene([
        granted("t1"),
        bad(),
        bad(),
        bad(),
        granted("t2"),
        ok(),
        ok(),
        ok(),
    ]);
    let sent = futures_util::future::join_all((0..3).map(|_| scene.send())).await;
    assert!(
        sent.iter()
            .all(|r| r.as_ref().is_ok_and(|r| r.status == 202))
    );
    assert_eq!(scene.hosts().iter().filter(|h| *h == TOKEN).count(), 2);
}

#[tokio::test]
async fn many_requests_share_one_failure_and_the_next_tries_again() {
    let scene = scene([
        refused(503, "temporarily_unavailable"),
        granted("t1"),
        answer(202, "{}"),
    ]);
    let sent = futures_util::future::join_all((0..5).map(|_| scene.send())).await;
    for outcome in sent {
        assert_eq!(outcome.unwrap_err().code(), "temporarily_unavailable");
    }
    assert_eq!(scene.hosts(), [TOKEN]);
    assert_eq!(scene.status().await, 202);
}

#[tokio::test]
async fn a_company_that_asks_to_wait_is_not_asked_before() {
    let limited = with_header(refused(429, "rate_limited"), "retry-after", "10");
    let scene = scene([limited, granted("t1"), answer(202, "{}")]);
    let wait = |outcome: Result<Response, CallError>| match outcome.unwrap_err() {
        CallError::Refused { retry_after, .. } => retry_after.unwrap().as_millis(),
        other => panic!("expected a refusal, got {other:?}"),
    };
    assert_eq!(wait(scene.send().await), 10_000);
    scene.clock.advance_millis(9_999);
    assert_eq!(wait(scene.send().await), 1, "what is left");
    assert_eq!(scene.hosts(), [TOKEN]);
    scene.clock.advance_millis(1);
    assert_eq!(scene.status().await, 202);
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
