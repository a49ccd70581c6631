//! The call that changes the order of bonuses.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::order;
use super::view::BonusView;
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};

pub(super) fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(order_bonuses))
}

/// An order of bonuses.
#[derive(Debug, Deserialize, ToSchema)]
struct BonusOrderBody {
    /// The ids of all bonuses that wait in a wallet, each once; the first is activated next.
    ids: Vec<String>,
}

/// Change the order of waiting bonuses
///
/// Refused when the list does not name all that wait in a wallet by now, or another call changes their order meanwhile. Every
/// changed bonus is told in `bonuses_changes`.
#[utoipa::path(patch, path = "/api/player/bonuses/order", tag = "bonuses", request_body = BonusOrderBody, responses(
    (status = 200, description = "those that wait in the wallet, in their order", body = [BonusView]),
    (status = 401, body = ErrorBody),
    (status = 404, description = "a bonus of nobody, or of somebody else", body = ErrorBody),
    (status = 409, description = "bonus_order_changed", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn order_bonuses(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<BonusOrderBody>,
) -> ApiResult<Json<Vec<BonusView>>> {
    Ok(Json(order::change(&app, caller.id, &body.ids).await?))
}
