//! Where the sandbox touches the world's clock and randomness: nowhere else.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use rand::Rng as _;

/// Tells the time in Unix milliseconds.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> u64 + Send + Sync>);

impl Clock {
    /// The machine's clock. A clock set before 1970 reads as 0.
    #[expect(clippy::disallowed_methods, reason = "this is the Clock")]
    pub fn system() -> Self {
        Self::from_fn(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
    }

    /// A clock that asks `now` for Unix milliseconds; lets a test hold the time.
    pub fn from_fn(now: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub(crate) fn now_ms(&self) -> u64 {
        (self.0)()
    }
}

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// Gives random bytes, for ids and challenge codes.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

impl Entropy {
    /// The operating system's generator.
    #[expect(clippy::disallowed_methods, reason = "this is the Entropy")]
    pub fn system() -> Self {
        Self::from_fn(|bytes| rand::rng().fill_bytes(bytes))
    }

    /// Asks `fill` for bytes; lets a test replay them.
    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    /// `prefix_` and 128 random bits in hex.
    pub(crate) fn id(&self, prefix: &str) -> String {
        let mut bytes = [0; 16];
        (self.0)(&mut bytes);
        format!("{prefix}_{}", hex::encode(bytes))
    }

    /// Six decimal digits. The tiny bias of the remainder does not matter: the page shows the code.
    pub(crate) fn code(&self) -> String {
        let mut bytes = [0; 4];
        (self.0)(&mut bytes);
        format!("{:06}", u32::from_be_bytes(bytes) % 1_000_000)
    }
}

/// Year, month and day (UTC) of Unix milliseconds: days are counted in 400-year eras that begin on 1 March, so that
/// the leap day comes last.
pub(crate) fn date(unix_ms: u64) -> (u64, u64, u64) {
    const DAYS_TO_EPOCH: u64 = 719_468; // 0000-03-01 to 1970-01-01
    let days = unix_ms / 86_400_000 + DAYS_TO_EPOCH;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// RFC 3339, UTC, milliseconds.
pub(crate) fn rfc3339(unix_ms: u64) -> String {
    let (year, month, day) = date(unix_ms);
    let ms = unix_ms % 86_400_000;
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", ms % 1_000)
}

#[cfg(test)]
mod tests {
    use super::rfc3339;

    #[test]
    fn dates_are_civil() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
            (1_767_225_600_001, "2026-01-01T00:00:00.001Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            assert_eq!(rfc3339(ms), text);
        }
    }
}
