//! Changing a profile: which fields may change, and what they may become.

use serde_json::{Map, Value};

use super::model::{Held, Player};
use super::store::Change;
use crate::platform::calendar::Date;
use crate::rules::{self, Refusals, Rule};
use crate::site_config::{Field, Fields, Kind, SiteConfig};

/// The two names that some fields have in calls.
fn canonical(name: &str) -> &str {
    match name {
        "nick_name" => "nickname",
        "language" => "locale",
        other => other,
    }
}

/// What a value is judged against.
pub(super) struct Context<'a> {
    pub(super) site_config: &'a SiteConfig,
    pub(super) licence: &'a str,
    pub(super) country: &'a str,
    pub(super) today: Date,
}

/// The changes that `wanted` asks of `player`, or every refusal. `kept_id` is the player's personal id, where one is kept;
/// a new one comes as plain text, which is still to be encrypted. Unknown names are passed over; fields that a
/// profile form does not have are refused.
pub(super) fn changes(
    site_config: &SiteConfig,
    player: &Player,
    wanted: &Map<String, Value>,
    now: i64,
    kept_id: Option<&str>,
    refusals: &mut Refusals,
) -> Vec<Change> {
    let open = site_config.fields.context("edition", &player.licence);
    let context =
        Context { site_config, licence: &player.licence, country: &player.country, today: Date::of(now) };
    let mut changes: Vec<Change> = Vec::new();
    for (name, value) in wanted {
        let name = canonical(name);
        let Some(field) = Fields::get(name) else { continue };
        if name == "terms_acceptance" {
            changes.extend(acceptance(site_config, player, value, now, refusals));
            continue;
        }
        if !open.contains(&name) && name != "locale" {
            refusals.add(name, Rule::Locked);
            continue;
        }
        let (Some(old), Some(new)) =
            (player.held(name), refusals.check(name, judged(field, value, &context)))
        else {
            continue;
        };
        if old == new {
            continue;
        }
        if field.locks && !old.is_empty() {
            refusals.add(name, Rule::Locked);
        } else {
            changes.push(Change { field: field.name, old, new });
        }
    }
    disagree(player, kept_id, &changes, refusals);
    fill_state(player, &mut changes);
    changes
}

/// What says who a player is: players fill it once, and staff corrects it.
const IDENTITY: [&str; 4] = ["first_name", "last_name", "date_of_birth", "country"];

/// The corrections of identity fields that staff makes of `player`, filled or not, or every refusal. Nothing else is corrected,
/// and nothing is emptied. `kept_id` is the player's personal id, where one is kept.
pub(super) fn corrections(
    site_config: &SiteConfig,
    player: &Player,
    wanted: &Map<String, Value>,
    now: i64,
    kept_id: Option<&str>,
    refusals: &mut Refusals,
) -> Vec<Change> {
    let context =
        Context { site_config, licence: &player.licence, country: &player.country, today: Date::of(now) };
    let mut changes: Vec<Change> = Vec::new();
    for (name, value) in wanted {
        let Some(field) = Fields::get(name).filter(|field| IDENTITY.contains(&field.name)) else {
            refusals.add(name, Rule::NotAllowed);
            continue;
        };
        let (Some(old), Some(new)) =
            (player.held(name), refusals.check(name, judged(field, value, &context)))
        else {
            continue;
        };
        if new.is_empty() {
            refusals.add(name, Rule::Required);
        } else if old != new {
            changes.push(Change { field: field.name, old, new });
        }
    }
    stay_under_licence(site_config, player, &changes, refusals);
    disagree(player, kept_id, &changes, refusals);
    changes
}

/// Refuses a country that another licence serves, or none: its rules are others, and so are those that the player has agreed to.
fn stay_under_licence(
    site_config: &SiteConfig,
    player: &Player,
    changes: &[Change],
    refusals: &mut Refusals,
) {
    let country = changes.iter().find(|change| change.field == "country").map(|change| &change.new);
    let Some(Held::Text(Some(country))) = country else { return };
    let is_served = site_config.licences.serving(Some(country)).code == player.licence;
    if !is_served || site_config.licences.is_restricted(Some(country)) {
        refusals.add("country", Rule::NotAllowed);
    }
}

