//! What the operator gives for play: rates of comp points, cards of the points shop, and thresholds of the VIP club.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use croupier_money::{CURRENCIES, Currency, Rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ExchangeRates, Localised};
use crate::rules::is_site_path;

/// How many parts of a point are counted.
pub const PICO: i64 = 1_000_000_000_000;

/// The content file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loyalty {
    /// Whether players with several accounts may exchange points.
    pub multi_account_may_exchange: bool,
    /// Points for a unit of real money staked.
    pub points_per_unit: BTreeMap<Currency, Rate>,
    #[serde(default)]
    category_factors: BTreeMap<String, Rate>,
    /// Cards of money.
    #[serde(default)]
    pub money: Vec<MoneyCard>,
    /// How cards of the shop look.
    #[serde(default, rename = "card")]
    looks: Vec<CardLook>,
    /// The VIP club.
    pub vip: Vip,
}

/// How a card of the shop looks, whatever it sells.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardLook {
    /// Names the card: of money its group, of a bonus or free spins the code of the offer, of a box its code, of tickets the
    /// group of the lottery.
    group: String,
    /// What it is called instead of the name that it has.
    pub title: Option<Localised>,
    /// Its pictures.
    pub image: Option<CardImage>,
    /// What it is praised with.
    pub promo: Option<Promo>,
}

/// The pictures of a card, by the view of the site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CardImage {
    /// Address of the one for wide windows.
    pub desktop: String,
    /// Address of the one for narrow windows.
    pub mobile: String,
}

/// What a card is praised with.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promo {
    /// What it says of the card.
    pub r#type: PromoType,
    /// Its text.
    pub text: Localised,
}

/// What a promo says of its card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PromoType {
    /// It has not been there for long.
    New,
    /// Many take it.
    Popular,
    /// It gives more for its points than others.
    BestValue,
}

/// Money for points.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoneyCard {
    /// Names the card.
    pub group: String,
    /// What it costs and gives, by currency; one entry is in EUR.
    pub rates: Vec<MoneyRate>,
}

/// What a card costs and gives in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoneyRate {
    /// The currency.
    #[schema(value_type = String)]
    pub currency: Currency,
    /// How many points it costs.
    pub points: i64,
    /// What it gives, in subunits.
    pub amount_cents: i64,
}

impl MoneyCard {
    /// What the card costs and gives in `currency`; without an entry, the one in EUR.
    pub fn rate(&self, currency: Currency) -> Option<&MoneyRate> {
        let of = |code| self.rates.iter().find(|rate| rate.currency == code);
        of(currency).or_else(|| of(Currency::EUR))
    }
}

/// The VIP club.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vip {
    factors: Vec<i64>,
    thresholds: BTreeMap<Currency, Threshold>,
    #[serde(default)]
    counted_in: BTreeMap<Currency, Currency>,
}

/// What a status asks for within a quarter, in subunits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    /// Real money staked.
    pub bets: i64,
    /// Real money paid in.
    pub deposits: i64,
}

impl Vip {
    /// In which currency the club counts for a player of `currency`, and in which one its thresholds are given.
    pub fn currencies(&self, currency: Currency) -> (Currency, Currency) {
        let counted = self.counted_in.get(&currency).copied().unwrap_or(currency);
        (counted, if self.thresholds.contains_key(&counted) { counted } else { Currency::EUR })
    }

    /// What the status `step` steps above Regular asks for, in `currency`; `None` where no threshold is in it.
    pub fn threshold(&self, step: usize, currency: Currency) -> Option<Threshold> {
        let Threshold { bets, deposits } = self.thresholds.get(&currency).copied()?;
        let Some(before) = step.checked_sub(1) else { return Some(Threshold { bets: 0, deposits: 0 }) };
        let factor = *self.factors.get(before)?;
        Some(Threshold { bets: bets.checked_mul(factor)?, deposits: deposits.checked_mul(factor)? })
    }
}

impl Loyalty {
    /// Pico-points for a subunit of real money that is staked in `currency` on a game of `categories`.
    pub fn rate_pico(&self, currency: Currency, categories: &[String], rates: &ExchangeRates) -> i64 {
        let by_worth = || {
            let euros = (!currency.is_fiat()).then(|| rates.rate(currency, Currency::EUR)).flatten()?;
            self.points_per_unit.get(&Currency::EUR)?.times(euros)
        };
        let rate = self.points_per_unit.get(&currency).copied().or_else(by_worth);
        let in_category = |factor: Option<&Rate>| {
            let rate = factor.map_or(rate, |factor| rate?.times(*factor))?;
            rate.per_subunit(currency, PICO)
        };
        let factors = categories.iter().filter_map(|category| self.category_factors.get(category));
        factors
            .map(|factor| in_category(Some(factor)))
            .min()
            .unwrap_or_else(|| in_category(None))
            .unwrap_or(0)
    }

    /// The card of money called `group`.
    pub fn money_card(&self, group: &str) -> Option<&MoneyCard> {
        self.money.iter().find(|card| card.group == group)
    }

    /// How the card called `group` looks; `None` when nothing is said of it.
    pub fn look(&self, group: &str) -> Option<&CardLook> {
        self.looks.iter().find(|look| look.group == group)
    }

