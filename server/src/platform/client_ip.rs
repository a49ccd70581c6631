//! The address of a caller, and the key under which limits count it.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use croupier_ledger::PlayerId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The part of an IPv6 address that one household or host is given.
const IPV6_PREFIX_BITS: u32 = 64;

/// The address of a caller. An IPv4 address within IPv6 is the IPv4 address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientIp(IpAddr);

impl ClientIp {
    /// The address itself.
    pub const fn address(self) -> IpAddr {
        self.0
    }

    /// The key of every limit that counts callers by address. An IPv6 caller counts as its network of 64 bits.
    pub fn limit_key(self) -> LimitKey {
        LimitKey(match self.0 {
            IpAddr::V6(v6) => {
                let network = v6.to_bits() >> (128 - IPV6_PREFIX_BITS) << (128 - IPV6_PREFIX_BITS);
                Subject::Network(IpAddr::V6(Ipv6Addr::from_bits(network)))
            }
            v4 @ IpAddr::V4(_) => Subject::Network(v4),
        })
    }

    /// Reads an entry of `X-Forwarded-For`: an address, bare or in brackets, with a port or without, quoted or not.
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

/// What a limit counts by. An address has one way to become a key: [`ClientIp::limit_key`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LimitKey(Subject);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Network(IpAddr),
    Player(PlayerId),
    /// The first half of a SHA-256, as of the next three.
    Email([u8; 16]),
    Browser([u8; 16]),
    Captcha([u8; 16]),
    ChatGuest([u8; 16]),
    Payment(Uuid),
}

impl LimitKey {
    /// Counts by player.
    pub const fn player(id: PlayerId) -> Self {
        Self(Subject::Player(id))
    }

    /// Counts by e-mail address; `email` is in normal form.
    pub fn email(email: &str) -> Self {
        Self(Subject::Email(half_hash(email.as_bytes())))
    }

    /// Counts by browser; `id` is that of its device cookie, which this installation has signed.
    pub fn browser(id: &str) -> Self {
        Self(Subject::Browser(half_hash(id.as_bytes())))
    }

    /// Counts by the SHA-256 of the restore id of a guest's chat, which this installation has signed.
    pub fn chat_guest(hash: &[u8; 32]) -> Self {
        Self(Subject::ChatGuest(half_hash(hash)))
    }

    /// Counts by captcha challenge.
    pub fn captcha(challenge: &[u8]) -> Self {
        Self(Subject::Captcha(half_hash(challenge)))
    }

    /// Counts by payment.
    pub const fn payment(id: Uuid) -> Self {
        Self(Subject::Payment(id))
    }
}

fn half_hash(bytes: &[u8]) -> [u8; 16] {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let mut half = [0; 16];
    half.copy_from_slice(&hash[..16]);
    half
}

impl Display for LimitKey {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Subject::Network(network @ IpAddr::V6(_)) => write!(f, "{network}/{IPV6_PREFIX_BITS}"),
            Subject::Network(v4) => v4.fmt(f),
            Subject::Player(id) => write!(f, "player {id}"),
            Subject::Email(half) => write!(f, "email {}", hex::encode(half)),
            Subject::Browser(half) => write!(f, "browser {}", hex::encode(half)),
            Subject::Captcha(half) => write!(f, "captcha {}", hex::encode(half)),
            Subject::ChatGuest(half) => write!(f, "chat of a guest {}", hex::encode(half)),
            Subject::Payment(id) => write!(f, "payment {id}"),
        }
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
