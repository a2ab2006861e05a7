//! The texts of `--say` that wait for their turn, kept in the data folder before the first is sent.
//!
//! A text has its message's id from the start. Handing it to the agent's store and taking it off
//! this list are two steps; a program killed between them hands it over again under the same id,
//! which the store knows already. So each text becomes one message, whenever the program is killed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use candor_agent::replace_private;
use poppy::domain::Domain;
use poppy::host::Random;
use poppy::ids::MessageId;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// One text, with the message it will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Say {
    pub(crate) id: MessageId,
    pub(crate) domain: Domain,
    pub(crate) text: String,
}

/// The texts that wait, in order. To be used only while the agent holds the data folder, so that no
/// other program changes the list.
pub(crate) struct Waiting {
    path: PathBuf,
    says: Vec<Say>,
}

impl Waiting {
    /// Reads the list kept in `data`; a list that is not there is empty.
    pub(crate) fn read(data: &Path) -> Result<Self, Failure> {
        let path = data.join("say.json");
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => b"[]".to_vec(),
            Err(error) => return Err(failure(&path, &error.to_string())),
        };
        let says = serde_json::from_slice(&bytes)
            .map_err(|error| failure(&path, &format!("it is damaged: {error}")))?;
        Ok(Self { path, says })
    }

    /// Adds texts for the Company at `domain`.
    pub(crate) fn add(
        &mut self,
        domain: &Domain,
        texts: &[String],
        random: &dyn Random,
    ) -> Result<(), Failure> {
        if texts.is_empty() {
            return Ok(());
        }
        self.says.extend(texts.iter().map(|text| Say {
            id: MessageId::random(random),
            domain: domain.clone(),
            text: text.clone(),
        }));
        self.write()
    }

    /// The next text for the Company at `domain`.
    pub(crate) fn next(&self, domain: &Domain) -> Option<Say> {
        self.says.iter().find(|say| say.domain == *domain).cloned()
    }

    /// Takes a text off the list.
    pub(crate) fn done(&mut self, id: &MessageId) -> Result<(), Failure> {
        self.says.retain(|say| say.id != *id);
        self.write()
    }

    /// Replaces the file whole: a program killed meanwhile leaves the old list or the new one.
    fn write(&self) -> Result<(), Failure> {
        serde_json::to_vec(&self.says)
            .map_err(io::Error::from)
            .and_then(|list| replace_private(&self.path, &list))
            .map_err(|error| failure(&self.path, &error.to_string()))
    }
}

fn failure(path: &Path, problem: &str) -> Failure {
    let path = path.display();
    Failure::new(
        "say-failed",
        format!(
            "the texts that wait to be sent are kept in {path}, which cannot be used: {problem}"
        ),
    )
}

#[cfg(test)]
mod tests {
    use poppy::domain::Domain;
    use poppy::host::SystemRandom;

    use super::Waiting;

    fn texts(of: &[&str]) -> Vec<String> {
        of.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn texts_wait_in_order_and_outlive_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let shop = Domain::from_typed("shop.example").unwrap();
        let other = Domain::from_typed("other.example").unwrap();
        let mut waiting = Waiting::read(folder.path()).unwrap();
        assert_eq!(waiting.next(&shop), None);
        waiting
            .add(&shop, &texts(&["one", "two"]), &SystemRandom)
            .unwrap();
        waiting
            .add(&other, &texts(&["else"]), &SystemRandom)
            .unwrap();

        let mut again = Waiting::read(folder.path()).unwrap();
        let first = again.next(&shop).unwrap();
        assert_eq!(first.text, "one");
        assert_eq!(
            Some(&first),
            waiting.next(&shop).as_ref(),
            "the id stays the same"
        );
        again.done(&first.id).unwrap();

        let last = Waiting::read(folder.path()).unwrap();
        assert_eq!(last.next(&shop).unwrap().text, "two");
        assert_eq!(last.next(&other).unwrap().text, "else");
    }

    #[test]
    fn a_damaged_list_is_an_error_and_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("say.json");
        std::fs::write(&path, "[{").unwrap();
        assert!(Waiting::read(folder.path()).is_err());
        assert_eq!(std::fs::read_to_string(path).unwrap(), "[{");
    }
}
