//! Opening wallets: a later wallet of a player starts under the stops and the limits of the earlier ones.

use std::collections::BTreeMap;

use croupier_db::{Tx, log};
use croupier_ledger::{BetLimit, LimitKind, LimitPeriod, PlayerId, Stops};
use croupier_money::{Currency, WIRE_MAX, convert, payable};

use super::{Wallet, store};
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::ExchangeRates;

/// Copies a player's reasons for a stop into all their wallets, within a transaction that holds the lock of the
/// player's lane.
pub async fn follow_stops(tx: &mut Tx, player: PlayerId, stops: &Stops) -> croupier_db::Result<()> {
    store::follow_stops(tx, player, stops).await
}

impl Wallet {
    /// Opens a wallet within the caller's transaction; an existing one is left as it is.
    ///
    /// The player's lane is locked first. A stop or a limit of the same instant takes the same lock, so either it
    /// finds the new wallet or the new wallet finds it.
    pub async fn open(&self, tx: &mut Tx, player: PlayerId, currency: Currency) -> ApiResult<()> {
        if store::is_open(tx, player, currency).await? {
            return Ok(());
        }
        log::lock_lane(&self.db, tx, player).await?;
        let lane = log::lane_of(&self.db, player);
        let limits = store::limits_in(tx, player).await?;
        let Some(wallet) = store::open(tx, player, currency, lane).await? else { return Ok(()) };
        let stops = identity::stops_in(tx, player).await?;
        if stops != Stops::NONE {
            store::follow_stops(tx, player, &stops).await?;
        }
        if limits.is_empty() {
            return Ok(());
        }
        let since = store::next_lsn(tx, lane).await?;
        for ((kind, period), (cap, anchor)) in self.tightest_limits(&limits, currency)? {
            let limit = BetLimit::new(wallet, (kind, period), cap, anchor, since);
            store::set_limit(tx, &limit).await?;
        }
        Ok(())
    }

    /// The tightest limit of each kind and period in subunits of `currency`, with the anchor of its windows.
    fn tightest_limits(
        &self,
        limits: &[(Currency, BetLimit)],
        currency: Currency,
    ) -> ApiResult<TightestLimits> {
        let mut tightest_limits = TightestLimits::new();
        let rates = self.rates.as_ref().map(|rates| rates.now());
        for (held_in, limit) in limits {
            let cap = rates.as_ref().and_then(|rates| converted(rates, limit.cap, *held_in, currency));
            // Without a rate the limit could not be kept, so the wallet is not opened.
            let cap = cap.ok_or_else(no_rate)?;
            let tightest = tightest_limits.entry((limit.kind, limit.period)).or_insert((cap, limit.anchor));
            if cap < tightest.0 {
                *tightest = (cap, limit.anchor);
            }
        }
        Ok(tightest_limits)
    }
}

/// Caps and anchors by what they limit.
type TightestLimits = BTreeMap<(LimitKind, LimitPeriod), (i64, i64)>;

fn no_rate() -> ApiError {
    ApiError::field(
        "currency",
        "limits_not_convertible",
        "Your limits cannot be converted into this currency.",
    )
}

/// What an amount in subunits of `from` is in subunits of `to`, rounded down. Two currencies that are no coins are
/// compared by what a coin is worth in each; of several coins the one that gives the lowest amount counts.
pub fn converted(rates: &ExchangeRates, cap: i64, from: Currency, to: Currency) -> Option<i64> {
    if from == to {
        return Some(cap);
    }
    let direct = rates.rate(from, to).and_then(|rate| convert(cap, from, to, rate));
    let back = || rates.rate(to, from).and_then(|rate| payable(cap, to, from, rate));
    let through = || {
        let coins = rates.rates.keys().filter_map(|code| code.parse::<Currency>().ok());
        let caps = coins.filter_map(|coin| {
            let held = payable(cap, coin, from, rates.rate(coin, from)?)?;
            convert(held, coin, to, rates.rate(coin, to)?)
        });
        caps.min()
    };
    direct.or_else(back).or_else(through).map(|cap| cap.min(WIRE_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cap_is_converted_directly_back_or_through_a_coin() {
        let rates: ExchangeRates = toml::from_str(
            "updated_at = '2026-01-01T00:00:00Z'\n[rates.BTC]\nEUR = '50000'\nCAD = '75000'\n",
        )
        .unwrap();
        let currency = |code: &str| code.parse::<Currency>().unwrap();
        for (cap, from, to, expected) in [
            (10_000, "EUR", "EUR", Some(10_000)),
            (10_000, "EUR", "CAD", Some(15_000)),
            (10_000, "EUR", "BTC", Some(200_000)),
            (200_000, "BTC", "EUR", Some(10_000)),
            (0, "EUR", "CAD", Some(0)),
            (10_000, "EUR", "NOK", None),
        ] {
            assert_eq!(converted(&rates, cap, currency(from), currency(to)), expected, "{from} {to}");
        }
    }
}
