//! Opening the store: the folder, the lock on it, the file.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rusqlite::Connection;

use super::{Held, Store, StoreError, migrations};
use crate::error::AgentError;

/// The database's file in the data folder.
pub(crate) const FILE: &str = "candor.db";
const LOCK: &str = "candor.lock";

impl Store {
    /// Opens the store in `folder`, making both where they are not there, and takes the folder for
    /// this program alone.
    pub(crate) async fn open(folder: &Path) -> Result<Self, AgentError> {
        let folder = folder.to_owned();
        let opening = tokio::task::spawn_blocking(move || open(&folder));
        let held = opening.await.map_err(|_| AgentError::Closing)??;
        Ok(Self {
            held: Arc::new(Mutex::new(Some(held))),
        })
    }
}

fn open(folder: &Path) -> Result<Held, AgentError> {
    let unusable = |path: &Path| {
        let path = path.to_owned();
        move |problem| AgentError::Folder { path, problem }
    };
    make_folder(folder).map_err(unusable(folder))?;
    let lock_path = folder.join(LOCK);
    let lock = private_file(&lock_path).map_err(unusable(&lock_path))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(AgentError::InUse(folder.to_owned())),
        Err(TryLockError::Error(problem)) => return Err(unusable(&lock_path)(problem)),
    }
    let path = folder.join(FILE);
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
    Ok(Held {
        connection,
        _lock: lock,
    })
}

/// Full synchronisation: what was answered for as stored survives a power cut. Deleted content is
/// overwritten, not only unlinked.
fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "secure_delete", "ON")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    Ok(())
}

fn make_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Opens a file that only this user may read, making it if it is not there.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    Ok(file)
}
