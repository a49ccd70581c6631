//! The end of a second factor that its player has lost.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{ReasonBody, number_of, reason};
use crate::app::App;
use crate::office::second_factor::{self, FactorOff};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersCorrect;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(second_factor_off))
}

/// Take the second factor off a player
///
/// Of a player who has lost the app and the recovery codes, and who has proved to be the player. Sign-in asks for the password
/// alone from then on; passkeys stay. Every session ends, no browser stays known, and the player is told by mail. The same call
/// with the same key counts once, and takes nothing off that was set up since.
#[utoipa::path(post, path = "/api/players/{id}/second-factor-off", tag = "players", params(("id" = i64, Path)),
    request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "second_factor_gone: there is none; idempotency_conflict: something else was asked for under \
        this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn second_factor_off(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersCorrect>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    known(&app, id).await?;
    let member = caller.member.id;
    let said = [&b"second factor"[..], &id.to_be_bytes()];
    let reference = number_of(&app, member, &headers, &said).to_string();
    let wanted = FactorOff { player: id, member, reference: &reference, reason: &reason };
    second_factor::switch_off(&app, &wanted, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
