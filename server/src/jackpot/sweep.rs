//! What bets have added is forgotten some time after them; what they added stays.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long a rollback takes back what its bet has added, in milliseconds.
const KEPT_MS: i64 = 30 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

/// Rows that one transaction deletes: on SQLite every other write waits for it.
const BATCH: u64 = 1000;

/// Deletes old rows every hour until the server stops.
pub(super) async fn run(app: Arc<App>) {
    app.every("sweep of jackpots", EVERY, |app| async move { forget_bets(&app).await.map(drop) }).await;
}

/// Deletes every row that is too old; answers how many those were.
pub async fn forget_bets(app: &App) -> ApiResult<u64> {
    let mut forgotten = 0;
    loop {
        let mut tx = app.db.begin().await?;
        let bets = store::forget_before(&mut tx, app.clock.now() - KEPT_MS, BATCH.cast_signed()).await?;
        tx.commit().await?;
        forgotten += bets;
        if bets < BATCH {
            return Ok(forgotten);
        }
    }
}
