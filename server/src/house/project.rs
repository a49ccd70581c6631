//! The house's name and address, and what coins are worth.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use croupier_money::{Currency, Rate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the house is called and where it is reached.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// Its name.
    pub name: String,
    /// Where players write to.
    pub support_email: String,
    /// Other addresses under which it answers.
    pub hosts: Vec<String>,
    /// Switches of the site; none of them opens anything on the server.
    #[serde(default)]
    pub features: BTreeMap<String, bool>,
}

/// What one coin is worth in the currencies of the world.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ExchangeRates {
    /// When they were taken, RFC 3339.
    pub updated_at: String,
    /// Coin, currency, decimal text.
    pub rates: BTreeMap<String, BTreeMap<String, String>>,
}

impl ExchangeRates {
    pub(super) fn checked(self) -> Result<Self> {
        for (coin, worth) in &self.rates {
            let known = coin.parse::<Currency>().is_ok_and(|coin| !coin.is_fiat());
            ensure!(known, "exchange-rates: {coin} is no coin");
            for (currency, rate) in worth {
                ensure!(currency.parse::<Currency>().is_ok(), "exchange-rates: {currency} is not known");
                Rate::parse(rate).with_context(|| format!("exchange-rates: {coin} in {currency}"))?;
            }
        }
        Ok(self)
    }
}
