//! Links: the content of the Links extension, version 1, and where a link really leads.
//!
//! [`assess`] is a pure function of an item and the Company. `raw` and `refusal` decide what is
//! never opened, `warning` and `title` (with `reading`) what to be careful about, `letters` which names may be
//! shown in their own letters.

mod letters;
mod raw;
mod reading;
mod refusal;
mod title;
mod warning;

use serde::Serialize;
use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::text;
use refusal::Destination;
use warning::Own;

/// A title is cut at this many graphemes.
const TITLE_GRAPHEMES: usize = 120;

/// A title is judged up to this many characters past the cut. Nothing after the cut is shown, so a
/// name can mislead only where the cut leaves its beginning in sight, and no host name is so long;
/// the work that a title makes is bounded, however much a Company sends.
const JUDGED_BEYOND: usize = 4096;

/// What may be done with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Confirm, then open.
    Open,
    /// Confirm, saying why to be careful.
    Warn,
    /// Never opened, saying why.
    Refuse,
}

/// Why a link is refused or warned about. Serialised and sorted by its code: the variants stand in
/// that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Refused: an empty label, a label over 63 or a host over 253 octets.
    BadHost,
    /// Warned: the host is a public suffix, nobody's registrable domain.
    BareSuffix,
    /// Refused: the text is not plainly what the URL parser makes of it.
    Disguised,
    /// Warned: another site's name is written in letters beyond ASCII.
    InternationalName,
    /// Warned: the host is an address, nobody's name.
    IpAddress,
    /// Warned: the host is over 60 octets or over six labels.
    LongName,
    /// Warned: the name reads like another, or holds the Company's.
    LookAlike,
    /// Refused: not a string, blank, or not an absolute URL.
    NotALink,
    /// Refused: another scheme than `https`.
    NotHttps,
    /// Refused: an address or a name on the User's own machine or network, or one set aside.
    PrivateAddress,
    /// Warned: a name that a hosting company lends to anyone.
    SharedHosting,
    /// Warned: the title holds another site's name.
    TitleNamesAnotherSite,
    /// Refused: over 2,048 octets as opened.
    TooLong,
    /// Refused: the Company lists another version of the extension than this agent speaks.
    UnsupportedVersion,
    /// Warned: a port other than 443.
    UnusualPort,
    /// Refused: an `@` before the host.
    Userinfo,
}

/// Whose site a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// The Company's own.
    Company,
    /// Another.
    Other,
}

/// The sites that are the Company's own: its verified domain and its issuer's `poppy_domains`.
#[derive(Clone, Debug)]
pub struct CompanySites {
    /// `organization.domain`, verified.
    pub domain: String,
    /// The issuer's `poppy_domains`.
    pub poppy_domains: Vec<String>,
}

/// A link as it is shown, and the exact string that would be opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Link {
    /// What may be done with it.
    pub verdict: Verdict,
    /// Why, sorted by code.
    pub reasons: Vec<Reason>,
    /// ASCII host as it will be contacted.
    pub host: Option<String>,
    /// The host for people.
    pub shown: Option<String>,
    /// Registrable domain, by the Public Suffix List with its private section.
    pub domain: Option<String>,
    /// The exact string given to the operating system.
    pub opens: Option<String>,
    /// Whose site it is.
    pub relation: Option<Relation>,
    /// The title as the Company's words: cleaned, one line, cut.
    pub title: Option<String>,
}

impl Link {
    fn refused(reason: Reason, title: Option<String>) -> Self {
        Self {
            verdict: Verdict::Refuse,
            reasons: vec![reason],
            host: None,
            shown: None,
            domain: None,
            opens: None,
            relation: None,
            title,
        }
    }
}

/// Assesses one item of `extensions.links.items`: a pure function of the item and the Company.
#[must_use]
pub fn assess(item: &Value, company: &CompanySites) -> Link {
    assess_for(item, &Own::of(company))
}

