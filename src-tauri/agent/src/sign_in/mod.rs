//! Signing in at Companies and out again (draft 0.2 sections 4.4 to 4.9). Only the User signs in, on
//! the Company's own page; the same conversation goes on afterwards. At most one sign-in is under way
//! for each Company, in memory only: one that ended
//! with the program is told of at the next start ([`kept`]), to be begun anew.

mod device;
mod direct;
mod kept;
mod offer;
mod out;
mod outcome;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use poppy::documents::company::{Auth, Company};
use poppy::session::StillWanted;
use poppy::signin::direct::Direct;
use tokio::sync::Notify;
use url::Url;

pub(crate) use offer::{ask, items, methods};

use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::{
    CompanyId, ConversationKey, CoreEvent, EntryId, SignIn, SignInMethod, SignInState,
};
use crate::store::CompanyRow;
use crate::{present, words};

/// The sign-ins under way, and their outcomes until they are put away.
#[derive(Default)]
pub(crate) struct SignIns {
    inner: Mutex<Inner>,
    /// They changed, and what is kept of them is behind.
    changed: Notify,
}

#[derive(Default)]
struct Inner {
    attempts: HashMap<CompanyId, Attempt>,
    begun: u64,
}

/// One sign-in.
struct Attempt {
    /// Tells it from one that was begun before it.
    number: u64,
    shown: SignIn,
    /// What the User's browser is to open, checked to be the Company's own.
    link: Option<Url>,
    /// What Direct Sign-In waits for.
    direct: Option<Direct>,
    after: After,
}

/// What is to be done once the User is signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct After {
    conversation: Option<ConversationKey>,
    ask_again: Option<EntryId>,
}

/// What the User wants.
pub(crate) struct Wanted {
    /// Where.
    pub(crate) company: CompanyId,
    /// In which conversation.
    pub(crate) conversation: Option<ConversationKey>,
    /// How.
    pub(crate) method: SignInMethod,
    /// For what.
    pub(crate) scopes: Vec<String>,
    /// The message that is sent again afterwards.
    pub(crate) ask_again: Option<EntryId>,
}

impl Core {
    /// The sign-in under way at a Company, or its outcome.
    pub(crate) fn sign_in_shown(&self, company: CompanyId) -> Option<SignIn> {
        let inner = locked(&self.sign_ins.inner);
        inner
            .attempts
            .get(&company)
            .map(|attempt| attempt.shown.clone())
    }

    /// Begins a sign-in, in place of any other at this Company.
    pub(crate) async fn begin_sign_in(
        self: &Arc<Self>,
        wanted: Wanted,
    ) -> Result<SignIn, AgentError> {
        let row = self.company(wanted.company).await?;
        if let Some(key) = wanted.conversation
            && self.conversation(key).await?.company != wanted.company
        {
            return Err(AgentError::NotFound("conversation"));
        }
        self.ready(&row)?;
        let auth = row.company.auth.as_ref().ok_or_else(|| not_offered(&row))?;
        if !methods(&row.company).contains(&wanted.method) {
            return Err(not_offered(&row));
        }
        match wanted.method {
            SignInMethod::Device => {
                let (number, shown) = self.add_sign_in(&wanted, auth, SignInState::Starting, None);
                self.spawn(Arc::clone(self).sign_in_by_device(
                    wanted.company,
                    number,
                    wanted.scopes,
                ));
                Ok(shown)
            }
            SignInMethod::Direct => self.begin_direct(&row, auth, &wanted),
        }
    }

    /// Whether the User's browser can lead back from a Company's page: to the callback page that is
    /// published with the identity, or to the demo's own.
    pub(crate) fn can_come_back(&self, company: &Company) -> bool {
        self.is_demo(&company.domain) || self.is_published()
    }

