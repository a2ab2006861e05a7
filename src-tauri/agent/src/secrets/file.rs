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
        let mut key = Zeroizing::new(Vec::with_capacity(64));
        file.take(MOST).read_to_end(&mut key)?;
        Ok(Some(key))
    }

    /// Whole and on the disk before it has its name: a half-written key would look like a lost one.
    fn write(&self, key: &[u8]) -> io::Result<()> {
        replace_private(&self.folder.join(FILE), key)
    }
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
}

const UNREADABLE: Unavailable = Unavailable {
    code: "keyring-failed",
    message: "The key file in the data folder cannot be read or written. Check the folder and its \
              permissions, and try again.",
};