/// Reads the content of `extensions.links` (section 3 of the extension's page): each item in order
/// with its assessment. Content that is not an object with a list of items is one inert link, in
/// place of the item.
#[must_use]
pub fn read<'a>(content: &'a Value, company: &CompanySites) -> Vec<(&'a Value, Link)> {
    let own = Own::of(company);
    match content.get("items") {
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| (item, assess_for(item, &own)))
            .collect(),
        _ => vec![(content, Link::refused(Reason::NotALink, None))],
    }
}

/// The one inert link for the content of a Company that lists another version of the extension:
/// what its items mean is not known, so none is assessed.
#[must_use]
pub fn other_version(content: &Value) -> (&Value, Link) {
    (content, Link::refused(Reason::UnsupportedVersion, None))
}

/// `shown` in two: what stands before the registrable domain, with its dot, and the registrable
/// domain, which is never cut and stands out. Without a registrable domain all of it stands out.
#[must_use]
pub fn split_shown(link: &Link) -> (&str, &str) {
    let shown = link.shown.as_deref().unwrap_or_default();
    let labels = link
        .domain
        .as_deref()
        .map_or(0, |domain| domain.split('.').count());
    let start = match labels.checked_sub(1) {
        // The dot before the domain's first label is the one after as many dots from the end.
        Some(dots) => shown
            .rmatch_indices('.')
            .nth(dots)
            .map_or(0, |(dot, _)| dot + 1),
        None => 0,
    };
    shown.split_at_checked(start).unwrap_or(("", shown))
}

/// What a Company's own sites can be mistaken for.
pub struct Lookalikes(Own);

impl Lookalikes {
    /// Of this Company's sites.
    #[must_use]
    pub fn of(company: &CompanySites) -> Self {
        Self(Own::of(company))
    }

    /// The own site that a link's is like enough to be taken for it, for people; `None` for a link that
    /// is not marked [`Reason::LookAlike`], or is like some other site.
    #[must_use]
    pub fn taken_for(&self, link: &Link) -> Option<String> {
        if !link.reasons.contains(&Reason::LookAlike) {
            return None;
        }
        let host = link.host.as_deref()?;
        let own = self.0.resembled_by(host, link.domain.as_deref())?;
        Some(shown_domain(own))
    }
}

/// A Company's verified domain for people, by the same rule as `shown`: in its own letters where
/// that is safe, else in ASCII.
#[must_use]
pub fn shown_domain(domain: &str) -> String {
    letters::for_people(domain)
}

fn assess_for(item: &Value, own: &Own) -> Link {
    let full_title = item
        .get("title")
        .and_then(Value::as_str)
        .map(text::one_line);
    let full_title = full_title.filter(|title| !text::is_blank(title));
    let title = full_title
        .as_deref()
        .map(|title| text::cut(title, TITLE_GRAPHEMES));
    let to = match refusal::destination(item.get("url")) {
        Ok(to) => to,
        Err(reason) => return Link::refused(reason, title),
    };
    let relation = own.relation(to.domain());
    // More is judged than what the cut leaves: a name that the cut goes through would be read as its
    // beginning.
    let mut reasons = warning::reasons(&to, relation, own);
    if full_title
        .as_deref()
        .is_some_and(|full| title::names_another_site(judged(full), &to))
    {
        reasons.push(Reason::TitleNamesAnotherSite);
    }
    reasons.sort_unstable();
    let domain = to.domain().map(str::to_owned);
    let Destination { url, host, .. } = to;
    Link {
        verdict: if reasons.is_empty() {
            Verdict::Open
        } else {
            Verdict::Warn
        },
        reasons,
        shown: Some(letters::for_people(&host)),
        host: Some(host),
        domain,
        opens: Some(url.into()),
        relation: Some(relation),
        title,
    }
}

