//! Session Tokens bound to a key by DPoP (draft 0.2 sections 4.2 and 4.3, RFC 9449).

use std::sync::Arc;

use crate::documents::client::Signer;
use crate::documents::company::Auth;
use crate::host::{Clock, Random};
use crate::ids::UserId;
use crate::keys::SigningKey;
use crate::net::Transport;

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

/// A Session. Starting and renewing are serialised: many requests at once cause one token request.
pub struct DpopSession {
    // setup, the token (in memory only, never logged), the latest nonce of each server
}

impl DpopSession {
    /// Makes a Session; nothing is sent until the first request.
    #[must_use]
    pub fn new(_setup: Setup) -> Self {
        todo!()
    }
}
