//! Points of players, corrected by staff.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{number_of, reason};
use crate::app::App;
use crate::loyalty::staff::ADJUSTMENT_MAX;
use crate::loyalty::{self, PointBalance};
use crate::office::points::{self, Wanted};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::PointsCorrect;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(correct_points))
}

#[derive(Deserialize, ToSchema)]
struct PointsBody {
    /// Above zero gives points to spend, below zero takes them; not zero.
    points: i64,
    /// 1 to 500 characters.
    reason: String,
}

/// Correct the points of a player
///
/// Points to spend alone; what was earned for life stays. The same call with the same key counts once; another one with that
/// key is refused.
#[utoipa::path(post, path = "/api/players/{id}/points", tag = "players", params(("id" = i64, Path)),
    request_body = PointsBody, responses(
    (status = 200, description = "What the player has now", body = PointBalance),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "points_too_low: the player has fewer to spend than are to be taken; points_too_many: they \
        are worth more than one member corrects, or than may be corrected within a day; wallet_missing: the player has no \
        wallet; points_changed: they kept changing, and the call can be made again; \
        idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn correct_points(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PointsCorrect>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<PointsBody>,
) -> ApiResult<Json<PointBalance>> {
    let reason = reason("reason", &body.reason)?;
    if body.points == 0 || body.points.unsigned_abs() > ADJUSTMENT_MAX.unsigned_abs() {
        return Err(ApiError::fields(vec![Rule::Invalid.on("points")]));
    }
    known(&app, id).await?;
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"points"[..], &id.to_be_bytes()]).to_string();
    let wanted = Wanted { player: id, points: body.points, member, reference: &reference, reason: &reason };
    points::correct(&app, &wanted, &caller.actor()).await?;
    Ok(Json(loyalty::balances(&app.db, &[id]).await?.remove(&id).unwrap_or_default()))
}
