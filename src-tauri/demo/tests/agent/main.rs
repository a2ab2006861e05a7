//! The demo as an agent meets it: with the agent's own client, and as a program that is killed.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test may stop where its own assumptions do not hold"
)]

mod client;
mod program;
mod signing_in;
mod streaming;

use std::sync::Arc;
use std::time::Duration;

use candor_demo::{AGENT_CLIENT_ID, Demo, Options, Pace, Published};
use poppy::client::{Conversations, message_body};
use poppy::discovery::{Discovered, discover};
use poppy::documents::client::{ClientId, Signer, jwks, metadata};
use poppy::documents::company::ProtocolVersion;
use poppy::domain::Domain;
use poppy::event::{Event, EventKind, Status};
use poppy::host::{SystemClock, SystemRandom};
use poppy::ids::{ConversationId, Cursor, MessageId, UserId};
use poppy::keys::SigningKey;
use poppy::message::{Message, Role};
use poppy::net::{Https, Network};
use poppy::session::dpop::{DpopSession, Setup};

/// How long a read waits: every test is over long before.
const WAIT: Duration = Duration::from_secs(25);
/// No test's conversation takes more reads than this.
const MAX_PAGES: usize = 50;

/// An agent for one User, made of `poppy` alone.
struct Agent {
    signer: Signer,
    user: UserId,
    proof_key: Arc<SigningKey>,
}

impl Agent {
    fn new() -> Self {
        Self {
            signer: Signer {
                client_id: ClientId::parse(AGENT_CLIENT_ID).unwrap(),
                key: Arc::new(SigningKey::generate().unwrap()),
            },
            user: UserId::random(&SystemRandom),
            proof_key: Arc::new(SigningKey::generate().unwrap()),
        }
    }

    fn published(&self) -> Published {
        Published {
            metadata: metadata(&self.signer.client_id, "Test agent"),
            jwks: jwks(&[self.signer.key.public_jwk()]),
        }
    }

    /// Finds the demo, and gives the client for its conversations.
    async fn meet(&self, network: &Network) -> (Discovered, Conversations) {
        let (found, session) = self.session(network).await;
        let endpoint = found.company.chat.clone().unwrap();
        (found, Conversations::new(session, endpoint))
    }

    /// Finds the demo, and gives a Session with it that can be signed in.
    async fn session(&self, network: &Network) -> (Discovered, Arc<DpopSession>) {
        let https = Arc::new(Https::new(std::slice::from_ref(network)).unwrap());
        let domain = Domain::from_typed(candor_demo::DOMAIN).unwrap();
        let found = discover(&*https, &domain, &SystemClock).await.unwrap();
        let session = DpopSession::new(Setup {
            transport: https,
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            auth: found.company.auth.clone().unwrap(),
            signer: self.signer.clone(),
            user: self.user.clone(),
            proof_key: Arc::clone(&self.proof_key),
            session_id: None,
        });
        (found, Arc::new(session))
    }

    /// Starts a demo that knows this agent, with no pauses.
    async fn demo(&self, change: impl FnOnce(&mut Options)) -> Demo {
        let published = self.published();
        let id = self.signer.client_id.as_str().to_owned();
        let site = move |asked: &str| (asked == id).then(|| published.clone());
        let mut options = Options::new(Arc::new(site));
        options.pace = Pace::None;
        change(&mut options);
        Demo::start(options).await.unwrap()
    }
}

fn new_message(text: &str) -> Vec<u8> {
    message_body(
        ProtocolVersion::V0_3,
        &MessageId::random(&SystemRandom),
        text,
    )
}

/// Reads on from `cursor` until the conversation stands as `status`.
async fn read_until(
    conversations: &Conversations,
    id: &ConversationId,
    status: Status,
    cursor: &mut Option<Cursor>,
) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..MAX_PAGES {
        let page = conversations.read(id, cursor.as_ref(), WAIT).await.unwrap();
        events.extend(page.events);
        *cursor = Some(page.cursor);
        if !page.has_more && page.receipt.status == Some(status) {
            return events;
        }
    }
    panic!("the conversation did not come to be {status:?}: {events:#?}");
}

/// The messages of one side.
fn messages(events: &[Event], role: Role) -> Vec<&Message> {
    let each = events.iter().filter_map(|event| match &event.kind {
        EventKind::Message(message) => Some(&**message),
        _ => None,
    });
    each.filter(|message| message.role == role).collect()
}
