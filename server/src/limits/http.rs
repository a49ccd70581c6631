//! The calls of limits.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::activity::{self, PlaySummary};
use super::change::{self, Cap, LimitRequest};
use super::letter::Recipient;
use super::model::{LimitType, Period};
use super::{UserLimit, list, pauses};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::calendar::{Date, rfc3339};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::query::{Path, Query};
use crate::{identity, player};

/// The calls of this context; their answers are kept by their idempotency keys.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(user_limits, set_user_limit))
        .routes(routes!(remove_user_limit))
        .routes(routes!(cancel_limit_change))
        .routes(routes!(confirm_limit_change))
        .routes(routes!(play_summary))
        .routes(routes!(statement))
}

/// Read the player's limits
///
/// Those in force, with what they have counted and the changes that wait.
#[utoipa::path(get, path = "/api/user_limits", tag = "limits", responses(
    (status = 200, body = [UserLimit]),
    (status = 401, body = ErrorBody),
))]
async fn user_limits(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<Vec<UserLimit>>> {
    Ok(Json(list(&app, caller.id).await?))
}

/// A limit that is asked for.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LimitBody {
    /// `loss`, `wager`, `deposit`, `session`, `coolingoff` or `selfexclusion`.
    #[serde(rename = "type")]
    kind: String,
    /// A period of the type: `day`, `week`, `month`, `day_3`, `month_3`, `month_6`, `month_9`, `month_12` or `forever`.
    period: String,
    /// The wallet of a cap of money.
    currency: Option<String>,
    /// The cap in subunits.
    amount_cents: Option<i64>,
    /// The cap of a limit on sessions.
    amount_minutes: Option<i64>,
}

impl LimitBody {
    /// What is asked for; refused where it is no limit.
    pub(crate) fn requested(&self) -> ApiResult<LimitRequest> {
        let refuse = |field: &str, code: &str, message: &str| ApiError::field(field, code, message);
        let kind = LimitType::from_name(&self.kind)
            .ok_or_else(|| refuse("type", "VALIDATION.TYPE.INVALID", "There is no such limit."))?;
        let period = Period::from_name(&self.period)
            .ok_or_else(|| refuse("period", "VALIDATION.PERIOD.INVALID", "There is no such period."))?;
        if kind.stop().is_some() {
            return Ok(LimitRequest::Pause(kind, period));
        }
        if kind == LimitType::Session {
            let minutes = self.amount_minutes.ok_or_else(|| {
                refuse("amount_minutes", "VALIDATION.AMOUNT_MINUTES.REQUIRED", "Please say how many minutes.")
            })?;
            return Ok(LimitRequest::Cap(Cap { kind, period, currency: None, amount: minutes }));
        }
        let amount = self
            .amount_cents
            .ok_or_else(|| refuse("amount_cents", "VALIDATION.AMOUNT.REQUIRED", "Please say how much."))?;
        let code = self.currency.as_deref().unwrap_or_default();
        let currency: Currency = code
            .parse()
            .map_err(|_| refuse("currency", "currency_not_supported", "There is no such currency."))?;
        Ok(LimitRequest::Cap(Cap { kind, period, currency: Some(currency), amount }))
    }
}

/// Set or change a limit
///
/// A stricter limit holds at once. A looser one waits for the confirmation by mail, and then until the running window
/// and the delay of the licence are over. A cooling-off and a self-exclusion begin at once and end the player's
/// sessions; the password is asked when the session was left alone.
#[utoipa::path(post, path = "/api/user_limits", tag = "limits", request_body = LimitBody, responses(
    (status = 200, description = "changed, or the change waits", body = UserLimit),
    (status = 201, description = "set", body = UserLimit),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn set_user_limit(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<LimitBody>,
) -> ApiResult<(StatusCode, Json<UserLimit>)> {
    app.limits.user_limits.take(LimitKey::player(caller.id))?;
    let (id, is_new) = match body.requested()? {
        LimitRequest::Pause(kind, period) => {
            caller.require_fresh()?;
            (pauses::begin(&app, caller.id, kind, period).await?, true)
        }
        LimitRequest::Cap(cap) => {
            change::set(&app, caller.id, cap, &recipient(&app, &visitor, &caller).await?).await?
        }
    };
    let status = if is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(one(&app, caller.id, id).await?)))
}

