//! A Company that is played: it does what the protocol says, except where a test has it fail.

mod accounts;
mod chat;
mod fault;
mod stream;

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use poppy::net::{Method, NetError, Request, Response, StreamResponse, Transport};
use serde_json::{Value, json};
use tokio::sync::Notify;
use tokio::time::Instant;

pub(crate) use accounts::Decision;
use chat::Chat;
pub(crate) use fault::{Fault, Point};

/// The domain of another Company of the same issuer.
pub(crate) const SECOND: &str = "second.example";

struct State {
    faults: VecDeque<(Point, Fault)>,
    chats: Vec<Chat>,
    /// What came to the conversation endpoints, done or not.
    posts: Vec<(Point, Vec<u8>, Instant)>,
    counts: Vec<(Point, Instant)>,
    replies: bool,
    echoes: bool,
    poppy: Value,
    /// Answer a wait at once, with nothing.
    impatient: bool,
    /// What comes here waits.
    held: Vec<Point>,
    /// Cursors given before this are not good any longer.
    cursors_from: usize,
    streams: bool,
    short_streams: bool,
    flooding: bool,
    tells_of_direct: bool,
    open: Vec<stream::Open>,
    last_event_ids: Vec<Option<String>>,
    accounts: accounts::Accounts,
    /// What the User publishes, by path.
    site: HashMap<String, Value>,
    /// The `Date` it gives, in seconds since 1970.
    date: Option<&'static str>,
}

/// The Company.
pub(crate) struct FakeCompany {
    state: Mutex<State>,
    news: Notify,
}

fn poppy(domain: &str) -> Value {
    json!({
        "protocol_version": "0.3",
        "organization": {"name": "The Shop", "domain": domain},
        "auth": {"issuer": "https://shop.example",
            "device": {"scopes": ["orders:read", "orders:write"]},
            "direct": {"scopes": ["orders:read"]},
            "custom_scopes": {"orders:read": "See your\u{202e} orders"}},
        "agent": {"protocols": [{"type": "poppy", "endpoint": "https://shop.example/chat"}]},
        "extensions": {"links": {"version": "1"}, "disclosures": {"version": "1"}}
    })
}

