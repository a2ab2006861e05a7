//! Notices: the content of the Disclosures extension, version 1.

use serde::Serialize;
use serde_json::Value;

use crate::text;

/// One notice, as it is shown. Dropping one is the one error not allowed, so what cannot be read is
/// a notice of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Notice {
    /// A notice with its text, cleaned, of many lines, never cut.
    Text {
        /// The text.
        text: String,
    },
    /// A notice was sent that cannot be read.
    Unreadable {
        /// The JSON that was sent.
        unreadable: Value,
    },
}

/// Reads the content of `extensions.disclosures` (section 3 of the extension's page): one notice for
/// each item, in order; one for the whole when it holds no list of items.
#[must_use]
pub fn read(content: &Value) -> Vec<Notice> {
    match content.get("items") {
        Some(Value::Array(items)) => items.iter().map(notice).collect(),
        _ => vec![unreadable(content)],
    }
}

fn notice(item: &Value) -> Notice {
    match item
        .get("text")
        .and_then(Value::as_str)
        .map(text::many_lines)
    {
        Some(text) if !text::is_blank(&text) => Notice::Text { text },
        _ => unreadable(item),
    }
}

fn unreadable(sent: &Value) -> Notice {
    Notice::Unreadable {
        unreadable: sent.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_was_sent_is_kept_where_it_cannot_be_read() {
        for content in [
            json!(null),
            json!([]),
            json!({"items": {}}),
            json!("Contains peanuts."),
            json!(7),
        ] {
            assert_eq!(
                read(&content),
                [Notice::Unreadable {
                    unreadable: content
                }]
            );
        }
        let items = json!({"items": [[], {"text": "\u{200d}"}, {"text": ["a"]}]});
        let unreadable = |sent| Notice::Unreadable { unreadable: sent };
        assert_eq!(
            read(&items),
            [
                unreadable(json!([])),
                unreadable(json!({"text": "\u{200d}"})),
                unreadable(json!({"text": ["a"]}))
            ]
        );
    }
}
