//! Trailhead, the demo Company: a real HTTPS server on loopback, at `trailhead.example` through a
//! network of its own. It verifies what it receives as a Company must, by its own code: it shares
//! no check with the agent it talks to, so that a mistake of the agent's is seen here.
//!
//! Rooms:
//! - `tls`, `server`, `cutting`, `faults`, `date`: connections, and going wrong on purpose for
//!   tests.
//! - `documents`, `agents`: what the Company publishes, and what it asks of an agent.
//! - `jwt`, `assertion`, `dpop`, `nonces`, `replay`, `tokens`, `authenticate`: who is calling.
//! - `oauth`, `signins`, `signing_in`, `accounts`, `pages`: Sessions, and signing in and out.
//! - `message`, `conversations`, `direct`, `draft`, `record`, `keeping`, `journal`: conversations.
//! - `reading`, `stream`, `api`: what is read of them, and where.
//! - `script`, `shop`, `pace`: what the shop answers, and when.
//!
//! For tests: [`Options`] has what can be set, [`Demo`] what can be done while it runs, and
//! [`received`] (or `candor-demo received`) reads a journal, also one whose demo was killed.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test may stop where its own assumptions do not hold"
    )
)]

mod accounts;
mod agents;
mod api;
mod assertion;
mod authenticate;
mod body;
mod company;
mod conversations;
mod cutting;
mod date;
mod direct;
mod documents;
mod dpop;
mod draft;
mod error;
mod faults;
mod journal;
mod jwt;
mod keeping;
mod message;
mod nonces;
mod oauth;
mod pace;
mod pages;
mod reading;
mod record;
mod replay;
mod script;
mod server;
mod shop;
mod signing_in;
mod signins;
mod site;
mod stream;
mod tls;
mod tokens;

#[cfg(test)]
mod testkit;
#[cfg(test)]
mod wire_tests;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use poppy::host::{Clock, Random, SystemClock, SystemRandom};
use poppy::ids::ConversationId;
use poppy::net::Network;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use url::Url;

use crate::body::form;
use crate::company::Company;
use crate::conversations::Book;
pub use crate::faults::{Fault, Faults, On, RetryAfter, WrongAnswer};
use crate::keeping::Keeping;
pub use crate::pace::Pace;
pub use crate::record::ReceivedMessage;
use crate::signins::Decide;
pub use crate::site::folder;

/// The demo Company's domain.
pub const DOMAIN: &str = "trailhead.example";
/// The `client_id` that the demo knows the built-in agent by.
pub const AGENT_CLIENT_ID: &str = "https://agent.trailhead.example/agent.json";

/// What an agent publishes.
#[derive(Clone, Debug)]
pub struct Published {
    /// The client metadata document.
    pub metadata: Value,
    /// The JWKS.
    pub jwks: Value,
}

/// Gives what the agent of this `client_id` publishes; `None`: nothing is published there.
pub type AgentSite = Arc<dyn Fn(&str) -> Option<Published> + Send + Sync>;

/// What the demo is started with.
pub struct Options {
    /// Port on 127.0.0.1; 0: any free one.
    pub port: u16,
    /// Stands for the web sites where agents publish their documents.
    pub agents: AgentSite,
    /// Where its conversations are kept, so that they go on after a restart; `None`: in memory.
    /// One running demo at a time may use a journal.
    pub journal: Option<PathBuf>,
    /// How long its pauses are.
    pub pace: Pace,
    /// When a stream with nothing to say says that it is still there; [`Pace::None`]: never.
    pub keep_alive: Pace,
    /// Answers with streams where an agent takes them; otherwise with pages alone.
    pub streams: bool,
    /// Asks for a nonce in every DPoP proof.
    pub nonces: bool,
    /// Approves sign-ins by code by itself, a while after they have begun.
    pub approves: bool,
    /// The time; it is in every `Date`, and what proofs and assertions are measured by.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
}

impl Options {
    /// A free port, no journal, pauses of their real length, streams, no nonces, sign-ins approved
    /// by itself, the machine's own time and randomness.
    #[must_use]
    pub fn new(agents: AgentSite) -> Self {
        Self {
            port: 0,
            agents,
            journal: None,
            pace: Pace::Real,
            keep_alive: Pace::Real,
            streams: true,
            nonces: false,
            approves: true,
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
        }
    }
}

/// The running demo. Stops when dropped: its connections end, and what it was about to answer is
/// answered after the next start if it has a journal.
pub struct Demo {
    network: Network,
    company: Arc<Company>,
    faults: Arc<Faults>,
    server: JoinHandle<()>,
}

/// The demo could not be started.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// No port could be listened on, or the journal cannot be used.
    #[error("the demo could not be started: {0}")]
    Io(#[from] std::io::Error),
    /// Its throwaway certificates could not be made.
    #[error("the demo could not be started: {0}")]
    Certificates(String),
}

