//! Writing a [`Change`]: events with their ids and times, in order, and the standing they lead to.

use poppy::event::{Responder, Status};
use poppy::host::Timestamp;
use poppy::ids::ConversationId;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::record::{Change, Conversation, Standing};
use crate::script::{Act, Said};

/// A change being written.
pub(crate) struct Draft {
    change: Change,
    /// How many events come before the change's own.
    before: usize,
    created_at: String,
}

impl Draft {
    /// A change of a conversation as it is now.
    pub(crate) fn of(id: &ConversationId, conversation: &Conversation, now: Timestamp) -> Self {
        Self::at(id, conversation.standing, conversation.events.len(), now)
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
                planned: Vec::new(),
                events: Vec::new(),
                standing,
            },
            before,
            created_at: rfc3339(now),
        }
    }

    /// The change, to be filled in further.
    pub(crate) fn change(&mut self) -> &mut Change {
        &mut self.change
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
            Act::AskSignIn { scope } => self.event(
                "authorization",
                [
                    ("error", json!("sign_in_required")),
                    ("scope", json!(scope)),
                ],
            ),
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
        }
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
        message.insert("id".to_owned(), json!(self.id("msg")));
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
        format!("{prefix}_{own}_{}", self.before + self.change.events.len())
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
