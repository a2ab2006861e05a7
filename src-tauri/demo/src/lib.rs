//! Trailhead, the demo Company: a real HTTPS server on loopback, at `trailhead.example` through a
//! network of its own. It verifies what it receives as a Company must, by its own code: it shares
//! no check with the agent it talks to, so that a mistake of the agent's is seen here.
//!
//! Rooms:
//! - `tls`, `server`, `faults`: connections, and going wrong on purpose for tests.
//! - `documents`, `agents`: what the Company publishes, and what it asks of an agent.
//! - `jwt`, `assertion`, `dpop`, `replay`, `tokens`, `oauth`: who is calling.
//! - `message`, `conversations`, `draft`, `record`, `journal`, `api`: conversations.
//! - `script`, `shop`, `pace`: what the shop answers, and when.
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        reason = "a test may stop where its own assumptions do not hold"
    )
)]

mod agents;
mod api;
mod assertion;
mod body;
mod company;
mod conversations;
mod documents;
mod dpop;
mod draft;
mod error;
mod faults;
mod journal;
mod jwt;
mod message;
mod oauth;
mod pace;
mod record;
mod replay;
mod script;
mod server;
mod shop;
mod site;
mod tls;
mod tokens;

#[cfg(test)]
mod testkit;
#[cfg(test)]
mod wire_tests;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use poppy::host::{Clock, Random, SystemClock, SystemRandom};
use poppy::ids::ConversationId;
use poppy::net::Network;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::company::Company;
pub use crate::faults::{Fault, Faults, On};
pub use crate::pace::Pace;
pub use crate::record::ReceivedMessage;
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
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
}

impl Options {
    /// A free port, no journal, pauses of their real length, the machine's own time and randomness.
    #[must_use]
    pub fn new(agents: AgentSite) -> Self {
        Self {
            port: 0,
            agents,
            journal: None,
            pace: Pace::Real,
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
        let company = Company::open(options)?;
        let faults = Arc::new(Faults::default());
        let server = tokio::spawn(server::serve(
            listener,
            identity.acceptor,
            api::router(Arc::clone(&company)),
            Arc::clone(&faults),
        ));
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
