//! Quarters of the calendar, in UTC.

use croupier_ledger::civil;

use crate::platform::calendar::DAY_MS;

/// A quarter, numbered from year * 4 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Quarter(pub(super) i64);

impl Quarter {
    /// The quarter of an instant in UTC milliseconds.
    pub(super) const fn of(at: i64) -> Self {
        let (year, month, _) = civil::of_days(at.div_euclid(DAY_MS));
        Self(year * 4 + (month - 1) / 3)
    }

    /// The one after it.
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// When it begins, in UTC milliseconds.
    pub(super) const fn start(self) -> i64 {
        civil::to_days(self.0.div_euclid(4), self.0.rem_euclid(4) * 3 + 1, 1) * DAY_MS
    }

    /// When it is over, in UTC milliseconds: its last instant is one before.
    pub(super) const fn end(self) -> i64 {
        self.next().start()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::calendar::{instant, rfc3339};

    #[test]
    fn a_quarter_ends_with_its_last_day() {
        #[rustfmt::skip]
        let cases = [
            // within                    ends
            ("2026-01-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"),
            ("2026-03-31T23:59:59.999Z", "2026-04-01T00:00:00.000Z"),
            ("2026-04-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"),
            ("2026-09-30T12:00:00.000Z", "2026-10-01T00:00:00.000Z"),
            ("2026-12-31T23:59:59.999Z", "2027-01-01T00:00:00.000Z"),
            ("2028-02-29T00:00:00.000Z", "2028-04-01T00:00:00.000Z"),
        ];
        for (within, end) in cases {
            let quarter = Quarter::of(instant(within).unwrap());
            assert_eq!(rfc3339(quarter.end()), end, "{within}");
            assert_eq!(Quarter::of(quarter.start()), quarter);
            assert_eq!(Quarter::of(quarter.end()), quarter.next());
        }
    }
}
