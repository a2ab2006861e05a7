//! The identity as the window shows it, and what the User does about it there.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use poppy::documents::client::ClientId;
use poppy::links;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::{IdentityKey, check, keys};
use crate::core::Core;
use crate::error::AgentError;
use crate::page::{
    CoreEvent, FileItem, IdentityView, KeyItem, KeyRole, Published, PublishedFile, Rotation, SeenBy,
};
use crate::present;
use crate::secrets::Held;
use crate::store::{KeyUse, StoreError, meta_name};

/// What a check came to, and for which files.
#[derive(Serialize, Deserialize)]
struct Checked {
    /// The files, as text: for others, nothing is known.
    of: String,
    published: Published,
}

impl Core {
    /// The identity, as far as secrets are ready.
    pub(crate) async fn identity_view(&self) -> Result<IdentityView, AgentError> {
        let loaded = match self.identity().await {
            Ok(_) | Err(AgentError::Secrets { .. }) => self.me.keys(),
            Err(error) => return Err(error),
        };
        self.me.read_client_id(&self.store).await?;
        let keys = loaded.iter().map(|key| KeyItem {
            kid: kid(key),
            made_at: key.made_at,
            role: match key.role {
                KeyUse::Signing => KeyRole::Signing,
                KeyUse::Next => KeyRole::Next,
                KeyUse::Old => KeyRole::Old,
            },
        });
        let has = |role| loaded.iter().any(|key| key.role == role);
        Ok(IdentityView {
            client_id: self.me.client_id().map(|id| id.as_str().to_owned()),
            name: super::name(&self.store).await?,
            keys: keys.collect(),
            files: self.file_items(),
            published: self.published().await?,
            rotation: if has(KeyUse::Next) {
                Rotation::Publish
            } else if has(KeyUse::Old) {
                Rotation::RemoveOld
            } else {
                Rotation::None
            },
            seen_by: self.seen_by().await?,
        })
    }

    fn file_items(&self) -> Vec<FileItem> {
        let (Some(id), Some(_)) = (self.me.client_id(), self.documents()) else {
            return Vec::new();
        };
        let item = |file, url: &str| FileItem {
            file,
            url: url.to_owned(),
            path: Url::parse(url)
                .map(|url| url.path().trim_start_matches('/').to_owned())
                .unwrap_or_default(),
        };
        vec![
            item(PublishedFile::Metadata, id.as_str()),
            item(PublishedFile::Keys, id.jwks_uri().as_str()),
            item(PublishedFile::Callback, id.redirect_uri().as_str()),
        ]
    }

    /// What must be published: the `client_id`, the metadata and the keys.
    fn documents(&self) -> Option<(ClientId, Value, Value)> {
        let id = self.me.client_id()?;
        let (metadata, keys) = self.me.site().published(id.as_str())?;
        Some((id, metadata, keys))
    }

    async fn published(&self) -> Result<Published, AgentError> {
        if self.checking.load(Ordering::Acquire) {
            return Ok(Published::Checking);
        }
        let Some((_, metadata, keys)) = self.documents() else {
            return Ok(Published::Unknown);
        };
        let kept = self.checked().await?;
        Ok(kept
            .filter(|kept| kept.of == of(&metadata, &keys))
            .map_or(Published::Unknown, |kept| kept.published))
    }

