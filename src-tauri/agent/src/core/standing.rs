//! How conversations stand, what keeps them from going on, and how they end.

use std::collections::HashMap;
use std::sync::MutexGuard;

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

#[derive(Default)]
pub(super) struct Troubles {
    send: Option<Trouble>,
    read: Option<Trouble>,
    /// What the window was told last.
    told: Option<Standing>,
}

impl Troubles {
    fn side(&mut self, side: Side) -> &mut Option<Trouble> {
        match side {
            Side::Send => &mut self.send,
            Side::Read => &mut self.read,
        }
    }
}

impl Core {
    fn troubles(&self) -> MutexGuard<'_, HashMap<ConversationKey, Troubles>> {
        super::locked(&self.troubles)
    }

    /// How a conversation stands. What keeps messages from being sent comes before what keeps
    /// others from being read.
    pub(crate) fn standing(&self, row: &ConversationRow, company: &Company) -> Standing {
        let trouble = {
            let troubles = self.troubles();
            let of = troubles.get(&row.id);
            of.and_then(|of| of.send.clone().or_else(|| of.read.clone()))
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

    /// Sets or clears what keeps one of a conversation's loops from going on. A new code is logged.
    pub(crate) async fn set_trouble(
        &self,
        key: ConversationKey,
        side: Side,
        trouble: Option<Trouble>,
    ) -> Result<(), AgentError> {
        let before = {
            let mut troubles = self.troubles();
            std::mem::replace(troubles.entry(key).or_default().side(side), trouble.clone())
        };
        if before == trouble {
            return Ok(());
        }
        let known = before.map(|before| before.code);
        if let Some(trouble) = trouble.filter(|trouble| known.as_ref() != Some(&trouble.code)) {
            self.store
                .log_trouble(key, trouble.code, trouble.message)
                .await?;
        }
        self.tell_standing(key).await
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
        let failed = self.store.end_conversation(row.id, code.to_owned()).await?;
        let message = crate::words::code(code, &present::name(company));
        self.store
            .log_trouble(row.id, code.to_owned(), message)
            .await?;
        self.tell_entries(&failed, company);
        self.tell_standing(row.id).await
    }
}
