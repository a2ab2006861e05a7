//! Reading what an agent sends: `{"message": …}` (draft 0.3 section 8.4, 0.2 section 7.4).

use poppy::ids::{ConversationId, MessageId};
use poppy::json::parse_strict;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::error::ApiError;
use crate::jwt::sha256;
use crate::record::{Accepted, ReceivedMessage};

/// A message that may be accepted.
#[derive(Debug, PartialEq)]
pub(crate) struct Incoming {
    pub(crate) accepted: Accepted,
    /// Everything it holds.
    pub(crate) members: Map<String, Value>,
    /// The conversation that it is to begin a Direct Conversation under.
    pub(crate) parent: Option<ConversationId>,
}

/// The body's outline: the message as the bytes it was sent in.
#[derive(Deserialize)]
struct Outline<'a> {
    #[serde(borrow)]
    message: &'a RawValue,
    #[serde(default)]
    parent_conversation_id: Option<Value>,
}

/// Reads a message.
pub(crate) fn read(body: &[u8]) -> Result<Incoming, ApiError> {
    parse_strict(body).map_err(|_why| ApiError::invalid_request("the body cannot be read"))?;
    let outline: Outline<'_> = serde_json::from_slice(body)
        .map_err(|_why| ApiError::invalid_request("the body holds no message"))?;
    let raw = outline.message.get();
    let Ok(Value::Object(members)) = parse_strict(raw.as_bytes()) else {
        return Err(ApiError::invalid_request("the message is not an object"));
    };
    let message = check(&members).map_err(ApiError::invalid_request)?;
    let parent = outline.parent_conversation_id.map(|parent| {
        let id = parent
            .as_str()
            .and_then(|id| ConversationId::parse(id).ok());
        id.ok_or(ApiError::invalid_request(
            "parent_conversation_id is not an identifier",
        ))
    });
    Ok(Incoming {
        accepted: Accepted {
            message,
            digest: sha256(raw.as_bytes()),
        },
        members,
        parent: parent.transpose()?,
    })
}

fn check(members: &Map<String, Value>) -> Result<ReceivedMessage, &'static str> {
    let id = members.get("id").and_then(Value::as_str);
    let id = id.and_then(|id| MessageId::parse(id).ok());
    let id = id.ok_or("the message's id is missing or not an identifier")?;
    if members.contains_key("role") || members.contains_key("extensions") {
        return Err("role and extensions are the Company's");
    }
    if members.contains_key("sender") {
        return Err("draft 0.3 has author, not sender");
    }
    let author = members.get("author").and_then(|author| author.get("type"));
    let author = match author.and_then(Value::as_str) {
        Some(author @ ("agent" | "human")) => author.to_owned(),
        _ => return Err("author.type must be agent or human"),
    };
    let text = match members.get("text") {
        None => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => return Err("the message's text is not a string"),
    };
    let object = |name| match members.get(name) {
        None => Ok(false),
        Some(Value::Object(_)) => Ok(true),
        Some(_) => Err("the message's data and context must be objects"),
    };
    if !object("data")? & !object("context")? & text.is_none() {
        return Err("the message holds none of text, data and context");
    }
    Ok(ReceivedMessage { id, author, text })
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read_value(body: &Value) -> Result<Incoming, ApiError> {
        read(body.to_string().as_bytes())
    }

    #[test]
    fn a_message_is_read() {
        let found = read_value(&json!({ "message": {
            "id": "msg_1", "author": { "type": "human" }, "text": "Hello",
            "context": { "locale": "en" }, "later": 1
        }}))
        .unwrap();
        let message = found.accepted.message;
        assert_eq!(message.id.as_str(), "msg_1");
        assert_eq!(message.author, "human");
        assert_eq!(message.text.as_deref(), Some("Hello"));
        assert_eq!(found.parent, None);
    }

    #[test]
    fn the_digest_is_of_the_message_s_own_bytes() {
        let inner = r#"{"id":"m","author":{"type":"human"},"text":"a"}"#;
        let digest = |body: String| read(body.as_bytes()).unwrap().accepted.digest;
        let plain = digest(format!(r#"{{"message":{inner}}}"#));
        assert_eq!(digest(format!(r#"{{ "message" : {inner} }}"#)), plain);
        let spaced = inner.replace(':', ": ");
        assert_ne!(digest(format!(r#"{{"message":{spaced}}}"#)), plain);
    }

    #[test]
    fn what_the_draft_does_not_allow_is_refused() {
        for (member, value) in [
            ("id", json!(null)),
            ("id", json!("msg 1")),
            ("id", json!("")),
            ("author", json!("human")),
            ("author", json!({ "type": "company" })),
            ("author", json!(null)),
            ("sender", json!("human")),
            ("role", json!("user")),
            ("extensions", json!({})),
            ("text", json!(1)),
            ("data", json!([])),
            ("context", json!("en")),
        ] {
            let mut message =
                json!({ "id": "msg_1", "author": { "type": "human" }, "text": "Hello" });
            message[member] = value.clone();
            let found = read_value(&json!({ "message": message }));
            assert!(found.is_err(), "{member} = {value} was accepted");
        }
        for body in [
            json!({}),
            json!({ "message": "Hello" }),
            json!({ "message": { "id": "msg_1", "author": { "type": "human" } } }),
            json!([]),
        ] {
            assert!(read_value(&body).is_err(), "{body} was accepted");
        }
        assert!(read(b"{").is_err());
        assert!(read(b"\xff").is_err());
        assert!(read(br#"{"message":{"id":"a","id":"b","text":"x"}}"#).is_err());
    }

    proptest! {
        #[test]
        fn no_bytes_make_reading_panic(bytes in vec(any::<u8>(), 0..300), text in "\\PC*") {
            let _ = read(&bytes);
            let body = json!({ "message": {
                "id": "msg_1", "author": { "type": "human" }, "text": text
            }});
            let found = read_value(&body).map(|found| found.accepted.message.text);
            prop_assert_eq!(found, Ok(Some(text)));
        }
    }
}
