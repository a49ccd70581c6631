//! The player's own calls.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::groups::add_own_groups;
use super::view::{GuestView, PlayerOrGuest, PlayerView, StatusView, statuses, view};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(player, edit_player))
        .routes(routes!(update_locale))
        .routes(routes!(join_groups))
        .merge(super::info::routes())
}

/// Read the player
///
/// A guest gets an empty object. A browser whose session is over gets 401 once, and loses the cookie.
#[utoipa::path(get, path = "/api/player", tag = "player", responses(
    (status = 200, body = PlayerOrGuest),
    (status = 401, body = ErrorBody),
))]
async fn player(State(app): State<Arc<App>>, visitor: Visitor, caller: Caller) -> ApiResult<Response> {
    Ok(match caller {
        Caller::Player(caller) => {
            let view = view(&app, caller.id).await?;
            Json(PlayerOrGuest::Player(Box::new(view))).into_response()
        }
        Caller::Guest => Json(PlayerOrGuest::Guest(GuestView {})).into_response(),
        Caller::Ended => ([(SET_COOKIE, visitor.cookie.clear()?)], ApiError::unauthorized().into_response())
            .into_response(),
    })
}

#[derive(Deserialize, ToSchema)]
struct EditBody {
    /// The fields to change, by name.
    player: Map<String, Value>,
}

/// Change the profile
///
/// Fields outside the form, and identity fields that are already filled, are refused with `VALIDATION.LOCKED`.
/// `terms_acceptance: true` accepts the terms where that is missing. Who names too young a date of birth cannot name
/// another one for a day.
#[utoipa::path(patch, path = "/api/player", tag = "player", request_body = EditBody, responses(
    (status = 200, body = PlayerView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "cooling_off: no offers begin during a break", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn edit_player(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<EditBody>,
) -> ApiResult<Json<PlayerView>> {
    super::edit(&app, caller.id, visitor.device_id.as_deref(), &body.player).await?;
    Ok(Json(view(&app, caller.id).await?.without_link()))
}

#[derive(Deserialize, Serialize, ToSchema)]
struct LocaleBody {
    locale: String,
}

/// Change the player's language
#[utoipa::path(patch, path = "/api/player/update_locale", tag = "player", request_body = LocaleBody, responses(
    (status = 200, body = LocaleBody),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn update_locale(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<LocaleBody>,
) -> ApiResult<Json<LocaleBody>> {
    let wanted = Map::from_iter([("locale".to_owned(), Value::from(body.locale))]);
    super::edit(&app, caller.id, None, &wanted).await?;
    Ok(Json(LocaleBody { locale: super::get(&app, caller.id).await?.locale }))
}

#[derive(Deserialize, ToSchema)]
struct GroupsBody {
    groups: GroupsToAdd,
}

#[derive(Deserialize, ToSchema)]
struct GroupsToAdd {
    add: Vec<i64>,
}

#[derive(Serialize, ToSchema)]
struct Statuses {
    statuses: Vec<StatusView>,
}

/// Join groups
///
/// Only groups that a browser may join; one that is not among them refuses the whole call.
#[utoipa::path(post, path = "/api/player/groups", tag = "player", request_body = GroupsBody, responses(
    (status = 201, body = Statuses),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn join_groups(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<GroupsBody>,
) -> ApiResult<impl IntoResponse> {
    add_own_groups(&app, caller.id, &body.groups.add).await?;
    Ok((StatusCode::CREATED, Json(Statuses { statuses: statuses(&app, caller.id).await? })))
}
