//! Signing in to the User's account at a Company (draft 0.2 sections 4.4 to 4.6): only the User does
//! so, on the Company's own page, and the same conversation goes on afterwards.
//!
//! Two ways are spoken: [`device`], natural for a desktop program, and [`direct`]. The third,
//! Mediated Sign-In, would have the agent see the User's password, and is not offered on purpose.

pub mod callback;
pub mod device;
pub mod direct;

use url::{Host, Url};

use crate::client::CallError;
use crate::documents::company::Auth;

/// A way to sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Device Sign-In (RFC 8628): a link and a code.
    Device,
    /// Direct Sign-In: the browser comes back to the agent's callback page.
    Direct,
}

/// The ways a Company offers and this agent speaks, the easier one first.
#[must_use]
pub fn offered(auth: &Auth) -> Vec<Method> {
    let is_offered = |method: &Method| match method {
        Method::Device => auth.device.is_some() && auth.device_authorization_endpoint.is_some(),
        Method::Direct => auth.direct.is_some() && auth.authorization_endpoint.is_some(),
    };
    [Method::Device, Method::Direct]
        .into_iter()
        .filter(is_offered)
        .collect()
}

/// What to ask for at a sign-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes {
    /// Scopes that may be asked for with the method.
    pub ask: Vec<String>,
    /// Scopes the Company wants but does not list for the method: they cannot be asked for.
    pub not_offered: Vec<String>,
}

/// What to ask for with `method`: what the Company said it needs (`scope`, separated by spaces) as far
/// as it is listed for the method, or, when it said nothing, all that is listed. Each once.
#[must_use]
pub fn scopes(auth: &Auth, method: Method, needed: Option<&str>) -> Scopes {
    let listed = listed(auth, method);
    let mut scopes = Scopes::default();
    let Some(needed) = needed.filter(|text| !text.trim().is_empty()) else {
        scopes.ask = listed.to_vec();
        return scopes;
    };
    for scope in needed.split_ascii_whitespace() {
        let list = if listed.iter().any(|listed| listed == scope) {
            &mut scopes.ask
        } else {
            &mut scopes.not_offered
        };
        if !list.iter().any(|known| known == scope) {
            list.push(scope.to_owned());
        }
    }
    scopes
}

fn listed(auth: &Auth, method: Method) -> &[String] {
    let listed = match method {
        Method::Device => &auth.device,
        Method::Direct => &auth.direct,
    };
    listed.as_deref().unwrap_or_default()
}

/// What the User granted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granted {
    /// The scopes granted.
    pub scopes: Vec<String>,
    /// The scopes asked for and not granted.
    pub missing: Vec<String>,
}

impl Granted {
    fn new(asked: &[String], scopes: Vec<String>) -> Self {
        let missing = asked.iter().filter(|scope| !scopes.contains(scope));
        Self {
            missing: missing.cloned().collect(),
            scopes,
        }
    }
}

/// Why a sign-in cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    /// The Company does not offer this way.
    #[error("the Company does not offer this way to sign in")]
    NotOffered,
    /// Nothing is asked for, or something that the Company does not list for this way.
    #[error("there is nothing that the Company lets be asked for with this way to sign in")]
    Scopes,
    /// The Company's link leads to somebody else's site: it is not shown.
    #[error(
        "the sign-in link leads to {0}, which is not a site of the Company, so it is not shown"
    )]
    StrangeLink(String),
    /// The Company refused, or could not be reached or read.
    #[error(transparent)]
    Call(#[from] CallError),
}

/// Scopes as a request holds them, if they may be asked for with the method.
fn scope_parameter(auth: &Auth, method: Method, scopes: &[String]) -> Result<String, SignInError> {
    let listed = listed(auth, method);
    if scopes.is_empty() || !scopes.iter().all(|scope| listed.contains(scope)) {
        return Err(SignInError::Scopes);
    }
    Ok(scopes.join(" "))
}

/// Whether a sign-in page is the Company's own: on the issuer's host, a domain the issuer serves, or
/// a subdomain of either (draft 0.2 section 4.6).
#[must_use]
pub fn is_the_companys(link: &Url, auth: &Auth) -> bool {
    let has_user = !link.username().is_empty() || link.password().is_some();
    let Some(Host::Domain(host)) = link.host() else {
        return false;
    };
    let host = host.trim_end_matches('.');
    let issuer = Url::parse(&auth.issuer).ok();
    let issuer = issuer.as_ref().and_then(Url::host_str);
    let mut sites = issuer
        .into_iter()
        .chain(auth.poppy_domains.iter().map(String::as_str));
    link.scheme() == "https" && !has_user && sites.any(|site| is_within(host, site))
}

/// `host` is in lower case, as in any parsed URL.
fn is_within(host: &str, site: &str) -> bool {
    let site = site.trim_end_matches('.').to_ascii_lowercase();
    let above = host.strip_suffix(site.as_str());
    !site.is_empty() && above.is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests;
