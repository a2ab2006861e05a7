//! What a notification says: the Company's verified domain first, then what it calls itself. Notices
//! are always named, and where anything a message says is shown, its notices are shown in full and
//! before it; links are never shown.

use candor_agent::language::{Said, say};
use candor_agent::page::{Entry, EntryContent, Notifications, Unread};
use candor_agent::view::{MessageView, ShownNotice};

/// A notification, as plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) summary: String,
    pub(super) body: String,
}

/// Longer names and texts are cut, in characters. Notices are not.
const LONGEST_NAME: usize = 40;
const LONGEST_TEXT: usize = 240;
/// Notices longer than this together, in characters, would be cut by some desktops. Then nothing that
/// was said is shown, only that there are notices.
const LONGEST_NOTICES: usize = 600;

/// What is said of what is unread. Not asked for when notifications are off.
pub(super) fn note(unread: &Unread, how: Notifications) -> Note {
    let company = &unread.company;
    let name = cut(&company.name, LONGEST_NAME);
    // The name is set apart, so that its direction turns nothing around.
    let summary = format!("{} · \u{2068}{name}\u{2069}", company.shown_domain);
    let in_full = match how {
        Notifications::WithContent => content(&unread.entries, &name),
        Notifications::WithoutContent | Notifications::Off => None,
    };
    let body = in_full.unwrap_or_else(|| summed_up(&unread.entries));
    Note { summary, body }
}

fn count(name: &'static str, many: usize) -> (&'static str, Said<'static>) {
    (name, u64::try_from(many).unwrap_or(u64::MAX).into())
}

fn messages(many: usize) -> String {
    say("notify-messages", &[count("n", many)])
}

/// How much came, and with how many notices.
fn summed_up(entries: &[Entry]) -> String {
    let notices = entries.iter().map(|entry| notices(entry).len()).sum();
    match (entries.len(), notices) {
        (0 | 1, 0) => say("notify-message", &[]),
        (0 | 1, notices) => say("notify-message-with-notices", &[count("notices", notices)]),
        (many, 0) => messages(many),
        (many, notices) => say(
            "notify-messages-with-notices",
            &[
                ("messages", (&messages(many)).into()),
                count("notices", notices),
            ],
        ),
    }
}

/// What was said last, after all notices; `None`: there is too much of them.
fn content(entries: &[Entry], name: &str) -> Option<String> {
    let mut lines = Vec::new();
    let mut length = 0_usize;
    for notice in entries.iter().flat_map(notices) {
        let line = match notice {
            ShownNotice::Text { text } => say(
                "notify-notice",
                &[("company", name.into()), ("text", text.into())],
            ),
            ShownNotice::Unreadable { .. } => {
                say("notify-notice-unreadable", &[("company", name.into())])
            }
        };
        length += line.chars().count();
        lines.push(line);
    }
    if length > LONGEST_NOTICES {
        return None;
    }
    lines.push(said(entries.last()?));
    if entries.len() > 1 {
        lines.push(messages(entries.len()));
    }
    Some(lines.join("\n"))
}

/// What an entry says besides its notices, on one line.
fn said(entry: &Entry) -> String {
    match &entry.content {
        EntryContent::Message { view, .. } => match &view.text {
            Some(text) => cut(&text.replace('\n', " "), LONGEST_TEXT),
            None => say("notify-message", &[]),
        },
        EntryContent::SignIn { .. } => say("notify-sign-in", &[]),
        EntryContent::UserRequested { .. } => say("notify-asked-for", &[]),
        EntryContent::Unreadable { .. }
        | EntryContent::Responder { .. }
        | EntryContent::Direct { .. }
        | EntryContent::PartMissing => say("notify-message", &[]),
    }
}

fn notices(entry: &Entry) -> &[ShownNotice] {
    match &entry.content {
        EntryContent::Message {
            view: MessageView { disclosures, .. },
            ..
        } => disclosures,
        _ => &[],
    }
}