    fn check_looks(&self) -> Result<()> {
        let groups: BTreeSet<&str> = self.looks.iter().map(|look| look.group.as_str()).collect();
        ensure!(groups.len() == self.looks.len(), "loyalty: two looks of one card");
        for look in &self.looks {
            let Some(CardImage { desktop, mobile }) = &look.image else { continue };
            for address in [desktop, mobile] {
                let is_address = is_site_path(address) || address.starts_with("https://");
                ensure!(is_address, "loyalty: {address:?} of {} is no address of a picture", look.group);
            }
        }
        Ok(())
    }

    pub(super) fn checked(self) -> Result<Self> {
        self.check_looks()?;
        for currency in CURRENCIES.into_iter().filter(|currency| currency.is_enabled() && currency.is_fiat())
        {
            ensure!(self.points_per_unit.contains_key(&currency), "loyalty: no points for {currency}");
        }
        let groups: BTreeSet<&str> = self.money.iter().map(|card| card.group.as_str()).collect();
        ensure!(groups.len() == self.money.len(), "loyalty: two cards of one name");
        for card in &self.money {
            let fits = |rate: &MoneyRate| rate.points > 0 && rate.amount_cents > 0;
            ensure!(card.rates.iter().all(fits), "loyalty: {} costs or gives nothing", card.group);
            card.rate(Currency::EUR)
                .with_context(|| format!("loyalty: {} has no rate in EUR", card.group))?;
        }
        let vip = &self.vip;
        ensure!(vip.thresholds.contains_key(&Currency::EUR), "loyalty: no thresholds in EUR");
        ensure!(vip.factors.len() == 5, "loyalty: there are five statuses above Regular");
        ensure!(vip.factors.windows(2).all(|pair| pair[0] < pair[1]), "loyalty: thresholds rise");
        let positive = |of: &Threshold| of.bets > 0 && of.deposits > 0;
        ensure!(vip.thresholds.values().all(positive) && vip.factors[0] > 0, "loyalty: a threshold is zero");
        for counted in vip.counted_in.values() {
            ensure!(vip.thresholds.contains_key(counted), "loyalty: no thresholds in {counted}");
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../../content/loyalty.toml");

    fn loyalty(text: &str) -> Result<Loyalty> {
        toml::from_str::<Loyalty>(text)?.checked()
    }

    fn rates() -> ExchangeRates {
        toml::from_str("updated_at = ''\n[rates.BTC]\nEUR = '80000'\n[rates.ETH]\nUSD = '3105'").unwrap()
    }

    #[test]
    fn points_follow_currency_and_category() {
        let loyalty = loyalty(FILE).unwrap();
        #[rustfmt::skip]
        let cases = [
            // currency  categories            pico-points a subunit
            ("EUR",      &["slots"][..],       1_000_000_000),
            ("EUR",      &["table", "slots"],    500_000_000),
            ("JPY",      &["slots"],             600_000_000),
            ("BTC",      &["slots"],              80_000_000),
            ("ETH",      &["slots"],                       0),
        ];
        for (code, categories, expected) in cases {
            let categories: Vec<String> = categories.iter().map(|&name| name.to_owned()).collect();
            let rate = loyalty.rate_pico(code.parse().unwrap(), &categories, &rates());
            assert_eq!(rate, expected, "{code} {categories:?}");
        }
    }

    #[test]
    fn thresholds_follow_the_currency_and_double() {
        let vip = loyalty(FILE).unwrap().vip;
        #[rustfmt::skip]
        let cases = [
            // player  counted  given   step  bets          deposits
            ("EUR",    "EUR",   "EUR",  1,     6_000_000,     600_000),
            ("USD",    "USD",   "USD",  1,     6_000_000,     600_000),
            ("AUD",    "AUD",   "AUD",  1,     9_000_000,     900_000),
            ("CAD",    "CAD",   "CAD",  1,     9_000_000,     900_000),
            ("NZD",    "NZD",   "NZD",  1,     9_000_000,     900_000),
            ("BRL",    "BRL",   "BRL",  1,    30_000_000,   3_000_000),
            ("JPY",    "USD",   "USD",  1,     6_000_000,     600_000),
            ("NOK",    "USD",   "USD",  2,    12_000_000,   1_200_000),
            ("BTC",    "BTC",   "EUR",  3,    24_000_000,   2_400_000),
            ("EUR",    "EUR",   "EUR",  5,    96_000_000,   9_600_000),
            ("EUR",    "EUR",   "EUR",  0,             0,           0),
        ];
        for (code, counted, given, step, bets, deposits) in cases {
            let (counts, gives) = vip.currencies(code.parse().unwrap());
            assert_eq!((counts.code(), gives.code()), (counted, given), "{code}");
            assert_eq!(vip.threshold(step, gives), Some(Threshold { bets, deposits }), "{code} {step}");
        }
        assert_eq!(vip.threshold(6, Currency::EUR), None);
    }

    #[test]
    fn a_faulty_file_is_refused() {
        for (from, to) in [
            ("JPY = \"0.0006\"\n", ""),
            ("money-20", "money-5"),
            ("amount_cents = 500 }", "amount_cents = 0 }"),
            ("[1, 2, 4, 8, 16]", "[1, 2, 2, 8, 16]"),
            ("JPY = \"USD\"", "JPY = \"ETH\""),
            ("desktop = \"/art", "desktop = \"art"),
            ("group = \"SHOP-SPINS-10\"", "group = \"money-5\""),
            ("type = \"best_value\"", "type = \"free\""),
        ] {
            assert!(FILE.contains(from), "{from}");
            assert!(loyalty(&FILE.replace(from, to)).is_err(), "{from} to {to}");
        }
    }
}
