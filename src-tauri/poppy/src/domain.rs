//! Domain names: what a User types, what a Company says, and the Public Suffix List.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::text;

/// A Company's domain: an ASCII host name in lower case, of at least two labels, no IP address, no
/// port, no final dot.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Domain(String);

/// Why a text is not a Company's domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// Nothing was typed.
    #[error("type the Company's domain, such as shop.example")]
    Empty,
    /// It cannot be a domain name.
    #[error("this is not a domain name: it should look like shop.example")]
    NotADomain,
    /// It is an e-mail address.
    #[error("this is an e-mail address: type only what comes after its @")]
    Email,
    /// It is one word, with no ending.
    #[error("the ending is missing: a domain looks like shop.com or shop.example")]
    OneWord,
    /// It begins with a scheme that is not `https`.
    #[error("type only the domain, without what comes before ://")]
    Scheme,
    /// It is an IP address.
    #[error("this is an IP address: a Company is known by its domain name")]
    Address,
}

impl Domain {
    /// Reads what a User typed: a domain, perhaps in its own letters, perhaps pasted as a whole
    /// `https://` URL, or what a browser shows of one (whose host is then meant). Wide letters and `。` are what an input method
    /// makes of a domain typed with it, and are taken for it. White space and invisible characters
    /// come along at the ends of what is pasted; within, they make it no domain.
    ///
    /// # Errors
    ///
    /// [`DomainError`] says why it is none.
    pub fn from_typed(text: &str) -> Result<Self, DomainError> {
        let is_hidden = |c: char| c.is_whitespace() || c.is_control() || text::is_unseen(c);
        let text = text.trim_matches(is_hidden);
        if text.is_empty() {
            return Err(DomainError::Empty);
        }
        // A name that looks like another than it is: nobody types these within one.
        if text.contains(|c: char| c.is_control() || text::is_unseen(c)) {
            return Err(DomainError::NotADomain);
        }
        let host = match text.get(..8) {
            Some(scheme) if scheme.eq_ignore_ascii_case("https://") => host_of_url(text)?,
            _ => host_of_typed(text)?,
        };
        match host {
            Host::Domain(name) => host_name(&name).map(Self).ok_or_else(|| not_a_name(&name)),
            Host::Ipv4(_) | Host::Ipv6(_) => Err(DomainError::Address),
        }
    }

    /// The domain, ASCII, lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What people type who see a site's address without its scheme: what follows the host is let go.
fn host_of_typed(text: &str) -> Result<Host<String>, DomainError> {
    if text.contains("://") {
        return Err(DomainError::Scheme);
    }
    let host = text.split_once('/').map_or(text, |(host, _)| host);
    if host.contains('@') {
        return Err(DomainError::Email);
    }
    Host::parse(host).map_err(|_| DomainError::NotADomain)
}

/// Why a host is not a Company's.
fn not_a_name(host: &str) -> DomainError {
    match host_name(&format!("{host}.example")) {
        Some(_) if !host.contains('.') => DomainError::OneWord,
        _ => DomainError::NotADomain,
    }
}

/// A URL with a user name is refused: people read the part before the `@` as the host.
fn host_of_url(text: &str) -> Result<Host<String>, DomainError> {
    let url = Url::parse(text).map_err(|_| DomainError::NotADomain)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(DomainError::NotADomain);
    }
    url.host()
        .map(|host| host.to_owned())
        .ok_or(DomainError::NotADomain)
}

/// The name without its final dot, if it is a host name of two labels or more (RFC 1123).
fn host_name(name: &str) -> Option<String> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    (name.len() <= 253 && name.contains('.') && name.split('.').all(is_label))
        .then(|| name.to_ascii_lowercase())
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Domain {
    type Error = DomainError;
    fn try_from(text: String) -> Result<Self, DomainError> {
        Self::from_typed(&text)
    }
}

impl From<Domain> for String {
    fn from(domain: Domain) -> Self {
        domain.0
    }
}

/// Which part of the Public Suffix List the longest rule for a name stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuffixKind {
    /// The part for registries, such as `com` and `co.uk`.
    Icann,
    /// The part for companies that let others have names under theirs, such as `github.io`.
    Private,
    /// Neither: the last label is taken for the suffix, as the list says.
    Unlisted,
}

/// The kind of an ASCII host name's public suffix; `None` for what is no host name. The host is in
/// lower case and without a final dot.
#[must_use]
pub fn suffix_kind(host: &str) -> Option<SuffixKind> {
    let suffix = psl::suffix(name_only(host)?.as_bytes())?;
    Some(match suffix.typ() {
        Some(psl::Type::Icann) => SuffixKind::Icann,
        Some(psl::Type::Private) => SuffixKind::Private,
        None => SuffixKind::Unlisted,
    })
}

/// The registrable domain of an ASCII host name by the Public Suffix List, private section
/// included; `None` for an IP address and for a bare suffix. The host is in lower case and without a
/// final dot.
#[must_use]
pub fn registrable(host: &str) -> Option<&str> {
    psl::domain_str(name_only(host)?)
}

