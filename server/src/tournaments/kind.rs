//! What a tournament is by its identifier: a race, a quest of a size, or an achievement.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What marks a tournament as a quest.
const QUEST: &str = "quest";

/// What marks a tournament as an achievement.
const ACHIEVEMENT: &str = "achievement";

/// What marks a tournament that no list has.
const HIDDEN: &str = "nonvisible";

/// What stands between the parts of the identifier of a quest.
const PARTS: &str = "--";

/// What a tournament is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentKind {
    /// A race for places.
    #[default]
    Tournament,
    /// A path of levels, which bets climb.
    Quest,
    /// One goal.
    Achievement,
}

impl TournamentKind {
    /// What `identifier` names.
    pub(super) fn of(identifier: &str) -> Self {
        if identifier.contains(QUEST) {
            Self::Quest
        } else if identifier.contains(ACHIEVEMENT) {
            Self::Achievement
        } else {
            Self::Tournament
        }
    }

    /// The condition of lists of this kind: what [`TournamentKind::of`] says, of rows `t`, and hidden ones left out.
    pub(super) fn listed(self) -> String {
        let names = |not: &str, mark: &str| format!("t.identifier {not} LIKE '%{mark}%'");
        let kind = match self {
            Self::Quest => names("", QUEST),
            Self::Achievement => format!("{} AND {}", names("NOT", QUEST), names("", ACHIEVEMENT)),
            Self::Tournament => format!("{} AND {}", names("NOT", QUEST), names("NOT", ACHIEVEMENT)),
        };
        format!("{kind} AND {}", names("NOT", HIDDEN))
    }
}

/// Whether lists of quests have the one called `identifier`.
pub(super) fn is_listed_quest(identifier: &str) -> bool {
    TournamentKind::of(identifier) == TournamentKind::Quest && !identifier.contains(HIDDEN)
}

/// What the definition called `id` is; fails for one that calls itself both a quest and an achievement.
pub(super) fn kind_of(id: &str) -> Result<TournamentKind, String> {
    if id.contains(QUEST) && id.contains(ACHIEVEMENT) {
        return Err("a quest is no achievement".to_owned());
    }
    Ok(TournamentKind::of(id))
}

/// How long the path of a quest is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuestSize {
    /// 6 levels.
    Xs,
    /// 15 levels.
    S,
    /// 25 levels.
    M,
    /// 15 levels.
    RobotS,
    /// 25 levels.
    RobotM,
}

const XS: [i64; 6] = [0, 150, 500, 1_000, 5_000, 15_000];

const S: [i64; 15] = [
    0, 400, 1_000, 2_500, 7_500, 10_000, 25_000, 50_000, 75_000, 100_000, 150_000, 250_000, 500_000, 750_000,
    1_000_000,
];

const M: [i64; 25] = [
    0, 400, 1_000, 2_500, 5_000, 7_500, 10_000, 15_000, 25_000, 35_000, 50_000, 75_000, 100_000, 150_000,
    200_000, 250_000, 350_000, 500_000, 750_000, 1_000_000, 1_500_000, 2_000_000, 3_000_000, 4_000_000,
    5_000_000,
];

impl QuestSize {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "xs" => Self::Xs,
            "s" => Self::S,
            "m" => Self::M,
            "robot-s" => Self::RobotS,
            "robot-m" => Self::RobotM,
            _ => return None,
        })
    }

    /// What has to be bet for each level, in units of EUR.
    pub(super) const fn thresholds(self) -> &'static [i64] {
        match self {
            Self::Xs => &XS,
            Self::S | Self::RobotS => &S,
            Self::M | Self::RobotM => &M,
        }
    }

    /// How many levels there are.
    pub(super) fn levels(self) -> i64 {
        (1..).zip(self.thresholds()).map(|(level, _)| level).last().unwrap_or_default()
    }
}

/// What the identifier of a quest says: `{name}--{size}--{slug}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct QuestName<'a> {
    pub size: QuestSize,
    /// `None` when the identifier itself has to do.
    pub slug: Option<&'a str>,
}

impl<'a> QuestName<'a> {
    /// Reads an identifier; fails with what is no size. A quest that names none is of size `m`.
    pub(super) fn of(identifier: &'a str) -> Result<Self, &'a str> {
        let mut parts = identifier.splitn(3, PARTS).skip(1);
        let size = parts.next().map_or(Ok(QuestSize::M), |name| QuestSize::named(name).ok_or(name))?;
        Ok(Self { size, slug: parts.next().filter(|slug| !slug.is_empty()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identifier_tells_what_it_is() {
        for (identifier, kind) in [
            ("summer-quest--s--ice", TournamentKind::Quest),
            ("quest", TournamentKind::Quest),
            ("cup--s", TournamentKind::Tournament),
            ("achievement--first-steps", TournamentKind::Achievement),
        ] {
            assert_eq!(TournamentKind::of(identifier), kind, "{identifier}");
        }
        assert!(kind_of("achievement-quest--s--x").is_err());
    }

    #[test]
    fn only_double_dashes_split() {
        let name = |identifier| QuestName::of(identifier).map(|name| (name.size, name.slug));
        for (identifier, expected) in [
            ("quest--xs--gold", Ok((QuestSize::Xs, Some("gold")))),
            ("summer-quest--s--ice-2026-01-01", Ok((QuestSize::S, Some("ice-2026-01-01")))),
            ("quest--robot-s--iron", Ok((QuestSize::RobotS, Some("iron")))),
            ("quest--robot-m--iron--man", Ok((QuestSize::RobotM, Some("iron--man")))),
            ("quest--m", Ok((QuestSize::M, None))),
            ("quest", Ok((QuestSize::M, None))),
            ("quest--xl--gold", Err("xl")),
        ] {
            assert_eq!(name(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn each_size_has_its_levels_and_they_rise() {
        for (size, levels, last) in [
            (QuestSize::Xs, 6, 15_000),
            (QuestSize::S, 15, 1_000_000),
            (QuestSize::M, 25, 5_000_000),
            (QuestSize::RobotS, 15, 1_000_000),
            (QuestSize::RobotM, 25, 5_000_000),
        ] {
            let thresholds = size.thresholds();
            assert_eq!(
                (size.levels(), thresholds.first(), thresholds.last()),
                (levels, Some(&0), Some(&last))
            );
            assert!(thresholds.is_sorted_by(|one, next| one < next), "{size:?}");
        }
        assert_eq!(QuestSize::Xs.thresholds(), [0, 150, 500, 1_000, 5_000, 15_000]);
        assert_eq!(QuestSize::S.thresholds()[..5], [0, 400, 1_000, 2_500, 7_500]);
    }
}
