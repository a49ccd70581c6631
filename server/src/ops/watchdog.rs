//! Asks the books all day whether they hold, and tells the metrics.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use crate::app::App;
use crate::audit;

/// How often the books are asked: an alarm stands in the metrics well within a minute.
const EVERY: Duration = Duration::from_secs(30);

/// Rows at the end of each lane that are looked at.
const NEWEST: i64 = 20_000;

/// Looks until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("watchdog of the books", EVERY, |app| async move {
        look(&app).await;
        Ok::<_, Infallible>(())
    })
    .await;
}

/// Looks once.
pub async fn look(app: &App) {
    match audit::quick_check(&app.db, NEWEST).await {
        Ok(findings) => {
            for finding in &findings {
                tracing::error!(rule = finding.rule, rows = ?finding.rows, "the books do not hold");
            }
            app.metrics.books_were_checked(app.clock.now(), &findings);
        }
        // The storage being away is told by its own metrics; the books are as they were.
        Err(error) => tracing::warn!(%error, "the books could not be asked"),
    }
}
