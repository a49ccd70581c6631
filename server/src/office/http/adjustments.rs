//! Corrections of players' cash by two people.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use croupier_money::{Currency, WIRE_MAX};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::player_activity::known;
use super::shared::{PAGE_AND_ONE, PlayerBrief, ReasonBody, brief_of, briefs, number_of, paged, reason};
use crate::app::App;
use crate::office::adjustments::{self, Adjustment};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::rules::Rule;
use crate::staff::needs::{AdjustmentsDecide, AdjustmentsRequest};
use crate::staff::{Decision, RequestState, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(adjustments))
        .routes(routes!(request_adjustment))
        .routes(routes!(approve_adjustment))
        .routes(routes!(refuse_adjustment))
}

/// Which adjustments are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum AdjustmentFilter {
    /// Those that wait for another member, newest first.
    Waiting,
    /// Those about which somebody has decided, newest first.
    Decided,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AdjustmentsQuery {
    /// Which ones.
    #[param(inline)]
    state: AdjustmentFilter,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

/// How a request for an adjustment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AdjustmentStanding {
    /// It waits for another member.
    Waiting,
    /// Nobody has decided in time.
    Expired,
    /// The money has moved.
    Approved,
    /// Nothing has moved.
    Refused,
}

/// Whether cash is given or taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Direction {
    /// The player gets it.
    Give,
    /// It is taken from the player.
    Take,
}

/// What was decided about an adjustment.
#[derive(Debug, Serialize, ToSchema)]
struct AdjustmentDecision {
    by: String,
    reason: String,
    at: String,
}

impl From<Decision> for AdjustmentDecision {
    fn from(decision: Decision) -> Self {
        Self { by: decision.name, reason: decision.reason, at: rfc3339(decision.at) }
    }
}

/// A correction of a player's cash that a member has asked for.
#[derive(Debug, Serialize, ToSchema)]
struct AdjustmentView {
    /// The number.
    id: String,
    player: PlayerBrief,
    direction: Direction,
    /// Subunits, above zero.
    amount_cents: i64,
    currency: String,
    reason: String,
    state: AdjustmentStanding,
    /// Who has asked for it, and the name by then.
    requester_id: String,
    requested_by: String,
    requested_at: String,
    /// Nobody decides about it from then on.
    expires_at: String,
    /// Null while it waits.
    decision: Option<AdjustmentDecision>,
}

impl AdjustmentView {
    fn of(adjustment: Adjustment, briefs: &[PlayerBrief], now: i64) -> ApiResult<Self> {
        let Adjustment { id, player, currency, amount, reason, requester, requester_name, .. } = adjustment;
        Ok(Self {
            id: id.to_string(),
            player: brief_of(briefs, player)?,
            direction: if amount > 0 { Direction::Give } else { Direction::Take },
            amount_cents: amount.abs(),
            currency: currency.code().to_owned(),
            reason,
            state: match adjustment.state {
                RequestState::Waiting if adjustment.expires_at <= now => AdjustmentStanding::Expired,
                RequestState::Waiting => AdjustmentStanding::Waiting,
                RequestState::Approved => AdjustmentStanding::Approved,
                RequestState::Refused => AdjustmentStanding::Refused,
            },
            requester_id: requester.to_string(),
            requested_by: requester_name,
            requested_at: rfc3339(adjustment.requested_at),
            expires_at: rfc3339(adjustment.expires_at),
            decision: adjustment.decision.map(AdjustmentDecision::from),
        })
    }
}

async fn view(app: &App, id: Uuid) -> ApiResult<Json<AdjustmentView>> {
    let found = adjustments::with_id(app, id).await?;
    let briefs = briefs(app, &[found.player]).await?;
    AdjustmentView::of(found, &briefs, app.clock.now()).map(Json)
}

