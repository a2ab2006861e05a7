//! The HTML export.

use aws_lc_rs::digest;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::tz::TimeZone;
use poppy::event::Responder;
use poppy::links::Verdict;

use super::{Head, Writer, moment, words};
use crate::page::{Delivery, EntryContent};
use crate::present;
use crate::store::{CompanyRow, EntryRow};
use crate::view::{LinkCard, MessageView, ShownAuthor, ShownNotice};

const STYLE: &str = "\
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
body{max-width:46rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}\
article{margin:1.5rem 0}\
article.own{margin-inline-start:3rem}\
.by{font-size:.85rem;opacity:.8;margin:0 0 .25rem}\
.text{white-space:pre-wrap;margin:.25rem 0}\
.notice{border:2px solid;border-inline-start-width:.6rem;padding:.5rem .75rem;margin:.5rem 0}\
.notice p,.notice pre{white-space:pre-wrap;margin:.25rem 0 0}\
.links{list-style:none;padding:0;margin:.5rem 0}\
.links li{border:1px solid;padding:.5rem .75rem;margin:.25rem 0}\
.event{text-align:center;opacity:.8;font-size:.9rem}\
@media print{article,.notice{break-inside:avoid}}";

/// Writes HTML.
pub(super) struct Html {
    zone: TimeZone,
}

/// A text as it stands in an element or an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // A parser makes other characters of these.
            '\0' | '\r' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A text in an isolate of its own, in its own direction.
fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", escaped(text))
}

/// A host or a URL: left to right, whatever stands in it.
fn address(text: &str) -> String {
    format!("<bdi dir=\"ltr\">{}</bdi>", escaped(text))
}

impl Html {
    pub(super) fn new(zone: TimeZone) -> Self {
        Self { zone }
    }

    /// A moment by the clock here with how far it is from UTC, and in UTC.
    fn time(&self, millis: i64) -> String {
        let Some(moment) = moment(millis) else {
            return String::new();
        };
        let utc = moment.strftime("%Y-%m-%d %H:%M:%S UTC");
        let here = moment.to_zoned_datetime(self.zone.clone());
        let here = here.strftime(words::TIME);
        format!("<time datetime=\"{moment}\">{here} ({utc})</time>")
    }

    fn message(
        &self,
        view: &MessageView,
        delivery: Option<&Delivery>,
        at: i64,
        company: &str,
    ) -> String {
        let name = isolated(company);
        let (class, by) = match view.author {
            ShownAuthor::User => ("own", "You".to_owned()),
            ShownAuthor::Agent => ("theirs", format!("{name}, automated agent")),
            ShownAuthor::Human => ("theirs", format!("{name}, a person")),
            ShownAuthor::Unknown => ("theirs", name),
        };
        let state = delivery.and_then(words::delivery);
        let state = state.map_or_else(String::new, |state| format!(" · {state}"));
        let time = self.time(at);
        let mut out =
            format!("<article class=\"{class}\">\n<p class=\"by\">{by} · {time}{state}</p>\n");
        for shown in &view.disclosures {
            out.push_str(&notice(shown, company));
        }
        if let Some(text) = &view.text {
            let text = isolated(text);
            out.push_str(&format!("<div class=\"text\" dir=\"auto\">{text}</div>\n"));
        }
        if !view.links.is_empty() {
            let links: String = view.links.iter().map(link).collect();
            out.push_str(&format!("<ul class=\"links\">\n{links}</ul>\n"));
        }
        for problem in &view.problems {
            out.push_str(&format!("<p class=\"by\">{}</p>\n", isolated(problem)));
        }
        out + "</article>\n"
    }

    fn event(&self, text: &str, at: i64) -> String {
        let time = self.time(at);
        format!("<p class=\"event\">{text} · {time}</p>\n")
    }
}

fn notice(shown: &ShownNotice, company: &str) -> String {
    let name = isolated(company);
    match shown {
        ShownNotice::Text { text } => format!(
            "<aside class=\"notice\" role=\"note\"><strong>Notice from {name}</strong>\
             <p dir=\"auto\">{}</p></aside>\n",
            isolated(text)
        ),
        ShownNotice::Unreadable { unreadable, .. } => format!(
            "<aside class=\"notice\" role=\"note\"><strong>A notice from {name} could not be \
             read</strong><pre dir=\"ltr\">{}</pre></aside>\n",
            isolated(unreadable)
        ),
    }
}

fn link(card: &LinkCard) -> String {
    let link = &card.link;
    let title = link.title.as_deref().map(isolated);
    let host = link.shown.as_deref().or(link.host.as_deref()).map(address);
    let reasons: Vec<&str> = link.reasons.iter().map(|r| words::reason(*r)).collect();
    let reasons = reasons.join("; ");
    let says = match link.verdict {
        Verdict::Open => String::new(),
        Verdict::Warn => format!("<br>Be careful: {reasons}"),
        Verdict::Refuse => format!("<br>Not opened by Candor: {reasons}"),
    };
    let url = link.opens.as_deref();
    let url = url.map_or_else(|| poppy::text::visible(&card.source), str::to_owned);
    let head: Vec<String> = title.into_iter().chain(host).collect();
    let url = address(&url);
    format!(
        "<li>{}<br><code>{url}</code>{says}</li>\n",
        head.join(" · ")
    )
}

impl Writer for Html {
    fn head(&mut self, head: &Head) -> String {
        let hash = STANDARD.encode(digest::digest(&digest::SHA256, STYLE.as_bytes()));
        let title = format!(
            "Conversation with {} ({})",
            crate::words::isolated(&head.company),
            head.ascii
        );
        let (title, name) = (escaped(&title), isolated(&head.company));
        let (domain, started) = (address(&head.domain), self.time(head.started_at));
        let exported = self.time(head.exported_at);
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'sha256-{hash}'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n\
             <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
             <header>\n<h1>Conversation with {name}</h1>\n\
             <p>The Company's verified domain: {domain}. What it wrote are its own words.</p>\n\
             <p>Begun {started}. Exported {exported}.</p>\n</header>\n<main>\n"
        )
    }

    fn entry(&mut self, row: &EntryRow, company: &CompanyRow) -> String {
        let entry = present::entry(row, &company.company, true);
        let name = present::name(&company.company);
        let shown = isolated(&name);
        let text = match &entry.content {
            EntryContent::Message { view, delivery } => {
                return self.message(view, delivery.as_ref(), entry.at, &name);
            }
            EntryContent::Unreadable { problem, raw } => format!(
                "A message from {shown} could not be read: {} <code>{}</code>",
                isolated(problem),
                address(raw)
            ),
            EntryContent::Responder { responder } => match responder {
                Responder::Agent => format!("{shown}’s automated agent answers from here on"),
                Responder::Human => format!("A person of {shown} answers from here on"),
            },
            EntryContent::SignIn { .. } => format!("{shown} asked you to sign in"),
            EntryContent::UserRequested { reason } => match reason {
                Some(reason) => format!("{shown} asked for you: {}", isolated(reason)),
                None => format!("{shown} asked for you"),
            },
            EntryContent::Direct { opened: true, .. } => {
                "A conversation with the Company’s people was opened beside this one".to_owned()
            }
            EntryContent::Direct { opened: false, .. } => {
                "The conversation with the Company’s people beside this one was closed".to_owned()
            }
            EntryContent::PartMissing => {
                format!("A part is missing here: {shown} does not give it any longer")
            }
        };
        self.event(&text, entry.at)
    }

    fn foot(&mut self) -> String {
        "</main>\n</body>\n</html>\n".to_owned()
    }
}
