//! Commands for what the User chose for this program.

use candor_agent::page::{Settings, SettingsChange};
use tauri::State;

use super::{Answer, ask};
use crate::shell::Shell;

#[tauri::command]
pub(super) async fn settings(shell: State<'_, Shell>) -> Answer<Settings> {
    ask!(shell, settings())
}

#[tauri::command]
pub(super) async fn change_settings(
    shell: State<'_, Shell>,
    change: SettingsChange,
) -> Answer<Settings> {
    ask!(shell, change_settings(change))
}
