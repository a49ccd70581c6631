//! How the operator does: what waits, who lags, how far the log is sealed, and the settings in force.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use croupier_db::readers;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::registers::RegisterHealthView;
use crate::app::App;
use crate::office::operations_store::{self, Queue, Sealed};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::config::SettingSource;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::staff::StaffCaller;
use crate::staff::needs::OperationsRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(operations))
}

/// Something that is to be done.
#[derive(Debug, Serialize, ToSchema)]
struct QueueView {
    /// `due_payments`, `mails` or `notices`.
    name: String,
    waiting: i64,
    /// Since when the oldest waits; null when nothing does.
    oldest_at: Option<String>,
    /// How many of them have failed before.
    failed: i64,
}

impl From<Queue> for QueueView {
    fn from(queue: Queue) -> Self {
        let Queue { name, waiting, oldest, failed } = queue;
        Self { name: name.to_owned(), waiting, oldest_at: oldest.map(rfc3339), failed }
    }
}

/// How far a reader of the log is behind.
#[derive(Debug, Serialize, ToSchema)]
struct ReaderLag {
    reader: String,
    /// Rows of the log that it has not dealt with, in all lanes.
    rows: i64,
}

/// How far the log of a lane is sealed.
#[derive(Debug, Serialize, ToSchema)]
struct SealView {
    lane: i64,
    /// Rows that the lane has had.
    rows: i64,
    /// Rows from the beginning that are sealed.
    sealed_to: i64,
    sealed_at: Option<String>,
}

impl From<Sealed> for SealView {
    fn from(sealed: Sealed) -> Self {
        let Sealed { lane, rows, sealed_to, sealed_at } = sealed;
        Self { lane, rows, sealed_to, sealed_at: sealed_at.map(rfc3339) }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct SettingView {
    name: String,
    /// Empty when it is absent; a secret is told to be `set`.
    value: String,
    source: SourceKind,
    /// The path of the file, or the name of the variable; null of a default.
    named: Option<String>,
}

/// Where a setting comes from.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SourceKind {
    /// Nobody has set it.
    Default,
    /// A file of settings.
    File,
    /// A variable of the environment.
    Variable,
}

impl SettingView {
    fn of(app: &App, name: &str, value: String) -> Self {
        let (source, named) = match app.config.sources.of(name) {
            SettingSource::Default => (SourceKind::Default, None),
            SettingSource::File(path) => (SourceKind::File, Some(path)),
            SettingSource::Variable(variable) => (SourceKind::Variable, Some(variable)),
        };
        Self { name: name.to_owned(), value, source, named }
    }
}

/// How the operator does.
#[derive(Debug, Serialize, ToSchema)]
struct Operations {
    /// Of the server that answers.
    version: String,
    /// `sqlite` or `postgresql`.
    engine: String,
    migrations: i64,
    last_migration: String,
    /// Jobs of the server that answers which fail now.
    degraded: Vec<String>,
    /// National registers of self-excluded people, as the server that answers has seen them.
    registers: Vec<RegisterHealthView>,
    queues: Vec<QueueView>,
    /// Those that are behind first.
    readers: Vec<ReaderLag>,
    seals: Vec<SealView>,
    /// Sign-ins of players that were held up within the last hour.
    sign_ins_held_up: i64,
    /// Tries of staff to sign in that were wrong within the last hour.
    staff_tries: i64,
    /// Of the server that answers, by name.
    settings: Vec<SettingView>,
}

const HOUR_MS: i64 = 60 * 60 * 1000;

/// See how the operator does
#[utoipa::path(get, path = "/api/operations", tag = "operations", responses(
    (status = 200, body = Operations),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn operations(
    State(app): State<Arc<App>>,
    _: StaffCaller<OperationsRead>,
) -> ApiResult<Json<Operations>> {
    let db = &app.db;
    let mut lags: BTreeMap<String, i64> = BTreeMap::new();
    for lag in readers::lags(db).await? {
        *lags.entry(lag.reader).or_default() += lag.rows;
    }
    let mut readers: Vec<_> = lags.into_iter().map(|(reader, rows)| ReaderLag { reader, rows }).collect();
    readers.sort_by_key(|lag| std::cmp::Reverse(lag.rows));
    let (migrations, last_migration) = operations_store::migrations(db).await?;
    let since = app.clock.now() - HOUR_MS;
    let (sign_ins_held_up, staff_tries) = operations_store::sign_ins(db, since).await?;
    let settings = app.config.listed().into_iter();
    Ok(Json(Operations {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        engine: db.engine_name().to_owned(),
        migrations,
        last_migration,
        degraded: app.health.degraded(),
        registers: app.registers.health().into_iter().map(RegisterHealthView::from).collect(),
        queues: operations_store::queues(db).await?.into_iter().map(QueueView::from).collect(),
        readers,
        seals: operations_store::seals(db).await?.into_iter().map(SealView::from).collect(),
        sign_ins_held_up,
        staff_tries,
        settings: settings.map(|(name, value)| SettingView::of(&app, name, value)).collect(),
    }))
}
