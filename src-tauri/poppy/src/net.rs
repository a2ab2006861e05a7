//! HTTPS as this agent speaks it: HTTPS only, no redirect followed, bodies bounded, and no
//! connection to an address that is not public unless the User configured it on purpose with a
//! network file (draft 0.3 section 3, 0.2 section 3).

mod failure;
pub(crate) mod headers;
mod https;
mod internet;
mod network;
mod proxy;
mod resolve;
mod stream;

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
pub(crate) mod fake;
#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "tests")]
mod https_tests;

use std::fmt;
use std::time::Duration;

use futures_util::future::BoxFuture;
use url::Url;

pub use https::Https;
pub use network::{Network, NetworkError};
pub use stream::{Chunks, StreamResponse};

/// The largest answer that is read, in bytes, unless a request says less.
pub const MAX_BODY: usize = 1024 * 1024;

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
}

impl Method {
    /// The method as a proof names it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
        }
    }
}

/// A request. Its `Debug` shows neither the values of headers nor the body: tokens are in them.
#[derive(Clone)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The URL; anything but HTTPS is refused. A user name or password in it is never sent.
    pub url: Url,
    /// Headers. No cookie is ever sent.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// How long the whole exchange may take.
    pub timeout: Duration,
    /// The largest body that is read, in bytes.
    pub max_body: usize,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("host", &host_of(&self.url))
            .field("path", &self.url.path())
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// An answer. Its `Debug` shows neither the values of headers nor the body: tokens are in them.
#[derive(Clone)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case, in order; values that are not visible ASCII left out.
    pub headers: Vec<(String, String)>,
    /// The body, no larger than the request allowed.
    pub body: Vec<u8>,
}

impl fmt::Debug for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("headers", &names)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}

impl Response {
    /// The first header of this name (lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.all_headers(name).next()
    }

    /// Every header of this name (lower case), in order.
    pub(crate) fn all_headers(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers
            .iter()
            .filter(move |(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }
}

/// Why there is no answer. Each names the host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The URL is not HTTPS.
    #[error("the address of {0} is not an https:// one, so it is not used")]
    NotHttps(String),
    /// The host has no address.
    #[error("the host {0} cannot be found: check the spelling, and that this machine is online")]
    NoAddress(String),
    /// The host's address is not on the public internet.
    #[error(
        "the host {0} is at an address that is not on the public internet, so it is not contacted"
    )]
    PrivateAddress(String),
    /// Nobody could be reached there.
    #[error("could not connect to {0}: check that this machine is online, or try again later")]
    Connect(String),
    /// Somebody answered, but could not prove to be that host.
    #[error("the host {0} could not prove who it is, so nothing was sent to it")]
    Tls(String),
    /// No answer in time.
    #[error("the host {0} did not answer in time: try again later")]
    Timeout(String),
    /// The connection broke before the whole answer was there.
    #[error("the connection to {0} broke off: try again")]
    Cut(String),
    /// The answer is larger than allowed.
    #[error(
        "the host {0} sent an answer that is too large to be read: the Company must correct it"
    )]
    TooLarge(String),
    /// The proxy this machine is set to use made no connection, so nothing was sent.
    #[error("{}", problem.message(proxy, host))]
    Proxy {
        /// Its host and port, or the variable that should name it. Never its credentials.
        proxy: String,
        /// The host that was to be reached.
        host: String,
        /// What is wrong.
        problem: ProxyProblem,
    },
    /// This machine cannot make requests at all.
    #[error("this machine cannot make secure connections: {0}")]
    Setup(String),
}

/// What is wrong with a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProxyProblem {
    /// Nobody is there.
    Unreachable,
    /// It wants a user name and a password, or others than it was given.
    Credentials,
    /// It answered with anything but a connection, or hung up.
    Refused,
    /// There was no connection in time.
    Late,
    /// The settings name one that this agent cannot use.
    Unusable,
}

impl ProxyProblem {
    const fn code(self) -> &'static str {
        match self {
            Self::Unreachable => "proxy-unreachable",
            Self::Credentials => "proxy-credentials",
            Self::Refused => "proxy-refused",
            Self::Late => "proxy-timed-out",
            Self::Unusable => "proxy-unusable",
        }
    }

    fn message(self, proxy: &str, host: &str) -> String {
        match self {
            Self::Unreachable => format!(
                "the proxy {proxy} cannot be reached, so nothing was sent to {host}: check this machine's proxy settings, and whether the proxy is running"
            ),
            Self::Credentials => format!(
                "the proxy {proxy} wants a user name and a password, so nothing was sent to {host}: set them in this machine's proxy settings, as in HTTPS_PROXY=http://user:password@proxy:port"
            ),
            Self::Refused => format!(
                "the proxy {proxy} did not connect to {host}, so nothing was sent: try again later, and ask whoever runs the proxy whether it lets {host} through"
            ),
            Self::Late => format!(
                "the proxy {proxy} did not connect to {host} in time, so nothing was sent: try again later, and ask whoever runs the proxy if it stays so"
            ),
            Self::Unusable => format!(
                "the proxy settings of this machine ({proxy}) name no proxy that can be used, so nothing was sent to {host}: it must be an http:// or https:// one, not a SOCKS one, with an @ in its credentials written as %40; correct the settings, or name {host} in NO_PROXY to go without the proxy"
            ),
        }
    }

    /// Whether it may pass by itself, with no change of the settings.
    #[must_use]
    pub const fn may_pass(self) -> bool {
        match self {
            Self::Unreachable | Self::Refused | Self::Late => true,
            Self::Credentials | Self::Unusable => false,
        }
    }
}

impl NetError {
    /// The error's code, for programs: stable, in kebab case.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotHttps(_) => "not-https",
            Self::NoAddress(_) => "no-address",
            Self::PrivateAddress(_) => "private-address",
            Self::Connect(_) => "cannot-connect",
            Self::Tls(_) => "insecure-connection",
            Self::Timeout(_) => "timed-out",
            Self::Cut(_) => "connection-cut",
            Self::TooLarge(_) => "answer-too-large",
            Self::Proxy { problem, .. } => problem.code(),
            Self::Setup(_) => "no-secure-connections",
        }
    }
}

/// Sends requests. The real one is [`Https`]; tests bring their own.
pub trait Transport: Send + Sync {
    /// Sends one request, following no redirect.
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>>;

    /// Sends one request whose answer's body is read as it comes. The request's `timeout` is for the
    /// answer to begin, and `idle` the longest silence within it; `max_body` does not count, as a
    /// stream has no end to bound: whoever reads it bounds what is kept.
    ///
    /// A transport that cannot stream gives the whole answer of [`Transport::send`].
    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, NetError>> {
        // A whole answer has no silence in it.
        let _ = idle;
        let whole = self.send(request);
        Box::pin(async move { Ok(StreamResponse::whole(whole.await?)) })
    }
}

/// The host of a URL, for messages.
pub(crate) fn host_of(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}
