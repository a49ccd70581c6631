//! The calls by which the site tells how a visit goes. Those of measuring are outside `/api`, answer 204 and are
//! never repeated.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::{LogEntry, Network, Performance, RefusedForm, SurveyAnswer, UtmBody};
use super::store::Insert;
use super::{keep, keep_survey_answer, trace};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;

/// The calls of measuring: one that is lost is lost.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(log))
        .routes(routes!(performance))
        .routes(routes!(network_performance))
        .routes(routes!(refused_form))
        .route("/pixel.gif", get(pixel))
}

/// The calls that count once per key.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(utm_set)).routes(routes!(utm_send)).routes(routes!(survey))
}

/// Write to the operator's log of browsers
///
/// At most 60 entries a minute from one address.
#[utoipa::path(put, path = "/log", tag = "visit", request_body = LogEntry, responses(
    (status = 204), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn log(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(entry): Json<LogEntry>,
) -> ApiResult<StatusCode> {
    app.limits.client_log.take(visitor.limit_key())?;
    app.metrics.client_log_entry(entry.level.name());
    keep(&app, [entry.into_row(caller.player().map(|player| player.id))]).await
}

/// Tell how long a page took
#[utoipa::path(put, path = "/performance", tag = "visit", request_body = Performance, responses(
    (status = 204), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn performance(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(reported): Json<Performance>,
) -> ApiResult<StatusCode> {
    app.limits.performance.take(visitor.limit_key())?;
    keep(&app, reported.into_rows()?).await
}

/// Tell how the browser sees its network
#[utoipa::path(put, path = "/network-performance", tag = "visit", request_body = Network, responses(
    (status = 204), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn network_performance(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(reported): Json<Network>,
) -> ApiResult<StatusCode> {
    app.limits.network_performance.take(visitor.limit_key())?;
    keep(&app, [reported.into_row()?]).await
}

/// Tell which fields of a form were refused
#[utoipa::path(put, path = "/metrics-errors-validation", tag = "visit", request_body = RefusedForm, responses(
    (status = 204), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn refused_form(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(form): Json<RefusedForm>,
) -> ApiResult<StatusCode> {
    app.limits.refused_forms.take(visitor.limit_key())?;
    keep(&app, form.into_rows()?).await
}

/// Tell the marks of the campaign that an address carried
#[utoipa::path(post, path = "/log_utm_set", tag = "visit", request_body = UtmBody, responses(
    (status = 204), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn utm_set(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(body): Json<UtmBody>,
) -> ApiResult<StatusCode> {
    app.limits.campaigns.take(visitor.limit_key())?;
    keep(&app, [body.into_row("set", caller.player().map(|player| player.id))?]).await
}

/// Tell that something came of a campaign: a sign-up, a sign-in or a first deposit
#[utoipa::path(post, path = "/log_utm_send", tag = "visit", request_body = UtmBody, responses(
    (status = 204), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody),
))]
async fn utm_send(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(body): Json<UtmBody>,
) -> ApiResult<StatusCode> {
    app.limits.campaigns.take(visitor.limit_key())?;
    keep(&app, [body.into_row("send", caller.player().map(|player| player.id))?]).await
}

/// Answer a survey
///
/// A player's later answer takes the place of the earlier one.
#[utoipa::path(post, path = "/api/survey", tag = "visit", request_body = SurveyAnswer, responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn survey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(answer): Json<SurveyAnswer>,
) -> ApiResult<StatusCode> {
    app.limits.surveys.take(visitor.limit_key())?;
    keep_survey_answer(&app, caller.id, &answer.checked()?).await
}

/// A picture of one transparent point.
const POINT: &[u8] = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";

/// What a request of the pixel tells of.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum PixelEvent {
    PageView,
    SignUp,
    FirstDeposit,
}

#[derive(Debug, Deserialize)]
struct PixelQuery {
    event: PixelEvent,
    /// Random, of this browser's visit: 32 hex digits.
    visitor: String,
}

/// The operator's own tracking pixel. It is a picture whatever happens; what makes no sense is not counted.
async fn pixel(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    query: ApiResult<Query<PixelQuery>>,
) -> Response {
    if let Ok(Query(reported)) = query
        && let Some(id) = trace::known(&reported.visitor)
        && app.limits.pixel.take(visitor.limit_key()).is_ok()
    {
        let event = match reported.event {
            PixelEvent::PageView => "page_view",
            PixelEvent::SignUp => "sign_up",
            PixelEvent::FirstDeposit => "first_deposit",
        };
        if let Err(error) = keep(&app, [Insert::Pixel { event, visitor: id.to_owned() }]).await {
            tracing::warn!(?error, "a request of the pixel is not counted");
        }
    }
    ([(CONTENT_TYPE, "image/gif"), (CACHE_CONTROL, "no-store")], POINT).into_response()
}
