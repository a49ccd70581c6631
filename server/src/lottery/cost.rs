//! What lotteries cost the operator: the prizes of the draws that they would have had.

use std::collections::BTreeMap;

use croupier_db::{Db, Result};
use croupier_money::Currency;

use super::definition::{Definition, Prize};
use super::store;
use crate::app::App;
use crate::wallet;

/// The draws of a definition that have been.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Drawn {
    /// How many.
    pub draws: i64,
    /// The tickets that were sold for them.
    pub tickets: i64,
}

/// The draws from the first instant until before the second one (UTC milliseconds), by the id of their definition.
pub async fn drawn(db: &Db, span: (i64, i64)) -> Result<BTreeMap<String, Drawn>> {
    store::drawn(db, span).await
}

impl Definition {
    /// The name of the definition.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What its draws in a span would have paid, in euro cents, and how many prizes that is. No more places win than there were
    /// tickets for a draw of it; without any draw yet, every place does. `None` when the worth of a prize is not known.
    pub fn cost_within(&self, app: &App, span: (i64, i64), before: Option<Drawn>) -> Option<(i64, i64)> {
        let draws = self.draws_within(span);
        let tickets = before.filter(|of| of.draws > 0).map_or(i64::MAX, |of| of.tickets / of.draws);
        let worth = |prize: &Prize| match prize {
            Prize::Money(amount) => {
                wallet::converted(&app.site_config.rates.now(), *amount, self.terms.currency, Currency::EUR)
            }
            Prize::Gift(gift) => gift.euro_worth(app, Currency::EUR),
        };
        let bands: Option<Vec<(i64, i64, i64)>> =
            self.terms.prizes.iter().map(|band| Some((band.from, band.to, worth(&band.prize)?))).collect();
        let (count, euro_cents) = of_a_draw(&bands?, tickets);
        Some((count.saturating_mul(draws), euro_cents.saturating_mul(draws)))
    }
}

/// How many prizes a draw among `tickets` has, and what they are worth: `bands` are the first place, the last one and the worth of
/// each of them.
fn of_a_draw(bands: &[(i64, i64, i64)], tickets: i64) -> (i64, i64) {
    bands.iter().fold((0, 0), |(count, cents), (from, to, worth)| {
        let places = (to.min(&tickets) - from + 1).max(0);
        (count + places, worth.saturating_mul(places).saturating_add(cents))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_places_win_than_there_are_tickets() {
        let bands = [(1, 1, 10_000), (2, 5, 1_000), (6, 15, 100)];
        for (tickets, count, cents) in
            [(i64::MAX, 15, 15_000), (15, 15, 15_000), (5, 5, 14_000), (3, 3, 12_000), (0, 0, 0)]
        {
            assert_eq!(of_a_draw(&bands, tickets), (count, cents), "{tickets}");
        }
    }
}
