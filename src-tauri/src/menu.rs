//! The context menu. A web view's own offers what a browser can do (back, reload, looking inside the
//! page), which means nothing here. What is left is what one does with text.

use webkit2gtk::{
    ContextMenuAction, ContextMenuExt as _, ContextMenuItemExt as _, WebViewExt as _,
};

/// Whether an item of the web view's menu stays.
fn is_for_text(action: ContextMenuAction) -> bool {
    matches!(
        action,
        ContextMenuAction::Cut
            | ContextMenuAction::Copy
            | ContextMenuAction::Paste
            | ContextMenuAction::SelectAll
    )
}

/// Leaves only what is for text in the window's context menu; where nothing is left, there is none.
pub(crate) fn only_text(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    window.with_webview(|webview| {
        webview.inner().connect_context_menu(|_, menu, _, _| {
            for item in menu.items() {
                if !is_for_text(item.stock_action()) {
                    menu.remove(&item);
                }
            }
            // True: it is not shown.
            menu.n_items() == 0
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_browser_is_in_the_menu() {
        for action in [
            ContextMenuAction::GoBack,
            ContextMenuAction::Reload,
            ContextMenuAction::InspectElement,
            ContextMenuAction::OpenLink,
            ContextMenuAction::DownloadLinkToDisk,
            ContextMenuAction::InputMethods,
            ContextMenuAction::NoAction,
        ] {
            assert!(!is_for_text(action), "{action:?} is no action on text");
        }
        assert!(is_for_text(ContextMenuAction::Copy));
        assert!(is_for_text(ContextMenuAction::Paste));
    }
}
