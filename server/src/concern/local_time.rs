//! The hour of the day where a player lives, near enough to tell night from day.

/// Whole hours ahead of UTC in winter with the countries that are so far; of a country with several, where most people live. What
/// is not named is at UTC.
const AHEAD_HOURS: &[(i64, &str)] = &[
    (-11, "AS NU"),
    (-10, "CK PF"),
    (-8, "PN"),
    (-6, "BZ CR GT HN MX NI SV"),
    (-5, "BS CA CO CU EC HT JM KY PA PE TC US"),
    (-4, "AG AI AW BB BL BM BO BQ CL CW DM DO GD GP GY KN LC MF MQ MS PR SX TT VC VE VG VI"),
    (-3, "AR BR FK GF PM PY SR UY"),
    (-2, "GL"),
    (-1, "CV"),
    (1, "AD AL AO AT BA BE BJ CD CF CG CH CM CZ DE DK DZ EH ES FR GA GI GQ HR HU IT LI LU MA MC ME"),
    (1, "MK MT NE NG NL NO PL RS SE SI SJ SK SM TD TN VA"),
    (2, "AX BG BI BW CY EE EG FI GR IL LB LS LT LV LY MD MW MZ NA PS RO RW SD SS SZ UA ZA ZM ZW"),
    (3, "BH BY DJ ER ET IQ IR JO KE KM KW MG QA RU SA SO SY TR TZ UG YE YT"),
    (4, "AE AF AM AZ GE MU OM RE SC"),
    (5, "IN KZ LK MV NP PK TJ TM UZ"),
    (6, "BD BT CC KG MM"),
    (7, "CX ID KH LA TH VN"),
    (8, "BN CN HK MN MO MY PH SG TW"),
    (9, "JP KP KR PW TL"),
    (10, "AU GU MP PG"),
    (11, "FM NC NF SB VU"),
    (12, "FJ KI MH NR NZ TV WF"),
    (13, "TK TO WS"),
];

/// An hour, in milliseconds.
pub(super) const HOUR_MS: i64 = 3_600_000;

/// By how many milliseconds the clocks of `country` are ahead of UTC; 0 of one that is not known.
pub(super) fn ahead_ms(country: &str) -> i64 {
    let is_there = |countries: &str| countries.split(' ').any(|code| code == country);
    AHEAD_HOURS.iter().find(|(_, countries)| is_there(countries)).map_or(0, |(hours, _)| hours * HOUR_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_of_every_part_of_the_world_have_their_hours() {
        for (country, hours) in [
            ("BG", 2),
            ("CY", 2),
            ("US", -5),
            ("KR", 9),
            ("KZ", 5),
            ("TH", 7),
            ("CA", -5),
            ("GB", 0),
            ("", 0),
        ] {
            assert_eq!(ahead_ms(country), hours * HOUR_MS, "{country}");
        }
    }

    #[test]
    fn no_country_stands_twice() {
        let mut codes: Vec<_> = AHEAD_HOURS.iter().flat_map(|(_, countries)| countries.split(' ')).collect();
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
