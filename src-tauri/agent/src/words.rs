//! What a person is told about each code: what happened, whose doing it is, what to do. `name` is
//! the Company's name, cleaned. The texts are in the catalogues.

mod errors;
mod proxy;

pub(crate) use errors::{agent, discovery};

use crate::language::say;
use crate::store::{CLOSED, SESSION_GONE};

/// What a message failed with, and a conversation ended with, that a Company put into another one.
pub(crate) const ELSEWHERE: &str = "conversation-elsewhere";

/// A name as it stands in a sentence: in a bidi isolate, so that one written from right to left
/// moves none of the words around it. It is cleaned, so it cannot close the isolate itself.
pub(crate) fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// How a Company is called where its name is not known.
pub(crate) fn the_company() -> String {
    say("the-company", &[])
}

/// A message about a Company.
pub(crate) fn about(id: &str, name: &str) -> String {
    say(id, &[("company", (&isolated(name)).into())])
}

/// What is said of a code of the protocol (draft 0.2 section 7.8), or of ours, that a message or a
/// conversation ended up with.
pub(crate) fn code(code: &str, name: &str) -> String {
    let id = match code {
        "invalid_request" => "code-invalid-request",
        "message_id_conflict" => "code-message-id-conflict",
        "conversation_not_found" => "code-conversation-not-found",
        "conversation_closed" => "code-conversation-closed",
        SESSION_GONE => "code-session-gone",
        ELSEWHERE => "code-elsewhere",
        "direct_conversation_open" => "code-direct-conversation-open",
        "sign_in_required" => "code-sign-in-required",
        "insufficient_scope" => "code-insufficient-scope",
        "extension_required" => "code-extension-required",
        "invalid_client" | "unauthorized_client" => "code-invalid-client",
        "invalid_token" | "invalid_session" | "invalid_dpop_proof" | "use_dpop_nonce" => {
            "code-invalid-session"
        }
        "rate_limited" | "slow_down" => "code-rate-limited",
        "temporarily_unavailable" => "code-temporarily-unavailable",
        "invalid_cursor" | "cursor_expired" => "code-invalid-cursor",
        "unreadable-answer" => "code-unreadable-answer",
        "redirect" => "code-redirect",
        "key" => "code-key",
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => "code-no-answer",
        "insecure-connection" => "code-insecure-connection",
        "private-address" | "not-https" => "code-private-address",
        code if proxy::is_at_fault(code) => return about(proxy::sent_nothing(code), name),
        "account_mismatch" => "code-account-mismatch",
        "no-secure-connections" => "code-no-secure-connections",
        "not-wanted" => "code-not-wanted",
        "answer-too-large" => "code-answer-too-large",
        code => return about_code("code-other", code, name),
    };
    about(id, name)
}

/// A message about a Company and a code that is named in it.
fn about_code(id: &str, code: &str, name: &str) -> String {
    say(
        id,
        &[("company", (&isolated(name)).into()), ("code", code.into())],
    )
}

/// What is said of something asked for beside messages, such as a person, that is not tried again by
/// itself.
pub(crate) fn asked(refusal: &str, name: &str) -> String {
    let id = match refusal {
        "rate_limited" | "slow_down" => "asked-rate-limited",
        "temporarily_unavailable" => "asked-temporarily-unavailable",
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => "asked-no-answer",
        "sign_in_required" => "asked-sign-in-required",
        "insufficient_scope" => "asked-insufficient-scope",
        "extension_required" => "asked-extension-required",
        "key" => "asked-key",
        code if proxy::is_at_fault(code) => proxy::did_nothing(code),
        code => return self::code(code, name),
    };
    about(id, name)
}

/// What is said when a Company shows a conversation only to who is signed in.
pub(crate) fn not_shown(refusal: &str, name: &str) -> String {
    let id = match refusal {
        "insufficient_scope" => "not-shown-insufficient-scope",
        _ => "not-shown-signed-out",
    };
    about(id, name)
}

/// What is said when the User may not ask yet.
pub(crate) fn too_soon(name: &str) -> String {
    about("too-soon", name)
}

