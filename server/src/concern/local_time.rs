//! The hour of the day where a player lives, near enough to tell night from day.

/// Hours ahead of UTC in winter, by country; of a country with several, where most people live.
const AHEAD_HOURS: &[(&str, i64)] = &[
    ("AR", -3),
    ("AT", 1),
    ("AU", 10),
    ("BE", 1),
    ("BR", -3),
    ("CA", -5),
    ("CH", 1),
    ("CL", -4),
    ("CZ", 1),
    ("DE", 1),
    ("DK", 1),
    ("EE", 2),
    ("ES", 1),
    ("FI", 2),
    ("FR", 1),
    ("GR", 2),
    ("HR", 1),
    ("HU", 1),
    ("IN", 5),
    ("IT", 1),
    ("JP", 9),
    ("LT", 2),
    ("LU", 1),
    ("LV", 2),
    ("MT", 1),
    ("MX", -6),
    ("NL", 1),
    ("NO", 1),
    ("NZ", 12),
    ("PE", -5),
    ("PL", 1),
    ("RO", 2),
    ("RS", 1),
    ("SE", 1),
    ("SI", 1),
    ("SK", 1),
    ("TR", 3),
    ("UA", 2),
    ("ZA", 2),
];

/// An hour, in milliseconds.
pub(super) const HOUR_MS: i64 = 3_600_000;

/// By how many milliseconds the clocks of `country` are ahead of UTC; 0 of one that is not known.
pub(super) fn ahead_ms(country: &str) -> i64 {
    AHEAD_HOURS.iter().find(|(known, _)| *known == country).map_or(0, |(_, hours)| hours * HOUR_MS)
}
