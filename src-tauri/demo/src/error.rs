//! What the demo answers when it does not do what was asked: `{"error": code}`, with the reason in
//! words beside it (RFC 6749 section 5.2, draft 0.2 section 7.13).

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use poppy::ids::ConversationId;
use serde_json::{Value, json};

use crate::accounts::READ;

/// The header in which a nonce comes (RFC 9449 section 8.1).
pub(crate) const DPOP_NONCE: HeaderName = HeaderName::from_static("dpop-nonce");

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ApiError {
    status: StatusCode,
    pub(crate) code: &'static str,
    why: &'static str,
    challenge: Challenge,
    detail: Detail,
}

/// What is said beside the code.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Detail {
    None,
    /// The nonce that the next proof must hold.
    Nonce(String),
    /// How long to wait, in seconds.
    Wait(u32),
    /// The scope that is missing.
    Scope(&'static str),
    /// The conversation to turn to.
    Conversation(ConversationId),
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
    pub(crate) const NO_TOKEN: Self = Self::challenging(
        Challenge::Bare,
        StatusCode::UNAUTHORIZED,
        "invalid_token",
        "the request has no Session Token",
    );
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
    pub(crate) const CURSOR_EXPIRED: Self = Self::new(
        StatusCode::GONE,
        "cursor_expired",
        "that place in the conversation was lost",
    );

    const fn new(status: StatusCode, code: &'static str, why: &'static str) -> Self {
        Self {
            status,
            code,
            why,
            challenge: Challenge::None,
            detail: Detail::None,
        }
    }

    /// An error for which the answer says how to authorise a request.
    const fn challenging(
        challenge: Challenge,
        status: StatusCode,
        code: &'static str,
        why: &'static str,
    ) -> Self {
        Self {
            status,
            code,
            why,
            challenge,
            detail: Detail::None,
        }
    }

    /// The conversation is the User's account's, or what is asked for is.
    pub(crate) fn sign_in_required() -> Self {
        Self {
            detail: Detail::Scope(READ),
            ..Self::challenging(
                Challenge::Named,
                StatusCode::FORBIDDEN,
                "sign_in_required",
                "this conversation has used the User's account",
            )
        }
    }

    /// A Direct Conversation is open under this one.
    pub(crate) fn direct_conversation_open(id: ConversationId) -> Self {
        Self {
            detail: Detail::Conversation(id),
            ..Self::new(
                StatusCode::CONFLICT,
                "direct_conversation_open",
                "a Direct Conversation is open under this one",
            )
        }
    }

    /// There are too many requests.
    pub(crate) fn rate_limited(seconds: u32) -> Self {
        Self {
            detail: Detail::Wait(seconds),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "rate_limited",
                "the demo is busy, as it was asked to be",
            )
        }
    }

    /// The proof must hold this nonce; at the token endpoint or elsewhere (RFC 9449 sections 8, 9).
    pub(crate) fn use_nonce(nonce: String, at_token: bool) -> Self {
        const WHY: &str = "the proof must hold the nonce that comes with this answer";
        let error = if at_token {
            Self::token("use_dpop_nonce", WHY)
        } else {
            let status = StatusCode::UNAUTHORIZED;
            Self::challenging(Challenge::Named, status, "use_dpop_nonce", WHY)
        };
        Self {
            detail: Detail::Nonce(nonce),
            ..error
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
        let status = StatusCode::UNAUTHORIZED;
        Self::challenging(Challenge::Named, status, "invalid_token", why)
    }

    /// The proof of a request with a Session Token is no good.
    pub(crate) const fn invalid_proof(why: &'static str) -> Self {
        let status = StatusCode::UNAUTHORIZED;
        Self::challenging(Challenge::Named, status, "invalid_dpop_proof", why)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut body = json!({ "error": self.code, "error_description": self.why });
        let mut header = None;
        match self.detail {
            Detail::None => {}
            Detail::Nonce(nonce) => header = Some((DPOP_NONCE, nonce)),
            Detail::Wait(seconds) => header = Some((RETRY_AFTER, seconds.to_string())),
            Detail::Scope(scope) => body["scope"] = json!(scope),
            Detail::Conversation(id) => body["conversation_id"] = json!(id),
        }
        let mut response = json(self.status, &body);
        let challenge = match self.challenge {
            Challenge::None => None,
            Challenge::Bare => Some("DPoP algs=\"ES256\"".to_owned()),
            Challenge::Named => Some(challenge(self.code)),
        };
        let challenge = challenge.map(|text| (WWW_AUTHENTICATE, text));
        for (name, text) in header.into_iter().chain(challenge) {
            if let Ok(value) = HeaderValue::from_str(&text) {
                response.headers_mut().insert(name, value);
            }
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
