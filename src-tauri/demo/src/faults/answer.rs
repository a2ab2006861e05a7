//! Errors that are answered on purpose.

use axum::http::header::{HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use poppy::host::Timestamp;
use serde_json::{Map, Value, json};

use crate::date;
use crate::error::{self, DPOP_NONCE};

/// An error that is answered on purpose.
#[derive(Clone, Debug, PartialEq)]
pub struct WrongAnswer {
    /// The status; one that is none becomes 500.
    pub status: u16,
    /// The code in the body, and with 401 in `WWW-Authenticate`.
    pub error: String,
    /// `Retry-After`.
    pub retry_after: Option<RetryAfter>,
    /// `DPoP-Nonce`.
    pub nonce: Option<String>,
    /// What else is in the body: `scope`, `extension`, `conversation_id` …
    pub details: Map<String, Value>,
}

/// How long to wait, in both forms that HTTP has (RFC 9110 section 10.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RetryAfter {
    /// So many seconds.
    Seconds(u32),
    /// Until this moment, cut to the second.
    At(Timestamp),
}

impl WrongAnswer {
    /// An error with this status and code.
    #[must_use]
    pub fn new(status: u16, error: &str) -> Self {
        Self {
            status,
            error: error.to_owned(),
            retry_after: None,
            nonce: None,
            details: Map::new(),
        }
    }

    /// With a `Retry-After`.
    #[must_use]
    pub fn retry_after(mut self, retry_after: RetryAfter) -> Self {
        self.retry_after = Some(retry_after);
        self
    }

    /// With a `DPoP-Nonce`.
    #[must_use]
    pub fn nonce(mut self, nonce: &str) -> Self {
        self.nonce = Some(nonce.to_owned());
        self
    }

    /// With another member in the body.
    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.details.insert(name.to_owned(), value);
        self
    }
}

impl IntoResponse for WrongAnswer {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut body = json!({ "error": self.error });
        for (name, value) in self.details {
            body[name] = value;
        }
        let mut response = error::json(status, &body);
        let retry_after = self.retry_after.map(|after| match after {
            RetryAfter::Seconds(seconds) => seconds.to_string(),
            RetryAfter::At(moment) => date::http(moment),
        });
        let unauthorised = status == StatusCode::UNAUTHORIZED;
        let challenge = unauthorised.then(|| error::challenge(&self.error));
        let headers: [(HeaderName, Option<String>); 3] = [
            (RETRY_AFTER, retry_after),
            (WWW_AUTHENTICATE, challenge),
            (DPOP_NONCE, self.nonce),
        ];
        for (name, text) in headers {
            if let Some(value) = text.and_then(|text| HeaderValue::from_str(&text).ok()) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}
