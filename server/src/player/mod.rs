//! Who a player is to the operator: profile, groups, language, and what still has to be asked.

mod age;
mod edit;
mod groups;
pub mod http;
mod info;
mod model;
mod personal_id;
mod sign_up;
mod store;
mod verified;
mod view;

use croupier_db::{Db, Statement, Tx, log};
use croupier_ledger::{Fact, PlayerId, StopReason};
use croupier_money::Currency;
use serde_json::{Map, Value};

use crate::app::App;
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::{Refusals, Rule};
use crate::site_config::LOCALE_TEST;
use personal_id::{mark_id, sealed_id};

pub use age::{is_refused_for_age, refuse_for_age};
pub use groups::{
    LITHUANIAN_IBAN, MULTI_ACCOUNT, NOTIFICATION_TESTER, TESTER, WELCOME_PACK, add_groups, change_groups,
    groups_in, groups_of, half_of, with_testers,
};
pub use info::licence_of;
pub use model::Player;
pub use personal_id::{mark_of_id, opened_id};
pub use sign_up::{Applicant, Application, add, currency_of, judge, judge_introduced, judge_newcomer};
pub use store::{CameFrom, brand_of, stag_of};
pub use verified::{IdentityCheck, lock, note_check};
pub use view::{PlayerView, StatusView, statuses, view, view_in};

/// Players whose languages one query reads.
const LOCALES_AT_ONCE: usize = 500;

/// The player with this number.
pub async fn get(app: &App, id: PlayerId) -> ApiResult<Player> {
    store::get(&app.db, id).await?.ok_or_else(|| gone(id))
}

/// The player with this number, when there is one.
pub async fn find(app: &App, id: PlayerId) -> ApiResult<Option<Player>> {
    Ok(store::get(&app.db, id).await?)
}

fn gone(id: PlayerId) -> ApiError {
    ApiError::internal(&format!("player {id} has no profile"))
}

/// Refuses with 422 and a problem for every field of `context` that the player has still to fill.
pub fn require_fields(app: &App, player: &Player, context: &str) -> ApiResult<()> {
    let mut refusals = Refusals::default();
    for name in player.missing(&app.site_config, context, app.clock.now()) {
        refusals.add(name, Rule::Required);
    }
    refusals.into_result()
}

/// Those of `players` who are members of one of `groups`, or all of them without `groups`, each with the language of their
/// profile.
pub async fn locales_of(
    db: &Db,
    players: &[PlayerId],
    groups: Option<&[i64]>,
) -> croupier_db::Result<Vec<(PlayerId, String)>> {
    let mut locales = Vec::new();
    for some in players.chunks(LOCALES_AT_ONCE) {
        locales.extend(store::locales(db, some, groups).await?);
    }
    Ok(locales)
}

/// The licences that `players` signed up under.
pub async fn licences_of(db: &Db, players: &[PlayerId]) -> croupier_db::Result<Vec<(PlayerId, String)>> {
    let mut licences = Vec::new();
    for some in players.chunks(LOCALES_AT_ONCE) {
        licences.extend(store::licences(db, some).await?);
    }
    Ok(licences)
}

/// The licences of players, and the codes of the currencies that they use.
pub async fn seats_of(
    db: &Db,
    players: &[PlayerId],
) -> croupier_db::Result<Vec<(PlayerId, (String, String))>> {
    let mut seats = Vec::new();
    for some in players.chunks(LOCALES_AT_ONCE) {
        seats.extend(store::seats(db, some).await?);
    }
    Ok(seats)
}

/// Other players who signed up in the browser of a player, the latest first.
pub async fn others_in_browser(tx: &mut Tx, id: PlayerId) -> croupier_db::Result<Vec<PlayerId>> {
    store::others_in_browser(tx, id).await
}

/// The browser in which the player signed up, by its id.
pub async fn device_of(app: &App, id: PlayerId) -> ApiResult<Option<String>> {
    Ok(store::device_of(&app.db, id).await?)
}

