//! Who this agent is towards Companies: its identity key, its `client_id`, its name, and what it
//! publishes (draft 0.3 section 4.1).

use std::sync::{Arc, RwLock};

use poppy::documents::client::ClientId;
use serde_json::Value;

/// Gives what this agent publishes, while the agent itself may not be open yet: make one, hand a
/// clone to [`crate::Options`], and ask the other. Cheap to clone and to ask.
#[derive(Clone, Default)]
pub struct Site(Arc<RwLock<Vec<Page>>>);

/// What is published at one `client_id`.
#[derive(Clone)]
struct Page {
    client_id: String,
    metadata: Value,
    jwks: Value,
}

impl Site {
    /// What the agent publishes at this `client_id`: its client metadata document and its keys.
    /// `None` while it has no identity key (secrets are not ready), or for another `client_id`.
    #[must_use]
    pub fn published(&self, client_id: &str) -> Option<(Value, Value)> {
        let pages = self
            .0
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        pages
            .iter()
            .find(|page| page.client_id == client_id)
            .map(|page| (page.metadata.clone(), page.jwks.clone()))
    }
}

/// The identity, as far as it is no secret.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Where the User publishes it; `None`: nowhere yet, so only the demo can be chatted with.
    pub client_id: Option<ClientId>,
    /// The name Companies show.
    pub name: String,
    /// The thumbprint of its key, which is its `kid`.
    pub key_id: String,
}
