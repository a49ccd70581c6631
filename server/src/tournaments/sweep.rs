//! Rounds of tournaments are forgotten some time after the places became final; scores and awards are kept.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long what a round has scored is kept, so that staff can answer questions, in milliseconds.
const KEPT_MS: i64 = 30 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

/// Rows that one transaction deletes: on SQLite every other write waits for it.
const BATCH: u64 = 1000;

/// Deletes old rounds every hour until the server stops.
pub(super) async fn run(app: Arc<App>) {
    app.every("sweep of tournaments", EVERY, |app| async move { forget_rounds(&app).await.map(drop) }).await;
}

/// Deletes every round that is too old; answers how many those were.
pub async fn forget_rounds(app: &App) -> ApiResult<u64> {
    let mut forgotten = 0;
    loop {
        let mut tx = app.db.begin().await?;
        let rounds = store::forget_rounds(&mut tx, app.clock.now() - KEPT_MS, BATCH.cast_signed()).await?;
        tx.commit().await?;
        forgotten += rounds;
        if rounds < BATCH {
            return Ok(forgotten);
        }
    }
}
