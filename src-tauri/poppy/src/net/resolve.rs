//! Names to addresses: resolved once, every answer checked, and only what was checked is handed on
//! to be connected to. So a name cannot be public when it is checked and private when it is used.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::address::is_public;

/// Why a name gives no address to connect to. Found again in the chain of reqwest's error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ResolveError {
    #[error("the name has no address")]
    NoAddress,
    #[error("the name has an address that is not public")]
    Private,
}

/// The resolver for the internet.
pub(super) struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = checked(looked_up(name.as_str()).await?)?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

async fn looked_up(name: &str) -> Result<Vec<SocketAddr>, ResolveError> {
    // Port 0 stands for the one of the URL.
    let found = tokio::net::lookup_host((name, 0))
        .await
        .map_err(|_| ResolveError::NoAddress)?;
    Ok(found.collect())
}

/// All addresses or none: one that is not public makes the whole answer suspect.
fn checked(found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, ResolveError> {
    if found.is_empty() {
        return Err(ResolveError::NoAddress);
    }
    if found.iter().any(|address| !is_public(address.ip())) {
        return Err(ResolveError::Private);
    }
    Ok(found)
}

/// The resolver of the client that goes through a proxy: the proxy's name, at whatever address, and
/// no other.
pub(super) struct ProxyOnly(Option<String>);

impl ProxyOnly {
    /// `name` is that of the proxy; `None`: it is given by its address.
    pub(super) fn new(name: Option<&str>) -> Self {
        Self(name.map(str::to_owned))
    }
}

impl Resolve for ProxyOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let own = self.0.as_deref();
        let is_proxy = own.is_some_and(|own| own.eq_ignore_ascii_case(name.as_str()));
        Box::pin(async move {
            if !is_proxy {
                return Err(ResolveError::NoAddress.into());
            }
            let found = looked_up(name.as_str()).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// The resolver for the hosts of one network file: these, and no others.
pub(super) struct Mapped(pub(super) BTreeMap<String, SocketAddr>);

impl Resolve for Mapped {
    fn resolve(&self, name: Name) -> Resolving {
        let found = self.0.get(name.as_str()).copied();
        Box::pin(async move {
            let address = found.ok_or(ResolveError::NoAddress)?;
            Ok(Box::new(std::iter::once(address)) as Addrs)
        })
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn addresses(texts: &[&str]) -> Vec<SocketAddr> {
        texts
            .iter()
            .map(|text| format!("{text}:0").parse().unwrap())
            .collect()
    }

    #[test]
    fn every_answer_is_checked() {
        let public = addresses(&["1.1.1.1", "[2606:4700::1111]"]);
        assert_eq!(checked(public.clone()), Ok(public));
        for private in ["10.0.0.1", "127.0.0.1", "[::1]", "[::ffff:192.168.0.1]"] {
            let mixed = addresses(&["1.1.1.1", private]);
            assert_eq!(mixed.len(), 2);
            assert_eq!(checked(mixed), Err(ResolveError::Private));
        }
        assert_eq!(checked(Vec::new()), Err(ResolveError::NoAddress));
    }

    async fn asked(resolver: impl Resolve, name: &str) -> Result<usize, ResolveError> {
        match resolver.resolve(name.parse().unwrap()).await {
            Ok(found) => Ok(found.count()),
            Err(error) => Err(*error.downcast_ref::<ResolveError>().unwrap()),
        }
    }

    #[tokio::test]
    async fn this_machine_is_no_company_and_may_be_a_proxy() {
        let private = Err(ResolveError::Private);
        assert_eq!(asked(PublicOnly, "localhost").await, private);
        let proxy = || ProxyOnly::new(Some("localhost"));
        assert!(asked(proxy(), "localhost").await.unwrap() > 0);
        let nowhere = Err(ResolveError::NoAddress);
        assert_eq!(asked(proxy(), "localhost.localdomain").await, nowhere);
        assert_eq!(asked(ProxyOnly::new(None), "localhost").await, nowhere);
    }
}
