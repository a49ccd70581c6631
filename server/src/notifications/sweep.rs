//! Notifications that expired long ago are deleted, with the marks of who has read them.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long an expired notification is kept, in milliseconds: support may be asked about it.
const KEPT_MS: i64 = 30 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

/// Rows of a table that one transaction deletes: on SQLite every other write waits for it.
const BATCH: u64 = 1000;

/// Deletes old notifications every hour until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of notifications", EVERY, |app| async move { forget_old(&app).await }).await;
}

/// Deletes every notification that expired long ago, and every mark of such.
pub async fn forget_old(app: &App) -> ApiResult<()> {
    let until = app.clock.now() - KEPT_MS;
    loop {
        let mut tx = app.db.begin().await?;
        let rows = store::forget(&mut tx, until, BATCH.cast_signed()).await?;
        tx.commit().await?;
        if rows < BATCH {
            return Ok(());
        }
    }
}
