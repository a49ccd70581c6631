//! Conversations that nobody has touched for long are deleted with their messages, and files of pictures that no message shows
//! are removed.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::{pictures_store, store};
use crate::app::App;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::ApiResult;

/// How long a player's conversation is kept after its last change, in milliseconds: complaints refer to it.
const KEPT_MS: i64 = 365 * DAY_MS;

/// How long a guest's is.
const GUESTS_KEPT_MS: i64 = 30 * DAY_MS;

const EVERY: Duration = Duration::from_hours(1);

const PICTURES_EVERY: Duration = Duration::from_mins(1);

/// An upload that has taken as long is given up; its call was ended long before.
const GIVEN_UP_AFTER_MS: i64 = 10 * 60 * 1000;

/// Conversations, or pictures, that one look finds.
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

/// Removes files of pictures that no message shows every minute until the server stops.
pub async fn run_pictures(app: Arc<App>) {
    app.every("sweep of pictures", PICTURES_EVERY, |app| async move { remove_pictures(&app).await }).await;
}

/// Gives up on uploads that take too long, and removes the files of all pictures that no message shows and then their rows.
pub async fn remove_pictures(app: &App) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    pictures_store::discard_unsent(&mut tx, app.clock.now() - GIVEN_UP_AFTER_MS).await?;
    tx.commit().await?;
    let mut after = Uuid::nil();
    loop {
        let discarded = pictures_store::discarded(&app.db, after, BATCH).await?;
        let Some(last) = discarded.last() else { return Ok(()) };
        after = last.id;
        for picture in &discarded {
            // From here on nobody sends it. A server that dies in between leaves the row for the next sweep.
            if let Err(error) = app.blobs.remove(&picture.blob).await {
                tracing::error!(?error, picture = %picture.id, "the file of a picture cannot be removed");
                continue;
            }
            let mut tx = app.db.begin().await?;
            pictures_store::forget(&mut tx, picture.id).await?;
            tx.commit().await?;
        }
    }
}
