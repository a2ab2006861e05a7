//! Sessions and Session Tokens (draft 0.2 section 4.2). They are in memory only: after a restart
//! the agent starts a new Session, and its User ID finds its conversations again.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use poppy::host::{Random, Timestamp};

use crate::dpop::Proof;
use crate::jwt::sha256;
use crate::nonces::Nonces;
use crate::record::Owner;
use crate::replay::{NotFresh, Replay};

/// How long a Session Token is good for, in seconds.
pub(crate) const TOKEN_LIFE: i64 = 60 * 60;
/// How long a Session can be renewed after its last token, in seconds.
const SESSION_LIFE: i64 = 30 * 24 * 60 * 60;
/// The most tokens or Sessions there are at once.
const MAX_TOKENS: usize = 10_000;

/// What the Company knows of callers.
#[derive(Default)]
pub(crate) struct Gate {
    sessions: HashMap<String, Session>,
    /// By the token's hash: the token itself is not kept.
    tokens: HashMap<String, Token>,
    pub(crate) assertions: Replay,
    proofs: Replay,
    pub(crate) nonces: Nonces,
    /// Until when an agent's conversation requests are turned away.
    busy: HashMap<String, Timestamp>,
}

struct Session {
    owner: Owner,
    expires: i64,
}

struct Token {
    owner: Owner,
    thumbprint: String,
    expires: i64,
    sign_in: Option<SignIn>,
}

/// What a token is signed in by, and to what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignIn {
    pub(crate) family: String,
    pub(crate) scopes: Vec<String>,
}

/// What a token is asked for.
pub(crate) struct Issue<'a> {
    pub(crate) owner: &'a Owner,
    /// The Session; `None`: a new one.
    pub(crate) session_id: Option<&'a str>,
    /// The key the token is bound to.
    pub(crate) thumbprint: &'a str,
    pub(crate) sign_in: Option<SignIn>,
}

/// A token just issued.
pub(crate) struct Issued {
    pub(crate) access_token: String,
    pub(crate) session_id: String,
}

/// Why there is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotIssued {
    /// There is no such Session of this User's.
    UnknownSession,
    /// There are too many.
    Full,
}

/// Why a token does not let its request in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotAdmitted {
    /// Unknown, or expired.
    Token,
    /// The proof is by another key than the token is bound to.
    OtherKey,
    /// The proof was used before.
    Replayed,
    /// Too much is going on to be sure.
    Full,
}

impl Gate {
    /// Uses up the `jti` of a proof that came without a token.
    pub(crate) fn claim_proof(&mut self, proof: &Proof, now: Timestamp) -> Result<(), NotFresh> {
        let now = now.seconds();
        self.proofs
            .claim(&proof.thumbprint, &proof.jti, proof.until, now)
    }

    /// Issues a token bound to the proof's key, in the Session named or in a new one.
    pub(crate) fn issue(
        &mut self,
        issue: Issue<'_>,
        random: &dyn Random,
        now: Timestamp,
    ) -> Result<Issued, NotIssued> {
        let owner = issue.owner;
        let now = now.seconds();
        self.tidy(now);
        if self.tokens.len() >= MAX_TOKENS || self.sessions.len() >= MAX_TOKENS {
            return Err(NotIssued::Full);
        }
        let session_id = match issue.session_id {
            Some(id) => match self.sessions.get_mut(id) {
                Some(session) if session.owner == *owner && session.expires > now => {
                    session.expires = now + SESSION_LIFE;
                    id.to_owned()
                }
                _ => return Err(NotIssued::UnknownSession),
            },
            None => self.begin(owner, random, now),
        };
        let access_token = secret("tok_", random);
        let token = Token {
            owner: owner.clone(),
            thumbprint: issue.thumbprint.to_owned(),
            expires: now + TOKEN_LIFE,
            sign_in: issue.sign_in,
        };
        self.tokens.insert(sha256(access_token.as_bytes()), token);
        Ok(Issued {
            access_token,
            session_id,
        })
    }

    fn begin(&mut self, owner: &Owner, random: &dyn Random, now: i64) -> String {
        let id = secret("ses_", random);
        let session = Session {
            owner: owner.clone(),
            expires: now + SESSION_LIFE,
        };
        self.sessions.insert(id.clone(), session);
        id
    }

    /// Lets a request in: the token is known and good, the proof is by its key and not used before.
    pub(crate) fn admit(
        &mut self,
        token: &str,
        proof: &Proof,
        now: Timestamp,
    ) -> Result<(Owner, Option<SignIn>), NotAdmitted> {
        let found = self.tokens.get(&sha256(token.as_bytes()));
        let token = found
            .filter(|token| token.expires > now.seconds())
            .ok_or(NotAdmitted::Token)?;
        if token.thumbprint != proof.thumbprint {
            return Err(NotAdmitted::OtherKey);
        }
        let admitted = (token.owner.clone(), token.sign_in.clone());
        self.claim_proof(proof, now)
            .map_err(|not_fresh| match not_fresh {
                NotFresh::Used => NotAdmitted::Replayed,
                NotFresh::Full => NotAdmitted::Full,
            })?;
        Ok(admitted)
    }

    /// Whose a Session is.
    pub(crate) fn owner_of(&self, session_id: &str, now: Timestamp) -> Option<Owner> {
        let session = self.sessions.get(session_id);
        let session = session.filter(|session| session.expires > now.seconds())?;
        Some(session.owner.clone())
    }

    /// Turns an agent's conversation requests away until then.
    pub(crate) fn set_busy(&mut self, client_id: &str, until: Timestamp) {
        self.busy.insert(client_id.to_owned(), until);
    }

