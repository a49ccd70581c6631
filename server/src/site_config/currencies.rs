//! Which currencies are offered, and in which order.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, ensure};
use croupier_money::Currency;
use serde::Deserialize;

/// The currencies on offer, as the content file lists them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferedCurrencies {
    /// Wallets can be opened in these.
    pub enabled: Vec<Currency>,
    /// Fiat wallets, in the order of the wallet screen.
    pub fiat: Vec<Currency>,
    /// Coins, in the order of the wallet screen.
    pub crypto: Vec<Currency>,
    /// Whose entry of a table of amounts is shown to players of a currency without an entry.
    pub display_map: BTreeMap<String, Currency>,
}

impl OfferedCurrencies {
    /// Whether wallets can be opened in `currency`.
    pub fn has(&self, currency: Currency) -> bool {
        self.enabled.contains(&currency)
    }

    /// In which currency amounts that are only shown are for players of `currency`.
    pub fn shown_as(&self, currency: Currency) -> Currency {
        self.display_map.get(currency.code()).copied().unwrap_or(currency)
    }

    /// Those that wallets can be opened in, in the order of the wallet screen.
    pub fn in_order(&self) -> impl Iterator<Item = Currency> {
        self.fiat.iter().chain(&self.crypto).copied().filter(|currency| self.has(*currency))
    }

    pub(super) fn checked(self) -> Result<Self> {
        for currency in &self.fiat {
            ensure!(currency.is_fiat(), "currencies: {currency} is a coin and no fiat currency");
        }
        for currency in &self.crypto {
            ensure!(!currency.is_fiat(), "currencies: {currency} is a fiat currency and no coin");
        }
        let listed: BTreeSet<_> = self.fiat.iter().chain(&self.crypto).collect();
        ensure!(
            listed.len() == self.fiat.len() + self.crypto.len(),
            "currencies: each is listed once among fiat currencies or coins"
        );
        for currency in &self.enabled {
            ensure!(listed.contains(currency), "currencies: {currency} is enabled and not listed");
            ensure!(currency.is_enabled(), "currencies: no wallet can be opened in {currency}");
        }
        ensure!(
            self.has(Currency::EUR),
            "currencies: EUR is the currency that is fallen back to, so it is enabled"
        );
        for code in self.display_map.keys() {
            code.parse::<Currency>()?;
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../../content/currencies.toml");

    fn read(text: &str) -> Result<OfferedCurrencies> {
        toml::from_str::<OfferedCurrencies>(text)?.checked()
    }

    #[test]
    fn what_is_listed_and_not_enabled_opens_no_wallet() {
        let offered = read(FILE).unwrap();
        let codes: Vec<_> = offered.in_order().map(Currency::code).collect();
        assert!(!codes.contains(&"KZT") && codes.first() == Some(&"EUR") && codes.last() == Some(&"USDT"));
    }

    #[test]
    fn a_list_that_cannot_be_right_is_told() {
        for (from, to, said) in [
            ("\"JPY\", \"KZT\"]", "\"JPY\", \"ETH\"]", "ETH is a coin"),
            ("crypto = [", "crypto = [\"CHF\", ", "CHF is a fiat"),
            ("fiat = [", "fiat = [\"EUR\", ", "once"),
            ("enabled = [", "enabled = [\"GBP\", ", "GBP is enabled and not listed"),
            ("enabled = [", "enabled = [\"KZT\", ", "no wallet can be opened in KZT"),
            ("enabled = [\"EUR\", ", "enabled = [", "fallen back to"),
            ("PLN =", "XXX =", "XXX"),
            ("PLN = \"USD\"", "PLN = \"XXX\"", "XXX"),
        ] {
            assert!(FILE.contains(from), "{from}");
            let error = format!("{:#}", read(&FILE.replacen(from, to, 1)).unwrap_err());
            assert!(error.contains(said), "{error}");
        }
    }
}
