//! Stops of players: made, and lifted.

use std::sync::Arc;

use axum::extract::State;
use croupier_ledger::{NO_END, PlayerId};
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::players::{PlayerPage, page};
use super::shared::{StopName, reason};
use crate::account::stops::{StopChange, lift_stop, stop_player};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::instant;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::needs::PlayersStop;
use crate::staff::{Actor, StaffCaller};
use crate::{account, player};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(stop)).routes(routes!(lift))
}

#[derive(Deserialize, ToSchema)]
struct StopBody {
    reason: StopName,
    /// The end, RFC 3339; until it is lifted when absent.
    until: Option<String>,
    /// 1 to 500 characters.
    why: String,
}

/// Stop a player
///
/// Ends the player's sessions. A stop that is there already is never shortened.
#[utoipa::path(post, path = "/api/players/{id}/stops", tag = "players", params(("id" = i64, Path)),
    request_body = StopBody, responses(
    (status = 200, body = PlayerPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn stop(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersStop>,
    Path(id): Path<i64>,
    Json(body): Json<StopBody>,
) -> ApiResult<Json<PlayerPage>> {
    if matches!(body.reason, StopName::Register | StopName::RegisterSilent) {
        return Err(ApiError::fields(vec![Rule::NotAllowed.on("reason")]));
    }
    let why = reason("why", &body.why)?;
    refuse_closed(body.reason)?;
    let now = app.clock.now();
    let until = body.until.as_deref().map_or(Ok(NO_END), instant).ok().filter(|until| *until > now);
    let until = until.ok_or_else(|| ApiError::fields(vec![Rule::Invalid.on("until")]))?;
    player::find(&app, id).await?.ok_or_else(ApiError::not_found)?;
    stop_player(&app.db, change(id, body.reason, &caller.actor(), &why), until, now).await?;
    page(&app, id).await.map(Json)
}

/// An account is closed and opened again by calls of their own, which keep more than a stop.
fn refuse_closed(reason: StopName) -> ApiResult<()> {
    match reason {
        StopName::Closed => Err(ApiError::fields(vec![Rule::NotAllowed.on("reason")])),
        _ => Ok(()),
    }
}

fn change<'a>(player: PlayerId, reason: StopName, actor: &'a Actor, why: &'a str) -> StopChange<'a> {
    StopChange { player, reason: reason.into(), by: &actor.name, why, signed: actor.signed.as_ref() }
}

#[derive(Deserialize, ToSchema)]
struct LiftBody {
    /// Which stop.
    reason: StopName,
    /// 1 to 500 characters.
    why: String,
}

/// Lift a stop of a player
#[utoipa::path(post, path = "/api/players/{id}/stops/lift", tag = "players", params(("id" = i64, Path)),
    request_body = LiftBody, responses(
    (status = 200, body = PlayerPage),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "stop_gone: there is no such stop; own_wish: the player asked for it, and it is \
        not lifted here; register_holds: a register still lists the player, or has not answered", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn lift(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PlayersStop>,
    Path(id): Path<i64>,
    Json(body): Json<LiftBody>,
) -> ApiResult<Json<PlayerPage>> {
    let why = reason("why", &body.why)?;
    refuse_closed(body.reason)?;
    player::find(&app, id).await?.ok_or_else(ApiError::not_found)?;
    if matches!(body.reason, StopName::Exclusion | StopName::CoolingOff) {
        return Err(ApiError::conflict("own_wish", "The player asked for this stop. It is not lifted here."));
    }
    let is_listed = body.reason == StopName::Register && account::registers::is_listed(&app, id).await?;
    if is_listed || body.reason == StopName::RegisterSilent {
        let message = "The register's answer lifts this stop, or lets it be lifted. It has not come.";
        return Err(ApiError::conflict("register_holds", message));
    }
    let lifted = lift_stop(&app.db, change(id, body.reason, &caller.actor(), &why), app.clock.now()).await?;
    if !lifted {
        return Err(ApiError::conflict("stop_gone", "There is no such stop."));
    }
    page(&app, id).await.map(Json)
}
