//! Views of lists that members save.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::number_of;
use crate::app::App;
use crate::office::views::{self, NewView, SavedView};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::Session;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_views, save_view)).routes(routes!(remove_view))
}

/// A view of a list under a name.
#[derive(Debug, Serialize, ToSchema)]
struct SavedViewView {
    id: String,
    /// The path of the list.
    page: String,
    /// What follows the path in the address, with the question mark; empty when nothing does.
    search: String,
    name: String,
    /// Whether colleagues see it.
    is_shared: bool,
    /// Whether the caller has saved it.
    is_own: bool,
    /// The name of who has saved it.
    by: String,
}

impl SavedViewView {
    fn of(view: SavedView, caller: Uuid) -> Self {
        Self {
            id: view.id.to_string(),
            page: view.page,
            search: view.search,
            name: view.name,
            is_shared: view.is_shared,
            is_own: view.member == caller,
            by: view.by,
        }
    }
}

/// List the saved views of the caller, and those that colleagues share
#[utoipa::path(get, path = "/api/views", tag = "staff", responses(
    (status = 200, body = [SavedViewView]),
    (status = 401, body = ErrorBody),
))]
async fn list_views(
    State(app): State<Arc<App>>,
    caller: StaffCaller<Session>,
) -> ApiResult<Json<Vec<SavedViewView>>> {
    let views = views::list(&app, &caller.member).await?.into_iter();
    Ok(Json(views.map(|view| SavedViewView::of(view, caller.member.id)).collect()))
}

#[derive(Deserialize, ToSchema)]
struct SaveViewBody {
    /// The path of a list that the caller may open.
    page: String,
    /// What follows it in the address, with the question mark; at most 1,000 bytes.
    search: String,
    /// 1 to 80 characters.
    name: String,
    /// Whether colleagues see it.
    is_shared: bool,
}

/// Save a view of a list
///
/// Under the same `Idempotency-Key` it is saved once. A member keeps at most 100.
#[utoipa::path(post, path = "/api/views", tag = "staff", request_body = SaveViewBody, responses(
    (status = 200, body = SavedViewView),
    (status = 401, body = ErrorBody),
    (status = 409, description = "views_too_many: the caller has 100", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save_view(
    State(app): State<Arc<App>>,
    caller: StaffCaller<Session>,
    headers: HeaderMap,
    Json(body): Json<SaveViewBody>,
) -> ApiResult<Json<SavedViewView>> {
    let SaveViewBody { page, search, name, is_shared } = body;
    let said = [page.as_bytes(), search.as_bytes(), name.as_bytes()];
    let id = number_of(&app, caller.member.id, &headers, &said);
    let saved = views::save(&app, &caller.member, id, NewView { page, search, name, is_shared }).await?;
    Ok(Json(SavedViewView::of(saved, caller.member.id)))
}

/// Take a saved view away
///
/// One's own; who manages staff takes away shared ones too.
#[utoipa::path(post, path = "/api/views/{id}/remove", tag = "staff", params(("id" = Uuid, Path)), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn remove_view(
    State(app): State<Arc<App>>,
    caller: StaffCaller<Session>,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    views::remove(&app, &caller.member, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
