//! Closing the site of a brand for maintenance, and opening it again.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::shared::{ReasonBody, SwitchView, reason};
use crate::app::App;
use crate::maintenance::{self, Closure};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::{MaintenanceSwitch, OperationsRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(brands)).routes(routes!(close_brand)).routes(routes!(open_brand))
}

/// A brand, and how its site stands.
#[derive(Debug, Serialize, ToSchema)]
struct BrandState {
    /// Its short name.
    id: String,
    name: String,
    /// Whether it is closed for maintenance; null while it is open.
    closed: Option<SwitchView>,
}

/// List brands with how their sites stand
#[utoipa::path(get, path = "/api/maintenance", tag = "operations", responses(
    (status = 200, body = [BrandState]),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn brands(
    State(app): State<Arc<App>>,
    _: StaffCaller<OperationsRead>,
) -> ApiResult<Json<Vec<BrandState>>> {
    let published = app.content.now();
    let states = published.brands.all().iter().map(|brand| BrandState {
        id: brand.id.clone(),
        name: brand.name.clone(),
        closed: app.maintenance.closure(&brand.id).map(|Closure { by, reason, at, .. }| SwitchView {
            by,
            reason,
            at: rfc3339(at),
        }),
    });
    Ok(Json(states.collect()))
}

/// Close a brand's site for maintenance
///
/// Its pages and calls answer 503, on every server within seconds. Partners' reports are taken, open rounds are played to
/// their end, and nothing new begins.
#[utoipa::path(post, path = "/api/maintenance/{brand}/close", tag = "operations",
    params(("brand" = String, Path)), request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "already_switched: it is closed already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn close_brand(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MaintenanceSwitch>,
    Path(brand): Path<String>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    maintenance::switch(&app, &brand, false, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Open a brand's site again
#[utoipa::path(post, path = "/api/maintenance/{brand}/open", tag = "operations",
    params(("brand" = String, Path)), request_body = ReasonBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "already_switched: it is open already", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn open_brand(
    State(app): State<Arc<App>>,
    caller: StaffCaller<MaintenanceSwitch>,
    Path(brand): Path<String>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<StatusCode> {
    let reason = reason("reason", &body.reason)?;
    maintenance::switch(&app, &brand, true, &caller.actor(), &reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
