//! Play's routes.

mod demo;
mod fairness;
mod history;
mod launch;
mod par_sheets;
mod rounds;
mod saved_bets;
mod session;
mod shared_replays;

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode};
use utoipa_axum::router::OpenApiRouter;

use super::partners;
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};

/// The longest idempotency key.
const KEY_MAX: usize = 128;

/// Play's routes.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .merge(launch::routes())
        .merge(session::routes())
        .merge(rounds::routes())
        .merge(saved_bets::routes())
        .merge(fairness::routes())
        .merge(demo::routes())
        .merge(history::routes())
        .merge(shared_replays::routes())
        .merge(par_sheets::routes())
        .merge(partners::routes())
}

/// The caller's name for what it asks, which makes asking twice harmless.
pub fn idempotency_key(headers: &HeaderMap) -> ApiResult<&str> {
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let fits =
        |key: &&str| !key.is_empty() && key.len() <= KEY_MAX && key.bytes().all(|b| b.is_ascii_graphic());
    key.filter(fits).ok_or_else(|| {
        let status = StatusCode::BAD_REQUEST;
        ApiError::code(status, "bad_request", "An Idempotency-Key of up to 128 visible characters is needed.")
    })
}

fn round_id(text: &str) -> ApiResult<i64> {
    text.parse().map_err(|_| ApiError::not_found())
}
