//! The window. It shows the page built into the program and can go nowhere else: no navigation, no
//! second window, nothing dropped into it, nothing downloaded.

use std::sync::Once;
use std::time::Duration;

use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager as _, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder, Wry};

use crate::kept::Keeper;
use crate::{place, zoom};

type Builder<'a> = WebviewWindowBuilder<'a, Wry, AppHandle>;

/// The label of the one window.
pub(crate) const MAIN: &str = "main";

/// If the page has not drawn itself by then, the window is shown as it is: a blank window that can be
/// closed is better than a program that seems not to start.
const SHOWN_AT_THE_LATEST: Duration = Duration::from_secs(8);

/// Makes the window, hidden until the page has drawn itself.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    let window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::App("index.html".into()));
    let window = cut_off(window)?
        .title("Candor")
        .inner_size(1120.0, 760.0)
        .min_inner_size(320.0, 400.0)
        .visible(false)
        .on_navigation(is_the_page)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .disable_drag_drop_handler()
        // Looking inside the page is for those who build it.
        .devtools(cfg!(debug_assertions))
        .build()?;
    let kept = app.state::<Keeper>().now();
    place::take_again(&window, kept.place)?;
    place::watch(&window);
    zoom::take_again(&window, kept.zoom)?;
    #[cfg(target_os = "linux")]
    {
        crate::revive::watch(&window)?;
        crate::menu::only_text(&window)?;
    }
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(SHOWN_AT_THE_LATEST).await;
        show(&window);
    });
    Ok(())
}

/// Takes the network away from the window, below anything the page could ask for. The content security
/// policy stops every request, but WebKit still connects ahead of some (`rel=preconnect`, a link about
/// to be followed), which is enough to send a signal out. Nobody listens at this port; the page itself
/// comes out of the program and needs none.
#[cfg(target_os = "linux")]
fn cut_off<'a>(window: Builder<'a>) -> tauri::Result<Builder<'a>> {
    const NOWHERE: &str = "http://127.0.0.1:1";
    let nowhere = Url::parse(NOWHERE).map_err(tauri::Error::InvalidUrl)?;
    Ok(window.proxy_url(nowhere))
}

/// Only WebKitGTK was seen to connect past the content security policy.
#[cfg(not(target_os = "linux"))]
fn cut_off<'a>(window: Builder<'a>) -> tauri::Result<Builder<'a>> {
    Ok(window)
}

/// Whether the window was shown.
pub(crate) struct Shown(Once);

impl Shown {
    pub(crate) const fn not_yet() -> Self {
        Self(Once::new())
    }
}

/// Shows the window, once: the person may have hidden it since.
pub(crate) fn show(window: &WebviewWindow) {
    window.state::<Shown>().0.call_once(|| {
        if let Err(error) = window.show() {
            tracing::error!("the window could not be shown: {error}");
        }
    });
}

/// Brings the window before others.
pub(crate) fn to_front<R: tauri::Runtime>(app: &tauri::AppHandle<R>) {
    if let Some(window) = app.get_webview_window(MAIN) {
        let shown = window.unminimize().and_then(|()| window.set_focus());
        if let Err(error) = shown {
            tracing::warn!("the window could not be brought to the front: {error}");
        }
    }
}

/// Whether an address is the built-in page: the only one the window goes to.
fn is_the_page(url: &Url) -> bool {
    match url.scheme() {
        "tauri" => url.host_str() == Some("localhost"),
        // How the built-in page is served on Windows.
        "http" | "https" => url.host_str() == Some("tauri.localhost") && url.port().is_none(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may")]

    use super::*;

    #[test]
    fn the_window_goes_nowhere_but_to_the_page() {
        for page in [
            "tauri://localhost/",
            "tauri://localhost/index.html",
            "http://tauri.localhost/",
        ] {
            assert!(is_the_page(&page.parse().unwrap()), "{page} is the page");
        }
        for other in [
            "https://example.com/",
            "https://tauri.localhost.example.com/",
            "http://tauri.localhost:8080/",
            "http://localhost/",
            "http://127.0.0.1:5173/",
            "tauri://example.com/",
            "file:///etc/passwd",
            "data:text/html,x",
            "about:blank",
            "javascript:alert(1)",
        ] {
            assert!(
                !is_the_page(&other.parse().unwrap()),
                "{other} is not the page"
            );
        }
    }
}
