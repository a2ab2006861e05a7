//! All conversations, and the rules of what may be done with them (draft 0.2 section 7).

use std::collections::HashMap;
use std::io;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poppy::event::Status;
use poppy::host::{Random, Timestamp};
use poppy::ids::{ConversationId, MessageId};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::agents::Lists;
use crate::draft::{Draft, with_person};
use crate::error::ApiError;
use crate::journal::Journal;
use crate::message::Incoming;
use crate::record::{Change, Conversation, Owner, ReceivedMessage, Standing};
use crate::shop;

/// The most events of one page.
const PAGE_EVENTS: usize = 100;
/// A page ends before it is larger than this, in bytes, unless one event alone is.
const PAGE_BYTES: usize = 256 * 1024;

/// What is answered to a POST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Receipt {
    pub(crate) conversation: ConversationId,
    pub(crate) standing: Standing,
}

impl Receipt {
    pub(crate) fn to_value(&self) -> Value {
        json!({
            "conversation_id": self.conversation,
            "status": self.standing.status,
            "responder": self.standing.responder
        })
    }
}

/// A page of events.
pub(crate) struct Page {
    pub(crate) value: Value,
    /// There is nothing to read and something may come.
    pub(crate) can_wait: bool,
    /// Told of the next change after this page.
    pub(crate) changed: watch::Receiver<()>,
}

/// A message that was accepted before.
struct Seen {
    digest: String,
    /// It began its conversation.
    started: bool,
    receipt: Receipt,
}

/// Where a message is to go.
pub(crate) enum To<'a> {
    /// A new conversation.
    New,
    /// This one.
    In(&'a ConversationId),
}

/// All conversations.
pub(crate) struct Book {
    conversations: HashMap<ConversationId, Conversation>,
    /// In the order they were started.
    order: Vec<ConversationId>,
    seen: HashMap<(Owner, MessageId), Seen>,
    keeping: Keeping,
}

/// Where changes are kept.
enum Keeping {
    Memory,
    Journal(Journal),
    /// The demo has stopped: nothing changes any more.
    Stopped,
}

impl Book {
    /// The conversations a journal holds, to which it is kept from now on; none without one.
    pub(crate) fn open(journal: Option<&Path>) -> io::Result<Self> {
        let (keeping, changes) = match journal {
            Some(path) => {
                let (journal, changes) = Journal::open(path)?;
                (Keeping::Journal(journal), changes)
            }
            None => (Keeping::Memory, Vec::new()),
        };
        let mut book = Self {
            conversations: HashMap::new(),
            order: Vec::new(),
            seen: HashMap::new(),
            keeping,
        };
        for change in changes {
            book.apply(change).map_err(|Orphan| {
                let problem = "the journal names a conversation before it begins";
                io::Error::new(io::ErrorKind::InvalidData, problem)
            })?;
        }
        Ok(book)
    }

    /// Closes the journal; nothing changes any more.
    pub(crate) fn stop(&mut self) {
        self.keeping = Keeping::Stopped;
    }

    /// Adds a message of the User's and plans the answer. A message that was added before is
    /// answered as it was then, and nothing happens.
    pub(crate) fn accept(
        &mut self,
        owner: &Owner,
        to: &To<'_>,
        incoming: Incoming,
        lists: Lists,
        random: &dyn Random,
        now: Timestamp,
    ) -> Result<Receipt, ApiError> {
        if let To::In(id) = to {
            self.owned(owner, id)?;
        }
        if let Some(receipt) = self.replayed(owner, to, &incoming)? {
            return Ok(receipt);
        }
        let (mut draft, memory) = match to {
            To::New => {
                let mut draft = Draft::first(&new_id(random), now);
                draft.change().opened = Some(owner.clone());
                (draft, shop::Memory::default())
            }
            To::In(id) => {
                let conversation = self.open_one(owner, id)?;
                (Draft::of(id, conversation, now), conversation.memory)
            }
        };
        let plan = shop::answer(memory, incoming.accepted.message.text.as_deref(), lists);
        draft.user_message(incoming.members);
        draft.change().accepted = Some(incoming.accepted);
        self.plan(draft, plan)
    }

