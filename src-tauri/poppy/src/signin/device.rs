//! Device Sign-In (draft 0.2 section 4.6, RFC 8628): the Company gives a link and a code, the User
//! opens the one and compares the other, and the agent asks until there is an outcome.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use url::Url;
use zeroize::Zeroizing;

use super::{Granted, Method, SignInError, is_the_companys, scope_parameter};
use crate::client::{CallError, Retry};
use crate::documents::company::Auth;
use crate::host::{Clock, Timestamp};
use crate::net::{Response, host_of};
use crate::session::{AccountSession, Approval, StillWanted};
use crate::{json, text};

/// The longest code for the User, in bytes, and the longest device code and link.
const MAX_USER_CODE: usize = 64;
const MAX_DEVICE_CODE: usize = 4096;
const MAX_LINK: usize = 2048;
/// How often to ask when the Company says nothing of it (RFC 8628 section 3.2), and at most and least.
const DEFAULT_INTERVAL: u64 = 5;
const MAX_INTERVAL: u64 = 300;
/// What `slow_down` adds (RFC 8628 section 3.5).
const SLOWER: Duration = Duration::from_secs(5);
/// The longest a sign-in is waited for, in seconds.
const MAX_LIFE: u64 = 60 * 60;

/// A sign-in under way. The device code is a secret and is not shown by `Debug`.
pub struct Device {
    device_code: Zeroizing<String>,
    asked: Vec<String>,
    user_code: String,
    link: Url,
    link_with_code: Option<Url>,
    expires_at: Timestamp,
    interval: Duration,
}

/// How a sign-in stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poll {
    /// The User has not decided yet.
    Pending,
    /// The same, and the Company wants to be asked less often.
    SlowDown,
    /// The User said no.
    Denied,
    /// The code is no longer good: begin again.
    Expired,
    /// The User said yes, and the Session is signed in.
    Granted(Granted),
}

impl Device {
    /// Asks the Company for a link and a code. The link is refused unless it is the Company's own.
    ///
    /// # Errors
    ///
    /// [`SignInError`].
    pub async fn begin(
        session: &dyn AccountSession,
        auth: &Auth,
        scopes: &[String],
        clock: &dyn Clock,
    ) -> Result<Self, SignInError> {
        let endpoint = auth.device_authorization_endpoint.as_ref();
        let endpoint = endpoint.filter(|_| auth.device.is_some());
        let endpoint = endpoint.ok_or(SignInError::NotOffered)?;
        let scope = scope_parameter(auth, Method::Device, scopes)?;
        let asked_at = clock.now();
        let response = session.ask(endpoint, &[("scope", &scope)]).await?;
        let device = read(&response, scopes, asked_at).map_err(|problem| {
            let problem = format!("in the answer of its sign-in service, {problem}");
            let status = response.status;
            CallError::Unreadable { status, problem }
        })?;
        let strange = std::iter::once(&device.link)
            .chain(&device.link_with_code)
            .find(|link| !is_the_companys(link, auth));
        match strange {
            Some(link) => Err(SignInError::StrangeLink(host_of(link))),
            None => Ok(device),
        }
    }

    /// The page to open, one of the Company's own. It is shown together with the Company's name and
    /// domain.
    #[must_use]
    pub const fn link(&self) -> &Url {
        &self.link
    }

    /// The same with the code in it, where the Company gives one: the User still compares the code.
    #[must_use]
    pub const fn link_with_code(&self) -> Option<&Url> {
        self.link_with_code.as_ref()
    }

    /// The code to type or compare: one line without invisible characters.
    #[must_use]
    pub fn user_code(&self) -> &str {
        &self.user_code
    }

    /// Until when the code is good.
    #[must_use]
    pub const fn expires_at(&self) -> Timestamp {
        self.expires_at
    }

    /// How long to wait before asking first; from then on [`next_interval`] says.
    #[must_use]
    pub const fn interval(&self) -> Duration {
        self.interval
    }

