//! Commands for the identity that Companies know this agent by.

use candor_agent::language::say;
use candor_agent::page::IdentityView;
use tauri::{AppHandle, State};
use tauri_plugin_dialog::DialogExt as _;
use tokio::sync::oneshot;

use super::{Answer, ask};
use crate::shell::Shell;

#[tauri::command]
pub(super) async fn identity_view(shell: State<'_, Shell>) -> Answer<IdentityView> {
    ask!(shell, identity_view())
}

#[tauri::command]
pub(super) async fn change_identity(
    shell: State<'_, Shell>,
    client_id: Option<String>,
    name: Option<String>,
) -> Answer<IdentityView> {
    ask!(
        shell,
        change_identity(client_id.as_deref(), name.as_deref())
    )
}

/// The folder that an identity's files are written into.
const EXPORTED: &str = "candor-identity";

/// Writes the files to publish into a folder of their own in one that the User chooses in the system's own dialog, and
/// gives their paths; `None` when none was chosen. The page names no path.
#[tauri::command]
pub(super) async fn export_identity(
    app: AppHandle,
    shell: State<'_, Shell>,
) -> Answer<Option<Vec<String>>> {
    let (tell, chosen) = oneshot::channel();
    let dialog = app.dialog().file();
    let dialog = dialog.set_title(say("choose-folder-for-identity", &[]));
    dialog.pick_folder(move |folder| {
        // A page that is gone needs no answer.
        let _ = tell.send(folder);
    });
    let folder = chosen.await.ok().flatten();
    let Some(Ok(folder)) = folder.map(|folder| folder.into_path()) else {
        return Ok(None);
    };
    // In a folder of its own: among other files nobody would know which are these.
    let folder = folder.join(EXPORTED);
    let written = ask!(shell, export_identity(&folder))?;
    let shown = written.iter().map(|path| path.display().to_string());
    Ok(Some(shown.collect()))
}

#[tauri::command]
pub(super) async fn check_identity(shell: State<'_, Shell>) -> Answer<IdentityView> {
    ask!(shell, check_identity())
}

#[tauri::command]
pub(super) async fn rotate_key(shell: State<'_, Shell>) -> Answer<IdentityView> {
    ask!(shell, rotate_key())
}

#[tauri::command]
pub(super) async fn remove_old_keys(shell: State<'_, Shell>) -> Answer<IdentityView> {
    ask!(shell, remove_old_keys())
}
