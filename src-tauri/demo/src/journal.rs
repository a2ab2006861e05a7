//! The journal: changes as JSON lines in a file, written before anybody hears of them. A program
//! that is killed leaves at worst its last line torn, of a change nobody heard of.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crate::keeping::Entry;

/// An open journal, locked against a second writer.
pub(crate) struct Journal {
    file: File,
    /// The length of what is whole.
    whole: u64,
    /// Something torn is in the file that could not be taken out: nothing may come after it.
    broken: bool,
}

impl Journal {
    /// Opens the journal, or makes it; gives the entries in it, in order.
    pub(crate) fn open(path: &Path) -> io::Result<(Self, Vec<Entry>)> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        // It holds what people wrote.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => io::Error::new(
                io::ErrorKind::ResourceBusy,
                "another running demo uses this journal",
            ),
            TryLockError::Error(error) => error,
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let lines = whole_lines(&bytes);
        let changes = read(lines)?;
        let whole = lines.len() as u64;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        let journal = Self {
            file,
            whole,
            broken: false,
        };
        Ok((journal, changes))
    }

    /// Adds an entry. After an error the journal is as it was before.
    pub(crate) fn add(&mut self, entry: &Entry) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other(
                "the journal was damaged by an earlier error",
            ));
        }
        let mut line = serde_json::to_vec(entry)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.flush());
        match written {
            Ok(()) => self.whole += line.len() as u64,
            Err(_) => {
                let mended = self.file.set_len(self.whole);
                let mended = mended.and_then(|()| self.file.seek(SeekFrom::Start(self.whole)));
                self.broken = mended.is_err();
            }
        }
        written
    }
}

/// Reads a journal that another program may be writing; gives the entries in it, in order.
pub(crate) fn read_only(path: &Path) -> io::Result<Vec<Entry>> {
    read(whole_lines(&std::fs::read(path)?))
}

/// All lines but one that is torn.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|b| *b == b'\n');
    let whole = end.map_or(0, |at| at + 1);
    bytes.get(..whole).unwrap_or_default()
}

fn read(lines: &[u8]) -> io::Result<Vec<Entry>> {
    let lines = lines.split(|b| *b == b'\n').enumerate();
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(at, line)| {
            serde_json::from_slice(line).map_err(|error| {
                let place = format!("line {} of the journal cannot be read: {error}", at + 1);
                io::Error::new(io::ErrorKind::InvalidData, place)
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use poppy::host::Timestamp;
    use poppy::ids::ConversationId;

    use super::*;
    use crate::draft::Draft;

    fn change(text: &str) -> Entry {
        let id = ConversationId::parse("cnv_a").unwrap();
        let mut draft = Draft::first(&id, Timestamp(0));
        let mut message = serde_json::Map::new();
        message.insert("text".to_owned(), text.into());
        draft.user_message(message);
        Entry::Conversation(Box::new(draft.finish()))
    }

    #[test]
    fn what_was_added_is_read_again_and_a_torn_line_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let (mut journal, none) = Journal::open(&path).unwrap();
        assert!(none.is_empty());
        journal.add(&change("one")).unwrap();
        journal.add(&change("two")).unwrap();
        drop(journal);

        let whole = fs::read(&path).unwrap();
        for torn in 1..40 {
            let mut bytes = whole.clone();
            bytes.extend_from_slice(&whole[..torn]);
            fs::write(&path, &bytes).unwrap();
            let (mut journal, found) = Journal::open(&path).unwrap();
            assert_eq!(found, [change("one"), change("two")]);
            journal.add(&change("three")).unwrap();
            drop(journal);
            let (_, found) = Journal::open(&path).unwrap();
            assert_eq!(found.len(), 3, "after a line torn at {torn}");
        }
    }

    #[test]
    fn a_line_that_is_whole_and_wrong_is_an_error_that_names_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        fs::write(&path, "{}\n").unwrap();
        let error = Journal::open(&path).err().unwrap();
        assert!(error.to_string().starts_with("line 1 of the journal"));
    }

    #[test]
    fn journals_of_the_first_version_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let line = r#"{"conversation":"cnv_a","opened":{"client_id":"https://agent.example/agent.json","user":"usr_1"},"accepted":{"id":"msg_1","author":"human","text":"Hello","digest":"d"},"memory":{"introduced":true,"with_person":false},"planned":[{"pause":500,"acts":[{"say":{"author":"agent","text":"Welcome"}},"rest"]}],"events":[],"standing":{"status":"working","responder":"agent"}}"#;
        fs::write(&path, format!("{line}\n")).unwrap();
        let (_, entries) = Journal::open(&path).unwrap();
        let [Entry::Conversation(change)] = entries.as_slice() else {
            panic!("{entries:?}");
        };
        assert_eq!(change.planned.len(), 1);
        assert!(change.memory.unwrap().introduced);
    }

    #[test]
    fn two_at_once_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let held = Journal::open(&path).unwrap();
        let second = Journal::open(&path).err().unwrap();
        assert_eq!(second.kind(), io::ErrorKind::ResourceBusy);
        drop(held);
        assert!(Journal::open(&path).is_ok());
    }

    #[test]
    fn nothing_is_written_after_an_error_that_could_not_be_mended() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        fs::write(&path, "").unwrap();
        let mut journal = Journal {
            file: File::open(&path).unwrap(),
            whole: 0,
            broken: false,
        };
        assert!(journal.add(&change("one")).is_err());
        journal.file = OpenOptions::new().append(true).open(&path).unwrap();
        assert!(journal.add(&change("two")).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "");
    }
}
