//! What a conversation is made of, and the one way it changes. A [`Change`] is applied whole or not
//! at all, live and when the journal is read again alike.

use std::collections::VecDeque;

use poppy::event::{Responder, Status};
use poppy::ids::{ConversationId, MessageId, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use crate::script::Step;
use crate::shop::Memory;

/// The most that is kept before what was lost: well within a page.
const KEPT_EVENTS: usize = 20;
const KEPT_BYTES: usize = 64 * 1024;

/// Whose a conversation is (draft 0.2 section 7.2).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Owner {
    pub(crate) client_id: String,
    pub(crate) user: UserId,
}

/// How a conversation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    pub(crate) status: Status,
    pub(crate) responder: Responder,
}

impl Standing {
    pub(crate) const NEW: Self = Self {
        status: Status::Idle,
        responder: Responder::Agent,
    };
}

/// A user message the demo has accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReceivedMessage {
    /// The id the agent gave it.
    pub id: MessageId,
    /// `author.type`, as sent.
    pub author: String,
    /// The text, if it has one.
    pub text: Option<String>,
}

/// An accepted message, with what tells a retry from another message with the same id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Accepted {
    #[serde(flatten)]
    pub(crate) message: ReceivedMessage,
    /// SHA-256 of the message's bytes.
    pub(crate) digest: String,
}

/// One change of one conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) conversation: ConversationId,
    /// The conversation begins, and is this owner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) opened: Option<Owner>,
    /// A message of the User's was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) accepted: Option<Accepted>,
    /// What the shop remembers from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) memory: Option<Memory>,
    /// The first step that was pending is done.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) step_done: bool,
    /// The conversation is a Direct Conversation under this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<ConversationId>,
    /// A Direct Conversation under this one is opened or closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) direct: Option<Direct>,
    /// The conversation is the User's account's from now on.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) of_account: bool,
    /// Places before this many events are lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lost_before: Option<usize>,
    /// The conversation is gone.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) gone: bool,
    /// Steps that are to be done after those pending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) planned: Vec<Step>,
    /// Events that were added.
    pub(crate) events: Vec<Value>,
    /// How the conversation stands now.
    pub(crate) standing: Standing,
    /// What changes with it in the conversation it is under, or that is under it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) also: Option<Box<Change>>,
}

/// What becomes of the Direct Conversation under a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Direct {
    Opened(ConversationId),
    Closed(ConversationId),
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// An event, with its size on the wire.
pub(crate) struct StoredEvent {
    pub(crate) value: Value,
    pub(crate) bytes: usize,
}

/// A message that is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Writing {
    /// The id it will have.
    pub(crate) message: String,
    pub(crate) text: String,
    /// How much of the text is written, in bytes.
    pub(crate) written: usize,
}

/// A conversation as it is now.
pub(crate) struct Conversation {
    pub(crate) owner: Owner,
    pub(crate) standing: Standing,
    pub(crate) events: Vec<StoredEvent>,
    pub(crate) received: Vec<ReceivedMessage>,
    pub(crate) memory: Memory,
    /// What the Company's side is still to do.
    pub(crate) pending: VecDeque<Step>,
    /// Somebody is doing it.
    pub(crate) running: bool,
    /// The message of the next step, if it is being written.
    pub(crate) writing: Option<Writing>,
    /// What this one is a Direct Conversation under.
    pub(crate) parent: Option<ConversationId>,
    /// The Direct Conversation that is open under this one.
    pub(crate) direct: Option<ConversationId>,
    /// It has used the User's account.
    pub(crate) of_account: bool,
    /// Places before this many events are lost.
    pub(crate) lost_before: usize,
    /// How many events at the beginning are lost.
    pub(crate) lost: usize,
    /// Where the latest message of the User's is.
    latest_received: usize,
    pub(crate) gone: bool,
    /// Told of each change, for those who wait for events.
    pub(crate) changed: watch::Sender<()>,
}

impl Conversation {
    pub(crate) fn new(owner: Owner) -> Self {
        Self {
            owner,
            standing: Standing::NEW,
            events: Vec::new(),
            received: Vec::new(),
            memory: Memory::default(),
            pending: VecDeque::new(),
            running: false,
            writing: None,
            parent: None,
            direct: None,
            of_account: false,
            lost_before: 0,
            lost: 0,
            latest_received: 0,
            gone: false,
            changed: watch::Sender::new(()),
        }
    }

    /// Whether more can be said in it: it is open, and no Direct Conversation under it is.
    pub(crate) fn can_take_more(&self) -> bool {
        !self.gone && self.standing.status != Status::Closed && self.direct.is_none()
    }

    /// Where what is kept begins when places before `before` are lost: with what the User said
    /// last, if that is little. A reader who begins anew must get past `before` with one page.
    fn kept_from(&self, before: usize) -> usize {
        let kept = self.events.get(self.latest_received..before);
        let little = kept.is_some_and(|events| {
            events.len() <= KEPT_EVENTS
                && events.iter().map(|e| e.bytes).sum::<usize>() <= KEPT_BYTES
        });
        if little { self.latest_received } else { before }
    }

    /// Applies a change of this conversation.
    pub(crate) fn apply(&mut self, change: Change) {
        if let Some(accepted) = change.accepted {
            self.received.push(accepted.message);
            // The message is the first event of its change.
            self.latest_received = self.events.len();
        }
        if change.parent.is_some() {
            self.parent = change.parent;
        }
        match change.direct {
            Some(Direct::Opened(id)) => self.direct = Some(id),
            Some(Direct::Closed(_)) => self.direct = None,
            None => {}
        }
        self.of_account |= change.of_account;
        self.gone |= change.gone;
        if let Some(before) = change.lost_before {
            self.lost_before = before;
            self.lost = self.kept_from(before);
        }
        if let Some(memory) = change.memory {
            self.memory = memory;
        }
        if change.step_done {
            self.pending.pop_front();
            self.writing = None;
        }
        self.pending.extend(change.planned);
        self.events.extend(change.events.into_iter().map(|value| {
            let bytes = value.to_string().len();
            StoredEvent { value, bytes }
        }));
        self.standing = change.standing;
        if self.standing.status == Status::Closed || self.gone {
            self.pending.clear();
            self.writing = None;
        }
        self.changed.send_replace(());
    }
}
