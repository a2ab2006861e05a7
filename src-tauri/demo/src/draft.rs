//! Writing a [`Change`]: events with their ids and times, in order, and the standing they lead to.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poppy::event::{Responder, Status};
use poppy::host::{Random, Timestamp};
use poppy::ids::ConversationId;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::record::{Change, Conversation, Direct, Owner, Standing};
use crate::script::{Act, Said};

/// A change being written.
pub(crate) struct Draft {
    change: Change,
    /// How many events come before the change's own.
    before: usize,
    created_at: String,
    /// The id of the message that is being written.
    written: Option<String>,
    now: Timestamp,
}

impl Draft {
    /// A change of a conversation as it is now.
    pub(crate) fn of(id: &ConversationId, conversation: &Conversation, now: Timestamp) -> Self {
        let before = conversation.events.len();
        let mut draft = Self::at(id, conversation.standing, before, now);
        let writing = conversation.writing.as_ref();
        draft.written = writing.map(|writing| writing.message.clone());
        draft
    }

    /// The change that begins a conversation of this owner's.
    pub(crate) fn begin(owner: &Owner, random: &dyn Random, now: Timestamp) -> Self {
        let mut draft = Self::first(&new_id(random), now);
        draft.change.opened = Some(owner.clone());
        draft
    }

    /// The change that begins a conversation.
    pub(crate) fn first(id: &ConversationId, now: Timestamp) -> Self {
        Self::at(id, Standing::NEW, 0, now)
    }

    fn at(id: &ConversationId, standing: Standing, before: usize, now: Timestamp) -> Self {
        Self {
            change: Change {
                conversation: id.clone(),
                opened: None,
                accepted: None,
                memory: None,
                step_done: false,
                parent: None,
                direct: None,
                of_account: false,
                lost_before: None,
                gone: false,
                planned: Vec::new(),
                events: Vec::new(),
                standing,
                also: None,
            },
            before,
            created_at: rfc3339(now),
            written: None,
            now,
        }
    }

    /// The change, to be filled in further.
    pub(crate) fn change(&mut self) -> &mut Change {
        &mut self.change
    }

    /// The moment the change is of.
    pub(crate) const fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn finish(self) -> Change {
        self.change
    }

    /// Adds a message of the User's, as it was sent.
    pub(crate) fn user_message(&mut self, message: Map<String, Value>) {
        let mut message = message;
        message.insert("role".to_owned(), json!("user"));
        self.event("message", [("message", Value::Object(message))]);
    }

    /// Adds what an act of the Company's side leads to. `more`: other steps wait.
    pub(crate) fn act(&mut self, act: Act, more: bool) {
        let now = self.change.standing;
        match act {
            Act::Say(said) => self.company_message(said),
            Act::AskSignIn { scope } => self.authorization("sign_in_required", &scope),
            Act::AskScope { scope } => self.authorization("insufficient_scope", &scope),
            Act::RequestUser { reason } => {
                self.event("user_requested", [("reason", json!(reason))]);
            }
            Act::UseAccount => self.change.of_account = true,
            Act::Puzzle => self.event("trailhead.example/puzzle", [("pieces", json!(500))]),
            Act::Queue => self.stand(Standing {
                status: Status::Queued,
                ..now
            }),
            Act::HandTo(responder) => self.stand(Standing {
                status: Status::Working,
                responder,
            }),
            Act::Rest => self.stand(Standing {
                status: if more { Status::Working } else { Status::Idle },
                ..now
            }),
            Act::Close => self.stand(Standing {
                status: Status::Closed,
                ..now
            }),
            Act::LosePlaces => self.change.lost_before = Some(self.place()),
            Act::Forget => self.change.gone = true,
            // Not of the conversation.
            Act::Aside(_) => {}
        }
    }

    /// Adds that a Direct Conversation under this one was opened or closed.
    pub(crate) fn direct(&mut self, direct: Direct) {
        let (kind, id) = match &direct {
            Direct::Opened(id) => ("direct_opened", id),
            Direct::Closed(id) => ("direct_closed", id),
        };
        let id = json!(id);
        self.event(kind, [("conversation_id", id)]);
        self.change.direct = Some(direct);
    }

    fn authorization(&mut self, error: &str, scope: &str) {
        let members = [("error", json!(error)), ("scope", json!(scope))];
        self.event("authorization", members);
    }

