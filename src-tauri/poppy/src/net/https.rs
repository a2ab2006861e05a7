//! The real transport, by reqwest: one client for the internet and one for each network.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream;
use reqwest::header::{DATE, HOST, HeaderMap, HeaderValue};
use url::Url;

use super::internet::{Internet, Route, built};
use super::proxy::Settings;
use super::resolve::Mapped;
use super::{
    Chunks, Method, NetError, Network, Request, Response, StreamResponse, Transport, failure,
    host_of,
};

/// Who asks. Honest and the same for every User.
const USER_AGENT: &str = concat!("Candor/", env!("CARGO_PKG_VERSION"));
/// How long connecting may take: the rest of a request's time is for the answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// The real transport.
///
/// Through a proxy, the proxy connects to the Company, so the address connected to cannot be
/// checked here; what is in a URL is, before the proxy hears of it. The whole rule is in `proxy.rs`.
pub struct Https {
    internet: Internet,
    /// The client of each configured host. It trusts its network's CA alone.
    configured: BTreeMap<String, reqwest::Client>,
}

impl Https {
    /// Makes the transport. Hosts of `networks` connect where these say, trusting their CA alone and
    /// through no proxy. A host that two networks name belongs to the first. The proxy settings of
    /// this machine are read here and not again.
    ///
    /// # Errors
    ///
    /// [`NetError::Setup`] when TLS cannot be set up.
    pub fn new(networks: &[Network]) -> Result<Self, NetError> {
        Self::over(
            Internet::new(Settings::of_this_machine(), common)?,
            networks,
        )
    }

    /// The transport over this internet.
    pub(super) fn over(internet: Internet, networks: &[Network]) -> Result<Self, NetError> {
        let mut configured = BTreeMap::new();
        for network in networks {
            let client = network_client(network)?;
            for host in network.hosts.keys() {
                configured
                    .entry(host.to_ascii_lowercase())
                    .or_insert_with(|| client.clone());
            }
        }
        Ok(Self {
            internet,
            configured,
        })
    }

    /// The way to a URL's host, after the checks that need no resolver.
    fn route(&self, url: &Url) -> Result<Route<'_>, NetError> {
        if url.scheme() != "https" {
            return Err(NetError::NotHttps(host_of(url)));
        }
        match url.host_str().and_then(|host| self.configured.get(host)) {
            Some(client) => Ok(Route {
                client,
                proxy: None,
            }),
            None => self.internet.route(url),
        }
    }

    /// Sends a request: the answer's head, its body still empty, and what the body is read from.
    async fn begin(&self, request: Request) -> Result<(Response, reqwest::Response), NetError> {
        let host = host_of(&request.url);
        let route = self.route(&request.url)?;
        let is_configured = self.configured.contains_key(&host);
        let answer = prepared(route.client, request, is_configured)
            .send()
            .await
            .map_err(|error| failure::of_request(&error, host, route.proxy))?;
        let head = Response {
            status: answer.status().as_u16(),
            headers: readable(answer.headers()),
            body: Vec::new(),
        };
        Ok((head, answer))
    }

    async fn exchange(&self, request: Request) -> Result<Response, NetError> {
        let host = host_of(&request.url);
        let max = request.max_body;
        let (mut response, answer) = self.begin(request).await?;
        response.body = bounded(answer, max, &host).await?;
        Ok(response)
    }
}

impl Transport for Https {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, NetError>> {
        Box::pin(async move {
            let host = host_of(&request.url);
            // One limit for everything: names, connecting, the answer and its body.
            tokio::time::timeout(request.timeout, self.exchange(request))
                .await
                .unwrap_or(Err(NetError::Timeout(host)))
        })
    }

    fn open(
        &self,
        request: Request,
        idle: Duration,
    ) -> BoxFuture<'_, Result<StreamResponse, NetError>> {
        Box::pin(async move {
            let host = host_of(&request.url);
            let (head, answer) = tokio::time::timeout(request.timeout, self.begin(request))
                .await
                .unwrap_or_else(|_| Err(NetError::Timeout(host.clone())))?;
            let chunks = chunks(answer, host.clone(), idle);
            Ok(StreamResponse::chunked(head, host, chunks))
        })
    }
}

