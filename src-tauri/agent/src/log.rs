//! The log of what was new to the store, in the order it was kept: for programs without a window.
//!
//! An item is written in the same transaction as what it tells of, so the log holds each thing once,
//! however often the program is killed. The newest 10,000 items are kept.

use poppy::documents::company::Company;
use poppy::event::Responder;

use crate::page::{ConversationKey, Entry, EntryContent, Phase, Standing};
use crate::present;
use crate::store::{EntryRow, LogDetail, LogRow};
use crate::words;

/// A place in the log: items have ascending ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LogSeq(pub i64);

/// One thing that was new to the store.
#[derive(Clone, Debug)]
pub struct LogItem {
    /// Its place.
    pub seq: LogSeq,
    /// The conversation it is about.
    pub conversation: ConversationKey,
    /// What it is.
    pub kind: LogKind,
}

/// What was new.
#[derive(Clone, Debug)]
pub enum LogKind {
    /// The Company confirmed that it has a message of the User's: once for each message.
    Sent {
        /// The message.
        message_id: String,
        /// The Company's id of the conversation.
        conversation_id: String,
    },
    /// A `message` event: the Company's, or the User's own, come back.
    Message {
        /// The event's id.
        event_id: String,
        /// The message's id, when it has one.
        message_id: Option<String>,
        /// The entry as the window shows it now: [`crate::page::EntryContent::Message`] or
        /// [`crate::page::EntryContent::Unreadable`].
        entry: Box<Entry>,
    },
    /// A `state` event.
    State {
        /// How the conversation stands by that event, when it says so in words this agent knows.
        phase: Option<Phase>,
        /// Who answers by that event, likewise.
        responder: Option<Responder>,
    },
    /// The Company asks the User to sign in.
    Authorization {
        /// `sign_in_required` or `insufficient_scope`, cleaned.
        error: String,
        /// The scopes asked for, cleaned.
        scope: Option<String>,
    },
    /// Something keeps the conversation or one message from going on. One item for each change, not
    /// one for each attempt.
    Error {
        /// The code to decide by.
        code: String,
        /// What happened, whose doing it is and what to do.
        message: String,
        /// The message that failed; `None`: it is about the conversation.
        message_id: Option<String>,
    },
}

/// How far a conversation is, for a program that waits until all is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Messages that are still to be sent: queued, under way or unconfirmed.
    pub to_send: usize,
    /// Messages that the Company confirmed and that have not come back as events yet.
    pub to_return: usize,
    /// Whether the events were read to their end since the last message was confirmed (and at least
    /// once since this agent was opened).
    pub caught_up: bool,
    /// How it stands.
    pub standing: Standing,
}

impl Progress {
    /// Whether nothing waits to be sent or to come back, all was read, and the Company prepares no
    /// answer. A conversation of which nothing was ever sent is quiet.
    #[must_use]
    pub fn quiet(&self) -> bool {
        let settled = match self.standing.phase {
            Phase::Fresh | Phase::Closed => true,
            Phase::Idle | Phase::Queued => self.caught_up,
            Phase::Working => false,
        };
        self.to_send == 0 && self.to_return == 0 && settled
    }
}

/// An item for callers, from the one that is kept.
pub(crate) fn item(row: LogRow, company: &Company) -> LogItem {
    let kind = match row.detail {
        LogDetail::Sent {
            message_id,
            conversation_id,
        } => LogKind::Sent {
            message_id,
            conversation_id,
        },
        LogDetail::State { status, responder } => LogKind::State {
            phase: status.map(present::phase_of),
            responder,
        },
        LogDetail::Error {
            code,
            message,
            message_id,
        } => LogKind::Error {
            message: message.unwrap_or_else(|| words::code(&code, &present::name(company))),
            code,
            message_id,
        },
        LogDetail::Message | LogDetail::Authorization => of_entry(row.entry, company),
    };
    LogItem {
        seq: row.seq,
        conversation: row.conversation,
        kind,
    }
}

fn of_entry(row: Option<EntryRow>, company: &Company) -> LogKind {
    let Some(row) = row else {
        return LogKind::Error {
            code: "store-failed".to_owned(),
            message: words::store_failed(),
            message_id: None,
        };
    };
    let entry = present::entry(&row, company, false);
    if let EntryContent::SignIn { error, scope, .. } = entry.content {
        return LogKind::Authorization { error, scope };
    }
    let message_id = match &row.own {
        Some(own) => Some(own.message_id.clone()),
        None => present::message(&row)
            .and_then(|message| message.id)
            .map(|id| id.as_str().to_owned()),
    };
    LogKind::Message {
        event_id: row.event_id.clone().unwrap_or_default(),
        message_id,
        entry: Box::new(entry),
    }
}
