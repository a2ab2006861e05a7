//! Sign-ins under way: by a code on another device (RFC 8628), and in a browser (RFC 6749 section
//! 4.1 with RFC 7636). In memory only: after a restart they are begun anew.

use std::collections::HashMap;

use poppy::host::{Random, Timestamp};
use url::Url;

use crate::documents::ISSUER;
use crate::jwt::sha256;
use crate::script::Fate;
use crate::tokens::secret;

/// How long a sign-in may take, in seconds.
pub(crate) const LIFE: i64 = 10 * 60;
/// How long one takes that is to expire, in seconds.
const SHORT_LIFE: i64 = 10;
/// How long an authorization code is good for, in seconds.
const CODE_LIFE: i64 = 60;
/// How far apart an agent must ask, in seconds; this much more each time it is too quick.
const INTERVAL: i64 = 2;
const SLOWER: i64 = 5;
/// Asking this much too early is forgiven, in milliseconds: clocks and networks jitter.
const FORGIVEN: i64 = 300;
/// The most sign-ins under way at once.
const MAX_PENDING: usize = 1_000;
/// No vowels, so that no words come out, and nothing that looks like a digit.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

/// What was decided about a sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Decision {
    Pending,
    Approved(Vec<String>),
    Refused,
}

/// A sign-in by code.
#[derive(Debug)]
struct Device {
    client_id: String,
    scopes: Vec<String>,
    user_code: String,
    expires: Timestamp,
    /// In milliseconds.
    interval: i64,
    last_poll: Option<Timestamp>,
    decision: Decision,
}

/// A sign-in by code that has just begun.
#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) device_code: String,
    pub(crate) user_code: String,
    /// In seconds.
    pub(crate) expires_in: i64,
    /// In seconds.
    pub(crate) interval: i64,
    /// How it is to end, if not approved.
    pub(crate) fate: Option<Fate>,
}

/// What an agent hears that asks how a sign-in by code stands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Poll {
    Unknown,
    Pending,
    SlowDown,
    Refused,
    Expired,
    Approved,
}

/// A sign-in in a browser.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) client_id: String,
    pub(crate) redirect_uri: Url,
    pub(crate) scopes: Vec<String>,
    pub(crate) state: String,
    pub(crate) challenge: String,
}

/// An authorization code that was given out.
#[derive(Debug)]
struct Code {
    ask: Ask,
    granted: Vec<String>,
    expires: i64,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct SignIns {
    /// By the device code's hash.
    devices: HashMap<String, Device>,
    asks: HashMap<String, (Ask, i64)>,
    /// By the code's hash.
    codes: HashMap<String, Code>,
    /// How an agent's next sign-in ends.
    next: HashMap<String, Fate>,
}

impl SignIns {
    /// This agent's next sign-in ends so.
    pub(crate) fn set_next(&mut self, client_id: &str, fate: Fate) {
        self.next.insert(client_id.to_owned(), fate);
    }

    /// Begins a sign-in by code. `None`: too many are under way.
    pub(crate) fn begin(
        &mut self,
        client_id: &str,
        scopes: Vec<String>,
        random: &dyn Random,
        now: Timestamp,
    ) -> Option<Begun> {
        self.tidy(now);
        if self.devices.len() >= MAX_PENDING {
            return None;
        }
        let fate = self.next.remove(client_id);
        let expires_in = match fate {
            Some(Fate::Expired) => SHORT_LIFE,
            _ => LIFE,
        };
        let device_code = secret("dev_", random);
        let user_code = user_code(random);
        let device = Device {
            client_id: client_id.to_owned(),
            scopes,
            user_code: user_code.clone(),
            expires: now.plus_millis(expires_in * 1000),
            interval: INTERVAL * 1000,
            last_poll: None,
            decision: Decision::Pending,
        };
        self.devices.insert(sha256(device_code.as_bytes()), device);
        Some(Begun {
            device_code,
            user_code,
            expires_in,
            interval: INTERVAL,
            fate,
        })
    }

    /// Who asks for what under a user code that waits for an answer.
    pub(crate) fn waiting(&self, user_code: &str, now: Timestamp) -> Option<(&str, &[String])> {
        let mut all = self.devices.values();
        let device = all.find(|device| device.waits_under(user_code, now))?;
        Some((&device.client_id, &device.scopes))
    }

    /// Approves (all scopes, or those named) or refuses what waits under a user code. Whether
    /// something did.
    pub(crate) fn decide(&mut self, user_code: &str, decision: Decide<'_>, now: Timestamp) -> bool {
        let mut all = self.devices.values_mut();
        let Some(device) = all.find(|device| device.waits_under(user_code, now)) else {
            return false;
        };
        device.decision = match decision.granted(&device.scopes) {
            Some(granted) => Decision::Approved(granted),
            None => Decision::Refused,
        };
        true
    }

