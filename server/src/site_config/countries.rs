//! Countries players live in, with the currency and language offered first.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use croupier_money::Currency;
use serde::Deserialize;

/// What is offered first to visitors from one country.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Country {
    /// ISO 3166-1.
    pub code: String,
    /// The currency of the country; it may be one in which no wallet can be opened.
    pub currency: Currency,
    /// The site's language there, when it has one.
    pub locale: Option<String>,
}

/// The content file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    codes: Vec<String>,
    country: Vec<Country>,
}

/// The countries.
#[derive(Debug)]
pub struct Countries {
    codes: BTreeSet<String>,
    offers: BTreeMap<String, Country>,
}

impl Countries {
    pub(super) fn new(file: File) -> Result<Self> {
        let codes: BTreeSet<_> = file.codes.into_iter().collect();
        for country in &file.country {
            ensure!(codes.contains(&country.code), "countries: {} is not among the codes", country.code);
            let locale = country.locale.as_deref();
            let known = locale.is_none_or(super::locales::is_known);
            known
                .then_some(())
                .with_context(|| format!("countries: {} has an unknown locale", country.code))?;
        }
        Ok(Self { codes, offers: file.country.into_iter().map(|c| (c.code.clone(), c)).collect() })
    }

    /// All codes, in order.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        self.codes.iter().map(String::as_str)
    }

    /// The codes that have a currency or language of their own.
    pub fn mapped(&self) -> impl Iterator<Item = &str> {
        self.offers.keys().map(String::as_str)
    }

    /// Whether `code` is a country.
    pub fn knows(&self, code: &str) -> bool {
        self.codes.contains(code)
    }

    /// The currency shown to visitors from `code`; EUR where none is set.
    pub fn currency(&self, code: &str) -> Currency {
        self.offers.get(code).map_or(Currency::EUR, |country| country.currency)
    }

    /// The language of the site for visitors from `code`.
    pub fn locale(&self, code: &str) -> Option<&str> {
        self.offers.get(code)?.locale.as_deref()
    }
}
