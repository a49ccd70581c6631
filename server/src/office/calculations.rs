//! What staff has worked out beside requests: what a draft would have cost, the scores of a tournament, and what fraud rules
//! would have decided.
//!
//! A calculation is asked for by a row, taken up by one server, and read by whoever looks. A member has one at a time, and a
//! server works at one. Its worker beats; one that has gone silent is taken over, and what it finds late is not kept.

use std::sync::Arc;
use std::time::Duration;

use croupier_db::log;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::calculations_store::{self as store, Calculation, Kind, State};
use super::costs::{self, Cost};
use super::fraud_rules;
use crate::app::App;
use crate::cashbox::{DryRun, FRAUD_RULES};
use crate::editorial;
use crate::platform::error::{ApiError, ApiResult};
use crate::staff::{Member, NO_PLAYER};
use crate::tournaments::{self, NotReplayed, Rescoring};

/// How often a server looks whether something was asked for.
const EVERY: Duration = Duration::from_secs(1);

/// How often a worker beats, and looks whether it was stopped.
const BEAT: Duration = Duration::from_secs(2);

/// After how much silence another server takes over, in milliseconds.
const SILENT_MS: i64 = 60_000;

/// Why a calculation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The draft has changed since it was asked for.
    Changed,
    /// The draft does not load.
    Faulty,
    /// A part of the log lies in the archive.
    Archived,
    /// There are too many rounds.
    TooMany,
    /// Something is broken; the operator is told.
    Broken,
}

impl Fault {
    /// The name in rows and on the wire.
    const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Faulty => "faulty",
            Self::Archived => "archived",
            Self::TooMany => "too_many",
            Self::Broken => "broken",
        }
    }
}

impl From<NotReplayed> for Fault {
    fn from(error: NotReplayed) -> Self {
        match error {
            NotReplayed::Archived => Self::Archived,
            NotReplayed::TooMany => Self::TooMany,
            NotReplayed::NotFound => Self::Changed,
            NotReplayed::Store(error) => {
                tracing::error!(%error, "the log cannot be played again");
                Self::Broken
            }
        }
    }
}

/// A calculation as staff sees it. Times are UTC milliseconds.
#[derive(Debug)]
pub(super) struct Standing<T> {
    pub(super) state: State,
    pub(super) revision: i64,
    pub(super) asked_by: String,
    pub(super) asked_at: i64,
    pub(super) result: Option<T>,
    pub(super) fault: Option<String>,
}

impl<T: DeserializeOwned> Standing<T> {
    fn of(found: Calculation) -> ApiResult<Self> {
        let Calculation { state, revision, asked_by, asked_at, result, fault, .. } = found;
        let result = result.map(|text| serde_json::from_str(&text)).transpose()?;
        Ok(Self { state, revision, asked_by, asked_at, result, fault })
    }
}

/// What the draft of a document would have cost, as it was worked out last.
pub(super) async fn cost(app: &App, path: &str) -> ApiResult<Option<Standing<Cost>>> {
    store::latest(&app.db, Kind::Cost, path).await?.map(Standing::of).transpose()
}

/// The scores of a tournament, as they were worked out last.
pub(super) async fn scoring(app: &App, name: &str) -> ApiResult<Option<Standing<Rescoring>>> {
    store::latest(&app.db, Kind::Scoring, name).await?.map(Standing::of).transpose()
}

/// Asks what the draft of `path` would have cost. 409 when it has changed, or something that the member has asked for is under way.
pub(super) async fn ask_cost(app: &App, path: &str, revision: i64, member: &Member) -> ApiResult<()> {
    if !costs::is_estimated(path) {
        return Err(ApiError::not_found());
    }
    refuse_changed(app, path, revision).await?;
    ask(app, (Kind::Cost, path, revision), member).await
}

/// What the draft of the fraud rules would have decided, as it was worked out last.
pub(super) async fn fraud_dry_run(app: &App) -> ApiResult<Option<Standing<DryRun>>> {
    store::latest(&app.db, Kind::DryRun, FRAUD_RULES).await?.map(Standing::of).transpose()
}

