//! Opening a box: the draw, and its prize in the same commit.

use croupier_db::{Error, log};
use croupier_games::fair::{CLIENT_SEED_CHARS_MAX, check_client_seed};
use croupier_ledger::PlayerId;
use croupier_promo::LootboxStage;

use super::model::{Item, Lootbox, Opening};
use super::view::LootboxView;
use super::{server_seed, store};
use crate::app::App;
use crate::bonus::{self, Winner};
use crate::error::{ApiError, ApiResult};
use crate::identity;
use crate::player;

/// How often a box is opened when others write to the same lane.
const TRIES: u32 = 5;

/// What became of an opening.
enum Opened {
    Done(Box<Lootbox>),
    /// The box was opened before, or its time is over.
    Ended,
    /// The player is stopped.
    Stopped(croupier_ledger::Stop),
}

/// Opens a box of the player with the seed of the browser; without one the number of the box stands for it.
pub(super) async fn open(
    app: &App,
    player: PlayerId,
    id: i64,
    client_seed: Option<String>,
) -> ApiResult<LootboxView> {
    let issued = store::own_box(&app.db, player, id).await?.ok_or_else(ApiError::not_found)?;
    let client_seed = client_seed.unwrap_or_else(|| id.to_string());
    if check_client_seed(&client_seed).is_err() {
        let told = format!("Use 1 to {CLIENT_SEED_CHARS_MAX} letters, digits, hyphens and underscores.");
        return Err(ApiError::field("client_seed", "VALIDATION.CLIENT_SEED.INVALID", &told));
    }
    if !issued.is_openable(app.clock.now()) {
        return Err(not_openable());
    }
    let seed = server_seed(&app.secrets, player, id);
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
    let locale = player::get(app, player).await?.locale;
    let gift = bonus::gift_number(&app.db).await?;
    let mut tries = 0;
    let opened = loop {
        match try_open(app, &issued, item, &opening, gift, &locale).await {
            Err(Error::Retry(_)) if tries < TRIES => tries += 1,
            done => break done?,
        }
    };
    match opened {
        Opened::Done(opened) => Ok(opened.view(&locale, app.clock.now())),
        Opened::Ended => Err(not_openable()),
        Opened::Stopped(stop) => Err(identity::stopped(stop)),
    }
}

async fn try_open(
    app: &App,
    issued: &Lootbox,
    item: &Item,
    opening: &Opening,
    gift: i64,
    locale: &str,
) -> croupier_db::Result<Opened> {
    let now = app.clock.now();
    let opened = issued.ended(LootboxStage::Activated, Some(opening.clone()), now);
    let source = format!("lootbox:{}", issued.id);
    let winner = Winner {
        player: issued.player,
        currency: issued.currency,
        group_key: &issued.group_key,
        source: &source,
        locale,
    };
    let (statements, mut facts) = item.prize.gift(&app.bonuses.offers(), &winner, gift, now)?;
    facts.push(opened.changed(locale, now).map_err(|error| Error::Engine(error.to_string()))?);
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, issued.player, now, &facts).await?;
    if let Some(stop) = identity::stops_in(&mut tx, issued.player).await?.in_force(now, |_| true) {
        return Ok(Opened::Stopped(stop));
    }
    if !store::end(&mut tx, &opened, now).await? || !bonus::write_gift(&mut tx, statements).await? {
        return Ok(Opened::Ended);
    }
    tx.commit().await?;
    app.db.ring();
    Ok(Opened::Done(Box::new(opened)))
}

fn not_openable() -> ApiError {
    ApiError::field("id", "lootbox_not_openable", "This box cannot be opened any more.")
}
