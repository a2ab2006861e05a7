//! Whether a link's title holds the name of another site than the link's.
//!
//! The title is read as a person reads it: runs of letters, digits, hyphens and dots, the rest
//! parting them. Each run is looked at once, and no name is longer than a host can be, so the work
//! grows with the title's length and no faster.

use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript as _};
use url::Host;

use super::reading;
use super::refusal::Destination;
use crate::domain::{self, SuffixKind};

/// The longest host name, in octets (RFC 1035 section 2.3.4).
const MAX_HOST: usize = 253;

/// Endings of file names that are also top-level domains.
const FILE_ENDINGS: [&str; 10] = ["md", "sh", "py", "rs", "pl", "so", "ps", "cc", "zip", "mov"];

/// Whether a cleaned title names another site than the link leads to.
pub(super) fn names_another_site(title: &str, to: &Destination) -> bool {
    let link = Site {
        host: &to.host,
        domain: to.domain(),
    };
    reading::readings(title).iter().any(|title| {
        addresses(title)
            .chain(runs(title))
            .any(|run| run.names_other_than(&link))
    })
}

/// A site: its ASCII host and registrable domain.
struct Site<'a> {
    host: &'a str,
    domain: Option<&'a str>,
}

/// How a run stands in the title.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// After `://`, or after the `@` of what stands there: whatever it is, it names a site.
    Authority,
    /// With a path after it: it is no file's name.
    BeforePath,
    /// In an e-mail address: it names no page.
    Email,
    /// Anywhere else.
    Words,
}

impl Place {
    /// The place of one of several parts of a run: only the first stands after what comes before
    /// the run, only the last before what comes after it.
    const fn of_part(self, first: bool, last: bool) -> Self {
        match self {
            Self::Authority if !first => Self::Words,
            Self::BeforePath if !last => Self::Words,
            place => place,
        }
    }
}

/// A run of characters that a name is made of.
struct Run<'a> {
    text: &'a str,
    place: Place,
}

const fn is_joint(c: char) -> bool {
    matches!(c, '.' | '-' | '_' | '\u{b7}' | '\u{30fb}')
}

/// A joint that hardly any registrable name has, or a letter that looks like an apostrophe: it parts
/// words.
const fn is_plain_joint(c: char) -> bool {
    matches!(c, '_' | '\u{b7}' | '\u{30fb}' | '\u{a78b}' | '\u{a78c}')
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || is_joint(c) || is_combining_mark(c)
}

/// Whether a run can be the end of an e-mail address's local part. More can be by RFC 5322, but no
/// one has an address whose part ends in a quote or a slash, and before a bare `@` people put those.
fn is_local_part(run: &str) -> bool {
    let last = run.chars().rev().find(|c| !is_combining_mark(*c));
    last.is_some_and(|c| {
        c.is_ascii_alphanumeric() || (c.is_alphabetic() && c.script() != Script::Common)
    })
}

/// Whether what follows an `@` can be the domain of an e-mail address.
fn is_mail_domain(after: &str) -> bool {
    let end = after.find(|c| !is_name_char(c)).unwrap_or(after.len());
    let run = after.get(..end).unwrap_or_default();
    run.starts_with(char::is_alphanumeric) && run.trim_matches(is_joint).contains('.')
}

/// The title's runs. `in_authority` is true from a `://` to the end of the authority it begins.
fn runs(title: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = title;
    let mut before = "";
    let mut in_authority = false;
    std::iter::from_fn(move || {
        let start = rest.find(is_name_char)?;
        let (gap, tail) = rest.split_at(start);
        let end = tail.find(|c| !is_name_char(c)).unwrap_or(tail.len());
        let (text, after) = tail.split_at(end);
        let opens = gap.ends_with("://");
        in_authority = opens || (in_authority && !ends_authority(gap));
        let place = place(before, gap, after, in_authority);
        (rest, before) = (after, text);
        Some(Run { text, place })
    })
}

fn ends_authority(gap: &str) -> bool {
    gap.contains(|c: char| c.is_whitespace() || matches!(c, '/' | '\\' | '?' | '#'))
}

