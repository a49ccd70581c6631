//! Versions of the terms: which one is in force for whom, and from when on.

use anyhow::{Result, ensure};
use serde::Deserialize;

use crate::platform::calendar::instant;

/// A version of the terms.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermsVersion {
    /// Its name, for good.
    pub id: String,
    #[serde(deserialize_with = "moment")]
    since: i64,
    #[serde(default)]
    licences: Vec<String>,
}

/// Every version, the oldest first.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    #[serde(default)]
    version: Vec<TermsVersion>,
}

impl Terms {
    /// The versions, which come in the order of time and under names of their own.
    pub(super) fn checked(self) -> Result<Self> {
        for pair in self.version.windows(2) {
            ensure!(pair[0].since <= pair[1].since, "terms.toml: {} comes before {}", pair[1].id, pair[0].id);
        }
        for (place, version) in self.version.iter().enumerate() {
            let twice = self.version[..place].iter().any(|other| other.id == version.id);
            ensure!(!version.id.is_empty() && !twice, "terms.toml: {:?} is no name of its own", version.id);
        }
        Ok(self)
    }

    /// The version in force at `now` (UTC milliseconds) for players under `licence`.
    pub fn in_force(&self, licence: &str, now: i64) -> Option<&TermsVersion> {
        let is_for = |version: &TermsVersion| {
            version.licences.is_empty() || version.licences.iter().any(|known| known == licence)
        };
        self.version.iter().rev().find(|version| version.since <= now && is_for(version))
    }

    /// Whether an acceptance at `accepted_at` (UTC milliseconds) still counts at `now` for a player under `licence`.
    pub fn is_accepted(&self, licence: &str, accepted_at: Option<i64>, now: i64) -> bool {
        let since = self.in_force(licence, now).map_or(i64::MIN, |version| version.since);
        accepted_at.is_some_and(|at| at >= since)
    }
}

fn moment<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let text = String::deserialize(deserializer)?;
    instant(&text)
        .map_err(|_| serde::de::Error::custom(format!("{text:?} is no time: 2026-12-31T23:00:00Z is")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Result<Terms> {
        toml::from_str::<Terms>(text)?.checked()
    }

    #[test]
    fn the_newest_version_in_force_counts() {
        let terms = terms(
            "[[version]]\nid = \"a\"\nsince = \"1970-01-01T00:00:01Z\"\n\
             [[version]]\nid = \"b\"\nsince = \"1970-01-01T00:00:02Z\"\nlicences = [\"EE\"]\n",
        )
        .unwrap();
        #[rustfmt::skip]
        let cases = [
            // licence  accepted      now    version    counts
            ("CW",      None,         1_000, Some("a"), false),
            ("CW",      Some(500),    900,   None,      true),
            ("CW",      Some(500),    1_000, Some("a"), false),
            ("CW",      Some(1_000),  9_000, Some("a"), true),
            ("EE",      Some(1_000),  1_999, Some("a"), true),
            ("EE",      Some(1_000),  2_000, Some("b"), false),
            ("EE",      Some(2_000),  9_000, Some("b"), true),
        ];
        for (licence, accepted, now, version, counts) in cases {
            let found = terms.in_force(licence, now).map(|version| version.id.as_str());
            assert_eq!(found, version, "{licence} at {now}");
            assert_eq!(terms.is_accepted(licence, accepted, now), counts, "{licence} at {now}");
        }
    }

    #[test]
    fn versions_have_an_order_and_names() {
        let version =
            |id: &str, year: u32| format!("[[version]]\nid = {id:?}\nsince = \"{year}-01-01T00:00:00Z\"\n");
        assert!(terms(&(version("a", 2026) + &version("b", 2025))).is_err());
        assert!(terms(&(version("a", 2025) + &version("a", 2026))).is_err());
        assert!(terms(&version("", 2025)).is_err());
    }
}
