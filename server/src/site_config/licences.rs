//! Licences: which one serves whom, and what it demands.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::VerificationRules;

/// One licence.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct Licence {
    /// `EE`, `GCB` or `CW`.
    pub code: String,
    /// The jurisdiction's name.
    pub name: String,
    /// Countries it serves; without any it serves all that no other does.
    #[serde(default, skip_serializing)]
    pub countries: Vec<String>,
    /// Who holds it.
    pub holder: LicenceHolder,
    /// The age from which its players may play, in years.
    pub minimum_age: i64,
    /// Countries whose visitors may not play under it.
    #[serde(skip_serializing)]
    pub restricted_countries: Vec<String>,
    /// Whether a player may call a pending cashout back.
    pub recall: bool,
    /// Whether a cashout goes first back to the cards and accounts that deposits came from.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub closed_loop: bool,
    /// Whether its players may buy rounds that begin with free spins.
    pub bonus_buy: bool,
    /// What it demands of the controls of builtin games and of their pace.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub play: PlayRules,
    /// Whether the site counts the time since sign-in.
    pub session_timer: bool,
    /// What it demands of limits that players set.
    pub limits: LimitRules,
    /// The national register of self-excluded people that is asked; none when absent.
    #[serde(default, skip_serializing)]
    #[schema(ignore)]
    pub register: Option<RegisterRules>,
    /// What it demands before its players take money out.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub verification: VerificationRules,
    /// What the state takes of what is kept of play under it.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub tax: TaxRules,
    /// What it keeps of players who have closed their account.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub retention: RetentionRules,
    /// What the bottom of the site shows.
    pub footer: Footer,
}

/// What a licence keeps of players who have closed their account.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionRules {
    /// Years for which personal data is kept from that day on.
    pub years: i64,
    /// The law that asks for it.
    pub law: String,
}

impl RetentionRules {
    fn check(&self, code: &str) -> Result<()> {
        let is_named = !self.law.trim().is_empty();
        ensure!(
            (1..=30).contains(&self.years) && is_named,
            "licences: the retention of {code} needs 1 to 30 years and the law that asks for them"
        );
        Ok(())
    }
}

/// What the state takes of what is kept of play under a licence.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaxRules {
    /// What is taxed.
    pub base: TaxBase,
    /// The rate in hundredths of a percent.
    pub basis_points: i64,
}

/// What a licence's tax is taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaxBase {
    /// Bets less wins.
    Ggr,
    /// The same, less what the operator has given away.
    Ngr,
}

impl TaxRules {
    /// The tax on `base` subunits, rounded to the nearest; none on a loss.
    pub fn on(&self, base: i64) -> i64 {
        let tax = (i128::from(base.max(0)) * i128::from(self.basis_points) + 5_000) / 10_000;
        i64::try_from(tax).unwrap_or(i64::MAX)
    }

    fn check(&self, code: &str) -> Result<()> {
        ensure!(
            (0..=10_000).contains(&self.basis_points),
            "licences: the tax of {code} is of 0 to 10000 basis points"
        );
        Ok(())
    }
}

/// The longest least time between rounds that a licence may name, in milliseconds.
const CYCLE_MS_MAX: i64 = 60_000;

/// What a licence demands of the controls of builtin games and of their pace.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayRules {
    /// Whether rounds may follow each other without a press for each.
    pub autoplay: bool,
    /// Whether games may be shown faster than they are made for.
    pub quick_spin: bool,
    /// Milliseconds that pass at least from the start of a spin of reels to that of the next; 0 asks for nothing.
    pub slots_cycle_ms: i64,
    /// The same of every other game.
    pub table_cycle_ms: i64,
}

impl PlayRules {
    /// Milliseconds that pass at least from the start of a round of a game of this kind to that of the next.
    pub fn cycle_ms(&self, kind: &str) -> i64 {
        if kind == "slots" { self.slots_cycle_ms } else { self.table_cycle_ms }
    }

