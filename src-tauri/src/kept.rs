//! What the window itself remembers from one start to the next: where it stood and how large its page
//! is drawn. In a small file of its own, because it is wanted before the agent has opened its store.
//! Nothing in it is of a Company or a conversation.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use candor_agent::replace_private;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager as _};
use tokio::sync::Notify;

use crate::arguments::Arguments;
use crate::place::Place;
use crate::shell::Shell;
use crate::start;
use crate::zoom::Zoom;

/// The file, in the data folder: deleted with everything else, as its name says whose it is.
const FILE: &str = "candor.window.json";

/// A window that is being dragged changes many times a second; it is written once it rests.
const REST: Duration = Duration::from_millis(500);

/// What is remembered. What cannot be read is as if nothing were.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Kept {
    pub(crate) place: Option<Place>,
    pub(crate) zoom: Zoom,
}

impl Kept {
    fn read(path: &Path) -> Self {
        std::fs::read(path)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }
}

/// Holds what is remembered, and writes it down.
pub(crate) struct Keeper {
    /// `None`: the system names no folder, and nothing is remembered.
    path: Option<PathBuf>,
    state: Mutex<State>,
    changed: Arc<Notify>,
}

struct State {
    now: Kept,
    written: Kept,
}

impl Keeper {
    /// Reads what was remembered.
    pub(crate) fn begin(app: &AppHandle) -> Self {
        let folder = start::data_folder(app, &app.state::<Arguments>());
        Self::at(folder.ok().map(|folder| folder.join(FILE)))
    }

    fn at(path: Option<PathBuf>) -> Self {
        let kept = path.as_deref().map(Kept::read).unwrap_or_default();
        Self {
            path,
            state: Mutex::new(State {
                now: kept.clone(),
                written: kept,
            }),
            changed: Arc::default(),
        }
    }

    pub(crate) fn now(&self) -> Kept {
        self.state().now.clone()
    }

    /// Changes what is remembered; it is written a little later.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) -> T {
        let value = change(&mut self.state().now);
        self.changed.notify_one();
        value
    }

    /// Writes it, if it is news. Only whoever has taken the data folder may.
    pub(crate) fn write(&self) {
        let Some(path) = &self.path else { return };
        let mut state = self.state();
        if state.now == state.written {
            return;
        }
        let bytes = serde_json::to_vec(&state.now).unwrap_or_default();
        match replace_private(path, &bytes) {
            Ok(()) => state.written = state.now.clone(),
            Err(error) => {
                tracing::warn!("where the window stands could not be written down: {error}");
            }
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes every change from now on, once the data folder is this program's.
pub(crate) fn watch(app: &AppHandle) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let keeper = app.state::<Keeper>();
        loop {
            keeper.changed.notified().await;
            tokio::time::sleep(REST).await;
            if app.state::<Shell>().agent().await.is_ok() {
                keeper.write();
            }
        }
    });
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may")]

    use super::*;

    #[test]
    fn what_is_remembered_comes_back_and_what_cannot_be_read_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let keeper = Keeper::at(Some(path.clone()));
        assert_eq!(keeper.now(), Kept::default(), "the first start");
        keeper.write();
        assert!(!path.exists(), "nothing is news");
        let place = Place::some();
        keeper.change(|kept| kept.place = Some(place));
        keeper.write();
        assert_eq!(Keeper::at(Some(path.clone())).now().place, Some(place));
        for broken in ["", "[]", "{\"place\":{\"x\":1}}", "{\"zoom\":1e9}", "\u{0}"] {
            std::fs::write(&path, broken).unwrap();
            assert_eq!(Keeper::at(Some(path.clone())).now(), Kept::default());
        }
        Keeper::at(None).write();
    }
}
