//! Going wrong on purpose, so that a test sees what an agent makes of it.

mod answer;

use std::sync::{Mutex, PoisonError};

use axum::http::Method;

pub use self::answer::{RetryAfter, WrongAnswer};
use crate::documents::{
    CONVERSATIONS_PATH, DEVICE_AUTHORIZATION_PATH, REVOCATION_PATH, TOKEN_PATH,
};

/// Which requests go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// `poppy.json` and the issuer's metadata.
    Documents,
    /// The token endpoint.
    Token,
    /// The device authorization endpoint.
    Device,
    /// The revocation endpoint.
    Revoke,
    /// Starting a conversation, and sending a message in one.
    Send,
    /// Reading events, at once or as a stream.
    Read,
    /// Handing off and closing.
    Control,
    /// Any of these.
    Any,
}

/// What goes wrong.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Nothing is done, and an error is answered.
    Answer(WrongAnswer),
    /// Nothing is done, and the connection is cut without an answer.
    CutBefore,
    /// What was asked is done, and the connection is cut without an answer.
    CutAfter,
    /// Nothing is done: the connection is cut once this many bytes of the request's body have been
    /// read, or all there are.
    CutRequest(usize),
    /// What was asked is done, and the connection is cut once this many bytes of the answer, its
    /// head counted, have been sent. A shorter answer is whole, and the connection ends after it.
    CutAnswer(u64),
    /// What was asked is done, and answered with a `Date` this many seconds off the demo's clock.
    WrongDate(i64),
}

impl Fault {
    /// An error with this status and code.
    #[must_use]
    pub fn answer(status: u16, error: &str) -> Self {
        Self::Answer(WrongAnswer::new(status, error))
    }

    /// `429 rate_limited` with a `Retry-After` of so many seconds.
    #[must_use]
    pub fn rate_limited(seconds: u32) -> Self {
        let retry_after = RetryAfter::Seconds(seconds);
        Self::Answer(WrongAnswer::new(429, "rate_limited").retry_after(retry_after))
    }
}

/// The faults that wait for their requests.
#[derive(Debug, Default)]
pub struct Faults {
    waiting: Mutex<Vec<Waiting>>,
}

#[derive(Debug)]
struct Waiting {
    on: On,
    times: usize,
    fault: Fault,
}

impl Faults {
    /// The next `times` requests of this kind go wrong. Faults of one kind wait for one another, in
    /// the order they were set.
    pub fn next(&self, on: On, times: usize, fault: Fault) {
        if times > 0 {
            self.lock().push(Waiting { on, times, fault });
        }
    }

    /// How many requests are still to go wrong.
    #[must_use]
    pub fn waiting(&self) -> usize {
        let waiting = self.lock();
        let times = waiting.iter().map(|waiting| waiting.times);
        times.fold(0, usize::saturating_add)
    }

    /// Nothing goes wrong any more.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// The fault of a request that arrives now.
    pub(crate) fn take(&self, on: On) -> Option<Fault> {
        let mut waiting = self.lock();
        let at = waiting.iter().position(|w| w.on == on || w.on == On::Any)?;
        let found = waiting.get_mut(at)?;
        let fault = found.fault.clone();
        found.times -= 1;
        if found.times == 0 {
            waiting.remove(at);
        }
        Some(fault)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl On {
    /// The kind of a request; `None`: one of no kind, which never goes wrong on purpose.
    pub(crate) fn of(method: &Method, path: &str) -> Option<Self> {
        if path.starts_with("/.well-known/") {
            return Some(Self::Documents);
        }
        match path {
            TOKEN_PATH => return Some(Self::Token),
            DEVICE_AUTHORIZATION_PATH => return Some(Self::Device),
            REVOCATION_PATH => return Some(Self::Revoke),
            _ => {}
        }
        let rest = path.strip_prefix(CONVERSATIONS_PATH)?;
        let posted = *method == Method::POST;
        match rest.rsplit('/').next()? {
            "" | "messages" if posted => Some(Self::Send),
            "events" if !posted => Some(Self::Read),
            "handoff" | "close" if posted => Some(Self::Control),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_waits_for_a_request_of_its_kind_and_is_then_used_up() {
        let faults = Faults::default();
        faults.next(On::Token, 2, Fault::CutBefore);
        faults.next(On::Any, 1, Fault::CutAfter);
        assert_eq!(faults.waiting(), 3);
        assert_eq!(faults.take(On::Read), Some(Fault::CutAfter));
        assert_eq!(faults.take(On::Read), None);
        assert_eq!(faults.take(On::Token), Some(Fault::CutBefore));
        assert_eq!(faults.take(On::Token), Some(Fault::CutBefore));
        assert_eq!(faults.take(On::Token), None);
    }

    #[test]
    fn requests_are_told_apart() {
        let at = |path: &str| format!("{CONVERSATIONS_PATH}{path}");
        assert_eq!(On::of(&Method::POST, &at("")), Some(On::Send));
        assert_eq!(
            On::of(&Method::POST, &at("/cnv_1/messages")),
            Some(On::Send)
        );
        assert_eq!(On::of(&Method::GET, &at("/cnv_1/events")), Some(On::Read));
        assert_eq!(
            On::of(&Method::POST, &at("/cnv_1/close")),
            Some(On::Control)
        );
        for (path, on) in [
            (TOKEN_PATH, On::Token),
            (DEVICE_AUTHORIZATION_PATH, On::Device),
            (REVOCATION_PATH, On::Revoke),
        ] {
            assert_eq!(On::of(&Method::POST, path), Some(on));
        }
        assert_eq!(
            On::of(&Method::GET, "/.well-known/poppy.json"),
            Some(On::Documents)
        );
        assert_eq!(On::of(&Method::GET, "/"), None);
    }
}
