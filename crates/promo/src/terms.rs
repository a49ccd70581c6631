//! What an award asks and gives, frozen when it is made.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// What the multiple of the wagering requirement is taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum WagerBase {
    /// The bonus; of free spins, their winnings.
    #[default]
    Bonus,
    /// The bonus and the deposit that it came with.
    BonusAndDeposit,
}

/// What a withdrawal does to a bonus that has not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum CashoutRule {
    /// Nothing.
    #[default]
    Keep,
    /// It cancels the bonus, once the player has agreed.
    Cancel,
}

/// How much of a stake counts, in percent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contributions {
    /// By the identifier of a game; goes before categories.
    #[serde(default)]
    pub games: BTreeMap<String, i64>,
    /// By category; of several that a game is in, the highest counts.
    #[serde(default)]
    pub categories: BTreeMap<String, i64>,
    /// All other games.
    #[serde(default = "all")]
    pub other: i64,
}

const fn all() -> i64 {
    100
}

impl Default for Contributions {
    fn default() -> Self {
        Self { games: BTreeMap::new(), categories: BTreeMap::new(), other: all() }
    }
}

/// Games that are named by their identifier or by a category.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
pub struct Grounds {
    /// Identifiers.
    #[serde(default)]
    pub games: BTreeSet<String>,
    /// Categories.
    #[serde(default)]
    pub categories: BTreeSet<String>,
}

impl Grounds {
    /// Whether a game is among them.
    pub fn contains(&self, game: &str, categories: &[String]) -> bool {
        self.games.contains(game) || categories.iter().any(|category| self.categories.contains(category))
    }
}

/// The terms of an award. Amounts are in subunits of its currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// How many times the base is to be wagered; 0 asks for nothing.
    pub wager: i64,
    /// What the multiple is taken of.
    #[serde(default)]
    pub wager_on: WagerBase,
    /// What counts of a stake.
    #[serde(default)]
    pub contributions: Contributions,
    /// The largest bet while it is active.
    #[serde(default)]
    pub bet_max: Option<i64>,
    /// The most that becomes money.
    #[serde(default)]
    pub win_max: Option<i64>,
    /// With less than this in the wallet, cash and bonus money together, the bonus counts as played away. Without it a
    /// rest that is below every stake would keep it active until its time is over.
    #[serde(default)]
    pub lost_below: Option<i64>,
    /// How long it is active, in milliseconds.
    pub valid_ms: i64,
    /// Games that cannot be played while it is active.
    #[serde(default)]
    pub excluded: Grounds,
    /// What a withdrawal does.
    #[serde(default)]
    pub on_cashout: CashoutRule,
    /// Whether the bonus itself can be staked and is never paid out: once it is wagered, what is beyond it becomes money.
    #[serde(default)]
    pub sticky: bool,
}

/// Why a bet is refused while a bonus is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// It is above the largest one, in subunits.
    TooHigh(i64),
    /// The game is excluded.
    Excluded,
    /// The bonus is over and about to be ended.
    Over,
}

impl Terms {
    /// Whether a withdrawal cancels it. What is never paid out does not stay beside money that is.
    pub fn ends_at_cashout(&self) -> bool {
        self.sticky || self.on_cashout == CashoutRule::Cancel
    }

    /// Whether the bonus is played away in a wallet that holds `cash` and `bonus` money.
    pub fn is_lost(&self, cash: i64, bonus: i64) -> bool {
        bonus == 0 || cash.saturating_add(bonus) < self.lost_below.unwrap_or(0)
    }

    /// What of a stake on a game counts, in percent. Nothing counts on excluded games.
    pub fn contribution(&self, game: &str, categories: &[String]) -> i64 {
        if self.excluded.contains(game, categories) {
            return 0;
        }
        if let Some(percent) = self.contributions.games.get(game) {
            return *percent;
        }
        let of_categories = categories.iter().filter_map(|name| self.contributions.categories.get(name));
        of_categories.max().copied().unwrap_or(self.contributions.other)
    }

    /// Whether a bet of `stake` may be made on a game while the award is active; `is_over` says that its time has passed.
    pub fn may_bet(
        &self,
        stake: i64,
        game: &str,
        categories: &[String],
        is_over: bool,
    ) -> Result<(), Refused> {
        if is_over {
            return Err(Refused::Over);
        }
        if self.excluded.contains(game, categories) {
            return Err(Refused::Excluded);
        }
        match self.bet_max {
            Some(most) if stake > most => Err(Refused::TooHigh(most)),
            _ => Ok(()),
        }
    }
}

