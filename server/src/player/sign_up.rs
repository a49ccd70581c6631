//! Judging a sign-up form, and making the player.

use std::collections::BTreeMap;

use croupier_db::{Tx, log};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::Currency;
use serde_json::{Map, Value};

use super::edit::{Context, agrees, judged};
use super::groups::half_of;
use super::model::{Held, Player};
use super::store::{self, CameFrom};
use crate::app::App;
use crate::identity;
use crate::platform::calendar::Date;
use crate::platform::error::ApiResult;
use crate::rules::{self, Refusals, Rule};
use crate::site_config::{Fields, LOCALE_DEFAULT, LOCALE_TEST, SiteConfig};

/// A sign-up form in which every field is good.
pub struct Application {
    /// In lower case.
    pub email: String,
    /// As typed.
    pub password: String,
    /// The profile to be.
    pub applicant: Applicant,
}

/// The profile to be.
#[derive(Debug, Clone)]
pub struct Applicant {
    /// The currency of the first wallet.
    pub currency: Currency,
    /// The bonus of the first deposit; whoever sets it has seen that it can be had.
    pub deposit_bonus_code: Option<String>,
    /// Where the player lives (ISO 3166-1).
    pub country: String,
    /// The code of the licence that serves the country.
    pub licence: String,
    locale: String,
    /// Whether the terms are accepted with the form.
    accepts_terms: bool,
    held: BTreeMap<&'static str, Held>,
}

/// Judges the fields of a form. The country of residence decides the licence, and the licence decides what is
/// asked. `locale` is the visitor's language, in case the form names none.
pub fn judge(
    site_config: &SiteConfig,
    form: &Map<String, Value>,
    locale: &str,
    today: Date,
    refusals: &mut Refusals,
) -> Option<Application> {
    let text = |name: &str| form.get(name).and_then(Value::as_str).unwrap_or_default();
    let email = refusals.check("email", rules::email(text("email")));
    let password = text("password").to_owned();
    refusals.check("password", rules::password(&password));
    if form.get("password_confirmation").is_some_and(|again| again.as_str() != Some(&password)) {
        refusals.add("password_confirmation", Rule::NotMatch);
    }
    if form.get("terms_acceptance") != Some(&Value::Bool(true)) {
        refusals.add("terms_acceptance", Rule::Unchecked);
    }
    let country = refusals.check("country", residence(site_config, text("country")));
    let licence = site_config.licences.serving(country.as_deref()).code.clone();
    let currency = refusals.check("currency", wallet_currency(site_config, &licence, text("currency")));
    let context =
        Context { site_config, licence: &licence, country: country.as_deref().unwrap_or_default(), today };
    let held = profile(site_config, form, &context, refusals);
    let locale = match text("locale") {
        // Nobody is a tester yet who could keep the language for tests; signing up in it works all the same.
        "" | LOCALE_TEST => locale,
        wanted => refusals.check("locale", language(wanted)).unwrap_or(locale),
    };
    let applicant = Applicant {
        currency: currency?,
        deposit_bonus_code: None,
        country: country?,
        licence,
        locale: locale.to_owned(),
        accepts_terms: true,
        held,
    };
    Some(Application { email: email?, password, applicant })
}

/// Judges what is known of a player who is made without a form; everything else is asked later, the terms too.
pub fn judge_newcomer(
    site_config: &SiteConfig,
    country: &str,
    currency: &str,
    locale: &str,
    refusals: &mut Refusals,
) -> Option<Applicant> {
    let country = refusals.check("country", residence(site_config, country));
    let licence = site_config.licences.serving(country.as_deref()).code.clone();
    let currency = refusals.check("currency", wallet_currency(site_config, &licence, currency));
    let locale = refusals.check("locale", language(locale).map(str::to_owned));
    let (currency, country, locale, held) = (currency?, country?, locale?, BTreeMap::new());
    Some(Applicant {
        currency,
        deposit_bonus_code: None,
        country,
        licence,
        locale,
        accepts_terms: false,
        held,
    })
}

