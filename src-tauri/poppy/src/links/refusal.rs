//! What is never opened, and why: the first reason that holds.

use serde_json::Value;
use url::{Host, Url};

use super::Reason;
use super::raw::Raw;
use crate::{address, domain};

/// The longest URL that is opened, in octets: some launchers cut or drop longer ones.
const MAX_OPENS: usize = 2048;
/// The longest label and host name of the DNS, in octets (RFC 1035 section 2.3.4).
const MAX_LABEL: usize = 63;
const MAX_HOST: usize = 253;

/// Where a link that is not refused leads.
pub(super) struct Destination {
    /// What is opened: as the WHATWG parser writes it.
    pub(super) url: Url,
    /// The host in ASCII, lower case, without its final dot.
    pub(super) host: String,
    /// Whether the host is an address and no name.
    pub(super) is_address: bool,
}

impl Destination {
    /// The registrable domain.
    pub(super) fn domain(&self) -> Option<&str> {
        if self.is_address {
            None
        } else {
            domain::registrable(&self.host)
        }
    }
}

/// Where a link leads, or the first reason why it is refused. The order is part of the rule.
pub(super) fn destination(url: Option<&Value>) -> Result<Destination, Reason> {
    let text = url.and_then(Value::as_str).ok_or(Reason::NotALink)?;
    let raw = Raw::new(text);
    if raw.is_blank() {
        return Err(Reason::NotALink);
    }
    let url = Url::parse(text).map_err(|_| Reason::NotALink)?;
    if url.scheme() != "https" {
        return Err(Reason::NotHttps);
    }
    let written = url.host_str().unwrap_or_default();
    if raw.is_disguised(written) {
        return Err(Reason::Disguised);
    }
    if raw.has_userinfo() {
        return Err(Reason::Userinfo);
    }
    let (host, is_address) = match url.host().ok_or(Reason::BadHost)? {
        Host::Domain(name) => (public_name(name)?, false),
        Host::Ipv4(v4) => (public_address(v4.into(), written)?, true),
        Host::Ipv6(v6) => (public_address(v6.into(), written)?, true),
    };
    if url.as_str().len() > MAX_OPENS {
        return Err(Reason::TooLong);
    }
    Ok(Destination {
        host: host.to_owned(),
        is_address,
        url,
    })
}

fn public_name(name: &str) -> Result<&str, Reason> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let bad_label = |label: &str| label.is_empty() || label.len() > MAX_LABEL;
    if name.len() > MAX_HOST || name.split('.').any(bad_label) {
        return Err(Reason::BadHost);
    }
    if address::is_private_name(name) {
        return Err(Reason::PrivateAddress);
    }
    Ok(name)
}

fn public_address(ip: std::net::IpAddr, written: &str) -> Result<&str, Reason> {
    if address::is_public(ip) {
        Ok(written)
    } else {
        Err(Reason::PrivateAddress)
    }
}
