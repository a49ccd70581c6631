//! Lists as files: cashouts, corrections of cash and what staff has done, whole, as far as the caller sees them.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::adjustments::AdjustmentFilter;
use super::payouts::PayoutFilter;
use super::report_exports::note_export;
use super::tables::{Cell, ROWS, next_of, streamed};
use crate::app::App;
use crate::cashbox::{self, Held};
use crate::office::adjustments::{self, Adjustment};
use crate::office::log::{self, Action};
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::staff::needs::{AdjustmentsRequest, LogRead, PayoutsRead};
use crate::staff::{RequestState, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(export_payouts))
        .routes(routes!(export_adjustments))
        .routes(routes!(export_log))
}

fn text(of: Option<&String>) -> Cell {
    of.map_or(Cell::Empty, |text| Cell::Text(text.clone()))
}

fn time(at: Option<i64>) -> Cell {
    at.map_or(Cell::Empty, |at| Cell::Text(rfc3339(at)))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PayoutFileQuery {
    /// Which ones.
    #[param(inline)]
    state: PayoutFilter,
}

const PAYOUT_TITLES: [&str; 14] = [
    "payout",
    "player",
    "currency",
    "amount",
    "whole",
    "method",
    "state",
    "review",
    "held_for",
    "made_at",
    "decided_by",
    "decided_at",
    "first_by",
    "reason",
];

/// Take the list of cashouts that were held along as a file
///
/// The log keeps who has taken it.
#[utoipa::path(get, path = "/api/payouts/export", tag = "payouts", params(PayoutFileQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_payouts(
    State(app): State<Arc<App>>,
    caller: StaffCaller<PayoutsRead>,
    Query(query): Query<PayoutFileQuery>,
) -> ApiResult<Response> {
    let decided = query.state == PayoutFilter::Decided;
    let name = if decided { "payouts-decided" } else { "payouts-waiting" };
    note_export(&app, &caller.actor(), name).await?;
    let scope = caller.scope().clone();
    streamed(name, &PAYOUT_TITLES, None::<Uuid>, move |after| {
        let (app, scope) = (app.clone(), scope.clone());
        async move {
            let now = app.clock.now();
            let rows = cashbox::reviews(&app.db, &scope, decided, after, ROWS, now).await?;
            let next = next_of(&rows, |held| held.id).map(Some);
            ApiResult::Ok((rows.iter().map(payout).collect(), next))
        }
    })
}

fn payout(held: &Held) -> Vec<Cell> {
    let review = match held.approved {
        None => "waiting",
        Some(true) => "approved",
        Some(false) => "declined",
    };
    vec![
        Cell::Text(held.id.to_string()),
        Cell::Number(held.player),
        Cell::Text(held.currency.code().to_owned()),
        Cell::Amount(held.amount, held.currency),
        Cell::Amount(held.whole, held.currency),
        Cell::Text(held.brand.clone()),
        Cell::Text(held.state.to_owned()),
        Cell::Text(review.to_owned()),
        text(held.rule.as_ref()),
        time(Some(held.created_at)),
        text(held.decided_by.as_ref()),
        time(held.decided_at),
        text(held.first_by.as_ref()),
        text(held.reason.as_ref()),
    ]
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AdjustmentFileQuery {
    /// Which ones.
    #[param(inline)]
    state: AdjustmentFilter,
}

const ADJUSTMENT_TITLES: [&str; 12] = [
    "adjustment",
    "player",
    "currency",
    "amount",
    "state",
    "reason",
    "requested_by",
    "requested_at",
    "expires_at",
    "decided_by",
    "decided_at",
    "decision_reason",
];

/// Take the list of adjustments along as a file
///
/// An amount below zero is taken from the player. The log keeps who has taken the file.
#[utoipa::path(get, path = "/api/adjustments/export", tag = "adjustments", params(AdjustmentFileQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_adjustments(
    State(app): State<Arc<App>>,
    caller: StaffCaller<AdjustmentsRequest>,
    Query(query): Query<AdjustmentFileQuery>,
) -> ApiResult<Response> {
    let decided = query.state == AdjustmentFilter::Decided;
    let name = if decided { "adjustments-decided" } else { "adjustments-waiting" };
    note_export(&app, &caller.actor(), name).await?;
    let scope = caller.scope().clone();
    streamed(name, &ADJUSTMENT_TITLES, None::<Uuid>, move |after| {
        let (app, scope) = (app.clone(), scope.clone());
        async move {
            let now = app.clock.now();
            let rows = adjustments::page(&app, &scope, decided, after, ROWS).await?;
            let next = next_of(&rows, |one| one.id).map(Some);
            ApiResult::Ok((rows.iter().map(|one| adjustment(one, now)).collect(), next))
        }
    })
}

fn adjustment(one: &Adjustment, now: i64) -> Vec<Cell> {
    let is_over = one.state == RequestState::Waiting && one.expires_at <= now;
    let state = if is_over { "expired" } else { one.state.name() };
    let decision = one.decision.as_ref();
    vec![
        Cell::Text(one.id.to_string()),
        Cell::Number(one.player),
        Cell::Text(one.currency.code().to_owned()),
        Cell::Amount(one.amount, one.currency),
        Cell::Text(state.to_owned()),
        Cell::Text(one.reason.clone()),
        Cell::Text(one.requester_name.clone()),
        time(Some(one.requested_at)),
        time(Some(one.expires_at)),
        text(decision.map(|decision| &decision.name)),
        time(decision.map(|decision| decision.at)),
        text(decision.map(|decision| &decision.reason)),
    ]
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LogFileQuery {
    /// What this member has done.
    member: Option<Uuid>,
    /// What was done about this player.
    player: Option<i64>,
}

const LOG_TITLES: [&str; 10] =
    ["row", "at", "kind", "member", "name", "email", "address", "player", "subject", "reason"];

/// Take what members of staff have done along as a file
///
/// The log keeps who has taken it, which the file itself may hold already.
#[utoipa::path(get, path = "/api/log/export", tag = "log", params(LogFileQuery), responses(
    (status = 200, description = "comma-separated values", body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn export_log(
    State(app): State<Arc<App>>,
    caller: StaffCaller<LogRead>,
    Query(LogFileQuery { member, player }): Query<LogFileQuery>,
) -> ApiResult<Response> {
    let name = "staff-log";
    note_export(&app, &caller.actor(), name).await?;
    streamed(name, &LOG_TITLES, None::<i64>, move |after| {
        let app = app.clone();
        async move {
            let rows = log::actions(&app.db, member, player, after, ROWS).await?;
            let next = next_of(&rows, |action| action.lsn).map(Some);
            ApiResult::Ok((rows.iter().map(action).collect(), next))
        }
    })
}

fn action(action: &Action) -> Vec<Cell> {
    vec![
        Cell::Number(action.lsn),
        time(Some(action.at)),
        Cell::Text(action.kind.clone()),
        Cell::Text(action.member.to_string()),
        Cell::Text(action.name.clone()),
        Cell::Text(action.email.clone()),
        Cell::Text(action.address.clone()),
        Cell::number(action.player),
        text(action.subject.as_ref()),
        text(action.reason.as_ref()),
    ]
}