/// What is said beside why a message failed that had been tried before.
pub(crate) fn may_have_arrived() -> String {
    say("may-have-arrived", &[])
}

/// What is said when a Company does not give a part of a conversation any longer. `company` is
/// isolated.
pub(crate) fn part_missing(company: &str) -> String {
    say("core-part-missing", &[("company", company.into())])
}

/// What is said of a message that was refused. `detail`: what the code is about, as sent.
pub(crate) fn refused(refusal: &str, detail: Option<&str>, name: &str) -> String {
    match (refusal, detail) {
        ("extension_required", Some(extension)) => say(
            "code-extension-required-named",
            &[
                ("company", (&isolated(name)).into()),
                ("extension", (&crate::present::phrase(extension)).into()),
            ],
        ),
        _ => code(refusal, name),
    }
}

/// What is said when a sign-in was refused or could not go on.
pub(crate) fn sign_in_refused(refusal: &str, name: &str) -> String {
    let id = match refusal {
        "invalid_scope"
        | "invalid_grant"
        | "unauthorized_client"
        | "unsupported_grant_type"
        | "invalid_request"
        | "server_error"
        | "sign_in_required"
        | "insufficient_scope" => return about_code("sign-in-refused", refusal, name),
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => "sign-in-no-answer",
        "rate_limited" | "slow_down" => "sign-in-rate-limited",
        "temporarily_unavailable" => "sign-in-temporarily-unavailable",
        "account_mismatch" => "sign-in-account-mismatch",
        "key" => "sign-in-key",
        code if proxy::is_at_fault(code) => proxy::signed_nothing_in(code),
        _ => return code(refusal, name),
    };
    about(id, name)
}

/// What is said when a Company offers no way to sign in that Candor knows.
pub(crate) fn sign_in_not_offered(name: &str) -> String {
    about("core-sign-in-not-offered", name)
}

/// What is said when nothing may be asked for.
pub(crate) fn sign_in_scopes(name: &str) -> String {
    about("sign-in-scopes", name)
}

/// What is said at the next start when the program ended during a sign-in.
pub(crate) fn sign_in_interrupted(name: &str) -> String {
    about("sign-in-interrupted", name)
}

/// What is said when the Company's sign-in link is not its own.
pub(crate) fn strange_link(name: &str, host: &str) -> String {
    say(
        "strange-link",
        &[("company", (&isolated(name)).into()), ("host", host.into())],
    )
}

/// What is said of clocks that differ, in seconds; `companies` has at least one.
pub(crate) fn clock(seconds: i64, companies: &[String]) -> String {
    let (id, n) = match seconds.unsigned_abs() {
        seconds @ 0..=7199 => ("clock-minutes", (seconds + 30) / 60),
        seconds @ 7200..=172_799 => ("clock-hours", (seconds + 1800) / 3600),
        seconds => ("clock-days", (seconds + 43_200) / 86_400),
    };
    let amount = say(id, &[("n", n.into())]);
    let behind = seconds > 0;
    if let [one] = companies {
        let id = if behind {
            "clock-behind-one"
        } else {
            "clock-ahead-one"
        };
        say(
            id,
            &[
                ("amount", (&amount).into()),
                ("company", (&isolated(one)).into()),
            ],
        )
    } else {
        let id = if behind {
            "clock-behind-many"
        } else {
            "clock-ahead-many"
        };
        let n = u64::try_from(companies.len()).unwrap_or(u64::MAX);
        say(id, &[("amount", (&amount).into()), ("n", n.into())])
    }
}

/// What is said of a published file that cannot be had. `url`: where it must be.
pub(crate) fn published(code: &str, url: &str) -> String {
    let id = match code {
        "not-published" => "published-not-published",
        "redirect" => "published-redirect",
        "odd-status" => "published-odd-status",
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => "published-no-answer",
        "insecure-connection" => "published-insecure-connection",
        code if proxy::is_at_fault(code) => proxy::could_not_look(code),
        _ => "published-other",
    };
    say(id, &[("url", url.into()), ("code", code.into())])
}

