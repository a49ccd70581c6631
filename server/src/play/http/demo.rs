//! The calls by which a game client reads and verifies the seeds of its demo session.

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

/// Read the seed pair in force of a demo session, and its last rounds
#[utoipa::path(get, path = "/api/play/demo/seeds", tag = "play",
    responses((status = 200, body = DemoSeeds), (status = 401, body = ErrorBody),
        (status = 404, description = "the session is for money", body = ErrorBody)))]
async fn demo_seeds(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
) -> ApiResult<Json<DemoSeeds>> {
    Ok(Json(demo_fairness::seeds(&app, &session).await?))
}

/// The client seed to play on with.
#[derive(Debug, Deserialize, ToSchema)]
struct DemoSeedRequest {
    /// 1 to 64 letters, digits, hyphens and underscores.
    client_seed: String,
}

/// Choose the client seed of a demo session
///
/// While no round was played with the seed pair in force, its client seed is replaced. After that, the next pair comes into
/// force with this client seed, and the server seed of the pair before is revealed.
#[utoipa::path(post, path = "/api/play/demo/seeds", tag = "play", request_body = DemoSeedRequest,
    responses((status = 200, body = DemoSeeds), (status = 401, body = ErrorBody),
        (status = 404, description = "the session is for money", body = ErrorBody),
        (status = 409, description = "round_conflict: a round is open, or another call came first", body = ErrorBody),
        (status = 422, body = FieldErrorsBody)))]
async fn choose_demo_seed(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Json(request): Json<DemoSeedRequest>,
) -> ApiResult<Json<DemoSeeds>> {
    Ok(Json(demo_fairness::choose(&app, &session, &request.client_seed).await?))
}

/// Read the proof of one of the last 20 rounds of a demo session
///
/// `seed.server_seed` is null while the seed pair of the round is in force. It is revealed when the next pair comes into
/// force: then the round can be recalculated.
#[utoipa::path(get, path = "/api/play/demo/rounds/{nonce}", tag = "play", params(("nonce" = i64, Path)),
    responses((status = 200, body = Proof), (status = 401, body = ErrorBody),
        (status = 404, description = "the session is for money, or keeps no ended round with this nonce",
            body = ErrorBody)))]
async fn demo_proof(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Path(nonce): Path<i64>,
) -> ApiResult<Json<Proof>> {
    Ok(Json(demo_fairness::proof(&app, &session, nonce).await?))
}
