//! What can be deleted, and how much there is.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use poppy::links;

use super::Agent;
use crate::erase;
use crate::error::AgentError;
use crate::folder::{DataFolder, FORGET_DEMO, is_ours, replace_private, unusable};
use crate::page::{
    CompanyDeleted, CompanyId, CompanyUsage, ConversationKey, EverythingDeleted, LeavingItem,
    StorageView,
};
use crate::present;
use crate::store::{FILE, meta_name};

/// How often it is looked whether all Companies were told, and how many times.
const LOOK: Duration = Duration::from_millis(250);
const LOOKS: u32 = 40;

impl Agent {
    /// Deletes a conversation for good. Returns once nothing of it is in any file; it is out of sight
    /// from the beginning. The Company keeps what it has.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotFound`]; [`AgentError::Store`] when it cannot go on, which the next start
    /// does.
    pub async fn delete_conversation(
        &self,
        conversation: ConversationKey,
    ) -> Result<(), AgentError> {
        let row = self.core.conversation(conversation).await?;
        self.workers.end(conversation);
        if !self.core.store.erase_conversation(conversation).await? {
            return Err(AgentError::NotFound("conversation"));
        }
        self.core.forget_conversation(conversation);
        self.core.tell_conversations(row.company).await?;
        self.core.tell_companies().await?;
        self.erase_rest().await
    }

    /// Deletes a Company for good, with its conversations, the User's account there and all that is
    /// known of it. With `tell`, one where the User is signed in is told that the account is over,
    /// which deleting does not wait for; without, it is not told.
    ///
    /// # Errors
    ///
    /// As [`Agent::delete_conversation`].
    pub async fn delete_company(
        &self,
        company: CompanyId,
        tell: bool,
    ) -> Result<CompanyDeleted, AgentError> {
        let core = &self.core;
        let row = core.company(company).await?;
        core.cancel_sign_in(company);
        let issuer = row.company.auth.as_ref().map(|auth| auth.issuer.clone());
        let rows = core.store.companies().await?;
        let shared = rows.iter().any(|other| {
            let auth = other.company.auth.as_ref();
            other.id != company && !other.erased && auth.map(|auth| &auth.issuer) == issuer.as_ref()
        });
        let issuer = issuer.filter(|_| !shared);
        if let Some(issuer) = &issuer {
            core.end_account(issuer).await?;
        }
        if row.demo {
            let value = vec![(meta_name::NO_DEMO, String::new())];
            core.store.set_meta(value).await?;
            let note = core.store.folder().await?.join(FORGET_DEMO);
            replace_private(&note, b"").map_err(unusable(&note))?;
        }
        let now = core.clock.now();
        let (conversations, to_tell) = core.store.erase_company(company, tell, now).await?;
        for key in conversations {
            self.workers.end(key);
            core.forget_conversation(key);
        }
        core.forget_company(company);
        if let Some(issuer) = &issuer {
            core.connections.forget_account(issuer);
        }
        core.tell_companies().await?;
        core.to_revoke.notify_one();
        self.erase_rest().await?;
        Ok(CompanyDeleted { to_tell })
    }

    /// A Company that was deleted is not told any longer that the User's account is over: the last of
    /// it goes.
    pub async fn stop_telling(&self, company: CompanyId) -> Result<(), AgentError> {
        let found = self.core.store.company(company).await?;
        if !found.is_some_and(|row| row.erased) {
            return Err(AgentError::NotFound("Company"));
        }
        let now = self.core.clock.now();
        self.core.store.erase_company(company, false, now).await?;
        self.core.forget_company(company);
        self.erase_rest().await
    }

    /// To its end even if whoever asked stops waiting.
    async fn erase_rest(&self) -> Result<(), AgentError> {
        let core = std::sync::Arc::clone(&self.core);
        let erased = tokio::spawn(async move { core.erase_rest().await });
        erased.await.map_err(|_| AgentError::Closing)?
    }

