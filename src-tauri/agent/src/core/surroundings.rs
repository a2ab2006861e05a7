//! What a Company may be told of the User's circumstances (`context`, draft 0.2 section 7.4): nothing
//! until the User turns it on, for each Company, and then exactly what was shown.

use poppy::client::Context;

use super::Core;
use crate::error::AgentError;
use crate::language::{self, Language};
use crate::page::{CompanyId, ContextChoice, ContextView};

/// The longest locale and time zone, in bytes.
const LONGEST: usize = 64;

/// What is known of this machine.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    /// A window told of them: somebody looks at what is said.
    told: bool,
    locale: Option<String>,
    time_zone: Option<String>,
}

impl Core {
    /// Takes what the window knows of this machine. What is no locale (BCP 47) or time zone (IANA)
    /// is as if it were not known.
    pub(crate) fn set_surroundings(&self, locale: Option<&str>, time_zone: Option<&str>) {
        let kept = |text: Option<&str>, fits: fn(&str) -> bool| {
            text.filter(|text| text.len() <= LONGEST && fits(text))
                .map(str::to_owned)
        };
        *super::locked(&self.surroundings) = Surroundings {
            told: true,
            locale: kept(locale, is_locale),
            time_zone: kept(time_zone, is_time_zone),
        };
    }

    /// Speaks the language that was chosen, or else this machine's, if a window looks on. Tells whether
    /// that is another one than before.
    pub(crate) fn speak(&self, chosen: Option<&str>) -> bool {
        let known = super::locked(&self.surroundings).clone();
        if !known.told {
            return false;
        }
        let before = language::spoken();
        let locale = chosen.or(known.locale.as_deref()).unwrap_or_default();
        language::speak(Language::of_locale(locale));
        language::spoken() != before
    }

    /// What goes with the next message to a Company.
    pub(crate) async fn context(&self, company: CompanyId) -> Result<Context, AgentError> {
        let choice = self.store.context(company).await?;
        let known = super::locked(&self.surroundings).clone();
        Ok(Context {
            locale: known.locale.filter(|_| choice.locale),
            time_zone: known.time_zone.filter(|_| choice.time_zone),
            user_available: choice.availability.then_some(true),
        })
    }

    /// The same, for the User to read before it is sent.
    pub(crate) async fn context_view(&self, company: CompanyId) -> Result<ContextView, AgentError> {
        self.company(company).await?;
        let choice: ContextChoice = self.store.context(company).await?;
        let context = self.context(company).await?;
        let known = super::locked(&self.surroundings).clone();
        let json = serde_json::to_string_pretty(&context).ok();
        Ok(ContextView {
            choice,
            locale: known.locale,
            time_zone: known.time_zone,
            will_send: json.filter(|_| !context.is_empty()),
        })
    }
}

/// A language tag as BCP 47 forms them: a language of two to eight letters, then subtags. A machine
/// with no language set says `C`, which is none.
pub(crate) fn is_locale(text: &str) -> bool {
    let mut subtags = text.split('-');
    let language = subtags.next().unwrap_or_default();
    (2..=8).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_alphabetic())
        && subtags.all(|subtag| {
            (1..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
        })
}

/// The form of an IANA time zone's name.
fn is_time_zone(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"/_+-".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::{is_locale, is_time_zone};

    #[test]
    fn locales_and_time_zones() {
        for locale in ["en", "en-US", "zh-Hant-TW", "de-CH-1996"] {
            assert!(is_locale(locale), "{locale}");
        }
        for none in [
            "",
            "C",
            "POSIX.UTF-8",
            "en_US",
            "en-",
            "-US",
            "en-US ",
            "<b>",
        ] {
            assert!(!is_locale(none), "{none:?}");
        }
        for zone in ["UTC", "Europe/Paris", "Etc/GMT+1", "America/Port-au-Prince"] {
            assert!(is_time_zone(zone), "{zone}");
        }
        for none in ["", "/etc/passwd", "Europe Paris", "1"] {
            assert!(!is_time_zone(none), "{none:?}");
        }
    }
}
