//! What one message becomes on screen: cleaned and assessed, from the message as it is stored.

use std::collections::BTreeMap;

use poppy::disclosures::{self, Notice};
use poppy::extensions::Extension;
use poppy::links::{self, CompanySites, Link, Lookalikes};
use poppy::message::{Author, Message, Role};
use poppy::text;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;
use url::Url;

/// Who wrote a message, for display.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ShownAuthor {
    /// The Company's automated agent.
    Agent,
    /// A person of the Company.
    Human,
    /// The Company; it does not say who.
    Unknown,
    /// The User.
    User,
}

/// A message for display.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct MessageView {
    /// Who wrote it.
    pub author: ShownAuthor,
    /// Its text, cleaned; `null` when there is none.
    pub text: Option<String>,
    /// Its notices, in order, all of them.
    pub disclosures: Vec<ShownNotice>,
    /// Its links, in order.
    pub links: Vec<LinkCard>,
    /// What was wrong with the message, in plain English.
    pub problems: Vec<String>,
}

/// A notice as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(untagged)]
#[ts(rename = "Notice")]
pub enum ShownNotice {
    /// A notice with its text, cleaned, of many lines, never cut.
    Text {
        /// The text.
        text: String,
    },
    /// A notice was sent that cannot be read.
    Unreadable {
        /// The JSON that was sent, with everything in it that hides or moves made visible.
        unreadable: String,
        /// The JSON that was sent, for programs: `candor-cli` prints it.
        #[serde(skip)]
        #[ts(skip)]
        sent: Value,
    },
}

impl From<Notice> for ShownNotice {
    fn from(notice: Notice) -> Self {
        match notice {
            Notice::Text { text } => Self::Text { text },
            Notice::Unreadable { unreadable: sent } => Self::Unreadable {
                unreadable: text::visible(&format!("{sent:#}")),
                sent,
            },
        }
    }
}

impl From<ShownNotice> for Notice {
    fn from(shown: ShownNotice) -> Self {
        match shown {
            ShownNotice::Text { text } => Self::Text { text },
            ShownNotice::Unreadable { sent, .. } => Self::Unreadable { unreadable: sent },
        }
    }
}

/// A link as its card shows it. `candor-cli inspect` prints `link` alone.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct LinkCard {
    /// The assessment.
    #[serde(flatten)]
    pub link: Link,
    /// `shown` before the registrable domain, with its dot; may be cut from the front.
    pub front: String,
    /// The registrable domain as it stands in `shown`, or all of `shown` where there is none.
    pub strong: String,
    /// The port, where it is an unusual one: it belongs to where the link leads.
    pub port: Option<u16>,
    /// The Company's own site that the link's is made to be taken for, for people, where it is one.
    pub resembles: Option<String>,
    /// The URL as it was sent, or the JSON of what stood in its place: for Copy.
    pub source: String,
    /// The same for reading: everything in it that hides or moves is made visible.
    pub sent: String,
}

/// Makes the view of a message. `sites` are the Company's own; `listed` is what its `poppy.json`
/// lists, extension name to version.
#[must_use]
pub fn view(
    message: &Message,
    sites: &CompanySites,
    listed: &BTreeMap<String, String>,
) -> MessageView {
    let mut view = MessageView {
        author: author(message),
        text: message.text.as_deref().and_then(shown_text),
        disclosures: Vec::new(),
        links: Vec::new(),
        problems: message.problems.clone(),
    };
    // Only Company messages carry extension content; the model holds none for others.
    for extension in Extension::ALL {
        let Some(content) = message.extensions.get(extension.name()) else {
            continue;
        };
        match extension {
            // Shown whatever the Company lists: dropping a notice is the one error not allowed.
            Extension::Disclosures => {
                let notices = disclosures::read(content).into_iter();
                view.disclosures = notices.map(ShownNotice::from).collect();
            }
            Extension::Links => view.links = cards(content, sites, listed),
        }
    }
    view
}

/// The view of the User's own words, as they were written.
pub(crate) fn own(text: &str) -> MessageView {
    MessageView {
        author: ShownAuthor::User,
        text: shown_text(text),
        disclosures: Vec::new(),
        links: Vec::new(),
        problems: Vec::new(),
    }
}

