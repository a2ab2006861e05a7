//! Which sign-ins are under way is kept, and nothing else of them: one that ended with the program is
//! told of at the next start, and can be begun anew.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{After, Attempt, items, outcome};
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::{CompanyId, ConversationKey, SignIn, SignInMethod, SignInState};
use crate::store::meta_name;
use crate::{present, words};

/// A sign-in that was under way.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    company: CompanyId,
    conversation: Option<ConversationKey>,
    method: SignInMethod,
    scopes: Vec<String>,
}

impl Core {
    /// Takes up what was under way when the program ended: each came to nothing by that.
    pub(crate) async fn take_up_sign_ins(&self) -> Result<(), AgentError> {
        let Some(kept) = self.store.meta(meta_name::SIGN_INS).await? else {
            return Ok(());
        };
        let kept: Vec<Kept> = serde_json::from_str(&kept).unwrap_or_default();
        for kept in kept {
            // One that was deleted has no sign-in either.
            let Ok(row) = self.company(kept.company).await else {
                continue;
            };
            let auth = row.company.auth.as_ref();
            let message = words::sign_in_interrupted(&present::name(&row.company));
            let shown = SignIn {
                company: kept.company,
                conversation: kept.conversation,
                method: kept.method,
                scopes: auth.map_or_else(Vec::new, |auth| items(auth, &kept.scopes)),
                state: outcome::failed("sign-in-interrupted", message),
            };
            let mut inner = locked(&self.sign_ins.inner);
            inner.begun = inner.begun.wrapping_add(1);
            let attempt = Attempt {
                number: inner.begun,
                shown,
                link: None,
                direct: None,
                after: After {
                    conversation: kept.conversation,
                    ask_again: None,
                },
            };
            inner.attempts.insert(kept.company, attempt);
        }
        self.sign_ins.changed.notify_one();
        Ok(())
    }

    /// Keeps which sign-ins are under way, as that changes.
    pub(crate) async fn keep_sign_ins(self: Arc<Self>) {
        loop {
            self.sign_ins.changed.notified().await;
            let kept = self.under_way();
            let done = match serde_json::to_string(&kept) {
                Ok(text) if !kept.is_empty() => {
                    self.store.set_meta(vec![(meta_name::SIGN_INS, text)]).await
                }
                _ => self.store.forget_meta(meta_name::SIGN_INS).await,
            };
            if let Err(error) = done {
                tracing::warn!("which sign-ins are under way could not be kept: {error}");
            }
        }
    }

    fn under_way(&self) -> Vec<Kept> {
        let inner = locked(&self.sign_ins.inner);
        let under_way = inner.attempts.values().filter(|attempt| {
            matches!(
                attempt.shown.state,
                SignInState::Starting
                    | SignInState::Waiting { .. }
                    | SignInState::WaitingBrowser { .. }
                    | SignInState::Finishing
            )
        });
        let kept = under_way.map(|Attempt { shown, .. }| Kept {
            company: shown.company,
            conversation: shown.conversation,
            method: shown.method,
            scopes: shown.scopes.iter().map(|item| item.scope.clone()).collect(),
        });
        kept.collect()
    }
}
