//! A title as people read it: the letters that a name is looked for in.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use crate::text;

/// The title in two readings. In the first every character is what NFKC makes of it, so that letters
/// in circles are letters; in the second a sign is a sign, so that `™`, `²` or `①` beside a name is
/// no part of it.
pub(super) fn readings(title: &str) -> [String; 2] {
    [
        read(title.chars().map(enclosed_letter)),
        read(title.chars().map(|c| if is_sign(c) { ' ' } else { c })),
    ]
}

fn read(chars: impl Iterator<Item = char>) -> String {
    chars
        .nfkc()
        .filter(|c| !is_set_aside(*c))
        .map(plain_dot)
        .collect()
}

/// A text without its combining marks, those that NFKC made one with a letter too; `None` when it
/// has none.
pub(super) fn without_marks(text: &str) -> Option<String> {
    let bare: String = text
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .nfc()
        .collect();
    (bare != text).then_some(bare)
}

/// What is seen as nothing and dropped from a name by URL parsers too.
const fn is_set_aside(c: char) -> bool {
    text::is_joiner(c) || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// NFKC makes dots of most; these stay or become one another.
const fn plain_dot(c: char) -> char {
    match c {
        '\u{3002}' | '\u{ff0e}' | '\u{ff61}' | '\u{2024}' => '.',
        c => c,
    }
}

/// The letters in brackets, circles and squares of which NFKC makes more than a letter, or nothing.
fn enclosed_letter(c: char) -> char {
    let first = match c {
        '\u{249c}'..='\u{24b5}' => 0x249c,
        '\u{1f110}'..='\u{1f129}' => 0x1f110,
        '\u{1f150}'..='\u{1f169}' => 0x1f150,
        '\u{1f170}'..='\u{1f189}' => 0x1f170,
        _ => return c,
    };
    char::from_u32(u32::from('a') + (u32::from(c) - first)).unwrap_or(c)
}

/// Whether NFKC would make letters or digits of what is more than a shape of them. Wide and narrow
/// forms, mathematical letters, ligatures and the dots are only shapes.
fn is_sign(c: char) -> bool {
    let is_shape = plain_dot(c) == '.'
        || matches!(c, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{ffef}' | '\u{1d400}'..='\u{1d7ff}');
    let single = || std::iter::once(c);
    !is_shape && (enclosed_letter(c) != c || !single().nfkc().eq(single().nfc()))
}
