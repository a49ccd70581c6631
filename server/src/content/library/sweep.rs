//! Files of uploads that were never finished, and of media that were withdrawn, are removed.

use std::sync::Arc;
use std::time::Duration;

use super::model::Medium;
use super::store;
use crate::app::App;
use crate::platform::error::ApiResult;

const EVERY: Duration = Duration::from_mins(1);

/// An upload that has taken as long is given up; its call was ended long before.
const GIVEN_UP_AFTER_MS: i64 = 10 * 60 * 1000;

/// Files removed in one go.
const BATCH: i64 = 100;

/// Removes them every minute until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("sweep of media", EVERY, |app| async move { sweep(&app).await.map(drop) }).await;
}

/// Forgets uploads that take too long and media that were withdrawn, with their files. Answers how many rows are gone.
pub async fn sweep(app: &App) -> ApiResult<usize> {
    let before = app.clock.now() - GIVEN_UP_AFTER_MS;
    let mut gone = store::unfinished(&app.db, before, BATCH).await?;
    gone.extend(store::withdrawn(&app.db, BATCH).await?);
    let mut count = 0;
    for medium in &gone {
        count += usize::from(remove(app, medium).await?);
    }
    Ok(count)
}

/// The row goes first: whoever uploads the same file again begins with a file of another name.
async fn remove(app: &App, medium: &Medium) -> ApiResult<bool> {
    let mut tx = app.db.begin().await?;
    let is_gone = store::forget(&mut tx, medium.id, medium.state).await?;
    tx.commit().await?;
    if is_gone {
        app.blobs.remove(&medium.blob).await?;
    }
    Ok(is_gone)
}