fn author(message: &Message) -> ShownAuthor {
    match (message.role, message.author) {
        (Role::User, _) => ShownAuthor::User,
        (Role::Company, Author::Agent) => ShownAuthor::Agent,
        (Role::Company, Author::Human) => ShownAuthor::Human,
        (Role::Company, Author::Unknown) => ShownAuthor::Unknown,
    }
}

fn shown_text(text: &str) -> Option<String> {
    Some(text::many_lines(text)).filter(|text| !text.is_empty())
}

fn cards(
    content: &Value,
    sites: &CompanySites,
    listed: &BTreeMap<String, String>,
) -> Vec<LinkCard> {
    let extension = Extension::Links;
    let other = listed
        .get(extension.name())
        .is_some_and(|version| version != extension.version());
    if other {
        return vec![card(links::other_version(content), None)];
    }
    let lookalikes = Lookalikes::of(sites);
    let links = links::read(content, sites).into_iter();
    links
        .map(|read| {
            let resembles = lookalikes.taken_for(&read.1);
            card(read, resembles)
        })
        .collect()
}

fn card((item, link): (&Value, Link), resembles: Option<String>) -> LinkCard {
    let (front, strong) = links::split_shown(&link);
    let (front, strong) = (front.to_owned(), strong.to_owned());
    let source = match item.get("url") {
        Some(Value::String(url)) => url.clone(),
        _ => item.to_string(),
    };
    let opens = link.opens.as_deref().and_then(|url| Url::parse(url).ok());
    LinkCard {
        // The parser leaves out the usual one.
        port: opens.and_then(|url| url.port()),
        resembles,
        sent: text::visible(&source),
        link,
        front,
        strong,
        source,
    }
}

#[cfg(test)]
mod tests {
    use poppy::links::{Reason, Verdict};
    use serde_json::json;

    use super::*;

    fn sites() -> CompanySites {
        CompanySites {
            domain: "shop.example".to_owned(),
            poppy_domains: Vec::new(),
        }
    }

    fn see(message: &Value, listed: &[(&str, &str)]) -> MessageView {
        let listed = listed
            .iter()
            .map(|(name, version)| ((*name).to_owned(), (*version).to_owned()))
            .collect();
        view(&Message::from_value(message).unwrap(), &sites(), &listed)
    }

    #[test]
    fn a_card_says_what_a_link_looks_like_on_which_port_and_what_was_sent() {
        let cards = see(
            &with_links(&json!([
                {"url": "https://shop.example:8443/a"},
                {"url": "https://sh\u{f6}p.example/"},
                {"url": "https://shop.example.evil.test/"},
                {"url": "https://xn--pypal-4ve.com/"},
                {"url": "javascript:\u{202e}x"},
            ])),
            &[],
        )
        .links;
        let shown: Vec<_> = cards
            .iter()
            .map(|card| (card.port, card.resembles.as_deref()))
            .collect();
        let like = Some("shop.example");
        assert_eq!(
            shown,
            [
                (Some(8443), None),
                (None, like),
                (None, like),
                (None, None),
                (None, None)
            ]
        );
        assert!(
            cards[3].link.reasons.contains(&Reason::LookAlike),
            "like some other site, which is not guessed at"
        );
        assert!(!cards[4].sent.contains('\u{202e}'), "nothing hides in it");
        assert!(
            cards[4].source.contains('\u{202e}'),
            "Copy gives it as sent"
        );
    }

    fn with_links(items: &Value) -> Value {
        json!({"id": "m", "role": "company", "author": {"type": "agent"}, "text": "Here.",
            "extensions": {"links": {"items": items}}})
    }

    #[test]
    fn each_author_is_who_the_side_says_and_never_more() {
        let author = |message| see(&message, &[]).author;
        let company = |author| json!({"id": "m", "role": "company", "author": author, "text": "x"});
        assert_eq!(
            author(company(json!({"type": "agent"}))),
            ShownAuthor::Agent
        );
        assert_eq!(
            author(company(json!({"type": "human"}))),
            ShownAuthor::Human
        );
        assert_eq!(
            author(company(json!({"type": "boss"}))),
            ShownAuthor::Unknown
        );
        assert_eq!(
            author(json!({"id": "m", "role": "user", "author": {"type": "agent"}, "text": "x"})),
            ShownAuthor::User
        );
    }

