//! Writing a message of the User's: its bytes are made once, kept, and sent as they are.

use std::sync::Arc;

use poppy::client::Outgoing;
use poppy::ids::{ConversationId, MessageId};

use super::Core;
use crate::error::AgentError;
use crate::page::ConversationKey;
use crate::store::{CompanyRow, ConversationRow, EntryRow};

impl Core {
    /// Stores a message and has it sent. An id that is in the store already is not stored again.
    pub(crate) async fn write(
        self: &Arc<Self>,
        key: ConversationKey,
        id: Option<MessageId>,
        text: &str,
    ) -> Result<EntryRow, AgentError> {
        let id = id.unwrap_or_else(|| MessageId::random(&*self.random));
        let alone = self.writing_one.lock().await;
        let row = self.conversation(key).await?;
        let company = self.company(row.company).await?;
        self.can_send(&company)?;
        let context = self.context(company.id).await?;
        let parent = self.parent(&row).await?;
        let outgoing = Outgoing {
            version: company.company.version,
            id: &id,
            text,
            context: &context,
            parent: parent.as_ref(),
        };
        let body = outgoing.body();
        let written = self.store.write_message(key, id, body, self.clock.now());
        let entry = written.await?.ok_or(AgentError::Closed)?;
        drop(alone);
        self.tell_entries(std::slice::from_ref(&entry), &company.company);
        self.tell_companies().await?;
        self.tell_conversations(company.id).await?;
        // One that was stored before may be in another conversation.
        self.begin(&[entry.conversation]);
        Ok(entry)
    }

    /// The conversation that the first message opens a Direct Conversation under.
    async fn parent(&self, row: &ConversationRow) -> Result<Option<ConversationId>, AgentError> {
        let Some(parent) = row.parent.filter(|_| row.remote.is_none()) else {
            return Ok(None);
        };
        let (waiting, _) = self.store.on_their_way(row.id).await?;
        if waiting > 0 {
            // The message before it begins the conversation.
            return Ok(None);
        }
        // It may have been confirmed, and so have begun, since the row was read.
        if self.conversation(row.id).await?.remote.is_some() {
            return Ok(None);
        }
        Ok(self.conversation(parent).await?.remote)
    }

    /// What would only wait, and for something the User must do first, is not taken.
    fn can_send(&self, company: &CompanyRow) -> Result<(), AgentError> {
        if company.company.chat.is_none() {
            return Err(AgentError::NoChat);
        }
        self.vault.key()?;
        if !company.demo && !self.has_identity() {
            return Err(AgentError::NoIdentity);
        }
        Ok(())
    }
}