/// What is said of a conversation that is over; `None`: that it is closed says it all.
pub(crate) fn ended(reason: &str, name: &str) -> Option<String> {
    (reason != CLOSED).then(|| code(reason, name))
}

/// What is said when the Company is not what it was when it was added.
pub(crate) fn moved(name: &str, domain: &str) -> String {
    say(
        "moved",
        &[
            ("company", (&isolated(name)).into()),
            ("domain", domain.into()),
        ],
    )
}

/// What is said when a Company cannot be verified again. `problem` is a sentence.
pub(crate) fn not_verified(name: &str, problem: &str) -> String {
    say(
        "not-verified",
        &[
            ("company", (&isolated(name)).into()),
            ("problem", problem.into()),
        ],
    )
}

/// What is said when the Company has no chat any longer.
pub(crate) fn no_chat(name: &str) -> String {
    about("core-no-chat", name)
}

/// What is said when the Company gives no way to begin a Session.
pub(crate) fn no_auth(name: &str) -> String {
    about("no-auth", name)
}

/// What is said while the demo does not run.
pub(crate) fn demo_off() -> String {
    say("demo-off", &[])
}

/// What is said when a conversation belongs to an account that is not at hand.
pub(crate) fn other_account(name: &str) -> String {
    about("other-account", name)
}

/// What is said when there is no identity.
pub(crate) fn no_identity(name: &str) -> String {
    about("no-identity", name)
}

/// What is said of a sign-in that was handed over and cannot be finished. `problem` is a sentence.
pub(crate) fn hand_over_failed(problem: &str) -> String {
    say("hand-over-failed", &[("problem", problem.into())])
}

/// What is said when the end of a sign-in cannot be told to a Company. `issuer`, cleaned, names its
/// sign-in service.
pub(crate) fn sign_out_not_told(issuer: &str) -> String {
    say(
        "sign-out-not-told",
        &[("issuer", (&isolated(issuer)).into())],
    )
}

