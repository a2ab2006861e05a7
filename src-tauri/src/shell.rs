//! What all commands share: the agent, once it is open.

use std::sync::Arc;

use candor_agent::Agent;
use candor_agent::error::ErrorReport;
use candor_agent::language::say;
use candor_demo::Demo;
use tauri::Manager as _;
use tokio::sync::watch;

use crate::kept::Keeper;

/// What opening the agent came to.
pub(crate) type Opened = Result<Arc<Agent>, ErrorReport>;

/// The state behind the commands. The agent is opened while the window is being made; a command
/// that comes earlier waits for it, so the page never has to ask twice.
pub(crate) struct Shell {
    opened: watch::Sender<Option<Opened>>,
    demo: std::sync::Mutex<Option<Demo>>,
}

impl Shell {
    pub(crate) fn new() -> Self {
        Self {
            opened: watch::Sender::new(None),
            demo: std::sync::Mutex::new(None),
        }
    }

    /// The agent, or why there is none.
    pub(crate) async fn agent(&self) -> Opened {
        let mut opened = self.opened.subscribe();
        match opened.wait_for(Option::is_some).await.as_deref() {
            Ok(Some(outcome)) => outcome.clone(),
            // The sender lives in `self`, so it cannot be gone while this borrows `self`.
            Ok(None) | Err(_) => Err(closing()),
        }
    }

    /// Whether opening failed. Says so once: whoever hears it opens again, and commands wait for what
    /// that comes to.
    pub(crate) fn failed(&self) -> bool {
        self.opened.send_if_modified(|opened| {
            let failed = matches!(opened, Some(Err(_)));
            if failed {
                *opened = None;
            }
            failed
        })
    }

    /// Tells all commands what opening came to.
    pub(crate) fn opened(&self, outcome: Opened) {
        self.opened.send_replace(Some(outcome));
    }

    /// Forgets the agent, which is closed, and the demo Company with it: commands wait for the next.
    pub(crate) fn begin_anew(&self) {
        self.keep(None);
        self.opened.send_replace(None);
    }

    /// Keeps the demo Company running until the program ends or another is kept.
    pub(crate) fn keep(&self, demo: Option<Demo>) {
        if let Ok(mut place) = self.demo.lock() {
            *place = demo;
        }
    }
}

fn closing() -> ErrorReport {
    ErrorReport {
        code: "closing".into(),
        message: say("error-closing", &[]),
    }
}

/// Ends the agent's work before the program ends.
pub(crate) fn close(app: &tauri::AppHandle) {
    let shell = app.state::<Shell>();
    let opened = shell.opened.borrow().clone();
    if let Some(Ok(agent)) = opened {
        app.state::<Keeper>().write();
        tauri::async_runtime::block_on(agent.close());
    }
}
