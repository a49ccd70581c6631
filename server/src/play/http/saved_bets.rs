//! Layouts of chips that a player keeps.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::play::saved_bets::{self, RenameRequest, SaveRequest, SavedBets};
use crate::play::sessions::InSession;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_saved_bets, save_bets))
        .routes(routes!(rename_saved_bets, delete_saved_bets))
}

/// The layouts that the player has saved at this table in this currency.
#[utoipa::path(get, path = "/api/play/saved_bets", tag = "play",
    responses((status = 200, body = SavedBets), (status = 401, body = ErrorBody),
        (status = 404, description = "A demo, or a game without a table", body = ErrorBody)))]
async fn list_saved_bets(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
) -> ApiResult<Json<SavedBets>> {
    Ok(Json(saved_bets::list(&app, &session).await?))
}

/// Saves a layout under a name; the same one twice is saved once.
#[utoipa::path(post, path = "/api/play/saved_bets", tag = "play", request_body = SaveRequest,
    responses((status = 201, body = SavedBets), (status = 401, body = ErrorBody),
        (status = 404, description = "A demo, or a game without a table", body = ErrorBody),
        (status = 409, description = "saved_bets_max or saved_bets_name", body = ErrorBody),
        (status = 422, body = FieldErrorsBody)))]
async fn save_bets(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Json(request): Json<SaveRequest>,
) -> ApiResult<(StatusCode, Json<SavedBets>)> {
    Ok((StatusCode::CREATED, Json(saved_bets::save(&app, &session, request).await?)))
}

/// Gives a layout another name.
#[utoipa::path(patch, path = "/api/play/saved_bets/{id}", tag = "play", request_body = RenameRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = SavedBets), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "saved_bets_name: other bets have this name", body = ErrorBody),
        (status = 422, body = FieldErrorsBody)))]
async fn rename_saved_bets(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Path(id): Path<String>,
    Json(request): Json<RenameRequest>,
) -> ApiResult<Json<SavedBets>> {
    Ok(Json(saved_bets::rename(&app, &session, &id, &request).await?))
}

/// Forgets a layout; one that is gone stays so.
#[utoipa::path(delete, path = "/api/play/saved_bets/{id}", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = SavedBets), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn delete_saved_bets(
    State(app): State<Arc<App>>,
    InSession(session): InSession,
    Path(id): Path<String>,
) -> ApiResult<Json<SavedBets>> {
    Ok(Json(saved_bets::delete(&app, &session, &id).await?))
}
