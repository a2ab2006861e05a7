//! From what is kept to what is shown: the one place where rows become page types.

use poppy::documents::company::Company;
use poppy::event::{Event, EventKind, Status};
use poppy::extensions::Extension;
use poppy::links;
use poppy::message::Message;
use poppy::text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::page::{
    CompanyItem, ConversationItem, ConversationKey, Delivery, Entry, EntryContent, Phase, Standing,
    Trouble,
};
use crate::store::{
    CompanyRow, ConversationRow, ConversationSummary, EntryKind, EntryRow, Own, SendState,
    responder_of,
};
use crate::view::{self, MessageView};
use crate::{sign_in, words};

/// The longest name of a Company that is shown, in graphemes.
const NAME: usize = 80;
/// The longest code, scope or reason that is shown, in graphemes.
const PHRASE: usize = 500;
/// How much of a conversation's first words the list shows, in graphemes.
const PREVIEW: usize = 80;

/// A Company's name as it calls itself, cleaned; its domain where nothing is left of it.
pub(crate) fn name(company: &Company) -> String {
    let name = text::one_line(&company.name);
    if text::is_blank(&name) {
        return links::shown_domain(company.domain.as_str());
    }
    text::cut(&name, NAME)
}

/// A short text of a Company's, on one line.
pub(crate) fn phrase(sent: &str) -> String {
    text::cut(&text::one_line(sent), PHRASE)
}

/// An error of `poppy`'s as a sentence.
pub(crate) fn sentence(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), chars.as_str())
}

/// A conversation as the list shows it.
pub(crate) fn conversation(summary: &ConversationSummary) -> ConversationItem {
    let row = &summary.row;
    let first = summary.first.as_ref();
    let words = first.and_then(|entry| match &entry.own {
        Some(own) => Some(written(own)),
        None => message(entry)?.text,
    });
    let preview = words.map(|words| text::cut(&text::one_line(&words), PREVIEW));
    ConversationItem {
        id: row.id,
        company: row.company,
        phase: phase(row),
        started_at: row.created_at,
        active_at: summary.active_at,
        preview: preview.filter(|preview| !text::is_blank(preview)),
        unread: summary.unread,
        draft: !row.draft.trim().is_empty(),
        parent: row.parent,
    }
}

/// A Company as the list shows it. `published`: whether the identity was seen published.
pub(crate) fn company(row: &CompanyRow, published: bool) -> CompanyItem {
    let company = &row.company;
    let shared = Extension::ALL.into_iter().filter(|e| company.shares(*e));
    CompanyItem {
        id: row.id,
        domain: company.domain.as_str().to_owned(),
        shown_domain: links::shown_domain(company.domain.as_str()),
        name: name(company),
        demo: row.demo,
        blocked: row.blocked,
        chat: company.chat.is_some(),
        needs_identity: company.chat.is_some() && !row.demo && !published,
        version: company.version.as_str().to_owned(),
        issuer: company.auth.as_ref().map(|auth| phrase(&auth.issuer)),
        verified_at: row.verified_at.0,
        shared_extensions: shared.map(|e| e.name().to_owned()).collect(),
        unread: row.unread,
        active_at: row.active_at,
        account: None,
        sign_in_methods: sign_in::methods(company),
        sign_in: None,
        signing_out: false,
        limited_until: None,
        may_ask_now: false,
    }
}

/// The phase a conversation is in.
pub(crate) fn phase_of(status: Status) -> Phase {
    match status {
        Status::Working => Phase::Working,
        Status::Idle => Phase::Idle,
        Status::Queued => Phase::Queued,
        Status::Closed => Phase::Closed,
    }
}

fn phase(row: &ConversationRow) -> Phase {
    match (&row.ended, &row.remote) {
        (Some(_), _) => Phase::Closed,
        (None, None) => Phase::Fresh,
        (None, Some(_)) => row.status.map_or(Phase::Idle, phase_of),
    }
}

/// How a conversation stands. What it ended with comes before any passing trouble.
pub(crate) fn standing(
    row: &ConversationRow,
    company: &Company,
    trouble: Option<Trouble>,
) -> Standing {
    let ended = row.ended.as_ref().map(|reason| {
        words::ended(reason, &name(company)).map(|message| Trouble {
            code: reason.clone(),
            message,
            retry_at: None,
            leads_to: None,
        })
    });
    Standing {
        phase: phase(row),
        responder: row.responder,
        trouble: ended.unwrap_or(trouble),
    }
}

/// An entry as the window shows it. `comes_back`: whether a sign-in in
/// the User's browser can lead back to this agent.
pub(crate) fn entry(row: &EntryRow, company: &Company, comes_back: bool) -> Entry {
    Entry {
        id: row.id,
        position: row.position,
        at: row.at,
        content: content(row, company, comes_back),
    }
}

/// The event of an entry, read again from what was sent.
pub(crate) fn event(row: &EntryRow) -> Option<Event> {
    let raw = RawValue::from_string(row.raw.clone()?).ok()?;
    Event::parse(&raw).ok()
}

