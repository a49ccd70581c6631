//! A player, and what the operator still has to ask.

use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;

use crate::platform::calendar::rfc3339;
use crate::rules;
use crate::site_config::SiteConfig;

/// A player's profile.
#[derive(Debug, Clone)]
pub struct Player {
    /// The number.
    pub id: PlayerId,
    /// The player's realtime channels are named after it.
    pub channel_id: String,
    /// The name others see.
    pub nickname: Option<String>,
    /// As in papers.
    pub first_name: Option<String>,
    /// As in papers.
    pub last_name: Option<String>,
    /// `m` or `f`.
    pub gender: Option<String>,
    /// `YYYY-MM-DD`.
    pub date_of_birth: Option<String>,
    /// The personal identification code, encrypted.
    pub personal_id: Option<Vec<u8>>,
    /// ISO 3166-1.
    pub country: String,
    /// By its full name.
    pub state: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// Street and number.
    pub address: Option<String>,
    /// As the country writes it.
    pub postal_code: Option<String>,
    /// With or without the country's prefix.
    pub mobile_phone: Option<String>,
    /// Free text.
    pub profession: Option<String>,
    /// Whether offers may come by mail.
    pub receive_promos: bool,
    /// Whether offers may come by SMS.
    pub receive_sms_promos: bool,
    /// Of the active wallet.
    pub currency: Currency,
    /// The language of the site.
    pub locale: String,
    /// The code of the licence the player plays under.
    pub licence: String,
    /// When the terms were accepted, UTC milliseconds.
    pub terms_accepted_at: Option<i64>,
    /// When staff had made sure who the player is, UTC milliseconds.
    pub verified_at: Option<i64>,
    /// When an identity provider had, UTC milliseconds.
    pub sumsub_verified_at: Option<i64>,
    /// Until when a questionnaire about the source of wealth is to be answered, UTC milliseconds; `None` while none waits.
    pub wealth_due_at: Option<i64>,
    /// The bonus that is chosen for the next deposit.
    pub deposit_bonus_code: Option<String>,
    /// Whether bonuses may be issued.
    pub can_issue_bonuses: bool,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// A text, or nothing.
    Text(Option<String>),
    /// Yes or no.
    Flag(bool),
    /// A moment in UTC milliseconds, or never.
    At(Option<i64>),
    /// An encrypted text, or nothing.
    Sealed(Option<Vec<u8>>),
}

impl Held {
    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.as_deref().is_none_or(str::is_empty),
            Self::Flag(_) => false,
            Self::At(at) => at.is_none(),
            Self::Sealed(text) => text.is_none(),
        }
    }

    /// As the audit keeps it.
    pub fn audit_text(&self) -> Option<String> {
        match self {
            Self::Text(text) => text.clone(),
            Self::Flag(flag) => Some(flag.to_string()),
            Self::At(at) => at.map(rfc3339),
            // That it is there is told, and no more.
            Self::Sealed(text) => text.as_ref().map(|_| "[encrypted]".to_owned()),
        }
    }
}

impl Player {
    /// What the field `name` holds; `None` for a name that is no field of the profile.
    pub fn held(&self, name: &str) -> Option<Held> {
        let text = |value: &Option<String>| Held::Text(value.clone());
        Some(match name {
            "nickname" => text(&self.nickname),
            "first_name" => text(&self.first_name),
            "last_name" => text(&self.last_name),
            "gender" => text(&self.gender),
            "date_of_birth" => text(&self.date_of_birth),
            "personal_id" => Held::Sealed(self.personal_id.clone()),
            "country" => Held::Text(Some(self.country.clone())),
            "state" => text(&self.state),
            "city" => text(&self.city),
            "address" => text(&self.address),
            "postal_code" => text(&self.postal_code),
            "mobile_phone" => text(&self.mobile_phone),
            "profession" => text(&self.profession),
            "locale" => Held::Text(Some(self.locale.clone())),
            "receive_promos" => Held::Flag(self.receive_promos),
            "receive_sms_promos" => Held::Flag(self.receive_sms_promos),
            "terms_acceptance" => Held::At(self.terms_accepted_at),
            _ => return None,
        })
    }

    /// The state in which the postal code lies, when the player says another one.
    pub fn state_of_postal_code(&self) -> Option<&'static str> {
        let lies_in = rules::state_of(&self.country, self.postal_code.as_deref()?)?;
        (!self.state.as_deref()?.trim().eq_ignore_ascii_case(lies_in)).then_some(lies_in)
    }

    /// The fact that the postal code lies in another state than the player says, for the operator to look at; both are
    /// kept as they are.
    pub fn state_disagrees(&self) -> Option<Fact> {
        let lies_in = self.state_of_postal_code()?;
        let body = serde_json::json!({ "state": self.state, "postal_code_in": lies_in }).to_string();
        Some(Fact { kind: "player.state_disagrees", body })
    }

    /// The fields of `context` that are still empty, in the order in which they are asked.
    ///
    /// `deposit` and `cashout` ask nothing of a player who holds a coin. Terms that were accepted before the version in
    /// force at `now` (UTC milliseconds) are missing.
    pub fn missing<'a>(&self, site_config: &'a SiteConfig, context: &str, now: i64) -> Vec<&'a str> {
        let pays = matches!(context, "deposit" | "cashout");
        if pays && !self.currency.is_fiat() {
            return Vec::new();
        }
        let mut names = site_config.fields.context(context, &self.licence);
        names.retain(|name| match *name {
            "terms_acceptance" => !self.has_accepted_terms(site_config, now),
            name => self.held(name).is_some_and(|held| held.is_empty()),
        });
        names
    }

    /// Whether the player has accepted the terms in force at `now` (UTC milliseconds).
    pub fn has_accepted_terms(&self, site_config: &SiteConfig, now: i64) -> bool {
        site_config.terms.now().is_accepted(&self.licence, self.terms_accepted_at, now)
    }

    /// The fields of sign-up that are still missing.
    pub fn missing_at_sign_up<'a>(&self, site_config: &'a SiteConfig, now: i64) -> Vec<&'a str> {
        let mut names = self.missing(site_config, "registration", now);
        names.retain(|name| site_config.fields.is_required(name, &self.licence));
        names
    }
}
