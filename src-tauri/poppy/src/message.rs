//! A message of a conversation, drafts 0.2 and 0.3 through one model (0.3 section 8.4, 0.2
//! section 7.4).
//!
//! Reading is lenient on purpose: a message with one member that cannot be read still shows the
//! others, since what it says, above all a disclosure, matters to the User. Each thing that was
//! wrong is listed in [`Message::problems`].

use serde_json::{Map, Value};

use crate::ids::MessageId;

/// Which side a message is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The User's side: the message is our own, come back.
    User,
    /// The Company's side.
    Company,
}

/// Who wrote a message, as its side says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// An automated agent (`"agent"`).
    Agent,
    /// A person (`"human"`).
    Human,
    /// Not said, or said in a word this agent does not know: attributed to the side, never to a
    /// person.
    Unknown,
}

/// One message, read from what was sent. Texts are as sent: clean them before they are shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The message's id; `None` when it is missing or not an identifier.
    pub id: Option<MessageId>,
    /// Which side it is of.
    pub role: Role,
    /// Who wrote it: `author.type` of draft 0.3, else `sender` of draft 0.2.
    pub author: Author,
    /// The text, if there is one that is a string.
    pub text: Option<String>,
    /// `data`, whatever it holds.
    pub data: Option<Value>,
    /// `extensions` by name. Empty for a message that is not the Company's: only Company messages
    /// carry extension content.
    pub extensions: Map<String, Value>,
    /// What was wrong with it, in plain English, one sentence each.
    pub problems: Vec<String>,
}

/// What is no message at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is not a JSON object.
    #[error("a message must be a JSON object, and this is {0}")]
    NotAnObject(&'static str),
    /// `role` is not `"user"` or `"company"`, so nobody can be named as its sender.
    #[error("a message must have a `role` of \"company\" or \"user\"")]
    NoRole,
}

impl Message {
    /// Reads a message.
    ///
    /// # Errors
    ///
    /// [`MessageError`] when it is no message at all.
    pub fn from_value(value: &Value) -> Result<Self, MessageError> {
        let Value::Object(sent) = value else {
            return Err(MessageError::NotAnObject(kind(value)));
        };
        let role = match sent.get("role").and_then(Value::as_str) {
            Some("company") => Role::Company,
            Some("user") => Role::User,
            _ => return Err(MessageError::NoRole),
        };
        let mut problems = Vec::new();
        let message = Self {
            id: id(sent, &mut problems),
            role,
            author: author(sent, &mut problems),
            text: text(sent, &mut problems),
            data: sent.get("data").cloned(),
            extensions: extensions(sent, role, &mut problems),
            problems: Vec::new(),
        };
        if !["text", "data", "context", "extensions"]
            .iter()
            .any(|m| sent.contains_key(*m))
        {
            problems.push("The message holds no text, data, context or extensions.".to_owned());
        }
        Ok(Self {
            problems,
            ..message
        })
    }
}

fn id(sent: &Map<String, Value>, problems: &mut Vec<String>) -> Option<MessageId> {
    let id = sent.get("id").and_then(Value::as_str);
    let id = id.and_then(|id| MessageId::parse(id).ok());
    if id.is_none() {
        problems.push("The message has no `id` that is an identifier.".to_owned());
    }
    id
}

/// A draft 0.3 `author` decides alone when it is there: one that cannot be read must not let a
/// `sender` beside it name a person.
fn author(sent: &Map<String, Value>, problems: &mut Vec<String>) -> Author {
    let said = match sent.get("author") {
        Some(author) => author.get("type"),
        None => sent.get("sender"),
    };
    match said.map(Value::as_str) {
        Some(Some("agent")) => Author::Agent,
        Some(Some("human")) => Author::Human,
        Some(Some(_)) => Author::Unknown,
        Some(None) | None => {
            problems.push("The message does not say what kind of author wrote it.".to_owned());
            Author::Unknown
        }
    }
}

fn text(sent: &Map<String, Value>, problems: &mut Vec<String>) -> Option<String> {
    match sent.get("text")? {
        Value::String(text) => Some(text.clone()),
        other => {
            problems.push(format!(
                "The message's `text` must be a string, and is {}.",
                kind(other)
            ));
            None
        }
    }
}

fn extensions(
    sent: &Map<String, Value>,
    role: Role,
    problems: &mut Vec<String>,
) -> Map<String, Value> {
    match (role, sent.get("extensions")) {
        (Role::User, _) | (_, None) => Map::new(),
        (Role::Company, Some(Value::Object(extensions))) => extensions.clone(),
        (Role::Company, Some(other)) => {
            problems.push(format!(
                "The message's `extensions` must be an object, and is {}: nothing in it is shown.",
                kind(other)
            ));
            Map::new()
        }
    }
}

/// What a JSON value is, for people.
const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it does not expect"
)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(value: Value) -> Message {
        Message::from_value(&value).unwrap()
    }

    #[test]
    fn both_drafts_are_one_model() {
        let new =
            read(json!({"id": "m1", "role": "company", "author": {"type": "human"}, "text": "Hi"}));
        let old = read(json!({"id": "m1", "role": "company", "sender": "human", "text": "Hi"}));
        assert_eq!(new, old);
        assert_eq!((new.author, new.problems.len()), (Author::Human, 0));
    }

    #[test]
    fn nobody_is_called_a_person_who_is_not_said_to_be_one() {
        for author in [
            json!({"type": "robot"}),
            json!({"type": 5}),
            json!("human"),
            json!({}),
            json!(null),
        ] {
            let sent = json!({"id": "m", "role": "company", "author": author, "sender": "human", "text": "x"});
            assert_eq!(read(sent).author, Author::Unknown, "author {author}");
        }
        assert_eq!(
            read(json!({"id": "m", "role": "company", "text": "x"})).author,
            Author::Unknown
        );
    }

    #[test]
    fn a_bad_member_costs_no_other() {
        let notices = json!({"disclosures": {"items": [{"text": "Contains peanuts."}]}});
        let sent = json!({"id": "no id", "role": "company", "author": 5, "text": 5, "extensions": notices});
        let message = read(sent);
        assert_eq!((message.id, message.text), (None, None));
        assert_eq!(Value::Object(message.extensions), notices);
        assert_eq!(message.problems.len(), 3, "{:?}", message.problems);
    }

    #[test]
    fn only_company_messages_carry_extensions() {
        let sent = json!({"id": "m", "role": "user", "author": {"type": "human"}, "extensions": {"links": {}}});
        let message = read(sent);
        assert!(message.extensions.is_empty() && message.problems.is_empty());
    }

    #[test]
    fn problems_are_named() {
        let base = json!({"id": "m", "role": "company", "author": {"type": "agent"}});
        assert_eq!(
            read(base.clone()).problems,
            ["The message holds no text, data, context or extensions."]
        );
        let mut odd = base;
        odd["extensions"] = json!(["disclosures"]);
        let message = read(odd);
        assert!(message.extensions.is_empty());
        assert_eq!(message.problems.len(), 1);
    }

    #[test]
    fn what_is_no_message() {
        assert_eq!(
            Message::from_value(&json!([])),
            Err(MessageError::NotAnObject("a list"))
        );
        for role in [json!(null), json!("Company"), json!(["company"])] {
            assert_eq!(
                Message::from_value(&json!({"role": role, "text": "x"})),
                Err(MessageError::NoRole)
            );
        }
        assert_eq!(
            Message::from_value(&json!({"text": "x"})),
            Err(MessageError::NoRole)
        );
    }
}
