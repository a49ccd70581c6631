//! What boxes cost the operator: the worth of what they draw, by the weights of their prizes.

use std::collections::BTreeSet;

use croupier_db::{Db, Result};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::definitions::{Definition, Definitions};
use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::site_config::ExchangeRates;
use crate::wallet::PaidIn;

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

/// The boxes that were opened from the first instant until before the second one, in UTC milliseconds; those that deposits have
/// brought are left out.
pub async fn openings(db: &Db, span: (i64, i64)) -> Result<Vec<Openings>> {
    store::openings(db, span).await
}

/// The boxes that `deposits` would have brought, each once a player and day: its code, to whom, and to which wallet.
pub fn brought<'a>(
    definitions: &'a Definitions,
    deposits: &[PaidIn],
    rates: &ExchangeRates,
) -> Vec<(&'a str, PlayerId, Currency)> {
    let mut brought = BTreeSet::new();
    let mut boxes = Vec::new();
    for PaidIn { player, currency, amount, at } in deposits.iter().copied() {
        let Some(definition) = definitions.brought_by(currency, amount, rates) else { continue };
        let code = definition.code.as_str();
        if brought.insert((code, player, at.div_euclid(DAY_MS))) {
            boxes.push((code, player, currency));
        }
    }
    boxes
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

    #[test]
    fn a_box_is_brought_once_a_player_and_day() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
        let offers = crate::bonus::Offers::load(&folder).unwrap();
        let boxes = Definitions::load(&folder, &offers).unwrap();
        let rates: ExchangeRates = toml::from_str("updated_at = ''\n[rates]").unwrap();
        let paid = |player, amount, day: i64| PaidIn {
            player,
            currency: Currency::EUR,
            amount,
            at: day * DAY_MS + 1,
        };
        // The daily box asks for 200 euros at once.
        let deposits = [
            paid(1, 19_999, 5),
            paid(1, 20_000, 5),
            paid(1, 90_000, 5),
            paid(1, 20_000, 6),
            paid(2, 20_000, 6),
        ];
        let found = brought(&boxes, &deposits, &rates);
        let expected = [1, 1, 2].map(|player| ("daily", player, Currency::EUR));
        assert_eq!(found, expected);
    }

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
