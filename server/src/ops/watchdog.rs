//! Asks the books all day whether they hold, and tells the metrics.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::app::App;
use crate::audit;

/// How often the books are asked: an alarm stands in the metrics well within a minute.
const EVERY: Duration = Duration::from_secs(30);

/// Rows at the end of each lane that are looked at.
const NEWEST: i64 = 20_000;

/// A look rests so many times as long as it took. It sums what the reader of the server's balances has not read yet, so it
/// takes longer the more that reader lags behind, and must not hold it up.
const RESTS: u32 = 9;

/// Looks until the server stops.
pub async fn run(app: Arc<App>) {
    let rests_until = Arc::new(Mutex::new(Instant::now()));
    app.every("watchdog of the books", EVERY, |app| {
        let rests_until = rests_until.clone();
        async move {
            let began = Instant::now();
            if began >= *rests_until.lock().unwrap_or_else(PoisonError::into_inner) {
                look(&app).await;
                let until = Instant::now() + began.elapsed() * RESTS;
                *rests_until.lock().unwrap_or_else(PoisonError::into_inner) = until;
            }
            Ok::<_, Infallible>(())
        }
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
