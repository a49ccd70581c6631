//! Dates of birth.

use super::{Rule, required};
use crate::platform::calendar::Date;

/// Nobody alive was born before this year.
const YEAR_MIN: i64 = 1900;

/// A date of birth as `YYYY-MM-DD`: a real day, and at least `age_min` years before `today`.
pub fn date_of_birth(value: &str, today: Date, age_min: i64) -> Result<Date, Rule> {
    let date: Date = required(value)?.parse().map_err(|_| Rule::Invalid)?;
    if date > today || date.year() < YEAR_MIN {
        return Err(Rule::Invalid);
    }
    if date.age_on(today) < age_min { Err(Rule::Underage) } else { Ok(date) }
}
