//! The proxy this machine is set to use, and what holds with one.
//!
//! **Which.** The settings are read once, when the transport is made; a change is noticed after a
//! restart. The first of these that names a proxy for HTTPS:
//!
//! 1. `HTTPS_PROXY` or, where that is not set, `https_proxy`;
//! 2. on macOS the *Secure Web Proxy*, on Windows the proxy server in the settings of the system;
//! 3. `ALL_PROXY` or, where that is not set, `all_proxy`.
//!
//! `HTTP_PROXY` is not for HTTPS. Without a scheme a proxy is an `http://` one; without a port it is
//! at 80, or at 443 for `https://`. It is asked by `CONNECT`; a user name and a password in its URL
//! go to it alone, as Basic credentials; an `@` or `:` in them is written `%40` or `%3A`.
//!
//! **Past it.** `NO_PROXY` (or `no_proxy`) and, on Windows without either, the exceptions in the
//! settings: names with all names under them, with or without a leading dot; IP addresses and
//! networks, for hosts written as one; `*` for every name. Separated by commas; no ports, and no
//! other `*`. Hosts of a network file are never asked of a proxy.
//!
//! **Not supported**, so that people can be told: SOCKS; scripts that choose a proxy (PAC, WPAD); the
//! exceptions of macOS, and the form of Windows with a proxy for each protocol; the settings of GNOME
//! and KDE, which are not in the environment; NTLM and Kerberos. A variable that names a proxy which
//! cannot be used is an error for each request that would go through it: going out without the proxy
//! is not what was asked for. Under CGI (`REQUEST_METHOD` is set) no variable is believed, since
//! there whoever sends a request can set some of them.
//!
//! **What holds.** A URL's host is checked before the proxy hears of it: HTTPS only, no address that
//! is not public in any spelling, no name of this machine or network, and not the proxy's own host.
//! That goes for redirects, for an issuer and for every endpoint: each is a request like any other.
//! TLS is with the Company, end to end, and the proxy sees a name, a port and how much is sent.
//!
//! **What does not.** The proxy looks the name up, so the address it connects to cannot be checked
//! here: whoever runs a proxy must keep names that lead into the own network from being reached
//! through it. A Company that is reached past the proxy is checked as without one. The proxy's own
//! name may be at any address, since somebody chose it on purpose; it is looked up by a client that
//! looks up nothing else.

use std::ffi::OsString;

use http::Uri;
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use reqwest::header::HeaderValue;
use url::Host;

use super::{NetError, ProxyProblem};

/// The variables that can name a proxy for HTTPS: of each pair the first that is set counts.
const VARIABLES: [[&str; 2]; 2] = [["HTTPS_PROXY", "https_proxy"], ["ALL_PROXY", "all_proxy"]];
/// The variables that name what is reached past it; the first that is set counts.
const EXCEPTIONS: [&str; 2] = ["NO_PROXY", "no_proxy"];
/// Hosts for which a proxy is looked for: nobody has a reason to make an exception of all three.
const PROBES: [&str; 3] = [
    "https://any-company.invalid/",
    "https://192.0.2.1/",
    "https://[2001:db8::1]/",
];

/// What this machine is set to.
pub(super) struct Settings {
    /// Which hosts the proxy is for.
    matcher: Matcher,
    found: Found,
}

enum Found {
    Nothing,
    Usable(Proxy),
    /// One that cannot be used, as it is shown to people.
    Unusable(String),
}

/// A proxy that is asked by `CONNECT`.
pub(super) struct Proxy {
    url: String,
    credentials: Option<HeaderValue>,
    host: Host,
    shown: String,
}

impl Settings {
    /// The settings as they are now.
    pub(super) fn of_this_machine() -> Self {
        let variable = |name: &str| std::env::var_os(name);
        match unreadable(variable) {
            Some(name) => Self::unreadable(name, variable),
            None => Self::of(Matcher::from_system()),
        }
    }

    /// What these settings say. The proxy is the same for every host it is for.
    pub(super) fn of(matcher: Matcher) -> Self {
        let mut probes = PROBES.into_iter().map(Uri::from_static);
        let found = match probes.find_map(|probe| matcher.intercept(&probe)) {
            None => Found::Nothing,
            Some(intercept) => match Proxy::of(&intercept) {
                Some(proxy) => Found::Usable(proxy),
                None => Found::Unusable(shown(intercept.uri())),
            },
        };
        Self { matcher, found }
    }

