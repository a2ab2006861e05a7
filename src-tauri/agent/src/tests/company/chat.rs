//! The conversations of the Company that is played.

use std::time::Duration;

use poppy::net::{Request, Response};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{FakeCompany, Point, chat_of, reply};

pub(super) struct Chat {
    pub(super) id: String,
    /// The request's bytes by message id.
    pub(super) messages: Vec<(String, Vec<u8>)>,
    pub(super) events: Vec<Value>,
    pub(super) status: &'static str,
    pub(super) responder: &'static str,
}

impl FakeCompany {
    /// What was said in its first conversation, in its order.
    pub(crate) fn history(&self) -> Vec<String> {
        let state = self.state();
        let events = state.chats.first().map(|chat| chat.events.as_slice());
        let text = |event: &Value| Some(event["message"]["text"].as_str()?.to_owned());
        events.unwrap_or_default().iter().filter_map(text).collect()
    }

    /// Its first conversation is closed, and no event says so.
    pub(crate) fn closes_in_silence(&self) {
        self.state().chats[0].status = "closed";
    }

    /// It tells in a conversation of a Direct one that the User begins under it.
    pub(crate) fn tells_of_direct(&self) {
        self.state().tells_of_direct = true;
    }

    /// It opens a Direct Conversation under its first one.
    pub(crate) fn opens_direct(&self, id: &str) {
        let event = {
            let mut state = self.state();
            state.chats.push(Chat::new(id.to_owned()));
            opened(id)
        };
        self.tells(event);
    }

    /// It says something in the conversation it began last.
    pub(crate) fn says_in_the_last(&self, text: &str) {
        let mut state = self.state();
        let event = json!({"id": "said", "type": "message", "message": {"id": "said",
            "role": "company", "author": {"type": "human"}, "text": text}});
        if let Some(chat) = state.chats.last_mut() {
            chat.events.push(event);
        }
        state.publish();
    }

    /// What comes to this point waits for what becomes of it.
    pub(crate) fn holds(&self, point: Point) {
        self.state().held.push(point);
    }

    /// What came to this point waits no longer.
    pub(crate) fn lets_through(&self, point: Point) {
        self.state().held.retain(|held| *held != point);
        self.news.notify_waiters();
    }

    /// Nothing waits any longer.
    pub(crate) fn lets_go(&self) {
        self.state().held.clear();
        self.news.notify_waiters();
    }

    pub(super) async fn let_through(&self, point: Point) {
        loop {
            let news = self.news.notified();
            if !self.state().held.contains(&point) {
                return;
            }
            news.await;
        }
    }

    /// A message comes in: added once, whatever way it comes.
    pub(super) fn take(&self, chat: Option<&str>, body: &[u8], status: u16) -> Response {
        let sent: Value = serde_json::from_slice(body).unwrap();
        let id = sent["message"]["id"].as_str().unwrap().to_owned();
        let mut guard = self.state();
        let state = &mut *guard;
        let known = state.chats.iter().position(|chat| {
            let mut messages = chat.messages.iter();
            messages.any(|(known, _)| *known == id)
        });
        let index = match (known, chat) {
            (Some(index), _) => index,
            (None, None) => {
                let id = format!("cnv_{}", state.chats.len());
                let parent = sent["parent_conversation_id"].as_str();
                if let Some(parent) = parent.filter(|_| state.tells_of_direct) {
                    let parent = state.chats.iter_mut().find(|chat| chat.id == parent);
                    parent.unwrap().events.push(opened(&id));
                }
                state.chats.push(Chat::new(id));
                state.chats.len() - 1
            }
            (None, Some(id)) => state.chats.iter().position(|c| c.id == id).unwrap(),
        };
        let (replies, echoes) = (state.replies, state.echoes);
        let chat = &mut state.chats[index];
        if let Some((_, before)) = chat.messages.iter().find(|(known, _)| *known == id) {
            if before != body {
                return reply(409, &json!({"error": "message_id_conflict"}));
            }
        } else {
            chat.messages.push((id, body.to_vec()));
            chat.respond(&sent["message"], replies, echoes);
        }
        let receipt = chat.receipt();
        state.publish();
        drop(guard);
        self.news.notify_waiters();
        reply(status, &receipt)
    }

