//! The data folder, taken by one program alone.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::AgentError;

const LOCK: &str = "candor.lock";

/// A data folder that nothing but this program uses, until this value is dropped. Whatever is kept
/// beside the store is read and written only while it is held.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    _lock: File,
}

impl DataFolder {
    /// Takes a folder, making it where it is not there. On Unix only this user may enter it.
    ///
    /// # Errors
    ///
    /// [`AgentError::Folder`] when it cannot be used, [`AgentError::InUse`] when another program
    /// holds it.
    pub fn take(path: &Path) -> Result<Self, AgentError> {
        make(path).map_err(unusable(path))?;
        let lock_path = path.join(LOCK);
        let lock = private_file(&lock_path).map_err(unusable(&lock_path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => Err(AgentError::InUse(path.to_owned())),
            Err(TryLockError::Error(problem)) => Err(unusable(&lock_path)(problem)),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Makes an error out of what went wrong with this path.
pub(crate) fn unusable(path: &Path) -> impl FnOnce(io::Error) -> AgentError {
    let path = path.to_owned();
    move |problem| AgentError::Folder { path, problem }
}

fn make(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Opens a file that only this user may read, making it if it is not there.
pub(crate) fn private_file(path: &Path) -> io::Result<File> {
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
