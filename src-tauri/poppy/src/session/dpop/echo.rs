//! What a request proves itself with, kept out of what is made of its answer. The texts of a refusal
//! go into logs, the window and the store; a Company that writes our own token there, on purpose or
//! because its server repeats what it got, would have it kept where no secret belongs.

use std::collections::HashSet;

use serde_json::Value;
use url::form_urlencoded;
use zeroize::Zeroizing;

use super::Inner;
use crate::client::refusal::challenges_without;
use crate::json;
use crate::net::{Request, Response};

/// Fields of a form that are secrets, or signed.
const SECRET_FIELDS: [&str; 7] = [
    "assertion",
    "client_assertion",
    "code",
    "code_verifier",
    "device_code",
    "refresh_token",
    "token",
];
/// A text that has so many bytes in a row in common with a secret holds a part of it.
const RUN: usize = 16;
/// A shorter secret is one by accident only: no text but itself holds it.
const SHORT: usize = 8;

/// The credentials of one request.
pub(super) struct Secrets(Vec<Zeroizing<String>>);

impl Inner {
    /// The credentials of a request as it is sent, and those its server knows besides.
    pub(super) fn secrets(&self, request: &Request) -> Secrets {
        let mut secrets = Vec::new();
        for (name, value) in &request.headers {
            match *name {
                "authorization" => {
                    let token = value.split_once(' ').map_or(value.as_str(), |(_, t)| t);
                    secrets.push(Zeroizing::new(token.to_owned()));
                }
                "dpop" => secrets.push(Zeroizing::new(value.clone())),
                "content-type" if value == super::forms::FORM => secrets.extend(
                    form_urlencoded::parse(&request.body)
                        .filter(|(name, _)| SECRET_FIELDS.contains(&&**name))
                        .map(|(_, value)| Zeroizing::new(value.into_owned())),
                ),
                _ => {}
            }
        }
        let kept = self.shared.kept();
        secrets.extend(kept.token.as_ref().map(|token| token.value.clone()));
        let account = kept.account.as_ref();
        secrets.extend(account.map(|account| Zeroizing::new(account.token.reveal().to_owned())));
        Secrets(secrets)
    }
}

impl Secrets {
    /// The answer without each member, challenge parameter and header that holds a credential or a
    /// part of one: as if the Company had said nothing there.
    pub(super) fn removed_from(&self, mut response: Response) -> Response {
        let runs: HashSet<&[u8]> = self
            .0
            .iter()
            .flat_map(|s| s.as_bytes().windows(RUN))
            .collect();
        let holds = |text: &str| self.are_in(text, &runs);
        response.headers = std::mem::take(&mut response.headers)
            .into_iter()
            .filter_map(|(name, value)| {
                // A quoted text may have backslashes anywhere.
                if !holds(&value) && !holds(&value.replace('\\', "")) {
                    return Some((name, value));
                }
                (name == "www-authenticate").then(|| (name, challenges_without(&value, holds)))
            })
            .collect();
        if let Ok(Value::Object(mut members)) = json::parse_strict(&response.body) {
            let before = members.len();
            members.retain(|name, value| !holds(name) && !is_in_value(value, &holds));
            if members.len() != before {
                response.body = Value::Object(members).to_string().into_bytes();
            }
        }
        response
    }

    fn are_in(&self, text: &str, runs: &HashSet<&[u8]>) -> bool {
        let is_in = |secret: &Zeroizing<String>| {
            let is_short = secret.len() < SHORT;
            let holds = !is_short && text.contains(secret.as_str());
            holds || (is_short && text == secret.as_str())
        };
        text.as_bytes().windows(RUN).any(|run| runs.contains(run)) || self.0.iter().any(is_in)
    }
}

/// The depth is bounded by how JSON is read.
fn is_in_value(value: &Value, holds: &impl Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => holds(text),
        Value::Array(values) => values.iter().any(|value| is_in_value(value, holds)),
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| holds(name) || is_in_value(value, holds)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
