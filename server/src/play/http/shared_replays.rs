//! Rounds that players show to others.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::round_id;
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::Path;
use crate::play::shared_replays::{self, ReplayLink, ShareRequest, SharedReplay, SharedRounds};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_shared_replays, share_replay))
        .routes(routes!(withdraw_shared_replay))
        .routes(routes!(shared_replay))
}

/// The rounds that the player shares.
#[utoipa::path(get, path = "/api/player/shared_replays", tag = "play",
    responses((status = 200, body = SharedRounds), (status = 401, body = ErrorBody)))]
async fn list_shared_replays(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<SharedRounds>> {
    Ok(Json(shared_replays::list(&app, caller.id).await?))
}

/// Makes the link under which everybody sees a round of the player; one that the round had counts no longer.
#[utoipa::path(post, path = "/api/player/shared_replays", tag = "play", request_body = ShareRequest,
    responses((status = 201, body = ReplayLink), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "replay_unavailable or shared_replays_max", body = ErrorBody)))]
async fn share_replay(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(request): Json<ShareRequest>,
) -> ApiResult<impl IntoResponse> {
    let link = shared_replays::share(&app, caller.id, round_id(&request.round_id)?).await?;
    // The token is a secret, which an answer that is kept for its key would hold in clear.
    Ok((StatusCode::CREATED, [(CACHE_CONTROL, "no-store")], Json(link)))
}

/// Ends the link of a round; one that is ended stays so.
#[utoipa::path(delete, path = "/api/player/shared_replays/{id}", tag = "play",
    params(("id" = String, Path, description = "the number of the round")),
    responses((status = 200, body = SharedRounds), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
async fn withdraw_shared_replay(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<SharedRounds>> {
    Ok(Json(shared_replays::withdraw(&app, caller.id, round_id(&id)?).await?))
}

/// The round that a link shows, without anything of its player.
#[utoipa::path(get, path = "/api/shared_replays/{token}", tag = "play", params(("token" = String, Path)),
    responses((status = 200, body = SharedReplay),
        (status = 404, description = "the link does not count", body = ErrorBody)))]
async fn shared_replay(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
) -> ApiResult<Json<SharedReplay>> {
    Ok(Json(shared_replays::find(&app, &token).await?))
}
