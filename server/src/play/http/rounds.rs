//! Bets and further steps.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{idempotency_key, round_id};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::play::model::{RoundRequest, RoundView, StepRequest};
use crate::play::sessions::Playing;
use crate::play::{demo, rounds, steps};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(start)).routes(routes!(step))
}

/// Places a bet and plays the first step of its round.
#[utoipa::path(post, path = "/api/play/rounds", tag = "play", request_body = RoundRequest,
    params(("idempotency-key" = String, Header)),
    responses((status = 201, body = RoundView), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody),
        (status = 404, description = "The player has no such free spins", body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = FieldErrorsBody),
        (status = 429, description = "round_too_early: the licence names a least time from one round to the next",
            body = ErrorBody)))]
async fn start(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Playing { session, fresh }: Playing,
    headers: HeaderMap,
    Json(request): Json<RoundRequest>,
) -> ApiResult<(StatusCode, Json<RoundView>)> {
    let key = idempotency_key(&headers)?;
    if !fresh {
        return Err(ApiError::reauth_required());
    }
    let round = match &session.player {
        Some(player) => rounds::start(&app, &session, player, &visitor, request, key).await?,
        None => demo::start(&app, &session, &visitor, &request, key).await?,
    };
    Ok((StatusCode::CREATED, Json(round)))
}

/// Plays the next step of an open round.
#[utoipa::path(post, path = "/api/play/rounds/{id}/steps", tag = "play", request_body = StepRequest,
    params(("id" = String, Path), ("idempotency-key" = String, Header)),
    responses((status = 201, body = RoundView), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn step(
    State(app): State<Arc<App>>,
    Playing { session, .. }: Playing,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<StepRequest>,
) -> ApiResult<(StatusCode, Json<RoundView>)> {
    let key = idempotency_key(&headers)?;
    if request.step < 1 {
        return Err(ApiError::field("step", "VALIDATION.STEP.INVALID", "The first step is 1."));
    }
    let round = match &session.player {
        Some(player) => steps::step(&app, &session, player, round_id(&id)?, request, key).await?,
        None => demo::step(&app, &session, &id, request, key).await?,
    };
    Ok((StatusCode::CREATED, Json(round)))
}