#[derive(Debug, Serialize, ToSchema)]
struct AdjustmentList {
    adjustments: Vec<AdjustmentView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List adjustments
#[utoipa::path(get, path = "/api/adjustments", tag = "adjustments", params(AdjustmentsQuery), responses(
    (status = 200, body = AdjustmentList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn adjustments(
    State(app): State<Arc<App>>,
    caller: StaffCaller<AdjustmentsRequest>,
    Query(query): Query<AdjustmentsQuery>,
) -> ApiResult<Json<AdjustmentList>> {
    let decided = query.state == AdjustmentFilter::Decided;
    let found = adjustments::page(&app, caller.scope(), decided, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |one| one.id);
    let players: Vec<_> = found.iter().map(|one| one.player).collect();
    let (briefs, now) = (briefs(&app, &players).await?, app.clock.now());
    let views = found.into_iter().map(|one| AdjustmentView::of(one, &briefs, now));
    Ok(Json(AdjustmentList { adjustments: views.collect::<ApiResult<_>>()?, next }))
}

#[derive(Deserialize, ToSchema)]
struct AdjustmentBody {
    /// One of the player's wallets.
    currency: String,
    direction: Direction,
    /// Subunits, above zero.
    amount_cents: i64,
    /// 1 to 500 characters.
    reason: String,
}

/// Ask for an adjustment of a player's cash
///
/// Nothing moves before another member approves it. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/players/{id}/adjustments", tag = "adjustments", params(("id" = i64, Path)),
    request_body = AdjustmentBody, responses(
    (status = 201, body = AdjustmentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn request_adjustment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<AdjustmentsRequest>,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Json(body): Json<AdjustmentBody>,
) -> ApiResult<(StatusCode, Json<AdjustmentView>)> {
    let reason = reason("reason", &body.reason)?;
    if !(1..=WIRE_MAX).contains(&body.amount_cents) {
        return Err(ApiError::fields(vec![Rule::Invalid.on("amount_cents")]));
    }
    known(&app, id).await?;
    let no_wallet = || ApiError::fields(vec![Rule::NotAllowed.on("currency")]);
    let currency: Currency = body.currency.parse().map_err(|_| no_wallet())?;
    // A wallet is never taken away again.
    app.wallet.get(id, currency).await?.ok_or_else(no_wallet)?;
    let amount = match body.direction {
        Direction::Give => body.amount_cents,
        Direction::Take => -body.amount_cents,
    };
    let (member, now) = (&caller.member, app.clock.now());
    let said = [&id.to_be_bytes()[..], currency.code().as_bytes(), &amount.to_be_bytes(), reason.as_bytes()];
    let number = number_of(&app, member.id, &headers, &said);
    let new = Adjustment {
        id: number,
        player: id,
        currency,
        amount,
        reason,
        state: RequestState::Waiting,
        requester: member.id,
        requester_name: member.name.clone(),
        requested_at: now,
        expires_at: adjustments::expiry(&app, now),
        decision: None,
    };
    adjustments::request(&app, &new, &caller.actor()).await?;
    Ok((StatusCode::CREATED, view(&app, number).await?))
}

/// Approve an adjustment
///
/// The money moves in the same commit. Who has asked for it never approves it.
#[utoipa::path(post, path = "/api/adjustments/{id}/approve", tag = "adjustments", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = AdjustmentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "adjustment_decided: somebody has decided meanwhile; adjustment_expired: its time is \
        over; second_person_needed: the caller has asked for it; requester_gone: who has asked for it was dismissed, or \
        has another role; balance_too_low, balance_full, wallet_missing: the wallet does not allow it",
        body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_adjustment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<AdjustmentsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<AdjustmentView>> {
    let decision = decision(&app, &caller, &body)?;
    adjustments::approve(&app, id, &decision, &caller.actor()).await?;
    view(&app, id).await
}

/// Refuse an adjustment
///
/// Nothing moves.
#[utoipa::path(post, path = "/api/adjustments/{id}/refuse", tag = "adjustments", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = AdjustmentView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "adjustment_decided: somebody has decided meanwhile; adjustment_expired: its time is \
        over", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn refuse_adjustment(
    State(app): State<Arc<App>>,
    caller: StaffCaller<AdjustmentsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<AdjustmentView>> {
    let decision = decision(&app, &caller, &body)?;
    adjustments::refuse(&app, id, &decision, &caller.actor()).await?;
    view(&app, id).await
}

fn decision(app: &App, caller: &StaffCaller<AdjustmentsDecide>, body: &ReasonBody) -> ApiResult<Decision> {
    let reason = reason("reason", &body.reason)?;
    let (member, name) = (caller.member.id, caller.member.name.clone());
    Ok(Decision { member, name, reason, at: app.clock.now() })
}