impl FakeCompany {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                faults: VecDeque::new(),
                chats: Vec::new(),
                posts: Vec::new(),
                counts: Vec::new(),
                replies: true,
                echoes: true,
                poppy: poppy("shop.example"),
                impatient: false,
                held: Vec::new(),
                cursors_from: 0,
                streams: false,
                short_streams: false,
                flooding: false,
                tells_of_direct: false,
                open: Vec::new(),
                last_event_ids: Vec::new(),
                accounts: accounts::Accounts::default(),
                site: HashMap::new(),
                date: None,
            }),
            news: Notify::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// The next request to this point goes wrong.
    pub(crate) fn fails(&self, point: Point, fault: Fault) {
        self.state().faults.push_back((point, fault));
    }

    /// How many requests are still to go wrong.
    pub(crate) fn to_fail(&self) -> usize {
        self.state().faults.len()
    }

    /// Nothing goes wrong any longer.
    pub(crate) fn heals(&self) {
        self.state().faults.clear();
    }

    /// It answers no messages.
    pub(crate) fn silent(&self) {
        self.state().replies = false;
    }

    /// It does not give messages back, or does again.
    pub(crate) fn echoes(&self, echoes: bool) {
        self.state().echoes = echoes;
    }

    pub(crate) fn impatient(&self) {
        self.state().impatient = true;
        self.news.notify_waiters();
    }

    /// Its document says this from now on.
    pub(crate) fn says(&self, change: impl FnOnce(&mut Value)) {
        change(&mut self.state().poppy);
    }

    /// Forgets all cursors given so far, and all events before the last `kept`.
    pub(crate) fn forgets(&self, kept: usize) {
        let mut state = self.state();
        let chat = &mut state.chats[0];
        let from = chat.events.len().saturating_sub(kept);
        for event in &mut chat.events[..from] {
            *event = Value::Null;
        }
        state.cursors_from = from + 1;
    }

    /// Adds an event to its first conversation.
    pub(crate) fn tells(&self, event: Value) {
        {
            let mut state = self.state();
            let chat = &mut state.chats[0];
            if let Some(status) = event["status"].as_str() {
                chat.status = leak(status);
            }
            if let Some(responder) = event["responder"].as_str() {
                chat.responder = leak(responder);
            }
            chat.events.push(event);
            state.publish();
        }
        self.news.notify_waiters();
    }

    /// The texts of the messages it has, conversation by conversation.
    pub(crate) fn has(&self) -> Vec<Vec<String>> {
        let text = |body: &[u8]| {
            let body: Value = serde_json::from_slice(body).unwrap();
            body["message"]["text"].as_str().unwrap().to_owned()
        };
        let state = self.state();
        let of = |chat: &Chat| chat.messages.iter().map(|(_, body)| text(body)).collect();
        state.chats.iter().map(of).collect()
    }

    /// What was posted, done or not.
    pub(crate) fn posts(&self) -> Vec<(Point, Vec<u8>, Instant)> {
        self.state().posts.clone()
    }

    /// When requests came to this point.
    pub(crate) fn times(&self, point: Point) -> Vec<Instant> {
        let state = self.state();
        let of = state.counts.iter().filter(|(at, _)| *at == point);
        of.map(|(_, time)| *time).collect()
    }

    pub(crate) fn total(&self) -> usize {
        self.state().counts.len()
    }

    fn point(request: &Request) -> Point {
        let path = request.url.path();
        if request.url.host_str() == Some("me.example") {
            return Point::Site;
        }
        let wants = |(name, value): &(&'static str, String)| {
            *name == "accept" && value.contains("event-stream")
        };
        match (request.method, path) {
            (_, "/token") => Point::Token,
            (_, "/device") => Point::Device,
            (_, "/revoke") => Point::Revoke,
            (Method::Post, "/chat") => Point::Start,
            (Method::Post, path) if path.ends_with("/handoff") => Point::Handoff,
            (Method::Post, path) if path.ends_with("/close") => Point::Close,
            (Method::Get, path)
                if path.ends_with("/events") && request.headers.iter().any(wants) =>
            {
                Point::Stream
            }
            (Method::Post, _) => Point::Send,
            (Method::Get, path) if path.ends_with("/events") => Point::Read,
            _ => Point::Discovery,
        }
    }

    fn fault(&self, point: Point) -> Option<Fault> {
        let mut state = self.state();
        let index = state.faults.iter().position(|(at, _)| *at == point)?;
        state.faults.remove(index).map(|(_, fault)| fault)
    }

    async fn answer(&self, request: Request) -> Result<Response, NetError> {
        let date = self.state().date;
        let mut answer = self.answered(request).await;
        if let (Ok(response), Some(date)) = (&mut answer, date) {
            let header = ("date".to_owned(), date.to_owned());
            response.headers.push(header);
        }
        answer
    }

    async fn answered(&self, request: Request) -> Result<Response, NetError> {
        let point = Self::point(&request);
        {
            let mut state = self.state();
            state.counts.push((point, Instant::now()));
            if matches!(point, Point::Start | Point::Send) {
                state
                    .posts
                    .push((point, request.body.clone(), Instant::now()));
            }
        }
        self.let_through(point).await;
        let cut = || Err(NetError::Cut("shop.example".to_owned()));
        match self.fault(point) {
            None => Ok(self.act(point, &request).await),
            Some(Fault::CutBefore) => cut(),
            Some(Fault::CutAfter) => {
                self.act(point, &request).await;
                cut()
            }
            Some(Fault::HangBefore) => std::future::pending().await,
            Some(Fault::HangAfter) => {
                self.act(point, &request).await;
                std::future::pending().await
            }
            Some(Fault::Refuse(status, code, after)) => {
                let mut response = reply(status, &json!({"error": code}));
                if let Some(after) = after {
                    let header = ("retry-after".to_owned(), after.to_string());
                    response.headers.push(header);
                }
                Ok(response)
            }
            Some(Fault::RefuseWith(status, body)) => Ok(Response {
                status,
                headers: vec![json_header(), ("dpop-nonce".to_owned(), "n1".to_owned())],
                body: body.as_bytes().to_vec(),
            }),
            Some(Fault::Private) => Err(NetError::PrivateAddress("shop.example".to_owned())),
            Some(Fault::Insecure) => Err(NetError::Tls("shop.example".to_owned())),
            Some(Fault::Panics) => panic!("as a test asks for"),
            Some(Fault::Redirect(to)) => Ok(Response {
                status: 302,
                headers: vec![("location".to_owned(), to.to_owned())],
                body: Vec::new(),
            }),
            Some(Fault::Answer(status, body)) => {
                self.act(point, &request).await;
                Ok(Response {
                    status,
                    headers: vec![json_header()],
                    body: body.as_bytes().to_vec(),
                })
            }
        }
    }

    async fn act(&self, point: Point, request: &Request) -> Response {
        match point {
            Point::Discovery if request.url.path() == "/.well-known/poppy.json" => {
                let mut poppy = self.state().poppy.clone();
                if request.url.host_str() == Some(SECOND) {
                    poppy["organization"]["domain"] = json!(SECOND);
                }
                reply(200, &poppy)
            }
            Point::Discovery => reply(
                200,
                &json!({"issuer": self.state().poppy["auth"]["issuer"],
                    "token_endpoint": "https://shop.example/token",
                    "revocation_endpoint": "https://shop.example/revoke",
                    "device_authorization_endpoint": "https://shop.example/device",
                    "authorization_endpoint": "https://shop.example/authorize",
                    "poppy_domains": ["shop.example", "www.shop.example", SECOND],
                    "dpop_signing_alg_values_supported": ["ES256"]}),
            ),
            Point::Token => self.token(request),
            Point::Device => self.device(),
            Point::Revoke => self.revoke(request),
            Point::Start => self.take(None, &request.body, 201),
            Point::Send => {
                let chat = chat_of(request);
                let refusal = self.wants_sign_in(request);
                refusal.unwrap_or_else(|| self.take(Some(&chat), &request.body, 202))
            }
            Point::Handoff => self.becomes(&chat_of(request), "queued", 202),
            Point::Close => self.becomes(&chat_of(request), "closed", 200),
            Point::Read | Point::Stream => self.events(request).await,
            Point::Site => match self.state().site.get(request.url.path()) {
                Some(document) => reply(200, document),
                None => reply(404, &json!({})),
            },
        }
    }

    /// What the User publishes on a site of their own.
    pub(crate) fn publishes(&self, path: &str, document: Value) {
        self.state().site.insert(path.to_owned(), document);
    }

    /// The `Date` of its answers.
    pub(crate) fn says_it_is(&self, date: &'static str) {
        self.state().date = Some(date);
    }
}

