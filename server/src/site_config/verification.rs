//! What a licence demands before players take their money out.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use croupier_money::{CURRENCIES, Currency};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a document proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// Who somebody is: a passport, an identity card, a driving licence.
    Identity,
    /// Where somebody lives: a bill, a letter of an authority.
    Address,
    /// That a card or an account is the player's own.
    PaymentMethod,
    /// Where somebody's wealth comes from, beside the answers to the questionnaire.
    Wealth,
}

impl DocumentKind {
    /// Every kind, in the order of the screen.
    pub const ALL: [Self; 4] = [Self::Identity, Self::Address, Self::PaymentMethod, Self::Wealth];

    /// The name on the wire and in rows.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Address => "address",
            Self::PaymentMethod => "payment_method",
            Self::Wealth => "wealth",
        }
    }

    /// The kind called `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What a licence demands of the documents of its players.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerificationRules {
    /// The kinds of which one document has to be approved; then the player is verified.
    pub documents: Vec<DocumentKind>,
    /// What a player who is not verified may take out in all, in subunits of each currency.
    unverified_cashout_cents: BTreeMap<Currency, i64>,
}

impl VerificationRules {
    /// What a player who is not verified may take out in all in a currency, in subunits.
    pub fn unverified_cashout(&self, currency: Currency) -> i64 {
        self.unverified_cashout_cents.get(&currency).copied().unwrap_or(0)
    }

    /// Fails when the rules of the licence `code` leave something open.
    pub(super) fn check(&self, code: &str) -> Result<()> {
        ensure!(
            !self.documents.is_empty(),
            "licences: {code} asks for no document, and nobody could be verified"
        );
        ensure!(
            !self.documents.contains(&DocumentKind::Wealth),
            "licences: {code} asks everybody for the source of wealth, which the questionnaire asks for"
        );
        let sums = &self.unverified_cashout_cents;
        for currency in CURRENCIES.into_iter().filter(|currency| currency.is_enabled()) {
            ensure!(
                sums.get(&currency).is_some_and(|sum| *sum >= 0),
                "licences: unverified_cashout_cents of {code} has to name a sum of 0 or more in {}",
                currency.code()
            );
        }
        Ok(())
    }
}
