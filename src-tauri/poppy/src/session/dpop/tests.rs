//! Sessions against a scripted Company: what is sent, and how often.

mod accounts;
mod clock;
mod echoing;
mod endpoints;
mod pacing;
mod recovering;
mod refreshing;
mod shared;
mod signing_out;
mod starting;
mod streaming;
mod together;

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
    scene_of(session_id, answers, DpopSession::new)
}

fn scene_of(
    session_id: Option<&str>,
    answers: impl IntoIterator<Item = Response>,
    make: impl FnOnce(Setup) -> DpopSession,
) -> Scene {
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
        session: make(setup),
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

/// It is wanted, whatever happens.
fn wanted() -> StillWanted {
    Arc::new(|| true)
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