/// Remove a limit
///
/// It stays in force until the removal is confirmed by mail and its time has come.
#[utoipa::path(delete, path = "/api/user_limits/{id}", tag = "limits", params(("id" = Uuid, Path)), responses(
    (status = 200, description = "the removal waits", body = UserLimit),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, description = "a pause cannot be ended early", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn remove_user_limit(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<UserLimit>> {
    app.limits.user_limits.take(LimitKey::player(caller.id))?;
    change::remove(&app, caller.id, id, &recipient(&app, &visitor, &caller).await?).await?;
    Ok(Json(one(&app, caller.id, id).await?))
}

/// Take back a change that waits
#[utoipa::path(delete, path = "/api/user_limits/{id}/changes/{change}", tag = "limits",
    params(("id" = Uuid, Path), ("change" = Uuid, Path)), responses(
    (status = 200, body = UserLimit),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn cancel_limit_change(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path((id, change)): Path<(Uuid, Uuid)>,
) -> ApiResult<Json<UserLimit>> {
    change::cancel(&app, caller.id, id, change).await?;
    Ok(Json(one(&app, caller.id, id).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
struct TokenBody {
    /// From the mail.
    token: String,
}

/// A change that is confirmed.
#[derive(Debug, Serialize, ToSchema)]
struct ConfirmedLimit {
    #[serde(rename = "type")]
    kind: LimitType,
    period: Period,
    /// When it comes into force.
    effective_at: String,
}

/// Confirm a looser limit
///
/// With the token from the mail, signed in or not. A token works once, within a day.
#[utoipa::path(post, path = "/api/user_limits/confirm", tag = "limits", request_body = TokenBody, responses(
    (status = 200, body = ConfirmedLimit),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn confirm_limit_change(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<TokenBody>,
) -> ApiResult<Json<ConfirmedLimit>> {
    app.limits.limit_confirmations.take(visitor.limit_key())?;
    let confirmed = change::confirm(&app, &body.token).await?;
    Ok(Json(ConfirmedLimit {
        kind: confirmed.kind,
        period: confirmed.period,
        effective_at: rfc3339(confirmed.effective_at),
    }))
}

/// Read what the player has played
///
/// Real money staked and won within this session, the last 24 hours and the year.
#[utoipa::path(get, path = "/api/player/play_summary", tag = "limits", responses(
    (status = 200, body = PlaySummary),
    (status = 401, body = ErrorBody),
))]
async fn play_summary(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<PlaySummary>> {
    Ok(Json(activity::summary(&app, caller.id, &caller.session).await?))
}

#[derive(Debug, Deserialize, IntoParams)]
struct StatementOf {
    /// The year; this one when absent.
    year: Option<i64>,
}

/// Download a statement of a year
///
/// CSV with a line a day and currency: staked, won, net, deposits and withdrawals.
#[utoipa::path(get, path = "/api/player/statement", tag = "limits", params(StatementOf), responses(
    (status = 200, body = String, content_type = "text/csv"),
    (status = 401, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn statement(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(of): Query<StatementOf>,
) -> ApiResult<impl IntoResponse> {
    let this_year = Date::of(app.clock.now()).year();
    let year = of.year.unwrap_or(this_year);
    if !(2000..=this_year).contains(&year) {
        return Err(ApiError::field(
            "year",
            "VALIDATION.YEAR.INVALID",
            "There is no statement of this year.",
        ));
    }
    let text = activity::statement(&app, caller.id, year).await?;
    let name = format!("attachment; filename=\"statement-{year}.csv\"");
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, name)], text))
}

async fn recipient<'a>(app: &App, visitor: &'a Visitor, caller: &PlayerCaller) -> ApiResult<Recipient<'a>> {
    let email = identity::login_of(app, caller.id).await?.email;
    let player = player::get(app, caller.id).await?;
    let delay_hours = app.site_config.licences.named(&player.licence).limits.delay_hours;
    Ok(Recipient { email, locale: player.locale, host: &visitor.host, delay_hours })
}

/// The player's limit with this number, as it stands.
async fn one(app: &App, player: i64, id: Uuid) -> ApiResult<UserLimit> {
    list(app, player).await?.into_iter().find(|limit| limit.id == id).ok_or_else(ApiError::not_found)
}
