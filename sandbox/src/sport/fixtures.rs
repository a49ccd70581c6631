//! Invented matches: teams that do not exist, at times that follow the clock.

const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// A page of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    All,
    Live,
    Of(Sport),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sport {
    Football,
    IceHockey,
    Tennis,
    Basketball,
}

pub(super) const SECTIONS: [Section; 6] = [
    Section::All,
    Section::Live,
    Section::Of(Sport::Football),
    Section::Of(Sport::IceHockey),
    Section::Of(Sport::Tennis),
    Section::Of(Sport::Basketball),
];

impl Section {
    pub(super) fn named(slug: &str) -> Option<Self> {
        SECTIONS.into_iter().find(|section| section.slug() == slug)
    }

    /// The last part of its address, and its key among the texts.
    pub(super) const fn slug(self) -> &'static str {
        match self {
            Self::All => "matches",
            Self::Live => "live",
            Self::Of(sport) => sport.slug(),
        }
    }

    pub(super) fn shows(self, fixture: &Fixture) -> bool {
        match self {
            Self::All => true,
            Self::Live => fixture.is_live(),
            Self::Of(sport) => fixture.sport == sport,
        }
    }
}

impl Sport {
    pub(super) const fn slug(self) -> &'static str {
        match self {
            Self::Football => "football",
            Self::IceHockey => "ice-hockey",
            Self::Tennis => "tennis",
            Self::Basketball => "basketball",
        }
    }

    /// Path data of its drawing, 24 units wide.
    pub(super) const fn drawing(self) -> &'static str {
        match self {
            Self::Football => {
                "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 8l3.8 2.8-1.4 4.4H9.6l-1.4-4.4zM12 3v5M20.5 9.800l-4.700 1M17.300 19.300l-2.900-4.100M6.700 19.300l2.900-4.100M3.500 9.800l4.700 1"
            }
            Self::IceHockey => {
                "M6 3l4 12.500h9.500a1.500 1.500 0 0 1 0 3.500H9.500a3 3 0 0 1-2.800-2L2.500 5M14 15.500v3.500"
            }
            Self::Tennis => {
                "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM5.600 5.700c3.600 3.600 3.600 9 0 12.600M18.400 5.700c-3.600 3.600-3.600 9 0 12.600"
            }
            Self::Basketball => {
                "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 3v18M3 12h18M5.800 5.500c3.200 3.500 3.200 9.500 0 13M18.200 5.500c-3.200 3.500-3.200 9.500 0 13"
            }
        }
    }
}

/// How a match stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum When {
    /// On now: what the board shows.
    Live { score: [u8; 2], clock: &'static str },
    /// Begins so many hours after the present one.
    InHours(u64),
}

/// A match.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fixture {
    pub(super) sport: Sport,
    pub(super) league: &'static str,
    pub(super) teams: [&'static str; 2],
    pub(super) when: When,
    /// Decimal odds in hundredths: home, draw where there is one, away.
    pub(super) odds: &'static [u16],
}

impl Fixture {
    pub(super) const fn is_live(&self) -> bool {
        matches!(self.when, When::Live { .. })
    }

    /// When it begins, in Unix milliseconds; `None` while it is on.
    pub(super) const fn begins_at(&self, now_ms: u64) -> Option<u64> {
        match self.when {
            When::Live { .. } => None,
            When::InHours(hours) => Some((now_ms / HOUR_MS + hours) * HOUR_MS),
        }
    }
}

const fn live(score: [u8; 2], clock: &'static str) -> When {
    When::Live { score, clock }
}

const fn fixture(
    sport: Sport,
    league: &'static str,
    teams: [&'static str; 2],
    when: When,
    odds: &'static [u16],
) -> Fixture {
    Fixture { sport, league, teams, when, odds }
}

const FJORD: &str = "Fjord League";
const POLAR: &str = "Polar Cup";
const TUNDRA: &str = "Tundra Hockey";
const LANTERN: &str = "Lantern Open";
const COAST: &str = "Coast Basket";

pub(super) const FIXTURES: [Fixture; 14] = [
    fixture(Sport::Football, FJORD, ["Nordvik Rovers", "Saltmere FC"], live([2, 1], "67′"), &[145, 440, 690]),
    fixture(
        Sport::IceHockey,
        TUNDRA,
        ["Icehall Bears", "Glacier Kings"],
        live([3, 3], "P3 11:42"),
        &[240, 310, 255],
    ),
    fixture(Sport::Tennis, LANTERN, ["I. Marrow", "T. Vellum"], live([1, 0], "4–3"), &[138, 300]),
    fixture(
        Sport::Basketball,
        COAST,
        ["Harbour Nine", "Pinewood Owls"],
        live([71, 64], "Q3 05:10"),
        &[131, 345],
    ),
    fixture(Sport::Football, FJORD, ["Ashby Lanterns", "Kestrel Town"], When::InHours(3), &[210, 340, 350]),
    fixture(
        Sport::Football,
        POLAR,
        ["Aurora United", "Copper Canyon SC"],
        When::InHours(5),
        &[178, 365, 455],
    ),
    fixture(Sport::IceHockey, TUNDRA, ["Frostholm", "Blizzard City"], When::InHours(6), &[225, 405, 275]),
    fixture(Sport::Tennis, LANTERN, ["O. Quill", "R. Sabatini-Holt"], When::InHours(8), &[192, 190]),
    fixture(Sport::Basketball, COAST, ["Cliffside", "Meridian Stars"], When::InHours(9), &[165, 228]),
    fixture(Sport::Football, POLAR, ["Vessel Albion", "Tidal Athletic"], When::InHours(26), &[265, 320, 268]),
    fixture(Sport::IceHockey, TUNDRA, ["Polar Wolves", "Drift Hawks"], When::InHours(28), &[188, 420, 350]),
    fixture(Sport::Football, FJORD, ["Mossgate", "Nordvik Rovers"], When::InHours(29), &[410, 350, 185]),
    fixture(Sport::Basketball, COAST, ["Granite Bay", "Harbour Nine"], When::InHours(31), &[250, 155]),
    fixture(Sport::Tennis, LANTERN, ["L. Ferrow", "I. Marrow"], When::InHours(50), &[285, 142]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_has_matches_and_an_address() {
        for section in SECTIONS {
            assert_eq!(Section::named(section.slug()), Some(section));
            assert!(FIXTURES.iter().any(|fixture| section.shows(fixture)), "{section:?}");
        }
        assert_eq!(Section::named("curling"), None);
    }

    #[test]
    fn a_match_begins_on_the_hour_and_never_in_the_past() {
        let now = 1_768_478_400_000 + 59 * MINUTE_MS;
        for fixture in FIXTURES.iter().filter(|fixture| !fixture.is_live()) {
            let begins = fixture.begins_at(now).unwrap();
            assert!(begins > now && begins % HOUR_MS == 0, "{fixture:?}");
        }
    }
}