/// The IPv6 addresses after a `://`, in their brackets: no run holds one.
fn addresses(title: &str) -> impl Iterator<Item = Run<'_>> {
    title.match_indices("://[").filter_map(|(at, _)| {
        let bracket = title.get(at + 3..)?;
        let part = |c: char| c.is_ascii_hexdigit() || matches!(c, '[' | ':' | '.');
        let end = bracket.find(|c| !part(c)).unwrap_or(bracket.len());
        let (open, after) = bracket.split_at(end);
        // What is never closed is no address, and so none of the link's.
        let text = if after.starts_with(']') {
            bracket.get(..=end)?
        } else {
            open
        };
        Some(Run {
            text,
            place: Place::Authority,
        })
    })
}

/// Where a run stands, by the run before it, the gap between them, and what follows.
fn place(before: &str, gap: &str, after: &str, in_authority: bool) -> Place {
    if in_authority && (gap.ends_with("://") || gap.ends_with('@')) {
        return Place::Authority;
    }
    let follows_at = gap == "@" && is_local_part(before);
    let precedes_at = after.strip_prefix('@').is_some_and(is_mail_domain);
    match after.chars().next() {
        _ if !in_authority && (follows_at || precedes_at) => Place::Email,
        Some('/') => Place::BeforePath,
        _ => Place::Words,
    }
}

impl Run<'_> {
    /// Dots with nothing between them part names, as in an ellipsis.
    fn names_other_than(&self, link: &Site<'_>) -> bool {
        if self.place == Place::Email {
            return false;
        }
        let parts = self
            .text
            .split("..")
            .map(|part| part.trim_matches(is_joint));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        placed(&parts, self.place).any(|(part, place)| part_names_other(part, place, link))
    }
}

fn placed<'a>(parts: &[&'a str], place: Place) -> impl Iterator<Item = (&'a str, Place)> {
    let last = parts.len().saturating_sub(1);
    parts
        .iter()
        .enumerate()
        .map(move |(i, part)| (*part, place.of_part(i == 0, i == last)))
}

/// Judges one part of a run. In scripts that are written without spaces a name stands right among
/// the words, so a part in such a script and another is read both ways: as one name, and as the
/// pieces of each script.
fn part_names_other(part: &str, place: Place, link: &Site<'_>) -> bool {
    if judge(part, place, link) == Judged::Same {
        return false;
    }
    let pieces = pieces(part, attaches);
    let found = if pieces.len() < 2 {
        Judged::NoName
    } else {
        together(placed(&pieces, place).map(|(piece, place)| read(piece, place, link)))
    };
    match found {
        Judged::NoName => read(part, place, link) == Judged::Other,
        found => found == Judged::Other,
    }
}

/// Judges a text as it is written; where that names nothing, without its combining marks, then in
/// the pieces that something else than a name's own letters parts.
fn read(text: &str, place: Place, link: &Site<'_>) -> Judged {
    let marked = judge(text, place, link);
    if marked != Judged::NoName {
        return marked;
    }
    let bare = reading::without_marks(text);
    let text = bare.as_deref().unwrap_or(text);
    if bare.is_some() {
        let unmarked = judge(text, place, link);
        if unmarked != Judged::NoName {
            return unmarked;
        }
    }
    let pieces: Vec<_> = text
        .split(is_plain_joint)
        .flat_map(|words| self::pieces(words, script))
        .collect();
    together(placed(&pieces, place).map(|(piece, place)| before_hyphens(piece, place, link)))
}

/// Judges a text up to each hyphen: a known name with a word tied to its end is still read as that
/// name.
fn before_hyphens(text: &str, place: Place, link: &Site<'_>) -> Judged {
    let mut start = 0;
    let ends = text.match_indices('-').map(|(at, _)| at);
    together(ends.chain([text.len()]).map(|end| {
        let name = text.get(start..end).unwrap_or_default();
        let is_all = start == 0 && end == text.len();
        // What is not at the end of the text is not before what follows it.
        let place = place.of_part(start == 0, end == text.len());
        let judged = if name.is_empty() {
            Judged::NoName
        } else {
            judge(name, place, link)
        };
        if judged != Judged::NoName && !is_all {
            start = end + 1;
        }
        judged
    }))
}

