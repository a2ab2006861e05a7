//! The commands: all that the page can ask for. Each is one ability of the agent; the list in
//! `permissions/page.toml` is what the page may call.

use candor_agent::error::ErrorReport;
use candor_agent::page::{
    AddOutcome, CompanyId, Conversation, ConversationKey, Entry, EntryId, LinkQuestion, Older,
    Overview,
};
use tauri::ipc::Invoke;
use tauri::{State, Wry};

use crate::browser;
use crate::shell::Shell;
use crate::window;

type Answer<T> = Result<T, ErrorReport>;

/// Every command, by name.
pub(crate) fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
    tauri::generate_handler![
        overview,
        add_company,
        open_conversation,
        new_conversation,
        older_entries,
        send_message,
        retry_message,
        save_draft,
        mark_read,
        link_question,
        open_link,
        retry_secrets,
        secrets_for_this_session,
        page_ready,
    ]
}

/// Passes one command on to the agent.
macro_rules! ask {
    ($shell:ident, $ability:ident($($argument:expr),*)) => {
        $shell.agent().await?.$ability($($argument),*).await.map_err(|error| error.report())
    };
}

#[tauri::command]
async fn overview(shell: State<'_, Shell>) -> Answer<Overview> {
    ask!(shell, overview())
}

#[tauri::command]
async fn add_company(shell: State<'_, Shell>, typed: String) -> Answer<AddOutcome> {
    ask!(shell, add_company(&typed))
}

#[tauri::command]
async fn open_conversation(shell: State<'_, Shell>, company: CompanyId) -> Answer<Conversation> {
    ask!(shell, open_conversation(company))
}

#[tauri::command]
async fn new_conversation(shell: State<'_, Shell>, company: CompanyId) -> Answer<Conversation> {
    ask!(shell, new_conversation(company))
}

#[tauri::command]
async fn older_entries(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    before: EntryId,
) -> Answer<Older> {
    ask!(shell, older(conversation, before))
}

#[tauri::command]
async fn send_message(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    text: String,
) -> Answer<Entry> {
    ask!(shell, send(conversation, &text))
}

#[tauri::command]
async fn retry_message(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    entry: EntryId,
) -> Answer<Entry> {
    ask!(shell, retry(conversation, entry))
}

#[tauri::command]
async fn save_draft(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    text: String,
) -> Answer<()> {
    ask!(shell, save_draft(conversation, &text))
}

#[tauri::command]
async fn mark_read(shell: State<'_, Shell>, conversation: ConversationKey) -> Answer<()> {
    ask!(shell, mark_read(conversation))
}

#[tauri::command]
async fn link_question(
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
async fn open_link(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    entry: EntryId,
    index: usize,
) -> Answer<()> {
    let question = ask!(shell, link(conversation, entry, index))?;
    browser::open(question.card.link).await
}

#[tauri::command]
async fn retry_secrets(shell: State<'_, Shell>) -> Answer<()> {
    ask!(shell, retry_secrets())
}

#[tauri::command]
async fn secrets_for_this_session(shell: State<'_, Shell>) -> Answer<()> {
    ask!(shell, secrets_for_this_session())
}

/// The page has drawn itself: the window may be seen.
#[tauri::command]
fn page_ready(window: tauri::WebviewWindow) {
    window::show(&window);
}
