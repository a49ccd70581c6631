//! The calls about offers by mail and SMS.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::guest_offers::{self, GuestOfferRequest, SubscriptionOutcome};
use super::subscriptions::{self, Subscriptions};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::rules::{self, Refusals, Rule};

/// The calls whose answers are kept by their idempotency key.
pub(super) fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(read, save, ask_for_offers))
        .routes(routes!(confirm_offers))
        .routes(routes!(unsubscribe))
}

/// The call that mail programs make by themselves.
pub fn one_click_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(one_click_page, one_click))
}

/// Read what the player wants to be sent
#[utoipa::path(get, path = "/api/subscriptions", tag = "player", responses(
    (status = 200, body = Subscriptions),
    (status = 401, body = ErrorBody),
))]
async fn read(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<Subscriptions>> {
    Ok(Json(subscriptions::read(&app, caller.id).await?))
}

/// Choose what the player wants to be sent
#[utoipa::path(put, path = "/api/subscriptions", tag = "player", request_body = Subscriptions, responses(
    (status = 200, body = Subscriptions),
    (status = 401, body = ErrorBody),
    (status = 403, description = "cooling_off: no offers begin during a break", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Json(body): Json<Subscriptions>,
) -> ApiResult<Json<Subscriptions>> {
    subscriptions::save(&app, caller.id, body).await?;
    Ok(Json(subscriptions::read(&app, caller.id).await?))
}

/// A wish for offers without an account.
#[derive(Deserialize, ToSchema)]
struct OffersBody {
    email: String,
    /// The language of the mails; without one, and for an unknown one, the default.
    locale: Option<String>,
    /// The solved captcha, when the settings ask for one.
    captcha: Option<String>,
}

/// Ask for offers by mail without an account
///
/// They come once the link that is mailed to the address was followed. Every address is answered the same, and as fast. One
/// mail a minute and five a day to one mailbox.
#[utoipa::path(post, path = "/api/subscriptions", tag = "player", request_body = OffersBody, responses(
    (status = 204, description = "Noted; the mail goes to the address"),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn ask_for_offers(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<OffersBody>,
) -> ApiResult<StatusCode> {
    let mut refusals = Refusals::default();
    let email = refusals.check("email", rules::email(&body.email)).unwrap_or_default();
    refusals.into_result()?;
    let (locale, captcha) = (body.locale.as_deref(), body.captcha.as_deref());
    guest_offers::ask(&app, &visitor, &GuestOfferRequest { email: &email, locale, captcha }).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct ConfirmOffersBody {
    /// The token of the mail.
    token: String,
}

/// How the confirmation went.
#[derive(Serialize, ToSchema)]
struct OffersConfirmed {
    outcome: SubscriptionOutcome,
}

/// Confirm the wish for offers with the link of a mail
///
/// Works without a session, any number of times within three days. Where a player has the address, the player's own offers are
/// turned on.
#[utoipa::path(post, path = "/api/subscriptions/confirm", tag = "player", request_body = ConfirmOffersBody, responses(
    (status = 200, body = OffersConfirmed),
    (status = 403, description = "self_excluded, cooling_off: who takes a break gets no offers", body = ErrorBody),
    (status = 422, description = "made up or too old", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn confirm_offers(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<ConfirmOffersBody>,
) -> ApiResult<Json<OffersConfirmed>> {
    app.limits.token_tries.take(visitor.limit_key())?;
    let outcome = guest_offers::confirm(&app, &body.token, &visitor.host).await?;
    let refused = || ApiError::fields(vec![Rule::Invalid.on("token")]);
    Ok(Json(OffersConfirmed { outcome: outcome.ok_or_else(refused)? }))
}

#[derive(Deserialize, ToSchema)]
struct UnsubscribeBody {
    /// The token of the mail.
    token: String,
}

/// End offers by mail with the link of one
///
/// Works without a session, any number of times.
#[utoipa::path(post, path = "/api/subscriptions/unsubscribe", tag = "player", request_body = UnsubscribeBody, responses(
    (status = 204),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn unsubscribe(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<UnsubscribeBody>,
) -> ApiResult<StatusCode> {
    app.limits.token_tries.take(visitor.limit_key())?;
    if subscriptions::unsubscribe(&app, &body.token).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(ApiError::fields(vec![Rule::Invalid.on("token")]))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OneClickQuery {
    /// The token of the mail.
    #[serde(default)]
    token: String,
}

/// End offers by mail from within a mail program
///
/// RFC 8058: the address of the `List-Unsubscribe` header, called without a page, a cookie or a marker of ours.
#[utoipa::path(post, path = "/webhooks/mail/unsubscribe", tag = "webhooks", params(OneClickQuery), responses(
    (status = 204),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn one_click(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(query): Query<OneClickQuery>,
) -> ApiResult<StatusCode> {
    app.limits.token_tries.take(visitor.limit_key())?;
    if subscriptions::unsubscribe(&app, &query.token).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(ApiError::not_found())
}

/// Lead a reader of a `List-Unsubscribe` header to the page
#[utoipa::path(get, path = "/webhooks/mail/unsubscribe", tag = "webhooks", params(OneClickQuery), responses(
    (status = 303, description = "to `/unsubscribe` of the site"),
    (status = 422, body = FieldErrorsBody),
))]
async fn one_click_page(Query(query): Query<OneClickQuery>) -> Redirect {
    let is_ours = query.token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
    let token = if is_ours { query.token.as_str() } else { "" };
    Redirect::to(&format!("/unsubscribe?token={token}"))
}
