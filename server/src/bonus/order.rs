//! The order in which the bonuses that wait in a wallet are activated. Its player may change it.

use std::collections::BTreeSet;

use croupier_ledger::PlayerId;

use super::http::id_of;
use super::issue::without_money;
use super::model::Award;
use super::store::{self, SHOWN_MAX};
use super::view::BonusView;
use super::waiting_store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

/// Puts the bonuses that wait in a wallet into the order of `ids`, which names each of them once; answers them in it. 404 of
/// an id that is not the player's, 409 when others wait by now, or in another order than it was read.
pub(super) async fn change(app: &App, player: PlayerId, ids: &[String]) -> ApiResult<Vec<BonusView>> {
    let ids = listed(ids)?;
    let waiting = waiting_store::waiting(&app.db, player).await?;
    for id in &ids {
        let waits = waiting.iter().any(|award| award.id == *id);
        if !waits {
            // One that waits no more has changed; one of somebody else is none.
            store::own_award(&app.db, player, *id).await?.ok_or_else(ApiError::not_found)?;
            return Err(changed());
        }
    }
    let next = ordered(&ids, &waiting).ok_or_else(changed)?;
    let (offers, now) = (app.bonuses.offers(), app.clock.now());
    let locale = player::get(app, player).await?.locale;
    let count = i64::try_from(next.len()).unwrap_or(i64::MAX);
    let mut statements = Vec::with_capacity(next.len());
    let mut facts = Vec::new();
    for (award, place) in next.iter().zip(1..) {
        let moved = Award { place: Some(place), ..award.clone() };
        statements.push(waiting_store::put_at(award, place, count));
        if moved.place != award.place {
            facts.push(moved.changed(&offers, &locale, now)?);
        }
    }
    if !facts.is_empty() && !without_money(app, player, &statements, &facts).await? {
        return Err(changed());
    }
    let placed = next.into_iter().zip(1..).map(|(award, place)| Award { place: Some(place), ..award });
    Ok(placed.map(|award| award.view(&offers, &locale, now)).collect())
}

/// The ids of a call, none of them twice.
fn listed(ids: &[String]) -> ApiResult<Vec<i64>> {
    let is_long = i64::try_from(ids.len()).is_ok_and(|count| count > SHOWN_MAX);
    let names: BTreeSet<&String> = ids.iter().collect();
    if ids.is_empty() || is_long || names.len() < ids.len() {
        let message = "Name each bonus that waits once.";
        return Err(ApiError::field("ids", "VALIDATION.IDS.INVALID", message));
    }
    ids.iter().map(|id| id_of(id)).collect()
}

/// The awards of `ids` in their order; `None` when they are not all that wait in one wallet.
fn ordered(ids: &[i64], waiting: &[Award]) -> Option<Vec<Award>> {
    let find = |id: &i64| waiting.iter().find(|award| award.id == *id).cloned();
    let awards: Vec<Award> = ids.iter().map(find).collect::<Option<_>>()?;
    let currency = awards.first()?.currency;
    let of_wallet = waiting.iter().filter(|award| award.currency == currency).count();
    let is_whole = awards.len() == of_wallet && awards.iter().all(|award| award.currency == currency);
    is_whole.then_some(awards)
}

fn changed() -> ApiError {
    let message = "The bonuses that wait have changed meanwhile. Please look at them again.";
    ApiError::conflict("bonus_order_changed", message)
}