/// The message of an entry that is not the User's own, read again from what was sent.
pub(crate) fn message(row: &EntryRow) -> Option<Box<Message>> {
    match event(row)?.kind {
        EventKind::Message(message) => Some(message),
        _ => None,
    }
}

fn content(row: &EntryRow, company: &Company, comes_back: bool) -> EntryContent {
    match row.kind {
        EntryKind::PartMissing | EntryKind::Silent => EntryContent::PartMissing,
        EntryKind::Own => own(row, company, comes_back),
        EntryKind::SignIn => match row.detail.as_deref().map(serde_json::from_str) {
            Some(Ok(refusal)) => refused(&refusal, company, comes_back),
            _ => of_event(row, company, comes_back),
        },
        EntryKind::Responder => row.detail.as_deref().and_then(responder_of).map_or_else(
            || unreadable(row, None),
            |responder| EntryContent::Responder { responder },
        ),
        EntryKind::Message
        | EntryKind::Unreadable
        | EntryKind::UserRequested
        | EntryKind::Direct => of_event(row, company, comes_back),
    }
}

fn of_event(row: &EntryRow, company: &Company, comes_back: bool) -> EntryContent {
    match event(row).map(|event| event.kind) {
        Some(EventKind::Message(message)) => {
            let mut view = view::view(&message, &company.sites(), &company.extensions);
            // A User ID is this store's alone, so no other program of the User's wrote it.
            if view.author == view::ShownAuthor::User {
                view.problems
                    .push(words::about("not-written-here", &name(company)));
            }
            EntryContent::Message {
                view,
                delivery: None,
            }
        }
        Some(EventKind::UnreadableMessage { problem }) => unreadable(row, Some(problem)),
        Some(EventKind::Authorization { error, scope }) => EntryContent::SignIn {
            error: phrase(&error),
            ask: sign_in::ask(company, scope.as_deref(), comes_back),
            scope: scope.as_deref().map(phrase),
        },
        Some(EventKind::UserRequested { reason }) => EntryContent::UserRequested {
            reason: reason.as_deref().map(phrase),
        },
        Some(EventKind::DirectOpened { .. }) => direct(row, true),
        Some(EventKind::DirectClosed { .. }) => direct(row, false),
        _ => unreadable(row, None),
    }
}

/// A refusal that asks for a sign-in, where no event does.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SignInRefusal {
    /// `sign_in_required` or `insufficient_scope`.
    pub(crate) error: String,
    /// The scopes asked for, as sent.
    pub(crate) scope: Option<String>,
}

fn refused(refusal: &SignInRefusal, company: &Company, comes_back: bool) -> EntryContent {
    EntryContent::SignIn {
        error: phrase(&refusal.error),
        ask: sign_in::ask(company, refusal.scope.as_deref(), comes_back),
        scope: refusal.scope.as_deref().map(phrase),
    }
}

fn direct(row: &EntryRow, opened: bool) -> EntryContent {
    let key = row.detail.as_deref().and_then(|key| key.parse().ok());
    EntryContent::Direct {
        opened,
        conversation: key.map(ConversationKey),
    }
}

fn unreadable(row: &EntryRow, problem: Option<String>) -> EntryContent {
    EntryContent::Unreadable {
        problem: problem.unwrap_or_else(|| crate::language::say("not-as-kept", &[])),
        raw: text::visible(row.raw.as_deref().unwrap_or_default()),
    }
}

/// The User's own words, as they were written here: what a Company gives back is not trusted to be
/// the same.
fn own(row: &EntryRow, company: &Company, comes_back: bool) -> EntryContent {
    let Some(own) = &row.own else {
        return of_event(row, company, comes_back);
    };
    let written = written(own);
    let mut view = view::own(&written);
    if returned_otherwise(row, &view) {
        view.problems
            .push(words::about("given-back-otherwise", &name(company)));
    }
    EntryContent::Message {
        view,
        delivery: Some(delivery(own, company)),
    }
}

fn returned_otherwise(row: &EntryRow, own: &MessageView) -> bool {
    message(row).is_some_and(|back| back.text.as_deref().map(text::many_lines) != own.text)
}

/// The words of an own message.
pub(crate) fn written(own: &Own) -> String {
    let body: Option<Value> = serde_json::from_slice(&own.body).ok();
    body.as_ref()
        .and_then(|body| body.pointer("/message/text")?.as_str())
        .unwrap_or_default()
        .to_owned()
}

fn delivery(own: &Own, company: &Company) -> Delivery {
    match own.state {
        SendState::Queued => Delivery::Queued,
        SendState::Sending => Delivery::Sending,
        SendState::Sent => Delivery::Sent,
        SendState::Delivered => Delivery::Delivered,
        SendState::Unconfirmed => Delivery::Unconfirmed,
        SendState::Failed => {
            let code = own.code.clone().unwrap_or_default();
            let mut message = words::refused(&code, own.detail.as_deref(), &name(company));
            if own.unsure {
                message.push(' ');
                message.push_str(&words::may_have_arrived());
            }
            Delivery::Failed {
                code,
                message,
                leads_to: own.leads_to,
            }
        }
    }
}
