//! Trailhead, the demo Company: a real HTTPS server on loopback, at `trailhead.example` through a
//! network of its own. It verifies what it receives as a Company must.

use std::path::PathBuf;
use std::sync::Arc;

use poppy::net::Network;
use serde_json::Value;

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
    pub journal: Option<PathBuf>,
}

/// The running demo. Stops when dropped.
pub struct Demo {
    network: Network,
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
    /// Starts listening.
    ///
    /// # Errors
    ///
    /// [`DemoError`].
    pub async fn start(_options: Options) -> Result<Self, DemoError> {
        todo!()
    }

    /// How an agent reaches it.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }
}
