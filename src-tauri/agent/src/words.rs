//! What a person is told about each code: what happened, whose doing it is, what to do. `name` is
//! the Company's name, cleaned.

mod proxy;

use crate::store::{CLOSED, SESSION_GONE};

/// What a message failed with, and a conversation ended with, that a Company put into another one.
pub(crate) const ELSEWHERE: &str = "conversation-elsewhere";

/// A name as it stands in a sentence: in a bidi isolate, so that one written from right to left
/// moves none of the words around it. It is cleaned, so it cannot close the isolate itself.
pub(crate) fn isolated(name: &str) -> String {
    format!("\u{2068}{name}\u{2069}")
}

/// What is said of a code of the protocol (draft 0.2 section 7.8), or of ours, that a message or a
/// conversation ended up with.
pub(crate) fn code(code: &str, name: &str) -> String {
    let company = isolated(name);
    match code {
        "invalid_request" => format!(
            "{company} could not read what Candor sent. That is Candor's fault, or the Company's; \
             trying again may not help."
        ),
        "message_id_conflict" => format!(
            "{company} says it already has another message under this one's number. That is \
             Candor's fault, or the Company's; write the message anew."
        ),
        "conversation_not_found" => format!(
            "{company} does not know this conversation any longer. You can still read it here; \
             start a new one to go on."
        ),
        "conversation_closed" => {
            format!("{company} has closed this conversation. Start a new one to go on.")
        }
        SESSION_GONE => "This conversation was begun with secrets that were kept in memory only, \
                         and they are gone with the program. You can still read it; start a new \
                         one to go on."
            .to_owned(),
        ELSEWHERE => format!(
            "{company} put this into another conversation that you have with it, instead of beginning \
             a new one. That is the Company's fault. Go to that one, or start a new one."
        ),
        "direct_conversation_open" => format!(
            "{company} has a conversation between you and its people open, and goes on there. Go to \
             that one, or close it first."
        ),
        "sign_in_required" => format!(
            "{company} asks you to sign in before it goes on. Sign in from here, and this is sent by \
             itself; or start a new conversation for what needs no account."
        ),
        "insufficient_scope" => format!(
            "{company} asks for more of your permission than you gave when you signed in. Sign in \
             from here to give it, and this is sent by itself; or start a new conversation for what \
             needs less."
        ),
        "extension_required" => format!(
            "{company} requires an extension of the protocol that Candor does not speak, so this \
             cannot be sent. That is the Company's choice."
        ),
        "invalid_client" | "unauthorized_client" => format!(
            "{company} does not accept your agent's identity. Check that the published files are \
             reachable and are the ones Candor exported."
        ),
        "invalid_token" | "invalid_session" | "invalid_dpop_proof" | "use_dpop_nonce" => format!(
            "{company} does not accept Candor's session with it, not even a new one. That is most \
             likely the Company's fault; check that this machine's clock is right, and try again \
             later."
        ),
        "rate_limited" => format!("{company} asks to wait a while. Candor goes on by itself."),
        "temporarily_unavailable" => {
            format!("{company} is out of order just now. Candor tries again by itself.")
        }
        "invalid_cursor" | "cursor_expired" => format!(
            "{company} cannot give the conversation from its beginning. Candor tries again by \
             itself."
        ),
        "unreadable-answer" => format!(
            "{company} answered something that cannot be read. That is the Company's fault."
        ),
        "redirect" => format!(
            "{company} answered by pointing elsewhere, where nothing of yours may be sent. That is \
             the Company's fault."
        ),
        "key" => {
            "This machine could not sign the message. Restart Candor and try again.".to_owned()
        }
        "slow_down" => format!("{company} asks to wait a while. Candor goes on by itself."),
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => no_answer(name),
        "insecure-connection" => format!(
            "Candor could not make a secure connection to {company}, so nothing was sent. That is \
             most likely the Company's fault, or somebody is in between: try again later, or on \
             another network."
        ),
        "private-address" | "not-https" => format!(
            "{company} names an address where nothing of yours may be sent. That is the Company's \
             fault."
        ),
        code if proxy::is_at_fault(code) => proxy::sent_nothing(code, &company),
        "account_mismatch" => format!(
            "{company} has this chat under another account than the one you signed in to. Sign in to \
             that one, or start a new conversation."
        ),
        "no-secure-connections" => "This machine cannot make secure connections: its certificates \
             cannot be read. That is not the Company's fault; restart Candor when it is put right."
            .to_owned(),
        "not-wanted" => {
            format!("What {company} answered was no longer wanted when it came, and is not used.")
        }
        "answer-too-large" => {
            format!("{company} sent more at once than Candor reads. That is the Company's fault.")
        }
        code => format!("{company} answered with the code {code}, which Candor does not know."),
    }
}

