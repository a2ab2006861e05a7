//! An answer that is no success, as an error: its code is in the body (`{"error": code}`) or, for
//! errors about tokens, perhaps only in `WWW-Authenticate` (draft 0.2 section 6, RFC 6750).

use serde_json::Value;

use super::CallError;
use crate::ids::ConversationId;
use crate::json;
use crate::net::Response;
use crate::net::headers::retry_after;

/// The longest code that is believed, in bytes.
const MAX_CODE: usize = 64;
/// The longest extension name and the longest list of scopes that are kept, in bytes.
const MAX_EXTENSION: usize = 256;
const MAX_SCOPE: usize = 4096;

/// What a refusal says besides its code, where it does. Printable ASCII of bounded length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// The scopes that `sign_in_required` and `insufficient_scope` ask for, separated by spaces.
    pub scope: Option<String>,
    /// The extension that `extension_required` names.
    pub extension: Option<String>,
    /// The conversation that `direct_conversation_open` leads to.
    pub conversation_id: Option<ConversationId>,
}

impl Details {
    /// From the body; scope and extension else from the challenges.
    fn of(response: &Response) -> Self {
        let body = json::parse_strict(&response.body).unwrap_or(Value::Null);
        let member = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
        let kept = |name: &str, max| {
            member(name)
                .or_else(|| challenge(response, name))
                .filter(|text| is_printable(text, max))
        };
        Self {
            scope: kept("scope", MAX_SCOPE),
            extension: kept("extension", MAX_EXTENSION),
            conversation_id: member("conversation_id")
                .and_then(|id| ConversationId::parse(&id).ok()),
        }
    }
}

/// The error that an unsuccessful answer means.
pub(crate) fn of(response: &Response) -> CallError {
    let status = response.status;
    if (300..400).contains(&status) {
        return CallError::Redirect;
    }
    let code = error_code(response).or_else(|| {
        // A server before the Company's own may refuse without knowing the protocol.
        let code = match status {
            429 => "rate_limited",
            503 => "temporarily_unavailable",
            _ => return None,
        };
        Some(code.to_owned())
    });
    match code {
        Some(code) => CallError::Refused {
            code,
            status,
            retry_after: retry_after(response),
            details: Details::of(response),
        },
        None => CallError::Unreadable {
            status,
            problem: format!("it has status {status} and no error code of the protocol"),
        },
    }
}

/// The error code of an answer: from its body, else from its challenges. RFC 6749 section 5.2 would
/// let it be any text; only what can be a name is one here, since codes are kept and shown. That it
/// is none of the request's credentials, the Session has seen to.
pub(crate) fn error_code(response: &Response) -> Option<String> {
    let from_body = || {
        let value = json::parse_strict(&response.body).ok()?;
        let code = value.get("error")?.as_str()?;
        is_code(code).then(|| code.to_owned())
    };
    let from_challenge = || challenge(response, "error").filter(|code| is_code(code));
    from_body().or_else(from_challenge)
}

/// A parameter of the challenges of an answer.
fn challenge(response: &Response, name: &str) -> Option<String> {
    response
        .all_headers("www-authenticate")
        .find_map(|header| challenge_parameter(header, name))
}

/// The challenges of one header, reduced to the parameters that are read and those of them that do
/// not hold what they must not.
pub(crate) fn challenges_without(header: &str, holds: impl Fn(&str) -> bool) -> String {
    let parameters = ["error", "scope", "extension"]
        .into_iter()
        .filter_map(|name| {
            let value = challenge_parameter(header, name)?;
            (is_printable(&value, MAX_SCOPE) && !holds(&value))
                .then(|| format!("{name}=\"{value}\""))
        });
    format!("DPoP {}", parameters.collect::<Vec<_>>().join(", "))
}

/// Whether a text can be an error code: a name, such as `invalid_request`.
pub(crate) fn is_code(text: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    (1..=MAX_CODE).contains(&text.len()) && text.bytes().all(is_part)
}

fn is_printable(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.len())
        && text
            .bytes()
            .all(|b| matches!(b, 0x20 | 0x21 | 0x23..=0x5B | 0x5D..=0x7E))
}

/// A parameter of the challenges in one header (RFC 9110 section 11.6.1), and not a text that looks
/// like one inside another parameter's quotes.
fn challenge_parameter(header: &str, wanted: &str) -> Option<String> {
    let mut rest = header;
    loop {
        let start = rest.find(is_token_char)?;
        let (_, from_name) = rest.split_at_checked(start)?;
        let end = from_name
            .find(|c| !is_token_char(c))
            .unwrap_or(from_name.len());
        let (name, after) = from_name.split_at_checked(end)?;
        // What is not followed by `=` is a scheme.
        let Some(value) = after.trim_start().strip_prefix('=') else {
            rest = after;
            continue;
        };
        let (value, after) = parameter_value(value.trim_start());
        if name.eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
        rest = after;
    }
}

