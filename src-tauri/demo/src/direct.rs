//! Direct Conversations: one under another, which waits while it is open (draft 0.2 section 7.10).

use poppy::event::Status;
use poppy::host::{Random, Timestamp};
use poppy::ids::ConversationId;

use crate::accounts::Caller;
use crate::conversations::Book;
use crate::draft::Draft;
use crate::error::ApiError;
use crate::record::{Change, Direct};

impl Book {
    /// The change that begins a Direct Conversation (draft 0.2 section 7.10).
    pub(crate) fn begin_direct(
        &self,
        caller: &Caller,
        parent: &ConversationId,
        random: &dyn Random,
        now: Timestamp,
    ) -> Result<Draft, ApiError> {
        let above = self.open_one(caller, parent)?;
        if above.parent.is_some() {
            return Err(ApiError::CONVERSATION_NOT_FOUND);
        }
        let mut draft = Draft::begin(&caller.owner, random, now);
        let id = draft.change().conversation.clone();
        let mut told = Draft::of(parent, above, now);
        told.direct(Direct::Opened(id));
        let change = draft.change();
        change.parent = Some(parent.clone());
        change.also = Some(Box::new(told.finish()));
        Ok(draft)
    }

    /// Tells the conversation above a Direct Conversation that it is over.
    pub(crate) fn tell_parent(&self, change: &mut Change, now: Timestamp) {
        let over = change.gone || change.standing.status == Status::Closed;
        let found = self.conversations.get(&change.conversation);
        let parent = found.and_then(|c| c.parent.as_ref()).filter(|_| over);
        let Some((id, above)) = parent.and_then(|id| Some((id, self.conversations.get(id)?)))
        else {
            return;
        };
        if above.direct.as_ref() == Some(&change.conversation) {
            let mut told = Draft::of(id, above, now);
            told.direct(Direct::Closed(change.conversation.clone()));
            change.also = Some(Box::new(told.finish()));
        }
    }
}
