//! `candor-cli inspect`: what the window would make of a message.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use candor_agent::view::{MessageView, view};
use poppy::disclosures::Notice;
use poppy::domain::Domain;
use poppy::json::parse_strict;
use poppy::links::CompanySites;
use poppy::message::Message;
use poppy::net::MAX_BODY;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::arguments::Inspect;
use crate::failure::Failure;
use crate::output::Output;

/// The most that is read from stdin, in bytes: some of the largest messages a Company may send.
const MAX_INPUT: usize = 16 * MAX_BODY;

/// Reads stdin and prints what it would become on screen.
pub(crate) fn run(arguments: &Inspect, output: &Output) -> Result<(), Failure> {
    let poppy = match &arguments.poppy {
        Some(path) => Poppy::read(path)?,
        None => Poppy::default(),
    };
    let typed = arguments.company.as_deref().or(poppy.domain.as_deref());
    let sites = CompanySites {
        domain: Domain::from_typed(typed.unwrap_or("example.com"))?.into(),
        poppy_domains: Vec::new(),
    };
    let input = bounded(&mut std::io::stdin().lock(), MAX_INPUT)
        .map_err(|problem| Failure::new("invalid-message", format!("the input {problem}")))?;
    let inspect = |message: &[u8]| -> Result<Value, String> {
        // As strictly as the window reads it: a member named twice could hide a notice.
        let message = parse_strict(message).map_err(|error| error.to_string())?;
        let message = Message::from_value(&message).map_err(|error| error.to_string())?;
        Ok(printed(&view(&message, &sites, &poppy.extensions)))
    };
    let printed = match serde_json::from_slice::<Vec<&RawValue>>(&input) {
        Ok(messages) => {
            let views = messages.iter().enumerate().map(|(index, message)| {
                inspect(message.get().as_bytes())
                    .map_err(|problem| invalid(&format!("message {}: {problem}", index + 1)))
            });
            Value::Array(views.collect::<Result<_, _>>()?)
        }
        Err(_) => inspect(&input).map_err(|problem| invalid(&problem))?,
    };
    output.line(&printed)
}

fn invalid(problem: &str) -> Failure {
    Failure::new("invalid-message", problem)
}

/// A view as it is printed: of each link, the assessment alone; of what cannot be read, what was
/// sent.
pub(crate) fn printed(view: &MessageView) -> Value {
    let notices = view.disclosures.iter().cloned().map(Notice::from);
    json!({
        "author": view.author,
        "text": view.text,
        "disclosures": notices.collect::<Vec<_>>(),
        "links": view.links.iter().map(|card| &card.link).collect::<Vec<_>>(),
        "problems": view.problems,
    })
}

/// Reads everything, but no more than `most` bytes.
fn bounded(input: &mut impl Read, most: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    input
        .take(limit)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() > most {
        return Err(format!("is larger than {most} bytes"));
    }
    Ok(bytes)
}

/// What of a Company's `poppy.json` decides how its messages are shown.
#[derive(Default)]
struct Poppy {
    domain: Option<String>,
    extensions: BTreeMap<String, String>,
}

impl Poppy {
    /// Lenient about everything else: whoever writes a Company inspects messages before all of the
    /// document is right.
    fn read(path: &Path) -> Result<Self, Failure> {
        let failure = |problem: String| {
            let path = path.display();
            Failure::new(
                "invalid-poppy",
                format!("{path} cannot be used as a poppy.json: it {problem}"),
            )
        };
        let mut file = std::fs::File::open(path)
            .map_err(|error| failure(format!("cannot be read: {error}")))?;
        let bytes = bounded(&mut file, MAX_BODY).map_err(failure)?;
        let document = poppy::json::parse_strict(&bytes).map_err(|error| {
            Failure::new(
                "invalid-poppy",
                format!("{} cannot be used as a poppy.json: {error}", path.display()),
            )
        })?;
        let text = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        let listed = document.get("extensions").and_then(Value::as_object);
        Ok(Self {
            domain: text(document.pointer("/organization/domain")),
            extensions: listed.map(poppy::extensions::listed).unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::bounded;

    #[test]
    fn input_is_bounded() {
        assert_eq!(bounded(&mut &b"abc"[..], 3).unwrap(), b"abc");
        assert_eq!(
            bounded(&mut &b"abcd"[..], 3).unwrap_err(),
            "is larger than 3 bytes"
        );
    }
}