impl Demo {
    /// Starts listening, with new certificates, and takes up what the journal says was not answered.
    ///
    /// # Errors
    ///
    /// [`DemoError`] when the port, the journal or the certificates cannot be had.
    pub async fn start(options: Options) -> Result<Self, DemoError> {
        let identity = tls::Identity::generate(DOMAIN)?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        let clock = Arc::clone(&options.clock);
        let company = Company::open(options)?;
        let faults = Arc::new(Faults::default());
        let server = server::Server {
            acceptor: identity.acceptor,
            router: api::router(Arc::clone(&company)),
            faults: Arc::clone(&faults),
            clock,
        };
        let server = tokio::spawn(server::serve(listener, server));
        company.resume();
        Ok(Self {
            network: network(identity.ca_pem, address),
            company,
            faults,
            server,
        })
    }

    /// How an agent reaches it.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Lets requests go wrong on purpose, for tests.
    #[must_use]
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// The user messages it has accepted, each once: conversations in the order they were started,
    /// messages in the order they were added.
    #[must_use]
    pub fn received(&self) -> Vec<(ConversationId, Vec<ReceivedMessage>)> {
        self.company.received()
    }

    /// Forgets every Session and Session Token, as a restart does: the next request of an agent gets
    /// `invalid_token`, and renewing gets `invalid_session`.
    pub fn forget_sessions(&self) {
        self.company.forget_sessions();
    }

    /// All events of a conversation, those it has lost among them; none of one there is not.
    #[must_use]
    pub fn history(&self, id: &ConversationId) -> Vec<Value> {
        self.company.book().history(id)
    }

    /// Approves the sign-in that waits under a user code, for all the scopes asked for or only
    /// those named. Whether one waited.
    pub fn approve(&self, user_code: &str, only: Option<&[&str]>) -> bool {
        self.company.decide(user_code, approval(only))
    }

    /// Refuses the sign-in that waits under a user code. Whether one waited.
    pub fn deny(&self, user_code: &str) -> bool {
        self.company.decide(user_code, Decide::Refuse)
    }

    /// Does what a User does who opens this sign-in address in a browser and approves, for all the
    /// scopes asked for or only those named; gives the callback the browser would be sent to.
    /// `None`: the request is not one that would be sent anywhere.
    #[must_use]
    pub fn approve_direct(&self, address: &Url, only: Option<&[&str]>) -> Option<Url> {
        self.decide_direct(address, approval(only))
    }

    /// Does what a User does who opens this sign-in address in a browser and refuses.
    #[must_use]
    pub fn deny_direct(&self, address: &Url) -> Option<Url> {
        self.decide_direct(address, Decide::Refuse)
    }

    fn decide_direct(&self, address: &Url, decision: Decide<'_>) -> Option<Url> {
        let query = form(address.query().unwrap_or_default().as_bytes()).ok()?;
        match pages::begin(&self.company, &query) {
            Ok((_, request)) => self.company.answer_ask(&request, decision),
            Err(pages::NotBegun::Told(back)) => Some(back),
            Err(pages::NotBegun::Refused(_)) => None,
        }
    }

    /// Ends all sign-ins, as if their User had asked the Company to: the next use of an Account
    /// Token gets `invalid_grant`, and Sessions go on signed out.
    pub fn end_sign_ins(&self) {
        self.company.end_sign_ins();
    }
}

fn approval<'a>(only: Option<&'a [&'a str]>) -> Decide<'a> {
    only.map_or(Decide::Approve, Decide::ApproveOnly)
}

/// What a demo has received, as its journal has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Received {
    /// The conversation.
    pub conversation: ConversationId,
    /// The user messages it has accepted, each once, in the order they were added.
    pub messages: Vec<ReceivedMessage>,
    /// All events of the conversation, in order.
    pub events: Vec<Value>,
}

/// Reads a journal, whether or not a demo uses it now: its conversations in the order they were
/// started. A line that is being written is left out, for nobody has heard of what it says.
///
/// # Errors
///
/// When the file cannot be read, or is no journal.
pub fn received(journal: &Path) -> std::io::Result<Vec<Received>> {
    let book = Book::of(Keeping::Stopped, journal::read_only(journal)?)?;
    let each = |id: &ConversationId| Received {
        conversation: id.clone(),
        messages: book.received(id),
        events: book.history(id),
    };
    Ok(book.ids().iter().map(each).collect())
}

impl Drop for Demo {
    fn drop(&mut self) {
        // The connections are owned by the server's task and end with it.
        self.server.abort();
        self.company.stop();
    }
}

fn network(ca_pem: Vec<u8>, address: SocketAddr) -> Network {
    Network {
        ca_pem,
        hosts: BTreeMap::from([(DOMAIN.to_owned(), address)]),
    }
}
