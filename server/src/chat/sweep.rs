//! Conversations that nobody has touched for long are deleted with their messages.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long a player's conversation is kept after its last change, in milliseconds: complaints refer to it.
const KEPT_MS: i64 = 365 * DAY_MS;

/// How long a guest's is.
const GUESTS_KEPT_MS: i64 = 30 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

/// Conversations that one look finds.
const BATCH: i64 = 100;

/// Deletes old conversations every hour until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of chats", EVERY, |app| async move { forget_old(&app).await }).await;
}

/// Deletes every conversation whose time is over.
pub async fn forget_old(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    loop {
        let old = store::forgotten(&app.db, now - GUESTS_KEPT_MS, now - KEPT_MS, BATCH).await?;
        for conversation in &old {
            // One transaction each: on SQLite every other write waits for it.
            let mut tx = app.db.begin().await?;
            store::forget(&mut tx, conversation.id, conversation.updated_at).await?;
            tx.commit().await?;
        }
        if old.is_empty() {
            return Ok(store::forget_guests(&app.db, now - GUESTS_KEPT_MS).await?);
        }
    }
}
