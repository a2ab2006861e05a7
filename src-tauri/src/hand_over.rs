//! What comes into the program from outside while it runs: a second start, and the end of a sign-in
//! that the callback page hands over by the program's own URL scheme.

use poppy::documents::callback::SCHEME;
use tauri::{AppHandle, Manager as _, Runtime, Url};
use tauri_plugin_deep_link::DeepLinkExt as _;

use crate::shell::Shell;
use crate::window;

/// A plugin that lets a second start of the program bring the first one's window to the front and
/// hand over what it was started with, instead of opening a second window.
pub(crate) fn single_instance<R: Runtime>() -> tauri::plugin::TauriPlugin<R> {
    tauri_plugin_single_instance::init(|app, _, _| window::to_front(app))
}

/// Listens for addresses of the program's own scheme, from now on and from this start.
pub(crate) fn listen(app: &AppHandle) {
    let handle = app.clone();
    app.deep_link().on_open_url(move |event| {
        take(&handle, event.urls());
    });
    match app.deep_link().get_current() {
        Ok(urls) => take(app, urls.unwrap_or_default()),
        Err(error) => tracing::warn!("what the program was opened with cannot be read: {error}"),
    }
}

/// Finishes the sign-in that an address belongs to. One that belongs to none changes nothing: the
/// secret `state` in it decides, whoever sent it.
fn take(app: &AppHandle, urls: Vec<Url>) {
    for url in urls.into_iter().filter(|url| url.scheme() == SCHEME) {
        let app = app.clone();
        tauri::async_runtime::spawn(async move {
            let Ok(agent) = app.state::<Shell>().agent().await else {
                return;
            };
            agent.take_hand_over(url.as_str()).await;
            window::to_front(&app);
        });
    }
}