/// What several readings come to.
fn together(readings: impl Iterator<Item = Judged>) -> Judged {
    let mut found = Judged::NoName;
    for judged in readings {
        match judged {
            Judged::Other => return Judged::Other,
            Judged::Same => found = Judged::Same,
            Judged::NoName => {}
        }
    }
    found
}

/// Scripts that are written without spaces, or whose prepositions and endings stand right beside a
/// name. None has letters that are taken for Latin ones in a host name, so a name cut at such a
/// letter is not another name made to look like it.
fn attaches(c: char) -> Option<bool> {
    use Script as S;
    match c.script() {
        S::Common | S::Inherited => None,
        S::Han | S::Hiragana | S::Katakana | S::Hangul | S::Thai | S::Arabic | S::Hebrew => {
            Some(true)
        }
        _ => Some(false),
    }
}

/// The script of a letter. Signs beyond ASCII that count as letters are of a kind of their own.
fn script(c: char) -> Option<Script> {
    match c.script() {
        Script::Inherited => None,
        Script::Common if c.is_ascii() => None,
        script => Some(script),
    }
}

/// A part cut where a character of one kind meets one of another. What has no kind goes with any.
fn pieces<K: PartialEq>(part: &str, kind: impl Fn(char) -> Option<K>) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut current) = (0, None);
    for (at, c) in part.char_indices() {
        let Some(kind) = kind(c) else {
            continue;
        };
        if current.as_ref().is_some_and(|current| *current != kind) {
            pieces.extend(part.get(start..at));
            start = at;
        }
        current = Some(kind);
    }
    pieces.extend(part.get(start..));
    pieces
        .iter()
        .map(|piece| piece.trim_matches(is_joint))
        .filter(|piece| !piece.is_empty())
        .collect()
}

/// What a text is to a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judged {
    NoName,
    Same,
    Other,
}

fn judge(text: &str, place: Place, link: &Site<'_>) -> Judged {
    let www = text
        .get(..4)
        .is_some_and(|start| start.eq_ignore_ascii_case("www."))
        && text.len() > 4;
    let any_name = place == Place::Authority || www;
    if !any_name && (!text.contains('.') || (place == Place::Words && is_file_name(text))) {
        return Judged::NoName;
    }
    let Some(host) = ascii_host(text) else {
        return if any_name {
            Judged::Other
        } else {
            Judged::NoName
        };
    };
    let domain = domain::registrable(&host);
    let same = match (domain, link.domain) {
        (Some(named), Some(domain)) => named == domain,
        (None, None) => host == link.host,
        _ => false,
    };
    if same {
        return Judged::Same;
    }
    // A name of the list's private section is lent out by somebody, whose own site it names.
    let known = match domain::suffix_kind(&host) {
        Some(SuffixKind::Icann) => domain.is_some(),
        Some(SuffixKind::Private) => true,
        Some(SuffixKind::Unlisted) | None => false,
    };
    if any_name || known {
        Judged::Other
    } else {
        Judged::NoName
    }
}

fn is_file_name(text: &str) -> bool {
    match text.split_once('.') {
        Some((_, ending)) => FILE_ENDINGS
            .iter()
            .any(|known| ending.eq_ignore_ascii_case(known)),
        None => false,
    }
}

/// A name in ASCII and lower case; `None` for what cannot be a host. Of a text longer than any host
/// the end is taken, which holds its registrable domain.
fn ascii_host(text: &str) -> Option<String> {
    let from =
        (text.len().saturating_sub(MAX_HOST)..=text.len()).find(|i| text.is_char_boundary(*i))?;
    let end = text.get(from..)?;
    let end = if from == 0 {
        end
    } else {
        end.split_once('.')?.1
    };
    match Host::parse(end).ok()? {
        Host::Domain(name) => Some(name),
        address => Some(address.to_string()),
    }
}
