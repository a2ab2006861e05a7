//! An answer that is no success, as an error: its code is in the body (`{"error": code}`) or, for
//! errors about tokens, perhaps only in `WWW-Authenticate` (draft 0.2 section 6, RFC 6750).

use super::CallError;
use crate::json;
use crate::net::Response;
use crate::net::headers::retry_after;

/// The longest code that is believed, in bytes.
const MAX_CODE: usize = 100;

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
        },
        None => CallError::Unreadable {
            status,
            problem: format!("it has status {status} and no error code of the protocol"),
        },
    }
}

/// The error code of an answer: from its body, else from its challenges. Only the characters that
/// RFC 6749 section 5.2 allows, and of bounded length.
pub(crate) fn error_code(response: &Response) -> Option<String> {
    let from_body = || {
        let value = json::parse_strict(&response.body).ok()?;
        let code = value.get("error")?.as_str()?;
        is_code(code).then(|| code.to_owned())
    };
    let from_challenge = || {
        response
            .all_headers("www-authenticate")
            .find_map(challenge_error)
            .filter(|code| is_code(code))
    };
    from_body().or_else(from_challenge)
}

fn is_code(text: &str) -> bool {
    (1..=MAX_CODE).contains(&text.len())
        && text
            .bytes()
            .all(|b| matches!(b, 0x20 | 0x21 | 0x23..=0x5B | 0x5D..=0x7E))
}

/// The `error` parameter of the challenges in one header (RFC 9110 section 11.6.1), and not a text
/// that looks like one inside another parameter's quotes.
fn challenge_error(header: &str) -> Option<String> {
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
        if name.eq_ignore_ascii_case("error") {
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

    proptest! {
        #[test]
        fn no_header_panics(header in "\\PC*") {
            let _ = challenge_error(&header);
        }

        #[test]
        fn a_code_in_quotes_is_always_found(code in "[a-z_]{1,20}", other in "[^\"\\\\]*") {
            let header = format!("Basic realm=\"{other}\", DPoP error=\"{code}\"");
            prop_assert_eq!(challenge_error(&header), Some(code));
        }
    }
}