/// What of a cleaned title is judged.
fn judged(title: &str) -> &str {
    let cut = title.grapheme_indices(true).nth(TITLE_GRAPHEMES);
    let Some((_, hidden)) = cut.and_then(|(at, _)| title.split_at_checked(at)) else {
        return title;
    };
    let beyond = hidden.char_indices().nth(JUDGED_BEYOND);
    let unseen = beyond.map_or(0, |(at, _)| hidden.len() - at);
    title.get(..title.len() - unseen).unwrap_or(title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ALL: [Reason; 16] = [
        Reason::BadHost,
        Reason::BareSuffix,
        Reason::Disguised,
        Reason::InternationalName,
        Reason::IpAddress,
        Reason::LongName,
        Reason::LookAlike,
        Reason::NotALink,
        Reason::NotHttps,
        Reason::PrivateAddress,
        Reason::SharedHosting,
        Reason::TitleNamesAnotherSite,
        Reason::TooLong,
        Reason::UnsupportedVersion,
        Reason::UnusualPort,
        Reason::Userinfo,
    ];

    fn company() -> CompanySites {
        CompanySites {
            domain: "trail.example".to_owned(),
            poppy_domains: Vec::new(),
        }
    }

    #[test]
    fn what_is_judged_of_a_title_is_bounded() {
        let start = "é".repeat(TITLE_GRAPHEMES);
        let whole = start.clone() + &"a".repeat(JUDGED_BEYOND);
        assert_eq!(judged(&whole), whole);
        assert_eq!(judged(&(whole.clone() + "é paypal.com")), whole);
        assert_eq!(judged("Help"), "Help");
        let warns = |title: String| {
            let item = json!({"url": "https://brand.com/", "title": title});
            !assess(&item, &company()).reasons.is_empty()
        };
        assert!(warns(start.clone() + "paypal.com"));
        assert!(warns(start.clone() + " paypal.com"));
        assert!(warns(
            "e\u{301}\u{302}".repeat(TITLE_GRAPHEMES) + " paypal.com"
        ));
        assert!(!warns(start + &" a".repeat(JUDGED_BEYOND) + " paypal.com"));
    }

    #[test]
    fn reasons_sort_as_their_codes() {
        let codes = ALL.map(|reason| json!(reason).to_string());
        assert!(codes.is_sorted(), "{codes:?}");
        assert!(ALL.is_sorted());
    }

    #[test]
    fn content_that_is_no_list_of_items_is_one_inert_link() {
        for content in [
            json!(null),
            json!([]),
            json!("https://a.com/"),
            json!({}),
            json!({"items": {}}),
        ] {
            let links = read(&content, &company());
            assert_eq!(links, [(&content, Link::refused(Reason::NotALink, None))]);
        }
        assert!(read(&json!({"items": []}), &company()).is_empty());
    }

    #[test]
    fn items_keep_their_places() {
        let content =
            json!({"items": [5, {"url": "https://a.com/"}, {"url": "http://a.com/"}], "x": 1});
        let verdicts: Vec<_> = read(&content, &company())
            .into_iter()
            .map(|(_, link)| link.verdict)
            .collect();
        assert_eq!(verdicts, [Verdict::Refuse, Verdict::Open, Verdict::Refuse]);
    }

    #[test]
    fn another_version_is_one_inert_link() {
        let content = json!({"items": [{"url": "https://a.com/"}]});
        let (sent, link) = other_version(&content);
        assert_eq!(sent, &content);
        assert_eq!(json!(link)["reasons"], json!(["unsupported-version"]));
    }

    #[test]
    fn shown_is_split_before_the_domain() {
        for (url, front, strong) in [
            ("https://a.com/", "", "a.com"),
            ("https://x.y.a.co.uk/", "x.y.", "a.co.uk"),
            ("https://www.münchen.de/", "www.", "münchen.de"),
            ("https://github.io/", "", "github.io"),
            ("https://1.1.1.1/", "", "1.1.1.1"),
            ("http://a.com/", "", ""),
        ] {
            let link = assess(&json!({"url": url}), &company());
            assert_eq!(split_shown(&link), (front, strong), "of {url}");
        }
    }

    #[test]
    fn a_verified_domain_is_shown_by_the_same_rule() {
        assert_eq!(shown_domain("xn--mnchen-3ya.de"), "münchen.de");
        assert_eq!(shown_domain("xn--80ak6aa92e.com"), "xn--80ak6aa92e.com");
        assert_eq!(shown_domain("trail.example"), "trail.example");
    }
}