/// Changes the profile as `wanted` says, and notes every changed field in the audit. `device` is the browser that
/// asks, when it is known.
pub async fn edit(
    app: &App,
    id: PlayerId,
    device: Option<&str>,
    wanted: &Map<String, Value>,
) -> ApiResult<()> {
    let is_tester = is_tester(app, id).await?;
    let mut tx = app.db.begin().await?;
    // Judged against what is there now: two calls at once must not both fill a field that locks.
    store::lock(&mut tx, id).await?;
    let player = store::get_in(&mut tx, id).await?.ok_or_else(|| gone(id))?;
    let edited = put_changes(app, &mut tx, &player, Wanted { device, is_tester, fields: wanted }).await?;
    end_edit(tx, edited).await
}

/// What a profile is to become.
struct Wanted<'a> {
    /// The browser that asks, when it is known.
    device: Option<&'a str>,
    is_tester: bool,
    fields: &'a Map<String, Value>,
}

/// Commits an edit: also one that was refused for the age, which was noted.
async fn end_edit(tx: Tx, edited: Result<(), Refusals>) -> ApiResult<()> {
    tx.commit().await?;
    edited.map_or_else(Refusals::into_result, Ok)
}

/// Changes the profile of `player` within the caller's transaction, which holds [`lock`]. The inner refusal is that of somebody
/// too young; it is noted, and has to be committed.
async fn put_changes(
    app: &App,
    tx: &mut Tx,
    player: &Player,
    wanted: Wanted<'_>,
) -> ApiResult<Result<(), Refusals>> {
    let Wanted { device, is_tester, fields } = wanted;
    let (id, now) = (player.id, app.clock.now());
    let mut refusals = Refusals::default();
    let kept_id = opened_id(app, player)?;
    let mut changes = edit::changes(&app.site_config, player, fields, now, kept_id.as_deref(), &mut refusals);
    let asks_age = changes.iter().any(|change| change.field == "date_of_birth");
    if asks_age && age::is_refused_in(tx, device, id, now).await? {
        refusals.add("date_of_birth", Rule::AgeRefused);
    }
    if refusals.has("date_of_birth", Rule::Underage) {
        age::note(app, tx, device, id, now).await?;
        return Ok(Err(refusals));
    }
    let test_language =
        |change: &store::Change| change.new == model::Held::Text(Some(LOCALE_TEST.to_owned()));
    if !is_tester && changes.iter().any(test_language) {
        refusals.add("locale", Rule::NotAllowed);
    }
    refusals.into_result()?;
    let begins_offers = |change: &store::Change| {
        change.field.starts_with("receive_") && change.new == model::Held::Flag(true)
    };
    if changes.iter().any(begins_offers) {
        // A break, which ends them, locks the player's row as well.
        let stops = identity::stops_in(tx, id).await?;
        identity::refuse_stopped(&stops, now, StopReason::is_break)?;
    }
    for change in changes.iter_mut().filter(|change| change.field == "personal_id") {
        if let model::Held::Text(text) = &change.new {
            mark_id(app, tx, id, text.as_deref()).await?;
            change.new = model::Held::Sealed(sealed_id(app, id, text.as_deref())?);
        }
    }
    store::change(tx, id, &changes, "player", now).await?;
    if changes.iter().any(|change| change.field == "terms_acceptance") {
        // The texts in force for these are known from what was published when.
        let version = accept_terms(app, tx, player, now).await?;
        let text = [
            ("country", &player.country),
            ("licence", &player.licence),
            ("locale", &player.locale),
            ("version", &version),
        ];
        let body = serde_json::to_string(&std::collections::BTreeMap::from(text))?;
        log::append(&app.db, tx, id, now, &[Fact { kind: "player.terms_accepted", body }]).await?;
    }
    if changes.iter().any(|change| matches!(change.field, "state" | "postal_code")) {
        let player = store::get_in(tx, id).await?.ok_or_else(|| gone(id))?;
        log::append(&app.db, tx, id, now, player.state_disagrees().as_slice()).await?;
    }
    Ok(Ok(()))
}

