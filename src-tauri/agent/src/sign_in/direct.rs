//! Direct Sign-In: the User's own browser, and what it comes back with, by the program's own URL
//! scheme or pasted.

use std::sync::Arc;
use std::time::Duration;

use poppy::documents::company::Auth;
use poppy::signin::callback::Callback;
use poppy::signin::direct::{CallbackError, Code, Direct};

use super::{Wanted, host, outcome, told};
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::{CompanyId, SignIn, SignInState};
use crate::present;
use crate::store::CompanyRow;

/// How often it is looked whether the time is over: the wall clock may jump.
const LOOK: Duration = Duration::from_secs(15);

impl Core {
    pub(super) fn begin_direct(
        self: &Arc<Self>,
        row: &CompanyRow,
        auth: &Auth,
        wanted: &Wanted,
    ) -> Result<SignIn, AgentError> {
        let signer = self.me.signer(row.demo).ok_or(AgentError::NoIdentity)?;
        let begun = Direct::begin(
            auth,
            &signer.client_id,
            &wanted.scopes,
            &*self.clock,
            &*self.random,
        );
        let direct = begun.map_err(|error| match outcome::not_begun(&error, &row.company) {
            SignInState::Failed { code, message } => AgentError::Told { code, message },
            _ => super::not_offered(row),
        })?;
        let state = SignInState::WaitingBrowser {
            link: direct.url().as_str().to_owned(),
            link_host: host(direct.url()),
            expires_at: direct.expires_at().0,
        };
        let expires_at = direct.expires_at();
        let (number, shown) = self.add_sign_in(wanted, auth, state, Some(direct));
        let (core, company) = (Arc::clone(self), row.id);
        self.spawn(async move {
            while core.clock.now() < expires_at && core.is_waiting(company, number) {
                let left = expires_at.0.saturating_sub(core.clock.now().0);
                let left = Duration::from_millis(u64::try_from(left).unwrap_or_default());
                tokio::time::sleep(left.min(LOOK)).await;
            }
            if core.is_waiting(company, number) {
                core.conclude(company, number, SignInState::Expired);
            }
        });
        Ok(shown)
    }

    /// Whether a sign-in still waits for the browser.
    fn is_waiting(&self, company: CompanyId, number: u64) -> bool {
        let inner = locked(&self.sign_ins.inner);
        let attempt = inner.attempts.get(&company);
        attempt.is_some_and(|attempt| attempt.number == number && attempt.direct.is_some())
    }

    /// Takes what the browser came back with, for whichever sign-in it belongs to.
    pub(crate) async fn finish_direct(self: &Arc<Self>, text: &str) -> Result<SignIn, AgentError> {
        let callback = Callback::parse(text)
            .map_err(|error| told("sign-in-answer-unreadable", present::sentence(&error)))?;
        let (company, number, accepted) = self.accept(callback)?;
        let row = self.company(company).await?;
        match accepted {
            Ok(code) => {
                self.change(company, number, |attempt| {
                    attempt.shown.state = SignInState::Finishing;
                    attempt.link = None;
                });
                self.spawn(Arc::clone(self).exchange(company, number, code));
            }
            Err(error) => {
                self.conclude(company, number, outcome::callback(&error, &row.company));
            }
        }
        self.sign_in_shown(company)
            .ok_or(AgentError::NotFound("sign-in"))
    }

    /// The sign-in that is answered by this, and whether the answer is good.
    fn accept(
        &self,
        callback: Callback,
    ) -> Result<(CompanyId, u64, Result<Code, CallbackError>), AgentError> {
        let mut inner = locked(&self.sign_ins.inner);
        let mut attempts = inner.attempts.iter_mut();
        let found = attempts.find_map(|(company, attempt)| {
            let direct = attempt.direct.as_mut()?;
            direct
                .is_answered_by(&callback)
                .then_some((*company, attempt.number, direct))
        });
        let Some((company, number, direct)) = found else {
            let error = CallbackError::OtherState;
            return Err(told("sign-in-not-found", present::sentence(&error)));
        };
        let accepted = direct.accept(callback, &*self.clock);
        Ok((company, number, accepted))
    }

    async fn exchange(self: Arc<Self>, company: CompanyId, number: u64, code: Code) {
        let (row, connection) = match self.connect(company).await {
            Ok(ready) => ready,
            Err(unready) => {
                let message = self.explain(company, &unready).await;
                self.conclude(company, number, outcome::failed(unready.code(), message));
                return;
            }
        };
        let wanted = self.still_wanted(company, number);
        let exchanged = code.exchange(&*connection.session, wanted).await;
        self.note_call(company, &connection).await;
        match exchanged {
            Ok(granted) => {
                self.approved(company, connection.auth(), number, granted)
                    .await;
            }
            Err(error) => {
                let state = outcome::refused(&error, &row.company);
                self.conclude(company, number, state);
            }
        }
    }
}
