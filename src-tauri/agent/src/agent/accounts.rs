//! What can be done about the User's accounts at Companies.

use url::Url;

use super::Agent;
use crate::error::AgentError;
use crate::page::{CompanyId, ConversationKey, EntryId, SignIn, SignInAsk, SignInMethod};
use crate::sign_in::{self, Wanted};
use crate::words;

impl Agent {
    /// What a Company offers for signing in. `scope`: the scopes needed, separated by spaces; `None`:
    /// anything that is offered.
    pub async fn sign_in_offer(
        &self,
        company: CompanyId,
        scope: Option<&str>,
    ) -> Result<SignInAsk, AgentError> {
        let row = self.core.company(company).await?;
        let comes_back = self.core.can_come_back(&row.company);
        Ok(sign_in::ask(&row.company, scope, comes_back))
    }

    /// Begins to sign in, in place of any other sign-in at this Company; how it goes on is told by
    /// [`crate::page::CoreEvent::SignIn`]. `ask_again`: a message of the User's in the conversation
    /// that is sent again afterwards, unless the Company goes on by itself.
    ///
    /// # Errors
    ///
    /// [`AgentError::Told`] when the Company does not offer this, [`AgentError::NoIdentity`],
    /// [`AgentError::Secrets`].
    pub async fn begin_sign_in(
        &self,
        company: CompanyId,
        conversation: Option<ConversationKey>,
        method: SignInMethod,
        scopes: Vec<String>,
        ask_again: Option<EntryId>,
    ) -> Result<SignIn, AgentError> {
        let wanted = Wanted {
            company,
            conversation,
            method,
            scopes,
            ask_again,
        };
        self.core.begin_sign_in(wanted).await
    }

    /// Ends a sign-in, or puts its outcome away.
    pub async fn cancel_sign_in(&self, company: CompanyId) -> Result<(), AgentError> {
        self.core.cancel_sign_in(company);
        Ok(())
    }

    /// Takes what the browser came back with at the end of a sign-in: pasted by the User, or handed
    /// over by the program's own URL scheme. A refusal is the outcome of the sign-in, not an error.
    ///
    /// # Errors
    ///
    /// [`AgentError::Told`] when it is no such answer, or belongs to no sign-in under way.
    pub async fn finish_direct(&self, text: &str) -> Result<SignIn, AgentError> {
        self.core.finish_direct(text).await
    }

    /// The same for what was handed over by the program's own URL scheme, where nobody waits for an
    /// answer: what is wrong with it is told by [`crate::page::CoreEvent::Problem`].
    pub async fn take_hand_over(&self, text: &str) {
        if let Err(error) = self.core.finish_direct(text).await {
            let code = error.code().to_owned();
            tracing::warn!(code, "what was handed over finishes no sign-in");
            self.core
                .tell_problem(&code, words::hand_over_failed(&words::agent(&error)));
        }
    }

    /// What the User's own browser is to open for a sign-in under way: checked to be a page of the
    /// Company's. Not for the page of the window.
    ///
    /// # Errors
    ///
    /// [`AgentError::NotFound`] when no sign-in waits for the User.
    pub async fn sign_in_link(&self, company: CompanyId) -> Result<Url, AgentError> {
        self.core.sign_in_link(company)
    }

    /// Signs out: here at once; the Company is told by itself until it has confirmed.
    pub async fn sign_out(&self, company: CompanyId) -> Result<(), AgentError> {
        self.core.sign_out(company).await
    }
}
