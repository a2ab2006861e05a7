//! One line of `candor-cli chat` for each thing that was new to the store.

use candor_agent::LogKind;
use candor_agent::page::{Entry, EntryContent};
use serde_json::{Value, json};

use crate::inspect;

/// The line for an item of the log.
pub(crate) fn line(kind: &LogKind) -> Value {
    match kind {
        LogKind::Sent {
            message_id,
            conversation_id,
        } => json!({
            "type": "sent",
            "id": message_id,
            "conversation_id": conversation_id,
        }),
        LogKind::Message {
            event_id,
            message_id,
            entry,
        } => {
            let mut line = json!({ "type": "message", "id": message_id, "event_id": event_id });
            if let (Value::Object(line), Value::Object(view)) = (&mut line, shown(entry)) {
                line.extend(view);
            }
            line
        }
        LogKind::State { phase, responder } => json!({
            "type": "state",
            "status": phase,
            "responder": responder,
        }),
        LogKind::Authorization { error, scope } => json!({
            "type": "authorization",
            "error": error,
            "scope": scope,
        }),
        LogKind::Error {
            code,
            message,
            message_id,
        } => json!({
            "type": "error",
            "code": code,
            "message": message,
            "id": message_id,
        }),
    }
}

/// What `inspect` shows of the message. One that cannot be read is shown as such, with what was
/// sent: it may have held a notice.
fn shown(entry: &Entry) -> Value {
    match &entry.content {
        EntryContent::Message { view, .. } => inspect::printed(view),
        EntryContent::Unreadable { problem, raw } => json!({
            "author": "unknown",
            "text": null,
            "disclosures": [],
            "links": [],
            "problems": [problem],
            "unreadable": raw,
        }),
        // The log names only messages so.
        EntryContent::Responder { .. }
        | EntryContent::SignIn { .. }
        | EntryContent::UserRequested { .. }
        | EntryContent::Direct { .. }
        | EntryContent::PartMissing => json!({}),
    }
}
