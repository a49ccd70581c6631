//! Days of the calendar, ages, and how instants are told.

use std::fmt;
use std::str::FromStr;

use croupier_ledger::civil;

/// A day, in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

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
        let (year, month, day) = civil::of_days(millis.div_euclid(DAY_MS));
        Self { year, month, day }
    }

    /// The day so many days after 1 January 1970.
    pub const fn of_days(days: i64) -> Self {
        let (year, month, day) = civil::of_days(days);
        Self { year, month, day }
    }

    /// Days since 1 January 1970.
    pub const fn days(self) -> i64 {
        civil::to_days(self.year, self.month, self.day)
    }

    /// Midnight of 1 January of a year, in UTC milliseconds.
    pub const fn year_start(year: i64) -> i64 {
        civil::to_days(year, 1, 1) * DAY_MS
    }

    /// Midnight of 1 January of its year, in UTC milliseconds.
    pub const fn first_of_year(self) -> i64 {
        Self::year_start(self.year)
    }

    /// The first day of its month.
    #[must_use]
    pub const fn first_of_month(self) -> Self {
        Self { day: 1, ..self }
    }

    /// The year.
    pub const fn year(self) -> i64 {
        self.year
    }

    /// The month, from 1 on.
    pub const fn month(self) -> i64 {
        self.month
    }

    /// The day of the month, from 1 on.
    pub const fn day(self) -> i64 {
        self.day
    }

    /// The day of the week, from 1 (Monday) to 7 (Sunday).
    pub const fn weekday(self) -> i64 {
        // 1 January 1970 was a Thursday.
        (self.days() + 3).rem_euclid(7) + 1
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
        if (1..=12).contains(&month) && (1..=civil::days_in(year, month)).contains(&day) {
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

/// Reads an instant as calls tell it, `YYYY-MM-DDTHH:MM:SSZ` with or without a fraction of a second; answers
/// UTC milliseconds.
pub fn instant(text: &str) -> Result<i64, NoDate> {
    let (day, time) = text.strip_suffix('Z').and_then(|rest| rest.split_once('T')).ok_or(NoDate)?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = time.split(':').map(|part| {
        let two_digits = part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<i64>().ok().filter(|_| two_digits).ok_or(NoDate)
    });
    let mut part = |most| parts.next().ok_or(NoDate)?.ok().filter(|part| *part <= most).ok_or(NoDate);
    let (hour, minute, second) = (part(23)?, part(59)?, part(59)?);
    if parts.next().is_some() || fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return Err(NoDate);
    }
    let millis =
        format!("{:0<3}", fraction.get(..3).unwrap_or(fraction)).parse::<i64>().map_err(|_| NoDate)?;
    let of_day = ((hour * 60 + minute) * 60 + second) * 1000 + millis;
    Ok(day.parse::<Date>()?.days() * DAY_MS + of_day)
}

/// A time that something is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// The day it begins, of what comes again and again.
    pub day: Option<Date>,
    /// UTC milliseconds.
    pub start_at: i64,
    /// UTC milliseconds, not part of it.
    pub end_at: i64,
}

impl Occurrence {
    /// What the time of `id` is called: its day follows where there are several.
    pub fn named(&self, id: &str) -> String {
        self.day.map_or_else(|| id.to_owned(), |day| format!("{id}-{day}"))
    }
}

/// The times around `now` of what lasts `lasts` from `first` on, and comes again `every` so often: the last one that has
/// ended, the running one, and the next. All in UTC milliseconds.
pub fn occurrences(first: i64, lasts: i64, every: Option<i64>, now: i64) -> Vec<Occurrence> {
    let Some(every) = every else {
        return vec![Occurrence { day: None, start_at: first, end_at: first + lasts }];
    };
    let current = (now - first).div_euclid(every);
    let numbers = (current - 1..=current + 1).filter(|number| *number >= 0);
    let starts = numbers.map(|number| first + number * every);
    starts
        .map(|start_at| Occurrence { day: Some(Date::of(start_at)), start_at, end_at: start_at + lasts })
        .collect()
}

/// The times of what lasts `lasts` from `first` on, and comes again `every` so often, that lie at least in part between `from` and
/// `to`, in their order. All in UTC milliseconds.
pub fn times_on(
    (first, lasts, every): (i64, i64, Option<i64>),
    (from, to): (i64, i64),
) -> impl Iterator<Item = Occurrence> {
    let every = every.filter(|every| *every > 0);
    // The first one that may still last at `from`.
    let number = every.map_or(0, |every| (from - first - lasts).div_euclid(every).max(0));
    let is_one = every.is_none();
    let starts = (number..).map(move |number| first + number * every.unwrap_or_default());
    let times = starts.take(if is_one { 1 } else { usize::MAX }).take_while(move |start_at| *start_at < to);
    times
        .map(move |start_at| Occurrence {
            day: (!is_one).then(|| Date::of(start_at)),
            start_at,
            end_at: start_at + lasts,
        })
        .filter(move |time| time.end_at > from)
}

