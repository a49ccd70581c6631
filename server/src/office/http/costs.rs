//! What drafts would have cost, and the odds of boxes that are being written.

use std::sync::Arc;

use axum::extract::State as AppState;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::lootbox::{Definition, Definitions, Item};
use crate::loyalty::staff as points;
use crate::office::calculations::{self, Standing};
use crate::office::calculations_store::State;
use crate::office::costs::{Cost, Line, Note, Part, Warning};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::staff::StaffCaller;
use crate::staff::needs::PromotionsRead;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(cost))
        .routes(routes!(ask_cost))
        .routes(routes!(cancel_cost))
        .routes(routes!(odds))
}

/// How a calculation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CalculationState {
    /// It waits for a server.
    Waiting,
    /// A server is at it.
    Running,
    /// There is a result.
    Done,
    /// There is none.
    Failed,
    /// Somebody has stopped it.
    Canceled,
}

impl From<State> for CalculationState {
    fn from(state: State) -> Self {
        match state {
            State::Waiting => Self::Waiting,
            State::Running => Self::Running,
            State::Done => Self::Done,
            State::Failed => Self::Failed,
            State::Canceled => Self::Canceled,
        }
    }
}

/// What a draft would have cost.
#[derive(Debug, Serialize, ToSchema)]
struct CostView {
    /// The beginning of the first day.
    from: String,
    /// The end of the last one.
    to: String,
    lines: Vec<Line>,
    /// What is in force, on the whole.
    old: Part,
    /// The draft, on the whole.
    new: Part,
    /// What the operator kept of play in these days, in euro cents.
    ggr_euro_cents: i64,
    /// What is left out or taken for granted.
    notes: Vec<Note>,
    warnings: Vec<Warning>,
}

impl From<Cost> for CostView {
    fn from(cost: Cost) -> Self {
        let Cost { from, to, lines, old, new, ggr, notes, warnings } = cost;
        Self { from: rfc3339(from), to: rfc3339(to), lines, old, new, ggr_euro_cents: ggr, notes, warnings }
    }
}

/// The estimate that was asked for last.
#[derive(Debug, Serialize, ToSchema)]
struct CostStanding {
    state: CalculationState,
    /// The revision of the draft that it is about.
    revision: i64,
    asked_by: String,
    asked_at: String,
    /// Null until it is done.
    cost: Option<CostView>,
    /// Why there is none: `changed`, `faulty`, `archived`, `too_many` or `broken`.
    fault: Option<String>,
}

