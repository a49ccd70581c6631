//! What jackpots cost the operator on the whole, by what is staked on their games; pure.

use super::definition::Definition;
use super::pot::{Level, Terms};

/// Millionths in a whole.
const PPM: i128 = 1_000_000;

/// What a level costs for some stakes, in subunits of the jackpot's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LevelCost {
    /// Which level.
    pub level: Level,
    /// What bets add, which the operator pays.
    pub added: i64,
    /// What the cycles that these bets come to an end of began with.
    pub seeds: i64,
}

impl Definition {
    /// What each level costs when `staked` subunits of the jackpot's currency are bet on its games.
    pub fn cost_of(&self, staked: i64) -> Vec<LevelCost> {
        Level::ALL.into_iter().map(|level| expected(level, self.terms(level), staked)).collect()
    }
}

/// A cycle takes what lies between its seed and its point, and the point is as likely anywhere up to the highest one.
fn expected(level: Level, terms: Terms, staked: i64) -> LevelCost {
    let Terms { contribution_ppm, seed_cents, must_hit_by_cents, .. } = terms;
    let added = i128::from(staked) * i128::from(contribution_ppm) / PPM;
    // The mean way is (1 + distance) / 2, since the first point is a subunit above the seed.
    let twice_the_way = i128::from(must_hit_by_cents - seed_cents + 1).max(1);
    let seeds = added * 2 * i128::from(seed_cents) / twice_the_way;
    let fitting = |amount: i128| i64::try_from(amount).unwrap_or(i64::MAX);
    LevelCost { level, added: fitting(added), seeds: fitting(seeds) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_costs_what_bets_add_and_the_seeds_of_its_cycles() {
        #[rustfmt::skip]
        let cases = [
            // ppm    seed    must hit by  staked       added   seeds
            ( 1_000,    100,        299,    10_000_000,  10_000, 10_000), // a cycle takes 100 on average: 100 seeds
            ( 2_000, 50_000,    149_999,    10_000_000,  20_000, 20_000),
            ( 1_000,    100,        299,             0,       0,      0),
        ];
        for (contribution_ppm, seed_cents, must_hit_by_cents, staked, added, seeds) in cases {
            let terms = Terms { contribution_ppm, seed_cents, must_hit_by_cents, min_bet_cents: 1 };
            let cost = expected(Level::Gold, terms, staked);
            assert_eq!((cost.added, cost.seeds), (added, seeds), "{contribution_ppm} {seed_cents}");
        }
    }
}
