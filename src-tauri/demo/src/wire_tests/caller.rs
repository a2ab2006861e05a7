//! A client that does exactly what a test says, right or wrong.

use std::sync::Arc;
use std::time::Duration;

use poppy::host::Clock as _;
use poppy::net::{Https, Method, NetError, Request, Response, StreamResponse, Transport as _};
use serde_json::{Value, json};
use url::{Url, form_urlencoded};

use super::{HandClock, Stage};
use crate::documents::{CONVERSATIONS_PATH, DEVICE_AUTHORIZATION_PATH, ISSUER, TOKEN_PATH};
use crate::testkit::{
    CLIENT_ID, NOW, TestKey, assertion_claims, header, proof_claims, proof_header,
};

/// No test's conversation takes more reads than this.
const MAX_PAGES: usize = 50;

pub(super) type Headers = Vec<(&'static str, String)>;

pub(super) struct Caller {
    https: Https,
    agent: Arc<TestKey>,
    clock: Arc<HandClock>,
    pub(super) proof_key: TestKey,
    pub(super) user: String,
    pub(super) token: String,
    pub(super) session: String,
}

/// An answer: the status and what is in it.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
    pub(super) response: Response,
}

impl Answer {
    #[track_caller]
    pub(super) fn is(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status, self.body["error"].as_str()),
            (status, Some(code)),
            "{}",
            self.body
        );
    }

    pub(super) fn text(&self, member: &str) -> String {
        self.body[member].as_str().unwrap().to_owned()
    }

    pub(super) fn events(&self) -> &[Value] {
        self.body["events"].as_array().unwrap()
    }
}

pub(super) fn endpoint() -> String {
    format!("{ISSUER}{CONVERSATIONS_PATH}")
}

pub(super) fn token_url() -> String {
    format!("{ISSUER}{TOKEN_PATH}")
}

/// A message that says `text`.
pub(super) fn message(id: &str, text: &str) -> Value {
    json!({ "message": { "id": id, "author": { "type": "human" }, "text": text } })
}

impl Caller {
    /// A caller without a token.
    pub(super) fn stranger(stage: &Stage, user: &str) -> Self {
        Self {
            https: Https::new(std::slice::from_ref(stage.demo.network())).unwrap(),
            agent: Arc::clone(&stage.agent),
            clock: Arc::clone(&stage.clock),
            proof_key: TestKey::generate(),
            user: user.to_owned(),
            token: String::new(),
            session: String::new(),
        }
    }

    /// A caller with a token.
    pub(super) async fn new(stage: &Stage, user: &str) -> Self {
        let mut caller = Self::stranger(stage, user);
        let answer = caller.get_token(&caller.token_form()).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        caller.token = answer.text("access_token");
        caller.session = answer.text("session_id");
        caller
    }

    /// The fields with which the agent says who it is, and the Session.
    pub(super) fn client_form(&self) -> Vec<(&'static str, String)> {
        let mut form = self.token_form();
        form.retain(|(name, _)| !matches!(*name, "grant_type" | "assertion"));
        form.push(("session_id", self.session.clone()));
        form
    }

