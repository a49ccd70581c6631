//! What visits left behind is forgotten in time.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long entries of the browsers' logs are kept, in milliseconds.
pub const LOG_KEPT_MS: i64 = 30 * DAY_MS;

/// How long measures, refused fields, requests of the pixel and marks that belong to no player are kept, in
/// milliseconds.
pub const MEASURES_KEPT_MS: i64 = 90 * DAY_MS;

/// How often old rows are looked for.
const EVERY: Duration = Duration::from_hours(1);

/// Forgets old rows every hour until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of visits", EVERY, |app| async move {
        let rows = forget_old(&app).await?;
        if rows > 0 {
            tracing::info!(rows, "old rows of visits are forgotten");
        }
        ApiResult::Ok(())
    })
    .await;
}

/// Forgets every row whose time is over; answers how many there were.
pub async fn forget_old(app: &App) -> ApiResult<u64> {
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    let rows = store::forget(&mut tx, now - LOG_KEPT_MS, now - MEASURES_KEPT_MS).await?;
    tx.commit().await?;
    Ok(rows)
}
