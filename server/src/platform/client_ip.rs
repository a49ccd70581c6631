//! The network address of a caller.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use crate::platform::limit_key::LimitKey;

/// The address of a caller. An IPv4-mapped IPv6 address is held as the IPv4 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientIp(IpAddr);

impl ClientIp {
    /// The address itself.
    pub const fn address(self) -> IpAddr {
        self.0
    }

    /// The key by which limits count this address: an IPv4 address itself, the /64 network of an IPv6 address.
    pub fn limit_key(self) -> LimitKey {
        LimitKey::network(self.0)
    }

    /// Parses an entry of `X-Forwarded-For`: an IPv4 address, or an IPv6 address in brackets or not, with or without a port
    /// and quotes.
    pub fn parse(entry: &str) -> Option<Self> {
        let entry = entry.trim();
        let entry = entry.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(entry);
        let bracketed = entry.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let address = match bracketed {
            Some(inner) => inner.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => entry.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|socket| socket.ip())),
        };
        address.map(Self::from)
    }
}

impl From<IpAddr> for ClientIp {
    fn from(address: IpAddr) -> Self {
        Self(address.to_canonical())
    }
}

impl Display for ClientIp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_write_an_address_in_several_forms() {
        #[rustfmt::skip]
        let cases = [
            // entry                        address
            ("198.51.100.7",                Some("198.51.100.7")),
            (" 198.51.100.7 ",              Some("198.51.100.7")),
            ("198.51.100.7:4711",           Some("198.51.100.7")),
            ("\"198.51.100.7:4711\"",       Some("198.51.100.7")),
            ("2001:db8::1",                 Some("2001:db8::1")),
            ("[2001:db8::1]",               Some("2001:db8::1")),
            ("[2001:db8::1]:4711",          Some("2001:db8::1")),
            ("\"[2001:db8::1]:4711\"",      Some("2001:db8::1")),
            ("::ffff:198.51.100.7",         Some("198.51.100.7")),
            ("[::ffff:198.51.100.7]:80",    Some("198.51.100.7")),
            ("",                            None),
            ("unknown",                     None),
            ("_hidden",                     None),
            ("198.51.100.7:",               None),
            ("198.51.100.7:99999",          None),
            ("198.51.100.256",              None),
            ("[198.51.100.7]",              None),
            ("[2001:db8::1",                None),
            ("2001:db8::1]",                None),
            ("fe80::1%eth0",                None),
            ("198.51.100.7 10.0.0.1",       None),
        ];
        for (entry, address) in cases {
            assert_eq!(ClientIp::parse(entry).map(|ip| ip.to_string()).as_deref(), address, "{entry:?}");
        }
    }

    #[test]
    fn a_network_of_64_bits_has_one_key() {
        let key = |text: &str| ClientIp::parse(text).unwrap().limit_key();
        assert_eq!(key("2001:db8::1"), key("2001:db8::ffff:1"));
        assert_ne!(key("2001:db8::1"), key("2001:db8:0:1::1"));
        assert_eq!(key("::ffff:192.0.2.1"), key("192.0.2.1"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        assert_eq!(key("2001:db8::1").to_string(), "2001:db8::/64");
        assert_eq!(key("192.0.2.1").to_string(), "192.0.2.1");
    }
}