/// Judges what a provider tells of somebody whom it signs up. `country` is that of the visit, until the player tells their own;
/// `claims` is taken over as far as it fits, and everything else is asked later, the terms too. Only too young a birth date is
/// refused.
pub fn judge_introduced(
    site_config: &SiteConfig,
    claims: &Map<String, Value>,
    country: &str,
    locale: &str,
    today: Date,
    refusals: &mut Refusals,
) -> Option<Applicant> {
    let country = refusals.check("country", residence(site_config, country))?;
    let licence = site_config.licences.serving(Some(&country)).code.clone();
    let currency = currency_of(site_config, &licence, &country)?;
    let context = Context { site_config, licence: &licence, country: &country, today };
    let mut asked = site_config.fields.context("registration", &licence);
    asked.extend(site_config.fields.context("edition", &licence));
    let mut held = BTreeMap::new();
    for (name, value) in claims {
        let Some(field) = Fields::get(name) else { continue };
        match judged(field, value, &context) {
            Ok(value) if asked.contains(&field.name) => {
                held.insert(field.name, value);
            }
            Err(Rule::Underage) => refusals.add(name, Rule::Underage),
            Ok(_) | Err(_) => {}
        }
    }
    let locale = language(locale).unwrap_or(LOCALE_DEFAULT).to_owned();
    Some(Applicant {
        currency,
        deposit_bonus_code: None,
        country,
        licence,
        locale,
        accepts_terms: false,
        held,
    })
}

/// The currency of a first wallet that nobody has chosen: that of the country, and for want of that the first one on offer.
pub fn currency_of(site_config: &SiteConfig, licence: &str, country: &str) -> Option<Currency> {
    let own = site_config.countries.currency(country);
    if site_config.may_open(own, licence, &[]) {
        Some(own)
    } else {
        site_config.openable(licence, &[]).into_iter().next()
    }
}

/// A currency in which a player of `licence` can open a wallet.
fn wallet_currency(site_config: &SiteConfig, licence: &str, code: &str) -> Result<Currency, Rule> {
    let code = rules::required(code)?;
    let currency = code.parse().ok().filter(|currency| site_config.may_open(*currency, licence, &[]));
    currency.ok_or(Rule::NotAllowed)
}

/// A country whose people the operator may serve.
pub(super) fn residence(site_config: &SiteConfig, code: &str) -> Result<String, Rule> {
    let code = rules::required(code)?;
    let open = site_config.countries.knows(code) && !site_config.licences.is_restricted(Some(code));
    if open { Ok(code.to_owned()) } else { Err(Rule::NotAllowed) }
}

fn language(wanted: &str) -> Result<&str, Rule> {
    if crate::site_config::LOCALES.contains(&wanted) { Ok(wanted) } else { Err(Rule::NotAllowed) }
}

/// The profile's fields in the form, whether asked for or given freely.
fn profile(
    site_config: &SiteConfig,
    form: &Map<String, Value>,
    context: &Context<'_>,
    refusals: &mut Refusals,
) -> BTreeMap<&'static str, Held> {
    let mut held = BTreeMap::new();
    let mut names = site_config.fields.context("registration", context.licence);
    names.extend(site_config.fields.context("edition", context.licence));
    names.sort_unstable();
    names.dedup();
    for name in names {
        let Some(field) = Fields::get(name) else { continue };
        // These have their own checks, or come from the country.
        if matches!(field.name, "email" | "password" | "currency" | "country" | "terms_acceptance") {
            continue;
        }
        let Some(value) = form.get(field.name) else {
            if site_config.fields.is_required(name, context.licence) {
                refusals.add(name, Rule::Required);
            }
            continue;
        };
        match judged(field, value, context) {
            Ok(value) if value.is_empty() && site_config.fields.is_required(name, context.licence) => {
                refusals.add(name, Rule::Required);
            }
            Ok(value) => {
                held.insert(field.name, value);
            }
            Err(rule) => refusals.add(name, rule),
        }
    }
    let text = |name: &str| match held.get(name) {
        Some(Held::Text(text)) => text.as_deref(),
        _ => None,
    };
    if let Some(id) = text("personal_id")
        && ["date_of_birth", "gender"].iter().any(|name| !agrees(id, name, text(name)))
    {
        refusals.add("personal_id", Rule::NotMatch);
    }
    held
}