/// The host if it is a name: an address has dots too, but no suffix.
fn name_only(host: &str) -> Option<&str> {
    let last = host.rsplit('.').next()?;
    let numeric = last.bytes().all(|b| b.is_ascii_digit());
    (!numeric && !host.starts_with('[') && !host.starts_with('.')).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_domains() {
        for (typed, domain) in [
            ("shop.example", Ok("shop.example")),
            (" Shop.Example. \n", Ok("shop.example")),
            ("https://shop.example/help?x#y", Ok("shop.example")),
            ("HTTPS://www.shop.example:8443", Ok("www.shop.example")),
            ("münchen.de", Ok("xn--mnchen-3ya.de")),
            ("", Err(DomainError::Empty)),
            (" \u{200b}", Err(DomainError::Empty)),
            ("ｓｈｏｐ。ｅｘａｍｐｌｅ", Ok("shop.example")),
            ("\u{feff}shop.example\u{200b}\u{200f}", Ok("shop.example")),
            ("sh\u{200b}op.example", Err(DomainError::NotADomain)),
            ("sh\u{ad}op.example", Err(DomainError::NotADomain)),
            ("sh\u{200d}op.example", Err(DomainError::NotADomain)),
            ("shop\u{202e}.example", Err(DomainError::NotADomain)),
            ("shop\u{fe0f}.example", Err(DomainError::NotADomain)),
            ("shop\t.example", Err(DomainError::NotADomain)),
            ("sh\u{7}op.example", Err(DomainError::NotADomain)),
            ("sh\nop.example", Err(DomainError::NotADomain)),
            (
                "https://sh\u{200b}op.example/",
                Err(DomainError::NotADomain),
            ),
            ("https://sh\nop.example/", Err(DomainError::NotADomain)),
            ("shop", Err(DomainError::OneWord)),
            ("shop.example/chat?a=b@c", Ok("shop.example")),
            ("help@shop.example", Err(DomainError::Email)),
            ("you@shop.example/chat", Err(DomainError::Email)),
            ("/chat", Err(DomainError::NotADomain)),
            ("shop example.com", Err(DomainError::NotADomain)),
            ("http://shop.example", Err(DomainError::Scheme)),
            ("javascript://shop.example", Err(DomainError::Scheme)),
            (
                "https://shop.example@evil.test",
                Err(DomainError::NotADomain),
            ),
            ("shop.example:443", Err(DomainError::NotADomain)),
            ("shop..example", Err(DomainError::NotADomain)),
            ("-a.example", Err(DomainError::NotADomain)),
            ("a_b.example", Err(DomainError::NotADomain)),
            ("127.1", Err(DomainError::Address)),
            ("https://[::1]/", Err(DomainError::Address)),
            ("[::1]", Err(DomainError::Address)),
        ] {
            let read = Domain::from_typed(typed);
            assert_eq!(
                read.as_ref().map(Domain::as_str).map_err(|e| *e),
                domain,
                "of {typed:?}"
            );
        }
        let long = format!("{}.example", "a".repeat(64));
        assert_eq!(Domain::from_typed(&long), Err(DomainError::NotADomain));
    }

    #[test]
    fn registrable_domains() {
        use SuffixKind::{Icann, Private, Unlisted};
        for (host, domain, kind) in [
            ("a.b.example.com", Some("example.com"), Some(Icann)),
            ("com", None, Some(Icann)),
            ("brand.co.uk", Some("brand.co.uk"), Some(Icann)),
            ("co.uk", None, Some(Icann)),
            ("a.b.c.kobe.jp", Some("b.c.kobe.jp"), Some(Icann)),
            ("c.kobe.jp", None, Some(Icann)),
            ("kobe.jp", Some("kobe.jp"), Some(Icann)),
            ("www.city.kobe.jp", Some("city.kobe.jp"), Some(Icann)),
            ("www.ck", Some("www.ck"), Some(Icann)),
            ("foo.ck", None, Some(Icann)),
            ("a.github.io", Some("a.github.io"), Some(Private)),
            ("x.a.github.io", Some("a.github.io"), Some(Private)),
            ("github.io", None, Some(Private)),
            (
                "shop.myshopify.com",
                Some("shop.myshopify.com"),
                Some(Private),
            ),
            (
                "x.s3.amazonaws.com",
                Some("x.s3.amazonaws.com"),
                Some(Private),
            ),
            ("www.trail.example", Some("trail.example"), Some(Unlisted)),
            (
                "xn--85x722f.xn--55qx5d.cn",
                Some("xn--85x722f.xn--55qx5d.cn"),
                Some(Icann),
            ),
            (
                "xn--e1afmkfd.xn--p1ai",
                Some("xn--e1afmkfd.xn--p1ai"),
                Some(Icann),
            ),
            ("93.184.216.34", None, None),
            ("[::1]", None, None),
            ("", None, None),
        ] {
            assert_eq!(
                (registrable(host), suffix_kind(host)),
                (domain, kind),
                "of {host}"
            );
        }
    }
}
