//! PAR sheets, for players.

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::Path;
use crate::play::par_sheets::{self, ParSheet};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(par_sheet))
}

/// Read the PAR sheet of a built-in game
#[utoipa::path(get, path = "/api/par_sheets/{slug}", tag = "fairness", params(("slug" = String, Path)),
    responses((status = 200, body = ParSheet), (status = 404, body = ErrorBody)))]
async fn par_sheet(Path(slug): Path<String>) -> ApiResult<Json<ParSheet>> {
    par_sheets::sheet(&slug).map(Json).ok_or_else(ApiError::not_found)
}
