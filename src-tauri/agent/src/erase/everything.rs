//! Deleting everything: the files, then the key in the keyring. A note in the folder says that this
//! is under way, so that a program that is killed meanwhile goes on at its next start, before it
//! reads anything.

use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::error::AgentError;
use crate::folder::{self, replace_private, unusable};
use crate::secrets::KeyPlace;

/// The note.
const NOTE: &str = "candor.erasing";

#[derive(Serialize, Deserialize)]
struct Note {
    /// Names the store to the keyring; not a secret.
    store_id: Option<String>,
    /// Where its key is: [`KeyPlace::word`].
    place: String,
    /// The files are deleted, and any beside the note are new ones: only the key is left.
    files_gone: bool,
}

fn write(folder: &Path, note: &Note) -> Result<(), AgentError> {
    let path = folder.join(NOTE);
    let note = serde_json::to_vec(note).unwrap_or_default();
    replace_private(&path, &note).map_err(unusable(&path))
}

/// Notes that everything is to be deleted.
pub(crate) fn begin(
    folder: &Path,
    store_id: Option<String>,
    place: &dyn KeyPlace,
) -> Result<(), AgentError> {
    let note = Note {
        store_id,
        place: place.word().to_owned(),
        files_gone: false,
    };
    write(folder, &note)
}

/// Deletes everything, if that was noted. False: the keyring could not be asked to forget the key,
/// which opens nothing any longer; it is asked again at the next start.
///
/// # Errors
///
/// [`AgentError::Folder`] for a file that cannot be deleted.
pub(crate) async fn finish(folder: &Path, place: Arc<dyn KeyPlace>) -> Result<bool, AgentError> {
    let folder = folder.to_owned();
    let work = tokio::task::spawn_blocking(move || finish_now(&folder, &*place));
    work.await.map_err(|_| AgentError::Closing)?
}

fn finish_now(folder: &Path, place: &dyn KeyPlace) -> Result<bool, AgentError> {
    let path = folder.join(NOTE);
    let note = match fs::read(&path) {
        Ok(note) => note,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(unusable(&path)(error)),
    };
    let note: Note = match serde_json::from_slice(&note) {
        Ok(note) => note,
        // Written whole or not at all: this is none of ours.
        Err(error) => return Err(unusable(&path)(error.into())),
    };
    if !note.files_gone {
        delete_files(folder)?;
    }
    if forgotten(&note, place) {
        fs::remove_file(&path).map_err(unusable(&path))?;
        return Ok(true);
    }
    let files_gone = Note {
        files_gone: true,
        ..note
    };
    write(folder, &files_gone)?;
    Ok(false)
}

/// A key in a file went with the files; one in a keyring must be asked for.
fn forgotten(note: &Note, place: &dyn KeyPlace) -> bool {
    match &note.store_id {
        Some(id) if note.place != "file" => note.place == place.word() && place.remove(id).is_ok(),
        _ => true,
    }
}

/// Deletes every file that this program keeps, but for the note and the lock, which is held.
fn delete_files(folder: &Path) -> Result<(), AgentError> {
    let entries = fs::read_dir(folder).map_err(unusable(folder))?;
    for entry in entries {
        let entry = entry.map_err(unusable(folder))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name != NOTE && folder::is_ours(&name) {
            fs::remove_file(entry.path()).map_err(unusable(&entry.path()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secrets::FileKey;

    #[tokio::test]
    async fn what_is_ours_is_deleted_and_what_is_not_stays() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "candor.db",
            "candor.db-wal",
            "sealing.key",
            "demo.jsonl.bad",
            "holiday.jpg",
        ] {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        let place: Arc<dyn KeyPlace> = Arc::new(FileKey::new(folder.path()));
        assert!(finish(folder.path(), Arc::clone(&place)).await.unwrap());
        assert!(
            folder.path().join("candor.db").exists(),
            "nothing was noted"
        );
        begin(folder.path(), Some("id".to_owned()), &*place).unwrap();
        assert!(finish(folder.path(), place).await.unwrap());
        let left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(left, ["holiday.jpg"]);
    }
}
