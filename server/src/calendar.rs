//! Days of the calendar, ages, and how instants are told.

use std::fmt;
use std::str::FromStr;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A day of the Gregorian calendar, in UTC; ordered by time. As text `YYYY-MM-DD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: i64,
    month: i64,
    day: i64,
}

impl Date {
    /// The day of an instant in UTC milliseconds.
    pub const fn of(millis: i64) -> Self {
        // Days are counted in eras of 400 years from 1 March of the year 0, so that the leap day comes last.
        let days = millis.div_euclid(DAY_MS) + 719_468;
        let era = days.div_euclid(146_097);
        let day_of_era = days.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
        let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
        Self { year, month, day }
    }

    /// The year.
    pub const fn year(self) -> i64 {
        self.year
    }

    /// How many whole years somebody born on this day has lived on `today`. The birthday counts.
    pub fn age_on(self, today: Self) -> i64 {
        let had_birthday = (today.month, today.day) >= (self.month, self.day);
        today.year - self.year - i64::from(!had_birthday)
    }
}

/// A text that is no day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no day of the calendar")]
pub struct NoDate;

const fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, NoDate> {
        let digits = |from: usize, to: usize| {
            let part = text.get(from..to).filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
            part.and_then(|part| part.parse::<i64>().ok()).ok_or(NoDate)
        };
        if text.len() != 10 || text.get(4..5) != Some("-") || text.get(7..8) != Some("-") {
            return Err(NoDate);
        }
        let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
        if (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day) {
            Ok(Self { year, month, day })
        } else {
            Err(NoDate)
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// An instant in UTC milliseconds as calls tell it: RFC 3339 in UTC with milliseconds.
pub fn rfc3339(millis: i64) -> String {
    let (day, rest) = (Date::of(millis), millis.rem_euclid(DAY_MS));
    let (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60);
    let (second, millis) = (rest / 1000 % 60, rest % 1000);
    format!("{day}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_instants() {
        for (millis, day) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (951_782_400_000, "2000-02-29"),
            (1_709_164_800_000, "2024-02-29"),
            (1_735_689_599_999, "2024-12-31"),
            (4_107_542_400_000, "2100-03-01"),
        ] {
            assert_eq!(Date::of(millis).to_string(), day);
            assert_eq!(day.parse(), Ok(Date::of(millis)));
        }
    }

    #[test]
    fn instants_are_told_in_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(1_767_225_600_000), "2026-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_827_696_789), "2000-02-29T12:34:56.789Z");
    }
}
