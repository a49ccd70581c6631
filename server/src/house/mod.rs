//! The house as its content files describe it: licences, countries, the fields it asks for, groups and
//! levels, and the site's texts. Read once at start; a file that cannot be right stops the start.

mod countries;
mod fields;
mod licences;
mod locales;
mod messages;
mod project;
mod pseudo;
mod statuses;

use std::path::Path;

use anyhow::{Context, Result};
use serde::de::DeserializeOwned;

use crate::config::Config;

pub use countries::{Countries, Country};
pub use fields::{Field, Fields, Kind, Need};
pub use licences::{Licence, Licences};
pub use locales::{LOCALE_DEFAULT, LOCALE_TEST, LOCALES, Wishes, decimal_text, is_known as is_locale};
pub use messages::Messages;
pub use project::{ExchangeRates, Project};
pub use statuses::{Status, Statuses};

/// Everything the content files say about the house.
#[derive(Debug)]
pub struct House {
    /// What hosts and affiliates decide.
    pub project: Project,
    /// What coins are worth.
    pub rates: ExchangeRates,
    /// Its licences and whom they serve.
    pub licences: Licences,
    /// Where its players live.
    pub countries: Countries,
    /// What it asks of players, and where.
    pub fields: Fields,
    /// Groups and levels.
    pub statuses: Statuses,
    /// The site's texts.
    pub messages: Messages,
}

impl House {
    /// Reads the content folder; restricted countries of the settings hold for every licence.
    pub fn load(config: &Config) -> Result<Self> {
        let folder = config.content_dir.as_path();
        Ok(Self {
            project: read(folder, "house.toml")?,
            rates: read::<ExchangeRates>(folder, "exchange-rates.toml")?.checked()?,
            licences: Licences::new(read(folder, "licences.toml")?, config.restricted_countries.clone())?,
            countries: Countries::new(read(folder, "countries.toml")?)?,
            fields: Fields::new(read(folder, "player-fields.toml")?)?,
            statuses: Statuses::new(read(folder, "statuses.toml")?)?,
            messages: Messages::load(&folder.join("messages"))?,
        })
    }
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T> {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

#[cfg(test)]
mod tests;
