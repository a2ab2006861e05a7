//! Where this machine is in the network: the addresses it speaks from. When they change, connections
//! made before lead nowhere, and nobody tells: no packet comes that would say so.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// The addresses by which this machine would speak to the internet; `None`: it has no way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    v4: Option<IpAddr>,
    v6: Option<IpAddr>,
}

/// Addresses kept for examples (RFC 5737, RFC 3849): on the internet like any other by the system's
/// own rules, and nobody's. Nothing is sent to them.
const ANYWHERE_V4: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 443);
const ANYWHERE_V6: SocketAddr = SocketAddr::new(
    IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)),
    443,
);

impl Place {
    /// Where it is now.
    pub(crate) fn now() -> Self {
        Self {
            v4: spoken_from(IpAddr::V4(Ipv4Addr::UNSPECIFIED), ANYWHERE_V4),
            v6: spoken_from(IpAddr::V6(Ipv6Addr::UNSPECIFIED), ANYWHERE_V6),
        }
    }

    /// No way to anywhere: for networks that are played.
    #[cfg(test)]
    pub(crate) fn nowhere() -> Self {
        Self { v4: None, v6: None }
    }

    /// Whether there is a way now that there was not before: the one there was may be gone.
    pub(super) fn is_new_after(self, before: Self) -> bool {
        let is_new = |now: Option<_>, before| now.is_some() && now != before;
        is_new(self.v4, before.v4) || is_new(self.v6, before.v6)
    }
}

/// The address that the system chooses for speaking to another. Connecting a UDP socket sends
/// nothing.
fn spoken_from(any: IpAddr, to: SocketAddr) -> Option<IpAddr> {
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect(to).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_unspecified()).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(v4: Option<u8>, v6: Option<u16>) -> Place {
        Place {
            v4: v4.map(|last| IpAddr::V4(Ipv4Addr::new(10, 0, 0, last))),
            v6: v6.map(|last| IpAddr::V6(Ipv6Addr::new(0xfd00, 0, 0, 0, 0, 0, 0, last))),
        }
    }

    #[test]
    fn another_address_is_another_place_and_one_that_is_lost_is_not_yet() {
        let home = place(Some(1), None);
        assert!(!home.is_new_after(home));
        assert!(place(Some(2), None).is_new_after(home));
        assert!(place(Some(1), Some(1)).is_new_after(home));
        assert!(home.is_new_after(place(None, None)));
        assert!(!place(None, None).is_new_after(home));
        assert!(!home.is_new_after(place(Some(1), Some(1))));
    }

    #[test]
    fn this_machine_speaks_from_an_address_of_its_own() {
        let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let to = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 443);
        assert_eq!(spoken_from(any, to), Some(IpAddr::V4(Ipv4Addr::LOCALHOST)));
    }
}