/// What is said when this machine's store fails.
pub(crate) fn store_failed() -> String {
    say("store-failed", &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_sentence_is_isolated_once() {
        let said = [
            code("invalid_request", "\u{5d0}"),
            code("timed-out", "\u{5d0}"),
            code("mystery", "\u{5d0}"),
            refused("extension_required", Some("x"), "\u{5d0}"),
            refused("rate_limited", None, "\u{5d0}"),
            sign_in_refused("invalid_scope", "\u{5d0}"),
            sign_in_refused("slow_down", "\u{5d0}"),
            sign_in_refused("proxy-refused", "\u{5d0}"),
            code("proxy-refused", "\u{5d0}"),
            sign_in_not_offered("\u{5d0}"),
            sign_in_scopes("\u{5d0}"),
            strange_link("\u{5d0}", "x.example"),
            clock(600, &["\u{5d0}".to_owned()]),
            ended("conversation_not_found", "\u{5d0}").unwrap(),
            moved("\u{5d0}", "x.example"),
            not_verified("\u{5d0}", "so"),
            no_chat("\u{5d0}"),
            no_auth("\u{5d0}"),
            other_account("\u{5d0}"),
            no_identity("\u{5d0}"),
            asked("rate_limited", "\u{5d0}"),
            asked("sign_in_required", "\u{5d0}"),
            not_shown("sign_in_required", "\u{5d0}"),
            not_shown("insufficient_scope", "\u{5d0}"),
            too_soon("\u{5d0}"),
            sign_in_refused("account_mismatch", "\u{5d0}"),
        ];
        for said in said {
            let (isolates, names) = (
                said.matches("\u{2068}\u{5d0}\u{2069}").count(),
                said.matches(['\u{5d0}', '\u{2068}', '\u{2069}']).count(),
            );
            assert!(isolates > 0 && names == 3 * isolates, "{said:?}");
        }
    }

    /// Every code of our own that a call can end with; a new kind of error does not compile here.
    fn own_codes() -> Vec<String> {
        use poppy::client::{CallError, Details};
        use poppy::net::{NetError, ProxyProblem};
        let host = || "shop.example".to_owned();
        let proxy = |problem| NetError::Proxy {
            problem,
            proxy: host(),
            host: host(),
        };
        let errors = [
            NetError::NotHttps(host()),
            NetError::NoAddress(host()),
            NetError::PrivateAddress(host()),
            NetError::Connect(host()),
            NetError::Tls(host()),
            NetError::Timeout(host()),
            NetError::Cut(host()),
            NetError::TooLarge(host()),
            proxy(ProxyProblem::Unreachable),
            proxy(ProxyProblem::Credentials),
            proxy(ProxyProblem::Refused),
            proxy(ProxyProblem::Late),
            proxy(ProxyProblem::Unusable),
            NetError::Setup(host()),
        ];
        let errors = errors.map(|error| match error {
            NetError::NotHttps(_)
            | NetError::NoAddress(_)
            | NetError::PrivateAddress(_)
            | NetError::Connect(_)
            | NetError::Tls(_)
            | NetError::Timeout(_)
            | NetError::Cut(_)
            | NetError::TooLarge(_)
            | NetError::Proxy { .. }
            | NetError::Setup(_) => CallError::Net(error),
        });
        let mut codes: Vec<_> = errors.iter().map(|error| error.code().to_owned()).collect();
        for code in ["unauthorized_client", "account_mismatch", ELSEWHERE] {
            let error = CallError::Refused {
                code: code.to_owned(),
                status: 400,
                retry_after: None,
                details: Details::default(),
            };
            codes.push(error.code().to_owned());
        }
        codes.extend([
            CallError::Redirect.code().to_owned(),
            CallError::NotWanted.code().to_owned(),
        ]);
        codes
    }

    #[test]
    fn no_code_of_our_own_is_one_that_candor_does_not_know() {
        for known in own_codes() {
            for said in [
                code(&known, "The Shop"),
                asked(&known, "The Shop"),
                sign_in_refused(&known, "The Shop"),
            ] {
                assert!(!said.contains("does not know."), "{known}: {said}");
            }
        }
    }

    #[test]
    fn nothing_that_is_not_tried_again_is_said_to_be() {
        for known in own_codes().iter().map(String::as_str).chain([
            "rate_limited",
            "slow_down",
            "temporarily_unavailable",
            "sign_in_required",
            "insufficient_scope",
            "invalid_client",
            "extension_required",
        ]) {
            for said in [asked(known, "The Shop"), sign_in_refused(known, "The Shop")] {
                assert!(!said.contains("by itself"), "{known}: {said}");
            }
            let signed = sign_in_refused(known, "The Shop");
            assert!(!signed.contains("is sent"), "{known}: {signed}");
        }
    }

    #[test]
    fn every_code_that_is_known_has_words_of_its_own() {
        let known = [
            "invalid_request",
            "message_id_conflict",
            "conversation_not_found",
            "conversation_closed",
            SESSION_GONE,
            "direct_conversation_open",
            "sign_in_required",
            "insufficient_scope",
            "extension_required",
            "invalid_client",
            "invalid_token",
            "invalid_session",
            "invalid_dpop_proof",
            "use_dpop_nonce",
            "rate_limited",
            "temporarily_unavailable",
            "invalid_cursor",
            "cursor_expired",
            "unreadable-answer",
            "redirect",
            "key",
            "no-address",
            "cannot-connect",
            "timed-out",
            "connection-cut",
            "insecure-connection",
            "private-address",
            "not-https",
            "proxy-unreachable",
            "proxy-credentials",
            "proxy-refused",
            "proxy-timed-out",
            "proxy-unusable",
            "answer-too-large",
        ];
        for known in known {
            let said = code(known, "The Shop");
            let blames_the_proxy = said.contains("proxy");
            assert_eq!(blames_the_proxy, proxy::is_at_fault(known), "{said}");
            assert!(!said.contains(known), "{known} is not for people: {said}");
        }
        let unknown = code("mystery", "The Shop");
        assert!(unknown.contains("The Shop") && unknown.contains("mystery"));
    }
}
