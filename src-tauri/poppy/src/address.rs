//! Which addresses and names are on the public internet: one table for links a Company sends and for
//! connections to URLs a Company gave.
//!
//! The ranges are those of the IANA special-purpose registries (RFC 6890 and what updates it). Where
//! a range is set aside as a whole with a few reachable services inside, the whole is left out: no
//! web page is there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address may be contacted for a Company: not private, loopback, link-local, shared,
/// documentation, multicast, reserved or unspecified. IPv4-mapped IPv6 and NAT64 are judged as the
/// IPv4 address inside.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        [0 | 10 | 127, ..]              // this network, private, loopback
            | [100, 64..=127, ..]       // shared
            | [169, 254, ..]            // link-local
            | [172, 16..=31, ..]        // private
            | [192, 0, 0 | 2, _]        // protocol assignments, documentation
            | [192, 88, 99, _]          // the former 6to4 relays
            | [192, 168, ..]            // private
            | [198, 18..=19, ..]        // benchmarking
            | [198, 51, 100, _]         // documentation
            | [203, 0, 113, _]          // documentation
            | [224..=255, ..] // multicast, reserved, broadcast
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // IPv4-mapped, and NAT64 with the well-known prefix (RFC 6052).
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            is_public_v4(v4(high, low))
        }
        // 6to4 (RFC 3056): another spelling of the IPv4 address inside.
        [0x2002, high, low, ..] => is_public_v4(v4(high, low)),
        [0x2001, 0..=0x1ff, ..]         // protocol assignments: Teredo, ORCHID, benchmarking
            | [0x2001, 0xdb8, ..]       // documentation
            | [0x3fff, 0..=0xfff, ..] // documentation
            => false,
        // Only 2000::/3 is given out for global use. All else is loopback, unspecified, local-use
        // NAT64 (64:ff9b:1::/48), discard, unique local, link-local, site-local, multicast or
        // reserved.
        [0x2000..=0x3fff, ..] => true,
        _ => false,
    }
}

const fn v4(high: u16, low: u16) -> Ipv4Addr {
    let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
    Ipv4Addr::new(a, b, c, d)
}

/// Names that lead to the User's own machine or network, or out of the public DNS (RFC 6761, 6762,
/// 7686, 8375, ICANN's `.internal`, and the customary `.lan`), each with all names under it.
const PRIVATE_NAMES: [&str; 6] = [
    "localhost",
    "local",
    "internal",
    "lan",
    "home.arpa",
    "onion",
];

/// Whether a host's name means the User's own machine or network, or is not in the public DNS, whatever
/// a resolver or a proxy says of it: a name of one label, or one of those set aside. In lower case; a
/// final dot changes nothing.
#[must_use]
pub fn is_private_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_under = |parent: &&str| {
        name.strip_suffix(*parent)
            .is_some_and(|front| front.is_empty() || front.ends_with('.'))
    };
    !name.contains('.') || PRIVATE_NAMES.iter().any(is_under)
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    reason = "a test may stop at what it does not expect"
)]
mod tests {
    use super::*;

    #[test]
    fn the_public_internet_and_no_other() {
        let public = [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.167.255.255",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2001:200::1",
            "3ffe::1",
            "::ffff:8.8.8.8",
            "64:ff9b::8.8.8.8",
            "2002:808:808::1",
        ];
        let other = [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.0",
            "100.127.255.255",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.0.1",
            "198.18.0.0",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.7",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:10.0.0.1",
            "::ffff:0:10.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "100:0:0:1::1",
            "2001::1",
            "2001:0:a00:1::",
            "2001:2::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:a00:1::1",
            "2002:7f00:1::",
            "3fff::1",
            "3fff:fff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fdff::1",
            "fe80::1",
            "febf::1",
            "fec0::1",
            "ff02::1",
            "ffff::1",
        ];
        for text in public {
            assert!(is_public(text.parse().unwrap()), "{text} is public");
        }
        for text in other {
            assert!(!is_public(text.parse().unwrap()), "{text} is not public");
        }
    }
}