    /// Asks once how it stands. No sooner than the interval after the last time. What the User
    /// approved and is no longer `wanted` when it comes is given back.
    ///
    /// # Errors
    ///
    /// [`CallError`]: whether to ask again, [`next_interval`] says.
    pub async fn poll(
        &self,
        session: &dyn AccountSession,
        clock: &dyn Clock,
        wanted: &StillWanted,
    ) -> Result<Poll, CallError> {
        if clock.now() >= self.expires_at {
            return Ok(Poll::Expired);
        }
        let approval = Approval::Device {
            device_code: self.device_code.clone(),
        };
        let redeemed = session.redeem(approval, self.asked.clone(), Arc::clone(wanted));
        match redeemed.await {
            Ok(scopes) => Ok(Poll::Granted(Granted::new(&self.asked, scopes))),
            Err(error) => match error.code() {
                "authorization_pending" => Ok(Poll::Pending),
                "slow_down" => Ok(Poll::SlowDown),
                "access_denied" => Ok(Poll::Denied),
                "expired_token" => Ok(Poll::Expired),
                _ => Err(error),
            },
        }
    }
}

/// How long to wait before asking again, having waited `interval` before the last time; `None`: do
/// not ask again (RFC 8628 section 3.5). Where the Company could not be reached, twice as long, and
/// no less than it asks for.
#[must_use]
pub fn next_interval(interval: Duration, last: &Result<Poll, CallError>) -> Option<Duration> {
    match last {
        Ok(Poll::Pending) => Some(interval),
        Ok(Poll::SlowDown) => Some(interval.saturating_add(SLOWER)),
        Ok(Poll::Denied | Poll::Expired | Poll::Granted(_)) => None,
        Err(error) => match error.retry() {
            Retry::Later(asked) => {
                let longer = interval.saturating_mul(2);
                let longer = longer.min(Duration::from_secs(MAX_INTERVAL)).max(interval);
                Some(longer.max(asked.unwrap_or_default()))
            }
            Retry::Never => None,
        },
    }
}

fn read(response: &Response, scopes: &[String], asked_at: Timestamp) -> Result<Device, String> {
    let answer = json::parse_strict(&response.body).map_err(|_| json::UNREADABLE)?;
    let member = |name, max| {
        let text = answer.get(name).and_then(Value::as_str);
        text.filter(|text| (1..=max).contains(&text.len()))
    };
    let device_code = member("device_code", MAX_DEVICE_CODE)
        .ok_or("`device_code` must be a text that is not too long")?;
    let user_code = member("user_code", MAX_USER_CODE)
        .map(text::one_line)
        .filter(|code| !code.is_empty())
        .ok_or("`user_code` must be a short text")?;
    let link = |name| member(name, MAX_LINK).and_then(|text| Url::parse(text).ok());
    let expires_in = answer
        .get("expires_in")
        .and_then(Value::as_u64)
        .filter(|seconds| *seconds > 0)
        .ok_or("`expires_in` must be a whole number of seconds above 0")?;
    let interval = answer.get("interval").and_then(Value::as_u64);
    let interval = interval.unwrap_or(DEFAULT_INTERVAL).clamp(1, MAX_INTERVAL);
    // In range by `MAX_LIFE`.
    let life = i64::try_from(expires_in.min(MAX_LIFE) * 1000).unwrap_or(i64::MAX);
    let link_with_code = match answer.get("verification_uri_complete") {
        None | Some(Value::Null) => None,
        Some(_) => Some(
            link("verification_uri_complete")
                .ok_or("`verification_uri_complete` must be an address")?,
        ),
    };
    Ok(Device {
        device_code: Zeroizing::new(device_code.to_owned()),
        asked: scopes.to_vec(),
        user_code,
        link: link("verification_uri").ok_or("`verification_uri` must be an address")?,
        link_with_code,
        expires_at: asked_at.plus_millis(life),
        interval: Duration::from_secs(interval),
    })
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Whoever has the device code gets what the User approves.
        f.debug_struct("Device")
            .field("asked", &self.asked)
            .field("link", &host_of(&self.link))
            .field("expires_at", &self.expires_at)
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}