    /// A conversation stands otherwise, and its events say so.
    pub(super) fn becomes(&self, id: &str, status: &'static str, code: u16) -> Response {
        let receipt = {
            let mut state = self.state();
            let chat = state.chats.iter_mut().find(|chat| chat.id == id).unwrap();
            chat.status = status;
            let event = format!("evt_{status}_{}", chat.events.len());
            chat.events
                .push(json!({"id": event, "type": "state", "status": status}));
            let receipt = chat.receipt();
            state.publish();
            receipt
        };
        self.news.notify_waiters();
        reply(code, &receipt)
    }

    pub(super) async fn events(&self, request: &Request) -> Response {
        let query = |name: &str| {
            let mut pairs = request.url.query_pairs();
            pairs
                .find(|(key, _)| key == name)
                .map(|(_, v)| v.into_owned())
        };
        let wait: u64 = query("wait").map_or(0, |wait| wait.parse().unwrap());
        let from: usize = query("cursor").map_or(0, |cursor| cursor.parse().unwrap());
        let until = Instant::now() + Duration::from_secs(wait);
        loop {
            let news = self.news.notified();
            {
                let state = self.state();
                if from > 0 && from < state.cursors_from {
                    return reply(410, &json!({"error": "cursor_expired"}));
                }
                // Whoever begins anew gets what there still is.
                let from = from.max(state.cursors_from.saturating_sub(1));
                let id = chat_of(request);
                let Some(chat) = state.chats.iter().find(|chat| chat.id == id) else {
                    return reply(404, &json!({"error": "conversation_not_found"}));
                };
                if chat.events.len() > from || Instant::now() >= until || state.impatient {
                    return reply(200, &chat.page(from));
                }
            }
            tokio::select! {
                () = news => {}
                () = tokio::time::sleep_until(until) => {}
            }
        }
    }
}

fn opened(id: &str) -> Value {
    json!({"id": format!("evt_o{id}"), "type": "direct_opened", "conversation_id": id})
}

impl Chat {
    fn new(id: String) -> Self {
        Self {
            id,
            messages: Vec::new(),
            events: Vec::new(),
            status: "idle",
            responder: "agent",
        }
    }

    fn respond(&mut self, message: &Value, replies: bool, echoes: bool) {
        let n = self.messages.len();
        if echoes {
            let mut back = message.clone();
            back["role"] = json!("user");
            self.events.push(
                json!({"id": format!("evt_{}_u{n}", self.id), "type": "message",
                "created_at": "2026-11-30T10:00:00Z", "message": back}),
            );
        }
        if !replies {
            return;
        }
        let id = &self.id;
        self.events
            .push(json!({"id": format!("evt_{id}_w{n}"), "type": "state",
            "status": "working", "responder": "agent"}));
        self.events
            .push(json!({"id": format!("evt_{id}_c{n}"), "type": "message",
            "created_at": "2026-11-30T10:00:01Z",
            "message": {"id": format!("msg_c{n}"), "role": "company",
                "author": {"type": "agent"}, "text": format!("Answer {n}.")}}));
        self.events
            .push(json!({"id": format!("evt_{id}_i{n}"), "type": "state",
            "status": "idle", "responder": "agent"}));
    }

    fn receipt(&self) -> Value {
        json!({"conversation_id": self.id, "status": self.status, "responder": self.responder})
    }

    /// At most two events at once, so that reading on is tried.
    fn page(&self, from: usize) -> Value {
        let upto = self.events.len().min(from.saturating_add(2)).max(from);
        let mut page = self.receipt();
        let events = self.events.get(from..upto).unwrap_or_default();
        page["events"] = events.iter().filter(|e| !e.is_null()).cloned().collect();
        page["cursor"] = json!(upto.to_string());
        page["has_more"] = json!(upto < self.events.len());
        page
    }
}
