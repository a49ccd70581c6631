//! Changing a profile: which fields may change, and what they may become.

use serde_json::{Map, Value};

use super::model::{Held, Player};
use super::store::Change;
use crate::calendar::Date;
use crate::house::{Field, Fields, House, Kind};
use crate::rules::{self, Refusals, Rule};

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
    pub(super) house: &'a House,
    pub(super) licence: &'a str,
    pub(super) country: &'a str,
    pub(super) today: Date,
}

/// The changes that `wanted` asks of `player`, or every refusal. Unknown names are passed over; fields that a
/// profile form does not have are refused.
pub(super) fn changes(
    house: &House,
    player: &Player,
    wanted: &Map<String, Value>,
    today: Date,
    refusals: &mut Refusals,
) -> Vec<Change> {
    let open = house.fields.context("edition", &player.licence);
    let context = Context { house, licence: &player.licence, country: &player.country, today };
    let mut changes: Vec<Change> = Vec::new();
    for (name, value) in wanted {
        let name = canonical(name);
        let Some(field) = Fields::get(name) else { continue };
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
    fill_state(player, &mut changes);
    changes
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
    let age_min = context.house.licences.named(context.licence).minimum_age;
    let one_of = |known: bool| if known { Ok(text.to_owned()) } else { Err(Rule::NotAllowed) };
    match field.name {
        "nickname" => rules::nickname(text),
        "first_name" | "last_name" => rules::person_name(text),
        "mobile_phone" => rules::mobile_phone(text),
        "postal_code" => rules::postal_code(text, context.country),
        "date_of_birth" => rules::date_of_birth(text, context.today, age_min).map(|date| date.to_string()),
        "gender" => one_of(matches!(text, "m" | "f")),
        "country" => one_of(context.house.countries.knows(text)),
        "locale" => one_of(crate::house::is_locale(text)),
        _ => rules::short_text(text, field.length_max()),
    }
}