/// The times between `from` and `to` at which something would have been that lasts so long and comes again `every` so many
/// milliseconds from `first` on, the last one first, wherever its first time lies. What comes once ends at `to`; what lasts longer
/// than the span fills it.
pub fn times_within(
    (first, lasts, every): (i64, i64, Option<i64>),
    (from, to): (i64, i64),
) -> Vec<(i64, i64)> {
    let mut times = Vec::new();
    if let Some(every) = every.filter(|every| *every > 0) {
        let mut end = to - (to - first - lasts).rem_euclid(every);
        while end - lasts >= from {
            times.push((end - lasts, end));
            end -= every;
        }
    }
    if times.is_empty() {
        times.push(((to - lasts).max(from), to));
    }
    times
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
    fn what_comes_again_would_have_been_at_its_own_hours() {
        #[rustfmt::skip]
        let cases = [
            // first  lasts  every      from  to   times
            (   0,    10,    Some(10),  100,  135, vec![(120, 130), (110, 120), (100, 110)]),
            (   5,    10,    Some(10),  100,  135, vec![(125, 135), (115, 125), (105, 115)]),
            // A first time that is still to come has its hours all the same.
            ( 205,    10,    Some(20),  100,  135, vec![(125, 135), (105, 115)]),
            (   0,    10,    None,      100,  135, vec![(125, 135)]),
            (   0,    50,    Some(50),  100,  135, vec![(100, 135)]),
            (   0,    50,    None,      100,  135, vec![(100, 135)]),
        ];
        for (first, lasts, every, from, to, times) in cases {
            assert_eq!(times_within((first, lasts, every), (from, to)), times, "{first} {lasts} {every:?}");
        }
    }

    #[test]
    fn days_have_a_place_in_the_week() {
        for (day, weekday) in [("1970-01-01", 4), ("1969-12-31", 3), ("2026-03-02", 1), ("2026-11-29", 7)] {
            let date: Date = day.parse().unwrap();
            assert_eq!((date.weekday(), Date::of_days(date.days())), (weekday, date), "{day}");
        }
    }

    #[test]
    fn instants_are_read_as_they_are_told() {
        for millis in [0, 1, 951_827_696_789, 1_767_225_600_000, 4_107_542_399_999, -62_135_596_800_000] {
            assert_eq!(instant(&rfc3339(millis)), Ok(millis));
        }
        assert_eq!(instant("2026-01-01T00:00:00Z"), Ok(1_767_225_600_000));
        assert_eq!(instant("2026-01-01T00:00:00.5Z"), Ok(1_767_225_600_500));
        for bad in
            ["", "2026-01-01", "2026-01-01T24:00:00Z", "2026-01-01T00:00Z", "2026-02-30T00:00:00Z", "1e3"]
        {
            assert_eq!(instant(bad), Err(NoDate), "{bad}");
        }
        assert_eq!(instant("2026-01-01T00:00:00+02:00"), Err(NoDate), "instants are told in UTC");
    }

    #[test]
    fn times_lie_within_a_span_when_a_part_of_them_does() {
        let starts =
            |every, span| times_on((1_000, 10, every), span).map(|time| time.start_at).collect::<Vec<_>>();
        for (every, span, expected) in [
            (None, (0, 1_000), vec![]),
            (None, (0, 1_001), vec![1_000]),
            (None, (1_009, 2_000), vec![1_000]),
            (None, (1_010, 2_000), vec![]),
            (Some(100), (0, 1_101), vec![1_000, 1_100]),
            (Some(100), (1_109, 1_300), vec![1_100, 1_200]),
            (Some(100), (1_110, 1_201), vec![1_200]),
            (Some(5), (1_009, 1_011), vec![1_000, 1_005, 1_010]),
        ] {
            assert_eq!(starts(every, span), expected, "{every:?} {span:?}");
        }
        let day = |every| times_on((0, 10, every), (0, 1)).next().unwrap().named("race");
        assert_eq!((day(None), day(Some(DAY_MS))), ("race".to_owned(), "race-1970-01-01".to_owned()));
    }

    #[test]
    fn instants_are_told_in_utc() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(1_767_225_600_000), "2026-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_827_696_789), "2000-02-29T12:34:56.789Z");
    }
}