    /// Asks for a person; where one is there or on the way, nothing changes.
    pub(crate) fn hand_off(
        &mut self,
        owner: &Owner,
        id: &ConversationId,
        lists: Lists,
        now: Timestamp,
    ) -> Result<Receipt, ApiError> {
        let conversation = self.open_one(owner, id)?;
        if conversation.memory.with_person || with_person(conversation.standing) {
            return Ok(receipt(id, conversation));
        }
        let plan = shop::call_person(conversation.memory, lists);
        let draft = Draft::of(id, conversation, now);
        self.plan(draft, plan)
    }

    /// Closes a conversation; a closed one stays as it is.
    pub(crate) fn close(
        &mut self,
        owner: &Owner,
        id: &ConversationId,
        now: Timestamp,
    ) -> Result<Receipt, ApiError> {
        let conversation = self.owned(owner, id)?;
        let mut draft = Draft::of(id, conversation, now);
        draft.stand(Standing {
            status: Status::Closed,
            ..conversation.standing
        });
        self.commit(draft.finish())
    }

    /// Does the first step that is pending, if there is one.
    pub(crate) fn step(&mut self, id: &ConversationId, now: Timestamp) -> Result<(), ApiError> {
        let Some(conversation) = self.conversations.get(id) else {
            return Ok(());
        };
        let Some(step) = conversation.pending.front() else {
            return Ok(());
        };
        let more = conversation.pending.len() > 1;
        let mut draft = Draft::of(id, conversation, now);
        draft.change().step_done = true;
        for act in step.acts.clone() {
            draft.act(act, more);
        }
        self.commit(draft.finish()).map(|_receipt| ())
    }