impl Transport for FakeCompany {
    fn send(
        &self,
        request: Request,
    ) -> Pin<Box<dyn Future<Output = Result<Response, NetError>> + Send + '_>> {
        Box::pin(self.answer(request))
    }

    fn open(
        &self,
        request: Request,
        _idle: Duration,
    ) -> Pin<Box<dyn Future<Output = Result<StreamResponse, NetError>> + Send + '_>> {
        Box::pin(async move {
            let (streams, faults) = {
                let state = self.state();
                let mut faults = state.faults.iter();
                (state.streams, faults.any(|(at, _)| *at == Point::Stream))
            };
            if Self::point(&request) == Point::Stream && streams && !faults {
                let now = Instant::now();
                self.state().counts.push((Point::Stream, now));
                return Ok(self.stream(&request));
            }
            Ok(StreamResponse::whole(self.answer(request).await?))
        })
    }
}

fn chat_of(request: &Request) -> String {
    let mut parts = request.url.path_segments().unwrap();
    parts.nth(1).unwrap().to_owned()
}

fn json_header() -> (String, String) {
    ("content-type".to_owned(), "application/json".to_owned())
}

fn reply(status: u16, body: &Value) -> Response {
    Response {
        status,
        headers: vec![json_header()],
        body: body.to_string().into_bytes(),
    }
}

fn leak(word: &str) -> &'static str {
    ["working", "idle", "queued", "closed", "agent", "human"]
        .into_iter()
        .find(|known| *known == word)
        .unwrap()
}
