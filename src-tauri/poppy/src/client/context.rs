//! What a message carries besides its text, and its body as it goes on the wire.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::documents::company::ProtocolVersion;
use crate::ids::{ConversationId, MessageId};

/// What the User lets a Company know of their circumstances with a message (`context`, draft 0.2
/// section 7.4). Each only if the User turned it on; all absent, nothing is sent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    /// The User's language and region (BCP 47), such as `en-US`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// The User's time zone (IANA), such as `Europe/Paris`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Whether the User is there to answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_available: Option<bool>,
}

impl Context {
    /// Whether it tells nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.locale.is_none() && self.time_zone.is_none() && self.user_available.is_none()
    }
}

/// A message to send: the User's own words.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    /// The version the Company speaks: `author` in draft 0.3, `sender` in draft 0.2.
    pub version: ProtocolVersion,
    /// The message's id, kept for every attempt.
    pub id: &'a MessageId,
    /// The User's words.
    pub text: &'a str,
    /// What else the Company is told.
    pub context: &'a Context,
    /// The conversation that the message opens a Direct Conversation under (draft 0.2 section 7.10):
    /// for the first message only.
    pub parent: Option<&'a ConversationId>,
}

impl Outgoing<'_> {
    /// The body of the request: made once, kept, and sent byte for byte each time.
    #[must_use]
    pub fn body(&self) -> Vec<u8> {
        let mut message = match self.version {
            ProtocolVersion::V0_3 => {
                json!({"id": self.id, "author": {"type": "human"}, "text": self.text})
            }
            ProtocolVersion::V0_2 => json!({"id": self.id, "sender": "human", "text": self.text}),
        };
        if !self.context.is_empty() {
            message["context"] = json!(self.context);
        }
        let mut body = json!({ "message": message });
        if let Some(parent) = self.parent {
            body["parent_conversation_id"] = Value::from(parent.as_str());
        }
        body.to_string().into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::unwrap_used, reason = "tests")]
    fn context_and_parent_are_sent_only_when_there_are_any() {
        let id = MessageId::parse("msg_1").unwrap();
        let parent = ConversationId::parse("cnv_1").unwrap();
        let body = |context: &Context, parent| {
            let message = Outgoing {
                version: ProtocolVersion::V0_3,
                id: &id,
                text: "Hi",
                context,
                parent,
            };
            String::from_utf8(message.body()).unwrap()
        };
        let bare = r#"{"message":{"id":"msg_1","author":{"type":"human"},"text":"Hi"}}"#;
        assert_eq!(body(&Context::default(), None), bare);
        let zone = Context {
            time_zone: Some("Europe/Paris".into()),
            user_available: Some(false),
            ..Context::default()
        };
        assert_eq!(
            body(&zone, Some(&parent)),
            r#"{"message":{"id":"msg_1","author":{"type":"human"},"text":"Hi","context":{"time_zone":"Europe/Paris","user_available":false}},"parent_conversation_id":"cnv_1"}"#
        );
    }
}
