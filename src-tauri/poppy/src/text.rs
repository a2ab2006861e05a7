//! Cleaning Company text for display: whatever a Company wrote, before it is shown, searched or
//! exported. The stored original is never changed.
//!
//! Invariants of a cleaned text: it holds no control, bidi or invisible character, its only white
//! space is single spaces and (of many lines) line breaks, no line begins or ends with a space, and
//! cleaning it again changes nothing.

use unicode_segmentation::UnicodeSegmentation as _;

/// Cleans a one-line text: line breaks become spaces.
#[must_use]
pub fn one_line(text: &str) -> String {
    clean(text, Lines::One)
}

/// Cleans a text of many lines: at most one blank line between two.
#[must_use]
pub fn many_lines(text: &str) -> String {
    clean(text, Lines::Many)
}

/// JSON with everything in it that shows nothing, or that moves what is shown, written as an escape,
/// so that what was sent is seen as it is. Line breaks and single spaces stay.
#[must_use]
pub fn visible(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    let mut buffer = [0; 2];
    for c in json.chars() {
        if matches!(c, '\n' | ' ') || (matches!(piece(c, None), Piece::Ink(_)) && !is_unseen(c)) {
            shown.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut buffer) {
            shown.push_str(&format!("\\u{unit:04x}"));
        }
    }
    shown
}

/// Cuts `text` to `graphemes` graphemes, with `…` in place of the rest.
#[must_use]
pub fn cut(text: &str, graphemes: usize) -> String {
    match text.grapheme_indices(true).nth(graphemes) {
        None => text.to_owned(),
        Some((end, _)) => text.get(..end).unwrap_or_default().to_owned() + "…",
    }
}

/// Whether a cleaned text shows nothing: empty, or made only of what has no ink of its own (spaces,
/// joiners, variation selectors, the empty Braille cell).
#[must_use]
pub fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_whitespace() || c == '\u{2800}' || is_unseen(c))
}

/// A character that shows nothing by itself: an invisible one, a bidi control, a joiner or a
/// variation selector.
#[must_use]
pub(crate) const fn is_unseen(c: char) -> bool {
    is_invisible(c) || is_bidi_control(c) || is_joiner(c) || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// A bidi control: it reorders what is shown.
#[must_use]
pub(crate) const fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A character that shows nothing and that no writing system needs.
#[must_use]
pub(crate) const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180e}'
            | '\u{200b}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The joiners. They show nothing, but Persian, Indic scripts and emoji need them in text.
#[must_use]
pub(crate) const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    One,
    Many,
}

/// What one character of the original is to the cleaned text.
enum Piece {
    Ink(char),
    Space,
    Break(usize),
    Nothing,
}

/// White space is asked about before control characters: a form feed or U+0085 is both, and parts
/// words as a tab does.
fn piece(c: char, next: Option<char>) -> Piece {
    match c {
        '\r' if next == Some('\n') => Piece::Nothing,
        '\n' | '\r' | '\u{2028}' => Piece::Break(1),
        '\u{2029}' => Piece::Break(2),
        c if c.is_whitespace() => Piece::Space,
        c if c.is_control() || is_bidi_control(c) || is_invisible(c) => Piece::Nothing,
        c => Piece::Ink(c),
    }
}

/// One pass. White space is held back until ink follows it, so what is removed between two spaces
/// leaves one, and nothing is left at an end.
fn clean(text: &str, lines: Lines) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut breaks, mut space) = (0_usize, false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match piece(c, rest.peek().copied()) {
            Piece::Nothing => {}
            Piece::Space => space = true,
            Piece::Break(_) if lines == Lines::One => space = true,
            Piece::Break(n) => breaks = breaks.saturating_add(n),
            Piece::Ink(c) => {
                if !out.is_empty() {
                    match breaks {
                        0 if space => out.push(' '),
                        0 => {}
                        1 => out.push('\n'),
                        _ => out.push_str("\n\n"),
                    }
                }
                out.push(c);
                (breaks, space) = (0, false);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_is_made_visible_and_what_shows_is_left() {
        let sent =
            "{\n \"a\": \"\u{202e}b\u{200d}\u{fe0f}\u{a0}\u{7}\u{e0041} \u{e9}\u{5d0}\u{1f600}\"}";
        assert_eq!(
            visible(sent),
            "{\n \"a\": \"\\u202eb\\u200d\\ufe0f\\u00a0\\u0007\\udb40\\udc41 \u{e9}\u{5d0}\u{1f600}\"}"
        );
    }

    #[test]
    fn one_line_by_rule() {
        for (sent, shown) in [
            ("", ""),
            ("a\tb", "a b"),
            ("a\u{7}b\u{7f}c\u{9f}d", "abcd"),
            ("a\u{b}b\u{c}c\u{85}d", "a b c d"),
            ("a\u{1c}b", "ab"),
            ("a\u{a0}\u{3000}\u{202f}b", "a b"),
            ("a\r\nb\nc\rd\u{2028}e\u{2029}f", "a b c d e f"),
            ("a \u{200b} b", "a b"),
            ("ba\u{ad}n\u{2060}k", "bank"),
            ("\u{202e}cba\u{202c}", "cba"),
            ("\u{e0041}x\u{e0100}", "x"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("  a  ", "a"),
        ] {
            assert_eq!(one_line(sent), shown, "of {sent:?}");
        }
    }

    #[test]
    fn many_lines_by_rule() {
        for (sent, shown) in [
            ("a\r\nb\rc\nd\u{2028}e", "a\nb\nc\nd\ne"),
            ("a\u{2029}b", "a\n\nb"),
            ("a\u{2029}\u{2029}\u{2029}b", "a\n\nb"),
            ("a\n \t \n\u{200b}\n b", "a\n\nb"),
            ("a  \n   b\n\n\n", "a\nb"),
            ("\n\n a", "a"),
            ("a\n\rb", "a\n\nb"),
            ("a\u{c}b", "a b"),
        ] {
            assert_eq!(many_lines(sent), shown, "of {sent:?}");
        }
    }

    #[test]
    fn cuts_between_graphemes() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "abc…");
        let family = "👨\u{200d}👩\u{200d}👧";
        assert_eq!(cut(&family.repeat(3), 2), family.repeat(2) + "…");
        assert_eq!(cut("", 0), "");
    }

    #[test]
    fn blank_is_what_shows_nothing() {
        for blank in ["", " ", "\u{200d}", " \u{200c}\u{fe0f} ", "\u{2800}"] {
            assert!(is_blank(blank), "{blank:?}");
        }
        assert!(!is_blank("-"));
    }
}
