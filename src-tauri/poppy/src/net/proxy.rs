//! The proxies this machine is configured to use.
//!
//! With a proxy, the resolver is asked for the proxy's name and not for the Company's: the proxy
//! itself resolves that. Two things follow. A proxy is often at a private address, which the User
//! (or whoever runs the network) chose on purpose, so its name alone may be there. And the address
//! of a Company cannot be checked by us; names and literal addresses in URLs still are, before
//! anything is sent. Names of proxies are known from the environment only: one that is set in the
//! settings of macOS or Windows must be public or given as an IP address.

use std::collections::HashSet;

use url::Url;

/// The variables that can name a proxy for HTTPS, as reqwest reads them.
const VARIABLES: [&str; 4] = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

/// The host names of the proxies in the environment, in lower case.
pub(super) fn names_from_environment() -> HashSet<String> {
    names(VARIABLES.iter().filter_map(|name| std::env::var(name).ok()))
}

fn names(values: impl Iterator<Item = String>) -> HashSet<String> {
    values.filter_map(|value| name(value.trim())).collect()
}

fn name(value: &str) -> Option<String> {
    // A proxy may be written without its scheme.
    let url = if value.contains("://") {
        Url::parse(value)
    } else {
        Url::parse(&format!("http://{value}"))
    };
    let host = url.ok()?.host_str()?.to_ascii_lowercase();
    Some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_host_of_each_way_to_write_a_proxy() {
        let values = [
            "http://Proxy.corp:3128",
            "user:secret@proxy2.corp:8080",
            "socks5h://proxy3.corp",
            "",
            "http://",
        ];
        let read = names(values.into_iter().map(str::to_owned));
        let expected = ["proxy.corp", "proxy2.corp", "proxy3.corp"];
        assert_eq!(read, expected.into_iter().map(str::to_owned).collect());
    }
}
