//! What may be done so often: a bucket that is filled again with time.

use tokio::time::Instant;

/// So much may be done at once, and so much is given back in a second.
#[derive(Debug)]
pub(super) struct Allowance {
    per_second: f64,
    most: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    /// A full allowance.
    pub(super) const fn new(per_second: f64, most: f64, now: Instant) -> Self {
        Self { per_second, most, left: most, at: now }
    }

    /// Takes one out; `false` when there is none.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let earned = (now - self.at).as_secs_f64() * self.per_second;
        self.at = now;
        self.left = (self.left + earned).min(self.most);
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_allowance_comes_back_with_time() {
        let began = Instant::now();
        let mut allowance = Allowance::new(20.0, 20.0, began);
        let mut taken_at = |after_ms| {
            let now = began + Duration::from_millis(after_ms);
            (0..30).filter(|_| allowance.take(now)).count()
        };
        assert_eq!(taken_at(0), 20);
        assert_eq!(taken_at(120), 2);
        assert_eq!(taken_at(60_000), 20, "no more than one second's worth");
    }
}
