//! What the demo answers when it does not do what was asked: `{"error": code}`, with the reason in
//! words beside it (RFC 6749 section 5.2, draft 0.2 section 7.13).

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    pub(crate) code: &'static str,
    why: &'static str,
    challenge: Challenge,
}

/// Whether the answer says how to authorise a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Challenge {
    None,
    /// There was no token, so there is no error to name (RFC 6750 section 3).
    Bare,
    Named,
}

impl ApiError {
    pub(crate) const MISDIRECTED: Self = Self::new(
        StatusCode::MISDIRECTED_REQUEST,
        "misdirected_request",
        "this server answers for trailhead.example alone",
    );
    pub(crate) const NOT_FOUND: Self =
        Self::new(StatusCode::NOT_FOUND, "not_found", "nothing is here");
    pub(crate) const METHOD: Self = Self::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "this address does not take that method",
    );
    pub(crate) const TOO_LARGE: Self = Self::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        "invalid_request",
        "the body is larger than 64 KiB",
    );
    pub(crate) const UNAVAILABLE: Self = Self::new(
        StatusCode::SERVICE_UNAVAILABLE,
        "temporarily_unavailable",
        "the demo cannot do this now",
    );
    pub(crate) const NO_TOKEN: Self = Self {
        challenge: Challenge::Bare,
        ..Self::invalid_token("the request has no Session Token")
    };
    pub(crate) const CONVERSATION_NOT_FOUND: Self = Self::new(
        StatusCode::NOT_FOUND,
        "conversation_not_found",
        "there is no such conversation of this User's",
    );
    pub(crate) const CONVERSATION_CLOSED: Self = Self::new(
        StatusCode::CONFLICT,
        "conversation_closed",
        "the conversation is closed",
    );
    pub(crate) const MESSAGE_ID_CONFLICT: Self = Self::new(
        StatusCode::CONFLICT,
        "message_id_conflict",
        "another message was sent with this id",
    );
    pub(crate) const INVALID_CURSOR: Self = Self::new(
        StatusCode::BAD_REQUEST,
        "invalid_cursor",
        "the cursor is not one of this conversation's",
    );

    const fn new(status: StatusCode, code: &'static str, why: &'static str) -> Self {
        Self {
            status,
            code,
            why,
            challenge: Challenge::None,
        }
    }

    /// The request itself is wrong.
    pub(crate) const fn invalid_request(why: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "invalid_request", why)
    }

    /// The agent could not be authenticated.
    pub(crate) const fn invalid_client(why: &'static str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "invalid_client", why)
    }

    /// An error of the token endpoint (RFC 6749 section 5.2).
    pub(crate) const fn token(code: &'static str, why: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, why)
    }

    /// The Session Token is no good.
    pub(crate) const fn invalid_token(why: &'static str) -> Self {
        Self {
            challenge: Challenge::Named,
            ..Self::new(StatusCode::UNAUTHORIZED, "invalid_token", why)
        }
    }

    /// The proof of a request with a Session Token is no good.
    pub(crate) const fn invalid_proof(why: &'static str) -> Self {
        Self {
            challenge: Challenge::Named,
            ..Self::new(StatusCode::UNAUTHORIZED, "invalid_dpop_proof", why)
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = json(
            self.status,
            &json!({ "error": self.code, "error_description": self.why }),
        );
        let challenge = match self.challenge {
            Challenge::None => return response,
            Challenge::Bare => "DPoP algs=\"ES256\"".to_owned(),
            Challenge::Named => challenge(self.code),
        };
        if let Ok(value) = HeaderValue::from_str(&challenge) {
            response.headers_mut().insert(WWW_AUTHENTICATE, value);
        }
        response
    }
}

/// `WWW-Authenticate` of RFC 9449 section 7.1.
pub(crate) fn challenge(code: &str) -> String {
    format!("DPoP error=\"{code}\", algs=\"ES256\"")
}

/// A JSON answer that nobody may keep.
pub(crate) fn json(status: StatusCode, value: &Value) -> Response {
    json_kept(status, value, "no-store")
}

/// A JSON answer with its `Cache-Control`.
pub(crate) fn json_kept(status: StatusCode, value: &Value, cache: &'static str) -> Response {
    const SNIFF: HeaderName = HeaderName::from_static("x-content-type-options");
    let mut response = Response::new(Body::from(value.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(SNIFF, HeaderValue::from_static("nosniff"));
    response
}
