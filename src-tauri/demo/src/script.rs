//! What the Company's side does in a conversation, step by step. Steps are data, so that those not
//! done yet are kept in the journal and done after a restart, each once.

use poppy::event::Responder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::agents::Lists;

/// Something to do after a pause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Step {
    /// How long the pause before it is, in milliseconds.
    pub(crate) pause: u32,
    pub(crate) acts: Vec<Act>,
}

/// One thing to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Act {
    /// Adds a message.
    Say(Said),
    /// Asks the User to sign in.
    AskSignIn { scope: String },
    /// Asks a User who has signed in for more.
    AskScope { scope: String },
    /// Asks for the User.
    RequestUser { reason: String },
    /// The conversation uses the User's account, and is the account's from now on.
    UseAccount,
    /// Adds an event of a type that no draft knows.
    Puzzle,
    /// Puts the User in the queue for a person.
    Queue,
    /// Somebody else answers from now on.
    HandTo(Responder),
    /// Nothing more to do for now: idle, unless other steps wait.
    Rest,
    /// Closes the conversation.
    Close,
    /// Older places in the conversation, and what was said before, are lost.
    LosePlaces,
    /// The conversation is gone, as if it had never been.
    Forget,
    /// Something that is no part of the conversation.
    Aside(Aside),
}

/// What happens beside a conversation, and is not kept: after a restart it is as if it had passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Aside {
    /// The agent's conversation requests are turned away for so many seconds.
    Busy { seconds: u32 },
    /// The agent's next sign-in ends so.
    NextSignIn(Fate),
}

/// How a sign-in ends that is not approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fate {
    Refused,
    Expired,
}

/// A message as it is sent, but for its id and role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Said {
    pub(crate) author: Author,
    pub(crate) text: String,
    /// It can be watched being written, word by word.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) written: bool,
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub(crate) extensions: Map<String, Value>,
}

/// Who wrote a message of the Company's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Author {
    Agent,
    Human,
    /// What a dishonest Company might claim: nobody the protocol knows.
    System,
}

impl Author {
    /// `author.type`
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Human => "human",
            Self::System => "system",
        }
    }
}

/// What the shop has to say, before it is known what the agent can show.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reply {
    pub(crate) text: String,
    /// It can be watched being written.
    pub(crate) written: bool,
    /// The items of `extensions.disclosures`.
    pub(crate) notices: Vec<Value>,
    /// The items of `extensions.links`.
    pub(crate) links: Vec<Value>,
}

impl Reply {
    pub(crate) fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }

    /// Lets it be watched being written.
    pub(crate) fn written(mut self) -> Self {
        self.written = true;
        self
    }

    pub(crate) fn notice(mut self, text: &str) -> Self {
        self.notices.push(json!({ "text": text }));
        self
    }

    pub(crate) fn link(mut self, url: &str, title: &str) -> Self {
        self.links.push(json!({ "url": url, "title": title }));
        self
    }

    /// Puts another answer after this one, in the same message.
    pub(crate) fn and(mut self, other: Self) -> Self {
        if !self.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(&other.text);
        self.written |= other.written;
        self.notices.extend(other.notices);
        self.links.extend(other.links);
        self
    }

    /// The message for an agent: content only of extensions it lists. Without `disclosures` the
    /// notices are in the text, since they matter whatever the agent can show; links are left out.
    pub(crate) fn by(self, author: Author, lists: Lists) -> Act {
        let mut text = self.text;
        let mut extensions = Map::new();
        if lists.disclosures {
            add_items(&mut extensions, "disclosures", self.notices);
        } else {
            for notice in self.notices.iter().filter_map(|n| n["text"].as_str()) {
                text.push_str("\n\nPlease note: ");
                text.push_str(notice);
            }
        }
        if lists.links {
            add_items(&mut extensions, "links", self.links);
        }
        Act::Say(Said {
            author,
            text,
            written: self.written,
            extensions,
        })
    }
}

fn add_items(extensions: &mut Map<String, Value>, name: &str, items: Vec<Value>) {
    if !items.is_empty() {
        extensions.insert(name.to_owned(), json!({ "items": items }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lists: Lists) -> Said {
        let reply = Reply::new("Yes.")
            .notice("Contains nuts.")
            .link("https://trailhead.example/", "Home");
        match reply.by(Author::Agent, lists) {
            Act::Say(said) => said,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_agent_gets_only_the_extensions_it_lists() {
        let both = said(Lists {
            links: true,
            disclosures: true,
        });
        assert_eq!(both.text, "Yes.");
        assert_eq!(
            Value::Object(both.extensions),
            json!({
                "disclosures": { "items": [{ "text": "Contains nuts." }] },
                "links": { "items": [{ "url": "https://trailhead.example/", "title": "Home" }] }
            })
        );
    }

    #[test]
    fn without_disclosures_the_notices_are_in_the_text() {
        let neither = said(Lists::default());
        assert_eq!(neither.text, "Yes.\n\nPlease note: Contains nuts.");
        assert!(neither.extensions.is_empty());
    }
}
