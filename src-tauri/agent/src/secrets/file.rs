//! The key in a file beside the store: for servers and tests without a keyring, when asked for.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use zeroize::Zeroizing;

use super::{KeyPlace, Unavailable};
use crate::folder::replace_private;

/// A key file in a data folder.
pub(crate) struct FileKey {
    folder: PathBuf,
}

const FILE: &str = "sealing.key";
/// Longer than any key: more is not read.
const MOST: u64 = 1024;

impl FileKey {
    /// The key file of this folder.
    pub(crate) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    fn read(&self) -> io::Result<Option<Zeroizing<Vec<u8>>>> {
        let file = match File::open(self.folder.join(FILE)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        make_private(&file)?;
        let mut key = Zeroizing::new(Vec::with_capacity(64));
        file.take(MOST).read_to_end(&mut key)?;
        Ok(Some(key))
    }

    /// Whole and on the disk before it has its name: a half-written key would look like a lost one.
    fn write(&self, key: &[u8]) -> io::Result<()> {
        replace_private(&self.folder.join(FILE), key)
    }
}

/// Leaves the file to its owner alone, whatever it was before.
#[cfg_attr(
    not(unix),
    expect(clippy::unnecessary_wraps, reason = "it can fail on Unix")
)]
fn make_private(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if file.metadata()?.permissions().mode() & 0o077 != 0 {
            file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
        }
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

impl KeyPlace for FileKey {
    fn word(&self) -> &'static str {
        "file"
    }

    fn load(&self, _store_id: &str) -> Result<Option<Zeroizing<Vec<u8>>>, Unavailable> {
        self.read().map_err(|_| UNREADABLE)
    }

    fn save(&self, _store_id: &str, key: &[u8]) -> Result<(), Unavailable> {
        self.write(key).map_err(|_| UNREADABLE)
    }

    fn remove(&self, _store_id: &str) -> Result<(), Unavailable> {
        match std::fs::remove_file(self.folder.join(FILE)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(UNREADABLE),
            _ => Ok(()),
        }
    }
}

const UNREADABLE: Unavailable = Unavailable {
    code: "keyring-failed",
    message: "The key file in the data folder cannot be read or written. Check the folder and its \
              permissions, and try again.",
};

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_that_others_may_read_is_made_private_when_it_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let place = FileKey::new(folder.path());
        place.write(b"a key").unwrap();
        let path = folder.path().join(FILE);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(place.read().unwrap().unwrap().as_slice(), b"a key");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
