//! Who a player is to the house: profile, groups, language, and what still has to be asked.

mod edit;
mod groups;
pub mod http;
mod info;
mod model;
mod sign_up;
mod store;
mod view;

use croupier_db::{Tx, log};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use serde_json::{Map, Value};

use crate::app::App;
use crate::calendar::Date;
use crate::error::{ApiError, ApiResult};
use crate::house::LOCALE_TEST;
use crate::rules::{Refusals, Rule};

pub use groups::{TESTER, WELCOME_PACK, add_groups, groups_of, half_of};
pub use info::licence_of;
pub use model::Player;
pub use sign_up::{Applicant, Application, add, judge};
pub use store::CameFrom;
pub use view::{PlayerView, StatusView, view, view_in};

/// The player with this number.
pub async fn get(app: &App, id: PlayerId) -> ApiResult<Player> {
    store::get(&app.db, id).await?.ok_or_else(|| gone(id))
}

fn gone(id: PlayerId) -> ApiError {
    ApiError::internal(&format!("player {id} has no profile"))
}

/// Refuses with 422 and a problem for every field of `context` that the player has still to fill.
pub fn require_fields(app: &App, player: &Player, context: &str) -> ApiResult<()> {
    let mut refusals = Refusals::default();
    for name in player.missing(&app.house, context) {
        refusals.add(name, Rule::Required);
    }
    refusals.into_result()
}

/// Changes the profile as `wanted` says, and notes every changed field in the audit.
pub async fn edit(app: &App, id: PlayerId, wanted: &Map<String, Value>) -> ApiResult<()> {
    let (now, tester) = (app.clock.now(), is_tester(app, id).await?);
    let mut tx = app.db.begin().await?;
    // Judged against what is there now: two calls at once must not both fill a field that locks.
    store::lock(&mut tx, id).await?;
    let player = store::get_in(&mut tx, id).await?.ok_or_else(|| gone(id))?;
    let mut refusals = Refusals::default();
    let changes = edit::changes(&app.house, &player, wanted, Date::of(now), &mut refusals);
    let test_language =
        |change: &store::Change| change.new == model::Held::Text(Some(LOCALE_TEST.to_owned()));
    if !tester && changes.iter().any(test_language) {
        refusals.add("locale", Rule::NotAllowed);
    }
    refusals.into_result()?;
    store::change(&mut tx, id, &changes, "player", now).await?;
    if changes.iter().any(|change| matches!(change.field, "state" | "postal_code")) {
        let player = store::get_in(&mut tx, id).await?.ok_or_else(|| gone(id))?;
        log::append(&app.db, &mut tx, id, now, player.state_disagrees().as_slice()).await?;
    }
    Ok(tx.commit().await?)
}

async fn is_tester(app: &App, id: PlayerId) -> ApiResult<bool> {
    Ok(groups_of(app, id).await?.contains(&TESTER))
}

/// Makes `currency` the player's own within the caller's transaction; the wallet has to be open.
pub async fn set_currency(app: &App, tx: &mut Tx, id: PlayerId, currency: Currency) -> ApiResult<()> {
    store::lock(tx, id).await?;
    let player = store::get_in(tx, id).await?.ok_or_else(|| gone(id))?;
    if player.currency == currency {
        return Ok(());
    }
    let told = |currency: Currency| model::Held::Text(Some(currency.code().to_owned()));
    let change = store::Change { field: "currency", old: told(player.currency), new: told(currency) };
    Ok(store::change(tx, id, &[change], "player", app.clock.now()).await?)
}
