//! What is shown of a message that was found: each place where a word of the query stands, in
//! UTF-16 code units, so that the page can mark it without markup.

use super::document::{Document, notice_text};
use super::fold::tokens;
use super::query::Query;
use crate::page::{FoundLink, FoundNotice, Snippet, TextRange};

/// How much of a message's text is shown, in characters.
const SHOWN: usize = 200;
/// How much of it before the first place, in characters.
const BEFORE: usize = 40;

/// Looks for the words of a query in messages.
pub(crate) struct Finder<'a> {
    query: &'a Query,
}

/// What was found in one message.
pub(crate) struct Found {
    /// A piece of its text.
    pub(crate) snippet: Option<Snippet>,
    /// Its notices, all of them.
    pub(crate) notices: Vec<FoundNotice>,
    /// Its links that have one of the words.
    pub(crate) links: Vec<FoundLink>,
}

impl<'a> Finder<'a> {
    /// For this query.
    pub(crate) fn new(query: &'a Query) -> Self {
        Self { query }
    }

    /// What is shown of a message. `None`: it does not have all the words after all; the index knows
    /// pairs of characters, not their order. `company`: which words the Company's name has.
    pub(crate) fn look(&self, document: Document, company: &[bool]) -> Option<Found> {
        let mut has = company.to_vec();
        has.resize(self.query.needles.len(), false);
        let mut in_message = false;
        let mut places = |text: &str| {
            let found = self.places(text, &mut has);
            in_message |= !found.is_empty();
            found
        };
        let view = document.view;
        let snippet = view.text.map(|text| {
            let found = places(&text);
            snippet(&text, &found)
        });
        let notices = view.disclosures.into_iter().map(|notice| {
            let found = places(notice_text(&notice));
            let matches = in_utf16(notice_text(&notice), &found);
            FoundNotice { notice, matches }
        });
        let notices = notices.collect();
        let mut links = Vec::new();
        for (index, card) in view.links.into_iter().enumerate() {
            let title = card.link.title.as_deref().unwrap_or_default();
            let in_title = places(title);
            let hosts = [&card.link.host, &card.link.shown, &card.link.domain];
            let in_host = hosts
                .into_iter()
                .flatten()
                .filter(|host| !places(host).is_empty())
                .count()
                > 0;
            if in_host || !in_title.is_empty() {
                let matches = in_utf16(title, &in_title);
                links.push(FoundLink {
                    index,
                    card,
                    matches,
                });
            }
        }
        let all = in_message && has.into_iter().all(|has| has);
        all.then_some(Found {
            snippet,
            notices,
            links,
        })
    }

    /// Where any of the words stands, in bytes, in order and apart; notes which were found.
    fn places(&self, text: &str, has: &mut [bool]) -> Vec<(usize, usize)> {
        let parts = tokens(text);
        let mut found = Vec::new();
        for (needle, has) in self.query.needles.iter().zip(has) {
            let before = found.len();
            for token in &parts {
                needle.places(token, &mut found);
            }
            *has |= found.len() > before;
        }
        found.sort_unstable();
        found.dedup_by(|next, last| {
            let together = next.0 <= last.1;
            if together {
                last.1 = last.1.max(next.1);
            }
            together
        });
        found
    }
}

/// Byte places as ranges for the page.
fn in_utf16(text: &str, places: &[(usize, usize)]) -> Vec<TextRange> {
    let (mut at, mut units) = (0, 0);
    let mut units_to = |place: usize| {
        let piece = text.get(at..place).unwrap_or_default();
        units += piece.encode_utf16().count();
        at = at.max(place);
        u32::try_from(units).unwrap_or(u32::MAX)
    };
    let range = |&(from, to): &(usize, usize)| TextRange {
        start: units_to(from),
        end: units_to(to),
    };
    places.iter().map(range).collect()
}

/// A piece of a text around its first place, on one line.
fn snippet(text: &str, places: &[(usize, usize)]) -> Snippet {
    let first = places.first().map_or(0, |place| place.0);
    let start = beginning(text, first);
    let rest = text.get(start..).unwrap_or_default();
    let end = match rest.char_indices().nth(SHOWN) {
        Some((cut, _)) => start + whole(rest, cut),
        None => text.len(),
    };
    let inside = |&(from, to): &(usize, usize)| {
        let (from, to) = (from.max(start), to.min(end));
        (from < to).then(|| (from - start, to - start))
    };
    let places: Vec<_> = places.iter().filter_map(inside).collect();
    let piece = text.get(start..end).unwrap_or_default();
    Snippet {
        matches: in_utf16(piece, &places),
        text: piece.replace('\n', " "),
        cut_before: start > 0,
        cut_after: end < text.len(),
    }
}

