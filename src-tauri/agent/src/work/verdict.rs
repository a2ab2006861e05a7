//! What an answer to a message says of the message.
//!
//! Only a refusal by the conversation endpoint of this very message says that it was not sent. What
//! keeps the agent from asking at all, such as a token that is refused or a network that is in
//! between, says nothing of it: the message stays what it was, and waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use poppy::client::{CallError, Retry};
use poppy::future::BoxFuture;
use poppy::net::{Request, Response, StreamResponse};
use poppy::session::{AccountSession, Session};

use super::{Patience, ends_conversation, may_have_arrived};

/// A Session that notes whether the endpoint asked gave the answer, and not the authorization server
/// or nobody.
pub(super) struct Noting {
    session: Arc<dyn AccountSession>,
    answered: AtomicBool,
}

impl Noting {
    pub(super) fn new(session: Arc<dyn AccountSession>) -> Self {
        Self {
            session,
            answered: AtomicBool::new(false),
        }
    }

    /// Whether the endpoint asked gave the last answer.
    pub(super) fn answered(&self) -> bool {
        self.answered.load(Ordering::Acquire)
    }
}

impl Session for Noting {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        Box::pin(async move {
            let answer = self.session.send(request).await;
            self.answered.store(answer.is_ok(), Ordering::Release);
            answer
        })
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, CallError>> {
        self.session.open(request, idle)
    }

    fn session_id(&self) -> Option<String> {
        self.session.session_id()
    }

    fn signed_in(&self) -> Option<Vec<String>> {
        self.session.signed_in()
    }

    fn clock_skew(&self) -> Option<i64> {
        self.session.clock_skew()
    }
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The conversation is over.
    Over,
    /// It was refused: it was not sent, and is not tried again by itself.
    Refused,
    /// It may have arrived.
    Unsure(Patience),
    /// Nothing was learned of it: it stays what it was before it was tried.
    Unchanged(Patience),
}

/// What an error says of a message. `answered`: the conversation endpoint gave it. `unsure`: the
/// message may have arrived by an earlier try.
pub(super) fn verdict(error: &CallError, answered: bool, unsure: bool) -> Verdict {
    if answered && ends_conversation(error) {
        return Verdict::Over;
    }
    if may_have_arrived(error) {
        return Verdict::Unsure(Patience::Short);
    }
    match (error, error.retry()) {
        // Refused before anything was done with it.
        (CallError::Refused { .. }, Retry::Later(_)) if !answered || is_limit(error) => {
            Verdict::Unchanged(Patience::Short)
        }
        (_, Retry::Later(_)) => Verdict::Unsure(Patience::Short),
        // The Session asked for another token in vain; only the endpoint itself wants a sign-in.
        (CallError::Refused { code, .. }, _) if wants_sign_in(code) => Verdict::Refused,
        (CallError::Refused { code, .. }, _) if is_about_identity(code) => {
            Verdict::Unchanged(Patience::Changes)
        }
        (CallError::Refused { code, .. }, _) if answered && !is_about_session(code) => {
            Verdict::Refused
        }
        // Whoever answers so did not take it; but an earlier try may have been taken.
        (CallError::Unreadable { status, .. }, _)
            if answered && !unsure && (400..500).contains(status) =>
        {
            Verdict::Refused
        }
        _ => Verdict::Unchanged(Patience::Long),
    }
}

/// Whether the Company asks to be left alone.
pub(super) fn is_limit(error: &CallError) -> bool {
    matches!(error, CallError::Refused { code, status, .. }
        if code == super::RATE_LIMITED || *status == 429)
}

/// How long the Company itself asks to be left alone, by a limit or while it is out of order.
pub(super) fn asks_to_wait(error: &CallError) -> Option<Duration> {
    match error {
        CallError::Refused {
            status,
            retry_after,
            ..
        } if is_limit(error) || *status >= 500 => *retry_after,
        _ => None,
    }
}

pub(super) fn wants_sign_in(code: &str) -> bool {
    matches!(code, "sign_in_required" | "insufficient_scope")
}

/// The Company does not know this agent, which the User can put right.
fn is_about_identity(code: &str) -> bool {
    matches!(code, "invalid_client" | "unauthorized_client")
}

/// The Company knows the agent and does not take its Session, whatever it carries.
fn is_about_session(code: &str) -> bool {
    matches!(
        code,
        "invalid_token" | "invalid_session" | "invalid_dpop_proof" | "use_dpop_nonce"
    )
}

#[cfg(test)]
mod tests {
    use poppy::client::Details;
    use poppy::net::NetError;

    use super::*;

    fn refused(code: &str, status: u16) -> CallError {
        CallError::Refused {
            code: code.to_owned(),
            status,
            retry_after: None,
            details: Details::default(),
        }
    }

    #[test]
    fn only_a_refusal_by_the_endpoint_of_this_message_fails_it() {
        let host = || "shop.example".to_owned();
        for unsure in [false, true] {
            for code in ["invalid_request", "message_id_conflict", "odd"] {
                let error = refused(code, 400);
                assert_eq!(verdict(&error, true, unsure), Verdict::Refused, "{code}");
                let elsewhere = verdict(&error, false, unsure);
                assert_eq!(elsewhere, Verdict::Unchanged(Patience::Long), "{code}");
            }
            for answered in [false, true] {
                let judged = |error: &CallError| verdict(error, answered, unsure);
                for error in [
                    CallError::Net(NetError::Tls(host())),
                    CallError::Net(NetError::PrivateAddress(host())),
                    CallError::Net(NetError::NotHttps(host())),
                    CallError::Redirect,
                    refused("invalid_token", 401),
                    refused("invalid_dpop_proof", 401),
                ] {
                    assert_eq!(
                        judged(&error),
                        Verdict::Unchanged(Patience::Long),
                        "{error}"
                    );
                }
                let identity = judged(&refused("invalid_client", 401));
                assert_eq!(identity, Verdict::Unchanged(Patience::Changes));
                let cut = judged(&CallError::Net(NetError::Cut(host())));
                assert_eq!(cut, Verdict::Unsure(Patience::Short));
            }
        }
        let over = refused("conversation_closed", 409);
        assert_eq!(verdict(&over, true, true), Verdict::Over);
        assert_ne!(verdict(&over, false, true), Verdict::Over);
        let page = CallError::Unreadable {
            status: 403,
            problem: "a page".to_owned(),
        };
        assert_eq!(verdict(&page, true, false), Verdict::Refused);
        assert_ne!(verdict(&page, true, true), Verdict::Refused);
    }
}
