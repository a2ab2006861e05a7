//! Opening the store: the file in the data folder, and how it is written.

use std::sync::{Arc, Mutex};

use rusqlite::Connection;

use super::reader::Reader;
use super::{Held, Store, StoreError, migrations};
use crate::error::AgentError;
use crate::folder::{DataFolder, private_file, unusable};

/// The database's file in the data folder.
pub(crate) const FILE: &str = "candor.db";

impl Store {
    /// Opens the store in a data folder, making it where it is not there.
    pub(crate) async fn open(folder: DataFolder) -> Result<Self, AgentError> {
        let opening = tokio::task::spawn_blocking(move || open(folder));
        let (held, reader) = opening.await.map_err(|error| super::broke_off(&error))??;
        Ok(Self {
            held: Arc::new(Mutex::new(Some(held))),
            reader,
        })
    }
}

fn open(folder: DataFolder) -> Result<(Held, Reader), AgentError> {
    let path = folder.path().join(FILE);
    // Made before SQLite opens it, so that it is private from the first byte; SQLite gives the
    // files beside it the same mode.
    private_file(&path).map_err(unusable(&path))?;
    let mut connection = Connection::open(&path).map_err(StoreError::from)?;
    let found = migrations::version(&connection)?;
    if found > migrations::KNOWN_VERSION {
        return Err(AgentError::NewerStore {
            found,
            known: migrations::KNOWN_VERSION,
        });
    }
    prepare(&connection)?;
    migrations::migrate(&mut connection)?;
    let reader = Reader::open(&path)?;
    let held = Held { connection, folder };
    Ok((held, reader))
}

/// Full synchronisation: what was answered for as stored survives a power cut. Deleted content is
/// overwritten, not only unlinked.
fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // What is sorted or built on the way is nobody's to find in a folder for temporary files.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(())
}