/// Refuses what does not agree with the personal id, kept or just given, at the field that was given.
fn disagree(player: &Player, kept_id: Option<&str>, changes: &[Change], refusals: &mut Refusals) {
    let given = |name: &str| changes.iter().find(|change| change.field == name).map(|change| &change.new);
    let text = |held: Option<&Held>| match held {
        Some(Held::Text(text)) => text.clone(),
        _ => None,
    };
    let new_id = text(given("personal_id"));
    let Some(id) = new_id.as_deref().or(kept_id) else { return };
    for (name, held) in [("date_of_birth", &player.date_of_birth), ("gender", &player.gender)] {
        let value = given(name).map_or_else(|| held.clone(), |new| text(Some(new)));
        let to_blame = if new_id.is_some() { "personal_id" } else { name };
        let concerns = new_id.is_some() || given(name).is_some();
        if concerns && !agrees(id, name, value.as_deref()) && !refusals.has(to_blame, Rule::NotMatch) {
            refusals.add(to_blame, Rule::NotMatch);
        }
    }
}

/// Whether `value` of the field `name` is what the personal id says; what is not known agrees.
pub(super) fn agrees(id: &str, name: &str, value: Option<&str>) -> bool {
    let (Ok(id), Some(value)) = (rules::personal_id(id), value) else { return true };
    match name {
        "date_of_birth" => id.born.to_string() == value,
        "gender" => id.gender == value,
        _ => true,
    }
}

/// Accepting the terms in force, where that is still missing; an acceptance of them given before stands.
fn acceptance(
    site_config: &SiteConfig,
    player: &Player,
    value: &Value,
    now: i64,
    refusals: &mut Refusals,
) -> Option<Change> {
    if *value != Value::Bool(true) {
        refusals.add("terms_acceptance", Rule::Unchecked);
        return None;
    }
    let new = Held::At(Some(now));
    let old = Held::At(player.terms_accepted_at);
    (!player.has_accepted_terms(site_config, now)).then_some(Change { field: "terms_acceptance", old, new })
}

/// A new postal code tells the state, as long as nobody has chosen one.
fn fill_state(player: &Player, changes: &mut Vec<Change>) {
    let chosen = player.state.is_some() || changes.iter().any(|change| change.field == "state");
    let code = changes.iter().find(|change| change.field == "postal_code").map(|change| change.new.clone());
    if let (false, Some(Held::Text(Some(code)))) = (chosen, code)
        && let Some(state) = rules::state_of(&player.country, &code)
    {
        let (old, new) = (Held::Text(None), Held::Text(Some(state.to_owned())));
        changes.push(Change { field: "state", old, new });
    }
}

/// Judges one value of a call for `field`; nothing and blanks are "empty", which an optional field may be.
pub(super) fn judged(field: &Field, value: &Value, context: &Context<'_>) -> Result<Held, Rule> {
    if field.kind == Kind::Checkbox {
        return value.as_bool().map(Held::Flag).ok_or(Rule::Invalid);
    }
    let text = match value {
        Value::Null => "",
        Value::String(text) => text.trim(),
        _ => return Err(Rule::Invalid),
    };
    if text.is_empty() {
        let may_be_empty = !matches!(field.name, "locale" | "country");
        return if may_be_empty { Ok(Held::Text(None)) } else { Err(Rule::Required) };
    }
    judged_text(field, text, context).map(|text| Held::Text(Some(text)))
}

fn judged_text(field: &Field, text: &str, context: &Context<'_>) -> Result<String, Rule> {
    let age_min = context.site_config.licences.named(context.licence).minimum_age;
    let one_of = |known: bool| if known { Ok(text.to_owned()) } else { Err(Rule::NotAllowed) };
    if context.site_config.fields.is_english(field.name) {
        rules::english(text)?;
    }
    match field.name {
        "nickname" => rules::nickname(text),
        "first_name" | "last_name" => rules::person_name(text),
        "mobile_phone" => rules::mobile_phone(text),
        "postal_code" => rules::postal_code(text, context.country),
        "personal_id" => rules::personal_id(text).map(|id| id.code),
        "date_of_birth" => rules::date_of_birth(text, context.today, age_min).map(|date| date.to_string()),
        "gender" => one_of(matches!(text, "m" | "f")),
        "country" => one_of(context.site_config.countries.knows(text)),
        "locale" => one_of(crate::site_config::is_locale(text)),
        _ => rules::short_text(text, field.length_max()),
    }
}
