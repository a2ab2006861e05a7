//! Names to addresses: resolved once, every answer checked, and only what was checked is handed on
//! to be connected to. So a name cannot be public when it is checked and private when it is used.

use std::collections::{BTreeMap, HashSet};
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
pub(super) struct PublicOnly {
    /// The names of configured proxies, which alone may be at any address.
    pub(super) proxies: HashSet<String>,
}

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_ascii_lowercase();
        let is_proxy = self.proxies.contains(&name);
        Box::pin(async move {
            // Port 0 stands for the one of the URL.
            let found = tokio::net::lookup_host((name.as_str(), 0))
                .await
                .map_err(|_| ResolveError::NoAddress)?;
            let addresses = checked(found.collect(), is_proxy)?;
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// All addresses or none: one that is not public makes the whole answer suspect.
fn checked(found: Vec<SocketAddr>, is_proxy: bool) -> Result<Vec<SocketAddr>, ResolveError> {
    if found.is_empty() {
        return Err(ResolveError::NoAddress);
    }
    if !is_proxy && found.iter().any(|address| !is_public(address.ip())) {
        return Err(ResolveError::Private);
    }
    Ok(found)
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
        assert_eq!(checked(public.clone(), false), Ok(public));
        for private in ["10.0.0.1", "127.0.0.1", "[::1]", "[::ffff:192.168.0.1]"] {
            let mixed = addresses(&["1.1.1.1", private]);
            assert_eq!(mixed.len(), 2);
            assert_eq!(checked(mixed, false), Err(ResolveError::Private));
        }
        assert_eq!(checked(Vec::new(), false), Err(ResolveError::NoAddress));
    }

    #[test]
    fn a_configured_proxy_may_be_at_a_private_address() {
        let private = addresses(&["10.0.0.1"]);
        assert_eq!(checked(private.clone(), true), Ok(private));
    }

    #[tokio::test]
    async fn localhost_is_private_for_the_real_resolver() {
        let resolver = PublicOnly {
            proxies: HashSet::new(),
        };
        let error = resolver
            .resolve("localhost".parse().unwrap())
            .await
            .err()
            .unwrap();
        assert_eq!(
            error.downcast_ref::<ResolveError>(),
            Some(&ResolveError::Private)
        );
    }
}