/// Where a piece that shows the place `first` begins: with a word, if one begins well before it.
fn beginning(text: &str, first: usize) -> usize {
    let before = text.get(..first).unwrap_or_default();
    let Some((start, _)) = before.char_indices().rev().nth(BEFORE) else {
        return 0;
    };
    let near = before.get(start..).unwrap_or_default();
    let early = near
        .char_indices()
        .take(BEFORE / 2)
        .find(|(_, c)| matches!(c, ' ' | '\n'));
    let space = early.map(|(at, _)| at);
    match space {
        Some(space) => start + space + 1,
        None => whole(text, start),
    }
}

/// The end of the last whole grapheme that ends at or before `at`.
fn whole(text: &str, at: usize) -> usize {
    use unicode_segmentation::GraphemeCursor;
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    match cursor.is_boundary(text, 0) {
        Ok(true) => at,
        _ => cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use poppy::documents::company::Company;
    use serde_json::json;

    use super::*;
    use crate::view;

    fn look(typed: &str, text: &str, notices: &[&str], company: &[bool]) -> Option<Found> {
        let notices: Vec<_> = notices.iter().map(|n| json!({"text": n})).collect();
        let message = json!({"id": "m", "role": "company", "author": {"type": "agent"}, "text": text,
            "extensions": {"disclosures": {"items": notices}, "links": {"items": [
                {"url": "https://bücher.example/x", "title": "Read more"}]}}});
        let shop: Company = serde_json::from_value(json!({"domain": "shop.example", "name": "S",
            "version": "0.3", "auth": null, "chat": null, "extensions": {}}))
        .unwrap();
        let message = poppy::message::Message::from_value(&message).unwrap();
        let view = view::view(&message, &shop.sites(), &shop.extensions);
        let query = Query::read(typed).unwrap();
        Finder::new(&query).look(Document { view }, company)
    }

    fn marked(text: &str, ranges: &[TextRange]) -> Vec<String> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let piece =
            |r: &TextRange| String::from_utf16(&units[r.start as usize..r.end as usize]).unwrap();
        ranges.iter().map(piece).collect()
    }

    #[test]
    fn the_places_are_those_of_the_words_whatever_stands_before_them() {
        let found = look("straSSe CAF", "😀😀 Die Straße: ein Café", &[], &[]).unwrap();
        let snippet = found.snippet.unwrap();
        assert_eq!(marked(&snippet.text, &snippet.matches), ["Straße", "Caf"]);
    }

    #[test]
    fn pairs_of_characters_in_another_order_are_not_found() {
        assert!(look("日本語", "本語と日本", &[], &[]).is_none());
        let found = look("本語", "日本語", &[], &[]).unwrap().snippet.unwrap();
        assert_eq!(marked(&found.text, &found.matches), ["本語"]);
        assert!(look("語", "日本語", &[], &[]).is_some());
    }

    #[test]
    fn notices_are_given_in_full_whatever_was_found() {
        let long = "Contains peanuts. ".repeat(500);
        let found = look("hello", "Hello", &[&long, "Recall"], &[]).unwrap();
        let texts: Vec<_> = found
            .notices
            .iter()
            .map(|n| notice_text(&n.notice))
            .collect();
        assert_eq!(texts, [long.trim_end(), "Recall"]);
        assert!(found.notices.iter().all(|notice| notice.matches.is_empty()));
        let found = look("recall", "Hello", &[&long, "Recall"], &[]).unwrap();
        assert_eq!(found.notices.len(), 2);
        assert_eq!(marked("Recall", &found.notices[1].matches), ["Recall"]);
    }

    #[test]
    fn links_are_found_by_their_title_and_by_each_spelling_of_their_host() {
        for typed in ["read", "bucher", "bücher example", "xn--bcher"] {
            let found = look(typed, "Hello", &[], &[]).unwrap();
            assert_eq!(found.links.len(), 1, "{typed}");
        }
        assert!(look("hello", "Hello", &[], &[]).unwrap().links.is_empty());
    }

    #[test]
    fn the_companys_name_alone_is_not_enough() {
        assert!(look("trail hello", "Hello", &[], &[true, false]).is_some());
        assert!(look("trail", "Hello", &[], &[true]).is_none());
        assert!(look("trail hello", "Hello", &[], &[]).is_none());
    }

    #[test]
    fn a_piece_of_a_long_text_shows_the_first_place() {
        let text = format!("{} needle {}", "word ".repeat(1000), "after ".repeat(1000));
        let snippet = look("needle", &text, &[], &[]).unwrap().snippet.unwrap();
        assert!(snippet.cut_before && snippet.cut_after);
        assert!(snippet.text.starts_with("word "));
        assert_eq!(marked(&snippet.text, &snippet.matches), ["needle"]);
        assert!(snippet.text.chars().count() <= SHOWN);
        let family = "👨\u{200d}👩\u{200d}👧".repeat(300);
        let snippet = look("hello", &format!("{family} hello"), &[], &[])
            .unwrap()
            .snippet
            .unwrap();
        assert!(snippet.text.starts_with('👨'), "{}", snippet.text);
    }
}
