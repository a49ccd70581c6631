//! Which login sessions are known to hold, so that not every call of a game asks the store.
//!
//! A session that was looked up and was fresh holds for [`LEASE_MS`] without another look. It ends before that as soon as
//! this server hears of its end: at once when it was ended here, otherwise with the fact `session.ended`,
//! which every server reads from the log within milliseconds of its commit. The lease bounds all that no
//! fact tells: an account that was shut by hand, or a log that cannot be followed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// For how long a look into the store counts, in milliseconds.
pub const LEASE_MS: i64 = 5_000;

/// Sessions remembered at most; when there are more, those whose lease is over are forgotten.
const SESSIONS_MAX: usize = 100_000;

/// The login sessions that this server knows to hold.
#[derive(Debug, Default)]
pub struct LiveSessions {
    known: Mutex<LeaseCache>,
}

#[derive(Debug, Default)]
struct LeaseCache {
    /// By public id: until when the last look counts, UTC milliseconds.
    leases: HashMap<String, i64>,
    /// How many endings were heard of.
    endings: u64,
}

/// What was known when a look into the store began.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    endings: u64,
}

impl LiveSessions {
    /// Whether the session with this public id is known to hold at `now` (UTC milliseconds); otherwise what
    /// [`LiveSessions::found`] wants to know after a look into the store.
    pub(super) fn holds(&self, id: &str, now: i64) -> Result<(), Look> {
        let known = self.lock();
        let holds = known.leases.get(id).is_some_and(|until| now < *until);
        if holds { Ok(()) } else { Err(Look { endings: known.endings }) }
    }

    /// Notes that the store had the session, for as long as a lease and at most until `ends_at`. Nothing is
    /// noted when any session ended during the look: it may have been this one.
    pub(super) fn found(&self, id: &str, look: Look, now: i64, ends_at: i64) {
        let mut known = self.lock();
        if known.endings != look.endings {
            return;
        }
        if known.leases.len() >= SESSIONS_MAX {
            known.leases.retain(|_, until| now < *until);
        }
        if known.leases.len() < SESSIONS_MAX {
            known.leases.insert(id.to_owned(), ends_at.min(now + LEASE_MS));
        }
    }

    /// The session with this public id is over.
    pub fn end(&self, id: &str) {
        let mut known = self.lock();
        known.endings = known.endings.wrapping_add(1);
        known.leases.remove(id);
    }

    fn lock(&self) -> MutexGuard<'_, LeaseCache> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_counts_for_a_lease_and_not_beyond_the_session() {
        let sessions = LiveSessions::default();
        let look = sessions.holds("a", 0).unwrap_err();
        sessions.found("a", look, 0, i64::MAX);
        sessions.found("b", look, 0, 10);
        assert!(sessions.holds("a", LEASE_MS - 1).is_ok());
        assert!(sessions.holds("a", LEASE_MS).is_err());
        assert!(sessions.holds("b", 9).is_ok());
        assert!(sessions.holds("b", 10).is_err());
    }

    #[test]
    fn an_end_counts_at_once_and_against_a_look_under_way() {
        let sessions = LiveSessions::default();
        let look = sessions.holds("a", 0).unwrap_err();
        sessions.found("a", look, 0, i64::MAX);
        sessions.end("a");
        let look = sessions.holds("a", 0).unwrap_err();
        sessions.end("a");
        sessions.found("a", look, 0, i64::MAX);
        assert!(sessions.holds("a", 0).is_err(), "it may have been read before it ended");
    }
}
