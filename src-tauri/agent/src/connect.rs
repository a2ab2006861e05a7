//! From a Company in the list to somebody to talk to: verified, with the User's account there, an
//! identity to sign with, and a Session.

mod user;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use poppy::client::Conversations;
use poppy::discovery::DiscoveryError;
use poppy::documents::client::Signer;
use poppy::documents::company::{Auth, Company};
use poppy::domain::Domain;
use poppy::session::dpop::{DpopSession, Setup};
use poppy::session::{AccountSession, Answered, Session};
use url::Url;

pub(crate) use user::UserAccount;

use crate::accounts::{InMemory, Keeper, Place};
use crate::core::{Core, locked};
use crate::error::AgentError;
use crate::page::CompanyId;
use crate::present;
use crate::secrets::{Held, SealingKey};
use crate::store::{CompanyRow, StoreError};
use crate::words;

/// Why a Company cannot be talked to now.
#[derive(Debug)]
pub(crate) enum Unready {
    /// It has no chat.
    NoChat,
    /// It has no `auth`, so no Session can begin.
    NoAuth,
    /// It is the demo, which does not run.
    DemoOff,
    /// It could not be verified again.
    NotVerified(Box<DiscoveryError>),
    /// Its domain leads to another Company.
    Moved(Domain),
    /// The conversation belongs to secrets that are not at hand.
    OtherAccount,
    /// Secrets are not ready, there is no identity, or this machine fails.
    Ours(AgentError),
}

impl From<AgentError> for Unready {
    fn from(error: AgentError) -> Self {
        Self::Ours(error)
    }
}

impl From<StoreError> for Unready {
    fn from(error: StoreError) -> Self {
        Self::Ours(error.into())
    }
}

impl Unready {
    /// The code to decide by.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::NoChat => "no-chat",
            Self::NoAuth => "no-auth",
            Self::DemoOff => "demo-not-running",
            Self::NotVerified(error) => error.code(),
            Self::Moved(_) => "company-moved",
            Self::OtherAccount => "other-account",
            Self::Ours(error) => error.code(),
        }
    }

    /// What a person is told.
    pub(crate) fn message(&self, company: &str) -> String {
        match self {
            Self::NoChat => words::no_chat(company),
            Self::NoAuth => words::no_auth(company),
            Self::DemoOff => words::demo_off(),
            Self::NotVerified(error) => words::not_verified(company, &words::discovery(error)),
            Self::Moved(domain) => words::moved(company, domain.as_str()),
            Self::OtherAccount => words::other_account(company),
            Self::Ours(AgentError::NoIdentity) => words::no_identity(company),
            Self::Ours(AgentError::Store(_)) => words::store_failed(),
            Self::Ours(error) => words::agent(error),
        }
    }

    /// Whether trying again by itself can help; otherwise it waits until secrets or the identity
    /// change.
    pub(crate) fn passes(&self) -> bool {
        matches!(
            self,
            Self::NotVerified(_)
                | Self::Moved(_)
                | Self::NoChat
                | Self::NoAuth
                | Self::Ours(AgentError::Store(_) | AgentError::Key(_))
        )
    }
}

/// Somebody to talk to.
pub(crate) struct Connection {
    /// The conversations there.
    pub(crate) conversations: Conversations,
    /// The account they are the account's of.
    pub(crate) tag: String,
    /// The Session, and the User's account.
    pub(crate) session: Arc<dyn AccountSession>,
    /// What was kept of the Session last; the outer `None`: nothing yet.
    kept_session: Mutex<Option<Option<String>>>,
    /// What was kept last of the Company having seen this identity.
    seen: Mutex<Option<Answered>>,
    made_from: MadeFrom,
}

impl Connection {
    /// The same conversations, in the Session as somebody else hands it on.
    pub(crate) fn conversations_by(&self, session: Arc<dyn Session>) -> Conversations {
        Conversations::new(session, self.made_from.endpoint.clone())
    }

    /// The Company's authorization server, as this connection was made with it.
    pub(crate) fn auth(&self) -> &Auth {
        &self.made_from.auth
    }
}

