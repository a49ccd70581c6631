//! How often something may happen: windows per name, in memory of one server.
//!
//! Each server counts for itself; with N servers behind a balancer a limit is at most N times as wide,
//! which the limits allow for.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::error::ApiError;

/// Names kept at most; beyond that those whose window is over are dropped.
const NAMES_MAX: usize = 100_000;

/// Counts events in windows that begin with the first event.
#[derive(Debug, Default)]
pub struct Limiter {
    windows: Mutex<HashMap<String, Window>>,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    ends_at: i64,
    count: u32,
}

impl Limiter {
    /// Counts one event of `name` at `now` (UTC milliseconds). Refuses the one after `limit` within
    /// `window_s` seconds with 429 and the time to wait.
    pub fn hit(&self, name: &str, limit: u32, window_s: u32, now: i64) -> Result<(), ApiError> {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() >= NAMES_MAX {
            windows.retain(|_, window| window.ends_at > now);
        }
        let fresh = Window { ends_at: now + i64::from(window_s) * 1000, count: 0 };
        let window = windows.entry(name.to_owned()).or_insert(fresh);
        if window.ends_at <= now {
            *window = fresh;
        }
        window.count = window.count.saturating_add(1);
        if window.count > limit { Err(ApiError::too_many(wait_s(window, now))) } else { Ok(()) }
    }

    /// How many events of `name` the running window has seen.
    pub fn count(&self, name: &str, now: i64) -> u32 {
        let windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        windows.get(name).filter(|window| window.ends_at > now).map_or(0, |window| window.count)
    }

    /// Forgets `name`, as after a success.
    pub fn clear(&self, name: &str) {
        self.windows.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

fn wait_s(window: &Window, now: i64) -> u64 {
    u64::try_from((window.ends_at - now + 999) / 1000).unwrap_or(1).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_too_many_is_refused_until_the_window_ends() {
        let limiter = Limiter::default();
        for _ in 0..5 {
            assert!(limiter.hit("a", 5, 60, 1_000).is_ok());
        }
        assert!(limiter.hit("a", 5, 60, 2_000).is_err());
        assert!(limiter.hit("b", 5, 60, 2_000).is_ok());
        assert_eq!(limiter.count("a", 2_000), 6);
        assert!(limiter.hit("a", 5, 60, 61_000).is_ok());
        limiter.clear("a");
        assert_eq!(limiter.count("a", 61_000), 0);
    }
}
