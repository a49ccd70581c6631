//! What this server remembers of play, so that a spin asks the store for nothing but its outcome.
//!
//! Nothing here decides about money, and nothing can allow what the store would forbid:
//!
//! - A game session for money is a row that never changes until it runs out; its end is looked at with every
//!   call. Whether its player is still signed in is asked apart, see [`crate::identity::LiveSessions`].
//! - The player's half of a seed pair never changes either, only which pair is in force. Every bet names its
//!   pair to the ledger, which refuses one that is out of force, on whichever server it was rotated; then
//!   the pair is read anew.
//! - When a round began that many have followed too early only spares the ledger more of those, since each undoes the
//!   batch it is in. The row that the bet would miss decides; and of the first ones the ledger knows those that merely ask
//!   again for the answer of a round that has begun.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, PoisonError, RwLock};

use croupier_games::fair::ServerSeed;
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::sessions::{Session, TokenHash};

/// How many sessions and how many seed pairs are remembered at most.
const REMEMBERED_MAX: usize = 100_000;

/// What one server remembers.
#[derive(Debug, Default)]
pub struct SessionCache {
    pub(super) sessions: Remembered<TokenHash, Session>,
    pub(super) seeds: Remembered<(PlayerId, Currency), SeedPair>,
    /// The last round of a player that others have followed too early.
    pub(super) followed_too_early: Remembered<PlayerId, Followed>,
    /// The last round that the sweep has looked at; it begins anew at zero.
    pub(super) swept_to: AtomicI64,
}

/// A round that others have followed too early.
#[derive(Debug, Clone, Copy)]
pub(super) struct Followed {
    /// When it began, in UTC milliseconds.
    pub(super) begun_at: i64,
    /// How many the ledger has refused for it.
    pub(super) refused: u32,
}

/// A seed pair that was in force when it was read.
#[derive(Debug)]
pub(super) struct SeedPair {
    /// Its number.
    pub(super) no: i64,
    /// The operator's half.
    pub(super) server: ServerSeed,
    /// The player's half.
    pub(super) client: String,
}

/// A bounded map of shared values. A full one begins anew: what is asked for often is soon back.
#[derive(Debug)]
pub(super) struct Remembered<K, V> {
    values: RwLock<HashMap<K, Arc<V>>>,
}

impl<K, V> Default for Remembered<K, V> {
    fn default() -> Self {
        Self { values: RwLock::default() }
    }
}

impl<K: Eq + Hash, V> Remembered<K, V> {
    /// The value under `key`.
    pub(super) fn get(&self, key: &K) -> Option<Arc<V>> {
        self.values.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Keeps a value; answers it shared.
    pub(super) fn keep(&self, key: K, value: V) -> Arc<V> {
        let value = Arc::new(value);
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        if values.len() >= REMEMBERED_MAX {
            values.clear();
        }
        values.insert(key, value.clone());
        value
    }

    /// Forgets the value under `key`, if it is this very one and nobody has renewed it.
    pub(super) fn forget(&self, key: &K, value: &Arc<V>) {
        let mut values = self.values.write().unwrap_or_else(PoisonError::into_inner);
        if values.get(key).is_some_and(|kept| Arc::ptr_eq(kept, value)) {
            values.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_renewed_is_not_forgotten() {
        let remembered = Remembered::default();
        let old = remembered.keep(1, "old");
        let new = remembered.keep(1, "new");
        remembered.forget(&1, &old);
        assert_eq!(remembered.get(&1).as_deref(), Some(&"new"));
        remembered.forget(&1, &new);
        assert_eq!(remembered.get(&1), None);
    }

    #[test]
    fn a_full_map_begins_anew() {
        let remembered = Remembered::default();
        for key in 0..=REMEMBERED_MAX {
            remembered.keep(key, ());
        }
        assert!(remembered.get(&0).is_none());
        assert!(remembered.get(&REMEMBERED_MAX).is_some());
    }
}
