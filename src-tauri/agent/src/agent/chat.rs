//! What can be done in conversations.

use poppy::ids::MessageId;

use super::Agent;
use crate::error::{AgentError, MAX_TEXT, over};
use crate::log::Progress;
use crate::page::{Conversation, ConversationKey, Entry, EntryId, LinkQuestion, Older};
use crate::present;
use crate::store::{CompanyRow, ConversationRow, EntryRow};
use crate::view;

/// How many entries are given at once.
const ENTRIES: usize = 50;
/// Longer than any message: a draft may still be cut down.
const MAX_DRAFT: usize = 16 * MAX_TEXT;

impl Agent {
    pub(super) async fn shown(
        &self,
        company: &CompanyRow,
        row: ConversationRow,
    ) -> Result<Conversation, AgentError> {
        let store = &self.core.store;
        if row.remote.is_some() && row.ended.is_none() {
            // Whoever looks at it wants to see what happens in it.
            self.core.is_chosen(row.company, row.id);
        }
        let (entries, has_older) = store.entries_before(row.id, i64::MAX, ENTRIES).await?;
        Ok(Conversation {
            id: row.id,
            company: row.company,
            standing: self.core.standing(&row, &company.company),
            entries: self.present_all(&entries, company),
            has_older,
            first_unread: store.first_unread(row.id).await?,
            draft: row.draft,
            started_at: row.created_at,
            writing: self.core.writing(row.id),
            parent: row.parent,
        })
    }

    /// Entries before `before`, at most 50.
    pub async fn older(
        &self,
        conversation: ConversationKey,
        before: EntryId,
    ) -> Result<Older, AgentError> {
        let (company, entry) = self.entry(conversation, before).await?;
        let (entries, has_older) = self
            .core
            .store
            .entries_before(conversation, entry.position, ENTRIES)
            .await?;
        Ok(Older {
            entries: self.present_all(&entries, &company),
            has_older,
        })
    }

    pub(super) fn present(&self, row: &EntryRow, company: &CompanyRow) -> Entry {
        let comes_back = self.core.can_come_back(&company.company);
        present::entry(row, &company.company, comes_back)
    }

    pub(super) fn present_all(&self, rows: &[EntryRow], company: &CompanyRow) -> Vec<Entry> {
        rows.iter().map(|row| self.present(row, company)).collect()
    }

    pub(super) async fn entry(
        &self,
        conversation: ConversationKey,
        id: EntryId,
    ) -> Result<(CompanyRow, EntryRow), AgentError> {
        let row = self.core.conversation(conversation).await?;
        let company = self.core.company(row.company).await?;
        let entry = self.core.store.entry(conversation, id).await?;
        Ok((company, entry.ok_or(AgentError::NotFound("message"))?))
    }

    /// Stores a message of the User's and sends it. Returns once it is stored.
    pub async fn send(
        &self,
        conversation: ConversationKey,
        text: &str,
    ) -> Result<Entry, AgentError> {
        let id = MessageId::random(&*self.core.random);
        self.send_as(conversation, id, text).await
    }

    /// As [`Agent::send`], for a caller that chose the message's id before and may have been killed
    /// since: an id that is in the store already, in whatever conversation, is not stored again, and
    /// its entry is given.
    pub async fn send_as(
        &self,
        conversation: ConversationKey,
        id: MessageId,
        text: &str,
    ) -> Result<Entry, AgentError> {
        if text.trim().is_empty() {
            return Err(AgentError::EmptyMessage);
        }
        if text.len() > MAX_TEXT {
            return Err(over(text, MAX_TEXT));
        }
        let entry = self.core.write(conversation, Some(id), text).await?;
        let row = self.core.conversation(entry.conversation).await?;
        let company = self.core.company(row.company).await?;
        Ok(self.present(&entry, &company))
    }

