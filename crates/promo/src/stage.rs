//! Where a bonus or a grant of free spins stands, and which moves there are.

use serde::{Deserialize, Serialize};

/// Where a bonus stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BonusStage {
    /// The player has it and may activate it.
    Issued,
    /// It is activated and waits for the end of the active one.
    Wait,
    /// It is the active one: bets count.
    HandleBets,
    /// Everything was wagered.
    WagerDone,
    /// Its money was played away.
    Lost,
    /// The player, a withdrawal or staff has ended it.
    Canceled,
    /// Its time was over.
    Expired,
    /// It was paid.
    Finished,
}

impl BonusStage {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Issued,
        Self::Wait,
        Self::HandleBets,
        Self::WagerDone,
        Self::Lost,
        Self::Canceled,
        Self::Expired,
        Self::Finished,
    ];

    /// Its name in rows and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Wait => "wait",
            Self::HandleBets => "handle_bets",
            Self::WagerDone => "wager_done",
            Self::Lost => "lost",
            Self::Canceled => "canceled",
            Self::Expired => "expired",
            Self::Finished => "finished",
        }
    }

    /// The stage called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Whether the player may still get something out of it.
    pub const fn is_current(self) -> bool {
        matches!(self, Self::Issued | Self::Wait | Self::HandleBets)
    }

    /// Whether it may move on to `next`.
    pub const fn may_become(self, next: Self) -> bool {
        use BonusStage::{Canceled, Expired, Finished, HandleBets, Issued, Lost, WagerDone, Wait};
        matches!(
            (self, next),
            (Issued, Wait)
                | (Issued | Wait, HandleBets)
                | (HandleBets, WagerDone | Lost)
                | (Issued | Wait | HandleBets, Canceled | Expired)
                | (WagerDone, Finished)
        )
    }
}

/// Where a grant of free spins stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FreespinStage {
    /// The player has it and may activate it.
    Issued,
    /// Its rounds can be played.
    Activated,
    /// Its last round is over.
    Finished,
    /// The player or staff has ended it.
    Canceled,
    /// Its time was over.
    Expired,
}

impl FreespinStage {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Issued, Self::Activated, Self::Finished, Self::Canceled, Self::Expired];

    /// Its name in rows and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Activated => "activated",
            Self::Finished => "finished",
            Self::Canceled => "canceled",
            Self::Expired => "expired",
        }
    }

    /// The stage called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Whether the player may still get something out of it.
    pub const fn is_current(self) -> bool {
        matches!(self, Self::Issued | Self::Activated)
    }

    /// Whether it may move on to `next`.
    pub const fn may_become(self, next: Self) -> bool {
        use FreespinStage::{Activated, Canceled, Expired, Finished, Issued};
        matches!(
            (self, next),
            (Issued, Activated) | (Activated, Finished) | (Issued | Activated, Canceled | Expired)
        )
    }
}

/// Where a lootbox stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LootboxStage {
    /// The player has it and may open it.
    Issued,
    /// It was opened.
    Activated,
    /// Staff has taken it back.
    Canceled,
    /// Its time was over.
    Expired,
}

impl LootboxStage {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Issued, Self::Activated, Self::Canceled, Self::Expired];

    /// Its name in rows and calls.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Issued => "issued",
            Self::Activated => "activated",
            Self::Canceled => "canceled",
            Self::Expired => "expired",
        }
    }

    /// The stage called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.name() == name)
    }

    /// Whether it may move on to `next`.
    pub const fn may_become(self, next: Self) -> bool {
        matches!((self, next), (Self::Issued, Self::Activated | Self::Canceled | Self::Expired))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_of_a_bonus_that_is_not_listed_is_refused() {
        use BonusStage::*;
        let listed: &[(BonusStage, &[BonusStage])] = &[
            (Issued, &[Wait, HandleBets, Canceled, Expired]),
            (Wait, &[HandleBets, Canceled, Expired]),
            (HandleBets, &[WagerDone, Lost, Canceled, Expired]),
            (WagerDone, &[Finished]),
        ];
        for from in BonusStage::ALL {
            assert_eq!(BonusStage::from_name(from.name()), Some(from));
            assert_eq!(serde_json::to_value(from).unwrap(), from.name());
            for to in BonusStage::ALL {
                let allowed = listed.iter().any(|(stage, next)| *stage == from && next.contains(&to));
                assert_eq!(from.may_become(to), allowed, "{from:?} {to:?}");
            }
        }
        assert_eq!(BonusStage::from_name("activated"), None);
    }

    #[test]
    fn every_move_of_free_spins_that_is_not_listed_is_refused() {
        use FreespinStage::*;
        let listed: &[(FreespinStage, &[FreespinStage])] =
            &[(Issued, &[Activated, Canceled, Expired]), (Activated, &[Finished, Canceled, Expired])];
        for from in FreespinStage::ALL {
            assert_eq!(FreespinStage::from_name(from.name()), Some(from));
            for to in FreespinStage::ALL {
                let allowed = listed.iter().any(|(stage, next)| *stage == from && next.contains(&to));
                assert_eq!(from.may_become(to), allowed, "{from:?} {to:?}");
            }
        }
        assert_eq!(FreespinStage::from_name("wait"), None);
    }

    #[test]
    fn a_lootbox_leaves_the_first_stage_once_and_stays() {
        use LootboxStage::*;
        for from in LootboxStage::ALL {
            assert_eq!(LootboxStage::from_name(from.name()), Some(from));
            assert_eq!(serde_json::to_value(from).unwrap(), from.name());
            for to in LootboxStage::ALL {
                assert_eq!(from.may_become(to), from == Issued && to != Issued, "{from:?} {to:?}");
            }
        }
        assert_eq!((Activated.name(), LootboxStage::from_name("opened")), ("activated", None));
    }

    #[test]
    fn what_is_finished_stays_so() {
        for stage in BonusStage::ALL.into_iter().filter(|stage| !stage.is_current()) {
            assert!(
                BonusStage::ALL
                    .into_iter()
                    .filter(|next| stage.may_become(*next))
                    .all(|next| !next.is_current())
            );
        }
    }
}
