//! The lists of Companies and of conversations, told anew when what they show of them changed: not
//! for each event of a flood, but as often as anybody can look.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;

use super::Core;
use crate::error::AgentError;
use crate::page::CompanyId;

/// The shortest time between two tellings.
const APART: Duration = Duration::from_millis(100);
/// How long a store that fails is left alone.
const FAILED: Duration = Duration::from_secs(5);

/// What is to be told.
#[derive(Default)]
pub(super) struct Lists {
    of: Mutex<BTreeSet<CompanyId>>,
    to_tell: Notify,
}

impl Core {
    /// The lists show something else of this Company's conversations: told soon.
    pub(crate) fn lists_changed(&self, company: CompanyId) {
        super::locked(&self.lists.of).insert(company);
        self.lists.to_tell.notify_one();
    }

    /// Tells of the lists as they change.
    pub(crate) async fn tell_lists(self: Arc<Self>) {
        loop {
            self.lists.to_tell.notified().await;
            let companies = std::mem::take(&mut *super::locked(&self.lists.of));
            let told = self.tell_lists_of(&companies).await;
            tokio::time::sleep(APART).await;
            if let Err(error) = told {
                tracing::warn!(code = error.code(), "the lists were not told: {error}");
                super::locked(&self.lists.of).extend(companies);
                tokio::time::sleep(FAILED).await;
                self.lists.to_tell.notify_one();
            }
        }
    }

    async fn tell_lists_of(&self, companies: &BTreeSet<CompanyId>) -> Result<(), AgentError> {
        for company in companies {
            match self.tell_conversations(*company).await {
                // One that was deleted meanwhile.
                Ok(()) | Err(AgentError::NotFound(_)) => {}
                Err(error) => return Err(error),
            }
        }
        self.tell_companies().await
    }
}
