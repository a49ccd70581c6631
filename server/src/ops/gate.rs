//! The readiness gate: calls reach the routes only once the server is ready for them.
//!
//! The port is taken first, so that a supervisor learns from `/readyz` what the start is at; every other
//! call is answered 503 until the tables are up to date and the self-test and the quick check have passed.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;
use tower::ServiceExt;

use crate::platform::error::ApiError;

/// The gate. Clones are the same gate.
#[derive(Debug, Clone, Default)]
pub struct ReadinessGate {
    app_router: Arc<OnceLock<Router>>,
}

impl ReadinessGate {
    /// Lets callers in to `app_router`; an open gate stays as it is.
    pub fn open(&self, app_router: Router) {
        let _ = self.app_router.set(app_router);
    }

    /// What listens on the port.
    pub fn router(&self) -> Router {
        Router::new().fallback(pass).with_state(self.clone())
    }
}

async fn pass(State(gate): State<ReadinessGate>, request: Request) -> Result<Response, Infallible> {
    match gate.app_router.get() {
        Some(app_router) => app_router.clone().oneshot(request).await,
        None => starting().oneshot(request).await,
    }
}

/// What is answered while the server starts.
fn starting() -> Router {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(|| async { not_ready("starting") }))
        .fallback(|| async { ApiError::unavailable(&"the server is starting") })
}

/// The process is alive and serves calls; says nothing about its storage.
pub(super) async fn healthz() -> &'static str {
    "ok"
}

/// 503, and what is waited for.
pub(super) fn not_ready(waiting_for: &'static str) -> Response {
    let body = Json(json!({ "ready": false, "waiting_for": waiting_for }));
    (StatusCode::SERVICE_UNAVAILABLE, body).into_response()
}