/// A quoted string or a token, and what follows it.
fn parameter_value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([',', ' ', '\t']).unwrap_or(text.len());
        let (value, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        return (value.to_owned(), rest);
    };
    let mut value = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => break,
            '\\' => value.extend(chars.next()),
            c => value.push(c),
        }
    }
    (value, chars.as_str())
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::net::fake::answer;

    #[test]
    fn the_code_is_found_in_the_body_or_a_challenge() {
        for (body, header, code) in [
            (
                r#"{"error":"invalid_request"}"#,
                "",
                Some("invalid_request"),
            ),
            (
                r#"{"error":"invalid_request"}"#,
                r#"DPoP error="use_dpop_nonce""#,
                Some("invalid_request"),
            ),
            ("", r#"DPoP error="use_dpop_nonce""#, Some("use_dpop_nonce")),
            ("oops", "DPoP error=invalid_token", Some("invalid_token")),
            (
                "{}",
                r#"Basic realm="a, error=\"no\"", DPoP algs="ES256", Error = "invalid_token", x=1"#,
                Some("invalid_token"),
            ),
            (
                "",
                r#"DPoP error_description="error=\"fake\"", error="invalid_dpop_proof""#,
                Some("invalid_dpop_proof"),
            ),
            ("", r#"DPoP realm="error=fake""#, None),
            ("", "DPoP", None),
            ("", r#"DPoP error=""#, None),
            (r#"{"error":7}"#, "", None),
            (r#"{"error":""}"#, "", None),
            (r#"{"error":"a\nb"}"#, "", None),
            (r#"{"error":"naïve"}"#, "", None),
            (r#"{"error":"DPoP abc.def"}"#, "", None),
            (r#"{"error":"a/b"}"#, "", None),
            ("", r#"DPoP error="you owe us money""#, None),
            (r#"["error"]"#, "", None),
        ] {
            let mut response = answer(401, body);
            response.headers = vec![("www-authenticate".to_owned(), header.to_owned())];
            assert_eq!(error_code(&response).as_deref(), code, "{body} {header}");
        }
        let long = format!(r#"{{"error":"{}"}}"#, "a".repeat(MAX_CODE + 1));
        assert_eq!(error_code(&answer(400, &long)), None);
    }

    #[test]
    fn an_answer_without_a_code_is_judged_by_its_status() {
        for (status, code) in [(429, "rate_limited"), (503, "temporarily_unavailable")] {
            let mut response = answer(status, "<html>");
            response.headers = vec![("retry-after".to_owned(), "9".to_owned())];
            assert_eq!(
                of(&response),
                CallError::Refused {
                    code: code.to_owned(),
                    status,
                    retry_after: Some(Duration::from_secs(9)),
                    details: Details::default(),
                }
            );
        }
        for status in [301, 302, 304, 307, 308] {
            assert_eq!(of(&answer(status, "{}")), CallError::Redirect);
        }
        for status in [199, 400, 401, 404, 500, 502] {
            assert!(matches!(
                of(&answer(status, "<html>")),
                CallError::Unreadable { status: s, .. } if s == status
            ));
        }
    }

    #[test]
    fn what_a_refusal_asks_for_is_kept() {
        let details = |body: &str, header: &str| {
            let mut response = answer(403, body);
            response.headers = vec![("www-authenticate".to_owned(), header.to_owned())];
            match of(&response) {
                CallError::Refused { details, .. } => details,
                other => panic!("not refused: {other:?}"),
            }
        };
        let both = r#"DPoP error="insufficient_scope", scope="orders:read", extension="x""#;
        let from_header = details("{}", both);
        assert_eq!(from_header.scope.as_deref(), Some("orders:read"));
        assert_eq!(from_header.extension.as_deref(), Some("x"));
        let from_body = details(
            r#"{"error": "e", "scope": "a b", "extension": "example.com/gift-wrap", "conversation_id": "c_1"}"#,
            both,
        );
        assert_eq!(from_body.scope.as_deref(), Some("a b"));
        assert_eq!(
            from_body.extension.as_deref(),
            Some("example.com/gift-wrap")
        );
        assert_eq!(from_body.conversation_id.unwrap().as_str(), "c_1");
        let useless = r#"{"error": "e", "scope": 5, "extension": "\n", "conversation_id": "a/b"}"#;
        assert_eq!(details(useless, ""), Details::default());
        let long = format!(
            r#"{{"error": "e", "scope": "{}"}}"#,
            "a".repeat(MAX_SCOPE + 1)
        );
        assert_eq!(details(&long, ""), Details::default());
    }

    proptest! {
        #[test]
        fn no_header_panics(header in "\\PC*") {
            let _ = challenge_parameter(&header, "error");
        }

        #[test]
        fn a_code_in_quotes_is_always_found(code in "[a-z_]{1,20}", other in "[^\"\\\\]*") {
            let header = format!("Basic realm=\"{other}\", DPoP error=\"{code}\"");
            prop_assert_eq!(challenge_parameter(&header, "error"), Some(code));
        }
    }
}
