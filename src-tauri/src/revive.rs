//! The page runs in a process of its own, which may die under the window: of a fault in the web view,
//! or for want of memory. What was drawn last would then stand there and take no key. The page is
//! loaded anew instead; the core runs on meanwhile, and holds all that matters. On Windows the web view
//! tells of it only to code that would be `unsafe`.

use std::time::Duration;

use tauri::{AppHandle, Manager as _};

use crate::window::MAIN;

/// A page that dies again within this time may die of its own beginning.
const SETTLED: Duration = Duration::from_secs(10);
/// Waited before such a page is loaded anew, lest it takes the machine up.
const PAUSE: Duration = Duration::from_secs(5);

/// How long to wait before the page is loaded anew, `since` it was last time.
fn pause(since: Option<Duration>) -> Duration {
    match since {
        Some(since) if since < SETTLED => PAUSE,
        _ => Duration::ZERO,
    }
}

/// Loads the page anew.
fn revive(app: &AppHandle, since: Option<Duration>) {
    tracing::warn!("the page's process ended, and is begun anew");
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(pause(since)).await;
        let window = app.get_webview_window(MAIN);
        if let Some(Err(error)) = window.map(|window| window.reload()) {
            tracing::error!("the page could not be loaded anew: {error}");
        }
    });
}

/// Watches over the page's process from now on.
#[cfg(target_os = "linux")]
pub(crate) fn watch(window: &tauri::WebviewWindow) -> tauri::Result<()> {
    use std::cell::Cell;
    use std::time::Instant;

    use webkit2gtk::WebViewExt as _;

    let app = window.app_handle().clone();
    window.with_webview(move |webview| {
        let last: Cell<Option<Instant>> = Cell::new(None);
        webview.inner().connect_web_process_terminated(move |_, _| {
            let since = last
                .replace(Some(Instant::now()))
                .map(|last| last.elapsed());
            revive(&app, since);
        });
    })
}

/// Watches over the page's process from now on: on macOS the program is built with this.
#[cfg(target_os = "macos")]
pub(crate) fn on_termination(builder: tauri::Builder<tauri::Wry>) -> tauri::Builder<tauri::Wry> {
    use std::sync::{Mutex, PoisonError};
    use std::time::Instant;

    let last: Mutex<Option<Instant>> = Mutex::new(None);
    builder.on_web_content_process_terminate(move |webview| {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let since = last.replace(Instant::now()).map(|last| last.elapsed());
        revive(webview.app_handle(), since);
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_dies_is_back_at_once_and_one_that_keeps_dying_after_a_pause() {
        assert_eq!(pause(None), Duration::ZERO);
        assert_eq!(pause(Some(SETTLED)), Duration::ZERO);
        assert_eq!(pause(Some(Duration::ZERO)), PAUSE);
    }
}
