//! Which wallets can be paid into: the currencies of the payment methods, by whom each method is offered to.
//!
//! The cashbox reads the whole content file and judges it; this is the part that opening a wallet needs, which
//! lies below the cashbox.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use croupier_money::Currency;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// What a payment method takes, and from whom.
#[derive(Debug, Deserialize)]
#[expect(clippy::zero_sized_map_values, reason = "a table of the file, of which only the names matter here")]
struct Offer {
    id: String,
    licences: Option<Vec<String>>,
    #[serde(default)]
    hidden_from: Vec<i64>,
    currencies: BTreeMap<String, IgnoredAny>,
}

/// The content file of the payment methods, as far as it matters here.
#[derive(Debug, Deserialize)]
pub(super) struct File {
    #[serde(default)]
    method: Vec<Offer>,
}

/// The currencies that payment methods take.
#[derive(Debug)]
pub struct PayableCurrencies(Vec<(Offer, Vec<Currency>)>);

impl PayableCurrencies {
    pub(super) fn new(file: File) -> Result<Self> {
        let parsed = file.method.into_iter().map(|offer| {
            let codes = offer.currencies.keys();
            let currencies = codes.map(|code| code.parse()).collect::<Result<_, _>>();
            let currencies = currencies.with_context(|| format!("payment method {}", offer.id))?;
            Ok((offer, currencies))
        });
        Ok(Self(parsed.collect::<Result<_>>()?))
    }

    /// Whether a payment method that is offered to a player of `licence` in `groups` takes `currency`.
    pub fn takes(&self, currency: Currency, licence: &str, groups: &[i64]) -> bool {
        self.0.iter().any(|(offer, currencies)| {
            currencies.contains(&currency)
                && offer.licences.as_ref().is_none_or(|codes| codes.iter().any(|code| code == licence))
                && !offer.hidden_from.iter().any(|group| groups.contains(group))
        })
    }
}

#[cfg(test)]
mod tests {
    use croupier_money::CURRENCIES;

    use super::*;

    fn payable(text: &str) -> Result<PayableCurrencies> {
        PayableCurrencies::new(toml::from_str(text).unwrap())
    }

    const METHODS: &str = r#"
[[method]]
id = "card"
hidden_from = [631]
[method.currencies]
EUR = {}
GBP = {}
[[method]]
id = "bitcoin"
licences = ["CW"]
[method.currencies]
BTC = {}
"#;

    #[test]
    fn a_currency_is_taken_where_a_method_of_the_player_takes_it() {
        let payable = payable(METHODS).unwrap();
        let codes = |licence, groups: &[i64]| {
            let taken = CURRENCIES.into_iter().filter(|currency| payable.takes(*currency, licence, groups));
            taken.map(Currency::code).collect::<Vec<_>>()
        };
        assert_eq!(codes("CW", &[]), ["EUR", "BTC", "GBP"]);
        assert_eq!(codes("EE", &[]), ["EUR", "GBP"], "the licence leaves bitcoin out");
        assert_eq!(codes("CW", &[631]), ["BTC"], "the group hides the card");
        assert!(codes("EE", &[1, 631]).is_empty());
    }

    #[test]
    fn an_unknown_currency_is_told_with_its_method() {
        let error = format!("{:#}", payable(&METHODS.replace("BTC", "XXX")).unwrap_err());
        assert!(error.contains("bitcoin") && error.contains("XXX"), "{error}");
    }
}
