//! What can be exported.

use std::path::Path;

use super::Agent;
use crate::error::AgentError;
use crate::page::{ConversationKey, ExportFormat, Exported};

impl Agent {
    /// Writes a conversation to a file that stands alone, whole or not at all: the newest state of
    /// every entry that is kept. How far it is, is told by [`crate::page::CoreEvent::Exporting`].
    /// An export ends any other that is under way.
    ///
    /// # Errors
    ///
    /// [`AgentError::Export`] when the file cannot be written; nothing is left of it then.
    pub async fn export_conversation(
        &self,
        conversation: ConversationKey,
        format: ExportFormat,
        path: &Path,
    ) -> Result<Exported, AgentError> {
        self.core.export(conversation, format, path).await
    }

    /// Ends the export under way, if there is one.
    pub async fn cancel_export(&self) -> Result<(), AgentError> {
        self.core.exports.take();
        Ok(())
    }

    /// A name for the file: the Company's domain, in plain letters.
    pub async fn export_name(
        &self,
        conversation: ConversationKey,
        format: ExportFormat,
    ) -> Result<String, AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        let domain = company.company.domain.as_str();
        let ending = match format {
            ExportFormat::Html => "html",
            ExportFormat::Json => "json",
        };
        Ok(format!("{domain} {}.{ending}", conversation.0))
    }
}