/// When it is kept again that a Company has seen this identity, in milliseconds after the last time.
const SEEN_AGAIN: u64 = 10 * 60 * 1000;

/// What a connection was made from: when any of it changes, it is made anew.
#[derive(PartialEq)]
struct MadeFrom {
    auth: Auth,
    endpoint: Url,
    client_id: String,
    key_id: String,
    held: Held,
}

/// An account's Session: one, however many Companies are of its issuer and however often they are
/// connected to anew. Two would put each other's Account Token out of use.
struct Own {
    issuer: String,
    session: Arc<DpopSession>,
}

type Slot = Arc<tokio::sync::Mutex<Option<Arc<Connection>>>>;

/// The connections in use: one for each Company, made one at a time.
#[derive(Default)]
pub(crate) struct Connections {
    slots: Mutex<HashMap<CompanyId, Slot>>,
    /// By the accounts' tags.
    sessions: Mutex<HashMap<String, Own>>,
    /// Held while an account is looked for: two Companies of one issuer find the same.
    finding: tokio::sync::Mutex<()>,
    in_memory: InMemory,
}

impl Connections {
    fn slot(&self, id: CompanyId) -> Slot {
        Arc::clone(locked(&self.slots).entry(id).or_default())
    }

    /// Accounts of this session only.
    pub(crate) fn in_memory(&self) -> &Mutex<HashMap<String, UserAccount>> {
        &self.in_memory
    }

    /// Forgets the connection to a Company: the next is made anew.
    pub(crate) fn forget_company(&self, id: CompanyId) {
        locked(&self.slots).remove(&id);
    }

    /// Forgets who the User was at an issuer.
    pub(crate) fn forget_account(&self, issuer: &str) {
        locked(&self.sessions).retain(|_, own| own.issuer != issuer);
        locked(&self.in_memory).remove(issuer);
    }

    /// The Sessions in use at an issuer, by their accounts' tags.
    pub(crate) fn at(&self, issuer: &str) -> Vec<(String, Arc<DpopSession>)> {
        let sessions = locked(&self.sessions);
        let at = sessions.iter().filter(|(_, own)| own.issuer == issuer);
        at.map(|(tag, own)| (tag.clone(), Arc::clone(&own.session)))
            .collect()
    }

    /// Waits until no token request is under way: a new Account Token may be in the answer.
    pub(crate) async fn settled(&self) {
        let sessions: Vec<_> = {
            let sessions = locked(&self.sessions);
            sessions
                .values()
                .map(|own| Arc::clone(&own.session))
                .collect()
        };
        let settled = sessions.iter().map(|session| session.settled());
        futures_util::future::join_all(settled).await;
    }
}

impl Core {
    /// Connects to a Company, or gives the connection there is.
    pub(crate) async fn connect(
        &self,
        id: CompanyId,
    ) -> Result<(CompanyRow, Arc<Connection>), Unready> {
        let slot = self.connections.slot(id);
        let mut slot = slot.lock().await;
        let row = self.verified(id).await?;
        let (made_from, signer, sealing) = self.terms(&row.company)?;
        if let Some(connection) = slot.as_ref().filter(|c| c.made_from == made_from) {
            return Ok((row, Arc::clone(connection)));
        }
        let (tag, session) = self.session(&made_from, signer, sealing).await?;
        let endpoint = made_from.endpoint.clone();
        let connection = Arc::new(Connection {
            conversations: Conversations::new(Arc::clone(&session) as _, endpoint),
            tag,
            session,
            kept_session: Mutex::new(None),
            seen: Mutex::new(None),
            made_from,
        });
        *slot = Some(Arc::clone(&connection));
        Ok((row, connection))
    }

