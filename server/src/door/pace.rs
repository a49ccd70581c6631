//! How many calls one address may make, in a table whose size does not depend on who calls.

use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::Instant;

use crate::app::App;
use crate::crowd::counted;
use crate::error::ApiError;
use crate::geo::CallerAddress;

/// The time over which calls are counted.
const WINDOW: Duration = Duration::from_secs(10);

/// Addresses are spread over so many slots by a hash that nobody outside knows; those that meet in one share
/// their limit. 512 KiB.
const SLOTS: usize = 65_536;

/// Lets each address make so many calls in ten seconds: all at once, or evenly.
///
/// A slot holds the instant at which all that its addresses asked for would be worked off at an even pace. A call
/// moves it on by its share of the window, and is refused when that would lie further ahead than the window.
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    /// One call's share of the window, in nanoseconds.
    share: u64,
    slots: Vec<AtomicU64>,
    hash: RandomState,
}

impl Pace {
    /// Lets `calls_max` calls of an address pass in ten seconds.
    pub fn new(calls_max: u32) -> Self {
        let slots = (0..SLOTS).map(|_| AtomicU64::new(0)).collect();
        let share = nanos(WINDOW) / u64::from(calls_max.max(1));
        Self { began: Instant::now(), share, slots, hash: RandomState::new() }
    }

    /// Counts a call from `address` at `now`; refuses the one too many with the seconds to wait.
    fn count(&self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let slots = u64::try_from(self.slots.len()).unwrap_or(u64::MAX);
        let place = usize::try_from(self.hash.hash_one(counted(address)) % slots).unwrap_or_default();
        let Some(slot) = self.slots.get(place) else { return Ok(()) };
        let now = nanos(now.saturating_duration_since(self.began));
        let moved = slot.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |worked_off| {
            let next = worked_off.max(now) + self.share;
            (next - now <= nanos(WINDOW)).then_some(next)
        });
        let too_far = |worked_off: u64| worked_off + self.share - now - nanos(WINDOW);
        moved.map(drop).map_err(|worked_off| too_far(worked_off).div_ceil(nanos(Duration::from_secs(1))))
    }
}

/// Refuses calls of an address that makes too many with 429, and tells the others on with their [`CallerAddress`].
pub async fn keep(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
        let address = app.geo.address(*peer, request.headers());
        // A proxy of ours that does not say for whom it calls may be calling for many.
        if !app.geo.is_trusted(address) {
            if let Err(wait_s) = app.pace.count(address, Instant::now()) {
                return ApiError::too_many(wait_s).into_response();
            }
            request.extensions_mut().insert(CallerAddress(address));
        }
    }
    next.run(request).await
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_too_many_is_refused_until_others_are_worked_off() {
        let pace = Pace::new(5);
        let (one, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let now = pace.began + Duration::from_secs(100);
        for _ in 0..5 {
            assert_eq!(pace.count(one, now), Ok(()));
        }
        assert_eq!(pace.count(one, now), Err(2));
        assert_eq!(pace.count(other, now), Ok(()));
        assert_eq!(pace.count(one, now + Duration::from_secs(2)), Ok(()));
        assert_eq!(pace.count(one, now + Duration::from_secs(2)), Err(2));
        for _ in 0..5 {
            assert_eq!(pace.count(one, now + Duration::from_secs(30)), Ok(()));
        }
    }
}
