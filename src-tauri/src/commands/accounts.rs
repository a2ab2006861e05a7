//! Commands for signing in at a Company and out again.

use candor_agent::page::{CompanyId, ConversationKey, EntryId, SignIn, SignInAsk, SignInMethod};
use tauri::State;

use super::{Answer, ask};
use crate::browser;
use crate::shell::Shell;

#[tauri::command]
pub(super) async fn sign_in_offer(
    shell: State<'_, Shell>,
    company: CompanyId,
    scope: Option<String>,
) -> Answer<SignInAsk> {
    ask!(shell, sign_in_offer(company, scope.as_deref()))
}

#[tauri::command]
pub(super) async fn begin_sign_in(
    shell: State<'_, Shell>,
    company: CompanyId,
    conversation: Option<ConversationKey>,
    method: SignInMethod,
    scopes: Vec<String>,
    ask_again: Option<EntryId>,
) -> Answer<SignIn> {
    ask!(
        shell,
        begin_sign_in(company, conversation, method, scopes, ask_again)
    )
}

#[tauri::command]
pub(super) async fn cancel_sign_in(shell: State<'_, Shell>, company: CompanyId) -> Answer<()> {
    ask!(shell, cancel_sign_in(company))
}

#[tauri::command]
pub(super) async fn finish_direct(shell: State<'_, Shell>, text: String) -> Answer<SignIn> {
    ask!(shell, finish_direct(&text))
}

/// Opens the Company's own sign-in page, as the core has checked it, in the User's own browser.
#[tauri::command]
pub(super) async fn open_sign_in_link(shell: State<'_, Shell>, company: CompanyId) -> Answer<()> {
    let link = ask!(shell, sign_in_link(company))?;
    browser::open(link.into()).await
}

#[tauri::command]
pub(super) async fn sign_out(shell: State<'_, Shell>, company: CompanyId) -> Answer<()> {
    ask!(shell, sign_out(company))
}
