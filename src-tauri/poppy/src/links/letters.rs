//! Names in letters beyond ASCII (UTS 39): which may be shown in their own letters, and which read
//! like another name.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, ScriptExtension};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{GeneralSecurityProfile as _, skeleton};

/// The start of a label that stands for one in other letters (RFC 5890).
const ACE: &str = "xn--";

/// A host for people: in its own letters where every label of it is safe to show so, else as it is.
pub(super) fn for_people(host: &str) -> String {
    let ascii_tld = has_ascii_tld(host);
    let label = |label| match decode(label) {
        Some(own) => (is_plain(&own) && !misleads(&own, ascii_tld)).then_some(own),
        None => (!is_international(label)).then(|| label.to_owned()),
    };
    let labels: Option<Vec<String>> = host.split('.').map(label).collect();
    labels.map_or_else(|| host.to_owned(), |labels| labels.join("."))
}

/// Whether a label of the host stands for one in other letters.
pub(super) fn has_international_label(host: &str) -> bool {
    host.split('.').any(is_international)
}

/// Whether a label of the host is made to read like another: its scripts are mixed as no language
/// mixes them, or it reads as plain ASCII and is not.
pub(super) fn has_misleading_label(host: &str) -> bool {
    let ascii_tld = has_ascii_tld(host);
    host.split('.')
        .filter_map(decode)
        .any(|own| misleads(&own, ascii_tld))
}

/// What a host reads like, accents set aside: two that are equal in this are taken for each other.
pub(super) fn reading(host: &str) -> String {
    let labels: Vec<String> = host
        .split('.')
        .map(|label| decode(label).unwrap_or_else(|| label.to_owned()))
        .collect();
    // Marks go on both sides of the skeleton: it takes some letters apart into a letter and a mark.
    let bare: String = labels
        .join(".")
        .nfd()
        .filter(|c| !is_combining_mark(*c))
        .collect();
    skeleton(&bare).filter(|c| !is_combining_mark(*c)).collect()
}

fn is_international(label: &str) -> bool {
    label.starts_with(ACE)
}

fn decode(label: &str) -> Option<String> {
    idna::punycode::decode_to_string(label.strip_prefix(ACE)?)
}

fn has_ascii_tld(host: &str) -> bool {
    host.rsplit('.')
        .next()
        .is_some_and(|tld| !is_international(tld))
}

/// Whether a label has only characters allowed in identifiers and none of a right-to-left script.
fn is_plain(own: &str) -> bool {
    own.chars()
        .all(|c| c.identifier_allowed() && !is_right_to_left(c))
}

fn misleads(own: &str, ascii_tld: bool) -> bool {
    !is_highly_restrictive(own) || (ascii_tld && skeleton(own).all(|c| c.is_ascii()))
}

/// Whether the mix of scripts is at most Highly Restrictive (UTS 39 section 5.2): one script, or
/// Latin with the scripts of Chinese, Japanese or Korean. Only the scripts are judged: which
/// characters are allowed at all is another question ([`is_plain`]).
fn is_highly_restrictive(own: &str) -> bool {
    let mut all = AugmentedScriptSet::default();
    let mut beside_latin = AugmentedScriptSet::default();
    for c in own.chars() {
        let scripts = AugmentedScriptSet::for_char(c);
        all.intersect_with(scripts);
        if !scripts.base.contains_script(Script::Latin) {
            beside_latin.intersect_with(scripts);
        }
    }
    !all.is_empty() || beside_latin.hanb || beside_latin.jpan || beside_latin.kore
}

/// A character that is of right-to-left scripts only. Most marks are shared by many scripts.
fn is_right_to_left(c: char) -> bool {
    let scripts = ScriptExtension::from(c);
    !scripts.is_common()
        && !scripts.is_inherited()
        && !scripts.is_empty()
        && scripts.iter().all(is_right_to_left_script)
}

/// The scripts whose letters have the bidi class R or AL.
const fn is_right_to_left_script(script: Script) -> bool {
    use Script as S;
    matches!(
        script,
        S::Adlam
            | S::Arabic
            | S::Avestan
            | S::Chorasmian
            | S::Cypriot
            | S::Elymaic
            | S::Garay
            | S::Hanifi_Rohingya
            | S::Hatran
            | S::Hebrew
            | S::Imperial_Aramaic
            | S::Inscriptional_Pahlavi
            | S::Inscriptional_Parthian
            | S::Kharoshthi
            | S::Lydian
            | S::Mandaic
            | S::Manichaean
            | S::Mende_Kikakui
            | S::Meroitic_Cursive
            | S::Meroitic_Hieroglyphs
            | S::Nabataean
            | S::Nko
            | S::Old_Hungarian
            | S::Old_North_Arabian
            | S::Old_Sogdian
            | S::Old_South_Arabian
            | S::Old_Turkic
            | S::Old_Uyghur
            | S::Palmyrene
            | S::Phoenician
            | S::Psalter_Pahlavi
            | S::Samaritan
            | S::Sogdian
            | S::Syriac
            | S::Thaana
            | S::Yezidi
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_mixes() {
        for own in [
            "abc",
            "münchen",
            "пример",
            "日本ひらカタabc",
            "漢ㄅa",
            "한국漢abc",
            "a-1",
            "☃",
            "i❤",
        ] {
            assert!(is_highly_restrictive(own), "{own}");
        }
        for own in ["ebаy", "aа", "αa", "aไทย", "ひら한", "пα", "ㄅひ"] {
            assert!(!is_highly_restrictive(own), "{own}");
        }
    }

    #[test]
    fn right_to_left_scripts() {
        for c in ['א', 'ع', 'ܐ', 'ދ', 'ߊ', '\u{660}', '\u{1e900}'] {
            assert!(is_right_to_left(c), "{c:?}");
        }
        for c in ['a', '1', '-', 'я', '日', '\u{301}', '\u{307}', '·'] {
            assert!(!is_right_to_left(c), "{c:?}");
        }
    }

    #[test]
    fn nothing_unseen_is_allowed_in_a_shown_name() {
        for c in [
            '\u{200c}', '\u{200d}', '\u{ad}', '\u{fe0f}', '\u{3164}', ' ', '/', '\u{2044}', '@',
        ] {
            assert!(!is_plain(&c.to_string()), "{c:?}");
        }
    }

    #[test]
    fn readings() {
        for (a, b) in [
            ("manzanita.example", "rnanzanita.example"),
            ("manzanita.example", "xn--manzanta-h2a.example"),
            ("paypal.com", "paypa1.com"),
        ] {
            assert_eq!(reading(a), reading(b));
        }
        assert_ne!(reading("manzanita.example"), reading("manzanito.example"));
    }
}