    /// A page of events after `cursor`, or from the beginning.
    pub(crate) fn page(
        &self,
        owner: &Owner,
        id: &ConversationId,
        cursor: Option<&str>,
    ) -> Result<Page, ApiError> {
        let conversation = self.owned(owner, id)?;
        let from = match cursor {
            Some(cursor) => place(id, cursor, conversation.events.len())?,
            None => 0,
        };
        let mut bytes = 0;
        let rest = conversation.events.iter().skip(from).take(PAGE_EVENTS);
        let events: Vec<&Value> = rest
            .take_while(|event| {
                let first = bytes == 0;
                bytes += event.bytes;
                first || bytes <= PAGE_BYTES
            })
            .map(|event| &event.value)
            .collect();
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

    /// The pause before the next step of a conversation. `None`: there is no step, or this is not
    /// the first to ask (`take`), and whoever was does them.
    pub(crate) fn next_pause(&mut self, id: &ConversationId, take: bool) -> Option<u32> {
        let conversation = self.conversations.get_mut(id)?;
        if take && conversation.running {
            return None;
        }
        let pause = conversation.pending.front().map(|step| step.pause);
        conversation.running = pause.is_some();
        pause
    }

    /// Whoever did a conversation's steps has stopped.
    pub(crate) fn not_running(&mut self, id: &ConversationId) {
        if let Some(conversation) = self.conversations.get_mut(id) {
            conversation.running = false;
        }
    }

    /// The conversations in the order they were started.
    pub(crate) fn ids(&self) -> &[ConversationId] {
        &self.order
    }

    /// The user messages accepted in a conversation.
    pub(crate) fn received(&self, id: &ConversationId) -> Vec<ReceivedMessage> {
        let found = self.conversations.get(id);
        found.map(|c| c.received.clone()).unwrap_or_default()
    }

    fn plan(&mut self, mut draft: Draft, plan: shop::Plan) -> Result<Receipt, ApiError> {
        if !plan.steps.is_empty() {
            draft.set_to_work();
        }
        let change = draft.change();
        change.memory = Some(plan.memory);
        change.planned = plan.steps;
        self.commit(draft.finish())
    }

    /// Keeps a change, then applies it: what is heard of is always in the journal.
    fn commit(&mut self, change: Change) -> Result<Receipt, ApiError> {
        match &mut self.keeping {
            Keeping::Memory => {}
            Keeping::Journal(journal) => {
                if let Err(error) = journal.add(&change) {
                    tracing::warn!(%error, "the demo's journal cannot be written");
                    return Err(ApiError::UNAVAILABLE);
                }
            }
            Keeping::Stopped => return Err(ApiError::UNAVAILABLE),
        }
        let done = Receipt {
            conversation: change.conversation.clone(),
            standing: change.standing,
        };
        self.apply(change).map_err(|Orphan| ApiError::UNAVAILABLE)?;
        Ok(done)
    }

    fn apply(&mut self, change: Change) -> Result<(), Orphan> {
        let id = change.conversation.clone();
        if let Some(owner) = change.opened.clone() {
            self.order.push(id.clone());
            self.conversations
                .insert(id.clone(), Conversation::new(owner));
        }
        let conversation = self.conversations.get_mut(&id).ok_or(Orphan)?;
        if let Some(accepted) = &change.accepted {
            let key = (conversation.owner.clone(), accepted.message.id.clone());
            let seen = Seen {
                digest: accepted.digest.clone(),
                started: change.opened.is_some(),
                receipt: Receipt {
                    conversation: id,
                    standing: change.standing,
                },
            };
            self.seen.insert(key, seen);
        }
        conversation.apply(change);
        Ok(())
    }

    /// The receipt of a message that was accepted before; an error if another was with its id.
    fn replayed(
        &self,
        owner: &Owner,
        to: &To<'_>,
        incoming: &Incoming,
    ) -> Result<Option<Receipt>, ApiError> {
        let key = (owner.clone(), incoming.accepted.message.id.clone());
        let Some(seen) = self.seen.get(&key) else {
            return Ok(None);
        };
        let same_place = match to {
            To::New => seen.started,
            To::In(id) => !seen.started && seen.receipt.conversation == **id,
        };
        if same_place && seen.digest == incoming.accepted.digest {
            Ok(Some(seen.receipt.clone()))
        } else {
            Err(ApiError::MESSAGE_ID_CONFLICT)
        }
    }

    fn owned(&self, owner: &Owner, id: &ConversationId) -> Result<&Conversation, ApiError> {
        // Another's conversation is not told apart from one that never was.
        self.conversations
            .get(id)
            .filter(|conversation| conversation.owner == *owner)
            .ok_or(ApiError::CONVERSATION_NOT_FOUND)
    }

    fn open_one(&self, owner: &Owner, id: &ConversationId) -> Result<&Conversation, ApiError> {
        let conversation = self.owned(owner, id)?;
        if conversation.standing.status == Status::Closed {
            return Err(ApiError::CONVERSATION_CLOSED);
        }
        Ok(conversation)
    }
}

/// A change of a conversation that does not exist.
struct Orphan;

fn receipt(id: &ConversationId, conversation: &Conversation) -> Receipt {
    Receipt {
        conversation: id.clone(),
        standing: conversation.standing,
    }
}

/// The place a cursor stands for: the conversation's id, a dot, and how many events were read.
fn place(id: &ConversationId, cursor: &str, events: usize) -> Result<usize, ApiError> {
    let read = cursor
        .strip_prefix(id.as_str())
        .and_then(|rest| rest.strip_prefix('.'))
        .and_then(|count| count.parse::<usize>().ok());
    read.filter(|read| *read <= events)
        .ok_or(ApiError::INVALID_CURSOR)
}

/// `cnv_` and 128 random bits.
fn new_id(random: &dyn Random) -> ConversationId {
    let mut bits = [0u8; 16];
    loop {
        random.fill(&mut bits);
        let text = format!("cnv_{}", URL_SAFE_NO_PAD.encode(bits));
        if let Ok(id) = ConversationId::parse(&text) {
            return id;
        }
    }
}
