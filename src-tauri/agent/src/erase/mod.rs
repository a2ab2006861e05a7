//! Deleting for good: what was deleted is in no file of the data folder afterwards, and nothing that
//! still comes from a Company brings it back.
//!
//! What the disk itself keeps of overwritten files (a flash drive's spare blocks, a backup, a
//! snapshot of the file system) is beyond this program.

mod everything;

pub(crate) use everything::{begin, finish};

use std::sync::Arc;

use crate::core::Core;
use crate::error::AgentError;

impl Core {
    /// Goes on with what a program that was killed had begun to delete.
    pub(crate) async fn erase_what_is_left(self: Arc<Self>) {
        if let Err(error) = self.erase_rest().await {
            tracing::warn!(
                code = error.code(),
                "what was deleted is not gone yet: {error}"
            );
        }
    }

    /// Deletes what is out of sight, to its end. A program that is killed meanwhile goes on with it
    /// at its next start.
    pub(crate) async fn erase_rest(&self) -> Result<(), AgentError> {
        while self.store.erase_step().await? {}
        self.store.compact().await?;
        Ok(())
    }
}
