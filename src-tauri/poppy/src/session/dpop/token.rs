//! Session Tokens: asked for at the token endpoint with a JWT about the User (draft 0.2 section 4.2,
//! RFC 7523), and read from its answer.

use std::time::Duration;

use serde_json::Value;
use url::form_urlencoded;
use zeroize::Zeroizing;

use super::DpopSession;
use crate::client::CallError;
use crate::client::refusal::{self, error_code};
use crate::host::Timestamp;
use crate::json;
use crate::net::{Method, Request, Response};

const GRANT: &str = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// How long a token request may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The largest answer of the token endpoint, in bytes.
const MAX_ANSWER: usize = 64 * 1024;
/// The longest token and the longest Session id, in bytes.
const MAX_TOKEN: usize = 16 * 1024;
const MAX_SESSION_ID: usize = 256;
/// The longest life of a token that is believed, in seconds.
const MAX_LIFE: u64 = 365 * 24 * 60 * 60;
/// A token is renewed this long before it ends, in milliseconds, so that it does not end on its way;
/// a short-lived one when a quarter of its life is left.
const MARGIN: i64 = 30_000;

/// A Session Token.
#[derive(Clone)]
pub(super) struct Token {
    /// The token: a secret, never logged.
    pub(super) value: Zeroizing<String>,
    /// From when on it is not used any longer.
    pub(super) renew_at: Timestamp,
    /// Tells it from those before and after.
    pub(super) serial: u64,
}

/// What the token endpoint granted.
pub(super) struct Grant {
    value: Zeroizing<String>,
    renew_at: Timestamp,
    session_id: String,
}

impl Grant {
    pub(super) fn into_token(self, serial: u64) -> Token {
        Token {
            value: self.value,
            renew_at: self.renew_at,
            serial,
        }
    }
}

impl DpopSession {
    /// Starts the Session, or renews it when its id is known. A Session that is no more is begun
    /// anew for the same User. Each attempt has assertions and a proof of its own.
    pub(super) async fn request_token(&self) -> Result<Grant, CallError> {
        let mut session_id = self.kept().session_id.clone();
        let mut may_repeat = true;
        loop {
            let asked_at = self.setup.clock.now();
            let request = self.token_request(session_id.as_deref())?;
            let url = request.url.clone();
            let response = self.setup.transport.send(request).await?;
            let gave_nonce = self.nonces.remember(&url, &response);
            if response.status == 200 {
                let grant =
                    read_grant(&response, asked_at).map_err(|problem| CallError::Unreadable {
                        status: response.status,
                        problem: format!("in the answer of its sign-in service, {problem}"),
                    })?;
                self.kept().session_id = Some(grant.session_id.clone());
                return Ok(grant);
            }
            match error_code(&response).as_deref() {
                Some("use_dpop_nonce") if may_repeat && gave_nonce => may_repeat = false,
                Some("invalid_session") if session_id.is_some() => {
                    session_id = None;
                    self.kept().session_id = None;
                    may_repeat = true;
                }
                _ => return Err(refusal::of(&response)),
            }
        }
    }

    fn token_request(&self, session_id: Option<&str>) -> Result<Request, CallError> {
        let setup = &self.setup;
        let client_id = setup.signer.client_id.as_str();
        let assertion = |subject| {
            let issuer = &setup.auth.issuer;
            setup
                .signer
                .assertion(subject, issuer, &*setup.clock, &*setup.random)
        };
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", GRANT)
            .append_pair("assertion", &assertion(setup.user.as_str())?)
            .append_pair("client_id", client_id)
            .append_pair("client_assertion_type", ASSERTION)
            .append_pair("client_assertion", &assertion(client_id)?);
        if let Some(id) = session_id {
            form.append_pair("session_id", id);
        }
        let url = setup.auth.token_endpoint.clone();
        let proof = self.proof(Method::Post, &url, None)?;
        Ok(Request {
            method: Method::Post,
            url,
            headers: vec![
                ("accept", "application/json".to_owned()),
                (
                    "content-type",
                    "application/x-www-form-urlencoded".to_owned(),
                ),
                ("dpop", proof),
            ],
            body: form.finish().into_bytes(),
            timeout: TIMEOUT,
            max_body: MAX_ANSWER,
        })
    }
}

/// Reads a grant; the problem is told without anything of the token.
fn read_grant(response: &Response, asked_at: Timestamp) -> Result<Grant, String> {
    let answer = json::parse_strict(&response.body).map_err(|e| e.to_string())?;
    let token_type = answer.get("token_type").and_then(Value::as_str);
    if !token_type.is_some_and(|name| name.eq_ignore_ascii_case("DPoP")) {
        return Err("`token_type` must be \"DPoP\"".to_owned());
    }
    let value = visible(&answer, "access_token", MAX_TOKEN)?;
    let session_id = visible(&answer, "session_id", MAX_SESSION_ID)?;
    let seconds = answer
        .get("expires_in")
        .and_then(Value::as_u64)
        .filter(|seconds| *seconds > 0)
        .ok_or("`expires_in` must be a whole number of seconds above 0")?;
    // In range by `MAX_LIFE`.
    let life = i64::try_from(seconds.min(MAX_LIFE) * 1000).unwrap_or(i64::MAX);
    let usable = life - MARGIN.min(life / 4);
    Ok(Grant {
        value: Zeroizing::new(value),
        renew_at: asked_at.plus_millis(usable),
        session_id,
    })
}

/// A text that can be sent back as it is, in a header or a form.
fn visible(answer: &Value, name: &str, max: usize) -> Result<String, String> {
    answer
        .get(name)
        .and_then(Value::as_str)
        .filter(|text| (1..=max).contains(&text.len()))
        .filter(|text| text.bytes().all(|b| b.is_ascii_graphic()))
        .map(str::to_owned)
        .ok_or_else(|| format!("`{name}` must be a text of visible characters, at most {max}"))
}
