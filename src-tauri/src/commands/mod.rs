//! The commands: all that the page can ask for. Each is one ability of the agent; the list in
//! `permissions/page.toml` is what the page may call, and a test holds the two equal.

mod accounts;
mod chat;
mod data;
mod identity;
mod search;
mod settings;

use candor_agent::error::ErrorReport;
use candor_agent::page::{AddOutcome, Overview};
use tauri::ipc::Invoke;
use tauri::{AppHandle, State, Wry};

use crate::shell::Shell;
use crate::zoom::{self, ZoomStep};
use crate::{start, unread, window};

type Answer<T> = Result<T, ErrorReport>;

/// Passes one command on to the agent.
macro_rules! ask {
    ($shell:ident, $ability:ident($($argument:expr),*)) => {
        $shell.agent().await?.$ability($($argument),*).await.map_err(|error| error.report())
    };
}
use ask;

/// Makes the handler and the list of names from one place.
macro_rules! commands {
    ($($room:ident::$name:ident),* $(,)?) => {
        /// Every command, by name.
        pub(crate) fn handler() -> impl Fn(Invoke<Wry>) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($room::$name),*]
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

commands![
    whole::overview,
    whole::add_company,
    whole::retry_secrets,
    whole::secrets_for_this_session,
    whole::set_surroundings,
    whole::wake,
    whole::page_ready,
    whole::zoom,
    chat::open_conversation,
    chat::new_conversation,
    chat::conversation,
    chat::conversations,
    chat::close_conversation,
    chat::hand_off,
    chat::open_direct,
    chat::older_entries,
    chat::send_message,
    chat::retry_message,
    chat::save_draft,
    chat::mark_read,
    chat::drew_writing,
    chat::ask_now,
    chat::context,
    chat::set_context,
    chat::link_question,
    chat::open_link,
    accounts::sign_in_offer,
    accounts::begin_sign_in,
    accounts::cancel_sign_in,
    accounts::finish_direct,
    accounts::open_sign_in_link,
    accounts::sign_out,
    identity::identity_view,
    identity::change_identity,
    identity::export_identity,
    identity::check_identity,
    identity::rotate_key,
    identity::remove_old_keys,
    search::search,
    settings::settings,
    settings::change_settings,
    search::entries_around,
    search::newer_entries,
    search::holdings_page,
    data::storage,
    data::delete_conversation,
    data::delete_company,
    data::stop_telling,
    data::delete_everything,
    data::block_company,
    data::unblock_company,
    data::export_conversation,
    data::cancel_export,
    data::print_page,
];

/// What concerns the whole program.
mod whole {
    use super::*;

    #[tauri::command]
    pub(super) async fn overview(app: AppHandle, shell: State<'_, Shell>) -> Answer<Overview> {
        // Asked for again after a failure: whatever was in the way may be gone.
        if shell.failed() {
            start::in_background(app.clone());
        }
        let overview = ask!(shell, overview())?;
        unread::show(&app, &overview.companies);
        Ok(overview)
    }

    #[tauri::command]
    pub(super) async fn add_company(shell: State<'_, Shell>, typed: String) -> Answer<AddOutcome> {
        ask!(shell, add_company(&typed))
    }

    #[tauri::command]
    pub(super) async fn retry_secrets(shell: State<'_, Shell>) -> Answer<()> {
        ask!(shell, retry_secrets())
    }

    #[tauri::command]
    pub(super) async fn secrets_for_this_session(shell: State<'_, Shell>) -> Answer<()> {
        ask!(shell, secrets_for_this_session())
    }

    /// What the window knows of this machine's language and time zone: told to nobody unless the
    /// User turns it on.
    #[tauri::command]
    pub(super) async fn set_surroundings(
        shell: State<'_, Shell>,
        locale: Option<String>,
        time_zone: Option<String>,
    ) -> Answer<()> {
        ask!(
            shell,
            set_surroundings(locale.as_deref(), time_zone.as_deref())
        )
    }

    /// The window is looked at again, or the network changed.
    #[tauri::command]
    pub(super) async fn wake(shell: State<'_, Shell>) -> Answer<()> {
        shell.agent().await?.wake();
        Ok(())
    }

    /// The page has drawn itself: the window may be seen.
    #[tauri::command]
    pub(super) fn page_ready(window: tauri::WebviewWindow) {
        window::show(&window);
    }

    /// Draws the page a step larger or smaller; gives how large it is now, in percent.
    #[tauri::command]
    pub(super) fn zoom(window: tauri::WebviewWindow, step: ZoomStep) -> Answer<u16> {
        zoom::change(&window, step).map_err(|error| {
            tracing::warn!("the page could not be drawn larger or smaller: {error}");
            ErrorReport {
                code: "no-zoom".into(),
                message: "The window could not be drawn larger or smaller.".into(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::NAMES;

    /// A command missing from the list could not be called; one listed that is gone would be a door
    /// nobody watches.
    #[test]
    fn the_page_may_call_these_commands_and_no_others() {
        let permissions = include_str!("../../permissions/page.toml");
        let allowed = permissions
            .split_once("commands.allow = [")
            .and_then(|(_, rest)| rest.split_once(']'))
            .map_or("", |(list, _)| list);
        let mut allowed: Vec<&str> = allowed
            .split(',')
            .map(|name| name.trim().trim_matches('"'))
            .filter(|name| !name.is_empty())
            .collect();
        let mut names = NAMES.to_vec();
        allowed.sort_unstable();
        names.sort_unstable();
        assert_eq!(allowed, names);
    }
}
