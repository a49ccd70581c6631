//! What was played and won.

use std::sync::Arc;

use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::Query;
use crate::play::history::{self, HistoryQuery, PlayedGames};
use crate::play::model::PublicWin;
use crate::play::store;

/// Public wins in an answer.
const WINS_SHOWN: i64 = 20;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(played_games)).routes(routes!(recent_wins))
}

/// What the player has played, newest first.
#[utoipa::path(get, path = "/api/player/played_games", tag = "play", params(HistoryQuery),
    responses((status = 200, body = PlayedGames), (status = 401, body = ErrorBody)))]
async fn played_games(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(query): Query<HistoryQuery>,
) -> ApiResult<Json<PlayedGames>> {
    Ok(Json(history::page(&app, caller.id, &query).await?))
}

/// The last wins that are shown to everybody, newest first.
#[utoipa::path(get, path = "/api/games/recent_wins", tag = "play",
    responses((status = 200, body = Vec<PublicWin>)))]
async fn recent_wins(State(app): State<Arc<App>>) -> ApiResult<Json<Vec<PublicWin>>> {
    let bodies = store::recent_wins(&app.db, WINS_SHOWN).await?;
    let wins = bodies.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?;
    Ok(Json(wins))
}
