//! How many are in at once, in all and from one address.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::platform::client_ip::ClientIp;
use crate::platform::limit_key::LimitKey;

/// Counts who is in. Clones count together.
#[derive(Debug, Clone)]
pub struct ConnectionLimiter {
    max: usize,
    per_address_max: usize,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Debug, Default)]
struct Inside {
    all: usize,
    by_address: HashMap<LimitKey, usize>,
}

/// A place in the connection limiter; given back when dropped.
#[derive(Debug)]
pub struct ConnectionPermit {
    connections: ConnectionLimiter,
    address: Option<LimitKey>,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitExceeded {
    /// All places are taken.
    Everywhere,
    /// The address has as many as one address may have.
    ForAddress,
}

impl ConnectionLimiter {
    /// An empty crowd of at most `max`, of which `per_address_max` may come from one address (of IPv6: from one
    /// network of 64 bits).
    pub fn new(max: usize, per_address_max: usize) -> Self {
        Self { max, per_address_max, inside: Arc::default() }
    }

    /// Takes a place for somebody from `address`; without one, as for a proxy that speaks for many, only the
    /// whole is counted.
    pub fn enter(&self, address: Option<ClientIp>) -> Result<ConnectionPermit, LimitExceeded> {
        let address = address.map(ClientIp::limit_key);
        let mut inside = self.lock();
        if inside.all >= self.max {
            return Err(LimitExceeded::Everywhere);
        }
        if let Some(address) = address {
            let here = inside.by_address.entry(address).or_default();
            if *here >= self.per_address_max {
                return Err(LimitExceeded::ForAddress);
            }
            *here += 1;
        }
        inside.all += 1;
        drop(inside);
        Ok(ConnectionPermit { connections: self.clone(), address })
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut inside = self.connections.lock();
        inside.all -= 1;
        let Some(address) = self.address else { return };
        if let Some(here) = inside.by_address.get_mut(&address) {
            *here -= 1;
            // Who has left takes no room.
            if *here == 0 {
                inside.by_address.remove(&address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enter(connections: &ConnectionLimiter, address: &str) -> Result<ConnectionPermit, LimitExceeded> {
        connections.enter(ClientIp::parse(address))
    }

    #[test]
    fn places_are_counted_in_all_and_by_address() {
        let connections = ConnectionLimiter::new(4, 2);
        let first = enter(&connections, "192.0.2.1").unwrap();
        let _second = enter(&connections, "::ffff:192.0.2.1").unwrap();
        assert_eq!(enter(&connections, "192.0.2.1").unwrap_err(), LimitExceeded::ForAddress);
        drop(first);
        let _third = enter(&connections, "192.0.2.1").unwrap();
        let _fourth = enter(&connections, "2001:db8::1").unwrap();
        let _fifth = connections.enter(None).unwrap();
        assert_eq!(enter(&connections, "2001:db8::2").unwrap_err(), LimitExceeded::Everywhere);
    }

    #[test]
    fn a_network_of_64_bits_counts_as_one_address() {
        let connections = ConnectionLimiter::new(10, 1);
        let here = enter(&connections, "2001:db8::1").unwrap();
        assert_eq!(enter(&connections, "2001:db8::ffff:1").unwrap_err(), LimitExceeded::ForAddress);
        let elsewhere = enter(&connections, "2001:db8:0:1::1").unwrap();
        drop((here, elsewhere));
        assert!(connections.lock().by_address.is_empty(), "who has left takes no room");
    }
}