/// Asks what the draft of the fraud rules would have decided. 409 as of a cost.
pub(super) async fn ask_fraud_dry_run(app: &App, revision: i64, member: &Member) -> ApiResult<()> {
    refuse_changed(app, FRAUD_RULES, revision).await?;
    ask(app, (Kind::DryRun, FRAUD_RULES, revision), member).await
}

/// Stops what is worked out of the fraud rules.
pub(super) async fn cancel_fraud_dry_run(app: &App) -> ApiResult<()> {
    cancel(app, Kind::DryRun, FRAUD_RULES).await
}

/// 409 when the draft of `path` is another than the one with this revision.
async fn refuse_changed(app: &App, path: &str, revision: i64) -> ApiResult<()> {
    let open = editorial::open_version(&app.db, path).await?;
    if open.is_none_or(|open| open.revision != revision) {
        return Err(ApiError::conflict("content_changed", "Somebody has changed this document meanwhile."));
    }
    Ok(())
}

/// Asks for the scores of the tournament called `name`.
pub(super) async fn ask_scoring(app: &App, name: &str, member: &Member) -> ApiResult<()> {
    if !tournaments::exists_at(&app.db, name).await? {
        return Err(ApiError::not_found());
    }
    ask(app, (Kind::Scoring, name, 0), member).await
}

async fn ask(app: &App, what: (Kind, &str, i64), member: &Member) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    // Of two askings at once the second one sees the first.
    log::lock_lane(&app.db, &mut tx, NO_PLAYER).await?;
    let is_busy = store::is_busy(&mut tx, member.id).await?;
    if is_busy || !store::ask(&mut tx, what, (member.id, &member.name), app.clock.now()).await? {
        return Err(ApiError::conflict("calculation_running", "A calculation is under way."));
    }
    Ok(tx.commit().await?)
}

/// Stops what is worked out of a draft.
pub(super) async fn cancel_cost(app: &App, path: &str) -> ApiResult<()> {
    cancel(app, Kind::Cost, path).await
}

/// Stops what is worked out of a tournament.
pub(super) async fn cancel_scoring(app: &App, name: &str) -> ApiResult<()> {
    cancel(app, Kind::Scoring, name).await
}

async fn cancel(app: &App, kind: Kind, subject: &str) -> ApiResult<()> {
    let mut tx = app.db.begin().await?;
    store::cancel(&mut tx, kind, subject, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Works at what is asked for until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("calculations", EVERY, |app| async move { work_at_next(&app).await }).await;
}

/// Takes up the next calculation, and works at it until it ends, is stopped, or the server stops.
async fn work_at_next(app: &App) -> ApiResult<()> {
    let now = app.clock.now();
    let Some((kind, found)) = store::next(&app.db, now - SILENT_MS).await? else { return Ok(()) };
    let mut tx = app.db.begin().await?;
    if !store::take(&mut tx, kind, &found, now).await? {
        return Ok(());
    }
    tx.commit().await?;
    let run = (kind, found.subject.as_str(), found.run + 1);
    let mut stopping = app.stopping.subscribe();
    let worked_out = tokio::select! {
        worked_out = work(app, kind, &found) => worked_out,
        over = until_over(app, run) => return over,
        _ = stopping.wait_for(|stop| *stop) => return Ok(()),
    };
    let mut tx = app.db.begin().await?;
    let worked_out = worked_out.as_deref().map_err(|fault| fault.name());
    store::end(&mut tx, run, worked_out, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Beats until the run is over.
async fn until_over(app: &App, run: (Kind, &str, i64)) -> ApiResult<()> {
    loop {
        tokio::time::sleep(BEAT).await;
        let mut tx = app.db.begin().await?;
        if !store::beat(&mut tx, run, app.clock.now()).await? {
            return Ok(());
        }
        tx.commit().await?;
    }
}

async fn work(app: &App, kind: Kind, found: &Calculation) -> Result<String, Fault> {
    match kind {
        Kind::Cost => json(&costs::estimate(app, &found.subject, found.revision).await?),
        Kind::Scoring => json(&tournaments::rescore(app, &found.subject).await?),
        Kind::DryRun => json(&fraud_rules::dry_run(app, found.revision).await?),
    }
}

fn json(result: &impl Serialize) -> Result<String, Fault> {
    serde_json::to_string(result).map_err(|error| {
        tracing::error!(%error, "a result cannot be written");
        Fault::Broken
    })
}