    fn check(&self, code: &str) -> Result<()> {
        let fits = |ms: i64| (0..=CYCLE_MS_MAX).contains(&ms);
        ensure!(
            fits(self.slots_cycle_ms) && fits(self.table_cycle_ms),
            "licences: the least times between rounds of {code} have to be of 0 to {CYCLE_MS_MAX} milliseconds"
        );
        Ok(())
    }
}

/// What a licence demands of limits that players set for themselves, and of breaks in play.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitRules {
    /// Hours that a looser limit waits at least once it is confirmed; 24 or more.
    pub delay_hours: i64,
    /// A game is paused after so many minutes to show the time and what was played; never when absent.
    pub reality_check_minutes: Option<i64>,
}

impl LimitRules {
    /// How long a looser limit waits at least, in milliseconds.
    pub const fn delay_ms(&self) -> i64 {
        self.delay_hours * 3_600_000
    }
}

/// Which national register of self-excluded people a licence asks, and what follows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterRules {
    /// The register, by its name in the settings.
    pub name: String,
    /// What happens when it does not answer.
    pub unanswered: Unanswered,
    /// Whether a stop by its word ends once it lists the player no more; otherwise staff lifts it then.
    pub lifted_by_answer: bool,
}

/// What happens when a register does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unanswered {
    /// Sign-up and sign-in are refused.
    Refuse,
    /// The player comes in, and bets and deposits wait for an answer.
    Hold,
}

/// The company that holds a licence.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LicenceHolder {
    /// Its name in the register.
    pub company: String,
    /// The number of the licence.
    pub number: String,
    /// Where the authority shows that the licence is in force; `https`.
    pub validator: String,
}

/// What the bottom of the site shows under a licence.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// Drawings of the licence and of trust, by their names in the site's set.
    pub icons: Vec<String>,
    /// Ways to pay, by the brand of the payment method, in order; those that the operator does not offer are left
    /// out by the site.
    pub payments: Vec<String>,
}

/// The content file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    licence: Vec<Licence>,
}

/// The operator's licences.
#[derive(Debug)]
pub struct Licences {
    all: Vec<Licence>,
    general: Licence,
    restricted: Vec<String>,
}

impl Licences {
    pub(super) fn new(file: File, restricted: Vec<String>) -> Result<Self> {
        let general: Vec<_> = file.licence.iter().filter(|licence| licence.countries.is_empty()).collect();
        ensure!(general.len() == 1, "licences: exactly one has to be without countries");
        let general = general[0].clone();
        for licence in &file.licence {
            let validator = &licence.holder.validator;
            licence.verification.check(&licence.code)?;
            licence.play.check(&licence.code)?;
            licence.tax.check(&licence.code)?;
            licence.retention.check(&licence.code)?;
            ensure!(
                licence.limits.delay_hours >= 24
                    && licence.limits.reality_check_minutes.is_none_or(|m| m > 0),
                "licences: the limits of {} need a delay of at least 24 hours and a check after minutes above 0",
                licence.code
            );
            ensure!(
                validator.starts_with("https://"),
                "licences: the validator {validator:?} of {} has to begin with https://",
                licence.code
            );
        }
        Ok(Self { all: file.licence, general, restricted })
    }

    /// All of them, in the order of the file.
    pub fn all(&self) -> &[Licence] {
        &self.all
    }

    /// The licence that serves visitors from `country`.
    pub fn serving(&self, country: Option<&str>) -> &Licence {
        let serves = |licence: &&Licence| country.is_some_and(|c| licence.countries.iter().any(|x| x == c));
        self.all.iter().find(serves).unwrap_or(&self.general)
    }

    /// The licence with this code; the general one when a code has gone from the file.
    pub fn named(&self, code: &str) -> &Licence {
        self.all.iter().find(|licence| licence.code == code).unwrap_or(&self.general)
    }

    /// Whether visitors from `country` may not sign up, sign in, play or pay in; a country that nobody knows
    /// counts as restricted.
    pub fn is_restricted(&self, country: Option<&str>) -> bool {
        country.is_none_or(|country| {
            let licence = self.serving(Some(country));
            licence.restricted_countries.iter().chain(&self.restricted).any(|c| c == country)
        })
    }
}
