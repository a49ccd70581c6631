//! The calls of the partner's check.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{CheckReason, CheckState, PartnerCheck};
use super::{Entrance, starting, store, webhook};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;

/// The calls of the check: a way to the partner's page is good for minutes and is kept nowhere.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(start_identity_check)).routes(routes!(webhook::identity_webhook))
}

/// The check of the operator's partner.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::verification) struct IdentityCheckView {
    /// Where it stands; null when the player has not begun.
    state: Option<CheckState>,
    /// Whether the player may go to the partner's page.
    can_start: bool,
    /// Why the partner has refused.
    reasons: Vec<CheckReason>,
}

impl IdentityCheckView {
    fn of(check: Option<PartnerCheck>) -> Self {
        let Some(check) = check else {
            return Self { state: None, can_start: true, reasons: Vec::new() };
        };
        Self { state: Some(check.state), can_start: check.state.is_open(), reasons: check.reasons }
    }
}

/// The player's check; `None` when the operator has no partner for it.
pub(in crate::verification) async fn view(app: &App, player: i64) -> ApiResult<Option<IdentityCheckView>> {
    if app.identity_partner.is_none() {
        return Ok(None);
    }
    Ok(Some(IdentityCheckView::of(store::get(&app.db, player).await?)))
}

/// The way to the partner's page.
#[derive(Debug, Serialize, ToSchema)]
struct IdentityCheckStart {
    /// To be shown in a frame.
    url: String,
    /// Until when it leads there.
    expires_at: String,
}

/// Go to the page of the identity partner
///
/// The profile has to have names and a date of birth, which the document is compared with.
#[utoipa::path(post, path = "/api/player/identity_check", tag = "verification", responses(
    (status = 200, body = IdentityCheckStart),
    (status = 401, body = ErrorBody),
    (status = 404, description = "No identity partner is configured", body = ErrorBody),
    (status = 409, description = "identity_check_not_open: the check is under way or has ended", body = ErrorBody),
    (status = 422, description = "The profile is incomplete", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
    (status = 503, description = "identity_partner_unavailable: the partner does not answer", body = ErrorBody),
))]
async fn start_identity_check(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
) -> ApiResult<Json<IdentityCheckStart>> {
    let partner = app.identity_partner.as_ref().ok_or_else(ApiError::not_found)?;
    app.limits.identity_checks.take(LimitKey::player(caller.id))?;
    let Entrance { url, until } = starting::start(&app, partner, caller.id, &visitor.host).await?;
    Ok(Json(IdentityCheckStart { url, expires_at: rfc3339(until) }))
}
