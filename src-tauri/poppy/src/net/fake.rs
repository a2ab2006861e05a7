//! What tests bring: a Company that answers from a script, a clock that stands still, and
//! randomness that counts.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use futures_util::future::BoxFuture;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde_json::Value;

use super::{NetError, Request, Response, Transport};
use crate::host::{Clock, Random, Timestamp};
use crate::keys::PublicJwk;

/// Answers each request with the next of its script, and keeps what was asked.
#[derive(Default)]
pub(crate) struct Script {
    answers: Mutex<VecDeque<Result<Response, NetError>>>,
    seen: Mutex<Vec<Request>>,
}

impl Script {
    pub(crate) fn new(answers: impl IntoIterator<Item = Response>) -> Self {
        let script = Self::default();
        for answer in answers {
            script.then(Ok(answer));
        }
        script
    }

    pub(crate) fn then(&self, answer: Result<Response, NetError>) {
        self.answers.lock().unwrap().push_back(answer);
    }

    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

impl Transport for Script {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        Box::pin(async move {
            // A real network lets others go on meanwhile.
            tokio::task::yield_now().await;
            self.seen.lock().unwrap().push(request);
            let answer = self.answers.lock().unwrap().pop_front();
            answer.expect("a request more than the script has answers")
        })
    }
}

pub(crate) fn answer(status: u16, body: &str) -> Response {
    Response {
        status,
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
    }
}

pub(crate) fn with_header(mut response: Response, name: &str, value: &str) -> Response {
    response.headers.push((name.to_owned(), value.to_owned()));
    response
}

/// A clock that moves only when told.
pub(crate) struct FixedClock(AtomicI64);

impl FixedClock {
    pub(crate) fn at(seconds: i64) -> Self {
        Self(AtomicI64::new(seconds * 1000))
    }

    pub(crate) fn advance_millis(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

/// Randomness that never repeats: it counts.
#[derive(Default)]
pub(crate) struct Counter(AtomicU64);

impl Random for Counter {
    fn fill(&self, bytes: &mut [u8]) {
        let count = self.0.fetch_add(1, Ordering::SeqCst).to_be_bytes();
        for (byte, from) in bytes.iter_mut().zip(count.into_iter().cycle()) {
            *byte = from;
        }
    }
}

/// A JWT's header and claims, its signature verified.
#[track_caller]
pub(crate) fn read_jwt(token: &str, key: &PublicJwk) -> (Value, Value) {
    let mut validation = Validation::new(Algorithm::ES256);
    validation.validate_exp = false;
    validation.validate_aud = false;
    validation.required_spec_claims.clear();
    let verifying = DecodingKey::from_ec_components(&key.x, &key.y).unwrap();
    let claims = jsonwebtoken::decode::<Value>(token, &verifying, &validation)
        .expect("the signature is the key's")
        .claims;
    let header = token.split('.').next().unwrap();
    let header = URL_SAFE_NO_PAD.decode(header).unwrap();
    (serde_json::from_slice(&header).unwrap(), claims)
}
