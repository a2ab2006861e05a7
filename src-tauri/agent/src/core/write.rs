//! Writing a message of the User's: its bytes are made once, kept, and sent as they are. Whether it
//! begins a conversation is known only when it is sent: a message before it may be refused for good.

use std::sync::Arc;

use poppy::client::Outgoing;
use poppy::ids::{ConversationId, MessageId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Core;
use crate::error::AgentError;
use crate::page::ConversationKey;
use crate::store::{CompanyRow, ConversationRow, EntryRow, StoreError};

/// A request that sends a message, around its bytes as they are kept.
#[derive(Serialize, Deserialize)]
struct Body<'a> {
    #[serde(borrow)]
    message: &'a RawValue,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    parent_conversation_id: Option<&'a str>,
}

/// The request that sends a kept message. `under`: it begins a Direct Conversation under this one
/// (draft 0.2 section 7.10).
fn request(kept: &[u8], under: Option<&ConversationId>) -> Result<Vec<u8>, AgentError> {
    let damaged = |_| AgentError::Store(StoreError::Damaged("a message"));
    let mut body: Body<'_> = serde_json::from_slice(kept).map_err(damaged)?;
    body.parent_conversation_id = under.map(ConversationId::as_str);
    serde_json::to_vec(&body).map_err(damaged)
}

impl Core {
    /// Stores a message and has it sent. An id that is in the store already is not stored again.
    pub(crate) async fn write(
        self: &Arc<Self>,
        key: ConversationKey,
        id: Option<MessageId>,
        text: &str,
    ) -> Result<EntryRow, AgentError> {
        let id = id.unwrap_or_else(|| MessageId::random(&*self.random));
        let row = self.conversation(key).await?;
        let company = self.company(row.company).await?;
        self.can_send(&company)?;
        let context = self.context(company.id).await?;
        let outgoing = Outgoing {
            version: company.company.version,
            id: &id,
            text,
            context: &context,
            parent: None,
        };
        let body = outgoing.body();
        let written = self.store.write_message(key, id, body, self.clock.now());
        let entry = written.await?.ok_or(AgentError::Closed)?;
        self.tell_entries(std::slice::from_ref(&entry), &company.company);
        self.tell_companies().await?;
        self.tell_conversations(company.id).await?;
        // One that was stored before may be in another conversation.
        self.is_chosen(company.id, entry.conversation);
        self.begin(&[entry.conversation]);
        Ok(entry)
    }

    /// The request that sends a kept message now. As long as the Company does not know of the
    /// conversation, that is what begins it; every try is the same, byte for byte.
    pub(crate) async fn request(
        &self,
        row: &ConversationRow,
        kept: &[u8],
    ) -> Result<Vec<u8>, AgentError> {
        let under = match row.parent {
            Some(parent) if row.remote.is_none() => self.conversation(parent).await?.remote,
            _ => None,
        };
        request(kept, under.as_ref())
    }

    /// What would only wait, and for something the User must do first, is not taken.
    fn can_send(&self, company: &CompanyRow) -> Result<(), AgentError> {
        if company.company.chat.is_none() {
            return Err(AgentError::NoChat);
        }
        if company.blocked {
            return Err(AgentError::Blocked);
        }
        self.vault.key()?;
        if !company.demo && !self.has_identity() {
            return Err(AgentError::NoIdentity);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_sent_as_it_is_kept_and_under_a_parent_only_when_it_begins_a_conversation() {
        let kept = br#"{"message":{"id":"msg_1","text":"a \u00e9 1.0"}}"#;
        assert_eq!(request(kept, None).unwrap(), kept);
        let parent = ConversationId::parse("cnv_1").unwrap();
        let under = request(kept, Some(&parent)).unwrap();
        assert_eq!(
            under,
            br#"{"message":{"id":"msg_1","text":"a \u00e9 1.0"},"parent_conversation_id":"cnv_1"}"#
        );
        // As an earlier version kept it.
        assert_eq!(request(&under, Some(&parent)).unwrap(), under);
        assert_eq!(request(&under, None).unwrap(), kept);
        for damaged in [&b""[..], b"{}", b"[]", b"{\"message\""] {
            assert!(request(damaged, None).is_err());
        }
    }
}
