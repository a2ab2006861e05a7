//! What can be looked for.

use std::sync::Arc;
use std::time::Duration;

use super::Agent;
use crate::core::Core;
use crate::error::AgentError;
use crate::page::{EntryId, SearchHit, SearchPage, SearchScope};
use crate::search::{Query, Scope};
use crate::store::HitRow;

/// How many messages are given at once, unless fewer are asked for.
const HITS: usize = 30;
/// How long the store is left to others between two steps of filling the index.
const BETWEEN: Duration = Duration::from_millis(10);

impl Agent {
    /// Looks for messages that have every word of what was typed: each begins a word of the text, of
    /// a notice, or of a link's title or host, whatever its case and accents; of scripts that write
    /// no spaces, any piece is found. What came to this agent last comes first, at most `limit` (and
    /// 30) at once; `before`: [`SearchPage::next`] of the page before. A search takes the place of
    /// any that is under way, which then gives `None`.
    ///
    /// # Errors
    ///
    /// [`AgentError::Store`].
    pub async fn search(
        &self,
        typed: &str,
        scope: SearchScope,
        before: Option<EntryId>,
        limit: Option<usize>,
    ) -> Result<Option<SearchPage>, AgentError> {
        let Some(query) = Query::read(typed) else {
            return Ok(Some(SearchPage {
                companies: Vec::new(),
                hits: Vec::new(),
                next: None,
                filling: None,
            }));
        };
        let scope = match scope {
            SearchScope {
                conversation: Some(conversation),
                ..
            } => Scope::Conversation(conversation),
            SearchScope {
                company: Some(company),
                ..
            } => Scope::Company(company),
            _ => Scope::All,
        };
        let limit = limit.unwrap_or(HITS).clamp(1, HITS);
        let searched = self.core.store.search(query, scope, before, limit).await?;
        Ok(searched.map(|searched| SearchPage {
            companies: searched.companies,
            hits: searched.hits.into_iter().map(hit).collect(),
            next: searched.next,
            filling: searched.filling,
        }))
    }
}

fn hit(row: HitRow) -> SearchHit {
    SearchHit {
        conversation: row.conversation,
        entry: row.entry,
        position: row.position,
        at: row.at,
        company: row.company,
        author: row.author,
        snippet: row.found.snippet,
        notices: row.found.notices,
        links: row.found.links,
    }
}

/// Makes searchable what was kept before there was a search: a little at a time, in the background,
/// and where it was left if the program is killed.
pub(super) async fn fill(core: Arc<Core>) {
    loop {
        match core.store.fill_search().await {
            Ok(Some(_)) => tokio::time::sleep(BETWEEN).await,
            Ok(None) => return,
            Err(error) => {
                // The next start goes on.
                tracing::warn!("older messages are not searchable yet: {error}");
                return;
            }
        }
    }
}