    /// Deletes everything this agent keeps: the data folder is as new, and the key is out of the
    /// keyring. With `tell`, Companies where the User is signed in are told first, for some seconds;
    /// if one could not be, nothing is deleted yet. This agent is closed afterwards: open another.
    ///
    /// # Errors
    ///
    /// [`AgentError::Folder`] for a file that cannot be deleted: the next start goes on.
    pub async fn delete_everything(&self, tell: bool) -> Result<EverythingDeleted, AgentError> {
        let core = &self.core;
        if tell {
            let companies = self.tell_all().await?;
            if !companies.is_empty() {
                return Ok(EverythingDeleted::Untold { companies });
            }
        }
        let store_id = core.store.meta(meta_name::STORE_ID).await?;
        let folder = core.store.folder().await?;
        let place = core.vault.place();
        erase::begin(&folder, store_id, &*place)?;
        self.workers.close().await;
        core.store.close().await;
        let taken = DataFolder::take(&folder)?;
        let key_removed = erase::finish(taken.path(), place).await?;
        Ok(EverythingDeleted::Done { key_removed })
    }

    /// Signs out everywhere, and gives the names of Companies that could not be told of it in time.
    async fn tell_all(&self) -> Result<Vec<String>, AgentError> {
        let core = &self.core;
        let rows = core.store.companies().await?;
        let mut issuers: BTreeSet<String> = BTreeSet::new();
        for row in &rows {
            core.cancel_sign_in(row.id);
            issuers.extend(row.company.auth.as_ref().map(|auth| auth.issuer.clone()));
        }
        for issuer in &issuers {
            core.end_account(issuer).await?;
        }
        for _ in 0..LOOKS {
            if core.store.revocations().await?.is_empty() {
                return Ok(Vec::new());
            }
            core.to_revoke.notify_one();
            tokio::time::sleep(LOOK).await;
        }
        let untold = core.store.revocations().await?;
        let is_untold = |row: &&crate::store::CompanyRow| {
            let auth = row.company.auth.as_ref();
            auth.is_some_and(|auth| untold.iter().any(|one| one.issuer == auth.issuer))
        };
        let names = rows.iter().filter(is_untold);
        Ok(names.map(|row| present::name(&row.company)).collect())
    }

    /// Where everything is kept, how large it is, and of whom.
    pub async fn storage(&self) -> Result<StorageView, AgentError> {
        let store = &self.core.store;
        let folder = store.folder().await?;
        let usage = store.usage().await?.unwrap_or_default();
        let leaving = store.leaving().await?;
        let rows = store.companies().await?;
        let item = |(id, since): &(CompanyId, i64)| {
            let row = rows.iter().find(|row| row.id == *id)?;
            Some(LeavingItem {
                company: *id,
                name: present::name(&row.company),
                domain: links::shown_domain(row.company.domain.as_str()),
                since: *since,
            })
        };
        let own = folder.clone();
        let sizes = tokio::task::spawn_blocking(move || sizes(&own)).await;
        let [database, pending, other] = sizes.map_err(|_| AgentError::Closing)?;
        let companies = usage.into_iter().map(|row| CompanyUsage {
            company: row.company,
            conversations: row.conversations,
            messages: row.messages,
        });
        Ok(StorageView {
            folder: folder.display().to_string(),
            database,
            pending,
            other,
            total: database.saturating_add(pending).saturating_add(other),
            companies: companies.collect(),
            leaving: leaving.iter().filter_map(item).collect(),
        })
    }
}

/// The sizes of the database, of what is not in it yet, and of the other files.
fn sizes(folder: &Path) -> [u64; 3] {
    let mut sizes = [0_u64; 3];
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let size = entry.metadata().map_or(0, |data| data.len());
        let [database, pending, other] = &mut sizes;
        let place = match name.strip_prefix(FILE) {
            Some("") => database,
            Some("-wal" | "-shm") => pending,
            _ if is_ours(&name) => other,
            _ => continue,
        };
        *place = place.saturating_add(size);
    }
    sizes
}