/// Completes the profile of a player whom a provider has made. The country of residence counts as long as it is awaited, and decides
/// the licence and so what is asked, and from which age; everything is judged before anything is written. Answers the currency that the wallet has to
/// become, when the one that is open is none for the licence.
pub async fn complete(
    app: &App,
    id: PlayerId,
    device: Option<&str>,
    wanted: &Map<String, Value>,
) -> ApiResult<Option<Currency>> {
    let (now, is_tester) = (app.clock.now(), is_tester(app, id).await?);
    let mut tx = app.db.begin().await?;
    store::lock(&mut tx, id).await?;
    let mut player = store::get_in(&mut tx, id).await?.ok_or_else(|| gone(id))?;
    let awaits_country = identity::awaits_country_in(&mut tx, id).await? == Some(true);
    let mut fields = wanted.clone();
    let country = fields.remove("country");
    let country = country.as_ref().map(|country| country.as_str().unwrap_or_default());
    let mut refusals = Refusals::default();
    if let Some(country) = country {
        if awaits_country {
            let judged = refusals.check("country", sign_up::residence(&app.site_config, country));
            // Whoever was too young for one country names no other one instead, as by the form.
            if age::is_refused_in(&mut tx, device, id, now).await? {
                refusals.add("date_of_birth", Rule::AgeRefused);
            }
            refusals.into_result()?;
            let country = judged.unwrap_or_default();
            // The date of birth was judged by the age in the country of the visit.
            if age::is_below(&app.site_config, &player, &country, now) {
                age::note(app, &mut tx, device, id, now).await?;
                let mut young = Refusals::default();
                young.add("date_of_birth", Rule::Underage);
                return end_edit(tx, Err(young)).await.map(|()| None);
            }
            settle_country(app, &mut tx, &mut player, country, now).await?;
        } else if country != player.country {
            refusals.add("country", Rule::Locked);
            refusals.into_result()?;
        }
    }
    let edited = put_changes(app, &mut tx, &player, Wanted { device, is_tester, fields: &fields }).await?;
    let currency = match &edited {
        Ok(()) if !app.site_config.may_open(player.currency, &player.licence, &[]) => {
            sign_up::currency_of(&app.site_config, &player.licence, &player.country)
        }
        _ => None,
    };
    end_edit(tx, edited).await?;
    Ok(currency)
}

/// Writes down within the caller's transaction where the player lives, and under which licence that is.
async fn settle_country(
    app: &App,
    tx: &mut Tx,
    player: &mut Player,
    country: String,
    now: i64,
) -> ApiResult<()> {
    identity::note_declared_country(app, tx, player.id).await?;
    let licence = app.site_config.licences.serving(Some(&country)).code.clone();
    let text = |text: &str| model::Held::Text(Some(text.to_owned()));
    let changed = [
        ("country", player.country.as_str(), country.as_str()),
        ("licence", player.licence.as_str(), licence.as_str()),
    ];
    let changed = changed.into_iter().filter(|(_, old, new)| old != new);
    let changes: Vec<_> =
        changed.map(|(field, old, new)| store::Change { field, old: text(old), new: text(new) }).collect();
    store::change(tx, player.id, &changes, "player", now).await?;
    (player.country, player.licence) = (country, licence);
    Ok(())
}

/// Corrects identity fields of `player` as `wanted` says, locked or not, within the caller's transaction, which holds [`lock`];
/// `by` does so, as the audit keeps it. Answers the names of the fields that have changed.
pub async fn correct(
    app: &App,
    tx: &mut Tx,
    player: &Player,
    wanted: &Map<String, Value>,
    by: &str,
) -> ApiResult<Vec<&'static str>> {
    let now = app.clock.now();
    let mut refusals = Refusals::default();
    let kept_id = opened_id(app, player)?;
    let changes = edit::corrections(&app.site_config, player, wanted, now, kept_id.as_deref(), &mut refusals);
    refusals.into_result()?;
    store::change(tx, player.id, &changes, by, now).await?;
    Ok(changes.into_iter().map(|change| change.field).collect())
}