    /// Changes the standing; a `state` event says so, if it is a change. Closed is for good.
    pub(crate) fn stand(&mut self, standing: Standing) {
        if standing == self.change.standing || self.change.standing.status == Status::Closed {
            return;
        }
        self.change.standing = standing;
        let Standing { status, responder } = standing;
        self.event(
            "state",
            [("status", json!(status)), ("responder", json!(responder))],
        );
    }

    /// The Company's side has something to do: working, unless it is about a person anyway.
    pub(crate) fn set_to_work(&mut self) {
        let now = self.change.standing;
        if now.status == Status::Idle {
            self.stand(Standing {
                status: Status::Working,
                ..now
            });
        }
    }

    fn company_message(&mut self, said: Said) {
        let mut message = Map::new();
        let id = self.written.take().unwrap_or_else(|| self.id("msg"));
        message.insert("id".to_owned(), json!(id));
        message.insert("role".to_owned(), json!("company"));
        message.insert("author".to_owned(), json!({ "type": said.author.as_str() }));
        message.insert("text".to_owned(), json!(said.text));
        if !said.extensions.is_empty() {
            message.insert("extensions".to_owned(), Value::Object(said.extensions));
        }
        self.event("message", [("message", Value::Object(message))]);
    }

    fn event<const N: usize>(&mut self, kind: &str, members: [(&str, Value); N]) {
        let mut event = Map::new();
        event.insert("id".to_owned(), json!(self.id("evt")));
        event.insert("type".to_owned(), json!(kind));
        event.insert("created_at".to_owned(), json!(self.created_at));
        event.extend(members.map(|(name, value)| (name.to_owned(), value)));
        self.change.events.push(Value::Object(event));
    }

    /// An id made from the conversation's and the place of the event that is next, so that it is
    /// the same however often the change is written.
    fn id(&self, prefix: &str) -> String {
        let conversation = self.change.conversation.as_str();
        let own = conversation.strip_prefix("cnv_").unwrap_or(conversation);
        format!("{prefix}_{own}_{}", self.place())
    }

    /// How many events come before the next.
    fn place(&self) -> usize {
        self.before + self.change.events.len()
    }

    /// The id that the next message of the Company's would have, for one that is written before it
    /// is added. What is added meanwhile are the User's messages and states, whose ids are others.
    pub(crate) fn next_message_of(id: &ConversationId, conversation: &Conversation) -> String {
        Self::of(id, conversation, Timestamp(0)).id("msg")
    }
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

/// Whether a person answers, or is being waited for.
pub(crate) fn with_person(standing: Standing) -> bool {
    standing.status == Status::Queued || standing.responder == Responder::Human
}

/// A moment as events have it; the epoch for one no calendar holds.
fn rfc3339(moment: Timestamp) -> String {
    let nanos = i128::from(moment.0) * 1_000_000;
    OffsetDateTime::from_unix_timestamp_nanos(nanos)
        .ok()
        .and_then(|date| date.format(&Rfc3339).ok())
        .unwrap_or_else(|| "1970-01-01T00:00:00Z".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rfc_3339_whatever_the_clock_says() {
        assert_eq!(
            rfc3339(Timestamp(1_790_000_000_123)),
            "2026-09-21T14:13:20.123Z"
        );
        assert_eq!(rfc3339(Timestamp(i64::MAX)), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn closed_is_for_good() {
        let id = ConversationId::parse("cnv_a").unwrap();
        let mut draft = Draft::first(&id, Timestamp(0));
        draft.act(Act::Close, false);
        draft.act(Act::HandTo(Responder::Human), false);
        draft.act(Act::Rest, false);
        draft.set_to_work();
        let change = draft.finish();
        assert_eq!(change.standing.status, Status::Closed);
        assert_eq!(change.events.len(), 1);
    }

    #[test]
    fn a_state_event_is_added_only_for_a_change() {
        let id = ConversationId::parse("cnv_a").unwrap();
        let mut draft = Draft::first(&id, Timestamp(0));
        draft.act(Act::Rest, false);
        draft.set_to_work();
        draft.set_to_work();
        draft.act(Act::Rest, true);
        draft.act(Act::Rest, false);
        let events = draft.finish().events;
        let ids: Vec<_> = events.iter().map(|e| e["id"].clone()).collect();
        let states: Vec<_> = events.iter().map(|e| e["status"].clone()).collect();
        assert_eq!(ids, ["evt_a_0", "evt_a_1"]);
        assert_eq!(states, ["working", "idle"]);
    }
}
