//! Pieces of conversations of any length.

use super::Agent;
use crate::error::AgentError;
use crate::page::{
    ConversationKey, Entry, EntryContent, EntryId, Holding, HoldingsPage, Newer, Window,
};
use crate::store::{CompanyRow, EntryRow};

/// How many entries are given at once at most, on each side.
const ENTRIES: usize = 50;
/// How many holdings are given at once.
const HOLDINGS: usize = 50;
/// How many entries are looked through for one page of holdings. Only those that are not indexed yet
/// may hold nothing.
const SCANNED: usize = 500;

impl Agent {
    /// An entry, wherever in the conversation, with at most `before` (and 50) older and `after` (and
    /// 50) newer ones: where a search hit, a notice or the first unread entry leads.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotFound`].
    pub async fn around(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
        before: usize,
        after: usize,
    ) -> Result<Window, AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        let (before, after) = (before.min(ENTRIES), after.min(ENTRIES));
        let store = &self.core.store;
        let found = store.entries_around(conversation, entry, before, after);
        let found = found.await?.ok_or(AgentError::NotFound("message"))?;
        Ok(Window {
            entries: self.present_all(&found.entries, &company),
            has_older: found.has_older,
            has_newer: found.has_newer,
        })
    }

    /// Entries after `after`, at most 50.
    pub async fn newer(
        &self,
        conversation: ConversationKey,
        after: EntryId,
    ) -> Result<Newer, AgentError> {
        let (company, entry) = self.entry(conversation, after).await?;
        let store = &self.core.store;
        let (entries, has_newer) = store
            .entries_after(conversation, entry.position, ENTRIES)
            .await?;
        Ok(Newer {
            entries: self.present_all(&entries, &company),
            has_newer,
        })
    }

    /// All notices and links of a conversation, by the entries they came with ("every notice of a
    /// conversation can be listed in one place"), in pages of at most 50 entries, the newest first.
    /// `before`: [`HoldingsPage::next`] of the page before.
    pub async fn holdings_page(
        &self,
        conversation: ConversationKey,
        before: Option<EntryId>,
    ) -> Result<HoldingsPage, AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        let position = match before {
            Some(entry) => self.entry(conversation, entry).await?.1.position,
            None => i64::MAX,
        };
        let store = &self.core.store;
        let rows = store
            .holding_before(conversation, position, SCANNED)
            .await?;
        let all = rows.len() < SCANNED;
        let (holdings, last) = self.holding(&rows, &company);
        let cut = last.is_some_and(|last| rows.last().is_some_and(|row| row.id != last));
        Ok(HoldingsPage {
            holdings,
            next: last.filter(|_| cut || !all),
        })
    }

    /// At most a page of what these hold, and the last that was looked at.
    fn holding(&self, rows: &[EntryRow], company: &CompanyRow) -> (Vec<Holding>, Option<EntryId>) {
        let (mut found, mut last) = (Vec::new(), None);
        for row in rows {
            if found.len() == HOLDINGS {
                break;
            }
            found.extend(holding(self.present(row, company)));
            last = Some(row.id);
        }
        (found, last)
    }
}

/// What an entry holds to come back to, if anything.
fn holding(entry: Entry) -> Option<Holding> {
    let EntryContent::Message { view, .. } = entry.content else {
        return None;
    };
    if view.disclosures.is_empty() && view.links.is_empty() {
        return None;
    }
    Some(Holding {
        entry: entry.id,
        position: entry.position,
        at: entry.at,
        disclosures: view.disclosures,
        links: view.links,
    })
}
