//! The calls by which a player reads notifications.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::model::NotificationView;
use super::{LIVE_OF_PLAYER_MAX, LIVE_SHARED_MAX, list, mark_read};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::player;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_notifications)).routes(routes!(read_notifications))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; an unknown one is the default, without one it is the player's.
    l: Option<String>,
}

/// Read the player's notifications
///
/// All that are in force, a hundred at most: unread ones first, then the newest.
#[utoipa::path(get, path = "/api/player/notifications", tag = "player", params(InLanguage), responses(
    (status = 200, body = [NotificationView]),
    (status = 401, body = ErrorBody),
))]
async fn list_notifications(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<NotificationView>>> {
    let groups = player::groups_of(&app, caller.id).await?;
    let locale = match requested.l {
        Some(locale) => locale,
        None => player::get(&app, caller.id).await?.locale,
    };
    let notifications = list(&app.db, caller.id, &groups, app.clock.now()).await?;
    Ok(Json(notifications.iter().map(|notification| notification.view(&locale)).collect()))
}

/// Which notifications a player has read.
#[derive(Debug, Deserialize, ToSchema)]
struct ReadBody {
    /// Their ids, a hundred at most.
    ids: Vec<String>,
}

/// Mark notifications as read
///
/// On all devices of the player. Ids that are not among the player's notifications are left out.
#[utoipa::path(post, path = "/api/player/notifications/read", tag = "player", request_body = ReadBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn read_notifications(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<ReadBody>,
) -> ApiResult<StatusCode> {
    let ids = ids_of(&body.ids)?;
    let groups = player::groups_of(&app, caller.id).await?;
    mark_read(&app.db, caller.id, &groups, &ids, app.clock.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn ids_of(texts: &[String]) -> ApiResult<Vec<Uuid>> {
    let refused = |message| ApiError::field("ids", "VALIDATION.INVALID", message);
    if !i64::try_from(texts.len()).is_ok_and(|count| count <= LIVE_OF_PLAYER_MAX + LIVE_SHARED_MAX) {
        return Err(refused("These are too many notifications."));
    }
    let ids = texts.iter().map(|text| Uuid::parse_str(text));
    ids.collect::<Result<_, _>>().map_err(|_| refused("This is no id of a notification."))
}
