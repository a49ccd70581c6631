//! Games that are played in another currency than the wallet's: a coin that a game does not take is played in euros.
//!
//! A round is converted at the rate that is in force when it is opened, and keeps that rate: its wins are converted by
//! it, however late they come. The stake takes the fewest subunits of the coin that are worth it. All wins of a round
//! together pay the most subunits that are worth no more than they, however many steps they come in. So no round gives
//! back a larger share of its stake in the coin than the game did in euros. The ledger knows the amounts in the coin
//! alone, and takes back exactly those.

use croupier_ledger::Refusal;
use croupier_money::{Currency, Rate, convert, payable, price};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalogue;
use crate::platform::error::{ApiError, ApiResult};
use crate::site_config::ExchangeRates;

/// The currency that stands in for a coin.
const STAND_IN: Currency = Currency::EUR;

/// What one unit of a wallet's coin counts as in the currency that is played in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The wallet's coin.
    pub wallet: Currency,
    /// The currency that is played in.
    pub currency: Currency,
    /// Units of it for a unit of the coin.
    pub rate: Rate,
}

impl Terms {
    /// The terms now for a wallet in `wallet` and play in `currency`; `None` when they are the same. An error when
    /// there is no rate for them any more.
    pub fn now(rates: &ExchangeRates, wallet: Currency, currency: Currency) -> ApiResult<Option<Self>> {
        if wallet == currency {
            return Ok(None);
        }
        let rate = rates.rate(wallet, currency).ok_or_else(no_currency)?;
        Ok(Some(Self { wallet, currency, rate }))
    }

    /// What `cents` of the currency that is played in take from the wallet, in subunits of its coin.
    pub fn price(&self, cents: i64) -> Result<i64, Refusal> {
        price(cents, self.wallet, self.currency, self.rate).ok_or(Refusal::BadAmount)
    }

    /// What `subunits` of the wallet's coin are worth in the currency that is played in.
    pub fn worth(&self, subunits: i64) -> Option<i64> {
        convert(subunits, self.wallet, self.currency, self.rate)
    }

    /// What `cents` of the currency that is played in pay into the wallet.
    pub fn payable(&self, cents: i64) -> Result<i64, Refusal> {
        payable(cents, self.wallet, self.currency, self.rate).ok_or(Refusal::BadAmount)
    }
}

/// How a round was played that was not played in its wallet's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Exchanged {
    /// The currency that it was played in.
    #[schema(value_type = String)]
    pub currency: Currency,
    /// Units of it for a unit of the wallet's coin, as decimal text; kept from the opening of the round.
    #[schema(value_type = String)]
    pub rate: Rate,
    /// Sum of the bets in that currency, in subunits.
    pub stake_cents: i64,
    /// Sum of the wins so far in that currency, in subunits.
    pub win_cents: i64,
}

impl Exchanged {
    /// A round that opens with a bet of `stake_cents`.
    pub const fn opened(terms: &Terms, stake_cents: i64) -> Self {
        Self { currency: terms.currency, rate: terms.rate, stake_cents, win_cents: 0 }
    }

    /// The terms of the round for its wallet.
    pub const fn terms(&self, wallet: Currency) -> Terms {
        Terms { wallet, currency: self.currency, rate: self.rate }
    }

    /// Takes in a win; answers what it pays into the wallet, in subunits of its coin.
    pub fn win(&mut self, wallet: Currency, cents: i64) -> Result<i64, Refusal> {
        let terms = self.terms(wallet);
        let paid = terms.payable(self.win_cents)?;
        self.win_cents = self.win_cents.checked_add(cents).ok_or(Refusal::BadAmount)?;
        Ok(terms.payable(self.win_cents)? - paid)
    }
}

/// In which currency `game` is played with a wallet in `wallet`: in its own where the game takes it, a coin in euros
/// where it does not; `None` when neither can be.
pub fn played_in(game: &catalogue::Game, wallet: Currency, rates: &ExchangeRates) -> Option<Currency> {
    let takes = |currency: Currency| game.currencies.contains_key(currency.code());
    if takes(wallet) {
        return Some(wallet);
    }
    let stands_in = !wallet.is_fiat() && takes(STAND_IN) && rates.rate(wallet, STAND_IN).is_some();
    stands_in.then_some(STAND_IN)
}

/// A game cannot be played with the wallet that was asked for.
pub fn no_currency() -> ApiError {
    ApiError::field("currency", "currency_not_supported", "This game cannot be played in this currency.")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn terms(coin: &str, rate: &str) -> Terms {
        Terms { wallet: coin.parse().unwrap(), currency: Currency::EUR, rate: Rate::parse(rate).unwrap() }
    }

    /// Rates as they may be: of coins worth a fortune and of coins worth next to nothing.
    fn any_terms() -> impl Strategy<Value = Terms> {
        let coins = prop::sample::select(vec!["BTC", "ETH", "LTC", "DOG", "USDT"]);
        (coins, 1_u32..200_000, 0_u32..1_000_000)
            .prop_map(|(coin, whole, millionths)| terms(coin, &format!("{whole}.{millionths:06}")))
    }

    #[test]
    fn a_round_in_euros_moves_bitcoin() {
        let terms = terms("BTC", "80000");
        let mut round = Exchanged::opened(&terms, 100);
        assert_eq!(terms.price(100), Ok(1_250));
        assert_eq!(round.win(terms.wallet, 250), Ok(3_125));
        assert_eq!((round.win_cents, terms.worth(100_000)), (250, Some(8_000)));
    }

    proptest! {
        #[test]
        fn a_round_never_returns_a_larger_share_in_the_coin(
            terms in any_terms(), stake in 1_i64..1_000_000, win in 0_i64..100_000_000,
        ) {
            let taken = terms.price(stake).unwrap();
            let paid = Exchanged::opened(&terms, stake).win(terms.wallet, win).unwrap();
            prop_assert!(taken > 0 && paid >= 0);
            prop_assert!(i128::from(paid) * i128::from(stake) <= i128::from(win) * i128::from(taken));
        }

        #[test]
        fn steps_pay_together_what_one_would(
            terms in any_terms(), wins in prop::collection::vec(0_i64..100_000, 0..40),
        ) {
            let mut by_steps = Exchanged::opened(&terms, 100);
            let paid: i64 = wins.iter().map(|win| by_steps.win(terms.wallet, *win).unwrap()).sum();
            let mut at_once = Exchanged::opened(&terms, 100);
            prop_assert_eq!(at_once.win(terms.wallet, wins.iter().sum()), Ok(paid));
        }

        #[test]
        fn what_is_kept_is_what_was_agreed(terms in any_terms(), stake in 1_i64..1_000_000) {
            let round = Exchanged::opened(&terms, stake);
            let kept: Exchanged = serde_json::from_str(&serde_json::to_string(&round).unwrap()).unwrap();
            prop_assert_eq!(kept.terms(terms.wallet), terms);
        }

        #[test]
        fn a_balance_is_never_shown_as_more_than_it_buys(terms in any_terms(), cash in 0_i64..1_000_000_000) {
            prop_assert!(terms.price(terms.worth(cash).unwrap()).unwrap() <= cash);
        }
    }
}
