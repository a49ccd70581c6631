//! What a player has to take note of.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::page_context::PageContext;
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::content::pages::Reader;
use crate::content::{notices, values};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody};
use crate::platform::query::{Path, Query};
use crate::player::licence_of;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_notices)).routes(routes!(accept_notice))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; an unknown or missing one is the default.
    l: Option<String>,
}

/// Something to take note of.
#[derive(Debug, Serialize, ToSchema)]
struct NoticeView {
    /// Its name.
    id: String,
    title: String,
    /// Clean HTML.
    content: String,
}

/// Read what the player has still to take note of
#[utoipa::path(get, path = "/api/player/notices", tag = "player", params(InLanguage), responses(
    (status = 200, body = [NoticeView]),
    (status = 401, body = ErrorBody),
))]
async fn list_notices(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    player: PlayerCaller,
    caller: Caller,
    page_context: PageContext,
    Query(image_query): Query<InLanguage>,
) -> ApiResult<Json<Vec<NoticeView>>> {
    let licence = licence_of(&app, &visitor, &caller).await?;
    let locale = image_query.l.unwrap_or_default();
    let reader = Reader { country: visitor.country(), licence: &licence.code, locale: &locale };
    let published = app.content.now();
    let values = values(page_context.brand(&app, &published)?, licence);
    let open = notices::open_for(&app, player.id, &published.notices).await?;
    let views = open.into_iter().filter_map(|notice| {
        let content = values.fill_html(notice.text(reader)?).into();
        Some(NoticeView { id: notice.id.clone(), title: notice.title.in_locale(&locale).to_owned(), content })
    });
    Ok(Json(views.collect()))
}

/// Accept a notice
#[utoipa::path(post, path = "/api/player/notices/{id}/accept", tag = "player",
    params(("id" = String, Path, description = "Its name")), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn accept_notice(
    State(app): State<Arc<App>>,
    player: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    notices::accept(&app, player.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
