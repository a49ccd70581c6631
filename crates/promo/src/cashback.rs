//! Cashback: a part of what a player has lost within a period.

use serde::{Deserialize, Serialize};

/// Days of a week.
const WEEK: i64 = 7;

/// What weekday 1970-01-01 was, counted from Monday.
const EPOCH_WEEKDAY: i64 = 3;

/// How long losses are counted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CashbackPeriod {
    /// A day in UTC.
    Day,
    /// From Monday to Sunday in UTC.
    Week,
}

impl CashbackPeriod {
    /// How many days it has.
    pub const fn days(self) -> i64 {
        match self {
            Self::Day => 1,
            Self::Week => WEEK,
        }
    }

    /// The first day of the period that `day` lies in; both counted from 1970-01-01.
    pub const fn first_day(self, day: i64) -> i64 {
        match self {
            Self::Day => day,
            Self::Week => day - (day + EPOCH_WEEKDAY).rem_euclid(WEEK),
        }
    }
}

/// What a player gets back: `percent` of the net loss, rounded down, `most` at most; 0 for a loss below `loss_min`. Amounts
/// are in subunits.
pub fn cashback(staked: i64, won: i64, percent: i64, loss_min: i64, most: i64) -> i64 {
    let lost = i128::from(staked) - i128::from(won);
    if lost <= 0 || lost < i128::from(loss_min) {
        return 0;
    }
    let part = lost * i128::from(percent) / 100;
    i64::try_from(part).unwrap_or(i64::MAX).min(most)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_part_of_the_net_loss_comes_back() {
        let cases = [
            // staked, won, percent, loss_min, most, comes back
            (10_000, 0, 10, 0, 100_000, 1_000),
            (10_000, 9_999, 10, 0, 100_000, 0),
            (10_000, 10_000, 10, 0, 100_000, 0),
            (10_000, 20_000, 10, 0, 100_000, 0),
            (10_009, 0, 10, 0, 100_000, 1_000),
            (10_000, 5_001, 10, 5_000, 100_000, 0),
            (10_000, 5_000, 10, 5_000, 100_000, 500),
            (10_000_000, 0, 10, 0, 100_000, 100_000),
            (-500, 0, 10, 0, 100_000, 0),
            (i64::MAX, i64::MIN, 100, 0, i64::MAX, i64::MAX),
        ];
        for (staked, won, percent, loss_min, most, comes_back) in cases {
            assert_eq!(cashback(staked, won, percent, loss_min, most), comes_back, "{staked} {won}");
        }
    }

    #[test]
    fn weeks_begin_on_monday() {
        // 2026-11-23 is a Monday, day 20,780.
        for day in 20_780..20_787 {
            assert_eq!(CashbackPeriod::Week.first_day(day), 20_780);
            assert_eq!(CashbackPeriod::Day.first_day(day), day);
        }
        assert_eq!(CashbackPeriod::Week.first_day(20_779), 20_773);
        assert_eq!(CashbackPeriod::Week.first_day(-4), -10);
    }

    proptest! {
        #[test]
        fn nobody_gets_back_more_than_was_lost(
            staked in 0..1_000_000_000_i64, won in 0..1_000_000_000_i64, percent in 1..=100_i64, most in 1..1_000_000_i64,
        ) {
            let back = cashback(staked, won, percent, 0, most);
            prop_assert!(back >= 0 && back <= (staked - won).max(0) && back <= most);
        }
    }
}
