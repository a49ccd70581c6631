//! What those who run the house see of it: whether it is ready, how it does, and whether the books hold.

pub mod gate;
pub mod metrics;
pub mod self_test;
pub mod watchdog;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use crate::app::App;
use crate::auth::bearer;
use crate::error::{ApiError, ApiResult};
use crate::secrets::Secrets;

/// How long the storage may take to say that it is there.
const STORAGE_ANSWERS_WITHIN: Duration = Duration::from_secs(2);

/// The purpose of the key that opens `/metrics`.
const METRICS_KEY: &str = "metrics";

/// `/healthz`, `/readyz` and `/metrics`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(gate::healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(told_metrics))
}

/// 200 when this server should get calls: it is not stopping, and its storage answers.
async fn readyz(State(app): State<Arc<App>>) -> Response {
    if *app.stopping.borrow() {
        return gate::not_ready("stopping");
    }
    match tokio::time::timeout(STORAGE_ANSWERS_WITHIN, app.db.ping()).await {
        Ok(Ok(())) => Json(json!({ "ready": true })).into_response(),
        Ok(Err(error)) => {
            tracing::error!(%error, "not ready: the storage does not answer");
            gate::not_ready("storage")
        }
        Err(_) => gate::not_ready("storage"),
    }
}

/// The metrics in the text form of OpenMetrics, for whoever holds the token.
async fn told_metrics(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    if !bearer(&headers).is_some_and(|shown| app.secrets.is_key_for(METRICS_KEY, shown)) {
        return Err(ApiError::forbidden("forbidden", "The house's own figures are not for everybody."));
    }
    let text = app.metrics.encode(&app).await?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok((StatusCode::OK, [(CONTENT_TYPE, kind)], text).into_response())
}

/// What a scraper shows as a bearer token: made of the master key, the same on every server of the house.
pub fn metrics_token(secrets: &Secrets) -> String {
    hex::encode(secrets.key_for(METRICS_KEY))
}
