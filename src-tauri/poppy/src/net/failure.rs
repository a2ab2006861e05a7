//! reqwest's errors as ours. Only the kind and the host are kept: the whole chain can hold URLs with
//! secrets in their query.

use std::error::Error;
use std::io;

use http::Uri;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::proxy::Tunnel;
use tower_service::Service;

use super::proxy::Proxy;
use super::resolve::ResolveError;
use super::{NetError, ProxyProblem};

/// What goes wrong between this machine and its proxy, until the proxy says that it has connected.
/// The library gives the type no name of its own.
type TunnelError = <Tunnel<HttpConnector> as Service<Uri>>::Error;

/// Why a request got no answer. `proxy`: what it went through.
pub(super) fn of_request(error: &reqwest::Error, host: String, proxy: Option<&Proxy>) -> NetError {
    if let Some(proxy) = proxy
        && let Some(problem) = of_proxy(error)
    {
        return NetError::Proxy {
            proxy: proxy.shown().to_owned(),
            host,
            problem,
        };
    }
    if let Some(resolve) = find::<ResolveError>(error) {
        return match resolve {
            ResolveError::NoAddress => NetError::NoAddress(host),
            ResolveError::Private => NetError::PrivateAddress(host),
        };
    }
    if error.is_timeout() {
        NetError::Timeout(host)
    } else if find::<rustls::Error>(error).is_some() {
        NetError::Tls(host)
    } else if error.is_connect() {
        NetError::Connect(host)
    } else if error.is_builder() {
        NetError::Setup("the request could not be made".to_owned())
    } else {
        NetError::Cut(host)
    }
}

/// What the proxy did wrong; `None`: it connected, or was not asked to.
fn of_proxy(error: &reqwest::Error) -> Option<ProxyProblem> {
    match find::<TunnelError>(error) {
        Some(TunnelError::ConnectFailed(_)) => Some(ProxyProblem::Unreachable),
        Some(TunnelError::ProxyAuthRequired) => Some(ProxyProblem::Credentials),
        Some(_) => Some(ProxyProblem::Refused),
        None if error.is_connect() && error.is_timeout() => Some(ProxyProblem::Late),
        None => None,
    }
}

/// Why an answer's body could not be read to its end.
pub(super) fn of_body(error: &reqwest::Error, host: String) -> NetError {
    if error.is_timeout() {
        NetError::Timeout(host)
    } else {
        NetError::Cut(host)
    }
}

/// Looks for an error of one type among the causes. An `io::Error` hides the error it was made from
/// among its own causes, so it is asked for it.
fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        let inside = error
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref)
            .and_then(|inner| find::<E>(inner));
        if inside.is_some() {
            return inside;
        }
        next = error.source();
    }
    None
}