    /// What signing in needs of this machine is there.
    fn ready(&self, row: &CompanyRow) -> Result<(), AgentError> {
        if row.blocked {
            return Err(AgentError::Blocked);
        }
        self.vault.key()?;
        if !row.demo && !self.has_identity() {
            return Err(AgentError::NoIdentity);
        }
        Ok(())
    }

    fn add_sign_in(
        &self,
        wanted: &Wanted,
        auth: &Auth,
        state: SignInState,
        direct: Option<Direct>,
    ) -> (u64, SignIn) {
        let shown = SignIn {
            company: wanted.company,
            conversation: wanted.conversation,
            method: wanted.method,
            scopes: items(auth, &wanted.scopes),
            state,
        };
        let number = {
            let mut inner = locked(&self.sign_ins.inner);
            inner.begun = inner.begun.wrapping_add(1);
            let attempt = Attempt {
                number: inner.begun,
                shown: shown.clone(),
                link: direct.as_ref().map(|direct| direct.url().clone()),
                direct,
                after: After {
                    conversation: wanted.conversation,
                    ask_again: wanted.ask_again,
                },
            };
            inner.attempts.insert(wanted.company, attempt);
            inner.begun
        };
        self.tell_sign_in(wanted.company, Some(shown.clone()));
        (number, shown)
    }

    /// Changes a sign-in, if it is still the one; true: it is.
    fn change(&self, company: CompanyId, number: u64, change: impl FnOnce(&mut Attempt)) -> bool {
        let shown = {
            let mut inner = locked(&self.sign_ins.inner);
            let attempt = inner.attempts.get_mut(&company);
            let Some(attempt) = attempt.filter(|attempt| attempt.number == number) else {
                return false;
            };
            change(attempt);
            attempt.shown.clone()
        };
        self.tell_sign_in(company, Some(shown));
        true
    }

    /// Whether this sign-in is still the one.
    fn is_current(&self, company: CompanyId, number: u64) -> bool {
        let inner = locked(&self.sign_ins.inner);
        let attempt = inner.attempts.get(&company);
        attempt.is_some_and(|attempt| attempt.number == number)
    }

    /// Asks whether a sign-in is still the one, when its outcome comes.
    fn still_wanted(self: &Arc<Self>, company: CompanyId, number: u64) -> StillWanted {
        let core = Arc::clone(self);
        Arc::new(move || core.is_current(company, number))
    }

    /// A sign-in came to this.
    fn conclude(&self, company: CompanyId, number: u64, state: SignInState) -> bool {
        self.change(company, number, |attempt| {
            attempt.shown.state = state;
            attempt.link = None;
            attempt.direct = None;
        })
    }

    fn tell_sign_in(&self, company: CompanyId, sign_in: Option<SignIn>) {
        self.sign_ins.changed.notify_one();
        self.emit(CoreEvent::SignIn { company, sign_in });
    }

    /// Ends a sign-in, or puts its outcome away.
    pub(crate) fn cancel_sign_in(&self, company: CompanyId) {
        let removed = locked(&self.sign_ins.inner).attempts.remove(&company);
        if removed.is_some() {
            self.tell_sign_in(company, None);
        }
    }

    /// What the User's browser is to open for a sign-in under way.
    pub(crate) fn sign_in_link(&self, company: CompanyId) -> Result<Url, AgentError> {
        let inner = locked(&self.sign_ins.inner);
        let link = inner.attempts.get(&company).and_then(|a| a.link.clone());
        link.ok_or(AgentError::NotFound("sign-in"))
    }
}

fn not_offered(row: &CompanyRow) -> AgentError {
    told(
        "sign-in-not-offered",
        words::sign_in_not_offered(&present::name(&row.company)),
    )
}

fn told(code: &str, message: String) -> AgentError {
    AgentError::Told {
        code: code.to_owned(),
        message,
    }
}

/// The host of a page, for people.
fn host(url: &Url) -> String {
    poppy::links::shown_domain(url.host_str().unwrap_or_default())
}