/// At most so many characters, with an ellipsis where more was.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may")]

    use candor_agent::page::{CompanyId, CompanyItem, EntryId};
    use candor_agent::view::{self, ShownAuthor};
    use serde_json::json;

    use super::*;

    fn company(name: &str) -> CompanyItem {
        CompanyItem {
            id: CompanyId(1),
            domain: "shop.example".into(),
            shown_domain: "shop.example".into(),
            name: name.into(),
            demo: false,
            blocked: false,
            chat: true,
            needs_identity: false,
            version: "0.3".into(),
            issuer: None,
            verified_at: 0,
            shared_extensions: Vec::new(),
            unread: 1,
            active_at: None,
            account: None,
            sign_in_methods: Vec::new(),
            sign_in: None,
            signing_out: false,
            limited_until: None,
            may_ask_now: false,
        }
    }

    fn message(id: i64, text: &str, notices: &[&str]) -> Entry {
        let disclosures = notices.iter().map(|text| ShownNotice::Text {
            text: (*text).to_owned(),
        });
        Entry {
            id: EntryId(id),
            position: id,
            at: 0,
            content: EntryContent::Message {
                view: view::MessageView {
                    author: ShownAuthor::Agent,
                    text: Some(text.to_owned()),
                    disclosures: disclosures.collect(),
                    links: Vec::new(),
                    problems: Vec::new(),
                },
                delivery: None,
            },
        }
    }

    fn says(name: &str, entries: Vec<Entry>, how: Notifications) -> Note {
        let company = company(name);
        note(&Unread { company, entries }, how)
    }

    #[test]
    fn without_content_nothing_is_said_but_how_much_and_that_there_are_notices() {
        let entries = vec![
            message(1, "secret one", &[]),
            message(2, "secret two", &["secret three", "secret four"]),
        ];
        let note = says("Shop", entries, Notifications::WithoutContent);
        assert_eq!(note.body, "2 new messages, with 2 notices");
        assert_eq!(note.summary, "shop.example · \u{2068}Shop\u{2069}");
        let one = vec![message(1, "secret", &["secret"])];
        let note = says("Shop", one, Notifications::WithoutContent);
        assert_eq!(note.body, "A new message, with a notice");
    }

    #[test]
    fn with_content_every_notice_comes_first_and_in_full() {
        let entries = vec![
            message(1, "Earlier", &["Contains peanuts.\nAnd more."]),
            message(2, "Two\nlines", &["Recalled."]),
        ];
        let note = says("Shop", entries, Notifications::WithContent);
        assert_eq!(
            note.body,
            "Notice from Shop: Contains peanuts.\nAnd more.\nNotice from Shop: Recalled.\n\
             Two lines\n2 new messages"
        );
    }

    #[test]
    fn notices_that_are_too_long_to_show_in_full_are_counted_and_nothing_is_shown() {
        let long = "n".repeat(LONGEST_NOTICES);
        let entries = vec![message(1, "text", &[&long])];
        let note = says("Shop", entries, Notifications::WithContent);
        assert_eq!(note.body, "A new message, with a notice");
    }

    #[test]
    fn a_notice_that_cannot_be_read_is_named() {
        let mut entry = message(1, "text", &[]);
        if let EntryContent::Message { view, .. } = &mut entry.content {
            view.disclosures = vec![ShownNotice::Unreadable {
                unreadable: "7".into(),
                sent: json!(7),
            }];
        }
        let note = says("Shop", vec![entry], Notifications::WithContent);
        assert_eq!(note.body, "A notice from Shop could not be read.\ntext");
    }

    #[test]
    fn names_and_texts_have_an_end_and_the_domain_always_comes_first() {
        let entries = vec![message(1, &"t".repeat(10_000), &[])];
        let note = says(&"N".repeat(10_000), entries, Notifications::WithContent);
        assert!(note.summary.starts_with("shop.example · "));
        assert!(note.summary.chars().count() < 70 && note.body.chars().count() < 260);
        assert!(note.summary.ends_with("N…\u{2069}") && note.body.ends_with("t…"));
    }
}
