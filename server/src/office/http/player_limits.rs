//! Limits of players, made stricter by staff.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::player_activity::known;
use super::shared::{number_of, reason, refused};
use crate::app::App;
use crate::limits::http::LimitBody;
use crate::limits::{LimitRequest, LimitType};
use crate::office::player_limits::{self, Wanted};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::StaffCaller;
use crate::staff::needs::PlayersLimit;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(limit_player))
}

/// A stricter limit, and why.
#[derive(Deserialize, ToSchema)]
struct LimitOnBehalfBody {
    #[serde(flatten)]
    limit: LimitBody,
    /// 1 to 500 characters.
    reason: String,
}

/// Set a limit on a player's behalf, or lower one
///
/// Every type but `selfexclusion`, which is a stop. It holds at once, as the player's own does. What is as loose as the limit
/// that holds, or looser, is refused: that is the player's own to ask for. A cooling-off ends the player's sessions. The same
/// call with the same key counts once; another one with that key is refused.
#[utoipa::path(post, path = "/api/players/{id}/limits", tag = "players", params(("id" = i64, Path)),
    request_body = LimitOnBehalfBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "limit_not_stricter: the limit that holds is as strict, or the pause lasts as long; \
        idempotency_conflict: something else was asked for under this key", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn limit_player(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersLimit>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<LimitOnBehalfBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    let limit = body.limit.requested()?;
    if matches!(limit, LimitRequest::Pause(LimitType::Selfexclusion, _)) {
        return Err(refused(Rule::NotAllowed, "type"));
    }
    known(&app, id).await?;
    let member = caller.member.id;
    let reference = number_of(&app, member, &headers, &[&b"limit"[..], &id.to_be_bytes()]).to_string();
    let wanted = Wanted { player: id, limit, member, reference: &reference, reason: &reason };
    player_limits::tighten(&app, &wanted, &caller.actor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
