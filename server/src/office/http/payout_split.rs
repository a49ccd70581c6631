//! Cashouts that staff divides into several.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::payouts::{PayoutView, view};
use super::shared::reason;
use crate::app::App;
use crate::cashbox::{self, Receipt, Split, SplitPart, SplitWay};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::StaffCaller;
use crate::staff::needs::{PayoutsDecide, PlayersRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(split_payout)).routes(routes!(payment_receipt))
}

/// A card or account that a part of a cashout may go to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct SplitWayView {
    profile_id: String,
    /// Whose sign it carries.
    brand: String,
    /// As far as it may be shown.
    masked: String,
    /// What has to go back there before money goes elsewhere, in subunits, with the cashout itself left out of account.
    room_cents: i64,
}

impl From<SplitWay> for SplitWayView {
    fn from(way: SplitWay) -> Self {
        Self {
            profile_id: way.profile.to_string(),
            brand: way.brand,
            masked: way.masked,
            room_cents: way.room,
        }
    }
}

/// A part of a cashout.
#[derive(Debug, Deserialize, ToSchema)]
struct SplitPartBody {
    /// Subunits.
    amount_cents: i64,
    /// The card or account that it goes to; null for where the whole would go, as the first part does.
    profile_id: Option<Uuid>,
}

#[derive(Deserialize, ToSchema)]
struct SplitBody {
    /// 1 to 500 characters.
    reason: String,
    /// What the cashout comes to, as the caller has seen, in subunits.
    amount_cents: i64,
    /// Two to ten, which make up the whole. The first one stays the cashout itself.
    parts: Vec<SplitPartBody>,
}

/// Divide a cashout into several
///
/// All or nothing. Each part waits for a decision of its own; as many members have to approve it as the whole would take. Where
/// the licence asks for it, parts go first to where deposits came from. Answers the cashout with what stays of it.
#[utoipa::path(post, path = "/api/payouts/{id}/split", tag = "payouts", params(("id" = Uuid, Path)),
    request_body = SplitBody, responses(
    (status = 200, body = PayoutView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "payout_decided: somebody has decided meanwhile; payout_gone: it waits no more; \
        amount_changed: it was divided meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn split_payout(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<SplitBody>,
) -> ApiResult<Json<PayoutView>> {
    let reason = reason("reason", &body.reason)?;
    let part = |part: SplitPartBody| SplitPart { amount: part.amount_cents, profile: part.profile_id };
    let parts = body.parts.into_iter().map(part).collect();
    let split = Split { seen: body.amount_cents, parts, by: caller.actor(), reason };
    cashbox::split(&app, id, &split).await?;
    view(&app, caller.scope(), id).await.map(Json)
}

/// Read the receipt of a payment
#[utoipa::path(get, path = "/api/payments/{id}/receipt", tag = "players", params(("id" = Uuid, Path)), responses(
    (status = 200, body = Receipt),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn payment_receipt(
    State(app): State<Arc<App>>,
    _: StaffCaller<PlayersRead>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<Receipt>> {
    cashbox::receipt(&app, id).await.map(Json)
}