impl Applicant {
    /// The text of a field of the profile to be.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.held.get(name) {
            Some(Held::Text(text)) => text.as_deref(),
            _ => None,
        }
    }

    fn into_player(
        mut self,
        id: PlayerId,
        channel_id: String,
        personal_id: Option<Vec<u8>>,
        now: i64,
    ) -> Player {
        let mut text = |name: &str| match self.held.remove(name) {
            Some(Held::Text(text)) => text,
            _ => None,
        };
        let (nickname, gender, profession) = (text("nickname"), text("gender"), text("profession"));
        let (first_name, last_name) = (text("first_name"), text("last_name"));
        let (date_of_birth, mobile_phone) = (text("date_of_birth"), text("mobile_phone"));
        let (city, address, postal_code) = (text("city"), text("address"), text("postal_code"));
        let state_of_code = || postal_code.as_deref().and_then(|code| rules::state_of(&self.country, code));
        let state = text("state").or_else(|| state_of_code().map(str::to_owned));
        let flag = |name: &str| self.held.get(name) == Some(&Held::Flag(true));
        Player {
            receive_promos: flag("receive_promos"),
            receive_sms_promos: flag("receive_sms_promos"),
            id,
            channel_id,
            nickname,
            first_name,
            last_name,
            gender,
            date_of_birth,
            personal_id,
            country: self.country,
            state,
            city,
            address,
            postal_code,
            mobile_phone,
            profession,
            currency: self.currency,
            locale: self.locale,
            licence: self.licence,
            terms_accepted_at: self.accepts_terms.then_some(now),
            verified_at: None,
            sumsub_verified_at: None,
            wealth_due_at: None,
            deposit_bonus_code: self.deposit_bonus_code,
            can_issue_bonuses: true,
        }
    }
}

/// Makes the player within the caller's transaction: the profile, the first group, and the fact in the log.
pub async fn add(app: &App, tx: &mut Tx, applicant: Applicant, from: &CameFrom) -> ApiResult<Player> {
    let now = app.clock.now();
    let id = log::take_numbers(tx, "player", 1).await?;
    let channel_id = hex::encode(app.entropy.bytes::<16>());
    let given_id = applicant.text("personal_id").map(str::to_owned);
    let personal_id = super::sealed_id(app, id, given_id.as_deref())?;
    let player = applicant.into_player(id, channel_id, personal_id, now);
    store::add(tx, &player, from, now).await?;
    if given_id.is_some() {
        super::mark_id(app, tx, id, given_id.as_deref()).await?;
    }
    if let Some(code) = &player.deposit_bonus_code {
        store::choose_bonus(tx, id, Some(code)).await?;
    }
    store::add_group(tx, id, half_of(id), now).await?;
    if player.terms_accepted_at.is_some() {
        super::accept_terms(app, tx, &player, now).await?;
    }
    let mut body = serde_json::json!({
        "country": player.country, "currency": player.currency, "licence": player.licence, "stag": from.stag,
    });
    if let Some(visitor) = &from.visitor {
        body["visitor"] = Value::from(visitor.as_str());
    }
    let fact = Fact { kind: "player.registered", body: body.to_string() };
    let mut facts = vec![fact];
    // A device that nobody knows, and one of several accounts, are looked at by the operator; signing up goes on.
    if from.dfpc.is_empty() {
        facts.push(identity::device_unknown());
    }
    facts.extend(player.state_disagrees());
    facts.extend(shared_device(tx, from, id).await?);
    log::append(&app.db, tx, id, now, &facts).await?;
    Ok(player)
}

/// The fact that others have signed up on the device: by the browser itself, and for want of that by the fingerprint,
/// which only hints at it.
async fn shared_device(tx: &mut Tx, from: &CameFrom, id: PlayerId) -> ApiResult<Option<Fact>> {
    let in_browser = match &from.device {
        Some(device) => store::players_in_browser(tx, device, id).await?,
        None => Vec::new(),
    };
    let (players, by) = if in_browser.is_empty() {
        (store::players_on_device(tx, &from.dfpc, id).await?, "fingerprint")
    } else {
        (in_browser, "browser")
    };
    let body = serde_json::json!({ "by": by, "players": players }).to_string();
    Ok((!players.is_empty()).then_some(Fact { kind: "player.device_shared", body }))
}
