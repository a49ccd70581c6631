//! The operator as its content files describe it: licences, countries, the fields it asks for, groups and
//! levels, and the site's texts. Read once at start, but for what coins are worth; a file that cannot be right stops the start.

mod countries;
mod currencies;
mod fields;
mod licences;
mod locales;
mod localised;
mod loyalty;
mod messages;
mod payable;
mod project;
mod pseudo;
mod statuses;
mod terms;
mod verification;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use croupier_money::Currency;
use serde::de::DeserializeOwned;

use crate::platform::config::Config;
use crate::platform::current::Current;

pub use countries::{Countries, Country};
pub use currencies::OfferedCurrencies;
pub use fields::{Field, Fields, Kind, Need};
pub use licences::{Licence, Licences, PlayRules, RegisterRules, RetentionRules, TaxBase, Unanswered};
pub use locales::{
    LOCALE_COOKIE, LOCALE_DEFAULT, LOCALE_TEST, LOCALES, LocalePreferences, amount_text, decimal_text,
    is_known as is_locale, locale_of_path,
};
pub use localised::{Localised, SOURCE_LANGUAGE, pick};
pub use loyalty::{CardImage, Loyalty, MoneyCard, MoneyRate, PICO, PromoType, Threshold, Vip};
pub use messages::{Messages, START_NAMESPACE};
pub use payable::PayableCurrencies;
pub use project::{ExchangeRates, Project};
pub use statuses::{Status, StatusView, Statuses};
pub use terms::{Terms, TermsVersion};
pub use verification::{DocumentKind, VerificationRules};

/// Everything the content files say about the operator.
#[derive(Debug)]
pub struct SiteConfig {
    /// What hosts and affiliates decide.
    pub project: Project,
    /// What coins are worth.
    pub rates: Arc<Current<ExchangeRates>>,
    /// Its licences and whom they serve.
    pub licences: Licences,
    /// Where its players live.
    pub countries: Countries,
    /// What it asks of players, and where.
    pub fields: Fields,
    /// The currencies on offer.
    pub currencies: Current<OfferedCurrencies>,
    /// The currencies that payment methods take.
    pub payable: Current<PayableCurrencies>,
    /// Groups and levels.
    pub statuses: Current<Statuses>,
    /// What is given for play.
    pub loyalty: Current<Loyalty>,
    /// Versions of the terms.
    pub terms: Current<Terms>,
    /// The site's texts.
    pub messages: Messages,
}

impl SiteConfig {
    /// Reads the content in `folder`; restricted countries of the settings hold for every licence.
    pub fn load(config: &Config, folder: &Path) -> Result<Self> {
        Ok(Self {
            project: read(folder, "site.toml")?,
            rates: Arc::new(Current::new(read_rates(folder)?)),
            licences: read_licences(config)?,
            countries: Countries::new(read(folder, "countries.toml")?)?,
            fields: Fields::new(read(folder, "player-fields.toml")?)?,
            currencies: Current::new(read_currencies(folder)?),
            payable: Current::new(read_payable(folder)?),
            statuses: Current::new(Statuses::load(folder)?),
            loyalty: Current::new(read_loyalty(folder)?),
            terms: Current::new(read_terms(folder)?),
            messages: Messages::load(&folder.join("messages"))?,
        })
    }
}

/// The licences of the content folder; restricted countries of the settings hold for every one.
pub fn read_licences(config: &Config) -> Result<Licences> {
    Licences::new(read(&config.content_dir, "licences.toml")?, config.restricted_countries.clone())
}

/// Whether what is given for play is without fault in `folder`.
pub fn check_loyalty(folder: &Path) -> Result<()> {
    read_loyalty(folder).map(drop)
}

/// Whether the currencies on offer are without fault in `folder`.
pub fn check_currencies(folder: &Path) -> Result<()> {
    read_currencies(folder).map(drop)
}

/// What the content folder says of points, the shop and the VIP club.
pub fn loyalty_of(folder: &Path) -> Result<Loyalty> {
    read_loyalty(folder)
}

impl SiteConfig {
    /// Reads what coins are worth anew. When the file is faulty, the last good rates stay in force.
    pub fn reload_rates(&self, folder: &Path) -> Result<()> {
        self.rates.replace(read_rates(folder)?);
        Ok(())
    }

    /// Reads the versions of the terms anew. When the file is faulty, those that were read last stay in force.
    pub fn reload_terms(&self, folder: &Path) -> Result<()> {
        self.terms.replace(read_terms(folder)?);
        Ok(())
    }

    /// Reads anew what is given for play. When the file is faulty, what was read last stays in force.
    pub fn reload_loyalty(&self, folder: &Path) -> Result<()> {
        self.loyalty.replace(read_loyalty(folder)?);
        Ok(())
    }

    /// Reads anew which currencies payment methods take. When the file is faulty, what was read last stays in force.
    pub fn reload_payable(&self, folder: &Path) -> Result<()> {
        self.payable.replace(read_payable(folder)?);
        Ok(())
    }

    /// Reads anew which currencies are on offer. When the file is faulty, what was read last stays in force.
    pub fn reload_currencies(&self, folder: &Path) -> Result<()> {
        self.currencies.replace(read_currencies(folder)?);
        Ok(())
    }

    /// Whether a player of `licence` in `groups` may open a wallet in `currency`: it is on offer, and a payment method that is
    /// offered to this player takes it.
    pub fn may_open(&self, currency: Currency, licence: &str, groups: &[i64]) -> bool {
        self.currencies.now().has(currency) && self.payable.now().takes(currency, licence, groups)
    }

    /// All that a player of `licence` in `groups` may open, in the order of the wallet screen.
    pub fn openable(&self, licence: &str, groups: &[i64]) -> Vec<Currency> {
        let payable = self.payable.now();
        let offered = self.currencies.now();
        offered.in_order().filter(|currency| payable.takes(*currency, licence, groups)).collect()
    }
}

fn read_loyalty(folder: &Path) -> Result<Loyalty> {
    read::<Loyalty>(folder, "loyalty.toml")?.checked()
}

fn read_terms(folder: &Path) -> Result<Terms> {
    read::<Terms>(folder, "terms.toml")?.checked()
}

fn read_payable(folder: &Path) -> Result<PayableCurrencies> {
    PayableCurrencies::new(read(folder, "payment_methods.toml")?)
}

fn read_currencies(folder: &Path) -> Result<OfferedCurrencies> {
    read::<OfferedCurrencies>(folder, "currencies.toml")?.checked()
}

fn read_rates(folder: &Path) -> Result<ExchangeRates> {
    read::<ExchangeRates>(folder, "exchange-rates.toml")?.checked()
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T> {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

#[cfg(test)]
mod tests;
