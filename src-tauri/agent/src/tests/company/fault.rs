//! Where requests to the Company that is played go, and what goes wrong with them.

/// Where a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    Discovery,
    Token,
    Start,
    Send,
    Read,
    Stream,
    Handoff,
    Close,
    Device,
    Revoke,
    /// What the User publishes.
    Site,
}

/// What goes wrong with one request.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The connection breaks before the Company sees anything.
    CutBefore,
    /// The Company does what was asked; its answer is lost.
    CutAfter,
    /// No answer, and nothing done: until the program is killed.
    HangBefore,
    /// The Company does what was asked; no answer until the program is killed.
    HangAfter,
    /// The Company refuses.
    Refuse(u16, &'static str, Option<u64>),
    /// The Company does what was asked, and answers this.
    Answer(u16, &'static str),
    /// The Company refuses, with this body, and gives a nonce.
    RefuseWith(u16, &'static str),
    /// It points elsewhere.
    Redirect(&'static str),
    /// Its name leads into this machine's own network.
    Private,
    /// Somebody else answers in its place.
    Insecure,
    /// This machine's own part breaks off in a way nobody foresaw.
    Panics,
}