    /// Asks the token endpoint with this grant.
    pub(super) async fn grant(&self, grant: &str, more: &[(&'static str, &str)]) -> Answer {
        let mut form = self.client_form();
        form.push(("grant_type", grant.to_owned()));
        form.extend(
            more.iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        self.get_token(&form).await
    }

    /// Begins a sign-in by code.
    pub(super) async fn begin_device(&self, scope: &str) -> Answer {
        let url = format!("{ISSUER}{DEVICE_AUTHORIZATION_PATH}");
        let mut form = self.client_form();
        form.push(("scope", scope.to_owned()));
        let proof = self.proof(&proof_claims("POST", &url, None));
        self.post_form(&url, vec![("dpop", proof)], &form).await
    }

    pub(super) async fn poll_device(&self, device_code: &str) -> Answer {
        let grant = "urn:ietf:params:oauth:grant-type:device_code";
        self.grant(grant, &[("device_code", device_code)]).await
    }

    /// Signs in by code; gives the Account Token.
    pub(super) async fn sign_in(&mut self, stage: &Stage, scope: &str) -> String {
        let begun = self.begin_device(scope).await;
        assert_eq!(begun.status, 200, "{}", begun.body);
        assert!(stage.demo.approve(&begun.text("user_code"), None));
        let answer = self.poll_device(&begun.text("device_code")).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        self.token = answer.text("access_token");
        answer.text("refresh_token")
    }

    pub(super) fn assertion(&self, claims: &Value) -> String {
        self.agent.sign(&header(), &self.dated(claims))
    }

    /// The fields of a good token request.
    pub(super) fn token_form(&self) -> Vec<(&'static str, String)> {
        vec![
            (
                "grant_type",
                "urn:ietf:params:oauth:grant-type:jwt-bearer".to_owned(),
            ),
            ("assertion", self.assertion(&assertion_claims(&self.user))),
            ("client_id", CLIENT_ID.to_owned()),
            (
                "client_assertion_type",
                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer".to_owned(),
            ),
            (
                "client_assertion",
                self.assertion(&assertion_claims(CLIENT_ID)),
            ),
        ]
    }

    pub(super) async fn get_token(&self, fields: &[(&'static str, String)]) -> Answer {
        let proof = self.proof(&proof_claims("POST", &token_url(), None));
        self.post_form(&token_url(), vec![("dpop", proof)], fields)
            .await
    }

    pub(super) async fn post_form(
        &self,
        url: &str,
        mut headers: Headers,
        fields: &[(&'static str, String)],
    ) -> Answer {
        let form = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        let form_type = "application/x-www-form-urlencoded".to_owned();
        headers.push(("content-type", form_type));
        self.raw(Method::Post, url, headers, form.into_bytes())
            .await
            .unwrap()
    }

    pub(super) fn proof(&self, claims: &Value) -> String {
        let header = proof_header(&self.proof_key);
        self.proof_key.sign(&header, &self.dated(claims))
    }

    /// Claims that were made as of the beginning, as of now.
    fn dated(&self, claims: &Value) -> Value {
        let passed = self.clock.now().seconds() - NOW;
        let mut dated = claims.clone();
        for claim in ["iat", "exp"] {
            if let Some(then) = claims[claim].as_i64() {
                dated[claim] = json!(then + passed);
            }
        }
        dated
    }

    /// The headers of a good request with a token.
    pub(super) fn headers(&self, method: Method, url: &str) -> Headers {
        let plain = url.split('?').next().unwrap();
        let claims = proof_claims(method.as_str(), plain, Some(&self.token));
        vec![
            ("authorization", format!("DPoP {}", self.token)),
            ("dpop", self.proof(&claims)),
            ("content-type", "application/json".to_owned()),
        ]
    }

    pub(super) async fn raw(
        &self,
        method: Method,
        url: &str,
        headers: Headers,
        body: Vec<u8>,
    ) -> Result<Answer, NetError> {
        let request = Request {
            method,
            url: Url::parse(url).unwrap(),
            headers,
            body,
            timeout: Duration::from_secs(60),
            max_body: 1024 * 1024,
        };
        let response = self.https.send(request).await?;
        Ok(Answer {
            status: response.status,
            body: serde_json::from_slice(&response.body).unwrap_or(Value::Null),
            response,
        })
    }

    /// Opens a stream; `extra` are headers beside those of a good request.
    pub(super) async fn open(&self, url: &str, extra: &[(&'static str, &str)]) -> StreamResponse {
        let mut headers = self.headers(Method::Get, url);
        headers.push(("accept", "text/event-stream".to_owned()));
        headers.extend(
            extra
                .iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        let request = Request {
            method: Method::Get,
            url: Url::parse(url).unwrap(),
            headers,
            body: Vec::new(),
            timeout: Duration::from_secs(60),
            max_body: 1024 * 1024,
        };
        let idle = Duration::from_secs(60);
        self.https.open(request, idle).await.unwrap()
    }

    pub(super) async fn get(&self, url: &str) -> Answer {
        let headers = self.headers(Method::Get, url);
        self.raw(Method::Get, url, headers, Vec::new())
            .await
            .unwrap()
    }

    pub(super) async fn try_post(&self, url: &str, body: &Value) -> Result<Answer, NetError> {
        let headers = self.headers(Method::Post, url);
        let body = body.to_string().into_bytes();
        self.raw(Method::Post, url, headers, body).await
    }

    pub(super) async fn post(&self, url: &str, body: &Value) -> Answer {
        self.try_post(url, body).await.unwrap()
    }

    /// Starts a conversation; gives its address.
    pub(super) async fn start(&self, id: &str, text: &str) -> String {
        let answer = self.post(&endpoint(), &message(id, text)).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        format!("{}/{}", endpoint(), answer.text("conversation_id"))
    }

    /// Reads on, waiting for more, until the conversation stands as `status`.
    pub(super) async fn read_until(&self, conversation: &str, status: &str) -> Vec<Value> {
        let mut events = Vec::new();
        let mut cursor = String::new();
        for _ in 0..MAX_PAGES {
            let url = format!("{conversation}/events?wait=30{cursor}");
            let page = self.get(&url).await;
            assert_eq!(page.status, 200, "{}", page.body);
            events.extend_from_slice(page.events());
            cursor = format!("&cursor={}", page.text("cursor"));
            if page.body["has_more"] == false && page.body["status"] == status {
                return events;
            }
        }
        panic!("the conversation did not come to be {status}: {events:#?}");
    }
}
