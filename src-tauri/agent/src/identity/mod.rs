//! Who this agent is towards Companies: its identity key, its `client_id`, its name, and what it
//! publishes (draft 0.3 section 4.1).

mod check;
mod keys;
mod view;

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use poppy::documents::callback;
use poppy::documents::client::{ClientId, Signer, jwks, metadata};
use poppy::keys::SigningKey;
use serde_json::Value;
use url::Url;

use crate::core::Core;
use crate::error::AgentError;
use crate::secrets::Held;
use crate::store::{KeyUse, Store, StoreError, meta_name};

pub(crate) use keys::IdentityKey;

/// The name Companies show, until the User gives another.
const DEFAULT_NAME: &str = "Candor";
/// The longest name, in characters: the whole document must stay under 5 KB.
const MAX_NAME: usize = 200;

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
    /// What was last seen published.
    seen_published: RwLock<Option<String>>,
}

/// An identity as it is noted to have been seen published.
fn note(client_id: &str, kid: &str) -> String {
    format!("{client_id} {kid}")
}

#[derive(Clone)]
struct Loaded {
    /// The one that signs first.
    keys: Vec<IdentityKey>,
    held: Held,
    name: String,
}

impl Loaded {
    fn signing(&self) -> Option<Arc<SigningKey>> {
        let signing = self.keys.iter().find(|key| key.role == KeyUse::Signing);
        signing.map(|key| Arc::clone(&key.key))
    }
}

impl Me {
    /// Nobody yet.
    pub(crate) fn new(site: Site, demo: Option<ClientId>) -> Self {
        Self {
            site,
            demo,
            loaded: RwLock::new(None),
            client_id: RwLock::new(None),
            seen_published: RwLock::new(None),
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

    /// Whether the identity as it is now was seen published: by a check of ours, or by a Company that
    /// accepted it. A later change of the name or of the next key does not undo that. While the keys
    /// are not loaded, the `client_id` decides.
    pub(crate) fn is_published(&self) -> bool {
        let seen = self.seen_published.read();
        let seen = seen.unwrap_or_else(PoisonError::into_inner);
        let (Some(seen), Some(id)) = (seen.as_ref(), self.client_id()) else {
            return false;
        };
        match self.loaded().and_then(|loaded| loaded.signing()) {
            Some(key) => *seen == note(id.as_str(), &key.public_jwk().thumbprint()),
            None => seen.split(' ').next() == Some(id.as_str()),
        }
    }

    /// Keeps that this identity was seen published. True: that is new.
    async fn saw_published(
        &self,
        store: &Store,
        client_id: &str,
        kid: &str,
    ) -> Result<bool, AgentError> {
        let now = Some(note(client_id, kid));
        let before = self.seen_published.read();
        if *before.unwrap_or_else(PoisonError::into_inner) == now {
            return Ok(false);
        }
        let kept = now
            .iter()
            .map(|now| (meta_name::SEEN_PUBLISHED, now.clone()));
        store.set_meta(kept.collect()).await?;
        let seen = self.seen_published.write();
        *seen.unwrap_or_else(PoisonError::into_inner) = now;
        Ok(true)
    }

    /// Reads what is no secret.
    pub(crate) async fn read_client_id(&self, store: &Store) -> Result<(), AgentError> {
        let kept = store.meta(meta_name::CLIENT_ID).await?;
        let parsed = kept.map(|text| ClientId::parse(&text)).transpose()?;
        *self
            .client_id
            .write()
            .unwrap_or_else(PoisonError::into_inner) = parsed;
        let kept = store.meta(meta_name::SEEN_PUBLISHED).await?;
        let seen = self.seen_published.write();
        *seen.unwrap_or_else(PoisonError::into_inner) = kept;
        Ok(())
    }

    /// Reads the identity's keys, or makes one if there is none, and publishes them.
    ///
    /// # Errors
    ///
    /// [`AgentError::Secrets`] when secrets are not ready.
    pub(crate) async fn load(&self, core: &Core) -> Result<Identity, AgentError> {
        self.load_keys(core, false).await
    }

    /// Reads the keys again: they have changed.
    pub(crate) async fn reload(&self, core: &Core) -> Result<(), AgentError> {
        self.load_keys(core, true).await.map(|_| ())
    }

    async fn load_keys(&self, core: &Core, again: bool) -> Result<Identity, AgentError> {
        let (_, held) = core.vault.key()?;
        self.read_client_id(&core.store).await?;
        let name = name(&core.store).await?;
        // Those that are in memory only are not read again.
        let kept = self
            .loaded()
            .filter(|loaded| loaded.held == held && (!again || held == Held::Memory));
        let keys = match kept {
            Some(loaded) => loaded.keys,
            None => keys::read(&core.store, &core.vault, core.clock.now()).await?,
        };
        let loaded = Loaded { keys, held, name };
        self.publish(&loaded);
        let signing = loaded.signing();
        *self.loaded.write().unwrap_or_else(PoisonError::into_inner) = Some(loaded.clone());
        let signing = signing.ok_or(StoreError::Damaged("the identity key"))?;
        Ok(Identity {
            client_id: self.client_id(),
            name: loaded.name,
            key_id: signing.public_jwk().thumbprint(),
        })
    }

    /// The keys that are loaded, the one that signs first.
    pub(crate) fn keys(&self) -> Vec<IdentityKey> {
        self.loaded().map(|loaded| loaded.keys).unwrap_or_default()
    }

    fn loaded(&self) -> Option<Loaded> {
        self.loaded
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn publish(&self, loaded: &Loaded) {
        // Ordered by name, so that the files do not change with what a key is for.
        let mut published: Vec<_> = loaded.keys.iter().map(|key| key.key.public_jwk()).collect();
        published.sort_by_key(|key| key.thumbprint());
        let keys = jwks(&published);
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
            key: self.loaded()?.signing()?,
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

/// The name Companies show.
async fn name(store: &Store) -> Result<String, AgentError> {
    let kept = store.meta(meta_name::CLIENT_NAME).await?;
    Ok(kept.unwrap_or_else(|| DEFAULT_NAME.to_owned()))
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
