//! Companies that the User blocked: nothing is sent to them and nothing read from them, not even
//! their documents; what was said stays readable.

use super::Agent;
use crate::error::AgentError;
use crate::page::{CompanyId, CompanyItem};

impl Agent {
    /// Blocks a Company. What waits to be sent to it waits until it is unblocked; so does telling it
    /// that an account is over.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotFound`].
    pub async fn block_company(&self, company: CompanyId) -> Result<CompanyItem, AgentError> {
        let core = &self.core;
        core.company(company).await?;
        core.cancel_sign_in(company);
        let conversations = core.store.set_blocked(company, true).await?;
        for key in conversations {
            self.workers.end(key);
            core.drop_writing(key);
        }
        core.forget_company(company);
        self.changed(company).await
    }

    /// Unblocks a Company: what waits is sent, and what was said meanwhile is read.
    pub async fn unblock_company(&self, company: CompanyId) -> Result<CompanyItem, AgentError> {
        let core = &self.core;
        core.company(company).await?;
        let conversations = core.store.set_blocked(company, false).await?;
        core.begin(&conversations);
        // What was begun meanwhile waits for a change, and so does telling that an account is over.
        core.identity_changed();
        self.changed(company).await
    }

    async fn changed(&self, company: CompanyId) -> Result<CompanyItem, AgentError> {
        self.core.tell_companies().await?;
        let row = self.core.company(company).await?;
        self.core.shown_company(&row).await
    }
}