    /// Tries a failed message again: the same bytes, the same id.
    pub async fn retry(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
    ) -> Result<Entry, AgentError> {
        let core = &self.core;
        let (company, entry) = self.entry(conversation, entry).await?;
        if !core.conversation(conversation).await?.is_open() {
            return Err(AgentError::Closed);
        }
        let queued = core.store.requeue(entry.id).await?;
        let entry = queued.ok_or(AgentError::NotFailed)?;
        core.tell_entries(std::slice::from_ref(&entry), &company.company);
        self.workers.of(core, conversation).to_send.notify_one();
        Ok(self.present(&entry, &company))
    }

    /// The window has drawn what the Company is writing, as it was told last: it can be told more.
    pub fn drew_writing(&self, conversation: ConversationKey) {
        self.core.drew_writing(conversation);
    }

    /// How many conversations have loops, and how many loops and other pieces of work run.
    #[cfg(test)]
    pub(crate) fn running(&self) -> (usize, usize) {
        self.workers.running()
    }

    /// Keeps what is being written.
    pub async fn save_draft(
        &self,
        conversation: ConversationKey,
        text: &str,
    ) -> Result<(), AgentError> {
        if text.len() > MAX_DRAFT {
            return Err(over(text, MAX_DRAFT));
        }
        let core = &self.core;
        let before = core.conversation(conversation).await?;
        found(core.store.save_draft(conversation, text.to_owned()).await?)?;
        // The list only shows whether there is one.
        if before.draft.trim().is_empty() != text.trim().is_empty() {
            core.tell_conversations(before.company).await?;
        }
        Ok(())
    }

    /// Everything in the conversation has been read. Told only if it was news: the window answers
    /// what it is told.
    pub async fn mark_read(&self, conversation: ConversationKey) -> Result<(), AgentError> {
        let news = self.core.store.mark_read(conversation).await?;
        if !news.ok_or(AgentError::NotFound("conversation"))? {
            return Ok(());
        }
        let row = self.core.conversation(conversation).await?;
        self.core.tell_companies().await?;
        self.core.tell_conversations(row.company).await
    }

    /// A link of a stored message, assessed again.
    pub async fn link(
        &self,
        conversation: ConversationKey,
        entry: EntryId,
        index: usize,
    ) -> Result<LinkQuestion, AgentError> {
        let (row, entry) = self.entry(conversation, entry).await?;
        let company = &row.company;
        let missing = AgentError::NotFound("link");
        let Some(message) = present::message(&entry).filter(|_| entry.own.is_none()) else {
            return Err(missing);
        };
        let view = view::view(&message, &company.sites(), &company.extensions);
        Ok(LinkQuestion {
            card: view.links.into_iter().nth(index).ok_or(missing)?,
            company: present::name(company),
            company_domain: poppy::links::shown_domain(company.domain.as_str()),
        })
    }

    /// Whether all was read; if that is not known, it is found out.
    fn caught_up(&self, conversation: ConversationKey) -> bool {
        let worker = self.workers.of(&self.core, conversation);
        let caught_up = worker.caught_up();
        if !caught_up {
            worker.to_check.notify_one();
        }
        caught_up
    }

    /// How far a conversation is: whether anything waits to be sent, and how it stands.
    pub async fn progress(&self, conversation: ConversationKey) -> Result<Progress, AgentError> {
        let core = &self.core;
        let (to_send, to_return) = core.store.on_their_way(conversation).await?;
        let row = core.conversation(conversation).await?;
        let company = core.company(row.company).await?;
        let begun = row.remote.is_some() && row.ended.is_none();
        Ok(Progress {
            to_send,
            // Nothing comes back in a conversation that is over.
            to_return: if begun { to_return } else { 0 },
            caught_up: !begun || self.caught_up(conversation),
            standing: core.standing(&row, &company.company),
        })
    }
}

fn found(found: bool) -> Result<(), AgentError> {
    if found {
        Ok(())
    } else {
        Err(AgentError::NotFound("conversation"))
    }
}