    async fn checked(&self) -> Result<Option<Checked>, AgentError> {
        let kept = self.store.meta(meta_name::PUBLISHED).await?;
        Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()))
    }

    async fn seen_by(&self) -> Result<Vec<SeenBy>, AgentError> {
        let companies: HashMap<_, _> = {
            let rows = self.store.companies().await?;
            rows.into_iter().map(|row| (row.id, row)).collect()
        };
        let seen = self.store.seen().await?.into_iter();
        let item = |row: crate::store::SeenRow| {
            let company = &companies.get(&row.company)?.company;
            Some(SeenBy {
                company: row.company,
                name: present::name(company),
                domain: links::shown_domain(company.domain.as_str()),
                client_id: row.client_id,
                kid: row.kid,
                first_at: row.first_at,
                last_at: row.last_at,
            })
        };
        Ok(seen.filter_map(item).collect())
    }

    async fn tell_identity(&self) -> Result<IdentityView, AgentError> {
        let identity = self.identity_view().await?;
        self.emit(CoreEvent::Identity {
            identity: identity.clone(),
        });
        Ok(identity)
    }

    /// The identity was changed.
    pub(crate) async fn identity_set(&self) -> Result<IdentityView, AgentError> {
        self.identity_changed();
        self.tell_companies().await?;
        self.tell_identity().await
    }

    /// Checks the published copies. While one check is under way, another is not begun.
    pub(crate) async fn check_identity(&self) -> Result<IdentityView, AgentError> {
        self.identity().await?;
        let (id, metadata, keys) = self.documents().ok_or(AgentError::NoIdentity)?;
        {
            let Some(_checking) = Checking::begin(&self.checking) else {
                return self.identity_view().await;
            };
            self.checked_now(&id, &metadata, &keys).await?;
        }
        self.tell_companies().await?;
        self.tell_identity().await
    }

    /// This identity was seen published, by us or by a Company that accepted it.
    pub(crate) async fn seen_published(&self, id: &str, kid: &str) -> Result<(), AgentError> {
        if self.me.saw_published(&self.store, id, kid).await? {
            self.tell_companies().await?;
        }
        Ok(())
    }

    async fn checked_now(
        &self,
        id: &ClientId,
        metadata: &Value,
        keys: &Value,
    ) -> Result<(), AgentError> {
        self.tell_identity().await?;
        let documents = (metadata, keys);
        let mut published = check::check(&*self.transport, id, documents, self.clock.now()).await;
        let of = of(metadata, keys);
        if let Published::Matches { since, .. } = &mut published {
            let before = self.checked().await?.filter(|kept| kept.of == of);
            if let Some(Published::Matches { since: earlier, .. }) =
                before.map(|kept| kept.published)
            {
                *since = earlier;
            }
        }
        let matches = matches!(published, Published::Matches { .. });
        let checked = serde_json::to_string(&Checked { of, published })
            .map_err(|_| StoreError::Damaged("a check"))?;
        self.store
            .set_meta(vec![(meta_name::PUBLISHED, checked)])
            .await?;
        if matches {
            self.use_next_key(keys).await?;
            // A Company that did not accept this identity may accept it now.
            self.identity_changed();
            let keys_now = self.me.keys();
            let signing = keys_now.iter().find(|key| key.role == KeyUse::Signing);
            if let Some(kid) = signing.map(kid).filter(|kid| check::lists(keys, kid)) {
                self.seen_published(id.as_str(), &kid).await?;
            }
        }
        Ok(())
    }

    /// A new key that was `seen` published signs from now on; one that was made since was not.
    async fn use_next_key(&self, seen: &Value) -> Result<(), AgentError> {
        let keys = self.me.keys();
        let is_seen = |key: &IdentityKey| key.role == KeyUse::Next && check::lists(seen, &kid(key));
        let Some(next) = keys.into_iter().find(is_seen) else {
            return Ok(());
        };
        self.store.promote_identity_key(next.purpose).await?;
        self.me.reload(self).await?;
        self.identity_changed();
        Ok(())
    }

    /// Puts a new key beside the one that signs, unless there is one.
    pub(crate) async fn rotate_key(&self) -> Result<IdentityView, AgentError> {
        self.identity().await?;
        let (_, held) = self.vault.key()?;
        if held == Held::Memory {
            return Err(AgentError::Told {
                code: "session-keys".to_owned(),
                message:
                    "Your agent's key is kept in memory only and ends with the program, so it \
                          cannot be changed for another one. Set up the system's keyring first."
                        .to_owned(),
            });
        }
        if self.me.keys().iter().any(|key| key.role == KeyUse::Old) {
            return Err(AgentError::Told {
                code: "old-keys".to_owned(),
                message: "The key from the last change is still in your files. Remove it there \
                          first; then your agent can have another new one."
                    .to_owned(),
            });
        }
        let part = poppy::ids::random_jti(&*self.random);
        keys::add_next(&self.store, &self.vault, &part, self.clock.now()).await?;
        self.me.reload(self).await?;
        self.tell_identity().await
    }

    /// Takes the keys that signed before out of what is published.
    pub(crate) async fn remove_old_keys(&self) -> Result<IdentityView, AgentError> {
        self.store.forget_old_keys().await?;
        self.me.reload(self).await?;
        self.tell_identity().await
    }
}

/// A check under way: over when this is dropped, however it ends.
struct Checking<'a>(&'a AtomicBool);

impl<'a> Checking<'a> {
    /// `None`: one is under way already.
    fn begin(checking: &'a AtomicBool) -> Option<Self> {
        (!checking.swap(true, Ordering::AcqRel)).then_some(Self(checking))
    }
}

impl Drop for Checking<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// What a key is called in what is published.
fn kid(key: &IdentityKey) -> String {
    key.key.public_jwk().thumbprint()
}

/// What files a check is about.
fn of(metadata: &Value, keys: &Value) -> String {
    format!("{metadata}{keys}")
}