impl From<Standing<Cost>> for CostStanding {
    fn from(standing: Standing<Cost>) -> Self {
        let Standing { state, revision, asked_by, asked_at, result, fault } = standing;
        let asked_at = rfc3339(asked_at);
        Self { state: state.into(), revision, asked_by, asked_at, cost: result.map(CostView::from), fault }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct CostAnswer {
    /// Null when nobody has asked yet.
    estimate: Option<CostStanding>,
}

async fn answer(app: &App, path: &str) -> ApiResult<Json<CostAnswer>> {
    let estimate = calculations::cost(app, path).await?.map(CostStanding::from);
    Ok(Json(CostAnswer { estimate }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CostQuery {
    /// The document.
    path: String,
}

/// Read what the draft of a document would have cost
///
/// Over the last 30 whole days of the log, beside what is in force.
#[utoipa::path(get, path = "/api/content/cost", tag = "content", params(CostQuery), responses(
    (status = 200, body = CostAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn cost(
    AppState(app): AppState<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Query(CostQuery { path }): Query<CostQuery>,
) -> ApiResult<Json<CostAnswer>> {
    answer(&app, &path).await
}

#[derive(Deserialize, ToSchema)]
struct AskCostBody {
    path: String,
    /// The revision of the draft that was seen.
    revision: i64,
}

/// Ask what the draft of a document would have cost
///
/// It is worked out beside requests; reading tells when it is done.
#[utoipa::path(post, path = "/api/content/cost", tag = "content", request_body = AskCostBody, responses(
    (status = 200, body = CostAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "It is not estimated what this document costs", body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved meanwhile; calculation_running: one of the document, \
        or one that the caller has asked for, is under way", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn ask_cost(
    AppState(app): AppState<Arc<App>>,
    caller: StaffCaller<PromotionsRead>,
    Json(AskCostBody { path, revision }): Json<AskCostBody>,
) -> ApiResult<Json<CostAnswer>> {
    calculations::ask_cost(&app, &path, revision, &caller.member).await?;
    answer(&app, &path).await
}

#[derive(Deserialize, ToSchema)]
struct CancelCostBody {
    path: String,
}

/// Stop an estimate
#[utoipa::path(post, path = "/api/content/cost/cancel", tag = "content", request_body = CancelCostBody, responses(
    (status = 200, body = CostAnswer),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn cancel_cost(
    AppState(app): AppState<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Json(CancelCostBody { path }): Json<CancelCostBody>,
) -> ApiResult<Json<CostAnswer>> {
    calculations::cancel_cost(&app, &path).await?;
    answer(&app, &path).await
}

#[derive(Deserialize, ToSchema)]
struct OddsBody {
    /// The text of `lootboxes.toml` as it is being written.
    body: String,
}

/// A prize of a box.
#[derive(Debug, Serialize, ToSchema)]
struct PrizeOdds {
    code: String,
    title: String,
    /// Its chance is this part of the box's weights.
    weight: u32,
    /// What it is worth in euro cents, wagering left out; null when that is not known.
    worth_euro_cents: Option<i64>,
}

/// A box with its chances.
#[derive(Debug, Serialize, ToSchema)]
struct BoxOdds {
    code: String,
    title: String,
    /// All weights together.
    weights: i64,
    prizes: Vec<PrizeOdds>,
    /// What a draw is worth in the mean, in euro cents.
    worth_euro_cents: Option<i64>,
    /// What the points that buy it are worth, in euro cents; null when it is not sold.
    price_euro_cents: Option<i64>,
}

impl BoxOdds {
    fn of(app: &App, definition: &Definition) -> Self {
        let prize = |item: &Item| PrizeOdds {
            code: item.prize.code().to_owned(),
            title: item.prize.title("en").to_owned(),
            weight: item.weight,
            worth_euro_cents: item.prize.euro_worth(app, Currency::EUR),
        };
        let price = |price| points::worth(&app.site_config.loyalty.now(), price);
        Self {
            code: definition.code.clone(),
            title: definition.title.in_locale("en").to_owned(),
            weights: definition.items.iter().map(|item| i64::from(item.weight)).sum(),
            prizes: definition.items.iter().map(prize).collect(),
            worth_euro_cents: definition.worth(app, Currency::EUR).map(|worth| worth.times(1)),
            price_euro_cents: definition.points.map(price),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct Odds {
    /// Empty while the text does not load.
    boxes: Vec<BoxOdds>,
    /// Why it does not load.
    fault: Option<String>,
}

/// Work out the odds of boxes that are being written
///
/// Prizes are those of the offers in force. Nothing is kept.
#[utoipa::path(post, path = "/api/content/odds", tag = "content", request_body = OddsBody, responses(
    (status = 200, body = Odds),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn odds(
    AppState(app): AppState<Arc<App>>,
    _: StaffCaller<PromotionsRead>,
    Json(OddsBody { body }): Json<OddsBody>,
) -> ApiResult<Json<Odds>> {
    Ok(Json(match Definitions::parse(&body, &app.bonuses.offers()) {
        Ok(known) => {
            Odds { boxes: known.all().iter().map(|one| BoxOdds::of(&app, one)).collect(), fault: None }
        }
        Err(error) => Odds { boxes: Vec::new(), fault: Some(format!("{error:#}")) },
    }))
}
