//! What a round scores: strategies as data, judged without a store.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a tournament scores its rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ScoringStrategy {
    /// One point for every subunit that is bet, in the tournament's currency.
    SumOfBets,
    /// One point for every subunit that is won, in the tournament's currency.
    SumOfWins,
    /// The best round counts: what it has won as a multiple of its stake, in hundredths.
    BestMultiplier,
    /// One point for every round.
    Rounds,
    /// Points for rounds that reach a multiple of their stake.
    Points {
        /// The best condition that a round meets counts, and no other.
        conditions: Vec<ScoringCondition>,
    },
}

/// What a round of [`ScoringStrategy::Points`] has to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoringCondition {
    /// The least win as a multiple of the stake, in hundredths: 500 is five times the stake.
    pub multiplier: i64,
    /// What it scores.
    pub points: i64,
}

/// A settled round, in the tournament's currency where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// In the wallet's subunits.
    pub stake: i64,
    /// In the wallet's subunits.
    pub win: i64,
    /// Stake and win in the tournament's subunits; `None` when no rate leads there.
    pub converted: Option<(i64, i64)>,
}

/// What a round adds to its player's score.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Points.
    pub points: i64,
    /// Whether the round counts at all.
    pub counted: bool,
    /// In the tournament's subunits.
    pub bet: i64,
    /// In the tournament's subunits.
    pub win: i64,
}

impl ScoringStrategy {
    /// Whether the best round makes the score, and not the sum of all.
    pub const fn takes_best(&self) -> bool {
        matches!(self, Self::BestMultiplier)
    }

    /// What `round` scores where a round has to stake at least `min_bet` subunits of the tournament's currency. A round
    /// whose currency has no rate counts only where no amount matters.
    pub fn score(&self, round: Settled, min_bet: i64) -> Score {
        let amounts_matter = min_bet > 0 || matches!(self, Self::SumOfBets | Self::SumOfWins);
        let (bet, win) = match round.converted {
            Some(amounts) => amounts,
            None if amounts_matter => return Score::default(),
            None => (0, 0),
        };
        if round.stake <= 0 || (min_bet > 0 && bet < min_bet) {
            return Score::default();
        }
        let points = match self {
            Self::SumOfBets => bet,
            Self::SumOfWins => win,
            Self::BestMultiplier => multiplier(round),
            Self::Rounds => 1,
            Self::Points { conditions } => {
                let reached = multiplier(round);
                let met = conditions.iter().filter(|condition| reached >= condition.multiplier);
                met.map(|condition| condition.points).max().unwrap_or_default()
            }
        };
        Score { points, counted: true, bet, win }
    }

    /// Refuses conditions that no round can meet in a sensible way.
    pub fn check(&self) -> Result<(), String> {
        let Self::Points { conditions } = self else { return Ok(()) };
        if conditions.is_empty() {
            return Err("points need conditions".to_owned());
        }
        let is_sound = |condition: &ScoringCondition| {
            condition.multiplier >= 0 && (1..=1_000_000).contains(&condition.points)
        };
        if conditions.iter().all(is_sound) {
            Ok(())
        } else {
            Err("a condition has a multiplier of at least 0 and 1 to 1000000 points".to_owned())
        }
    }
}

/// The win as a multiple of the stake in hundredths, rounded down.
fn multiplier(round: Settled) -> i64 {
    let hundredths = i128::from(round.win) * 100 / i128::from(round.stake.max(1));
    i64::try_from(hundredths).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn round(stake: i64, win: i64) -> Settled {
        Settled { stake, win, converted: Some((stake, win)) }
    }

    #[test]
    fn each_strategy_scores_in_its_own_way() {
        let points = ScoringStrategy::Points {
            conditions: vec![
                ScoringCondition { multiplier: 200, points: 1 },
                ScoringCondition { multiplier: 1000, points: 8 },
            ],
        };
        for (strategy, stake, win, expected) in [
            (ScoringStrategy::SumOfBets, 250, 900, 250),
            (ScoringStrategy::SumOfWins, 250, 900, 900),
            (ScoringStrategy::BestMultiplier, 250, 900, 360),
            (ScoringStrategy::BestMultiplier, 300, 100, 33),
            (ScoringStrategy::Rounds, 250, 0, 1),
            (points.clone(), 100, 199, 0),
            (points.clone(), 100, 200, 1),
            (points, 100, 5000, 8),
        ] {
            let score = strategy.score(round(stake, win), 0);
            assert_eq!((score.points, score.counted), (expected, true), "{strategy:?} {stake} {win}");
        }
    }

    #[test]
    fn a_currency_without_a_rate_counts_where_no_amount_matters() {
        let unknown = Settled { stake: 100, win: 500, converted: None };
        for (strategy, min_bet, counts) in [
            (ScoringStrategy::SumOfBets, 0, false),
            (ScoringStrategy::SumOfWins, 0, false),
            (ScoringStrategy::BestMultiplier, 0, true),
            (ScoringStrategy::BestMultiplier, 1, false),
            (ScoringStrategy::Rounds, 0, true),
        ] {
            assert_eq!(strategy.score(unknown, min_bet).counted, counts, "{strategy:?} {min_bet}");
        }
    }

    proptest! {
        #[test]
        fn a_round_below_the_least_bet_scores_nothing(stake in 0_i64..1000, win in 0_i64..100_000) {
            let score = ScoringStrategy::SumOfWins.score(round(stake, win), 1000);
            prop_assert_eq!(score, Score::default());
        }

        #[test]
        fn no_round_scores_less_than_nothing(stake in 0_i64..i64::MAX, win in 0_i64..i64::MAX) {
            for strategy in [ScoringStrategy::SumOfBets, ScoringStrategy::SumOfWins, ScoringStrategy::BestMultiplier, ScoringStrategy::Rounds] {
                prop_assert!(strategy.score(round(stake, win), 0).points >= 0);
            }
        }
    }
}