    /// The Session of the User's account at an issuer, spoken with as it is known now.
    async fn session(
        &self,
        made_from: &MadeFrom,
        signer: Signer,
        sealing: Arc<SealingKey>,
    ) -> Result<(String, Arc<dyn AccountSession>), AgentError> {
        let _alone = self.connections.finding.lock().await;
        let (auth, held) = (made_from.auth.clone(), made_from.held);
        let account = self.account(&auth.issuer, &sealing, held).await?;
        let tag = account.tag.clone();
        let mut sessions = locked(&self.connections.sessions);
        if let Some(own) = sessions.get(&tag) {
            return Ok((tag, Arc::new(own.session.made_with(auth, signer))));
        }
        let issuer = auth.issuer.clone();
        let place = match held {
            Held::Memory => Place::Memory(Arc::clone(&self.connections.in_memory), issuer.clone()),
            Held::Keyring | Held::File => Place::Store(self.store.clone(), sealing),
        };
        let keeper = Keeper {
            place,
            tag: tag.clone(),
            clock: Arc::clone(&self.clock),
            changed: Arc::clone(&self.accounts_changed),
            to_revoke: Arc::clone(&self.to_revoke),
        };
        let setup = Setup {
            transport: Arc::clone(&self.transport) as _,
            clock: Arc::clone(&self.clock),
            random: Arc::clone(&self.random),
            auth,
            signer,
            user: account.user,
            proof_key: account.proof_key,
            session_id: account.session_id,
        };
        let signed_in = account.signed_in.map(|since| since.account);
        let session = DpopSession::with_account(setup, signed_in, Arc::new(keeper));
        let session = Arc::new(session);
        let own = Own {
            issuer,
            session: Arc::clone(&session),
        };
        sessions.insert(tag.clone(), own);
        Ok((tag, session))
    }

    /// What a connection is to be made from.
    fn terms(&self, company: &Company) -> Result<(MadeFrom, Signer, Arc<SealingKey>), Unready> {
        let endpoint = company.chat.clone().ok_or(Unready::NoChat)?;
        let auth = company.auth.clone().ok_or(Unready::NoAuth)?;
        let (sealing, held) = self.vault.key()?;
        let signer = self
            .me
            .signer(self.is_demo(&company.domain))
            .ok_or(AgentError::NoIdentity)?;
        let made_from = MadeFrom {
            auth,
            endpoint,
            client_id: signer.client_id.as_str().to_owned(),
            key_id: signer.key.public_jwk().thumbprint(),
            held,
        };
        Ok((made_from, signer, sealing))
    }

    /// Keeps what a call showed: the Session's id, how far the Company's clock is off, and that the
    /// Company has seen this identity.
    pub(crate) async fn after_call(
        &self,
        company: CompanyId,
        connection: &Connection,
    ) -> Result<(), AgentError> {
        self.note_skew(company, connection.session.clock_skew())
            .await?;
        self.note_seen(company, connection).await?;
        let now = connection.session.session_id();
        if locked(&connection.kept_session).as_ref() == Some(&now) {
            return Ok(());
        }
        // An account in memory has no row, so nothing is kept of it.
        self.store
            .set_session(connection.tag.clone(), now.clone())
            .await?;
        // Only now: what the store did not take is tried again after the next call.
        *locked(&connection.kept_session) = Some(now);
        Ok(())
    }

    /// A Company that refused this identity has seen it too.
    async fn note_seen(
        &self,
        company: CompanyId,
        connection: &Connection,
    ) -> Result<(), AgentError> {
        let Some(answered) = connection.session.answered() else {
            return Ok(());
        };
        let before = *locked(&connection.seen);
        if before.is_some_and(|before| {
            before.accepted == answered.accepted && answered.at.0.abs_diff(before.at.0) < SEEN_AGAIN
        }) {
            return Ok(());
        }
        let made_from = &connection.made_from;
        let (id, kid) = (made_from.client_id.clone(), made_from.key_id.clone());
        self.store
            .saw(company, id.clone(), kid.clone(), answered.at)
            .await?;
        if answered.accepted && !self.company(company).await?.demo {
            self.seen_published(&id, &kid).await?;
        }
        *locked(&connection.seen) = Some(answered);
        Ok(())
    }

    /// What is said of a Company that cannot be talked to, by its name where it has one.
    pub(crate) async fn explain(&self, company: CompanyId, unready: &Unready) -> String {
        match self.store.company(company).await {
            Ok(Some(row)) => unready.message(&present::name(&row.company)),
            _ => unready.message(&words::the_company()),
        }
    }
}
