//! What a draft of the fraud rules would have decided about the payments of the last days.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::costs::CalculationState;
use crate::app::App;
use crate::cashbox::{
    ChangedPayment, DryRun, FRAUD_RULES, FraudCheckType, FraudDecision, RuleHits, RuleLine,
};
use crate::editorial;
use crate::office::calculations::{self, Standing};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::staff::StaffCaller;
use crate::staff::needs::RiskEdit;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(fraud_dry_run, ask_fraud_dry_run))
        .routes(routes!(cancel_fraud_dry_run))
}

/// What rules say of a payment.
#[derive(Debug, Serialize, ToSchema)]
struct FraudVerdict {
    decision: FraudDecision,
    /// The reason of the rule that decides; null when it is let through.
    reason: Option<String>,
}

impl From<(FraudDecision, Option<String>)> for FraudVerdict {
    fn from((decision, reason): (FraudDecision, Option<String>)) -> Self {
        Self { decision, reason }
    }
}

/// A payment about which the draft decides otherwise.
#[derive(Debug, Serialize, ToSchema)]
struct FraudChangedPayment {
    /// Null of one that was stopped before it was written down.
    payment: Option<String>,
    player: i64,
    #[serde(rename = "type")]
    kind: FraudCheckType,
    amount_cents: i64,
    currency: String,
    at: String,
    /// By the rules in force.
    old: FraudVerdict,
    /// By the draft.
    new: FraudVerdict,
}

impl From<ChangedPayment> for FraudChangedPayment {
    fn from(changed: ChangedPayment) -> Self {
        let ChangedPayment { payment, player, kind, amount, currency, at, old, new } = changed;
        Self {
            payment: payment.map(|id| id.to_string()),
            player,
            kind,
            amount_cents: amount,
            currency,
            at: rfc3339(at),
            old: old.into(),
            new: new.into(),
        }
    }
}

/// What a draft would have decided.
#[derive(Debug, Serialize, ToSchema)]
struct FraudDryRun {
    /// From when on payments count.
    from: String,
    /// Up to when.
    to: String,
    /// Payments that were asked for in these days.
    payments: i64,
    /// Every rule that decides about any.
    lines: Vec<RuleLine>,
    /// All rules in force together.
    old: RuleHits,
    /// All rules of the draft together.
    new: RuleHits,
    /// Payments about which the draft decides otherwise.
    changed: i64,
    /// The newest 200 of them.
    shown: Vec<FraudChangedPayment>,
}

impl From<DryRun> for FraudDryRun {
    fn from(found: DryRun) -> Self {
        let DryRun { from, to, payments, lines, old, new, changed, shown } = found;
        let shown = shown.into_iter().map(FraudChangedPayment::from).collect();
        Self { from: rfc3339(from), to: rfc3339(to), payments, lines, old, new, changed, shown }
    }
}

/// The dry run that was asked for last.
#[derive(Debug, Serialize, ToSchema)]
struct FraudDryRunStanding {
    state: CalculationState,
    /// The revision of the draft that it is about.
    revision: i64,
    asked_by: String,
    asked_at: String,
    /// Null until it is done.
    found: Option<FraudDryRun>,
    /// Why there is none: `changed`, `faulty`, `too_many` or `broken`.
    fault: Option<String>,
}

impl From<Standing<DryRun>> for FraudDryRunStanding {
    fn from(standing: Standing<DryRun>) -> Self {
        let Standing { state, revision, asked_by, asked_at, result, fault } = standing;
        let (asked_at, found) = (rfc3339(asked_at), result.map(FraudDryRun::from));
        Self { state: state.into(), revision, asked_by, asked_at, found, fault }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct FraudDryRunAnswer {
    /// Null when nobody has asked yet.
    standing: Option<FraudDryRunStanding>,
}

async fn answer(app: &App) -> ApiResult<Json<FraudDryRunAnswer>> {
    let standing = calculations::fraud_dry_run(app).await?.map(FraudDryRunStanding::from);
    Ok(Json(FraudDryRunAnswer { standing }))
}

/// Read what the draft of the fraud rules would have decided
///
/// Payments of the last 30 days, weighed by the draft and by the rules in force.
#[utoipa::path(get, path = "/api/fraud-rules/dry-run", tag = "content", responses(
    (status = 200, body = FraudDryRunAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn fraud_dry_run(
    State(app): State<Arc<App>>,
    caller: StaffCaller<RiskEdit>,
) -> ApiResult<Json<FraudDryRunAnswer>> {
    editorial::readable(FRAUD_RULES, &caller.member.role)?;
    answer(&app).await
}

#[derive(Deserialize, ToSchema)]
struct AskFraudDryRunBody {
    /// The revision of the draft that was seen.
    revision: i64,
}

/// Ask what the draft of the fraud rules would have decided
///
/// It is worked out beside requests; reading tells when it is done.
#[utoipa::path(post, path = "/api/fraud-rules/dry-run", tag = "content", request_body = AskFraudDryRunBody, responses(
    (status = 200, body = FraudDryRunAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved meanwhile; calculation_running: one, or another that \
        the caller has asked for, is under way", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn ask_fraud_dry_run(
    State(app): State<Arc<App>>,
    caller: StaffCaller<RiskEdit>,
    Json(AskFraudDryRunBody { revision }): Json<AskFraudDryRunBody>,
) -> ApiResult<Json<FraudDryRunAnswer>> {
    editorial::readable(FRAUD_RULES, &caller.member.role)?;
    calculations::ask_fraud_dry_run(&app, revision, &caller.member).await?;
    answer(&app).await
}

/// Stop a dry run
#[utoipa::path(post, path = "/api/fraud-rules/dry-run/cancel", tag = "content", responses(
    (status = 200, body = FraudDryRunAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn cancel_fraud_dry_run(
    State(app): State<Arc<App>>,
    caller: StaffCaller<RiskEdit>,
) -> ApiResult<Json<FraudDryRunAnswer>> {
    editorial::readable(FRAUD_RULES, &caller.member.role)?;
    calculations::cancel_fraud_dry_run(&app).await?;
    answer(&app).await
}
