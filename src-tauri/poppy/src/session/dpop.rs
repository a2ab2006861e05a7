//! Session Tokens bound to a key by DPoP (draft 0.2 sections 4.2 and 4.3, RFC 9449).

mod accounts;
mod clock;
mod echo;
mod exchange;
mod forms;
mod proof;
mod state;
#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests;
mod token;
mod tokens;

use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use url::Url;

use self::clock::CompanyClock;
use self::exchange::Manner;
use self::forms::About;
use self::proof::Nonces;
use self::state::Kept;
use crate::client::{CallError, refusal};
use crate::documents::client::Signer;
use crate::documents::company::Auth;
use crate::host::{Clock, Random};
use crate::ids::UserId;
use crate::keys::SigningKey;
use crate::net::{NetError, Request, Response, StreamResponse, Transport, host_of};
use crate::session::account::{Account, AccountKeeper, AccountToken, InMemory};
use crate::session::{AccountSession, Answered, Approval, Session, StillWanted};

/// What a Session is made from.
pub struct Setup {
    /// Sends the requests.
    pub transport: Arc<dyn Transport>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub random: Arc<dyn Random>,
    /// The Company's authorization server.
    pub auth: Auth,
    /// Who we are.
    pub signer: Signer,
    /// Who the User is at this Company.
    pub user: UserId,
    /// The key of this User ID, and of no other.
    pub proof_key: Arc<SigningKey>,
    /// The Session to renew, if one is known.
    pub session_id: Option<String>,
}

/// A Session. Starting and renewing are serialised: many requests at once cause one token request,
/// and share its failure if it fails.
///
/// A token request that has begun runs to its end even when whoever waits for it gives up: the
/// Company may have put a new Account Token in place of the old one, and only the answer holds it.
/// So every method must be called within a tokio runtime, and [`AccountSession::settled`] waited for
/// before it ends.
pub struct DpopSession(Arc<Inner>);

struct Inner {
    setup: Setup,
    shared: Arc<Shared>,
    answered: Mutex<Option<Answered>>,
}

/// What one User has at one Company, whatever its Sessions are made with.
struct Shared {
    clock: CompanyClock,
    keeper: Arc<dyn AccountKeeper>,
    nonces: Nonces,
    kept: Mutex<Kept>,
    /// Held while a token is asked for, and while a grant is taken into use.
    turn: tokio::sync::Mutex<()>,
    /// Held for reading by what must run to its end.
    under_way: Arc<tokio::sync::RwLock<()>>,
}

impl DpopSession {
    /// Makes a Session; nothing is sent until the first request. An account signed in to lasts until
    /// this is dropped.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self::with_account(setup, None, Arc::new(InMemory))
    }

    /// Makes a Session of a User who is signed in to `account`, or may be some day: `keeper` keeps
    /// what changes. Nothing is sent until the first request.
    ///
    /// An account is one Session's at a time: two would put each other's Account Token out of use.
    /// Where the Company or this agent is to be spoken to otherwise, [`DpopSession::made_with`] gives
    /// the same Session.
    #[must_use]
    pub fn with_account(
        setup: Setup,
        account: Option<Account>,
        keeper: Arc<dyn AccountKeeper>,
    ) -> Self {
        let shared = Arc::new(Shared {
            clock: CompanyClock::new(Arc::clone(&setup.clock)),
            kept: Mutex::new(Kept::new(setup.session_id.clone(), account)),
            keeper,
            nonces: Nonces::default(),
            turn: tokio::sync::Mutex::new(()),
            under_way: Arc::default(),
        });
        Self(Arc::new(Inner {
            setup,
            shared,
            answered: Mutex::new(None),
        }))
    }

    /// The same Session of the same User, with the Company's authorization server as it is known now
    /// and with who we are now. Both may be used at once: they share the account, its token, and
    /// whose turn it is.
    #[must_use]
    pub fn made_with(&self, auth: Auth, signer: Signer) -> Self {
        let before = &self.0.setup;
        Self(Arc::new(Inner {
            setup: Setup {
                transport: Arc::clone(&before.transport),
                clock: Arc::clone(&before.clock),
                random: Arc::clone(&before.random),
                auth,
                signer,
                user: before.user.clone(),
                proof_key: Arc::clone(&before.proof_key),
                session_id: None,
            },
            shared: Arc::clone(&self.0.shared),
            answered: Mutex::new(None),
        }))
    }
}

impl Shared {
    /// What is known. Never held across an await; each change is whole before it can panic.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn answered(&self) -> MutexGuard<'_, Option<Answered>> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The Company answered a request that was made as this agent.
    fn was_answered(&self, accepted: bool) {
        let at = self.setup.clock.now();
        let mut answered = self.answered();
        let accepted = accepted || answered.is_some_and(|before| before.accepted);
        *answered = Some(Answered { at, accepted });
    }

    /// Runs `work` to its end whether or not it is waited for.
    async fn to_the_end<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, CallError>> + Send + 'static,
    ) -> Result<T, CallError> {
        let under_way = Arc::clone(&self.shared.under_way).read_owned().await;
        let work = async move {
            let _under_way = under_way;
            work.await
        };
        tokio::spawn(work).await.unwrap_or_else(|error| {
            if error.is_panic() {
                std::panic::resume_unwind(error.into_panic());
            }
            // The runtime ended under it.
            Err(NetError::Cut(host_of(&self.setup.auth.token_endpoint)).into())
        })
    }
}

impl Session for DpopSession {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, CallError>> {
        Box::pin(async move {
            let (max_body, timeout) = (request.max_body, request.timeout);
            let answer = self.0.exchange(request, Manner::Whole).await?;
            Ok(answer.collect(max_body, timeout).await?)
        })
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, CallError>> {
        Box::pin(self.0.exchange(request, Manner::AsItComes { idle }))
    }

    fn session_id(&self) -> Option<String> {
        self.0.shared.kept().session_id.clone()
    }

    fn signed_in(&self) -> Option<Vec<String>> {
        self.0.shared.kept().signed_in.clone()
    }

    fn clock_skew(&self) -> Option<i64> {
        self.0.shared.clock.skew()
    }
}

impl AccountSession for DpopSession {
    fn ask<'a>(
        &'a self,
        endpoint: &'a Url,
        fields: &'a [(&'a str, &'a str)],
    ) -> BoxFuture<'a, Result<Response, CallError>> {
        Box::pin(async move {
            let response = self.0.post(endpoint, fields, About::Agent).await?;
            // RFC 8628 section 3.2.
            if response.status == 200 {
                Ok(response)
            } else {
                Err(refusal::of(&response))
            }
        })
    }

    fn redeem(
        &self,
        approval: Approval,
        requested: Vec<String>,
        wanted: StillWanted,
    ) -> BoxFuture<'_, Result<Vec<String>, CallError>> {
        let inner = Arc::clone(&self.0);
        let work = async move { inner.redeem(&approval, &requested, &wanted).await };
        Box::pin(self.0.to_the_end(work))
    }

    fn sign_out(&self) -> Option<Account> {
        self.0.sign_out()
    }

    fn revoke<'a>(&'a self, token: &'a AccountToken) -> BoxFuture<'a, Result<(), CallError>> {
        Box::pin(self.0.revoke(token))
    }

    fn answered(&self) -> Option<Answered> {
        *self.0.answered()
    }

    fn settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            drop(self.0.shared.under_way.write().await);
        })
    }
}

impl fmt::Debug for DpopSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The tokens, the User ID and the keys are secrets.
        f.debug_struct("DpopSession")
            .field("issuer", &self.0.setup.auth.issuer)
            .finish_non_exhaustive()
    }
}
