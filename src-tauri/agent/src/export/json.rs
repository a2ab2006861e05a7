//! The JSON export, version 1. Members may be added within a version; none changes its meaning.
//!
//! ```json
//! {"format": "candor-conversation", "version": 1,
//!  "exported_at": "2026-11-30T22:00:00Z",
//!  "company": {"name": "…", "domain": "shop.example"},
//!  "started_at": "2026-11-30T21:00:00Z",
//!  "entries": [{"at": "…", "kind": "message", "message": VIEW, "delivery": DELIVERY or null,
//!               "sent": as sent by the Company, or null, "written": as sent to it, or null}]}
//! ```
//!
//! `VIEW` is what `candor-cli inspect` prints: cleaned and assessed. `kind` is `message`,
//! `unreadable`, `responder`, `sign_in`, `user_requested`, `direct` or `part_missing`; others than
//! `message` have what is particular to them beside it. `sent` and `written` are what went over the
//! wire, exactly. Times are UTC, of the Company's own word where the entry is the Company's; the
//! order of entries is the Company's as well.

use poppy::disclosures::Notice;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::{Head, Writer, moment};
use crate::page::EntryContent;
use crate::present;
use crate::store::{CompanyRow, EntryRow};
use crate::view::MessageView;

/// Writes JSON.
#[derive(Default)]
pub(super) struct Json {
    /// An entry was written.
    begun: bool,
}

fn time(millis: i64) -> Option<String> {
    moment(millis).map(|moment| moment.to_string())
}

fn view(view: &MessageView) -> Value {
    let notices = view.disclosures.iter().cloned().map(Notice::from);
    json!({
        "author": view.author,
        "text": view.text,
        "disclosures": notices.collect::<Vec<_>>(),
        "links": view.links.iter().map(|card| &card.link).collect::<Vec<_>>(),
        "problems": view.problems,
    })
}

/// What is particular to an entry.
fn content(content: &EntryContent) -> Value {
    match content {
        EntryContent::Message {
            view: seen,
            delivery,
        } => {
            json!({"kind": "message", "message": view(seen), "delivery": delivery})
        }
        EntryContent::Unreadable { problem, .. } => {
            json!({"kind": "unreadable", "problem": problem})
        }
        EntryContent::Responder { responder } => {
            json!({"kind": "responder", "responder": responder})
        }
        EntryContent::SignIn { error, scope, .. } => {
            json!({"kind": "sign_in", "error": error, "scope": scope})
        }
        EntryContent::UserRequested { reason } => {
            json!({"kind": "user_requested", "reason": reason})
        }
        EntryContent::Direct { opened, .. } => json!({"kind": "direct", "opened": opened}),
        EntryContent::PartMissing => json!({"kind": "part_missing"}),
    }
}

/// What went over the wire, if it is JSON, exactly.
fn exact(kept: Option<&str>) -> String {
    let kept = kept.and_then(|kept| RawValue::from_string(kept.to_owned()).ok());
    kept.map_or_else(|| "null".to_owned(), |kept| kept.get().to_owned())
}

impl Writer for Json {
    fn head(&mut self, head: &Head) -> String {
        let company = json!({"name": head.company, "domain": head.ascii});
        let (exported, started) = (json!(time(head.exported_at)), json!(time(head.started_at)));
        format!(
            "{{\"format\":\"candor-conversation\",\"version\":1,\"exported_at\":{exported},\
             \"company\":{company},\"started_at\":{started},\"entries\":["
        )
    }

    fn entry(&mut self, row: &EntryRow, company: &CompanyRow) -> String {
        let entry = present::entry(row, &company.company, true);
        let mut value = content(&entry.content);
        if let Some(members) = value.as_object_mut() {
            members.insert("at".to_owned(), json!(time(entry.at)));
        }
        let own = row.own.as_ref();
        let written = own.and_then(|own| std::str::from_utf8(&own.body).ok());
        let (sent, written) = (exact(row.raw.as_deref()), exact(written));
        let members = value.to_string();
        let members = members.strip_suffix('}').unwrap_or(&members);
        let comma = if std::mem::replace(&mut self.begun, true) {
            ","
        } else {
            ""
        };
        format!("{comma}\n{members},\"sent\":{sent},\"written\":{written}}}")
    }

    fn foot(&mut self) -> String {
        "\n]}\n".to_owned()
    }
}
