//! The language people are spoken to in. The texts are in the catalogues that the page uses as well
//! (`ui/locales`); those of the core are in their `core` folders.
//!
//! One program speaks to one person, so there is one language at a time. It is English until somebody
//! who looks at a window is known to want another: `candor-cli` speaks English always.

mod catalogue;
#[cfg(test)]
mod code_tests;

use std::sync::atomic::{AtomicBool, Ordering};

/// A language that Candor speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    /// The language of a locale (BCP 47), or English where Candor does not speak it.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let primary = locale.split('-').next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("de") {
            Self::De
        } else {
            Self::En
        }
    }

    /// What stands between the thousands of a number.
    pub(crate) const fn thousands(self) -> char {
        match self {
            Self::En => ',',
            Self::De => '.',
        }
    }
}

/// Whether German is spoken, and not English.
static GERMAN: AtomicBool = AtomicBool::new(false);

/// The language that is spoken.
#[must_use]
pub fn spoken() -> Language {
    if GERMAN.load(Ordering::Relaxed) {
        Language::De
    } else {
        Language::En
    }
}

/// Speaks this language from now on.
pub fn speak(language: Language) {
    GERMAN.store(language == Language::De, Ordering::Relaxed);
}

/// A message of the catalogues in the language that is spoken. A text that is put in stays as it is:
/// nothing in it is read as part of the message.
#[must_use]
pub fn say(id: &str, args: &[(&str, Said<'_>)]) -> String {
    catalogue::say(spoken(), id, args)
}

/// What is put into a message.
#[derive(Clone, Copy, Debug)]
pub enum Said<'a> {
    /// A text.
    Text(&'a str),
    /// A number that chooses the form of the words around it.
    Count(u64),
}

impl<'a> From<&'a str> for Said<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Said<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl From<u64> for Said<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_is_spoken_to_in_its_language_where_candor_speaks_it() {
        for german in ["de", "de-AT", "DE-ch"] {
            assert_eq!(Language::of_locale(german), Language::De);
        }
        for other in ["en-GB", "fr", "deu", "den", ""] {
            assert_eq!(Language::of_locale(other), Language::En);
        }
    }
}
