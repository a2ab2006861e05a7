//! Entries as they are kept, and the words their columns hold.

use poppy::event::{Responder, Status};
use rusqlite::Row;

use super::StoreError;
use crate::page::{ConversationKey, EntryId};

/// Own messages that have not come back have positions from here on: after anything of the
/// Company's, and still exact in JSON numbers.
pub(crate) const PENDING: i64 = 1 << 52;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// A `message` event that can be read; not of this store's outbox.
    Message,
    /// A `message` event that cannot.
    Unreadable,
    /// A message of this store's outbox; once back, with its event.
    Own,
    /// Somebody else answers from here on; who, is in `detail`.
    Responder,
    /// An `authorization` event; or, with no event, a refusal that asks for the same, which is in
    /// `detail`.
    SignIn,
    /// A `user_requested` event.
    UserRequested,
    /// A `direct_opened` or `direct_closed` event; the conversation's key, if it is here, is in
    /// `detail`.
    Direct,
    /// What the Company no longer has. Not an event.
    PartMissing,
    /// An event that shows nothing: kept so that a repeat is known.
    Silent,
}

impl EntryKind {
    const ALL: [(Self, &'static str); 9] = [
        (Self::Message, "message"),
        (Self::Unreadable, "unreadable"),
        (Self::Own, "own"),
        (Self::Responder, "responder"),
        (Self::SignIn, "sign_in"),
        (Self::UserRequested, "user_requested"),
        (Self::Direct, "direct"),
        (Self::PartMissing, "part_missing"),
        (Self::Silent, "silent"),
    ];

    pub(super) fn word(self) -> &'static str {
        word(&Self::ALL, self)
    }
}

/// How far an own message got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SendState {
    /// Stored.
    Queued,
    /// On its way.
    Sending,
    /// The Company confirmed it.
    Sent,
    /// It came back.
    Delivered,
    /// No answer.
    Unconfirmed,
    /// It needs the User.
    Failed,
}

impl SendState {
    const ALL: [(Self, &'static str); 6] = [
        (Self::Queued, "queued"),
        (Self::Sending, "sending"),
        (Self::Sent, "sent"),
        (Self::Delivered, "delivered"),
        (Self::Unconfirmed, "unconfirmed"),
        (Self::Failed, "failed"),
    ];

    pub(super) fn word(self) -> &'static str {
        word(&Self::ALL, self)
    }
}

const STATUSES: [(Status, &str); 4] = [
    (Status::Working, "working"),
    (Status::Idle, "idle"),
    (Status::Queued, "queued"),
    (Status::Closed, "closed"),
];
const RESPONDERS: [(Responder, &str); 2] =
    [(Responder::Agent, "agent"), (Responder::Human, "human")];

/// The word a value is kept as. Every value is in its table; the table's tests say so.
fn word<T: Copy + PartialEq>(table: &[(T, &'static str)], value: T) -> &'static str {
    table
        .iter()
        .find(|(known, _)| *known == value)
        .map_or("", |(_, word)| word)
}

fn value<T: Copy>(table: &[(T, &'static str)], word: &str) -> Option<T> {
    table
        .iter()
        .find(|(_, known)| *known == word)
        .map(|(v, _)| *v)
}

pub(super) fn status_word(status: Status) -> &'static str {
    word(&STATUSES, status)
}

pub(super) fn status(word: &str) -> Option<Status> {
    value(&STATUSES, word)
}

pub(crate) fn responder_word(responder: Responder) -> &'static str {
    word(&RESPONDERS, responder)
}

pub(crate) fn responder(word: &str) -> Option<Responder> {
    value(&RESPONDERS, word)
}

/// What the outbox holds of an own message.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// The message's id.
    pub(crate) message_id: String,
    /// The request's body, exactly as it is sent.
    pub(crate) body: Vec<u8>,
    /// How far it got.
    pub(crate) state: SendState,
    /// Why it failed.
    pub(crate) code: Option<String>,
    /// What the code is about, such as the extension that is required, as sent.
    pub(crate) detail: Option<String>,
    /// A conversation to go on in instead.
    pub(crate) leads_to: Option<ConversationKey>,
    /// It may have arrived by an earlier try.
    pub(crate) unsure: bool,
}

/// An entry.
#[derive(Clone, Debug)]
pub(crate) struct EntryRow {
    /// Its key.
    pub(crate) id: EntryId,
    /// The conversation it is in.
    pub(crate) conversation: ConversationKey,
    /// Its place.
    pub(crate) position: i64,
    /// When, for display.
    pub(crate) at: i64,
    /// What it is.
    pub(crate) kind: EntryKind,
    /// Its event's id.
    pub(crate) event_id: Option<String>,
    /// Its event, exactly as sent.
    pub(crate) raw: Option<String>,
    /// What is known beside the event.
    pub(crate) detail: Option<String>,
    /// For an own message: what the outbox holds of it.
    pub(crate) own: Option<Own>,
}

/// Reads rows of this shape.
pub(super) const SELECT_ENTRY: &str = "
SELECT e.id, e.conversation, e.position, e.at, e.kind, e.event_id, e.raw, e.detail,
  o.message_id, o.body, o.state, o.code, o.leads_to, o.detail, o.unsure
FROM entry e LEFT JOIN outbox o ON o.entry = e.id";

pub(super) fn read_entry(row: &Row<'_>) -> Result<EntryRow, StoreError> {
    let kind: String = row.get(4)?;
    let own = match row.get::<_, Option<String>>(8)? {
        None => None,
        Some(message_id) => {
            let state: String = row.get(10)?;
            Some(Own {
                message_id,
                body: row.get(9)?,
                state: value(&SendState::ALL, &state).ok_or(StoreError::Damaged("a message"))?,
                code: row.get(11)?,
                detail: row.get(13)?,
                leads_to: row.get::<_, Option<i64>>(12)?.map(ConversationKey),
                unsure: row.get(14)?,
            })
        }
    };
    Ok(EntryRow {
        id: EntryId(row.get(0)?),
        conversation: ConversationKey(row.get(1)?),
        position: row.get(2)?,
        at: row.get(3)?,
        kind: value(&EntryKind::ALL, &kind).ok_or(StoreError::Damaged("an entry"))?,
        event_id: row.get(5)?,
        raw: row.get(6)?,
        detail: row.get(7)?,
        own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back_as_what_it_was() {
        for (kind, text) in EntryKind::ALL {
            assert_eq!(
                (kind.word(), value(&EntryKind::ALL, text)),
                (text, Some(kind))
            );
        }
        for (state, text) in SendState::ALL {
            assert_eq!(
                (state.word(), value(&SendState::ALL, text)),
                (text, Some(state))
            );
        }
        for (known, text) in STATUSES {
            assert_eq!((status_word(known), status(text)), (text, Some(known)));
        }
        for (known, text) in RESPONDERS {
            assert_eq!(
                (responder_word(known), responder(text)),
                (text, Some(known))
            );
        }
    }
}
