//! Where changes are kept: in a journal, or nowhere.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::accounts::AccountChange;
use crate::error::ApiError;
use crate::journal::Journal;
use crate::record::Change;

/// One line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Entry {
    /// Somebody signed in or out.
    Account { account: AccountChange },
    /// A conversation changed.
    Conversation(Box<Change>),
}

/// Where changes are kept.
pub(crate) enum Keeping {
    Memory,
    Journal(Journal),
    /// The demo has stopped: nothing changes any more.
    Stopped,
}

impl Keeping {
    /// Opens the journal, if there is one; gives what is in it.
    pub(crate) fn open(journal: Option<&Path>) -> io::Result<(Self, Vec<Entry>)> {
        Ok(match journal {
            Some(path) => {
                let (journal, entries) = Journal::open(path)?;
                (Self::Journal(journal), entries)
            }
            None => (Self::Memory, Vec::new()),
        })
    }

    /// Keeps a change. Only then may it be applied.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), ApiError> {
        match self {
            Self::Memory => Ok(()),
            Self::Journal(journal) => journal.add(entry).map_err(|error| {
                tracing::warn!(%error, "the demo's journal cannot be written");
                ApiError::UNAVAILABLE
            }),
            Self::Stopped => Err(ApiError::UNAVAILABLE),
        }
    }
}
