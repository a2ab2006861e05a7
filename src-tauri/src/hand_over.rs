//! What comes into the program from outside while it runs: a second start, and the end of a sign-in
//! that the callback page hands over by the program's own URL scheme.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::Path;

use poppy::documents::callback::SCHEME;
use tauri::{AppHandle, Manager as _, Runtime, Url};
use tauri_plugin_deep_link::DeepLinkExt as _;

use crate::shell::Shell;
use crate::window;

/// What this program is called among others.
const NAME: &str = "org.candor-agent.Candor";

/// A plugin that lets a second start of the program bring the first one's window to the front and
/// hand over what it was started with, instead of opening a second window.
///
/// Each data folder is another person's agent: two starts meet only if theirs is the same. `data` is
/// the one asked for; `None`: the system's place.
pub(crate) fn single_instance<R: Runtime>(data: Option<&Path>) -> tauri::plugin::TauriPlugin<R> {
    let plugin = tauri_plugin_single_instance::Builder::new();
    let plugin = match data {
        Some(data) => plugin.dbus_id(name_for(data)),
        None => plugin,
    };
    plugin.callback(|app, _, _| window::to_front(app)).build()
}

/// Whether two starts with this data folder can find each other on this system: only Linux lets the
/// name they meet by be chosen. Elsewhere the second says that the folder is in use.
pub(crate) fn can_meet(data: Option<&Path>) -> bool {
    data.is_none() || cfg!(target_os = "linux")
}

/// The name that starts with this data folder meet by, the same however the folder is written.
fn name_for(data: &Path) -> String {
    let whole = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
    // At the first start the folder itself may not be there yet.
    let real = whole.ancestors().find_map(|there| {
        let rest = whole.strip_prefix(there).ok()?;
        Some(std::fs::canonicalize(there).ok()?.join(rest))
    });
    // Only has to tell folders apart; the lock in the folder decides who may use it.
    let mut hasher = DefaultHasher::new();
    real.unwrap_or(whole).hash(&mut hasher);
    format!("{NAME}.Data{:016x}", hasher.finish())
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may")]

    use super::*;

    #[test]
    fn starts_meet_by_their_data_folder_however_it_is_written() {
        let folders = tempfile::tempdir().unwrap();
        let one = folders.path().join("one");
        let two = folders.path().join("two");
        std::fs::create_dir_all(&one).unwrap();
        std::fs::create_dir_all(&two).unwrap();
        assert_eq!(name_for(&one), name_for(&two.join("../one")));
        let later = folders.path().join("later");
        let before = name_for(&later);
        std::fs::create_dir_all(&later).unwrap();
        assert_eq!(before, name_for(&later), "it is made by the first start");
        assert_ne!(name_for(&one), name_for(&two));
        assert!(name_for(&one).starts_with(NAME));
        let config: serde_json::Value =
            serde_json::from_str(include_str!("../../tauri.conf.json")).unwrap();
        assert_eq!(config["identifier"], NAME, "the program has one name");
    }
}
