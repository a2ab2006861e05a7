//! What is kept on this machine: one SQLite file, and no SQL outside this room.
//!
//! Everything runs on tokio's blocking threads, one piece of work at a time. Each piece is one
//! transaction: killed at any moment, it happened or it did not. A caller that stops waiting does
//! not stop the work.

mod accounts;
mod agreements;
mod companies;
mod conversations;
mod direct;
mod erase;
#[cfg(test)]
mod erase_tests;
mod keys;
mod list;
mod log;
mod meta;
mod migrations;
mod open;
mod outbox;
mod pages;
mod reader;
mod rows;
mod search;
#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod tests;
mod timeline;
mod usage;
mod windows;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use reader::Reader;

pub(crate) use accounts::{AccountRow, Revocation, SignedIn};
pub(crate) use agreements::SeenRow;
pub(crate) use companies::CompanyRow;
pub(crate) use conversations::{CLOSED, ConversationRow, IN_MEMORY_TAG, Of, SESSION_GONE};
pub(crate) use keys::{KeyRow, KeyUse};
pub(crate) use list::ConversationSummary;
pub(crate) use log::{LogDetail, LogRow};
pub(crate) use meta::name as meta_name;
pub use migrations::KNOWN_VERSION;
pub(crate) use open::FILE;
pub(crate) use outbox::{Outgoing, Received, Refusal};
pub(crate) use pages::PageOutcome;
pub(crate) use rows::{EntryKind, EntryRow, Own, SendState, responder as responder_of};
pub(crate) use search::HitRow;

/// The store cannot do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite failed: the disk is full, the file is damaged, …
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// What is kept cannot be read back.
    #[error("{0} cannot be read back")]
    Damaged(&'static str),
    /// A step in it failed in a way that nobody foresaw; what it had begun was undone.
    #[error("a step in it broke off")]
    BrokeOff,
    /// It was closed.
    #[error("it was closed")]
    Closed,
}

/// The open store. Clones are the same store.
#[derive(Clone)]
pub(crate) struct Store {
    held: Arc<Mutex<Option<Held>>>,
    reader: Reader,
}

/// Why work did not come to its end: it panicked, or the runtime is shutting down.
fn broke_off(error: &tokio::task::JoinError) -> StoreError {
    if error.is_panic() {
        StoreError::BrokeOff
    } else {
        StoreError::Closed
    }
}

/// The database, and its folder for as long as it is open.
struct Held {
    connection: Connection,
    /// Let go after the connection is closed: fields are dropped in order.
    folder: crate::folder::DataFolder,
}

impl Store {
    /// Runs one transaction.
    async fn run<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Transaction<'_>) -> Result<T, StoreError> + Send + 'static,
    {
        let held = Arc::clone(&self.held);
        let done = tokio::task::spawn_blocking(move || {
            let mut guard = held.lock().unwrap_or_else(PoisonError::into_inner);
            let held = guard.as_mut().ok_or(StoreError::Closed)?;
            let transaction = held
                .connection
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        });
        done.await.unwrap_or_else(|error| Err(broke_off(&error)))
    }

    /// The data folder.
    pub(crate) async fn folder(&self) -> Result<PathBuf, StoreError> {
        let held = Arc::clone(&self.held);
        let done = tokio::task::spawn_blocking(move || {
            let guard = held.lock().unwrap_or_else(PoisonError::into_inner);
            let held = guard.as_ref().ok_or(StoreError::Closed)?;
            Ok(held.folder.path().to_owned())
        });
        done.await.unwrap_or_else(|error| Err(broke_off(&error)))
    }

    /// Runs what cannot be part of a transaction.
    async fn outside<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let held = Arc::clone(&self.held);
        let done = tokio::task::spawn_blocking(move || {
            let guard = held.lock().unwrap_or_else(PoisonError::into_inner);
            work(&guard.as_ref().ok_or(StoreError::Closed)?.connection)
        });
        done.await.unwrap_or_else(|error| Err(broke_off(&error)))
    }

    /// Closes it, once the work under way is done. The folder is free then.
    pub(crate) async fn close(&self) {
        let held = Arc::clone(&self.held);
        let reader = self.reader.clone();
        let closing = tokio::task::spawn_blocking(move || {
            reader.close();
            drop(held.lock().unwrap_or_else(PoisonError::into_inner).take());
        });
        // Only a runtime that is shutting down refuses; it drops the store itself.
        let _ = closing.await;
    }
}
