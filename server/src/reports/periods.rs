//! The days that a report covers.

use crate::platform::calendar::Date;

/// The longest period of a report, in days: three years.
const DAYS_MAX: i64 = 1_100;

/// Days between two days, both among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first day, counted from 1 January 1970.
    pub from: i64,
    /// The last one.
    pub to: i64,
}

impl Period {
    /// From one day to another; `None` when the other one is before it, or too long after.
    pub fn new(from: Date, to: Date) -> Option<Self> {
        let (from, to) = (from.days(), to.days());
        (from <= to && to - from < DAYS_MAX).then_some(Self { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_ends_no_earlier_than_it_begins_and_within_three_years() {
        let of = |from: &str, to: &str| Period::new(from.parse().unwrap(), to.parse().unwrap());
        assert_eq!(of("1970-01-02", "1970-01-02"), Some(Period { from: 1, to: 1 }));
        assert_eq!(of("2026-02-01", "2026-01-31"), None);
        assert!(of("2023-01-01", "2025-12-31").is_some());
        assert_eq!(of("2020-01-01", "2026-01-01"), None);
    }
}
