//! Commands for finding what was said, and going to where it was said.

use candor_agent::page::{
    ConversationKey, EntryId, HoldingsPage, Newer, SearchPage, SearchScope, Window,
};
use tauri::State;

use super::{Answer, ask};
use crate::shell::Shell;

/// `null`: a newer search has taken the place of this one, which is to be forgotten.
#[tauri::command]
pub(super) async fn search(
    shell: State<'_, Shell>,
    typed: String,
    scope: SearchScope,
    before: Option<EntryId>,
    limit: Option<usize>,
) -> Answer<Option<SearchPage>> {
    ask!(shell, search(&typed, scope, before, limit))
}

#[tauri::command]
pub(super) async fn entries_around(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    entry: EntryId,
    before: usize,
    after: usize,
) -> Answer<Window> {
    ask!(shell, around(conversation, entry, before, after))
}

#[tauri::command]
pub(super) async fn newer_entries(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    after: EntryId,
) -> Answer<Newer> {
    ask!(shell, newer(conversation, after))
}

#[tauri::command]
pub(super) async fn holdings_page(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    before: Option<EntryId>,
) -> Answer<HoldingsPage> {
    ask!(shell, holdings_page(conversation, before))
}
