//! HTTPS as this agent speaks it: HTTPS only, no redirect followed, bodies bounded, and no
//! connection to an address that is not public unless the User configured it on purpose with a
//! network file (draft 0.3 section 3, 0.2 section 3).

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::future::BoxFuture;
use url::Url;

/// The largest answer that is read, in bytes, unless a request says less.
pub const MAX_BODY: usize = 1024 * 1024;

/// Hosts on this machine, configured on purpose: the one exception to the rule about addresses.
#[derive(Clone, Debug)]
pub struct Network {
    /// The PEM of the one CA trusted for these hosts, and for no others.
    pub ca_pem: Vec<u8>,
    /// Host name (lower case) to the address to connect to.
    pub hosts: BTreeMap<String, SocketAddr>,
}

/// Why a network file cannot be used. The fault of whoever wrote it.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// It is not what a network file is.
    #[error(
        "the network file must be {{\"ca\": \"<pem path>\", \"hosts\": {{\"shop.example\": \"127.0.0.1:4443\"}}}}: {0}"
    )]
    Shape(String),
    /// Its CA cannot be used.
    #[error("the CA named by the network file cannot be used: {0}")]
    Ca(String),
}

impl Network {
    /// Reads a network file's text. `read_ca` reads the file that `ca` names: this crate knows no
    /// disk. Unknown members are ignored.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] says what is wrong with the file.
    pub fn parse(
        _text: &str,
        _read_ca: impl FnOnce(&str) -> std::io::Result<Vec<u8>>,
    ) -> Result<Self, NetworkError> {
        todo!()
    }
}

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

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The URL; anything but HTTPS is refused.
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

/// An answer.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case, in order; values that are not visible ASCII left out.
    pub headers: Vec<(String, String)>,
    /// The body, no larger than the request allowed.
    pub body: Vec<u8>,
}

impl Response {
    /// The first header of this name (lower case).
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.as_str())
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The URL is not HTTPS.
    #[error("{0} is not an HTTPS address")]
    NotHttps(String),
    /// The host has no address.
    #[error("there is no address for {0}")]
    NoAddress(String),
    /// The host's address is not on the public internet.
    #[error("{0} is at an address that is not on the public internet")]
    PrivateAddress(String),
    /// Nobody could be reached there.
    #[error("could not connect to {0}")]
    Connect(String),
    /// Somebody answered, but could not prove to be that host.
    #[error("could not make a secure connection to {0}")]
    Tls(String),
    /// No answer in time.
    #[error("{0} did not answer in time")]
    Timeout(String),
    /// The connection broke before the whole answer was there.
    #[error("the connection to {0} broke off")]
    Cut(String),
    /// The answer is larger than allowed.
    #[error("{0} sent an answer that is too large")]
    TooLarge(String),
    /// This machine cannot make requests at all.
    #[error("this machine cannot make secure connections: {0}")]
    Setup(String),
}

/// Sends requests. The real one is [`Https`]; tests bring their own.
pub trait Transport: Send + Sync {
    /// Sends one request, following no redirect.
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>>;
}

/// The real transport.
pub struct Https {
    // one reqwest client for the internet, one for each network
}

impl Https {
    /// Makes the transport. Hosts of `networks` connect where these say, trusting their CA alone.
    ///
    /// # Errors
    ///
    /// [`NetError::Setup`] when TLS cannot be set up.
    pub fn new(_networks: &[Network]) -> Result<Self, NetError> {
        todo!()
    }
}