    /// For how many seconds an agent's requests are still turned away.
    pub(crate) fn busy_for(&self, client_id: &str, now: Timestamp) -> Option<u32> {
        let left = self.busy.get(client_id)?.0.saturating_sub(now.0);
        let seconds = left.max(0).unsigned_abs().div_ceil(1000);
        u32::try_from(seconds).ok().filter(|seconds| *seconds > 0)
    }

    /// Whether the token is known and has not expired.
    pub(crate) fn is_good(&self, token: &str, now: Timestamp) -> bool {
        self.tokens
            .get(&sha256(token.as_bytes()))
            .is_some_and(|token| token.expires > now.seconds())
    }

    /// Forgets a token of this agent's.
    pub(crate) fn revoke(&mut self, token: &str, client_id: &str) {
        let key = sha256(token.as_bytes());
        if self
            .tokens
            .get(&key)
            .is_some_and(|token| token.owner.client_id == client_id)
        {
            self.tokens.remove(&key);
        }
    }

    /// Forgets all Sessions and tokens.
    pub(crate) fn forget(&mut self) {
        self.sessions.clear();
        self.tokens.clear();
    }

    fn tidy(&mut self, now: i64) {
        self.tokens.retain(|_, token| token.expires > now);
        self.sessions.retain(|_, session| session.expires > now);
    }
}

/// `prefix` and 256 random bits.
pub(crate) fn secret(prefix: &str, random: &dyn Random) -> String {
    let mut bits = [0u8; 32];
    random.fill(&mut bits);
    format!("{prefix}{}", URL_SAFE_NO_PAD.encode(bits))
}

#[cfg(test)]
mod tests {
    use poppy::host::SystemRandom;
    use poppy::ids::UserId;

    use super::*;

    const START: Timestamp = Timestamp(1_000_000_000);

    fn owner(user: &str) -> Owner {
        Owner {
            client_id: "https://agent.test.example/agent.json".to_owned(),
            user: UserId::parse(user).unwrap(),
        }
    }

    fn proof(jti: &str, thumbprint: &str) -> Proof {
        Proof {
            thumbprint: thumbprint.to_owned(),
            jti: jti.to_owned(),
            until: START.seconds() + 2 * TOKEN_LIFE,
            nonce: None,
        }
    }

    fn issue(gate: &mut Gate, user: &str, session: Option<&str>) -> Result<Issued, NotIssued> {
        let issue = Issue {
            owner: &owner(user),
            session_id: session,
            thumbprint: "key",
            sign_in: None,
        };
        gate.issue(issue, &SystemRandom, START)
    }

    #[test]
    fn a_token_lets_in_its_own_user_with_its_own_key_until_it_expires() {
        let mut gate = Gate::default();
        let token = issue(&mut gate, "usr_1", None).ok().unwrap().access_token;
        let admit = |gate: &mut Gate, proof: &Proof, now| gate.admit(&token, proof, now);
        assert_eq!(
            admit(&mut gate, &proof("1", "key"), START),
            Ok((owner("usr_1"), None))
        );
        assert_eq!(
            admit(&mut gate, &proof("1", "key"), START),
            Err(NotAdmitted::Replayed)
        );
        assert_eq!(
            admit(&mut gate, &proof("2", "other"), START),
            Err(NotAdmitted::OtherKey)
        );
        let last = START.plus_millis((TOKEN_LIFE - 1) * 1000);
        assert!(admit(&mut gate, &proof("3", "key"), last).is_ok());
        let over = START.plus_millis(TOKEN_LIFE * 1000);
        assert_eq!(
            admit(&mut gate, &proof("4", "key"), over),
            Err(NotAdmitted::Token)
        );
        assert_eq!(
            gate.admit("tok_guess", &proof("5", "key"), START),
            Err(NotAdmitted::Token)
        );
    }

    #[test]
    fn a_busy_demo_turns_one_agent_away_for_as_long_as_it_says() {
        let mut gate = Gate::default();
        gate.set_busy("a", START.plus_millis(8_000));
        assert_eq!(gate.busy_for("a", START), Some(8));
        assert_eq!(gate.busy_for("a", START.plus_millis(7_999)), Some(1));
        assert_eq!(gate.busy_for("a", START.plus_millis(8_000)), None);
        assert_eq!(gate.busy_for("b", START), None);
    }

    #[test]
    fn a_session_is_renewed_by_its_own_user_alone() {
        let mut gate = Gate::default();
        let first = issue(&mut gate, "usr_1", None).ok().unwrap();
        let again = issue(&mut gate, "usr_1", Some(&first.session_id));
        assert_eq!(again.ok().unwrap().session_id, first.session_id);
        let stranger = issue(&mut gate, "usr_2", Some(&first.session_id));
        assert_eq!(stranger.err(), Some(NotIssued::UnknownSession));
        gate.forget();
        let gone = issue(&mut gate, "usr_1", Some(&first.session_id));
        assert_eq!(gone.err(), Some(NotIssued::UnknownSession));
        assert!(!gate.is_good(&first.access_token, START));
    }

    #[test]
    fn a_token_is_revoked_by_its_own_agent_alone() {
        let mut gate = Gate::default();
        let token = issue(&mut gate, "usr_1", None).ok().unwrap().access_token;
        gate.revoke(&token, "https://other.example/agent.json");
        assert!(gate.is_good(&token, START));
        gate.revoke(&token, &owner("usr_1").client_id);
        assert!(!gate.is_good(&token, START));
    }
}
