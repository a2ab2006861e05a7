//! Finding Companies, and making sure that they are still who they were.

use poppy::discovery::{Discovered, discover};
use poppy::domain::Domain;

use crate::connect::Unready;
use crate::core::Core;
use crate::error::AgentError;
use crate::page::{AddOutcome, CompanyId};
use crate::present;
use crate::store::{CompanyRow, meta_name};

impl Core {
    /// Finds, verifies and keeps a Company. Nothing is kept of one that answers for another domain:
    /// the User is told both first. One that is blocked stays blocked: the User is asked.
    pub(crate) async fn add_company(&self, typed: &str) -> Result<AddOutcome, AgentError> {
        let domain = Domain::from_typed(typed)?;
        if let Some(row) = self.store.company_of(domain.as_str().to_owned()).await? {
            return self.added(&row).await;
        }
        let found = self.discover(&domain).await?;
        if found.company.domain != domain {
            return Ok(AddOutcome::OtherDomain {
                typed: domain.as_str().to_owned(),
                served: found.company.domain.as_str().to_owned(),
                name: present::name(&found.company),
            });
        }
        let row = self.keep(found).await?;
        if row.demo {
            self.store.forget_meta(meta_name::NO_DEMO).await?;
        }
        self.added(&row).await
    }

    async fn added(&self, row: &CompanyRow) -> Result<AddOutcome, AgentError> {
        Ok(AddOutcome::Added {
            company: Box::new(self.shown_company(row).await?),
        })
    }

    async fn discover(
        &self,
        domain: &Domain,
    ) -> Result<Discovered, poppy::discovery::DiscoveryError> {
        discover(&*self.transport, domain, &*self.clock).await
    }

    async fn keep(&self, found: Discovered) -> Result<CompanyRow, AgentError> {
        let demo = self.is_demo(&found.company.domain);
        let row = self
            .store
            .keep_company(found.company, found.fresh_until, self.clock.now(), demo)
            .await?;
        self.tell_companies().await?;
        Ok(row)
    }

    /// Whether this is the demo's domain, while the demo runs.
    pub(crate) fn is_demo(&self, domain: &Domain) -> bool {
        self.demo
            .as_ref()
            .is_some_and(|demo| demo.domain == *domain)
    }

    /// Puts the demo in the list, found the way any Company is.
    pub(crate) async fn find_demo(&self) -> Result<(), AgentError> {
        let Some(demo) = &self.demo else {
            return Ok(());
        };
        let known = self
            .store
            .company_of(demo.domain.as_str().to_owned())
            .await?;
        let unwanted = self.store.meta(meta_name::NO_DEMO).await?.is_some();
        if unwanted || known.is_some_and(|known| known.blocked) {
            return Ok(());
        }
        let found = self.discover(&demo.domain).await?;
        self.keep(found).await?;
        Ok(())
    }

    /// A Company as it is verified now: asked again once its documents' time is over, before
    /// anything is sent to it. A failure is not kept: the next use asks again.
    pub(crate) async fn verified(&self, id: CompanyId) -> Result<CompanyRow, Unready> {
        let gone = || Unready::Ours(AgentError::NotFound("Company"));
        let row = self.store.company(id).await?.ok_or_else(gone)?;
        if row.blocked {
            return Err(Unready::Ours(AgentError::Blocked));
        }
        if row.demo && !self.is_demo(&row.company.domain) {
            return Err(Unready::DemoOff);
        }
        // Verified in the future: the clock was set back since, and says nothing of how old it is.
        let now = self.clock.now();
        if row.verified_at <= now && now < row.fresh_until {
            return Ok(row);
        }
        let found = self
            .discover(&row.company.domain)
            .await
            .map_err(|error| Unready::NotVerified(Box::new(error)))?;
        if found.company.domain != row.company.domain {
            return Err(Unready::Moved(found.company.domain));
        }
        let (until, now) = (found.fresh_until, self.clock.now());
        let renewed = self.store.renew_company(id, found.company, until, now);
        let row = renewed.await?.ok_or_else(gone)?;
        self.tell_companies().await?;
        Ok(row)
    }
}
