//! What is left of uploads that were never finished is removed.

use std::sync::Arc;
use std::time::Duration;

use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

const EVERY: Duration = Duration::from_mins(1);

/// An upload that has taken as long is given up; its call was ended long before.
const GIVEN_UP_AFTER_MS: i64 = 10 * 60 * 1000;

/// Uploads removed in one go.
const BATCH: i64 = 100;

/// Removes them every minute until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of uploads", EVERY, |app| async move { sweep(&app).await.map(drop) }).await;
}

/// Gives up on uploads that take too long, and removes their files and then their rows. Answers how many rows are gone.
pub async fn sweep(app: &App) -> ApiResult<usize> {
    let mut tx = app.db.begin().await?;
    store::abandon(&mut tx, app.clock.now() - GIVEN_UP_AFTER_MS).await?;
    tx.commit().await?;
    let abandoned = store::abandoned(&app.db, BATCH).await?;
    for document in &abandoned {
        // From here on nobody finishes it; a server that dies in between leaves the row for the next sweep.
        if let Err(error) = app.blobs.remove(&document.blob).await {
            tracing::error!(?error, document = %document.id, "the file of an unfinished upload cannot be removed");
            continue;
        }
        let mut tx = app.db.begin().await?;
        store::forget(&mut tx, document.id).await?;
        tx.commit().await?;
    }
    Ok(abandoned.len())
}
