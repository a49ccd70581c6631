//! What hosts and affiliates decide, and what coins are worth.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use croupier_money::{Currency, Rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::locales::LOCALES;

/// What hosts and affiliates decide besides the brand.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// Hosts on which Australian English is not offered.
    #[serde(default)]
    pub hosts_without_en_au: Vec<String>,
    /// Tags of affiliates whose players are offered the welcome pack.
    #[serde(default)]
    pub welcome_pack_stags: Vec<String>,
}

impl Project {
    /// The languages on offer on `host`, as the browser names it, in the order of the language list.
    pub fn locales_on(&self, host: &str) -> impl Iterator<Item = &'static str> {
        let without = self.hosts_without_en_au.iter().any(|listed| listed.eq_ignore_ascii_case(host));
        LOCALES.into_iter().filter(move |code| !(without && *code == "en-AU"))
    }
}

/// What one coin is worth in the currencies of the world.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRates {
    /// When they were taken, RFC 3339.
    pub updated_at: String,
    /// Coin, currency, decimal text.
    #[schema(value_type = BTreeMap<String, BTreeMap<String, String>>)]
    pub rates: BTreeMap<String, BTreeMap<String, Rate>>,
}

impl ExchangeRates {
    /// How many units of `currency` a unit of `coin` is worth, where the operator knows it.
    pub fn rate(&self, coin: Currency, currency: Currency) -> Option<Rate> {
        self.rates.get(coin.code())?.get(currency.code()).copied()
    }

    pub(super) fn checked(self) -> Result<Self> {
        for (coin, worth) in &self.rates {
            let known = coin.parse::<Currency>().is_ok_and(|coin| !coin.is_fiat());
            ensure!(known, "exchange-rates: {coin} is no coin");
            for currency in worth.keys() {
                ensure!(currency.parse::<Currency>().is_ok(), "exchange-rates: {currency} is not known");
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_hosts_leave_australian_english_out() {
        let text = "hosts_without_en_au=['one.example:8080']";
        let project: Project = toml::from_str(text).unwrap();
        for (host, offered) in
            [("one.example:8080", false), ("ONE.example:8080", false), ("two.example", true)]
        {
            let codes: Vec<_> = project.locales_on(host).collect();
            assert_eq!((codes.contains(&"en-AU"), codes.contains(&"de")), (offered, true), "{host}");
        }
    }
}
