//! Time and randomness, passed in: all code asks these, so that a test can hold the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rand::Rng;
use uuid::{Builder, Uuid};

/// The server clock: UTC milliseconds.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// A clock that only moves when it is told to.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now` (UTC milliseconds).
    pub fn manual(now: i64) -> Self {
        Self::Manual(Arc::new(AtomicI64::new(now)))
    }

    /// Now, in UTC milliseconds.
    pub fn now(&self) -> i64 {
        match self {
            Self::System => {
                #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Self::Manual(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Moves a manual clock forward; does nothing to the machine's.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(now) = self {
            now.fetch_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::SeqCst);
        }
    }
}

/// The server rng: bytes from the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entropy;

impl Entropy {
    /// `N` unpredictable bytes.
    pub fn bytes<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0; N];
        #[expect(clippy::disallowed_methods, reason = "the one place that asks the machine")]
        rand::rng().fill_bytes(&mut bytes);
        bytes
    }

    /// A fresh id that sorts by time.
    pub fn uuid(self, clock: &Clock) -> Uuid {
        let millis = u64::try_from(clock.now()).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &self.bytes()).into_uuid()
    }
}
