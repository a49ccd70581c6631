//! The statuses of the VIP club and the groups that stand for them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A status of the VIP club, from the lowest up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum VipStatus {
    /// Everybody who has no other; shown as rising star.
    Regular,
    /// The first that is a VIP's.
    Bronze,
    /// The second.
    Silver,
    /// The third.
    Gold,
    /// The fourth.
    Platinum,
    /// The highest, kept for life.
    Diamond,
}

impl VipStatus {
    /// All of them, from the lowest up.
    pub const ALL: [Self; 6] =
        [Self::Regular, Self::Bronze, Self::Silver, Self::Gold, Self::Platinum, Self::Diamond];

    /// Groups of its members; a new member is put into the first. Nobody has to be in a group to be regular.
    pub const fn groups(self) -> &'static [i64] {
        match self {
            Self::Regular => &[1117],
            Self::Bronze => &[257, 793],
            Self::Silver => &[258],
            Self::Gold => &[259],
            Self::Platinum => &[255],
            Self::Diamond => &[759],
        }
    }

    /// The status of a player in `groups`: the highest of several.
    pub fn of(groups: &[i64]) -> Self {
        let is_held = |status: &Self| status.groups().iter().any(|group| groups.contains(group));
        Self::ALL.into_iter().rev().find(is_held).unwrap_or(Self::Regular)
    }

    /// How many steps it is above Regular.
    pub const fn step(self) -> usize {
        self as usize
    }

    /// The one above; none above Diamond.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.step() + 1).copied()
    }

    /// What the end of a quarter makes of it, in which `reached` was reached: at most one step down, and Diamond stays.
    #[must_use]
    pub fn after_quarter(self, reached: Self) -> Self {
        if self == Self::Diamond {
            return self;
        }
        let one_down = self.step().checked_sub(1).and_then(|step| Self::ALL.get(step).copied());
        reached.max(one_down.unwrap_or(Self::Regular))
    }

    /// Its name on the wire and in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Regular => "REGULAR",
            Self::Bronze => "BRONZE",
            Self::Silver => "SILVER",
            Self::Gold => "GOLD",
            Self::Platinum => "PLATINUM",
            Self::Diamond => "DIAMOND",
        }
    }

    /// The status called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::VipStatus::{self, Bronze, Diamond, Gold, Platinum, Regular, Silver};

    #[test]
    fn groups_say_which_status_a_player_has() {
        #[rustfmt::skip]
        let cases: &[(&[i64], VipStatus)] = &[
            (&[],               Regular),
            (&[1117],           Regular),
            (&[21, 100],        Regular),
            (&[257],            Bronze),
            (&[793],            Bronze),
            (&[258],            Silver),
            (&[257, 259],       Gold),
            (&[255, 1117],      Platinum),
            (&[759, 257],       Diamond),
        ];
        for (groups, status) in cases {
            assert_eq!(VipStatus::of(groups), *status, "{groups:?}");
        }
        for status in VipStatus::ALL {
            assert_eq!(VipStatus::from_name(status.name()), Some(status));
        }
        assert_eq!((Regular.next(), Platinum.next(), Diamond.next()), (Some(Bronze), Some(Diamond), None));
    }

    #[test]
    fn a_quarter_takes_one_step_at_most_and_gives_what_was_reached() {
        #[rustfmt::skip]
        let cases = [
            // before   reached   after
            (Regular,   Regular,  Regular),
            (Regular,   Gold,     Gold),
            (Bronze,    Regular,  Regular),
            (Gold,      Regular,  Silver),
            (Gold,      Silver,   Silver),
            (Gold,      Gold,     Gold),
            (Gold,      Diamond,  Diamond),
            (Diamond,   Regular,  Diamond),
        ];
        for (before, reached, after) in cases {
            assert_eq!(before.after_quarter(reached), after, "{before:?} {reached:?}");
        }
    }
}
