//! Seeds and proofs.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{idempotency_key, round_id};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::play::fairness::{self, Proof, RotationRequest, SeedPromise, Seeds};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(seeds))
        .routes(routes!(rotate))
        .routes(routes!(proof))
        .routes(routes!(promise))
}

/// Which wallet.
#[derive(Debug, Deserialize)]
struct CurrencyQuery {
    currency: String,
}

/// The seed pairs of a wallet; null before the first game was opened with it.
#[utoipa::path(get, path = "/api/player/fairness", tag = "fairness", params(("currency" = String, Query)),
    responses((status = 200, body = Option<Seeds>), (status = 401, body = ErrorBody),
        (status = 404, description = "no such currency", body = ErrorBody)))]
async fn seeds(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(query): Query<CurrencyQuery>,
) -> ApiResult<Json<Option<Seeds>>> {
    let currency = query.currency.parse().map_err(|_| ApiError::not_found())?;
    Ok(Json(fairness::seeds(&app, caller.id, currency).await?))
}

/// Puts the next seed pair into force and reveals the one before.
#[utoipa::path(post, path = "/api/player/fairness/rotation", tag = "fairness", request_body = RotationRequest,
    params(("idempotency-key" = String, Header)),
    responses((status = 200, body = Seeds), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = FieldErrorsBody)))]
async fn rotate(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    headers: HeaderMap,
    Json(request): Json<RotationRequest>,
) -> ApiResult<Json<Seeds>> {
    let key = idempotency_key(&headers)?;
    Ok(Json(fairness::rotate(&app, caller.id, &request, key).await?))
}

/// A wish for the commitment to a wallet's first pair.
#[derive(Debug, Deserialize, ToSchema)]
struct PromiseRequest {
    /// The wallet's currency.
    currency: String,
}

/// Promises a wallet's first seed pair before a game is opened with it; later, tells what the pair in force was promised with.
#[utoipa::path(post, path = "/api/player/fairness/promise", tag = "fairness", request_body = PromiseRequest,
    responses((status = 200, body = SeedPromise), (status = 401, body = ErrorBody),
        (status = 404, description = "no such wallet", body = ErrorBody)))]
async fn promise(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(request): Json<PromiseRequest>,
) -> ApiResult<Json<SeedPromise>> {
    let currency = request.currency.parse().map_err(|_| ApiError::not_found())?;
    Ok(Json(fairness::promise(&app, caller.id, currency).await?))
}

/// All that is needed to work out a round again.
#[utoipa::path(get, path = "/api/player/fairness/rounds/{id}", tag = "fairness",
    params(("id" = String, Path)),
    responses((status = 200, body = Proof), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn proof(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<Proof>> {
    Ok(Json(fairness::proof(&app, caller.id, round_id(&id)?).await?))
}
