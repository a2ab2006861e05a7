//! Which addresses are on the public internet: one table for links a Company sends and for
//! connections to URLs a Company gave.

use std::net::IpAddr;

/// Whether an address may be contacted for a Company: not private, loopback, link-local, shared,
/// documentation, multicast, reserved or unspecified. IPv4-mapped IPv6 and NAT64 are judged as the
/// IPv4 address inside.
#[must_use]
pub fn is_public(_address: IpAddr) -> bool {
    todo!()
}
