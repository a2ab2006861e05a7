//! A desktop's notification service that only writes down what it is asked to show.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zbus::zvariant::OwnedValue;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// A notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its number.
    pub id: u32,
    /// Its heading.
    pub summary: String,
    /// Its text, as markup.
    pub body: String,
}

/// What the service was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To show a notification, in the place of the one of its number if there is one.
    Show(Shown),
    /// To take one back.
    Close(u32),
}

/// The service, on the session's bus until it is dropped.
pub struct Notifications {
    bus: zbus::Connection,
    asked: Arc<Mutex<Vec<Asked>>>,
}

struct Service {
    asked: Arc<Mutex<Vec<Asked>>>,
    last: u32,
}

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Service {
    fn get_capabilities(&self) -> Vec<&str> {
        vec!["actions", "body", "body-markup", "body-hyperlinks"]
    }

    #[expect(clippy::too_many_arguments, reason = "the specification has them")]
    fn notify(
        &mut self,
        _app_name: &str,
        replaces_id: u32,
        _app_icon: &str,
        summary: String,
        body: String,
        _actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _expire_timeout: i32,
    ) -> u32 {
        let id = if replaces_id == 0 {
            self.last += 1;
            self.last
        } else {
            replaces_id
        };
        self.write(Asked::Show(Shown { id, summary, body }));
        id
    }

    fn close_notification(&self, id: u32) {
        self.write(Asked::Close(id));
    }
}

impl Service {
    fn write(&self, asked: Asked) {
        self.asked.lock().expect("no test panics in it").push(asked);
    }
}

impl Notifications {
    /// Becomes the session's notification service.
    ///
    /// # Panics
    ///
    /// When there is no session bus, or it has a service.
    pub async fn serve() -> Self {
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let service = Service {
            asked: Arc::clone(&asked),
            last: 0,
        };
        let bus = zbus::connection::Builder::session()
            .and_then(|bus| bus.serve_at(PATH, service))
            .and_then(|bus| bus.name(NAME))
            .expect("a session bus");
        let bus = bus.build().await.expect("no other service");
        Self { bus, asked }
    }

    /// All it was asked so far.
    ///
    /// # Panics
    ///
    /// Never, unless a test did before.
    #[must_use]
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no test panics in it").clone()
    }

    /// The first that fits, once it was asked.
    ///
    /// # Panics
    ///
    /// When it never is.
    pub async fn find(&self, fits: impl Fn(&Asked) -> bool) -> Asked {
        for _ in 0..400 {
            if let Some(found) = self.asked().into_iter().find(&fits) {
                return found;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("it was asked only: {:?}", self.asked());
    }

    /// Clicks a notification.
    ///
    /// # Panics
    ///
    /// When the bus is gone.
    pub async fn click(&self, id: u32) {
        let click = (id, "default");
        let none = None::<&str>;
        let told = self
            .bus
            .emit_signal(none, PATH, NAME, "ActionInvoked", &click);
        told.await.expect("the bus takes a signal");
    }
}
