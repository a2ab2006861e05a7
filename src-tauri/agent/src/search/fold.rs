//! From a text to its words, each letter with the piece of the text it comes from.
//!
//! Case, accents, width, ligatures and joiners are set aside, in the text and in the query alike:
//! "STRASSE" finds "Straße", "cafe" finds "café", "ﬁne" is "fine". Marks that are letters of their
//! script (the vowels of Thai and Devanagari, the voicing marks of Kana) stay.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation as _;

/// A folded character, and the bytes of the text that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) c: char,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Letters that stand together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word, between spaces or punctuation: found by its beginning.
    Word(Vec<Letter>),
    /// A run of a script that writes no spaces between words, or of emoji: found by any piece.
    Run(Vec<Letter>),
}

/// The words and runs of a text, in order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut parting = Parting::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        // An ASCII character before another is a grapheme of its own: most texts are quick.
        if byte.is_ascii() && bytes.get(at + 1).is_none_or(u8::is_ascii) {
            parting.take(char::from(byte.to_ascii_lowercase()), at, at + 1);
            at += 1;
            continue;
        }
        let Some(grapheme) = text.get(at..).and_then(|rest| rest.graphemes(true).next()) else {
            break;
        };
        let to = at + grapheme.len();
        for c in folded(grapheme) {
            parting.take(c, at, to);
        }
        at = to;
    }
    parting.end();
    parting.tokens
}

/// The letters of a text without their places.
#[cfg(test)]
pub(super) fn plain(text: &str) -> Vec<String> {
    let letters = |letters: &[Letter]| letters.iter().map(|letter| letter.c).collect();
    let parts = tokens(text);
    let each = parts.iter().map(|token| match token {
        Token::Word(word) => letters(word),
        Token::Run(run) => letters(run),
    });
    each.collect()
}

#[derive(Default)]
struct Parting {
    tokens: Vec<Token>,
    letters: Vec<Letter>,
    run: bool,
}

impl Parting {
    fn take(&mut self, c: char, from: usize, to: usize) {
        let letter = Letter { c, from, to };
        if is_combining_mark(c) {
            // A mark belongs to what it stands on; alone it is nothing.
            if !self.letters.is_empty() {
                self.letters.push(letter);
            }
            return;
        }
        let run = is_of_run(c);
        if !run && !c.is_alphanumeric() {
            return self.end();
        }
        if run != self.run {
            self.end();
        }
        self.run = run;
        self.letters.push(letter);
    }

    fn end(&mut self) {
        let letters = std::mem::take(&mut self.letters);
        if letters.is_empty() {
            return;
        }
        self.tokens.push(if self.run {
            Token::Run(letters)
        } else {
            Token::Word(letters)
        });
    }
}

/// One grapheme, folded: compatibility forms and accents set aside, then case by way of capitals
/// ("ß" is "ss", final sigma is sigma), then composed again.
fn folded(grapheme: &str) -> impl Iterator<Item = char> {
    let parts = grapheme.nfkd();
    let bare = parts.filter(|c| !is_unseen(*c) && !is_accent(*c));
    bare.flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .flat_map(|c| {
            let (first, second) = latin(c);
            std::iter::once(first).chain(second)
        })
        .nfc()
}

/// Letters that no decomposition parts and that people without their key write so.
fn latin(c: char) -> (char, Option<char>) {
    match c {
        'ø' => ('o', None),
        'ł' => ('l', None),
        'đ' | 'ð' => ('d', None),
        'ħ' => ('h', None),
        'ŧ' => ('t', None),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        c => (c, None),
    }
}

/// Joiners, variation selectors and the Arabic stretching stroke change how a word looks, not
/// which word it is.
const fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{200c}' | '\u{200d}' | '\u{640}' | '\u{fe00}'..='\u{fe0f}'
    )
}

/// Accents, and the points of Hebrew and Arabic, which most people leave out.
const fn is_accent(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{591}'..='\u{5bd}' | '\u{5bf}'
        | '\u{5c1}'..='\u{5c2}' | '\u{5c4}'..='\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Han, Kana, Thai, Lao, Burmese, Khmer, Tai, and emoji.
fn is_of_run(c: char) -> bool {
    match c {
        '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}' => true,
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{1950}'..='\u{19df}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{312f}'
        | '\u{31a0}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{a9e0}'..='\u{a9ff}'
        | '\u{aa60}'..='\u{aa7f}'
        | '\u{f900}'..='\u{faff}'
        | '\u{1aff0}'..='\u{1b16f}'
        | '\u{20000}'..='\u{3ffff}' => c.is_alphanumeric(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_looks_different_and_is_the_same_word_folds_to_one() {
        for (one, other) in [
            ("Straße", "STRASSE"),
            ("café", "CAFE\u{301}"),
            ("ﬁne", "FINE"),
            ("Ｃａｎｄｏｒ", "candor"),
            ("ΟΔΟΣ", "οδός"),
            ("İstanbul", "istanbul"),
            ("ılık", "ilik"),
            ("Łódź", "lodz"),
            ("Ærø", "aero"),
            ("می\u{200c}خواهم", "میخواهم"),
            ("كِتَاب", "كتاب"),
            ("שָׁלוֹם", "שלום"),
            ("ｶﾞｲﾄﾞ", "ガイド"),
            ("한국", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}"),
            ("①", "1"),
            ("ﹷب", "ب"),
        ] {
            assert_eq!(plain(one), plain(other), "{one} and {other}");
        }
    }

    #[test]
    fn marks_that_are_letters_stay() {
        for (one, other) in [("か", "が"), ("ที่", "ทา"), ("कि", "की"), ("は", "ぱ")]
        {
            assert_ne!(plain(one), plain(other), "{one} and {other}");
        }
    }

    #[test]
    fn words_end_where_they_end() {
        for (text, words) in [
            (
                "Contains peanuts, and more.",
                &["contains", "peanuts", "and", "more"][..],
            ),
            ("help.shop.example", &["help", "shop", "example"]),
            ("don't", &["don", "t"]),
            ("iPhone手机壳 now", &["iphone", "手机壳", "now"]),
            ("カメラ・レンズ", &["カメラ", "レンズ"]),
            ("ok 👍🏽!", &["ok", "👍🏽"]),
            (
                "\"a\" OR b* ^c -d NEAR(e)",
                &["a", "or", "b", "c", "d", "near", "e"],
            ),
            ("\u{e000}c1 \u{301}", &["c1"]),
            ("", &[]),
        ] {
            assert_eq!(plain(text), words, "of {text}");
        }
    }

    proptest! {
        #[test]
        fn each_letter_knows_its_piece_of_the_text(text in "\\PC{0,40}") {
            let mut before = 0;
            for token in tokens(&text) {
                let (Token::Word(letters) | Token::Run(letters)) = token;
                prop_assert!(!letters.is_empty());
                for letter in letters {
                    prop_assert!(letter.from >= before && letter.from < letter.to);
                    prop_assert!(text.get(letter.from..letter.to).is_some());
                    before = letter.from;
                }
            }
        }

        /// What is folded folds to itself: the index and the query cannot drift apart.
        #[test]
        fn folding_twice_is_folding_once(text in "\\PC{0,40}") {
            let once = plain(&text);
            let twice: Vec<_> = once.iter().flat_map(|word| plain(word)).collect();
            prop_assert_eq!(once.concat(), twice.concat());
        }

        #[test]
        fn case_and_composition_do_not_matter(text in "[a-zà-öø-ÿα-ωа-я 0-9]{0,30}") {
            let other: String = text.to_uppercase().nfd().collect();
            prop_assert_eq!(plain(&text), plain(&other));
        }
    }
}
