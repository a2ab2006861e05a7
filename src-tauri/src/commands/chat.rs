//! Commands for conversations, their messages and the links in them.

use candor_agent::page::{
    CompanyId, ContextChoice, ContextView, Conversation, ConversationItem, ConversationKey, Entry,
    EntryId, LinkQuestion, Older,
};
use tauri::State;

use super::{Answer, ask};
use crate::browser;
use crate::shell::Shell;

#[tauri::command]
pub(super) async fn open_conversation(
    shell: State<'_, Shell>,
    company: CompanyId,
) -> Answer<Conversation> {
    ask!(shell, open_conversation(company))
}

#[tauri::command]
pub(super) async fn new_conversation(
    shell: State<'_, Shell>,
    company: CompanyId,
) -> Answer<Conversation> {
    ask!(shell, new_conversation(company))
}

#[tauri::command]
pub(super) async fn conversation(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<Conversation> {
    ask!(shell, conversation(conversation))
}

#[tauri::command]
pub(super) async fn conversations(
    shell: State<'_, Shell>,
    company: CompanyId,
) -> Answer<Vec<ConversationItem>> {
    ask!(shell, conversations(company))
}

#[tauri::command]
pub(super) async fn close_conversation(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<Conversation> {
    ask!(shell, close_conversation(conversation))
}

#[tauri::command]
pub(super) async fn hand_off(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<Conversation> {
    ask!(shell, hand_off(conversation))
}

#[tauri::command]
pub(super) async fn open_direct(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<Conversation> {
    ask!(shell, open_direct(conversation))
}

#[tauri::command]
pub(super) async fn older_entries(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    before: EntryId,
) -> Answer<Older> {
    ask!(shell, older(conversation, before))
}

#[tauri::command]
pub(super) async fn send_message(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    text: String,
) -> Answer<Entry> {
    ask!(shell, send(conversation, &text))
}

#[tauri::command]
pub(super) async fn retry_message(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    entry: EntryId,
) -> Answer<Entry> {
    ask!(shell, retry(conversation, entry))
}

#[tauri::command]
pub(super) async fn save_draft(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    text: String,
) -> Answer<()> {
    ask!(shell, save_draft(conversation, &text))
}

/// The window has drawn what the Company is writing, as it was told last.
#[tauri::command]
pub(super) async fn drew_writing(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<()> {
    shell.agent().await?.drew_writing(conversation);
    Ok(())
}

/// Asks a Company before the limit it set is over.
#[tauri::command]
pub(super) async fn ask_now(shell: State<'_, Shell>, company: CompanyId) -> Answer<()> {
    ask!(shell, ask_now(company))
}

#[tauri::command]
pub(super) async fn mark_read(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<()> {
    ask!(shell, mark_read(conversation))
}

#[tauri::command]
pub(super) async fn context(shell: State<'_, Shell>, company: CompanyId) -> Answer<ContextView> {
    ask!(shell, context(company))
}

#[tauri::command]
pub(super) async fn set_context(
    shell: State<'_, Shell>,
    company: CompanyId,
    choice: ContextChoice,
) -> Answer<ContextView> {
    ask!(shell, set_context(company, choice))
}

#[tauri::command]
pub(super) async fn link_question(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    entry: EntryId,
    index: usize,
) -> Answer<LinkQuestion> {
    ask!(shell, link(conversation, entry, index))
}

/// Opens a link in the User's own browser. The page only names it: what is opened is what the
/// stored message holds, assessed once more here.
#[tauri::command]
pub(super) async fn open_link(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    entry: EntryId,
    index: usize,
) -> Answer<()> {
    let question = ask!(shell, link(conversation, entry, index))?;
    browser::open_link(question.card.link).await
}