/// What is said of something asked for beside messages, such as a person, that is not tried again by
/// itself.
pub(crate) fn asked(refusal: &str, name: &str) -> String {
    let company = isolated(name);
    match refusal {
        "rate_limited" | "slow_down" => {
            format!("{company} asks to wait a while, so this was not done. Ask again later.")
        }
        "temporarily_unavailable" => {
            format!("{company} is out of order just now, so this was not done. Ask again later.")
        }
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => format!(
            "{company} does not answer, or this machine is offline, so this may not have been done. \
             Ask again when it does."
        ),
        "sign_in_required" => format!(
            "{company} does this only for its signed-in customers. Sign in and ask again; or leave \
             this conversation as it is, and start a new one."
        ),
        "insufficient_scope" => format!(
            "{company} asks for more of your permission than you gave when you signed in, so this was \
             not done. Sign in again to give it, and ask again."
        ),
        "extension_required" => format!(
            "{company} requires an extension of the protocol that Candor does not speak, so this \
             cannot be done. That is the Company's choice."
        ),
        "key" => {
            "This machine could not sign the request. Restart Candor and try again.".to_owned()
        }
        code if proxy::is_at_fault(code) => proxy::did_nothing(code, &company),
        code => self::code(code, name),
    }
}

/// What is said when a Company shows a conversation only to who is signed in.
pub(crate) fn not_shown(refusal: &str, name: &str) -> String {
    let company = isolated(name);
    match refusal {
        "insufficient_scope" => format!(
            "{company} shows what is new in this conversation only with more of your permission than \
             you gave. Sign in again to give it, or start a new conversation."
        ),
        _ => format!(
            "{company} goes on with this conversation only while you are signed in there. Sign in \
             again, or start a new conversation."
        ),
    }
}

/// What is said when the User may not ask yet.
pub(crate) fn too_soon(name: &str) -> String {
    let company = isolated(name);
    format!(
        "{company} asks to wait only a little: Candor goes on by itself as soon as that is over."
    )
}

/// What is said beside why a message failed that had been tried before.
pub(crate) const MAY_HAVE_ARRIVED: &str =
    "An earlier try may have arrived all the same: nobody can say.";

/// What is said when a Company does not give a part of a conversation any longer.
pub(crate) fn part_missing(company: &str) -> String {
    format!(
        "{company} does not give a part of this conversation any longer, so it is missing here. \
         Candor reads what there still is."
    )
}

/// What is said of a message that was refused. `detail`: what the code is about, as sent.
pub(crate) fn refused(refusal: &str, detail: Option<&str>, name: &str) -> String {
    let company = isolated(name);
    match (refusal, detail) {
        ("extension_required", Some(extension)) => format!(
            "{company} requires an extension of the protocol that Candor does not speak, \
             \u{201c}{}\u{201d}, so this cannot be sent. That is the Company's choice.",
            crate::present::phrase(extension)
        ),
        _ => code(refusal, name),
    }
}

/// What is said when a sign-in was refused or could not go on.
pub(crate) fn sign_in_refused(refusal: &str, name: &str) -> String {
    let company = isolated(name);
    match refusal {
        "invalid_scope"
        | "invalid_grant"
        | "unauthorized_client"
        | "unsupported_grant_type"
        | "invalid_request"
        | "server_error" => format!(
            "{company} did not accept this sign-in ({refusal}). Nothing was signed in; you can begin \
             again."
        ),
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => format!(
            "{company} does not answer, or this machine is offline. Nothing was signed in; begin \
             again when it does."
        ),
        "rate_limited" | "slow_down" => {
            format!("{company} asks to wait a while. Nothing was signed in; begin again later.")
        }
        "temporarily_unavailable" => {
            format!("{company} is out of order just now. Nothing was signed in; begin again later.")
        }
        "account_mismatch" => format!(
            "You signed in to another account at {company} than before, and Candor's session with it \
             stays with the first one. Nothing was signed in; begin again with that account, or sign \
             out first."
        ),
        "sign_in_required" | "insufficient_scope" => format!(
            "{company} did not accept this sign-in ({refusal}). Nothing was signed in; you can begin \
             again."
        ),
        "key" => {
            "This machine could not sign the request. Restart Candor and try again.".to_owned()
        }
        code if proxy::is_at_fault(code) => proxy::signed_nothing_in(code, &company),
        _ => code(refusal, name),
    }
}

/// What is said when a Company offers no way to sign in that Candor knows.
pub(crate) fn sign_in_not_offered(name: &str) -> String {
    let company = isolated(name);
    format!(
        "{company} does not offer a way to sign in that Candor can use. That is the Company's \
         choice: you can sign in on its own site, but not for your agent."
    )
}

/// What is said when nothing may be asked for.
pub(crate) fn sign_in_scopes(name: &str) -> String {
    let company = isolated(name);
    format!(
        "There is nothing in this sign-in that {company} lets your agent be given, so it was not \
         begun. That is the Company's fault if it asked for it."
    )
}

/// What is said at the next start when the program ended during a sign-in.
pub(crate) fn sign_in_interrupted(name: &str) -> String {
    let company = isolated(name);
    format!(
        "Candor was ended before you had signed in at {company}, and the sign-in ended with it. \
         Nothing was signed in. Begin it again here when you like; a code or page from before is of no \
         use any more."
    )
}

/// What is said when the Company's sign-in link is not its own.
pub(crate) fn strange_link(name: &str, host: &str) -> String {
    let company = isolated(name);
    format!(
        "{company} gave a sign-in link that leads to {host}, which is not one of its own sites. \
         Candor does not show it: do not sign in there."
    )
}

