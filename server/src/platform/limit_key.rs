//! The keys under which rate limits count.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv6Addr};

use croupier_ledger::PlayerId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The bits of an IPv6 address that name a network: a household or a host is given all addresses of one.
const IPV6_PREFIX_BITS: u32 = 64;

/// What a limit counts by. Keys of different kinds are never equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LimitKey(Subject);

/// Texts are held as 128 bits of their SHA-256. That is as short as an address, because a limit remembers many keys, and long
/// enough that nobody is counted together with somebody else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Subject {
    Network(IpAddr),
    Player(PlayerId),
    Email([u8; 16]),
    Browser([u8; 16]),
    Captcha([u8; 16]),
    ChatGuest([u8; 16]),
    Payment(Uuid),
}

impl LimitKey {
    /// Counts by network. Only [`ClientIp::limit_key`](crate::platform::client_ip::ClientIp::limit_key) calls it, with an
    /// address that is no IPv4-mapped IPv6 address.
    pub(super) fn network(address: IpAddr) -> Self {
        Self(match address {
            IpAddr::V6(v6) => {
                let network = v6.to_bits() >> (128 - IPV6_PREFIX_BITS) << (128 - IPV6_PREFIX_BITS);
                Subject::Network(IpAddr::V6(Ipv6Addr::from_bits(network)))
            }
            v4 @ IpAddr::V4(_) => Subject::Network(v4),
        })
    }

    /// Counts by player.
    pub const fn player(id: PlayerId) -> Self {
        Self(Subject::Player(id))
    }

    /// Counts by mailbox. `mailbox` is what `rules::mailbox` answers to an e-mail address. Where one limit counts mails of
    /// several kinds to a mailbox apart, the kind and a space stand before it.
    pub fn email(mailbox: &str) -> Self {
        Self(Subject::Email(half_hash(mailbox.as_bytes())))
    }

    /// Counts by browser. `id` is the id in its device cookie, which this installation has signed.
    pub fn browser(id: &str) -> Self {
        Self(Subject::Browser(half_hash(id.as_bytes())))
    }

    /// Counts by the chat of a guest. `hash` is the SHA-256 of its restore id, which this installation has signed.
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

/// The first 128 bits of the SHA-256 of `bytes`.
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
