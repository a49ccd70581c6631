//! Reconciliation with partners' settlement files: the days, and the differences that were found.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::shared::{PAGE_AND_ONE, ReasonBody, paged, reason};
use crate::app::App;
use crate::cashbox::{Difference, SettledDay, differences};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::staff::StaffCaller;
use crate::staff::needs::{SettlementsDecide, SettlementsRead};

/// Days that are shown.
const DAYS_SHOWN: i64 = 60;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(settlements))
        .routes(routes!(check_settlement))
        .routes(routes!(explain_difference))
}

/// What reconciling a day with a partner's file has come to.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DayState {
    /// It is being looked at.
    Running,
    /// All agrees.
    Agrees,
    /// Something differs, or did.
    Differs,
    /// The file could not be had; it is tried again.
    Failed,
}

/// A day of a partner.
#[derive(Debug, Serialize, ToSchema)]
struct SettlementDay {
    partner: String,
    /// `YYYY-MM-DD`, in UTC.
    day: String,
    state: DayState,
    /// Why the file could not be had.
    why: Option<String>,
    checked_at: String,
    /// Its differences that nobody has explained.
    open: i64,
}

impl From<SettledDay> for SettlementDay {
    fn from(found: SettledDay) -> Self {
        Self {
            state: match found.state.as_str() {
                "agrees" => DayState::Agrees,
                "differs" => DayState::Differs,
                "failed" => DayState::Failed,
                _ => DayState::Running,
            },
            partner: found.partner,
            day: found.day,
            why: found.why,
            checked_at: rfc3339(found.checked_at),
            open: found.open,
        }
    }
}

/// A difference between the books and a partner's file.
#[derive(Debug, Serialize, ToSchema)]
struct DifferenceView {
    id: String,
    partner: String,
    day: String,
    reference: String,
    /// `unknown` (here), `repeated`, `state`, `money`, `not_paid` (there) or `not_asked`.
    kind: String,
    /// What the books say.
    here: Option<String>,
    /// What the partner says.
    there: Option<String>,
    found_at: String,
    /// When a later look did not find it any more.
    gone_at: Option<String>,
    explained_by: Option<String>,
    explanation: Option<String>,
    explained_at: Option<String>,
}

impl From<Difference> for DifferenceView {
    fn from(found: Difference) -> Self {
        Self {
            id: found.id.to_string(),
            partner: found.partner,
            day: found.day,
            reference: found.reference,
            kind: found.kind,
            here: found.here,
            there: found.there,
            found_at: rfc3339(found.found_at),
            gone_at: found.gone_at.map(rfc3339),
            explained_by: found.explained_by.filter(|_| found.explained_at.is_some()),
            explanation: found.explanation.filter(|_| found.explained_at.is_some()),
            explained_at: found.explained_at.map(rfc3339),
        }
    }
}

/// Which differences are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum DifferenceFilter {
    /// Those that nobody has explained.
    Open,
    /// Those that are explained or gone.
    Settled,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SettlementsQuery {
    /// Which differences.
    #[param(inline)]
    state: DifferenceFilter,
    /// The `next` of the page before.
    after: Option<Uuid>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Settlements {
    /// The newest 60 days of all partners.
    days: Vec<SettlementDay>,
    differences: Vec<DifferenceView>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<String>,
}

/// List days beside the partners' files, and differences
#[utoipa::path(get, path = "/api/settlements", tag = "payments", params(SettlementsQuery), responses(
    (status = 200, body = Settlements),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn settlements(
    State(app): State<Arc<App>>,
    _: StaffCaller<SettlementsRead>,
    Query(query): Query<SettlementsQuery>,
) -> ApiResult<Json<Settlements>> {
    let open = query.state == DifferenceFilter::Open;
    let found = differences::differences(&app.db, open, query.after, PAGE_AND_ONE).await?;
    let (found, next) = paged(found, |difference| difference.id);
    let days = differences::settled_days(&app.db, DAYS_SHOWN).await?;
    Ok(Json(Settlements {
        days: days.into_iter().map(SettlementDay::from).collect(),
        differences: found.into_iter().map(DifferenceView::from).collect(),
        next,
    }))
}

#[derive(Debug, Deserialize, ToSchema)]
struct SettlementCheckBody {
    partner: String,
    /// `YYYY-MM-DD`, in UTC; a day that is over.
    day: String,
}

/// Lay a day beside a partner's file again
#[utoipa::path(post, path = "/api/settlements/check", tag = "payments", request_body = SettlementCheckBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "settlement_running: the day is being looked at", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn check_settlement(
    State(app): State<Arc<App>>,
    _: StaffCaller<SettlementsDecide>,
    Json(body): Json<SettlementCheckBody>,
) -> ApiResult<StatusCode> {
    differences::look_again(&app, &body.partner, &body.day).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Explain a difference
#[utoipa::path(post, path = "/api/settlements/differences/{id}/explain", tag = "payments", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = DifferenceView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "difference_settled: it was explained, or is gone, meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn explain_difference(
    State(app): State<Arc<App>>,
    caller: StaffCaller<SettlementsDecide>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<DifferenceView>> {
    let reason = reason("reason", &body.reason)?;
    let explained = differences::explain(&app, id, &reason, &caller.actor()).await?;
    Ok(Json(explained.into()))
}