/// What is said of clocks that differ, in seconds; `companies` has at least one.
pub(crate) fn clock(seconds: i64, companies: &[String]) -> String {
    let amount = match seconds.unsigned_abs() {
        seconds @ 0..=7199 => format!("{} minutes", (seconds + 30) / 60),
        seconds @ 7200..=172_799 => format!("{} hours", (seconds + 1800) / 3600),
        seconds => format!("{} days", (seconds + 43_200) / 86_400),
    };
    let way = if seconds > 0 { "behind" } else { "ahead of" };
    match companies {
        [one] => format!(
            "This computer's clock is about {amount} {way} the clock of {}. One of the two is \
             wrong: look at the date and time in your system's settings. Chats go on meanwhile.",
            isolated(one)
        ),
        many => format!(
            "This computer's clock is about {amount} {way} the clocks of {} Companies, so it is most \
             likely wrong: look at the date and time in your system's settings. Chats go on \
             meanwhile.",
            many.len()
        ),
    }
}

/// What is said of a published file that cannot be had. `url`: where it must be.
pub(crate) fn published(code: &str, url: &str) -> String {
    match code {
        "not-published" => format!(
            "There is no file at {url} yet. Put the file that Candor exported there, and check again."
        ),
        "redirect" => format!(
            "{url} leads somewhere else. Companies do not follow that: the file must be at this very \
             address, with no redirect."
        ),
        "odd-status" => format!(
            "The server at {url} does not give the file. See whether everybody may read it, and \
             check again."
        ),
        "no-address" | "cannot-connect" | "timed-out" | "connection-cut" => format!(
            "The server at {url} does not answer, or this machine is offline. Try again later."
        ),
        "insecure-connection" => format!(
            "There is no secure connection to {url}. Its certificate must be good for everybody."
        ),
        code if proxy::is_at_fault(code) => proxy::could_not_look(code, url),
        _ => format!("The file at {url} cannot be had ({code})."),
    }
}

/// What is said while nobody answers.
pub(crate) fn no_answer(name: &str) -> String {
    let company = isolated(name);
    format!(
        "{company} does not answer, or this machine is offline. Candor tries again by itself, and \
         each message is added only once."
    )
}

/// What is said of a conversation that is over; `None`: that it is closed says it all.
pub(crate) fn ended(reason: &str, name: &str) -> Option<String> {
    (reason != CLOSED).then(|| code(reason, name))
}

/// What is said when the Company is not what it was when it was added.
pub(crate) fn moved(name: &str, domain: &str) -> String {
    let company = isolated(name);
    format!(
        "The domain of {company} now leads to another Company, {domain}. Nothing was sent to it. Add \
         {domain} if you want to chat with it."
    )
}

/// What is said when a Company cannot be verified again.
pub(crate) fn not_verified(name: &str, problem: &str) -> String {
    let company = isolated(name);
    format!(
        "Candor could not make sure that {company} is still who it was, so nothing is sent: \
         {problem}. It tries again by itself."
    )
}

/// What is said when the Company has no chat any longer.
pub(crate) fn no_chat(name: &str) -> String {
    let company = isolated(name);
    format!("{company} has no chat that Candor can use. That is the Company's choice.")
}

/// What is said when the Company gives no way to begin a Session.
pub(crate) fn no_auth(name: &str) -> String {
    let company = isolated(name);
    format!(
        "{company} does not say how an agent is to identify itself, so no chat can begin. That is \
         the Company's fault."
    )
}

/// What is said while the demo does not run.
pub(crate) const DEMO_OFF: &str = "The demo Company is not running: it is part of Candor's window. You can still read this \
     conversation.";

/// What is said when a conversation belongs to an account that is not at hand.
pub(crate) fn other_account(name: &str) -> String {
    let company = isolated(name);
    format!(
        "This conversation with {company} belongs to secrets that are not at hand now. It goes on \
         when they are; or start a new one."
    )
}

/// What is said when there is no identity.
pub(crate) fn no_identity(name: &str) -> String {
    let company = isolated(name);
    format!(
        "{company} asks who your agent is, and you have not published its identity yet. Set it up, \
         and this goes on by itself."
    )
}

/// What is said of a sign-in that was handed over and cannot be finished. `problem` is a sentence.
pub(crate) fn hand_over_failed(problem: &str) -> String {
    format!("Your browser handed a sign-in over to Candor, and it could not be finished. {problem}")
}

/// What is said when the end of a sign-in cannot be told to a Company. `issuer`, cleaned, names its
/// sign-in service.
pub(crate) fn sign_out_not_told(issuer: &str) -> String {
    let issuer = isolated(issuer);
    format!(
        "You are signed out here, but the sign-in service {issuer} could not be told: no Company in \
         your list uses it any longer. If you had signed in there, end Candor's access on the \
         Company's own site."
    )
}

/// What is said when this machine's store fails.
pub(crate) const STORE_FAILED: &str = "What is kept on this machine cannot be read or written. Check that the disk is not full; Candor \
     tries again by itself.";

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
