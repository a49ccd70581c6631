//! What a visit tells of itself: entries of the browser's log, how long pages took, which fields of forms were
//! refused, where the visitor came from, and answers to surveys.
//!
//! All of it is beside the visit: the site never waits for an answer and never tells the visitor of a failure.
//! Texts are freed of secrets here whatever the browser did before, and all but what belongs to a player is
//! forgotten after [`LOG_KEPT_MS`] or [`MEASURES_KEPT_MS`].

pub mod http;
mod model;
mod scrub;
mod store;
pub mod sweep;
mod trace;

use axum::http::StatusCode;
use croupier_db::Db;
use croupier_ledger::PlayerId;

use crate::app::App;
use crate::platform::error::ApiResult;

pub use model::Level as LogLevel;
pub use store::{LogFilter, LogGroup, LogRow, LogSearch};
pub use sweep::{LOG_KEPT_MS, MEASURES_KEPT_MS};
pub use trace::of_headers as trace_of;

/// Entries of the browsers' logs that fit `filter`, newest first.
pub async fn logs(db: &Db, filter: &LogFilter) -> anyhow::Result<Vec<LogRow>> {
    Ok(store::logs(db, filter).await?)
}

/// Entries of the browsers' logs that fit `search`, those that say the same counted together, the latest first.
pub async fn log_groups(db: &Db, search: &LogSearch) -> ApiResult<Vec<LogGroup>> {
    Ok(store::log_groups(db, search).await?)
}

/// How long pages took, by the name of the measure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimingSummary {
    /// The measure, such as `LCP`.
    pub name: &'static str,
    /// How many were told.
    pub count: i64,
    /// Half of them were at most this, in thousandths.
    pub p50_thousandths: i64,
    /// Three of four were at most this, in thousandths; what the field judges sites by.
    pub p75_thousandths: i64,
}

/// Every measure that was told since `since` (UTC milliseconds).
pub async fn timings(db: &Db, since: i64) -> anyhow::Result<Vec<TimingSummary>> {
    let mut summaries = Vec::new();
    for measure in model::Measure::ALL {
        let name = measure.name();
        let count = store::timings_count(db, name, since).await?;
        if count > 0 {
            let p50_thousandths = store::timing_at(db, name, since, (count - 1) / 2).await?;
            let p75_thousandths = store::timing_at(db, name, since, (count - 1) * 3 / 4).await?;
            summaries.push(TimingSummary { name, count, p50_thousandths, p75_thousandths });
        }
    }
    Ok(summaries)
}

/// Writes rows in one transaction of their own; answers what such a call answers.
async fn keep(app: &App, rows: impl IntoIterator<Item = store::Insert>) -> ApiResult<StatusCode> {
    let mut tx = app.db.begin().await?;
    for row in rows {
        store::insert(&mut tx, app.entropy.uuid(&app.clock), app.clock.now(), row).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keeps a player's answer to a survey.
async fn keep_survey_answer(
    app: &App,
    player: PlayerId,
    answer: &model::SurveyAnswer,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.begin().await?;
    store::put_survey_answer(&mut tx, player, app.clock.now(), answer).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
