//! Pages and events as they stand on the wire, read no further than it takes to tell them apart, so
//! that one bad event costs no other.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::MAX_EVENTS;

/// The longest `created_at` that is kept, in bytes: an RFC 3339 text is about half.
const MAX_TIME: usize = 64;

/// A page with its members unread.
#[derive(Deserialize)]
pub(super) struct Page<'a> {
    #[serde(borrow, default)]
    pub(super) conversation_id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) status: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) responder: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) events: Events<'a>,
    #[serde(borrow, default)]
    pub(super) cursor: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) has_more: Option<&'a RawValue>,
}

/// A member's value, if it is there and of this type.
pub(super) fn read<T: DeserializeOwned>(raw: Option<&RawValue>) -> Option<T> {
    serde_json::from_str(raw?.get()).ok()
}

/// At most [`MAX_EVENTS`] events, unread.
pub(super) struct Events<'a>(pub(super) Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for Events<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Vec<&'de RawValue>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut events = Vec::new();
                while let Some(event) = seq.next_element()? {
                    if events.len() == MAX_EVENTS {
                        return Err(A::Error::custom(format!("more than {MAX_EVENTS} events")));
                    }
                    events.push(event);
                }
                Ok(events)
            }
        }

        deserializer.deserialize_seq(List).map(Events)
    }
}

/// What tells an event from others. Of a repeated member the first value that can be read counts,
/// but an event that once calls itself a message is one.
#[derive(Default)]
pub(super) struct Outline {
    pub(super) id: Option<String>,
    pub(super) kind: Option<String>,
    pub(super) created_at: Option<String>,
    pub(super) is_message: bool,
}

impl<'de> Deserialize<'de> for Outline {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Outline;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Outline, A::Error> {
                let mut outline = Outline::default();
                while let Some(name) = map.next_key::<String>()? {
                    let value = Some(map.next_value::<&RawValue>()?);
                    match name.as_str() {
                        "id" => outline.id = outline.id.or_else(|| read(value)),
                        "type" => {
                            let kind: Option<String> = read(value);
                            outline.is_message |= kind.as_deref() == Some("message");
                            outline.kind = outline.kind.or(kind);
                        }
                        "created_at" => {
                            let time = read(value).filter(|time: &String| time.len() <= MAX_TIME);
                            outline.created_at = outline.created_at.or(time);
                        }
                        _ => {}
                    }
                }
                Ok(outline)
            }
        }

        deserializer.deserialize_map(Members)
    }
}
