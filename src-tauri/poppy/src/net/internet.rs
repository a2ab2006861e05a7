//! The way to a Company on the internet: which client, and what is checked before it is used.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, ClientBuilder};
use url::{Host, Url};

use super::proxy::{Proxy, Settings};
use super::resolve::{ProxyOnly, PublicOnly};
use super::{NetError, host_of};
use crate::address::{is_private_name, is_public};

/// How long a proxy may take to connect, TLS with the Company included. Shorter than the shortest
/// limit on a whole request, which is that of discovery: else that would end first, and nobody could
/// tell a proxy that hangs from a Company that does.
const PROXY_TIMEOUT: Duration = Duration::from_secs(4);

/// The clients for the internet.
pub(super) struct Internet {
    /// It connects to no address that is not public.
    direct: Client,
    /// It connects to the proxy alone. Without one it is the direct client.
    proxied: Client,
    settings: Settings,
}

/// How one request goes out.
pub(super) struct Route<'a> {
    /// The client.
    pub(super) client: &'a Client,
    /// The proxy in between.
    pub(super) proxy: Option<&'a Proxy>,
}

impl Internet {
    /// Makes the clients by `base`, with a proxy where `settings` name one.
    ///
    /// # Errors
    ///
    /// [`NetError::Setup`] when TLS cannot be set up.
    pub(super) fn new(
        settings: Settings,
        base: impl Fn() -> ClientBuilder,
    ) -> Result<Self, NetError> {
        let public = base().no_proxy().dns_resolver(Arc::new(PublicOnly));
        let direct = built(public)?;
        let proxied = match settings.proxy() {
            None => direct.clone(),
            Some(proxy) => built(
                base()
                    .no_proxy()
                    .proxy(proxy.for_client()?)
                    .connect_timeout(PROXY_TIMEOUT)
                    .dns_resolver(Arc::new(ProxyOnly::new(proxy.name()))),
            )?,
        };
        Ok(Self {
            direct,
            proxied,
            settings,
        })
    }

    /// The way to a URL's host, after the checks that need no resolver. They come before a proxy
    /// hears of the host.
    ///
    /// # Errors
    ///
    /// [`NetError::PrivateAddress`] and [`NetError::Proxy`].
    pub(super) fn route(&self, url: &Url) -> Result<Route<'_>, NetError> {
        let refused = || NetError::PrivateAddress(host_of(url));
        let host = url.host().ok_or_else(refused)?;
        let may_be_public = match host {
            // A resolver is not asked for these.
            Host::Ipv4(address) => is_public(IpAddr::V4(address)),
            Host::Ipv6(address) => is_public(IpAddr::V6(address)),
            Host::Domain(name) => !is_private_name(name),
        };
        if !may_be_public {
            return Err(refused());
        }
        match self.settings.proxy_for(&host_of(url))? {
            // It may be at any address: good for connecting to the proxy, and for nothing else.
            Some(proxy) if proxy.is_at(&host) => Err(refused()),
            Some(proxy) => Ok(Route {
                client: &self.proxied,
                proxy: Some(proxy),
            }),
            None => Ok(Route {
                client: &self.direct,
                proxy: None,
            }),
        }
    }
}

/// A client, or why this machine can have none.
pub(super) fn built(builder: ClientBuilder) -> Result<Client, NetError> {
    builder
        .build()
        .map_err(|_| NetError::Setup("TLS could not be set up".to_owned()))
}
