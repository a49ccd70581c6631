//! Cashouts that are held for a person's decision.

use std::sync::Arc;

use axum::extract::State;
use croupier_ledger::PlayerId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::payout_split::SplitWayView;
use super::shared::{
    LinkView, PAGE_AND_ONE, PAYMENTS_SHOWN, PaymentRow, PlayerBrief, ReasonBody, StopView, SumsView,
    brief_of, briefs, paged, reason, takes_two,
};
use crate::app::App;
use crate::cashbox::{self, Approval, Approvals, Decided, Held, Link, ReviewDecision};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::needs::{PayoutsDecide, PayoutsRead};
use crate::staff::{BrandScope, StaffCaller};
use crate::{identity, player};

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
pub(super) enum PayoutFilter {
    /// Those that wait for a decision, oldest first.
    Waiting,
    /// Those about which somebody has decided, newest first.
    Decided,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PayoutsQuery {
    /// Which ones.
    #[param(inline)]
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
    /// What it came to before it was divided, in subunits; the same amount when it never was. How many members have to approve
    /// it goes by this.
    whole_cents: i64,
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
    /// The member who has made it on behalf of the player; null when the player has.
    made_by: Option<String>,
}

impl PayoutRow {
    fn of(app: &App, player: PlayerBrief, held: Held) -> Self {
        let needs_two = is_for_two(app, &held);
        Self {
            id: held.id.to_string(),
            player,
            amount_cents: held.amount,
            whole_cents: held.whole,
            currency: held.currency.code().to_owned(),
            brand: held.brand,
            state: held.state.to_owned(),
            review: match held.approved {
                None => PayoutReview::Waiting,
                Some(true) => PayoutReview::Approved,
                Some(false) => PayoutReview::Declined,
            },
            held_for: held.rule,
            created_at: rfc3339(held.created_at),
            needs_two,
            approval: held.approval.map(ApprovalView::from),
            made_by: held.made_by,
        }
    }
}

/// Whether two members have to approve it: a large one, and one that a member has made.
fn is_for_two(app: &App, held: &Held) -> bool {
    held.made_by.is_some() || takes_two(app, held.whole, held.currency)
}

impl From<Approval> for ApprovalView {
    fn from(approval: Approval) -> Self {
        Self {
            until: rfc3339(approval.until()),
            id: approval.id.to_string(),
            member_id: approval.member.to_string(),
            by: approval.name,
            reason: approval.reason,
            at: rfc3339(approval.at),
        }
    }
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
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsRead>,
    Query(query): Query<PayoutsQuery>,
) -> ApiResult<Json<PayoutList>> {
    let decided = query.state == PayoutFilter::Decided;
    let (scope, now) = (caller.scope(), app.clock.now());
    let held = cashbox::reviews(&app.db, scope, decided, query.after, PAGE_AND_ONE, now).await?;
    let (held, next) = paged(held, |held| held.id);
    let players: Vec<_> = held.iter().map(|held| held.player).collect();
    let briefs = briefs(&app, &players).await?;
    let rows = held.into_iter().map(|held| Ok(PayoutRow::of(&app, brief_of(&briefs, held.player)?, held)));
    Ok(Json(PayoutList { payouts: rows.collect::<ApiResult<_>>()?, next }))
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

impl HeldView {
    fn of(held: &Held) -> Option<Self> {
        Some(Self {
            rule: held.rule.clone()?,
            player_status: held.player_status.clone()?,
            country: held.country.clone()?,
            caller_country: held.caller_country.clone(),
            at: rfc3339(held.created_at),
        })
    }
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

impl DecisionView {
    fn of(held: &Held) -> Option<Self> {
        Some(Self {
            by: held.decided_by.clone()?,
            reason: held.reason.clone()?,
            at: rfc3339(held.decided_at?),
            first_by: held.first_by.clone(),
        })
    }
}

/// A cashout with its risk picture.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PayoutView {
    #[serde(flatten)]
    payout: PayoutRow,
    /// Where the money goes, as far as it may be shown; null when the partner alone knows it.
    destination: Option<String>,
    held: Option<HeldView>,
    /// Why a member has made it on behalf of the player.
    made_why: Option<String>,
    /// When the player signed up.
    registered_at: String,
    /// When staff made sure who the player is.
    verified_at: Option<String>,
    sums: Vec<SumsView>,
    /// The player's newest payments, this one left out.
    payments: Vec<PaymentRow>,
    stops: Vec<StopView>,
    links: Vec<LinkView>,
    /// Where parts of it may go, besides where it goes; empty once it waits no more.
    ways: Vec<SplitWayView>,
    /// All parts of the cashout that this belongs to; empty when it was never divided.
    parts: Vec<PaymentRow>,
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
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsRead>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<PayoutView>> {
    view(&app, caller.scope(), id).await.map(Json)
}

pub(super) async fn view(app: &App, scope: &BrandScope, id: Uuid) -> ApiResult<PayoutView> {
    let now = app.clock.now();
    let held = cashbox::review_of(&app.db, id, now).await?.ok_or_else(ApiError::not_found)?;
    let picture = cashbox::risk_picture(&app.db, &held, scope).await?;
    let linked: Vec<_> = picture.links.iter().map(|(player, _)| *player).collect();
    let briefs = briefs(app, &[&[held.player][..], &linked].concat()).await?;
    let link = |link: &(PlayerId, Link)| LinkView::of(*link, &briefs);
    let links = picture.links.iter().map(link).collect::<ApiResult<_>>()?;
    let stops = identity::stop_rows(&app.db, held.player).await?;
    let sums = app.wallet.stats(held.player).await?.into_iter().map(SumsView::from).collect();
    let payments = cashbox::newest_payments(&app.db, held.player, None, PAYMENTS_SHOWN + 1).await?;
    let payments = payments.into_iter().filter(|payment| payment.id != id);
    let waits = held.approved.is_none() && held.state == "reserved";
    let ways = if waits { Box::pin(cashbox::split_ways(app, &held)).await? } else { Vec::new() };
    let parts = cashbox::split_parts(app, &held).await?;
    Ok(PayoutView {
        destination: picture.destination,
        held: HeldView::of(&held),
        made_why: held.made_why.clone(),
        registered_at: rfc3339(identity::login_of(app, held.player).await?.created_at),
        verified_at: player::get(app, held.player).await?.verified_at.map(rfc3339),
        sums,
        payments: payments.map(PaymentRow::from).collect(),
        stops: stops.into_iter().map(|stop| StopView::of(stop, now)).collect(),
        links,
        ways: ways.into_iter().map(SplitWayView::from).collect(),
        parts: parts.into_iter().map(PaymentRow::from).collect(),
        decision: DecisionView::of(&held),
        payout: PayoutRow::of(app, brief_of(&briefs, held.player)?, held),
    })
}

#[derive(Deserialize, ToSchema)]
struct ApproveBody {
    /// 1 to 500 characters.
    reason: String,
    /// The first approval that the caller has seen and confirms; null when the caller has seen none.
    approval_id: Option<Uuid>,
    /// What the cashout comes to, as the caller has seen, in subunits.
    amount_cents: i64,
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
        such as when the player took it back; amount_changed: it was divided; approval_changed: another first approval is there, or none; \
        second_person_needed: the caller gave the first approval, or was invited after the cashout was made", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_payout(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ApproveBody>,
) -> ApiResult<Json<PayoutView>> {
    let reason = reason("reason", &body.reason)?;
    let held = cashbox::review_of(&app.db, id, app.clock.now()).await?.ok_or_else(ApiError::not_found)?;
    let approvals = if is_for_two(&app, &held) {
        let fresh = app.entropy.uuid(&app.clock);
        Approvals::Two { member: caller.member.id, seen: body.approval_id, fresh }
    } else {
        Approvals::One
    };
    let seen = Some(body.amount_cents);
    let decision = ReviewDecision { approve: true, by: caller.actor(), reason, seen };
    decide(&app, caller.scope(), id, decision, approvals).await
}

async fn decide(
    app: &App,
    scope: &BrandScope,
    id: Uuid,
    decision: ReviewDecision,
    approvals: Approvals,
) -> ApiResult<Json<PayoutView>> {
    let refused = match cashbox::decide_as(&app.db, id, &decision, approvals, app.clock.now()).await? {
        Decided::Done | Decided::Requested => return view(app, scope, id).await.map(Json),
        Decided::Unknown => return Err(ApiError::not_found()),
        Decided::Already => ("payout_decided", "Somebody has decided about this cashout meanwhile."),
        Decided::Gone => ("payout_gone", "This cashout waits no more: its player may have taken it back."),
        Decided::AmountChanged => {
            ("amount_changed", "Somebody has divided this cashout meanwhile. Please look again.")
        }
        Decided::ApprovalChanged => {
            ("approval_changed", "The first approval has changed. Please look again.")
        }
        Decided::Forbidden => {
            return Err(ApiError::role_forbids());
        }
        Decided::SamePerson => {
            ("second_person_needed", "You gave the first approval. Another member has to give the second.")
        }
        Decided::Newcomer => {
            ("second_person_needed", "Members who were there when this cashout was made have to approve it.")
        }
    };
    Err(ApiError::conflict(refused.0, refused.1))
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
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<PayoutView>> {
    let reason = reason("reason", &body.reason)?;
    let decision = ReviewDecision { approve: false, by: caller.actor(), reason, seen: None };
    decide(&app, caller.scope(), id, decision, Approvals::One).await
}
