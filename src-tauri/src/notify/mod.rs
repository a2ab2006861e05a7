//! Notifications, if the User wants them: one for each conversation in which something is unread,
//! replaced as more comes and taken back once it is read. The page has no part in it.
//!
//! What is looked at is read: the page says so as soon as it has drawn it in a window that is used. So
//! whatever is still unread a moment after it came is what nobody has looked at.

mod service;
mod words;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use candor_agent::page::{
    CompanyId, ConversationKey, CoreEvent, Entry, EntryContent, EntryId, Notifications,
};
use candor_agent::view::ShownAuthor;
use candor_agent::{Agent, AgentError};
use futures_util::StreamExt as _;
use tauri::{AppHandle, Emitter as _};
use tokio::sync::broadcast;

use crate::start::CORE_EVENT;
use crate::window;
use service::Service;

/// So long after something came, the page has drawn it if it is looked at, and what comes close
/// together has come.
const MOMENT: Duration = Duration::from_millis(800);

/// What is shown of a conversation.
struct Shown {
    /// The service's number of it.
    id: u32,
    company: CompanyId,
    /// The newest entry it told of.
    newest: EntryId,
}

/// Watches over this agent's conversations until it is closed.
pub(crate) fn begin(app: &AppHandle, agent: &Arc<Agent>) {
    let watch = Watch {
        app: app.clone(),
        agent: Arc::clone(agent),
        service: None,
        shown: HashMap::new(),
    };
    tauri::async_runtime::spawn(watch.run(agent.subscribe()));
}

struct Watch {
    app: AppHandle,
    agent: Arc<Agent>,
    service: Option<Service>,
    shown: HashMap<ConversationKey, Shown>,
}

impl Watch {
    async fn run(mut self, mut changes: broadcast::Receiver<CoreEvent>) {
        let mut due = HashSet::new();
        let mut at = tokio::time::Instant::now();
        loop {
            tokio::select! {
                change = changes.recv() => match change {
                    Ok(CoreEvent::Entry { conversation, entry, .. }) if is_from_company(&entry) => {
                        if due.is_empty() {
                            at = tokio::time::Instant::now() + MOMENT;
                        }
                        due.insert(conversation);
                    }
                    Ok(CoreEvent::Companies { .. }) => self.take_back().await,
                    // What was missed is unread in the window.
                    Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => break,
                },
                () = tokio::time::sleep_until(at), if !due.is_empty() => {
                    for conversation in due.drain() {
                        if let Err(error) = self.tell(conversation).await {
                            tracing::warn!("a notification could not be made: {error}");
                        }
                    }
                }
                clicked = clicked(&mut self.service) => self.clicked(clicked),
            }
        }
        for (_, shown) in self.shown.drain() {
            if let Some(service) = &mut self.service {
                service.close(shown.id).await;
            }
        }
    }

    /// Tells of what is unread in a conversation, if that is wanted and news.
    async fn tell(&mut self, conversation: ConversationKey) -> Result<(), AgentError> {
        let how = self.agent.settings().await?.notifications;
        if how == Notifications::Off {
            return Ok(());
        }
        let Some(mut unread) = self.agent.unread(conversation).await? else {
            return Ok(());
        };
        unread.entries.retain(is_from_company);
        let Some(newest) = unread.entries.iter().map(|entry| entry.id).max() else {
            return Ok(());
        };
        let before = self.shown.get(&conversation);
        if before.is_some_and(|shown| shown.newest >= newest) {
            return Ok(());
        }
        let replaces = before.map_or(0, |shown| shown.id);
        let note = words::note(&unread, how);
        if self.service.is_none() {
            self.service = Service::connect().await;
        }
        let Some(service) = &mut self.service else {
            return Ok(());
        };
        match service.show(replaces, &note).await {
            Some(id) => {
                let company = unread.company.id;
                self.shown.insert(
                    conversation,
                    Shown {
                        id,
                        company,
                        newest,
                    },
                );
            }
            // The service may have ended, and another begun.
            None => self.service = None,
        }
        Ok(())
    }

    /// Takes back what tells of conversations that are read, gone or blocked by now.
    async fn take_back(&mut self) {
        let told: Vec<_> = self.shown.keys().copied().collect();
        for conversation in told {
            if matches!(self.agent.unread(conversation).await, Ok(Some(_))) {
                continue;
            }
            if let Some(shown) = self.shown.remove(&conversation)
                && let Some(service) = &mut self.service
            {
                service.close(shown.id).await;
            }
        }
    }

    /// Leads to the conversation that a notification told of.
    fn clicked(&mut self, id: Option<u32>) {
        let Some(id) = id else {
            self.service = None;
            return;
        };
        let mut all = self.shown.iter();
        let Some((conversation, shown)) = all.find(|(_, shown)| shown.id == id) else {
            return;
        };
        window::to_front(&self.app);
        let go = CoreEvent::GoTo {
            company: shown.company,
            conversation: *conversation,
        };
        if let Err(error) = self.app.emit_to(window::MAIN, CORE_EVENT, go) {
            tracing::warn!("the page could not be led to a conversation: {error}");
        }
    }
}

/// The number of the notification that is clicked next; `None`: the service is gone.
async fn clicked(service: &mut Option<Service>) -> Option<u32> {
    match service {
        Some(service) => service.clicks.next().await,
        None => std::future::pending().await,
    }
}

/// Whether somebody would want to be told of it: the Company says something.
fn is_from_company(entry: &Entry) -> bool {
    match &entry.content {
        EntryContent::Message { view, .. } => view.author != ShownAuthor::User,
        EntryContent::Unreadable { .. }
        | EntryContent::SignIn { .. }
        | EntryContent::UserRequested { .. } => true,
        EntryContent::Responder { .. }
        | EntryContent::Direct { .. }
        | EntryContent::PartMissing => false,
    }
}
