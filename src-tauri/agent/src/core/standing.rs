//! How conversations stand, what keeps them from going on, and how they end.

use std::collections::HashMap;
use std::sync::{Arc, MutexGuard};

use poppy::client::CallError;
use poppy::documents::company::Company;

use super::Core;
use crate::error::AgentError;
use crate::page::{ConversationKey, CoreEvent, Standing, Trouble};
use crate::present;
use crate::store::{CompanyRow, ConversationRow, StoreError};

/// Which of a conversation's two loops is in trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Sending.
    Send,
    /// Reading.
    Read,
}

/// What one loop is in.
#[derive(Default)]
struct OfSide {
    trouble: Option<Trouble>,
    /// The code of it that is in the log.
    logged: Option<String>,
}

#[derive(Default)]
pub(super) struct Troubles {
    send: OfSide,
    read: OfSide,
    /// What the window was told last.
    told: Option<Standing>,
}

impl Troubles {
    fn side(&mut self, side: Side) -> &mut OfSide {
        match side {
            Side::Send => &mut self.send,
            Side::Read => &mut self.read,
        }
    }

    /// What keeps messages from being sent comes before what keeps others from being read.
    fn shown(&self) -> Option<Trouble> {
        let trouble = self.send.trouble.as_ref();
        trouble.or(self.read.trouble.as_ref()).cloned()
    }
}

impl Core {
    fn troubles(&self) -> MutexGuard<'_, HashMap<ConversationKey, Troubles>> {
        super::locked(&self.troubles)
    }

    /// How a conversation stands.
    pub(crate) fn standing(&self, row: &ConversationRow, company: &Company) -> Standing {
        let trouble = {
            let troubles = self.troubles();
            troubles.get(&row.id).and_then(Troubles::shown)
        };
        present::standing(row, company, trouble)
    }

    /// Tells how a conversation stands, if it stands otherwise than was told last.
    pub(crate) async fn tell_standing(&self, key: ConversationKey) -> Result<(), AgentError> {
        let row = self.conversation(key).await?;
        let company = self.company(row.company).await?;
        let standing = self.standing(&row, &company.company);
        let told = self
            .troubles()
            .entry(key)
            .or_default()
            .told
            .replace(standing.clone());
        if told.as_ref() != Some(&standing) {
            self.emit(CoreEvent::Standing {
                conversation: key,
                standing,
            });
        }
        Ok(())
    }

    /// Tells what keeps a conversation from going on when the store cannot say how else it stands.
    fn tell_trouble(&self, key: ConversationKey) {
        let standing = {
            let mut troubles = self.troubles();
            let of = troubles.entry(key).or_default();
            let trouble = of.shown();
            let told = of.told.as_mut().filter(|told| told.trouble != trouble);
            told.map(|told| {
                told.trouble = trouble;
                told.clone()
            })
        };
        if let Some(standing) = standing {
            self.emit(CoreEvent::Standing {
                conversation: key,
                standing,
            });
        }
    }

    /// Sets or clears what keeps one of a conversation's loops from going on. A new code is logged,
    /// after the window was told: the store may be what fails.
    pub(crate) async fn set_trouble(
        &self,
        key: ConversationKey,
        side: Side,
        trouble: Option<Trouble>,
    ) -> Result<(), AgentError> {
        let (changed, logged) = {
            let mut troubles = self.troubles();
            let of = troubles.entry(key).or_default().side(side);
            let changed = of.trouble != trouble;
            of.trouble.clone_from(&trouble);
            if trouble.is_none() {
                of.logged = None;
            }
            (changed, of.logged.clone())
        };
        if changed && let Err(error) = self.tell_standing(key).await {
            self.tell_trouble(key);
            return Err(error);
        }
        if let Some(trouble) = trouble.filter(|trouble| logged.as_ref() != Some(&trouble.code)) {
            let code = trouble.code.clone();
            self.store
                .log_trouble(key, trouble.code, trouble.message)
                .await?;
            self.troubles().entry(key).or_default().side(side).logged = Some(code);
        }
        Ok(())
    }

    /// A refusal for want of a sign-in becomes a card, unless the Company asks for one itself.
    pub(crate) async fn ask_for_sign_in(
        &self,
        key: ConversationKey,
        company: &CompanyRow,
        error: &CallError,
    ) -> Result<(), AgentError> {
        let CallError::Refused { code, details, .. } = error else {
            return Ok(());
        };
        if !matches!(code.as_str(), "sign_in_required" | "insufficient_scope") {
            return Ok(());
        }
        let refusal = present::SignInRefusal {
            error: code.clone(),
            scope: details.scope.clone(),
        };
        let detail = serde_json::to_string(&refusal)
            .map_err(|_| AgentError::Store(StoreError::Damaged("a refusal")))?;
        let now = self.clock.now();
        let entry = self.store.asks_sign_in(key, detail, now).await?;
        self.tell_entries(entry.as_slice(), &company.company);
        Ok(())
    }

    /// Ends a conversation: what waits in it is failed, and the window is told.
    pub(crate) async fn end_conversation(
        &self,
        row: &ConversationRow,
        company: &Company,
        code: &str,
    ) -> Result<(), AgentError> {
        let message = crate::words::code(code, &present::name(company));
        let ended = self
            .store
            .end_conversation(row.id, code.to_owned(), message);
        let failed = ended.await?;
        self.wake(&[row.id]);
        self.tell_entries(&failed, company);
        self.tell_standing(row.id).await
    }

    /// What began a Direct Conversation is no longer on its way: what was opened meanwhile beside it
    /// is taken up. `row`: the conversation as it was before.
    pub(crate) async fn settle(
        self: &Arc<Self>,
        row: &ConversationRow,
        company: &CompanyRow,
    ) -> Result<(), AgentError> {
        let Some(parent) = row.parent.filter(|_| row.remote.is_none()) else {
            return Ok(());
        };
        let settled = self.store.settle(parent).await?;
        self.tell_entries(&settled.entries, &company.company);
        self.begin(&settled.begun);
        Ok(())
    }
}
