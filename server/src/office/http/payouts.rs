//! Cashouts that are held for a person's decision.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PaymentRow, PlayerBrief, ReasonBody, StopView, SumsView};
use crate::app::App;
use crate::body::Json;
use crate::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{PayoutsDecide, PayoutsRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(payouts))
        .routes(routes!(payout))
        .routes(routes!(approve_payout))
        .routes(routes!(decline_payout))
}

/// Which cashouts are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PayoutFilter {
    /// Those that wait for a decision, oldest first.
    Waiting,
    /// Those about which somebody has decided, newest first.
    Decided,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PayoutsQuery {
    /// Which ones.
    state: PayoutFilter,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

/// How a person's decision about a cashout stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PayoutReview {
    /// Nobody has decided yet.
    Waiting,
    /// It is paid.
    Approved,
    /// The money went back to the player.
    Declined,
}

/// The first of two approvals.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct ApprovalView {
    /// Names it: who gives the second approval says which first one they have seen.
    id: String,
    /// Who has given it.
    member_id: String,
    by: String,
    reason: String,
    at: String,
    /// When it ends if nobody gives the second.
    until: String,
}

/// A cashout in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct PayoutRow {
    /// The number.
    id: String,
    player: PlayerBrief,
    /// Subunits.
    amount_cents: i64,
    currency: String,
    /// Whose sign the method carries.
    brand: String,
    /// Where the payment stands, as in `OfficePayment`.
    state: String,
    review: PayoutReview,
    /// The rule that holds it, such as `large_payout`.
    held_for: Option<String>,
    created_at: String,
    /// Whether two members have to approve it.
    needs_two: bool,
    /// The first approval, while the second is awaited.
    approval: Option<ApprovalView>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PayoutList {
    payouts: Vec<PayoutRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List cashouts that were held
#[utoipa::path(get, path = "/api/payouts", tag = "payouts", params(PayoutsQuery), responses(
    (status = 200, body = PayoutList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn payouts(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PayoutsRead>,
    Query(_query): Query<PayoutsQuery>,
) -> ApiResult<Json<PayoutList>> {
    Err(ApiError::not_found())
}

/// What two players have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LinkKind {
    /// The browser that they have paid with.
    Device,
    /// Where their money goes, or the card that it comes from.
    Account,
}

/// Another player with something in common.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct LinkView {
    player: PlayerBrief,
    kind: LinkKind,
}

/// Why a cashout is held.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct HeldView {
    /// The rule, such as `large_payout`.
    rule: String,
    /// The status of the player by then.
    player_status: String,
    /// Where the player lives (ISO 3166-1).
    country: String,
    /// Where the call came from, when that was known.
    caller_country: Option<String>,
    at: String,
}

/// What was decided.
#[derive(Debug, Clone, Serialize, ToSchema)]
struct DecisionView {
    by: String,
    reason: String,
    at: String,
    /// Who gave the first of two approvals.
    first_by: Option<String>,
}

/// A cashout with its risk picture.
#[derive(Debug, Serialize, ToSchema)]
struct PayoutView {
    #[serde(flatten)]
    payout: PayoutRow,
    /// Where the money goes, as far as it may be shown; null when the partner alone knows it.
    destination: Option<String>,
    held: Option<HeldView>,
    /// When the player signed up.
    registered_at: String,
    /// When staff made sure who the player is.
    verified_at: Option<String>,
    sums: Vec<SumsView>,
    /// The player's newest payments, this one left out.
    payments: Vec<PaymentRow>,
    stops: Vec<StopView>,
    links: Vec<LinkView>,
    /// What was decided; null while it waits.
    decision: Option<DecisionView>,
}

/// Read a cashout with its risk picture
#[utoipa::path(get, path = "/api/payouts/{id}", tag = "payouts", params(("id" = Uuid, Path)), responses(
    (status = 200, body = PayoutView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn payout(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PayoutsRead>,
    Path(_id): Path<Uuid>,
) -> ApiResult<Json<PayoutView>> {
    Err(ApiError::not_found())
}

#[derive(Deserialize, ToSchema)]
struct ApproveBody {
    /// 1 to 500 characters.
    reason: String,
    /// The first approval that the caller has seen and confirms; null when the caller has seen none.
    approval_id: Option<Uuid>,
}

/// Approve a cashout
///
/// Above a sum it takes two members: the first approval is kept for 24 hours, the second carries it out. Answers the
/// cashout as it is afterwards: `review` stays `waiting` with an `approval` when a second one is needed.
#[utoipa::path(post, path = "/api/payouts/{id}/approve", tag = "payouts", params(("id" = Uuid, Path)),
    request_body = ApproveBody, responses(
    (status = 200, body = PayoutView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "payout_decided: somebody has decided meanwhile; payout_gone: it waits no more, \
        such as when the player took it back; approval_changed: another first approval is there, or none; \
        second_person_needed: the caller gave the first approval", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_payout(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PayoutsDecide>,
    Path(_id): Path<Uuid>,
    Json(_body): Json<ApproveBody>,
) -> ApiResult<Json<PayoutView>> {
    Err(ApiError::not_found())
}

/// Decline a cashout
///
/// The money goes back to the player. One member decides it.
#[utoipa::path(post, path = "/api/payouts/{id}/decline", tag = "payouts", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = PayoutView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "payout_decided: somebody has decided meanwhile; payout_gone: it waits no more", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn decline_payout(
    State(_app): State<Arc<App>>,
    _caller: StaffCaller<PayoutsDecide>,
    Path(_id): Path<Uuid>,
    Json(_body): Json<ReasonBody>,
) -> ApiResult<Json<PayoutView>> {
    Err(ApiError::not_found())
}
