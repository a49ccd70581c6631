//! Mails that have gone out or were given up are deleted in time: they say who was written to, and about what.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long a mail is kept after it was posted, in milliseconds. Reports of mail servers name a mail within days.
const KEPT_MS: i64 = 90 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

/// Rows that one transaction deletes: on SQLite every other write waits for it.
const BATCH: u64 = 1000;

/// Deletes old mails every hour until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of mails", EVERY, |app| async move { forget_old(&app).await.map(drop) }).await;
}

/// Deletes every mail that is done and too old; answers how many those were. One that still waits stays.
pub async fn forget_old(app: &App) -> ApiResult<u64> {
    let until = app.clock.now() - KEPT_MS;
    let mut forgotten = 0;
    loop {
        let mut tx = app.db.begin().await?;
        let rows = store::forget(&mut tx, until, BATCH.cast_signed()).await?;
        tx.commit().await?;
        forgotten += rows;
        if rows < BATCH {
            return Ok(forgotten);
        }
    }
}
