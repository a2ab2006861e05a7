//! The file an export is written to: under another name in the same folder first, then put in its
//! place whole. It is readable by this user alone, as the messages are.

use std::path::{Path, PathBuf};

use tokio::fs;
use tokio::io::{AsyncWriteExt as _, BufWriter};

use crate::error::AgentError;
use crate::folder::private_file;

/// A file that is being written.
pub(super) struct Target {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<fs::File>,
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> AgentError {
    let path = path.to_owned();
    move |problem| AgentError::Export { path, problem }
}

impl Target {
    /// Begins a file that is to be at `path`.
    pub(super) async fn begin(path: &Path) -> Result<Self, AgentError> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = private_file(&part).map_err(failed(&part))?;
        // What an export that was killed left is overwritten.
        file.set_len(0).map_err(failed(&part))?;
        Ok(Self {
            path: path.to_owned(),
            part,
            file: BufWriter::new(fs::File::from_std(file)),
        })
    }

    /// Writes on. What cannot be written leaves nothing behind.
    pub(super) async fn write(&mut self, text: &str) -> Result<(), AgentError> {
        let written = self.file.write_all(text.as_bytes()).await;
        self.or_none(written).await
    }

    /// Puts the file in its place.
    pub(super) async fn end(mut self) -> Result<(), AgentError> {
        let flushed = self.file.flush().await;
        self.or_none(flushed).await?;
        let synced = self.file.get_ref().sync_all().await;
        self.or_none(synced).await?;
        let renamed = fs::rename(&self.part, &self.path).await;
        self.or_none(renamed).await
    }

    /// Leaves nothing behind.
    pub(super) async fn give_up(&self) {
        if let Err(error) = fs::remove_file(&self.part).await {
            tracing::warn!("part of an export is left: {error}");
        }
    }

    async fn or_none(&self, done: std::io::Result<()>) -> Result<(), AgentError> {
        if done.is_err() {
            self.give_up().await;
        }
        done.map_err(failed(&self.path))
    }
}
