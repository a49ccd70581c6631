//! Operations: readiness, metrics, and whether the books hold.

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

/// How long the storage may take to say that it is there.
const STORAGE_ANSWERS_WITHIN: Duration = Duration::from_secs(2);

/// How long an answer about the way of a write stands. Callers in between are told the same, so that asking costs
/// the money next to nothing.
const READINESS_STANDS: Duration = Duration::from_secs(1);

/// What was last found out about the storage, and when.
#[derive(Debug, Default)]
pub struct Readiness(Mutex<Option<(Instant, Result<(), &'static str>)>>);

impl Readiness {
    /// Whether the storage answers and takes writes, or what is waited for.
    async fn of(&self, app: &App) -> Result<(), &'static str> {
        // Held while it is found out: who asks meanwhile is told the same.
        let mut last = self.0.lock().await;
        if let Some((at, answer)) = *last
            && at.elapsed() < READINESS_STANDS
        {
            return answer;
        }
        let answer = match answers("storage", app.db.ping()).await {
            Ok(()) => answers("writes", app.wallet.ping()).await,
            away => away,
        };
        *last = Some((Instant::now(), answer));
        answer
    }
}

/// Whether `ping` says yes in time; `what` is waited for when not.
async fn answers<E: Display>(
    what: &'static str,
    ping: impl Future<Output = Result<(), E>>,
) -> Result<(), &'static str> {
    match tokio::time::timeout(STORAGE_ANSWERS_WITHIN, ping).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            tracing::error!(%error, what, "not ready");
            Err(what)
        }
        Err(_) => Err(what),
    }
}

/// The purpose of the key that opens `/metrics`.
const METRICS_KEY: &str = "metrics";

/// `/healthz`, `/readyz` and `/metrics`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(gate::healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics_text))
}

/// 200 when this server should get calls: it is not stopping, its storage answers, and every lane takes writes. Work
/// beside requests that fails, and a payment partner that gives no answers, are named as `degraded`; calls are answered all the same.
async fn readyz(State(app): State<Arc<App>>) -> Response {
    if *app.stopping.borrow() {
        return gate::not_ready("stopping");
    }
    if let Err(waiting_for) = app.readiness.of(&app).await {
        return gate::not_ready(waiting_for);
    }
    let mut degraded = app.health.degraded();
    degraded.extend(app.cashbox.partners_away().into_iter().map(|name| format!("payment partner {name}")));
    if degraded.is_empty() {
        Json(json!({ "ready": true })).into_response()
    } else {
        Json(json!({ "ready": true, "degraded": degraded })).into_response()
    }
}

/// The metrics in the text form of OpenMetrics, for whoever holds the token.
async fn metrics_text(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    if !bearer(&headers).is_some_and(|shown| app.secrets.is_key_for(METRICS_KEY, shown)) {
        return Err(ApiError::forbidden("forbidden", "The operator's figures are not for everybody."));
    }
    let text = app.metrics.encode(&app).await?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok((StatusCode::OK, [(CONTENT_TYPE, kind)], text).into_response())
}

/// What a scraper shows as a bearer token: made of the master key, the same on every server of the server.
pub fn metrics_token(secrets: &Secrets) -> String {
    hex::encode(secrets.key_for(METRICS_KEY))
}
