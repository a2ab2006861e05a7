//! What an agent is opened with.

use std::sync::Arc;

use poppy::documents::client::ClientId;
use poppy::domain::Domain;
use poppy::host::{Clock, Random};
use poppy::net::Network;

use crate::folder::DataFolder;
use crate::identity::Site;

/// Where the key that seals secrets is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretsChoice {
    /// The operating system's keyring.
    Keyring,
    /// A file of mode 0600 in the data folder: only when asked for on purpose.
    File,
}

/// The built-in demo Company, as the agent reaches it.
#[derive(Clone, Debug)]
pub struct DemoLink {
    /// Its domain.
    pub domain: Domain,
    /// Where it listens, and its CA.
    pub network: Network,
    /// The `client_id` that the demo knows this agent by: needs no published identity.
    pub client_id: ClientId,
}

/// What an agent is opened with.
pub struct Options {
    /// The folder everything is kept in, taken for this program alone.
    pub data: DataFolder,
    /// Where secrets are kept.
    pub secrets: SecretsChoice,
    /// A network file's hosts, given on purpose.
    pub network: Option<Network>,
    /// The demo Company, if it runs.
    pub demo: Option<DemoLink>,
    /// Where the agent puts what it publishes, for the demo to ask; `Site::default()` otherwise.
    pub site: Site,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
}