    #[test]
    fn a_users_message_shows_no_extension_content() {
        let seen = see(
            &json!({"id": "m", "role": "user", "author": {"type": "human"}, "text": "x",
                "extensions": {"disclosures": {"items": [{"text": "Not mine"}]},
                    "links": {"items": [{"url": "https://shop.example/"}]}}}),
            &[],
        );
        assert!(seen.disclosures.is_empty() && seen.links.is_empty());
    }

    #[test]
    fn notices_and_links_are_shown_though_the_company_lists_neither() {
        let message = json!({"id": "m", "role": "company", "author": {"type": "agent"},
            "extensions": {"disclosures": {"items": [{"text": "Contains peanuts."}]},
                "links": {"items": [{"url": "https://shop.example/a", "title": "A"}]}}});
        let seen = see(&message, &[]);
        assert_eq!(seen.text, None);
        assert_eq!(
            seen.disclosures,
            [ShownNotice::Text {
                text: "Contains peanuts.".to_owned()
            }]
        );
        assert_eq!(seen.links.len(), 1);
    }

    #[test]
    fn what_was_sent_for_a_notice_that_cannot_be_read_hides_nothing_from_the_eye() {
        let sent = json!({"txt": "no\u{202e}nuts\u{200b}\u{200d} \u{e9}"});
        let seen = see(
            &json!({"id": "m", "role": "company", "author": {"type": "agent"},
                "extensions": {"disclosures": {"items": [sent]}}}),
            &[],
        );
        let shown = serde_json::to_value(&seen.disclosures).unwrap();
        assert_eq!(
            shown,
            json!([{"unreadable": "{\n  \"txt\": \"no\\u202enuts\\u200b\\u200d \u{e9}\"\n}"}])
        );
        let [notice] = <[ShownNotice; 1]>::try_from(seen.disclosures).unwrap();
        assert_eq!(
            Notice::from(notice),
            Notice::Unreadable { unreadable: sent }
        );
    }

    #[test]
    fn links_of_another_version_are_one_inert_card() {
        let message = with_links(&json!([
            {"url": "https://shop.example/a"}, {"url": "https://shop.example/b"}]));
        let seen = see(&message, &[("links", "2")]);
        let [card] = seen.links.as_slice() else {
            panic!("one card stands for all: {:?}", seen.links);
        };
        assert_eq!(card.link.verdict, Verdict::Refuse);
        assert_eq!(card.link.reasons, [Reason::UnsupportedVersion]);
        assert_eq!(see(&message, &[("links", "1")]).links.len(), 2);
    }

    #[test]
    fn notices_are_shown_whatever_version_is_listed() {
        let message = json!({"id": "m", "role": "company", "author": {"type": "agent"},
            "extensions": {"disclosures": {"items": [{"text": "Contains peanuts."}]}}});
        assert_eq!(see(&message, &[("disclosures", "2")]).disclosures.len(), 1);
    }

    #[test]
    fn a_card_parts_the_name_before_the_registrable_domain() {
        let seen = see(
            &with_links(&json!([{"url": "https://help.shop.example/a"}])),
            &[],
        );
        let card = &seen.links[0];
        assert_eq!(
            (card.front.as_str(), card.strong.as_str()),
            ("help.", "shop.example")
        );
        assert_eq!(card.source, "https://help.shop.example/a");
    }

    #[test]
    fn what_is_no_link_keeps_its_place_and_what_was_sent() {
        let seen = see(
            &with_links(&json!([{"title": "no url"}, {"url": "https://shop.example/"}])),
            &[],
        );
        assert_eq!(seen.links.len(), 2);
        assert_eq!(seen.links[0].link.verdict, Verdict::Refuse);
        assert_eq!(seen.links[0].source, r#"{"title":"no url"}"#);
    }
}
