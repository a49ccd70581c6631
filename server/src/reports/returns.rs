//! What games return, beside how far it may lie from what they are made to return.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_db::{Db, Result, Tx};
use croupier_ledger::PlayedKind;
use croupier_money::Currency;

use super::readers::day_of;
use super::store;
use crate::site_config::ExchangeRates;
use crate::wallet;

/// Thousandths of a cent, in which worths are summed: small stakes of coins would be lost in whole cents.
const PER_CENT: i64 = 1_000;

/// What counts of a stake at most, so that a day of its squares fits.
const STAKE_MAX: i64 = 10_000_000 * PER_CENT;

/// What one game has returned in rounds that wallets paid for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Returned {
    /// Rounds that were opened.
    pub rounds: i64,
    /// What was bet, less what was taken back, in thousandths of a euro cent.
    pub bets: i64,
    /// What was won, likewise.
    pub wins: i64,
    /// The squares of what rounds staked, in square cents.
    pub squares: i64,
}

impl Returned {
    /// What came back of each unit bet; `None` when nothing was bet.
    #[expect(clippy::cast_precision_loss, reason = "a share is reported to a few digits")]
    pub fn actual(&self) -> Option<f64> {
        (self.bets > 0).then(|| self.wins as f64 / self.bets as f64)
    }

    /// The standard error of that share, where a round's pay for a stake of 1 has this standard deviation.
    #[expect(clippy::cast_precision_loss, reason = "a share is reported to a few digits")]
    pub fn standard_error(&self, deviation: f64) -> Option<f64> {
        let cents = self.bets as f64 / PER_CENT as f64;
        (self.bets > 0).then(|| deviation * (self.squares as f64).sqrt() / cents)
    }
}

/// What each game returned between two days, both among them.
pub async fn returned(db: &Db, from: i64, to: i64) -> Result<BTreeMap<i64, Returned>> {
    store::returned(db, from, to).await
}

/// Adds what `rows` staked and won to what games return.
pub(super) async fn add(tx: &mut Tx, rows: &[LogRow], rates: &ExchangeRates) -> Result<()> {
    let mut sums: BTreeMap<(i64, i64), Returned> = BTreeMap::new();
    // What one round stakes within a batch counts as one stake.
    let mut staked: BTreeMap<(i64, i64, i64), i64> = BTreeMap::new();
    for row in rows {
        let (LogRow::Transfer(row), Some(played)) = (row, row.played()) else { continue };
        let Some(worth) = worth(rates, row.transfer.amount, &row.currency) else { continue };
        if played.grant.is_some() {
            continue;
        }
        let day = day_of(row.transfer.at);
        let sum = sums.entry((day, played.game)).or_default();
        sum.rounds += i64::from(played.opens);
        match played.kind {
            PlayedKind::Bet => {
                sum.bets = sum.bets.saturating_add(worth);
                *staked.entry((day, played.game, played.round)).or_default() += worth.min(STAKE_MAX);
            }
            PlayedKind::Win => sum.wins = sum.wins.saturating_add(worth),
            PlayedKind::BetRollback => sum.bets = sum.bets.saturating_sub(worth),
            PlayedKind::WinRollback => sum.wins = sum.wins.saturating_sub(worth),
            PlayedKind::Settle => {}
        }
    }
    for ((day, game, _), stake) in staked {
        let sum = sums.entry((day, game)).or_default();
        sum.squares = sum.squares.saturating_add(square(stake));
    }
    sums.retain(|_, sum| *sum != Returned::default());
    store::add_returns(tx, sums).await
}

/// The square of a stake, in square cents, rounded up.
fn square(stake: i64) -> i64 {
    let stake = i128::from(stake.clamp(0, STAKE_MAX));
    let per_cent = i128::from(PER_CENT);
    let square = (stake * stake + per_cent * per_cent - 1) / (per_cent * per_cent);
    i64::try_from(square).unwrap_or(i64::MAX)
}

/// What an amount is worth in thousandths of a euro cent.
fn worth(rates: &ExchangeRates, amount: i64, currency: &str) -> Option<i64> {
    let currency: Currency = currency.parse().ok()?;
    wallet::converted(rates, amount.saturating_mul(PER_CENT), currency, Currency::EUR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_return_shrinks_with_the_root_of_the_rounds() {
        let of = |rounds: i64, stake: i64| Returned {
            rounds,
            bets: rounds * stake * PER_CENT,
            wins: rounds * stake * PER_CENT * 96 / 100,
            squares: rounds * square(stake * PER_CENT),
        };
        assert_eq!(of(100, 50).actual(), Some(0.96));
        let error = |returned: Returned| returned.standard_error(5.0).unwrap();
        assert!((error(of(100, 50)) - 0.5).abs() < 1e-9, "5 / root of 100");
        assert!((error(of(10_000, 7)) - 0.05).abs() < 1e-9);
        assert_eq!(Returned::default().actual(), None);
        assert_eq!(Returned::default().standard_error(5.0), None);
        assert_eq!(square(STAKE_MAX * 2), 100_000_000_000_000);
        assert_eq!(square(1), 1);
    }
}
