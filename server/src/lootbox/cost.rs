//! What boxes cost the operator: the worth of what they draw, by the weights of their prizes.

use croupier_db::{Db, Result};
use croupier_money::Currency;

use super::definitions::Definition;
use super::store;
use crate::app::App;

/// How many boxes of a code were opened by players of a licence with a wallet in a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Openings {
    /// The code of the box.
    pub code: String,
    /// The licence of the players.
    pub licence: String,
    /// The wallet that prizes went to.
    pub currency: Currency,
    /// How many.
    pub count: i64,
}

/// The boxes that were opened from the first instant until before the second one, in UTC milliseconds.
pub async fn openings(db: &Db, span: (i64, i64)) -> Result<Vec<Openings>> {
    store::openings(db, span).await
}

/// Weights beside worths in euro cents: what a draw comes to, exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Worth {
    weighed: i128,
    weights: i128,
}

impl Worth {
    /// Of prizes with their weights; `None` when the worth of one that can be drawn is not known, or nothing can be drawn.
    pub fn of(prizes: impl IntoIterator<Item = (u32, Option<i64>)>) -> Option<Self> {
        let (mut weighed, mut weights) = (0, 0);
        for (weight, worth) in prizes.into_iter().filter(|(weight, _)| *weight > 0) {
            weighed += i128::from(weight) * i128::from(worth?);
            weights += i128::from(weight);
        }
        (weights > 0).then_some(Self { weighed, weights })
    }

    /// What `count` draws come to on the whole, in euro cents, rounded to the nearest.
    pub fn times(&self, count: i64) -> i64 {
        let whole = self.weighed * i128::from(count);
        i64::try_from((whole + self.weights / 2).div_euclid(self.weights)).unwrap_or(i64::MAX)
    }
}

impl Definition {
    /// What a draw of a player with a wallet in `currency` is worth.
    pub fn worth(&self, app: &App, currency: Currency) -> Option<Worth> {
        Worth::of(self.items.iter().map(|item| (item.weight, item.prize.euro_worth(app, currency))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prizes by their weights, how many draws, and what they are worth.
    type Case = (&'static [(u32, Option<i64>)], i64, Option<i64>);

    #[test]
    fn a_draw_is_worth_its_prizes_by_their_weights() {
        #[rustfmt::skip]
        let cases: [Case; 6] = [
            (&[(1, Some(100)), (3, Some(20))],             1, Some(40)),
            // What is rounded is the whole, not each draw: a third of a cent for each of 300 draws is a euro.
            (&[(1, Some(1)), (2, Some(0))],              300, Some(100)),
            (&[(1, Some(1)), (1, Some(0))],                1, Some(1)),
            // A prize that never comes need not be known.
            (&[(1, Some(50)), (0, None)],                  2, Some(100)),
            (&[(1, Some(50)), (1, None)],                  2, None),
            (&[],                                          1, None),
        ];
        for (prizes, count, worth) in cases {
            let found = Worth::of(prizes.iter().copied()).map(|worth| worth.times(count));
            assert_eq!(found, worth, "{prizes:?}");
        }
    }
}
