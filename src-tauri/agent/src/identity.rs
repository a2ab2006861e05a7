//! Who this agent is towards Companies: its identity key, its `client_id`, its name, and what it
//! publishes (draft 0.3 section 4.1).

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use poppy::documents::callback;
use poppy::documents::client::{ClientId, Signer, jwks, metadata};
use poppy::keys::SigningKey;
use serde_json::Value;
use url::Url;

use crate::error::AgentError;
use crate::secrets::{Held, Vault};
use crate::store::{Store, meta_name};

/// The name Companies show, until the User gives another.
const DEFAULT_NAME: &str = "Candor";
/// The longest name, in characters: the whole document must stay under 5 KB.
const MAX_NAME: usize = 200;
/// What the identity key is sealed for.
const PURPOSE: &str = "identity-key";

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
        let pages = self.0.read().unwrap_or_else(PoisonError::into_inner);
        pages
            .iter()
            .find(|page| page.client_id == client_id)
            .map(|page| (page.metadata.clone(), page.jwks.clone()))
    }

    fn set(&self, pages: Vec<Page>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = pages;
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

/// The identity while the program runs.
pub(crate) struct Me {
    site: Site,
    demo: Option<ClientId>,
    loaded: RwLock<Option<Loaded>>,
    client_id: RwLock<Option<ClientId>>,
}

#[derive(Clone)]
struct Loaded {
    key: Arc<SigningKey>,
    held: Held,
    name: String,
}

impl Me {
    /// Nobody yet.
    pub(crate) fn new(site: Site, demo: Option<ClientId>) -> Self {
        Self {
            site,
            demo,
            loaded: RwLock::new(None),
            client_id: RwLock::new(None),
        }
    }

    /// What is published.
    pub(crate) fn site(&self) -> &Site {
        &self.site
    }

    /// Where the User publishes the identity: known before secrets are ready.
    pub(crate) fn client_id(&self) -> Option<ClientId> {
        self.client_id
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Reads what is no secret.
    pub(crate) async fn read_client_id(&self, store: &Store) -> Result<(), AgentError> {
        let kept = store.meta(meta_name::CLIENT_ID).await?;
        let parsed = kept.map(|text| ClientId::parse(&text)).transpose()?;
        *self
            .client_id
            .write()
            .unwrap_or_else(PoisonError::into_inner) = parsed;
        Ok(())
    }

    /// Reads the identity key, or makes it if there is none, and publishes it.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when secrets are not ready.
    pub(crate) async fn load(&self, store: &Store, vault: &Vault) -> Result<Identity, AgentError> {
        let (_, held) = vault.key()?;
        self.read_client_id(store).await?;
        let name = store
            .meta(meta_name::CLIENT_NAME)
            .await?
            .unwrap_or_else(|| DEFAULT_NAME.to_owned());
        let kept = self.loaded().filter(|loaded| loaded.held == held);
        let key = match kept {
            Some(loaded) => loaded.key,
            None => Arc::new(key(store, vault).await?),
        };
        let loaded = Loaded { key, held, name };
        self.publish(&loaded);
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some(loaded.clone());
        Ok(Identity {
            client_id: self.client_id(),
            name: loaded.name,
            key_id: loaded.key.public_jwk().thumbprint(),
        })
    }

    fn loaded(&self) -> Option<Loaded> {
        self.loaded
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn publish(&self, loaded: &Loaded) {
        let keys = jwks(&[loaded.key.public_jwk()]);
        let ids = self.demo.iter().cloned().chain(self.client_id());
        self.site.set(
            ids.map(|id| Page {
                client_id: id.as_str().to_owned(),
                metadata: metadata(&id, &loaded.name),
                jwks: keys.clone(),
            })
            .collect(),
        );
    }

    /// What signs for this agent, at the demo or elsewhere. `None`: there is no key yet, or no
    /// `client_id` for it.
    pub(crate) fn signer(&self, demo: bool) -> Option<Signer> {
        let client_id = if demo {
            self.demo.clone()
        } else {
            self.client_id()
        };
        Some(Signer {
            client_id: client_id?,
            key: self.loaded()?.key,
        })
    }

    /// The files to publish, by their paths.
    pub(crate) fn files(&self) -> Result<Vec<(Url, Vec<u8>)>, AgentError> {
        let id = self.client_id().ok_or(AgentError::NoIdentity)?;
        let (document, keys) = self
            .site
            .published(id.as_str())
            .ok_or(AgentError::NoIdentity)?;
        let own = Url::parse(id.as_str()).map_err(|_| AgentError::NoIdentity)?;
        Ok(vec![
            (own, pretty(&document)),
            (id.jwks_uri(), pretty(&keys)),
            (id.redirect_uri(), callback::page().as_bytes().to_vec()),
        ])
    }
}

fn pretty(document: &Value) -> Vec<u8> {
    format!("{document:#}\n").into_bytes()
}

/// The identity key: kept, or made now. One that is held for this session only is not kept.
async fn key(store: &Store, vault: &Vault) -> Result<SigningKey, AgentError> {
    let (sealing, held) = vault.key()?;
    if held == Held::Session {
        return Ok(SigningKey::generate()?);
    }
    let sealed = match store.secret(PURPOSE).await? {
        Some(sealed) => sealed,
        None => {
            let fresh = SigningKey::generate()?;
            let sealed = sealing.seal(PURPOSE, fresh.to_pkcs8());
            store.keep_secret(PURPOSE, sealed).await?
        }
    };
    let opened = sealing
        .open(PURPOSE, &sealed)
        .ok_or(crate::store::StoreError::Damaged("the identity key"))?;
    Ok(SigningKey::from_pkcs8(&opened)?)
}

/// Keeps where the identity is published, and its name.
pub(crate) async fn set(
    store: &Store,
    client_id: Option<&str>,
    name: Option<&str>,
) -> Result<(), AgentError> {
    let mut values = Vec::new();
    if let Some(text) = client_id {
        let id = ClientId::parse(text)?;
        values.push((meta_name::CLIENT_ID, id.as_str().to_owned()));
    }
    if let Some(text) = name {
        let name: String = poppy::text::one_line(text).chars().take(MAX_NAME).collect();
        if !name.is_empty() {
            values.push((meta_name::CLIENT_NAME, name));
        }
    }
    Ok(store.set_meta(values).await?)
}

/// Writes files under `folder` at their URLs' paths.
pub(crate) fn export(
    folder: &Path,
    files: Vec<(Url, Vec<u8>)>,
) -> Result<Vec<PathBuf>, AgentError> {
    let mut written = Vec::new();
    for (url, content) in files {
        let mut path = folder.to_owned();
        // The parser has resolved `..`; what is left names folders below.
        path.extend(
            url.path_segments()
                .into_iter()
                .flatten()
                .filter(|part| !matches!(*part, "" | "." | "..")),
        );
        let failed = |problem| AgentError::Export {
            path: path.clone(),
            problem,
        };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        std::fs::write(&path, content).map_err(failed)?;
        written.push(path);
    }
    Ok(written)
}
