//! Reading conversations: pages, places in them, and what a stream sends next (draft 0.2 sections
//! 7.5 and 7.6).

use poppy::event::Status;
use poppy::ids::ConversationId;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::accounts::Caller;
use crate::conversations::{Book, receipt};
use crate::draft::Draft;
use crate::error::ApiError;
use crate::record::{Conversation, Writing};
use crate::script::Act;

/// The most events of one page.
const PAGE_EVENTS: usize = 100;
/// A page ends before it is larger than this, in bytes, unless one event alone is.
const PAGE_BYTES: usize = 256 * 1024;

/// A page of events.
pub(crate) struct Page {
    pub(crate) value: Value,
    /// There is nothing to read and something may come.
    pub(crate) can_wait: bool,
    /// Told of the next change after this page.
    pub(crate) changed: watch::Receiver<()>,
}

/// What a stream sends next.
pub(crate) struct Live {
    /// The events from the place it had come to.
    pub(crate) events: Vec<Value>,
    /// The message that is being written after them.
    pub(crate) writing: Option<Writing>,
    /// Nothing comes after them.
    pub(crate) over: bool,
    /// Told of the next change.
    pub(crate) changed: watch::Receiver<()>,
}

impl Book {
    /// A page of events after `cursor`, or from the beginning.
    pub(crate) fn page(
        &self,
        caller: &Caller,
        id: &ConversationId,
        cursor: Option<&str>,
    ) -> Result<Page, ApiError> {
        let conversation = self.owned(caller, id)?;
        let from = match cursor {
            Some(cursor) => place(id, cursor, conversation)?,
            None => conversation.lost,
        };
        let events = next_events(conversation, from);
        let to = from + events.len();
        let can_wait = events.is_empty() && conversation.standing.status != Status::Closed;
        let mut value = receipt(id, conversation).to_value();
        value["events"] = json!(events);
        value["cursor"] = json!(format!("{id}.{to}"));
        value["has_more"] = json!(to < conversation.events.len());
        Ok(Page {
            value,
            can_wait,
            changed: conversation.changed.subscribe(),
        })
    }

    /// The place a stream begins at. The id of the last event goes before the cursor: an agent
    /// that reconnects adds it to the address it had.
    pub(crate) fn stream_from(
        &self,
        caller: &Caller,
        id: &ConversationId,
        last_event: Option<&str>,
        cursor: Option<&str>,
    ) -> Result<usize, ApiError> {
        let conversation = self.owned(caller, id)?;
        match (last_event, cursor) {
            (Some(event), _) => after(event, conversation),
            (None, Some(cursor)) => place(id, cursor, conversation),
            (None, None) => Ok(conversation.lost),
        }
    }

    /// What a stream that has come to `from` sends next. `None`: the place is lost.
    pub(crate) fn live(&self, id: &ConversationId, from: usize) -> Option<Live> {
        let conversation = self.conversations.get(id).filter(|c| !c.gone)?;
        if from < conversation.lost || (from > conversation.lost && is_lost(conversation, from)) {
            return None;
        }
        let events: Vec<Value> = next_events(conversation, from)
            .into_iter()
            .cloned()
            .collect();
        let all = from + events.len() >= conversation.events.len();
        Some(Live {
            writing: conversation.writing.clone().filter(|_| all),
            over: all && conversation.standing.status == Status::Closed,
            events,
            changed: conversation.changed.subscribe(),
        })
    }

    /// Begins to write the message of the next step, if it is one to be watched.
    pub(crate) fn begin_writing(&mut self, id: &ConversationId) -> Option<Writing> {
        let conversation = self.conversations.get_mut(id)?;
        let acts = &conversation.pending.front()?.acts;
        let said = acts.iter().find_map(|act| match act {
            Act::Say(said) => Some(said),
            _ => None,
        })?;
        if !said.written {
            return None;
        }
        let text = said.text.clone();
        let message = Draft::next_message_of(id, conversation);
        let writing = Writing {
            message,
            text,
            written: 0,
        };
        conversation.writing = Some(writing.clone());
        Some(writing)
    }

    /// The message is written up to `written` bytes. Whether it still is.
    pub(crate) fn write_to(&mut self, id: &ConversationId, written: usize) -> bool {
        let found = self.conversations.get_mut(id);
        let Some(conversation) = found else {
            return false;
        };
        let Some(writing) = &mut conversation.writing else {
            return false;
        };
        writing.written = written;
        conversation.changed.send_replace(());
        true
    }
}

fn next_events(conversation: &Conversation, from: usize) -> Vec<&Value> {
    let mut bytes = 0;
    let rest = conversation.events.iter().skip(from).take(PAGE_EVENTS);
    rest.take_while(|event| {
        let first = bytes == 0;
        bytes += event.bytes;
        first || bytes <= PAGE_BYTES
    })
    .map(|event| &event.value)
    .collect()
}

/// The place a cursor stands for: the conversation's id, a dot, and how many events were read.
fn place(id: &ConversationId, cursor: &str, found: &Conversation) -> Result<usize, ApiError> {
    let read = cursor
        .strip_prefix(id.as_str())
        .and_then(|rest| rest.strip_prefix('.'))
        .and_then(|count| count.parse::<usize>().ok());
    match read.filter(|read| *read <= found.events.len()) {
        None => Err(ApiError::INVALID_CURSOR),
        Some(read) if is_lost(found, read) => Err(ApiError::CURSOR_EXPIRED),
        Some(read) => Ok(read),
    }
}

/// The place after an event.
fn after(event: &str, found: &Conversation) -> Result<usize, ApiError> {
    let at = found.events.iter().position(|e| e.value["id"] == event);
    match at {
        None => Err(ApiError::INVALID_CURSOR),
        Some(at) if is_lost(found, at + 1) => Err(ApiError::CURSOR_EXPIRED),
        Some(at) => Ok(at + 1),
    }
}

/// Whether the place after so many events was lost. The change that lost it added an event, so a
/// reader who begins anew gets to a place that is not.
const fn is_lost(conversation: &Conversation, read: usize) -> bool {
    conversation.lost_before > 0 && read <= conversation.lost_before
}
