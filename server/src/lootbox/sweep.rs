//! Boxes that nobody opened in time expire, and those of players who are excluded or whose account is closed are taken back.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::log;

use super::model::{BoxEnd, Lootbox};
use super::store;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

const EVERY: Duration = Duration::from_secs(1);

/// Boxes read in one go.
const AT_ONCE: i64 = 500;

/// Ends boxes until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("lootboxes", EVERY, |app| async move { end_due(&app).await }).await;
}

/// Takes back what has to be, and lets boxes expire whose time is over now. One that fails holds up no other, and is tried again.
pub async fn end_due(app: &App) -> ApiResult<()> {
    take_back(app).await?;
    expire(app).await
}

async fn take_back(app: &App) -> ApiResult<()> {
    let mut after = i64::MIN;
    loop {
        let (due, next) = store::due(&app.db, after, AT_ONCE).await?;
        for (issued, why) in due {
            if let Err(error) = end_one(app, &issued, why).await {
                tracing::warn!(lootbox = issued.id, ?error, "a lootbox could not be taken back");
            }
        }
        let Some(next) = next else { return Ok(()) };
        after = next;
    }
}

async fn expire(app: &App) -> ApiResult<()> {
    let (now, mut after) = (app.clock.now(), (i64::MIN, i64::MIN));
    loop {
        let (overdue, next) = store::overdue(&app.db, now, after, AT_ONCE).await?;
        for issued in overdue {
            if let Err(error) = end_one(app, &issued, BoxEnd::TimeOver).await {
                tracing::warn!(lootbox = issued.id, ?error, "a lootbox could not expire");
            }
        }
        let Some(next) = next else { return Ok(()) };
        after = next;
    }
}

async fn end_one(app: &App, issued: &Lootbox, why: BoxEnd) -> ApiResult<()> {
    let now = app.clock.now();
    let locale = player::get(app, issued.player).await?.locale;
    let ended = issued.ended(why, None, now);
    let fact = ended.changed(&locale, now).map_err(|error| ApiError::internal(&error))?;
    let mut tx = app.db.begin().await?;
    log::append(&app.db, &mut tx, issued.player, now, &[fact]).await?;
    if store::end_in(&mut tx, &ended, now).await? {
        tx.commit().await?;
        app.db.notify_all();
    }
    Ok(())
}
