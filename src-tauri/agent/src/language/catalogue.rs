//! The catalogues, read once.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::{Language, Said};

type Bundle = FluentBundle<FluentResource>;

/// How many rooms a catalogue has.
const ROOMS: usize = 6;

/// The rooms of a language's catalogue.
macro_rules! rooms {
    ($code:literal) => {
        [
            include_str!(concat!(
                "../../../../ui/locales/",
                $code,
                "/core/companies.ftl"
            )),
            include_str!(concat!(
                "../../../../ui/locales/",
                $code,
                "/core/errors.ftl"
            )),
            include_str!(concat!(
                "../../../../ui/locales/",
                $code,
                "/core/notify.ftl"
            )),
            include_str!(concat!("../../../../ui/locales/", $code, "/core/proxy.ftl")),
            include_str!(concat!(
                "../../../../ui/locales/",
                $code,
                "/core/published.ftl"
            )),
            include_str!(concat!(
                "../../../../ui/locales/",
                $code,
                "/core/sign-in.ftl"
            )),
        ]
    };
}

pub(super) const ENGLISH: [&str; ROOMS] = rooms!("en");
const GERMAN: [&str; ROOMS] = rooms!("de");

static IN_ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle("en", ENGLISH));
static IN_GERMAN: LazyLock<Bundle> = LazyLock::new(|| bundle("de", GERMAN));

/// What cannot be read of a catalogue is left out: a test reads them all.
fn bundle(code: &str, rooms: [&str; ROOMS]) -> Bundle {
    let language = code.parse::<LanguageIdentifier>().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![language]);
    // What is put in is isolated where it is a Company's.
    bundle.set_use_isolating(false);
    for room in rooms {
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(room.to_owned());
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// A message; in English where the language does not have it, and empty where neither has.
pub(super) fn say(language: Language, id: &str, args: &[(&str, Said<'_>)]) -> String {
    let bundle = match language {
        Language::En => &IN_ENGLISH,
        Language::De => &IN_GERMAN,
    };
    said(bundle, id, args)
        .or_else(|| said(&IN_ENGLISH, id, args))
        .unwrap_or_default()
}

fn said(bundle: &Bundle, id: &str, args: &[(&str, Said<'_>)]) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    let args: FluentArgs<'_> = args
        .iter()
        .map(|&(name, value)| (name, FluentValue::from(value)))
        .collect();
    let mut problems = Vec::new();
    let said = bundle.format_pattern(pattern, Some(&args), &mut problems);
    problems.is_empty().then(|| said.into_owned())
}

impl<'a> From<Said<'a>> for FluentValue<'a> {
    fn from(said: Said<'a>) -> Self {
        match said {
            Said::Text(text) => Self::String(text.into()),
            Said::Count(count) => Self::from(count),
        }
    }
}

/// The ids of a catalogue.
#[cfg(test)]
pub(super) fn ids(rooms: [&'static str; ROOMS]) -> Vec<&'static str> {
    let lines = rooms.into_iter().flat_map(str::lines);
    lines
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .filter_map(|line| line.split_once(" =").map(|(id, _)| id))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_can_be_said_in_each_language() {
        for (room, text) in ENGLISH.iter().chain(&GERMAN).enumerate() {
            assert!(
                FluentResource::try_new((*text).to_owned()).is_ok(),
                "room {room}"
            );
        }
        let english = ids(ENGLISH);
        assert_eq!(english, ids(GERMAN));
        assert!(english.len() > 100);
        let theirs = "{ $company } { -x } = [one]";
        for id in english {
            for count in [0, 1, 2, 5, 1000] {
                let mut args: Vec<(&str, Said<'_>)> = [
                    "claims",
                    "code",
                    "company",
                    "domain",
                    "extension",
                    "found",
                    "host",
                    "is",
                    "issuer",
                    "known",
                    "text",
                    "max",
                    "must",
                    "over",
                    "path",
                    "problem",
                    "proxy",
                    "status",
                    "url",
                    "amount",
                ]
                .map(|name| (name, Said::Text(theirs)))
                .to_vec();
                args.push(("n", Said::Count(count)));
                args.push(("notices", Said::Count(count)));
                args.push(("messages", Said::Text(theirs)));
                for bundle in [&*IN_ENGLISH, &*IN_GERMAN] {
                    let said = said(bundle, id, &args).unwrap_or_default();
                    assert!(!said.is_empty(), "{id}");
                    assert!(
                        !said.replace(theirs, "").contains(['{', '}', '$']),
                        "{said}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_counted_has_the_form_of_its_number() {
        let hours = |language, n| say(language, "clock-hours", &[("n", Said::Count(n))]);
        assert_eq!(hours(Language::En, 1), "1 hour");
        assert_eq!(hours(Language::En, 2), "2 hours");
        assert_eq!(hours(Language::De, 1), "1 Stunde");
        assert_eq!(hours(Language::De, 2), "2 Stunden");
    }

    #[test]
    fn what_is_in_no_catalogue_is_never_said_by_its_id() {
        assert_eq!(say(Language::De, "no-such-message", &[]), "");
        assert_eq!(say(Language::De, "clock-hours", &[]), "");
    }
}
