//! When support answers in the chat.

use serde::{Deserialize, Serialize};

use crate::platform::calendar::DAY_MS;

const MINUTE_MS: i64 = 60_000;

/// 1 January 1970 was a Thursday; weeks begin on Monday.
const EPOCH_WEEKDAY: i64 = 3;

/// The file: hours of the week in UTC; without any, support answers around the clock.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ChatHours {
    #[serde(default)]
    hours: Vec<DayHours>,
}

/// The same hours on some days.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct DayHours {
    days: Vec<Weekday>,
    /// `HH:MM`.
    from: String,
    /// `HH:MM`, up to `24:00`; not after `from` it is of the next day.
    to: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Weekday {
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

impl ChatHours {
    pub(super) fn fault(&self) -> Option<String> {
        let empty = self.hours.iter().any(|hours| hours.days.is_empty());
        let wrong =
            self.hours.iter().flat_map(|hours| [&hours.from, &hours.to]).find(|text| minutes(text).is_none());
        if empty {
            return Some("hours need at least one day".to_owned());
        }
        wrong.map(|text| format!("{text:?} is no time of the day: 09:30 is"))
    }

    /// From when to when support answers, in UTC milliseconds: the hours that `now` lies in, else the next ones. `None`
    /// around the clock. Hours that follow each other are one.
    pub fn window_at(&self, now: i64) -> Option<(i64, i64)> {
        let today = now.div_euclid(DAY_MS);
        let mut windows: Vec<(i64, i64)> =
            (today - 1..=today + 8).flat_map(|day| self.windows_of(day)).collect();
        windows.sort_unstable();
        let first = windows.iter().position(|(_, to)| *to > now)?;
        let joined = windows[first..].iter().fold(windows[first], |(from, end), (next, to)| {
            if *next <= end { (from, end.max(*to)) } else { (from, end) }
        });
        // Hours that leave no gap for a week never end.
        (joined.1 - joined.0 < 7 * DAY_MS).then_some(joined)
    }

    /// The hours that begin on a day, counted from 1970.
    fn windows_of(&self, day: i64) -> impl Iterator<Item = (i64, i64)> {
        let weekday = (day + EPOCH_WEEKDAY).rem_euclid(7);
        self.hours.iter().filter(move |hours| hours.days.iter().any(|of| *of as i64 == weekday)).filter_map(
            move |hours| {
                let (from, to) = (minutes(&hours.from)?, minutes(&hours.to)?);
                let begins = day * DAY_MS + from * MINUTE_MS;
                let length = if to > from { to - from } else { to - from + 24 * 60 };
                Some((begins, begins + length * MINUTE_MS))
            },
        )
    }
}

/// Minutes from midnight to `HH:MM`.
fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |part: &str| (part.len() == 2).then(|| part.parse::<u8>().ok()).flatten().map(i64::from);
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (minutes < 60 && hours * 60 + minutes <= 24 * 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::calendar::{instant, rfc3339};

    fn hours(text: &str) -> ChatHours {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn the_present_hours_are_told_else_the_next() {
        let work = r#"days = ["monday", "tuesday", "wednesday", "thursday", "friday"]"#;
        let office = format!("[[hours]]\n{work}\nfrom = \"09:00\"\nto = \"17:30\"\n");
        let night = "[[hours]]\ndays = [\"saturday\"]\nfrom = \"22:00\"\nto = \"02:00\"\n";
        let all = r#"days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]"#;
        let always = format!("[[hours]]\n{all}\nfrom = \"00:00\"\nto = \"24:00\"\n");
        let halves = format!(
            "[[hours]]\n{work}\nfrom = \"09:00\"\nto = \"12:00\"\n[[hours]]\n{work}\nfrom = \"12:00\"\nto = \"15:00\"\n"
        );
        // 2026-01-01 is a Thursday.
        for (file, now, expected) in [
            ("", "2026-01-01T00:00:00Z", None),
            (&always, "2026-01-01T00:00:00Z", None),
            (&office, "2026-01-01T08:59:59Z", Some(("2026-01-01T09:00", "2026-01-01T17:30"))),
            (&office, "2026-01-01T09:00:00Z", Some(("2026-01-01T09:00", "2026-01-01T17:30"))),
            (&office, "2026-01-01T17:30:00Z", Some(("2026-01-02T09:00", "2026-01-02T17:30"))),
            (&office, "2026-01-02T18:00:00Z", Some(("2026-01-05T09:00", "2026-01-05T17:30"))),
            (night, "2026-01-04T01:59:00Z", Some(("2026-01-03T22:00", "2026-01-04T02:00"))),
            (night, "2026-01-04T02:00:00Z", Some(("2026-01-10T22:00", "2026-01-11T02:00"))),
            (&halves, "2026-01-01T10:00:00Z", Some(("2026-01-01T09:00", "2026-01-01T15:00"))),
        ] {
            let window = hours(file).window_at(instant(now).unwrap());
            let hours =
                window.map(|(from, to)| (rfc3339(from)[..16].to_owned(), rfc3339(to)[..16].to_owned()));
            let expected = expected.map(|(from, to): (&str, &str)| (from.to_owned(), to.to_owned()));
            assert_eq!(hours, expected, "{now} under {file}");
        }
    }

    #[test]
    fn what_is_no_time_of_the_day_is_a_fault() {
        let with = |days: &str, from: &str, to: &str| {
            hours(&format!("[[hours]]\ndays = [{days}]\nfrom = \"{from}\"\nto = \"{to}\"\n")).fault()
        };
        assert_eq!(with("\"monday\"", "09:00", "24:00"), None);
        for (days, from, to) in [
            ("", "09:00", "17:00"),
            ("\"monday\"", "9:00", "17:00"),
            ("\"monday\"", "09:60", "17:00"),
            ("\"monday\"", "09:00", "24:01"),
            ("\"monday\"", "noon", "17:00"),
        ] {
            assert!(with(days, from, to).is_some(), "{days} {from} {to}");
        }
    }
}