    /// A variable that names no proxy. It is one for the same hosts all the same.
    fn unreadable(name: &str, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let (_, exceptions) = first(&EXCEPTIONS, variable).unwrap_or_default();
        let matcher = Matcher::builder()
            .https("http://unreadable.invalid")
            .no(exceptions.into_string().unwrap_or_default())
            .build();
        let found = Found::Unusable(name.to_owned());
        Self { matcher, found }
    }

    /// The proxy, whomever it is for.
    pub(super) const fn proxy(&self) -> Option<&Proxy> {
        match &self.found {
            Found::Usable(proxy) => Some(proxy),
            Found::Nothing | Found::Unusable(_) => None,
        }
    }

    /// The proxy for a URL's host; `None`: it is reached without one.
    ///
    /// # Errors
    ///
    /// [`NetError::Proxy`] when it is to be reached through a proxy that cannot be used.
    pub(super) fn proxy_for(&self, host: &str) -> Result<Option<&Proxy>, NetError> {
        match &self.found {
            Found::Usable(proxy) if self.is_for(host) => Ok(Some(proxy)),
            Found::Unusable(shown) if self.is_for(host) => Err(NetError::Proxy {
                proxy: shown.clone(),
                host: host.to_owned(),
                problem: ProxyProblem::Unusable,
            }),
            _ => Ok(None),
        }
    }

    fn is_for(&self, host: &str) -> bool {
        // A final dot is the same host.
        let host = host.strip_suffix('.').unwrap_or(host);
        format!("https://{host}/")
            .parse()
            .map_or(true, |uri| self.matcher.intercept(&uri).is_some())
    }
}

impl Proxy {
    fn of(intercept: &Intercept) -> Option<Self> {
        let uri = intercept.uri();
        let is_supported = matches!(uri.scheme_str(), Some("http" | "https"));
        // A second `@`: where the password ends is anybody's guess.
        let is_plain = !uri.authority()?.as_str().contains('@');
        if !is_supported || !is_plain {
            return None;
        }
        Some(Self {
            url: uri.to_string(),
            credentials: intercept.basic_auth().cloned(),
            host: Host::parse(uri.host()?).ok()?,
            shown: shown(uri),
        })
    }

    /// The proxy as the client's library wants it.
    ///
    /// # Errors
    ///
    /// [`NetError::Setup`] when it cannot be had so.
    pub(super) fn for_client(&self) -> Result<reqwest::Proxy, NetError> {
        let proxy = reqwest::Proxy::all(&self.url)
            .map_err(|_| NetError::Setup(format!("the proxy {} cannot be used", self.shown)))?;
        Ok(match &self.credentials {
            Some(credentials) => proxy.custom_http_auth(credentials.clone()),
            None => proxy,
        })
    }

    /// Its host and port, without credentials: for people.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// The name to look up in order to reach it, if it has one.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.host {
            Host::Domain(name) => Some(name),
            Host::Ipv4(_) | Host::Ipv6(_) => None,
        }
    }

    /// Whether a URL's host is the proxy itself.
    pub(super) fn is_at(&self, host: &Host<&str>) -> bool {
        fn plain(name: &str) -> &str {
            name.strip_suffix('.').unwrap_or(name)
        }
        match (&self.host, host) {
            (Host::Domain(own), Host::Domain(other)) => plain(own) == plain(other),
            (Host::Ipv4(own), Host::Ipv4(other)) => own == other,
            (Host::Ipv6(own), Host::Ipv6(other)) => own == other,
            _ => false,
        }
    }
}

/// The host and the port of a proxy, never what else is in its URL.
fn shown(uri: &Uri) -> String {
    let host = uri.host().unwrap_or_default();
    match uri.port_u16() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

fn first<'a>(
    names: &[&'a str],
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<(&'a str, OsString)> {
    names
        .iter()
        .find_map(|name| variable(name).map(|value| (*name, value)))
}

/// The variable that is to name the proxy and does not, if it is so.
fn unreadable(variable: impl Fn(&str) -> Option<OsString>) -> Option<&'static str> {
    if variable("REQUEST_METHOD").is_some() {
        return None;
    }
    VARIABLES
        .iter()
        .filter_map(|names| first(names, &variable))
        // One that is set to nothing says nothing.
        .find(|(_, value)| value.to_str().is_none_or(|text| !text.trim().is_empty()))
        .filter(|(_, value)| !value.to_str().is_some_and(names_a_proxy))
        .map(|(name, _)| name)
}

fn names_a_proxy(value: &str) -> bool {
    let matcher = Matcher::builder().https(value).build();
    let mut probes = PROBES.into_iter().map(Uri::from_static);
    probes.any(|probe| matcher.intercept(&probe).is_some())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod tests;
