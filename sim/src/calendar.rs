//! When a window of a limit ends, found by walking from window to window with a table of month lengths.

use croupier_ledger::LimitPeriod;

const DAY_MS: i64 = 86_400_000;

/// The end of the window that contains `at`, of windows that begin at `anchor` (both after 1970, UTC
/// milliseconds).
pub fn end_of_window(period: LimitPeriod, anchor: i64, at: i64) -> i64 {
    let ends = (1..).map(|windows| match period {
        LimitPeriod::Day => anchor + windows * DAY_MS,
        LimitPeriod::Week => anchor + windows * 7 * DAY_MS,
        LimitPeriod::Month => months_later(anchor, windows),
    });
    ends.into_iter().find(|end| *end > at).unwrap_or(i64::MAX)
}

fn length(year: i64, month: i64) -> i64 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        [usize::try_from(month).unwrap_or(0)]
}

/// Months are counted from January 1970, which is 0.
fn first_day(month: i64) -> i64 {
    (0..month).map(|month| length(1970 + month / 12, month % 12)).sum()
}

fn months_later(anchor: i64, months: i64) -> i64 {
    let day = anchor / DAY_MS;
    // No month is shorter than 28 days.
    let month = (0..=day / 28).find(|month| first_day(month + 1) > day).unwrap_or(0);
    let day_of_month = day - first_day(month);
    let target = month + months;
    let last = length(1970 + target / 12, target % 12) - 1;
    (first_day(target) + day_of_month.min(last)) * DAY_MS + anchor % DAY_MS
}