/// What a deposit earns, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// Percent of the deposit.
    pub percent: i64,
    /// The smallest deposit.
    pub deposit_min: i64,
    /// The largest bonus.
    pub bonus_max: i64,
}

impl Match {
    /// The bonus for `deposit`, rounded down; `None` when the deposit is too small or the bonus would be nothing.
    pub fn bonus(&self, deposit: i64) -> Option<i64> {
        if deposit < self.deposit_min {
            return None;
        }
        let share = i128::from(deposit) * i128::from(self.percent) / 100;
        let bonus = i64::try_from(share).unwrap_or(self.bonus_max).min(self.bonus_max);
        (bonus > 0).then_some(bonus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> Terms {
        Terms {
            wager: 30,
            wager_on: WagerBase::Bonus,
            contributions: Contributions {
                games: BTreeMap::from([("n/half".to_owned(), 50)]),
                categories: BTreeMap::from([("table".to_owned(), 10), ("bonus-wagering".to_owned(), 100)]),
                other: 75,
            },
            bet_max: Some(500),
            lost_below: Some(20),
            win_max: None,
            valid_ms: 1,
            excluded: Grounds {
                games: BTreeSet::from(["n/no".to_owned()]),
                categories: BTreeSet::from(["jackpot".to_owned()]),
            },
            on_cashout: CashoutRule::Cancel,
            sticky: true,
        }
    }

    #[test]
    fn a_game_counts_by_its_name_then_by_its_best_category() {
        let categories = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        #[rustfmt::skip]
        let cases = [
            ("n/half",  &["table"][..],                   50),
            ("n/wheel", &["table"],                       10),
            ("n/both",  &["table", "bonus-wagering"],    100),
            ("n/slot",  &["slots"],                       75),
            ("n/no",    &["bonus-wagering"],               0),
            ("n/jack",  &["bonus-wagering", "jackpot"],    0),
        ];
        for (game, names, percent) in cases {
            assert_eq!(terms().contribution(game, &categories(names)), percent, "{game}");
        }
    }

    #[test]
    fn a_bet_is_refused_for_its_size_its_game_or_its_time() {
        let bet = |stake, game, over| terms().may_bet(stake, game, &[], over);
        assert_eq!(bet(500, "n/slot", false), Ok(()));
        assert_eq!(bet(501, "n/slot", false), Err(Refused::TooHigh(500)));
        assert_eq!(bet(1, "n/no", false), Err(Refused::Excluded));
        assert_eq!(bet(1, "n/slot", true), Err(Refused::Over));
    }

    #[test]
    fn a_bonus_is_lost_with_a_rest_that_nothing_can_be_done_with() {
        #[rustfmt::skip]
        let cases = [
            // cash  bonus  lost_below  lost
            (500,    0,     None,       true),
            (0,      1,     None,       false),
            (0,      19,    Some(20),   true),
            (1,      19,    Some(20),   false),
            (500,    1,     Some(20),   false),
            (500,    0,     Some(20),   true),
            (i64::MAX, 1,   Some(20),   false),
        ];
        for (cash, bonus, lost_below, lost) in cases {
            assert_eq!(Terms { lost_below, ..terms() }.is_lost(cash, bonus), lost, "{cash} {bonus}");
        }
    }

    #[test]
    fn a_deposit_earns_its_percent_up_to_the_most() {
        let offer = Match { percent: 100, deposit_min: 2_000, bonus_max: 10_000 };
        for (deposit, bonus) in [
            (1_999, None),
            (2_000, Some(2_000)),
            (10_000, Some(10_000)),
            (10_001, Some(10_000)),
            (i64::MAX, Some(10_000)),
        ] {
            assert_eq!(offer.bonus(deposit), bonus, "{deposit}");
        }
        assert_eq!(
            Match { percent: 50, deposit_min: 0, bonus_max: 10 }.bonus(1),
            None,
            "half a cent is nothing"
        );
    }

    #[test]
    fn terms_are_stored_and_read_again() {
        let text = serde_json::to_string(&terms()).unwrap();
        assert_eq!(serde_json::from_str::<Terms>(&text).unwrap(), terms());
    }
}
