//! Old tries to sign in and old tokens of mails are deleted: they say from where, with which device and under which
//! address somebody has come.

use std::sync::Arc;
use std::time::Duration;

use super::{tokens_store, tries_store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long tries are kept, and tokens after their time is over, in milliseconds. Limits look back for minutes or a day,
/// investigations of an account for weeks.
const KEPT_MS: i64 = 90 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

/// Rows that one transaction deletes: on SQLite every other write waits for it.
const BATCH: u64 = 1000;

/// Deletes old tries and tokens every hour until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of sign-ins", EVERY, |app| async move { forget_old(&app).await.map(drop) }).await;
}

/// Deletes every try and every token that is too old; answers how many those were.
pub async fn forget_old(app: &App) -> ApiResult<u64> {
    let (until, limit) = (app.clock.now() - KEPT_MS, BATCH.cast_signed());
    let mut forgotten = 0;
    loop {
        let mut tx = app.db.begin().await?;
        let tries = tries_store::forget_tries(&mut tx, until, limit).await?;
        let tokens = tokens_store::forget(&mut tx, until, limit).await?;
        tx.commit().await?;
        forgotten += tries + tokens;
        if tries < BATCH && tokens < BATCH {
            return Ok(forgotten);
        }
    }
}
