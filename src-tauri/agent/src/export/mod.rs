//! A conversation as a file that stands alone: HTML for people, JSON for programs.
//!
//! The HTML runs nothing and loads nothing, which its own content security policy says as well; no
//! link in it can be pressed. Each text is escaped and in a bidi isolate of its own; notices stand
//! above the text of their message, in full. The JSON's schema is in [`json`].

mod file;
mod html;
mod json;
#[cfg(test)]
mod tests;
mod words;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use poppy::links;

use crate::core::Core;
use crate::error::AgentError;
use crate::page::{ConversationKey, CoreEvent, ExportFormat, Exported};
use crate::present;
use crate::store::{CompanyRow, EntryRow};
use file::Target;

/// How many entries are written at once.
const STEP: usize = 200;

/// Counts exports and cancellations: an export goes on while nothing was counted since it began.
#[derive(Default)]
pub(crate) struct Exports(AtomicU64);

impl Exports {
    /// Ends the export that is under way; gives what a new one goes by.
    pub(crate) fn take(&self) -> u64 {
        self.0.fetch_add(1, Ordering::AcqRel).wrapping_add(1)
    }

    fn goes_on(&self, number: u64) -> bool {
        self.0.load(Ordering::Acquire) == number
    }
}

/// What stands at the top of an export.
struct Head {
    /// The Company's name, cleaned.
    company: String,
    /// Its verified domain, for people.
    domain: String,
    /// The same in ASCII.
    ascii: String,
    /// When the conversation was begun, in milliseconds since 1970.
    started_at: i64,
    /// When it was exported, likewise.
    exported_at: i64,
}

/// Writes an export piece by piece.
trait Writer: Send {
    /// What stands before the entries.
    fn head(&mut self, head: &Head) -> String;
    /// One entry.
    fn entry(&mut self, row: &EntryRow, company: &CompanyRow) -> String;
    /// What stands after them.
    fn foot(&mut self) -> String;
}

impl Core {
    /// Writes a conversation to a file, whole or not at all.
    pub(crate) async fn export(
        self: &Arc<Self>,
        key: ConversationKey,
        format: ExportFormat,
        path: &Path,
    ) -> Result<Exported, AgentError> {
        let number = self.exports.take();
        let row = self.conversation(key).await?;
        let company = self.company(row.company).await?;
        let head = Head {
            company: present::name(&company.company),
            domain: links::shown_domain(company.company.domain.as_str()),
            ascii: company.company.domain.as_str().to_owned(),
            started_at: row.created_at,
            exported_at: self.clock.now().0,
        };
        let mut writer: Box<dyn Writer> = match format {
            ExportFormat::Html => Box::new(html::Html::new(TimeZone::system())),
            ExportFormat::Json => Box::new(json::Json::default()),
        };
        let mut target = Target::begin(path).await?;
        target.write(&writer.head(&head)).await?;
        let total = self.store.shown_entries(key).await?;
        let (mut position, mut done) = (i64::MIN, 0_i64);
        loop {
            self.emit(CoreEvent::Exporting {
                conversation: key,
                done,
                total,
            });
            let (entries, more) = self.store.entries_after(key, position, STEP).await?;
            for row in &entries {
                target.write(&writer.entry(row, &company)).await?;
                position = row.position;
                done = done.saturating_add(1);
            }
            if !self.exports.goes_on(number) {
                target.give_up().await;
                return Ok(Exported::Cancelled);
            }
            if !more {
                break;
            }
        }
        target.write(&writer.foot()).await?;
        target.end().await?;
        Ok(Exported::Written {
            path: path.display().to_string(),
            entries: done,
        })
    }
}

/// A moment, if it is one that calendars know.
fn moment(millis: i64) -> Option<Timestamp> {
    Timestamp::from_millisecond(millis).ok()
}
