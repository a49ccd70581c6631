//! The Gregorian calendar as arithmetic: days since 1 January 1970 and years, months and days.

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The year, month (1 to 12) and day (1 to 31) of a day counted from 1 January 1970.
pub const fn of_days(days: i64) -> (i64, i64, i64) {
    // Days are counted in eras of 400 years from 1 March of the year 0, so that the leap day comes last.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// Days from 1 January 1970 to a day of the calendar.
pub const fn to_days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let year_of_era = year.rem_euclid(400);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year.div_euclid(400) * 146_097 + day_of_era - 719_468
}

/// The same time of day `months` after `instant`, both in UTC milliseconds; on the last day of the month where its own
/// day is missing.
pub const fn months_after(instant: i64, months: i64) -> i64 {
    let (year, month, day) = of_days(instant.div_euclid(DAY_MS));
    let month = month - 1 + months;
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12) + 1);
    let last = days_in(year, month);
    let day = if day < last { day } else { last };
    to_days(year, month, day).saturating_mul(DAY_MS).saturating_add(instant.rem_euclid(DAY_MS))
}

/// How many days a month has.
pub const fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_come_and_go() {
        assert_eq!(of_days(0), (1970, 1, 1));
        assert_eq!(of_days(19_782), (2024, 2, 29));
        for days in (-800_000..800_000).step_by(37) {
            let (year, month, day) = of_days(days);
            assert_eq!(to_days(year, month, day), days);
            assert!((1..=days_in(year, month)).contains(&day));
        }
    }
}
