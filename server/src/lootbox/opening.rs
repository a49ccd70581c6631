//! Opening a box: the draw, and its prize in the same commit.

use croupier_games::fair::{CLIENT_SEED_CHARS_MAX, check_client_seed};
use croupier_ledger::PlayerId;

use super::model::{BoxEnd, Opening};
use super::store;
use super::view::LootboxView;
use crate::app::App;
use crate::bonus::{Winner, Won};
use crate::identity;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::seeds::{self, SeedOf};

/// Opens a box of the player with the seed of the browser.
pub(super) async fn open(
    app: &App,
    player: PlayerId,
    id: i64,
    client_seed: String,
) -> ApiResult<LootboxView> {
    let issued = store::own_box(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    if check_client_seed(&client_seed).is_err() {
        let message = format!("Use 1 to {CLIENT_SEED_CHARS_MAX} letters, digits, hyphens and underscores.");
        return Err(ApiError::field("client_seed", "VALIDATION.CLIENT_SEED.INVALID", &message));
    }
    let now = app.clock.now();
    if !issued.is_openable(now) {
        return Err(not_openable());
    }
    let kept = seeds::find(&app.db, &app.secrets, &SeedOf::Box { player, id }).await?;
    let seed = kept.ok_or_else(|| ApiError::internal(&format!("lootbox {id} has no seed")))?;
    if seed.commitment() != issued.server_seed_hash {
        return Err(ApiError::internal(&format!(
            "the seed of lootbox {id} is not the one that was promised"
        )));
    }
    let (item, draw) = issued
        .drawn(&seed, &client_seed)
        .ok_or_else(|| ApiError::internal(&format!("lootbox {id} has nothing to draw")))?;
    let prize = item.prize.code().to_owned();
    let opening = Opening { server_seed: seed.to_hex(), client_seed, draw, prize };
    let opened = issued.ended(BoxEnd::Opened, Some(opening), now);
    let locale = player::get(app, player).await?.locale;
    let winner = Winner {
        player,
        currency: issued.currency,
        group_key: Some(&issued.group_key),
        source: format!("lootbox:{id}"),
        uses: vec![store::end(&opened, now)],
        facts: vec![opened.changed(&locale, now)?],
    };
    match item.prize.give(app, winner).await? {
        Won::Done => Ok(opened.view(&locale, app.clock.now())),
        Won::Already | Won::UsedUp => Err(not_openable()),
        Won::Stopped(stop) => Err(identity::stopped(stop)),
    }
}

fn not_openable() -> ApiError {
    ApiError::field("id", "lootbox_not_openable", "This box cannot be opened any more.")
}
