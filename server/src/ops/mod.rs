//! Operations: liveness, readiness, metrics, and checks of the books.

pub mod books;
pub mod gate;
pub mod metrics;
pub mod self_test;
pub mod watchdog;

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::app::App;
use crate::auth::bearer;
use crate::platform::error::{ApiError, ApiResult};
use crate::platform::secrets::Secrets;

/// How long a ping of the storage may take before the server counts as not ready.
const STORAGE_PING_TIMEOUT: Duration = Duration::from_secs(2);

/// How long the result of a ping is cached: a ping waits in the queue of writes, so that frequent probes would slow the wallet
/// down.
const READINESS_TTL: Duration = Duration::from_secs(1);

/// The cached result of the last pings, and when they ended.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, Result<(), &'static str>)>>);

impl Readiness {
    /// Whether the storage answers reads and every lane takes writes; otherwise the name of what does not.
    async fn of(&self, app: &App) -> Result<(), &'static str> {
        // The lock is held during the pings, so that concurrent probes share their result.
        let mut last = self.0.lock().await;
        if let Some((at, answer)) = *last
            && at.elapsed() < READINESS_TTL
        {
            return answer;
        }
        let answer = match in_time("storage", app.db.ping()).await {
            Ok(()) => in_time("writes", app.wallet.ping()).await,
            away => away,
        };
        *last = Some((Instant::now(), answer));
        answer
    }
}

/// Awaits `ping` for at most [`STORAGE_PING_TIMEOUT`]; fails with `what`, and logs why, when it fails or takes longer.
async fn in_time<E: Display>(
    what: &'static str,
    ping: impl Future<Output = Result<(), E>>,
) -> Result<(), &'static str> {
    match tokio::time::timeout(STORAGE_PING_TIMEOUT, ping).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            tracing::error!(%error, what, "not ready");
            Err(what)
        }
        Err(_) => {
            tracing::error!(timeout = ?STORAGE_PING_TIMEOUT, what, "not ready: no answer in time");
            Err(what)
        }
    }
}

/// The purpose under which the metrics token is derived from the master key.
const METRICS_KEY: &str = "metrics";

/// `/healthz`, `/readyz` and `/metrics`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(gate::healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics_text))
}

/// 200 when this server should get calls: it is not stopping, its storage answers reads, and every lane takes writes. Failing
/// background jobs and payment partners that do not answer leave it ready. They are listed in `degraded`, for callers with the
/// metrics token only: the names tell a stranger what to attack.
async fn readyz(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    if *app.stopping.borrow() {
        return gate::not_ready("stopping");
    }
    if let Err(waiting_for) = app.readiness.of(&app).await {
        return gate::not_ready(waiting_for);
    }
    let degraded = if has_metrics_token(&app, &headers) { degraded(&app) } else { Vec::new() };
    if degraded.is_empty() {
        Json(json!({ "ready": true })).into_response()
    } else {
        Json(json!({ "ready": true, "degraded": degraded })).into_response()
    }
}

/// The background jobs that fail, and the payment partners that do not answer.
fn degraded(app: &App) -> Vec<String> {
    let mut names = app.health.degraded();
    names.extend(app.cashbox.partners_away().into_iter().map(|name| format!("payment partner {name}")));
    names
}

/// Whether a call carries the metrics token.
fn has_metrics_token(app: &App, headers: &HeaderMap) -> bool {
    bearer(headers).is_some_and(|shown| app.secrets.is_key_for(METRICS_KEY, shown))
}

/// The metrics in the text format of OpenMetrics, for callers with the metrics token.
async fn metrics_text(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    if !has_metrics_token(&app, &headers) {
        return Err(ApiError::forbidden("forbidden", "The operator's figures are not for everybody."));
    }
    let text = app.metrics.encode(&app).await?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok((StatusCode::OK, [(CONTENT_TYPE, kind)], text).into_response())
}

/// The bearer token of scrapers. It is derived from the master key, so that every server of the installation accepts the same
/// one.
pub fn metrics_token(secrets: &Secrets) -> String {
    hex::encode(secrets.key_for(METRICS_KEY))
}
