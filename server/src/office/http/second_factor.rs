//! The end of a second factor that its player has lost.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{ReasonBody, reason};
use crate::app::App;
use crate::identity;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersCorrect;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(second_factor_off))
}

/// Take the second factor off a player
///
/// Of a player who has lost the app and the recovery codes, and who has proved to be the player. Sign-in asks for the password
/// alone from then on; passkeys stay. Every session ends, no browser stays known, and the player is told by mail.
#[utoipa::path(post, path = "/api/players/{id}/second-factor-off", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "second_factor_gone: there is none", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn second_factor_off(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersCorrect>,
    Path(id): Path<i64>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let why = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let told = caller.actor().signing(json!({ "why": why }));
    if !identity::take_factor_off(&app.db, id, &told, app.clock.now()).await? {
        return Err(ApiError::conflict("second_factor_gone", "The player has no second factor."));
    }
    app.db.notify_all();
    Ok(StatusCode::NO_CONTENT)
}
