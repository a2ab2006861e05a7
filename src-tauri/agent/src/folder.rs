//! The data folder, taken by one program alone.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::error::AgentError;

const LOCK: &str = "candor.lock";
/// Says that the demo's own journal is to be forgotten, by whoever starts the demo next: the User has
/// deleted the demo.
pub const FORGET_DEMO: &str = "demo.forget";
/// How the names of the files that this program keeps in a data folder begin, all of them: nothing
/// else in the folder is ever deleted.
const OURS: [&str; 3] = ["candor.", "sealing.key", "demo."];

/// Whether a file of this name in a data folder is this program's, the lock left aside.
pub(crate) fn is_ours(name: &str) -> bool {
    name != LOCK && OURS.iter().any(|ours| name.starts_with(ours))
}

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

/// Replaces a file in a data folder whole by one that only this user may read. A program that is
/// killed meanwhile, or a machine that loses power, leaves the old one or the new one.
///
/// # Errors
///
/// What the operating system says.
pub fn replace_private(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let fresh = PathBuf::from(fresh);
    let mut file = private_file(&fresh)?;
    file.set_len(0)?;
    file.write_all(content)?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&fresh, path)?;
    // Only then is the new name on the disk as well.
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_file_is_replaced_whole_and_stays_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.json");
        // What a killed program left is longer than what follows.
        std::fs::write(folder.path().join("list.json.new"), "left behind").unwrap();
        for content in ["a longer text", "short"] {
            replace_private(&path, content.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), content);
        }
        assert!(!folder.path().join("list.json.new").exists());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}
