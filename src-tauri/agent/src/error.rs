//! What can go wrong in the agent, as one enum with codes.

use std::path::PathBuf;

use serde::Serialize;
use ts_rs::TS;

/// An error as it reaches the page and the command line: decide by `code`, show `message`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct ErrorReport {
    /// Stable, in kebab case, or the protocol's own.
    pub code: String,
    /// What happened, whose doing it is and what to do, in plain English.
    pub message: String,
}

/// The longest message of a User's, in bytes of UTF-8. Ours: the protocol has no bound.
pub const MAX_TEXT: usize = 64 * 1024;

/// An error of the agent.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// What was typed is not a Company's domain.
    #[error(transparent)]
    Domain(#[from] poppy::domain::DomainError),
    /// The Company could not be found or verified.
    #[error(transparent)]
    Discovery(#[from] poppy::discovery::DiscoveryError),
    /// The data folder cannot be made or used.
    #[error("the folder {} cannot be used: {problem}", path.display())]
    Folder {
        /// The folder, or the file in it.
        path: PathBuf,
        /// What the operating system says.
        problem: std::io::Error,
    },
    /// A network file cannot be used.
    #[error("the network file {} cannot be used: {problem}", path.display())]
    NetworkFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Another program has the data folder open.
    #[error(
        "another Candor is using the folder {} just now: close it first, or name another folder",
        .0.display()
    )]
    InUse(PathBuf),
    /// The store was written by a newer version of this program. Nothing was changed.
    #[error(
        "the messages kept here were written by a newer version of Candor (store version {found}, \
         and this one knows versions up to {known}): nothing was changed; start the newer version"
    )]
    NewerStore {
        /// Its version.
        found: i64,
        /// The newest that is known.
        known: i64,
    },
    /// The store cannot be read or written.
    #[error("the messages kept on this machine cannot be read or written: {0}")]
    Store(crate::store::StoreError),
    /// Secrets are not ready.
    #[error("{message}")]
    Secrets {
        /// As in [`crate::page::SecretsState::Unavailable`].
        code: String,
        /// Likewise.
        message: String,
    },
    /// This Company needs an identity that is published, and none is.
    #[error(
        "this Company asks who your agent is, and you have not published its identity yet: set it \
         up first"
    )]
    NoIdentity,
    /// The `client_id` cannot be one.
    #[error("this cannot be the address of your agent's identity: {0}")]
    ClientId(#[from] poppy::documents::client::ClientIdError),
    /// The identity cannot be written to the folder named.
    #[error("{} cannot be written: {problem}", path.display())]
    Export {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        problem: std::io::Error,
    },
    /// There is no such Company, conversation, entry or link.
    #[error("there is no such {0} any longer")]
    NotFound(&'static str),
    /// The message says nothing.
    #[error("write something first: this message is empty")]
    EmptyMessage,
    /// What was chosen as a language is none.
    #[error("this is no language that Candor knows how to name")]
    NotALanguage,
    /// The message is too long.
    #[error("this message is about {} characters too long: send it in parts", thousands(*.over))]
    MessageTooLong {
        /// How many characters would have to go, about: never fewer.
        over: usize,
    },
    /// The conversation is over.
    #[error("this conversation is over: start a new one to go on")]
    Closed,
    /// The Company does not know of this conversation yet.
    #[error("write something first: the Company does not know of this conversation yet")]
    NotBegun,
    /// Something that a Company refused, or that has words of its own.
    #[error("{message}")]
    Told {
        /// The code to decide by.
        code: String,
        /// What happened, whose doing it is and what to do.
        message: String,
    },
    /// The message did not fail, so there is nothing to try again.
    #[error("this message did not fail: there is nothing to try again")]
    NotFailed,
    /// The Company offers no conversations.
    #[error("this Company has no chat that Candor can use: that is the Company's choice")]
    NoChat,
    /// The User blocked the Company.
    #[error("you blocked this Company: unblock it to go on")]
    Blocked,
    /// A key cannot be made or used.
    #[error("this machine cannot make or use the keys your agent signs with")]
    Key(#[from] poppy::keys::KeyError),
    /// Connections cannot be made at all.
    #[error(transparent)]
    Network(#[from] poppy::net::NetError),
    /// The agent was closed.
    #[error("Candor is closing")]
    Closing,
}

impl From<crate::store::StoreError> for AgentError {
    fn from(error: crate::store::StoreError) -> Self {
        match error {
            crate::store::StoreError::Closed => Self::Closing,
            error => Self::Store(error),
        }
    }
}

impl AgentError {
    /// The code.
    #[must_use]
    pub fn code(&self) -> &str {
        use poppy::domain::DomainError;
        match self {
            Self::Domain(DomainError::Empty) => "empty-domain",
            Self::Domain(_) => "not-a-domain",
            Self::Discovery(error) => error.code(),
            Self::Folder { .. } => "folder-unusable",
            Self::NetworkFile { .. } => "network-file",
            Self::InUse(_) => "in-use",
            Self::NewerStore { .. } => "newer-store",
            Self::Store(_) => "store-failed",
            Self::Secrets { code, .. } => code,
            Self::NoIdentity => "no-identity",
            Self::ClientId(_) => "bad-client-id",
            Self::Export { .. } => "export-failed",
            Self::NotFound(_) => "not-found",
            Self::EmptyMessage => "empty-message",
            Self::NotALanguage => "not-a-language",
            Self::MessageTooLong { .. } => "message-too-long",
            Self::Closed => "conversation-over",
            Self::NotBegun => "not-begun",
            Self::Told { code, .. } => code,
            Self::NotFailed => "not-failed",
            Self::NoChat => "no-chat",
            Self::Blocked => "company-blocked",
            Self::Key(_) => "key-failed",
            Self::Network(error) => error.code(),
            Self::Closing => "closing",
        }
    }

    /// The error for the page and the command line.
    #[must_use]
    pub fn report(&self) -> ErrorReport {
        ErrorReport {
            code: self.code().to_owned(),
            message: crate::words::agent(self),
        }
    }
}

/// How many characters at the end of `text` stand after its first `most` bytes: a message shortened
/// by them is not too long.
pub(crate) fn over(text: &str, most: usize) -> AgentError {
    let kept = text
        .char_indices()
        .take_while(|(at, c)| at + c.len_utf8() <= most);
    AgentError::MessageTooLong {
        over: text.chars().count().saturating_sub(kept.count()),
    }
}

/// A number as people read it, rounded up to two digits: `3,000`.
pub(crate) fn thousands(number: usize) -> String {
    let mut unit: usize = 1;
    while number / unit >= 100 {
        unit = unit.saturating_mul(10);
    }
    let digits = number.div_ceil(unit).saturating_mul(unit).to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(crate::language::spoken().thousands());
        }
        grouped.push(digit);
    }
    grouped
}

/// A message as a sentence of its own: errors are written to stand inside others. One that begins
/// with a name, such as a domain, keeps it as it is.
pub(crate) fn sentence(message: &str) -> String {
    let first_word = message.split(' ').next().unwrap_or_default();
    let mut letters = message.chars();
    let mut sentence: String = if first_word.bytes().all(|b| b.is_ascii_lowercase()) {
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    } else {
        message.to_owned()
    };
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_that_is_too_long_says_by_how_many_characters() {
        let said = |text: &str| over(text, MAX_TEXT).report();
        let report = said(&"a".repeat(MAX_TEXT + 3000));
        assert_eq!(report.code, "message-too-long");
        assert_eq!(
            report.message,
            "This message is about 3,000 characters too long: send it in parts."
        );
        for (over, shown) in [
            (1, "1"),
            (99, "99"),
            (101, "110"),
            (12_345, "13,000"),
            (1_234_567, "1,300,000"),
        ] {
            let long = said(&"a".repeat(MAX_TEXT + over));
            assert!(
                long.message.contains(&format!(" {shown} ")),
                "{}",
                long.message
            );
        }
        // Four bytes each: what is left when so many are taken off is short enough.
        let long = "\u{1f600}".repeat(MAX_TEXT / 4 + 5);
        assert!(said(&long).message.contains(" 5 "));
    }
}
