//! What a sign-in came to: in words, and for the conversation it was begun in.

use std::sync::Arc;
use std::time::Duration;

use poppy::client::CallError;
use poppy::documents::company::Company;
use poppy::signin::SignInError;
use poppy::signin::direct::CallbackError;
use tokio::sync::broadcast;

use super::After;
use crate::connect::Connection;
use crate::core::Core;
use crate::error::AgentError;
use crate::page::{CompanyId, ConversationKey, CoreEvent, EntryId, Phase, SignInState};
use crate::{present, words};

/// How long the Company has to go on by itself before a message is sent again.
const GOES_ON: Duration = Duration::from_secs(5);

/// It cannot be done.
pub(super) fn failed(code: &str, message: String) -> SignInState {
    SignInState::Failed {
        code: code.to_owned(),
        message,
    }
}

/// The Company refused, or could not be reached.
pub(super) fn refused(error: &CallError, company: &Company) -> SignInState {
    if matches!(error, CallError::OtherIssuer) {
        return callback(&CallbackError::OtherIssuer, company);
    }
    failed(
        error.code(),
        words::sign_in_refused(error.code(), &present::name(company)),
    )
}

/// It could not begin.
pub(super) fn not_begun(error: &SignInError, company: &Company) -> SignInState {
    let name = present::name(company);
    match error {
        SignInError::Call(error) => refused(error, company),
        SignInError::NotOffered => failed("sign-in-not-offered", words::sign_in_not_offered(&name)),
        SignInError::Scopes => failed("sign-in-scopes", words::sign_in_scopes(&name)),
        SignInError::StrangeLink(host) => {
            let host = poppy::links::shown_domain(host);
            failed("sign-in-strange-link", words::strange_link(&name, &host))
        }
    }
}

/// What the browser came back with is not used.
pub(super) fn callback(error: &CallbackError, company: &Company) -> SignInState {
    let code = match error {
        CallbackError::Denied => return SignInState::Denied,
        CallbackError::TooLate => return SignInState::Expired,
        CallbackError::OtherState => "sign-in-not-found",
        CallbackError::Used => "sign-in-used",
        CallbackError::OtherIssuer => "sign-in-other-company",
        CallbackError::OtherPage => "sign-in-other-page",
        CallbackError::Refused(code) => {
            return failed(code, words::sign_in_refused(code, &present::name(company)));
        }
    };
    failed(code, present::sentence(error))
}

impl Core {
    /// Keeps what a call showed; a store that fails is told of elsewhere.
    pub(super) async fn note_call(&self, company: CompanyId, connection: &Connection) {
        if let Err(error) = self.after_call(company, connection).await {
            tracing::warn!(code = error.code(), "a Session could not be kept");
        }
    }

    /// Signed in: the conversations there go on with it.
    pub(super) async fn go_on(self: &Arc<Self>, company: CompanyId, after: After) {
        let events = self.subscribe();
        if let Err(error) = self.take_up_refused(company, after.conversation).await {
            tracing::warn!(code = error.code(), "refused messages were not taken up");
        }
        if let After {
            conversation: Some(key),
            ask_again: Some(asked),
        } = after
        {
            let core = Arc::clone(self);
            self.spawn(async move {
                if let Err(error) = core.ask_again(key, asked, events).await {
                    tracing::warn!(code = error.code(), "the message was not sent again");
                }
            });
        }
    }

    /// What was refused for want of a sign-in, in the conversation it was begun in, is sent, and what
    /// waited for one is read. What was refused elsewhere may be long past: it is the User's to send
    /// again.
    async fn take_up_refused(
        self: &Arc<Self>,
        id: CompanyId,
        conversation: Option<ConversationKey>,
    ) -> Result<(), AgentError> {
        let company = self.company(id).await?;
        if let Some(key) = conversation {
            let queued = self.store.requeue_refused(key).await?;
            self.tell_entries(&queued, &company.company);
            self.begin(&[key]);
        }
        self.identity_changed();
        self.reconnect();
        self.tell_companies().await
    }

    /// Sends a message of the User's again, unless the conversation goes on without it: something waits
    /// to be sent, or the Company says something.
    async fn ask_again(
        self: &Arc<Self>,
        key: ConversationKey,
        asked: EntryId,
        mut events: broadcast::Receiver<CoreEvent>,
    ) -> Result<(), AgentError> {
        let (to_send, _) = self.store.on_their_way(key).await?;
        let goes_on = tokio::time::timeout(GOES_ON, async {
            loop {
                match events.recv().await {
                    Ok(CoreEvent::Entry { conversation, .. }) if conversation == key => return,
                    Ok(CoreEvent::Writing {
                        conversation,
                        writing,
                    }) if conversation == key && !writing.is_empty() => return,
                    Ok(CoreEvent::Standing {
                        conversation,
                        standing,
                    }) if conversation == key && standing.phase == Phase::Working => return,
                    Err(broadcast::error::RecvError::Closed) => return,
                    _ => {}
                }
            }
        });
        if to_send > 0 || goes_on.await.is_ok() {
            return Ok(());
        }
        let asked = self.store.entry(key, asked).await?;
        if let Some(own) = asked.and_then(|entry| entry.own) {
            self.write(key, None, &present::written(&own)).await?;
        }
        Ok(())
    }
}
