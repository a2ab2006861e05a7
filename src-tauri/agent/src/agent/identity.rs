//! What can be done about the agent's own identity.

use std::path::{Path, PathBuf};

use poppy::documents::client::ClientId;
use serde_json::Value;

use super::Agent;
use crate::error::AgentError;
use crate::identity::{self, Identity};
use crate::page::IdentityView;

impl Agent {
    /// Who this agent is. Makes the identity key if there is none yet.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when secrets are not ready.
    pub async fn identity(&self) -> Result<Identity, AgentError> {
        self.core.identity().await
    }

    /// Sets where the identity is published and the name Companies show; `None` leaves it as it is.
    /// What waited for an identity goes on.
    pub async fn set_identity(
        &self,
        client_id: Option<&str>,
        name: Option<&str>,
    ) -> Result<Identity, AgentError> {
        identity::set(&self.core.store, client_id, name).await?;
        let identity = self.core.identity().await?;
        self.core.identity_set().await?;
        Ok(identity)
    }

    /// The same, with all that the window shows of it.
    pub async fn change_identity(
        &self,
        client_id: Option<&str>,
        name: Option<&str>,
    ) -> Result<IdentityView, AgentError> {
        self.set_identity(client_id, name).await?;
        self.core.identity_view().await
    }

    /// Who this agent is, with its keys, files and what is known of their published copies. Works,
    /// with less, while secrets are not ready.
    pub async fn identity_view(&self) -> Result<IdentityView, AgentError> {
        self.core.identity_view().await
    }

    /// Fetches the published copies, as a Company would, and compares them with what they must be.
    /// A new key that is seen there signs from now on.
    ///
    /// # Errors
    ///
    /// [`AgentError::NoIdentity`] when no `client_id` is set; [`AgentError::Secrets`].
    pub async fn check_identity(&self) -> Result<IdentityView, AgentError> {
        self.core.check_identity().await
    }

    /// Begins a change of keys: a new key is in the files, beside the one that signs.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`]; [`AgentError::Told`] for a key that is kept in memory only.
    pub async fn rotate_key(&self) -> Result<IdentityView, AgentError> {
        self.core.rotate_key().await
    }

    /// Ends a change of keys: the old ones are forgotten and no longer in the files.
    pub async fn remove_old_keys(&self) -> Result<IdentityView, AgentError> {
        self.core.remove_old_keys().await
    }

    /// Writes what is to be published under `folder`, each file at its URL's path: the client
    /// metadata document, `jwks.json` beside it and the callback page. Gives the files written.
    ///
    /// # Errors
    ///
    /// [`AgentError::NoIdentity`] when no `client_id` is set; [`AgentError::Export`].
    pub async fn export_identity(&self, folder: &Path) -> Result<Vec<PathBuf>, AgentError> {
        self.core.identity().await?;
        let (folder, files) = (folder.to_owned(), self.core.me.files()?);
        let written = tokio::task::spawn_blocking(move || identity::export(&folder, files));
        written.await.map_err(|_| AgentError::Closing)?
    }

    /// What this agent publishes at `client_id`, as [`crate::Site::published`].
    #[must_use]
    pub fn published(&self, client_id: &ClientId) -> Option<(Value, Value)> {
        self.core.me.site().published(client_id.as_str())
    }
}