/// A body as it comes. It ends with the first error.
fn chunks(answer: reqwest::Response, host: String, idle: Duration) -> Chunks {
    Box::pin(stream::unfold(
        Some((answer, host)),
        move |state| async move {
            let (mut answer, host) = state?;
            match tokio::time::timeout(idle, answer.chunk()).await {
                Ok(Ok(Some(chunk))) => Some((Ok(chunk.to_vec()), Some((answer, host)))),
                Ok(Ok(None)) => None,
                Ok(Err(error)) => Some((Err(failure::of_body(&error, host)), None)),
                Err(_) => Some((Err(NetError::Timeout(host)), None)),
            }
        },
    ))
}

/// What both kinds of client have in common. Nothing is decompressed: the limit on the body is one
/// on what is read. Each `no_` holds even where another crate turned reqwest's feature on.
pub(super) fn common() -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .user_agent(USER_AGENT)
        .https_only(true)
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .connect_timeout(CONNECT_TIMEOUT)
        .no_gzip()
        .no_brotli()
        .no_zstd()
        .no_deflate()
}

fn network_client(network: &Network) -> Result<reqwest::Client, NetError> {
    let certificates = network
        .certificates()
        .map_err(|problem| NetError::Setup(format!("the network's CA {problem}")))?;
    let hosts = network
        .hosts
        .iter()
        .map(|(host, address)| (host.to_ascii_lowercase(), *address))
        .collect();
    built(
        common()
            .no_proxy()
            .tls_certs_only(certificates)
            // HTTP/1.1 alone takes the name from the Host header: see `prepared`.
            .http1_only()
            .dns_resolver(Arc::new(Mapped(hosts))),
    )
}

fn prepared(
    client: &reqwest::Client,
    request: Request,
    is_configured: bool,
) -> reqwest::RequestBuilder {
    let mut url = request.url;
    // reqwest would send these as Basic credentials; neither call fails for an HTTPS URL.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let mut host_header = None;
    if is_configured && let Some(port) = url.port() {
        // A port in the URL would win over the one of the configured address.
        host_header = Some(format!("{}:{port}", host_of(&url)));
        let _ = url.set_port(None);
    }
    let method = match request.method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
    };
    let mut builder = client.request(method, url);
    if let Some(host) = host_header {
        builder = builder.header(HOST, host);
    }
    for (name, value) in request.headers {
        builder = match HeaderValue::try_from(&value) {
            Ok(mut header) => {
                // Not in what a library writes about a request, nor in a table of HTTP/2's.
                header.set_sensitive(is_secret(name));
                builder.header(name, header)
            }
            // The request fails with what is wrong about it.
            Err(_) => builder.header(name, value),
        };
    }
    if request.method == Method::Post {
        builder = builder.body(request.body);
    }
    builder
}

/// Whether a header proves who asks.
fn is_secret(name: &str) -> bool {
    matches!(name, "authorization" | "dpop")
}

fn readable(headers: &HeaderMap) -> Vec<(String, String)> {
    let mut readable: Vec<_> = headers
        .iter()
        .filter_map(|(name, value)| {
            Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
        })
        .collect();
    if !headers.contains_key(DATE) {
        // RFC 9110 section 6.6.1: who receives an answer without a date writes down when.
        let now = httpdate::fmt_http_date(std::time::SystemTime::now());
        readable.push((DATE.as_str().to_owned(), now));
    }
    readable
}

async fn bounded(
    mut answer: reqwest::Response,
    max: usize,
    host: &str,
) -> Result<Vec<u8>, NetError> {
    let too_large = || NetError::TooLarge(host.to_owned());
    if answer.content_length().is_some_and(|n| n > max as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    loop {
        match answer.chunk().await {
            Ok(Some(chunk)) if chunk.len() > max - body.len() => return Err(too_large()),
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => return Ok(body),
            Err(error) => return Err(failure::of_body(&error, host.to_owned())),
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn what_proves_who_asks_is_marked_as_a_secret() {
        let request = Request {
            method: Method::Get,
            url: Url::parse("https://shop.example/").unwrap(),
            headers: vec![
                ("accept", "*/*".to_owned()),
                ("authorization", "DPoP token".to_owned()),
                ("dpop", "proof".to_owned()),
            ],
            body: Vec::new(),
            timeout: CONNECT_TIMEOUT,
            max_body: 1,
        };
        let client = common().build().unwrap();
        let built = prepared(&client, request, false).build().unwrap();
        let headers = built.headers();
        assert!(headers["authorization"].is_sensitive() && headers["dpop"].is_sensitive());
        assert!(!headers["accept"].is_sensitive());
        assert!(!format!("{built:?}").contains("proof"));
    }
}
