//! Boxes that nobody opened in time expire.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::log;
use croupier_promo::LootboxStage;

use super::model::Lootbox;
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

const EVERY: Duration = Duration::from_secs(1);

/// Boxes read in one go.
const AT_ONCE: i64 = 500;

/// Lets boxes expire until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("lootboxes", EVERY, |app| async move { expire(&app).await }).await;
}

/// Lets boxes expire whose time is over now. One that fails holds up no other, and is tried again.
pub async fn expire(app: &App) -> ApiResult<()> {
    let (now, mut after) = (app.clock.now(), (i64::MIN, i64::MIN));
    loop {
        let (overdue, next) = store::overdue(&app.db, now, after, AT_ONCE).await?;
        for issued in overdue {
            if let Err(error) = expire_one(app, &issued).await {
                tracing::warn!(lootbox = issued.id, ?error, "a lootbox could not expire");
            }
        }
        let Some(next) = next else { return Ok(()) };
        after = next;
    }
}

async fn expire_one(app: &App, issued: &Lootbox) -> ApiResult<()> {
    let now = app.clock.now();
    let locale = player::get(app, issued.player).await?.locale;
    let expired = issued.ended(LootboxStage::Expired, None, now);
    let fact = expired.changed(&locale, now).map_err(|error| ApiError::internal(&error))?;
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, issued.player, now, &[fact]).await?;
    if store::end_in(&mut tx, &expired, now).await? {
        tx.commit().await?;
        app.db.notify_all();
    }
    Ok(())
}