/// The brand on whose host the player signed up, by its id; empty for players of before there were any.
pub async fn brand_in(tx: &mut Tx, id: PlayerId) -> croupier_db::Result<String> {
    store::brand(tx, id).await
}

/// Notes within the caller's transaction that the player has accepted the terms in force at `now`. Answers their version;
/// empty when the operator names none.
async fn accept_terms(app: &App, tx: &mut Tx, player: &Player, now: i64) -> ApiResult<String> {
    let terms = app.site_config.terms.now();
    let Some(version) = terms.in_force(&player.licence, now) else { return Ok(String::new()) };
    store::accept_terms(tx, player.id, &version.id, now).await?;
    Ok(version.id.clone())
}

/// Ends the player's offers by mail and SMS within the caller's transaction, which has not locked a lane yet. Nothing
/// changes for a player without a profile.
pub async fn end_offers(tx: &mut Tx, id: PlayerId, now: i64) -> croupier_db::Result<()> {
    store::lock(tx, id).await?;
    let Some(player) = store::get_in(tx, id).await? else { return Ok(()) };
    let off = |field, on: bool| {
        let (old, new) = (model::Held::Flag(true), model::Held::Flag(false));
        on.then_some(store::Change { field, old, new })
    };
    let offers =
        [off("receive_promos", player.receive_promos), off("receive_sms_promos", player.receive_sms_promos)];
    let changes: Vec<_> = offers.into_iter().flatten().collect();
    store::change(tx, id, &changes, "player", now).await
}

/// Turns the offers by mail of `player`, who has none, on within the caller's transaction, which holds [`lock`].
pub async fn begin_offers(tx: &mut Tx, player: &Player, now: i64) -> croupier_db::Result<()> {
    let (old, new) = (model::Held::Flag(false), model::Held::Flag(true));
    store::change(tx, player.id, &[store::Change { field: "receive_promos", old, new }], "player", now).await
}

/// Chooses the bonus of the player's next deposit, or none.
pub async fn choose_deposit_bonus(db: &Db, id: PlayerId, code: Option<&str>) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    store::choose_bonus(&mut tx, id, code).await?;
    Ok(tx.commit().await?)
}

/// Switches bonuses on or off for the player.
pub async fn switch_bonuses(db: &Db, id: PlayerId, can_issue: bool) -> ApiResult<()> {
    let mut tx = db.begin().await?;
    store::switch_bonuses(&mut tx, id, can_issue).await?;
    Ok(tx.commit().await?)
}

/// The statement that uses the chosen bonus `code` up in the commit of a deposit at `now` (UTC milliseconds). It misses
/// when another is chosen by then, and when the player wants no bonuses or is stopped.
pub fn use_deposit_bonus(id: PlayerId, code: &str, now: i64) -> Statement {
    store::use_bonus(id, code, now)
}

async fn is_tester(app: &App, id: PlayerId) -> ApiResult<bool> {
    Ok(groups_of(app, id).await?.contains(&TESTER))
}

/// Makes `currency` the player's own within the caller's transaction, as `by` wishes; the wallet has to be open by its commit.
pub async fn set_currency(
    app: &App,
    tx: &mut Tx,
    id: PlayerId,
    currency: Currency,
    by: &str,
) -> ApiResult<()> {
    store::lock(tx, id).await?;
    let player = store::get_in(tx, id).await?.ok_or_else(|| gone(id))?;
    if player.currency == currency {
        return Ok(());
    }
    let text = |currency: Currency| model::Held::Text(Some(currency.code().to_owned()));
    let change = store::Change { field: "currency", old: text(player.currency), new: text(currency) };
    Ok(store::change(tx, id, &[change], by, app.clock.now()).await?)
}
