//! All conversations, and the rules of what may be done with them (draft 0.2 section 7).

use std::collections::HashMap;
use std::io;
use std::path::Path;

use poppy::event::Status;
use poppy::host::{Random, Timestamp};
use poppy::ids::{ConversationId, MessageId};
use serde_json::{Value, json};

use crate::accounts::{Accounts, Caller};
use crate::draft::{Draft, with_person};
use crate::error::ApiError;
use crate::keeping::{Entry, Keeping};
use crate::message::Incoming;
use crate::record::{Change, Conversation, Owner, ReceivedMessage, Standing};
use crate::script::{Act, Aside};
use crate::shop::{self, Situation};

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
    /// A new Direct Conversation under this one.
    Under(&'a ConversationId),
    /// This one.
    In(&'a ConversationId),
}

/// All conversations.
pub(crate) struct Book {
    pub(crate) conversations: HashMap<ConversationId, Conversation>,
    /// In the order they were started.
    order: Vec<ConversationId>,
    seen: HashMap<(Owner, MessageId), Seen>,
    pub(crate) accounts: Accounts,
    keeping: Keeping,
}

impl Book {
    /// The conversations a journal holds, to which it is kept from now on; none without one.
    pub(crate) fn open(journal: Option<&Path>) -> io::Result<Self> {
        let (keeping, entries) = Keeping::open(journal)?;
        Self::of(keeping, entries)
    }

    /// The conversations that these entries of a journal lead to.
    pub(crate) fn of(keeping: Keeping, entries: Vec<Entry>) -> io::Result<Self> {
        let mut book = Self {
            conversations: HashMap::new(),
            order: Vec::new(),
            seen: HashMap::new(),
            accounts: Accounts::default(),
            keeping,
        };
        for entry in entries {
            book.apply(entry).map_err(|Orphan| {
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
        caller: &Caller,
        to: &To<'_>,
        incoming: Incoming,
        situation: Situation,
        random: &dyn Random,
        now: Timestamp,
    ) -> Result<Receipt, ApiError> {
        if let To::In(id) = to {
            self.owned(caller, id)?;
        }
        if let Some(receipt) = self.replayed(&caller.owner, to, &incoming)? {
            return Ok(receipt);
        }
        let (mut draft, memory) = match to {
            To::New => (
                Draft::begin(&caller.owner, random, now),
                shop::Memory::default(),
            ),
            To::Under(parent) => {
                let draft = self.begin_direct(caller, parent, random, now)?;
                (draft, shop::Memory::default())
            }
            To::In(id) => {
                let conversation = self.open_one(caller, id)?;
                (Draft::of(id, conversation, now), conversation.memory)
            }
        };
        let text = incoming.accepted.message.text.as_deref();
        let plan = shop::answer(memory, text, situation);
        draft.user_message(incoming.members);
        draft.change().accepted = Some(incoming.accepted);
        self.plan(draft, plan)
    }

    /// Asks for a person; where one is there or on the way, nothing changes.
    pub(crate) fn hand_off(
        &mut self,
        caller: &Caller,
        id: &ConversationId,
        situation: Situation,
        now: Timestamp,
    ) -> Result<Receipt, ApiError> {
        let conversation = self.open_one(caller, id)?;
        if conversation.memory.with_person || with_person(conversation.standing) {
            return Ok(receipt(id, conversation));
        }
        let plan = shop::call_person(conversation.memory, situation);
        let draft = Draft::of(id, conversation, now);
        self.plan(draft, plan)
    }

    /// Goes on in the conversations that wait for this User to sign in; gives them.
    pub(crate) fn go_on(
        &mut self,
        owner: &Owner,
        situation: Situation,
        now: Timestamp,
    ) -> Vec<ConversationId> {
        let mut gone_on = Vec::new();
        for id in self.order.clone() {
            let Some(conversation) = self.conversations.get(&id) else {
                continue;
            };
            let theirs = conversation.owner == *owner && conversation.can_take_more();
            let plan = shop::signed_in(conversation.memory, situation).filter(|_| theirs);
            if let Some(plan) = plan {
                let draft = Draft::of(&id, conversation, now);
                // A change that cannot be kept leaves the conversation as it was: it can be asked
                // again there.
                if self.plan(draft, plan).is_ok() {
                    gone_on.push(id);
                }
            }
        }
        gone_on
    }

    /// Closes a conversation; a closed one stays as it is.
    pub(crate) fn close(
        &mut self,
        caller: &Caller,
        id: &ConversationId,
        now: Timestamp,
    ) -> Result<Receipt, ApiError> {
        let direct = self.owned(caller, id)?.direct.clone();
        if let Some(direct) = direct {
            self.close(caller, &direct, now)?;
        }
        let conversation = self.owned(caller, id)?;
        let mut draft = Draft::of(id, conversation, now);
        draft.stand(Standing {
            status: Status::Closed,
            ..conversation.standing
        });
        self.commit(draft.finish(), now)
    }

    /// Does the first step that is pending, if there is one; gives what is to be done beside it.
    pub(crate) fn step(
        &mut self,
        id: &ConversationId,
        now: Timestamp,
    ) -> Result<Vec<Aside>, ApiError> {
        let Some(conversation) = self.conversations.get(id) else {
            return Ok(Vec::new());
        };
        let Some(step) = conversation.pending.front() else {
            return Ok(Vec::new());
        };
        let more = conversation.pending.len() > 1;
        let mut draft = Draft::of(id, conversation, now);
        draft.change().step_done = true;
        let mut asides = Vec::new();
        for act in step.acts.clone() {
            if let Act::Aside(aside) = act {
                asides.push(aside);
            }
            draft.act(act, more);
        }
        self.commit(draft.finish(), now)?;
        Ok(asides)
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

    /// The agent a conversation is had through.
    pub(crate) fn client_of(&self, id: &ConversationId) -> Option<&str> {
        let conversation = self.conversations.get(id)?;
        Some(&conversation.owner.client_id)
    }

    /// The user messages accepted in a conversation.
    pub(crate) fn received(&self, id: &ConversationId) -> Vec<ReceivedMessage> {
        let found = self.conversations.get(id);
        found.map(|c| c.received.clone()).unwrap_or_default()
    }

    /// The events of a conversation, all there ever were.
    pub(crate) fn history(&self, id: &ConversationId) -> Vec<Value> {
        let found = self.conversations.get(id);
        let events = found.map(|c| c.events.iter().map(|e| e.value.clone()));
        events.map(Iterator::collect).unwrap_or_default()
    }

    fn plan(&mut self, mut draft: Draft, plan: shop::Plan) -> Result<Receipt, ApiError> {
        if !plan.steps.is_empty() {
            draft.set_to_work();
        }
        let now = draft.now();
        let change = draft.change();
        change.memory = Some(plan.memory);
        change.planned = plan.steps;
        self.commit(draft.finish(), now)
    }

    /// Keeps a change, then applies it: what is heard of is always in the journal.
    fn commit(&mut self, mut change: Change, now: Timestamp) -> Result<Receipt, ApiError> {
        self.tell_parent(&mut change, now);
        let done = Receipt {
            conversation: change.conversation.clone(),
            standing: change.standing,
        };
        self.keep(Entry::Conversation(Box::new(change)))?;
        Ok(done)
    }

    /// Keeps an entry, then applies it.
    pub(crate) fn keep(&mut self, entry: Entry) -> Result<(), ApiError> {
        self.keeping.add(&entry)?;
        self.apply(entry).map_err(|Orphan| ApiError::UNAVAILABLE)
    }

    fn apply(&mut self, entry: Entry) -> Result<(), Orphan> {
        match entry {
            Entry::Account { account } => {
                self.accounts.apply(account);
                Ok(())
            }
            Entry::Conversation(change) => self.apply_change(*change),
        }
    }

    fn apply_change(&mut self, mut change: Change) -> Result<(), Orphan> {
        let also = change.also.take();
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
        also.map_or(Ok(()), |also| self.apply_change(*also))
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
            To::New | To::Under(_) => seen.started,
            To::In(id) => !seen.started && seen.receipt.conversation == **id,
        };
        if same_place && seen.digest == incoming.accepted.digest {
            Ok(Some(seen.receipt.clone()))
        } else {
            Err(ApiError::MESSAGE_ID_CONFLICT)
        }
    }

    pub(crate) fn owned(
        &self,
        caller: &Caller,
        id: &ConversationId,
    ) -> Result<&Conversation, ApiError> {
        // Another's conversation is not told apart from one that never was.
        let found = self.conversations.get(id);
        let conversation = found
            .filter(|c| c.owner == caller.owner && !c.gone)
            .ok_or(ApiError::CONVERSATION_NOT_FOUND)?;
        if conversation.of_account && !caller.access.signed_in {
            return Err(ApiError::sign_in_required());
        }
        Ok(conversation)
    }

    pub(crate) fn open_one(
        &self,
        caller: &Caller,
        id: &ConversationId,
    ) -> Result<&Conversation, ApiError> {
        let conversation = self.owned(caller, id)?;
        if conversation.standing.status == Status::Closed {
            return Err(ApiError::CONVERSATION_CLOSED);
        }
        match &conversation.direct {
            Some(direct) => Err(ApiError::direct_conversation_open(direct.clone())),
            None => Ok(conversation),
        }
    }
}

/// A change of a conversation that does not exist.
struct Orphan;

pub(crate) fn receipt(id: &ConversationId, conversation: &Conversation) -> Receipt {
    Receipt {
        conversation: id.clone(),
        standing: conversation.standing,
    }
}
