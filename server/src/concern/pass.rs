//! Once a day all players who have paid in or played are looked at, some at a time. The place stands in the store: a server goes
//! on where another has died, and of two at work the second keeps nothing.

use std::sync::Arc;
use std::time::Duration;

use croupier_ledger::PlayerId;

use super::markers::{DAYS, Marker};
use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How often it is looked whether a day has begun.
const EVERY: Duration = Duration::from_mins(10);

/// Players in one commit.
const BATCH: i64 = 200;

/// Looks at players every day until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("markers of harm", EVERY, |app| async move { pass(&app).await }).await;
}

/// Looks at every player of the last 28 whole days, unless that was done today.
pub async fn pass(app: &App) -> ApiResult<()> {
    while step(app).await? {}
    Ok(())
}

/// Looks at the next players; `false` when the pass of the day has ended.
async fn step(app: &App) -> ApiResult<bool> {
    let now = app.clock.now();
    let day = now.div_euclid(DAY_MS);
    let (from, to) = ((day - DAYS) * DAY_MS, day * DAY_MS);
    let mut tx = app.db.begin().await?;
    let Some(after) = store::place(&mut tx, day).await? else { return Ok(false) };
    tx.commit().await?;
    let next = store::next(&app.db, after, from, BATCH).await?;
    let range = (after, next.unwrap_or(PlayerId::MAX));
    let seen = store::seen(&app.db, range, (from, to)).await?;
    let rates = app.site_config.rates.now();
    let mut found = Vec::new();
    for (player, seen) in seen {
        let figures = seen.figures(&rates, to);
        let markers = figures.markers();
        if !markers.is_empty() {
            let count = i64::try_from(markers.len()).unwrap_or(i64::MAX);
            found.push((player, Marker::bits(&markers), count, serde_json::to_string(&figures)?));
        }
    }
    let mut tx = app.db.begin().await?;
    if !store::advance(&mut tx, (day, after), next, now).await? {
        return Ok(true);
    }
    store::found(&mut tx, found, now, now - DAYS * DAY_MS).await?;
    store::gone(&mut tx, range, now).await?;
    tx.commit().await?;
    Ok(next.is_some())
}
