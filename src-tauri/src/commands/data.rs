//! Commands for what is kept: how much there is, exporting it, deleting it, and blocking Companies.

use candor_agent::error::ErrorReport;
use candor_agent::page::{
    CompanyDeleted, CompanyId, CompanyItem, ConversationKey, CoreEvent, EverythingDeleted,
    ExportFormat, Exported, StorageView,
};
use tauri::{AppHandle, Emitter as _, Manager as _, State, WebviewWindow};
use tauri_plugin_dialog::DialogExt as _;
use tokio::sync::oneshot;

use super::{Answer, ask};
use crate::shell::Shell;
use crate::{start, window};

#[tauri::command]
pub(super) async fn storage(shell: State<'_, Shell>) -> Answer<StorageView> {
    ask!(shell, storage())
}

#[tauri::command]
pub(super) async fn delete_conversation(
    shell: State<'_, Shell>,
    conversation: ConversationKey,
) -> Answer<()> {
    ask!(shell, delete_conversation(conversation))
}

/// `tell`: tell the Company that the User's account is over, as soon as it can be reached.
#[tauri::command]
pub(super) async fn delete_company(
    shell: State<'_, Shell>,
    company: CompanyId,
    tell: bool,
) -> Answer<CompanyDeleted> {
    ask!(shell, delete_company(company, tell))
}

#[tauri::command]
pub(super) async fn stop_telling(shell: State<'_, Shell>, company: CompanyId) -> Answer<()> {
    ask!(shell, stop_telling(company))
}

/// Deletes everything. Afterwards the program is as at its first start: the page is told to ask for
/// everything again.
#[tauri::command]
pub(super) async fn delete_everything(
    app: AppHandle,
    shell: State<'_, Shell>,
    tell: bool,
) -> Answer<EverythingDeleted> {
    let deleted = ask!(shell, delete_everything(tell));
    if let Ok(EverythingDeleted::Untold { .. }) = deleted {
        return deleted;
    }
    // This agent is closed, whatever came of it; another begins, and goes on where this one stopped.
    app.state::<Shell>().begin_anew();
    start::in_background(app.clone());
    if let Err(error) = app.emit_to(window::MAIN, start::CORE_EVENT, CoreEvent::Resync) {
        tracing::warn!("the page could not be told to begin anew: {error}");
    }
    deleted
}

#[tauri::command]
pub(super) async fn block_company(
    shell: State<'_, Shell>,
    company: CompanyId,
) -> Answer<CompanyItem> {
    ask!(shell, block_company(company))
}

#[tauri::command]
pub(super) async fn unblock_company(
    shell: State<'_, Shell>,
    company: CompanyId,
) -> Answer<CompanyItem> {
    ask!(shell, unblock_company(company))
}

/// Writes a conversation to a file that the User chooses in the system's own dialog; `None` when
/// none was chosen. The page names no path.
#[tauri::command]
pub(super) async fn export_conversation(
    app: AppHandle,
    shell: State<'_, Shell>,
    conversation: ConversationKey,
    format: ExportFormat,
) -> Answer<Option<Exported>> {
    let name = ask!(shell, export_name(conversation, format))?;
    let (tell, chosen) = oneshot::channel();
    app.dialog()
        .file()
        .set_file_name(name)
        .save_file(move |file| {
            // A page that is gone needs no answer.
            let _ = tell.send(file);
        });
    let file = chosen.await.ok().flatten();
    let Some(Ok(path)) = file.map(|file| file.into_path()) else {
        return Ok(None);
    };
    ask!(shell, export_conversation(conversation, format, &path)).map(Some)
}

#[tauri::command]
pub(super) async fn cancel_export(shell: State<'_, Shell>) -> Answer<()> {
    ask!(shell, cancel_export())
}

/// Opens the system's own dialog for printing what the page has laid out for paper.
#[tauri::command]
pub(super) async fn print_page(page: WebviewWindow) -> Answer<()> {
    page.print().map_err(|error| ErrorReport {
        code: "not-printed".into(),
        message: format!(
            "The system did not print this ({error}). Export the conversation, and print that."
        ),
    })
}
