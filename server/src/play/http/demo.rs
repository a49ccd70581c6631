//! Seeds and proofs of a demo, for the client in the frame.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::play::demo_fairness::{self, DemoSeeds};
use crate::play::fairness::Proof;
use crate::play::sessions::InSession;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(demo_seeds, choose_demo_seed)).routes(routes!(demo_proof))
}

/// The seed pairs of a demo, and its last rounds.
#[utoipa::path(get, path = "/api/play/demo/seeds", tag = "play",
    responses((status = 200, body = DemoSeeds), (status = 401, body = ErrorBody),
        (status = 404, description = "the session is for money", body = ErrorBody)))]
async fn demo_seeds(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
) -> ApiResult<Json<DemoSeeds>> {
    Ok(Json(demo_fairness::seeds(&app, &session).await?))
}

/// A wish for the client's half of a demo's seed pair.
#[derive(Debug, Deserialize, ToSchema)]
struct DemoSeedRequest {
    /// 1 to 64 letters, digits, hyphens and underscores.
    client_seed: String,
}

/// Gives a demo the client's half of its pair: of the one in force before its first round, of the next one later, which reveals
/// the one before.
#[utoipa::path(post, path = "/api/play/demo/seeds", tag = "play", request_body = DemoSeedRequest,
    responses((status = 200, body = DemoSeeds), (status = 401, body = ErrorBody),
        (status = 404, description = "the session is for money", body = ErrorBody),
        (status = 409, description = "a round is open, or another call was faster", body = ErrorBody),
        (status = 422, body = FieldErrorsBody)))]
async fn choose_demo_seed(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Json(request): Json<DemoSeedRequest>,
) -> ApiResult<Json<DemoSeeds>> {
    Ok(Json(demo_fairness::choose(&app, &session, &request.client_seed).await?))
}

/// All that is needed to work out one of the last rounds of a demo again.
#[utoipa::path(get, path = "/api/play/demo/rounds/{nonce}", tag = "play", params(("nonce" = i64, Path)),
    responses((status = 200, body = Proof), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn demo_proof(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Path(nonce): Path<i64>,
) -> ApiResult<Json<Proof>> {
    Ok(Json(demo_fairness::proof(&app, &session, nonce).await?))
}
