//! Session Tokens, read from the answer of the token endpoint (draft 0.2 sections 4.2 and 4.8).

use serde_json::Value;
use zeroize::Zeroizing;

use crate::client::CallError;
use crate::documents::client::ClientId;
use crate::host::Timestamp;
use crate::json;
use crate::net::Response;
use crate::session::account::{Account, AccountToken};

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
    /// Whose it is: nobody else's request may carry it.
    pub(super) client: ClientId,
    /// From when on it is not used any longer, by this machine's clock.
    pub(super) renew_at: Timestamp,
    /// Tells it from those before and after.
    pub(super) serial: u64,
}

/// What the token endpoint granted.
pub(super) struct Grant {
    value: Zeroizing<String>,
    renew_at: Timestamp,
    pub(super) session_id: String,
    /// Whether the Session is signed in to the User's account.
    pub(super) is_signed_in: bool,
    /// The scopes; `None` when the Company says nothing of them.
    pub(super) scopes: Option<Vec<String>>,
    /// A new Account Token.
    pub(super) account_token: Option<AccountToken>,
}

impl Grant {
    /// Reads a successful answer to what was asked at `asked_at`. The problem is told without
    /// anything of the tokens.
    pub(super) fn read(response: &Response, asked_at: Timestamp) -> Result<Self, CallError> {
        read(response, asked_at).map_err(|problem| odd(response, &problem))
    }

    pub(super) fn token(&self, client: &ClientId, serial: u64) -> Token {
        Token {
            value: self.value.clone(),
            client: client.clone(),
            renew_at: self.renew_at,
            serial,
        }
    }

    /// The account from now on, when it was `before`: unchanged where nothing of it was granted.
    pub(super) fn account(&self, before: Option<Account>) -> Option<Account> {
        if !self.is_signed_in {
            return before;
        }
        match (self.account_token.clone(), before) {
            (Some(token), before) => {
                let before = before.map(|account| account.scopes);
                let scopes = self.scopes.clone().or(before).unwrap_or_default();
                Some(Account { token, scopes })
            }
            (None, Some(before)) => Some(Account {
                scopes: self.scopes.clone().unwrap_or(before.scopes),
                token: before.token,
            }),
            (None, None) => None,
        }
    }
}

/// A grant that cannot be used.
pub(super) fn odd(response: &Response, problem: &str) -> CallError {
    CallError::Unreadable {
        status: response.status,
        problem: format!("in the answer of its sign-in service, {problem}"),
    }
}

fn read(response: &Response, asked_at: Timestamp) -> Result<Grant, String> {
    let answer = json::parse_strict(&response.body).map_err(|_| json::UNREADABLE)?;
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
        is_signed_in: answer.get("signed_in") == Some(&Value::Bool(true)),
        scopes: scopes(&answer),
        account_token: account_token(&answer)?,
    })
}

fn scopes(answer: &Value) -> Option<Vec<String>> {
    let scope = answer.get("scope")?.as_str()?;
    Some(scope.split_ascii_whitespace().map(str::to_owned).collect())
}

fn account_token(answer: &Value) -> Result<Option<AccountToken>, String> {
    match answer.get("refresh_token") {
        None | Some(Value::Null) => Ok(None),
        Some(token) => token
            .as_str()
            .and_then(|text| AccountToken::parse(text).ok())
            .map(Some)
            .ok_or_else(|| "`refresh_token` must be a text of visible characters".to_owned()),
    }
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