    /// How a sign-in by code stands. One that has ended badly is forgotten with that.
    pub(crate) fn poll(&mut self, device_code: &str, client_id: &str, now: Timestamp) -> Poll {
        let key = sha256(device_code.as_bytes());
        let found = self.devices.get_mut(&key);
        let Some(device) = found.filter(|device| device.client_id == client_id) else {
            return Poll::Unknown;
        };
        if now >= device.expires {
            self.devices.remove(&key);
            return Poll::Expired;
        }
        if device.decision == Decision::Refused {
            self.devices.remove(&key);
            return Poll::Refused;
        }
        let last = device.last_poll.replace(now);
        if last.is_some_and(|last| now.0 - last.0 < device.interval - FORGIVEN) {
            device.interval += SLOWER * 1000;
            return Poll::SlowDown;
        }
        match device.decision {
            Decision::Approved(_) => Poll::Approved,
            Decision::Pending | Decision::Refused => Poll::Pending,
        }
    }

    /// Uses an approved sign-in up; gives the granted scopes.
    pub(crate) fn take(&mut self, device_code: &str) -> Option<Vec<String>> {
        match self
            .devices
            .remove(&sha256(device_code.as_bytes()))?
            .decision
        {
            Decision::Approved(granted) => Some(granted),
            Decision::Pending | Decision::Refused => None,
        }
    }

    /// Begins a sign-in in a browser; gives the name of the request. `None`: too many.
    pub(crate) fn ask(&mut self, ask: Ask, random: &dyn Random, now: Timestamp) -> Option<String> {
        self.tidy(now);
        if self.asks.len() >= MAX_PENDING {
            return None;
        }
        let request = secret("ask_", random);
        self.asks
            .insert(request.clone(), (ask, now.seconds() + LIFE));
        Some(request)
    }

    /// Approves or refuses a sign-in in a browser; gives where the browser goes then.
    pub(crate) fn answer(
        &mut self,
        request: &str,
        decision: Decide<'_>,
        random: &dyn Random,
        now: Timestamp,
    ) -> Option<Url> {
        let (ask, expires) = self.asks.remove(request)?;
        if now.seconds() >= expires {
            return None;
        }
        let fate = self.next.remove(&ask.client_id);
        let granted = decision.granted(&ask.scopes).filter(|_| fate.is_none());
        let Some(granted) = granted else {
            return Some(callback(&ask, "error", "access_denied"));
        };
        let code = secret("code_", random);
        let back = callback(&ask, "code", &code);
        let code_made = Code {
            ask,
            granted,
            expires: now.seconds() + CODE_LIFE,
        };
        self.codes.insert(sha256(code.as_bytes()), code_made);
        Some(back)
    }

    /// Uses a code up; gives the granted scopes if everything about it is right.
    pub(crate) fn exchange(
        &mut self,
        code: &str,
        client_id: &str,
        redirect_uri: &str,
        verifier: &str,
        now: Timestamp,
    ) -> Option<Vec<String>> {
        let code = self.codes.remove(&sha256(code.as_bytes()))?;
        let good = now.seconds() < code.expires
            && code.ask.client_id == client_id
            && code.ask.redirect_uri.as_str() == redirect_uri
            && (43..=128).contains(&verifier.len())
            && sha256(verifier.as_bytes()) == code.ask.challenge;
        good.then_some(code.granted)
    }

    fn tidy(&mut self, now: Timestamp) {
        // What has expired is told to be so for as long again.
        let kept = |device: &Device| now < device.expires.plus_millis(LIFE * 1000);
        self.devices.retain(|_, device| kept(device));
        let now = now.seconds();
        self.asks.retain(|_, (_, expires)| *expires > now);
        self.codes.retain(|_, code| code.expires > now);
    }
}

/// What somebody decides about a sign-in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Decide<'a> {
    Approve,
    /// Fewer scopes than asked for.
    ApproveOnly(&'a [&'a str]),
    Refuse,
}

impl Decide<'_> {
    /// The scopes that are granted of those asked for; `None`: refused.
    fn granted(self, asked: &[String]) -> Option<Vec<String>> {
        match self {
            Self::Approve => Some(asked.to_vec()),
            Self::ApproveOnly(some) => {
                let granted = asked.iter().filter(|scope| some.contains(&scope.as_str()));
                Some(granted.cloned().collect())
            }
            Self::Refuse => None,
        }
    }
}

impl Device {
    fn waits_under(&self, user_code: &str, now: Timestamp) -> bool {
        self.user_code == user_code && self.decision == Decision::Pending && now < self.expires
    }
}

/// The callback with an answer (RFC 6749 section 4.1.2, with `iss` of RFC 9207).
pub(crate) fn callback(ask: &Ask, name: &str, value: &str) -> Url {
    let mut back = ask.redirect_uri.clone();
    back.query_pairs_mut()
        .append_pair(name, value)
        .append_pair("state", &ask.state)
        .append_pair("iss", ISSUER);
    back
}

/// Eight letters, of which each is as likely as any other.
fn user_code(random: &dyn Random) -> String {
    let mut code = String::new();
    while code.len() < 9 {
        let mut byte = [0u8; 1];
        random.fill(&mut byte);
        let [byte] = byte;
        // 240 is the largest multiple of 20 in a byte.
        let letter = LETTERS.get(usize::from(byte % 20)).filter(|_| byte < 240);
        if let Some(letter) = letter {
            if code.len() == 4 {
                code.push('-');
            }
            code.push(char::from(*letter));
        }
    }
    code
}

#[cfg(test)]
mod tests;
