//! The calls of free bets: those of the site, and those of the sports site.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::freebets::{self, SportBonus};
use super::http::{InLanguage, id_of};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::identity::Activity;
use crate::platform::body::{Json, RawBody};
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::sport;

/// The longest name of a bet.
const REFERENCE_MAX: usize = 64;

/// The calls whose answers are kept by their idempotency keys.
pub(super) fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(redeem_sport_code))
}

/// The calls that are not.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(sport_bonuses))
        .routes(routes!(stakeable_freebets))
        .routes(routes!(place_freebet))
        .routes(routes!(settle_freebet))
}

/// Read the player's bonuses for the sports site
///
/// The newest first, a hundred at most.
#[utoipa::path(get, path = "/api/v2/bonuses", tag = "bonuses", params(InLanguage), responses(
    (status = 200, body = [SportBonus]),
    (status = 401, body = ErrorBody),
))]
async fn sport_bonuses(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<SportBonus>>> {
    let locale = requested.of(&app, caller.id).await?;
    Ok(Json(freebets::list(&app, caller.id, &locale).await?))
}

/// A code of the sports site as it was typed.
#[derive(Debug, Deserialize, ToSchema)]
struct SportCode {
    /// 1 to 64 characters; spaces around it do not count.
    code: String,
}

/// Redeem a code for the sports site
///
/// Five wrong codes in ten minutes are the most, those of the casino among them.
#[utoipa::path(post, path = "/api/v2/bonuses/promo-code", tag = "bonuses", request_body = SportCode, responses(
    (status = 200, body = SportBonus),
    (status = 401, body = ErrorBody),
    (status = 403, description = "the player is stopped", body = ErrorBody),
    (status = 404, description = "there is no such code", body = ErrorBody),
    (status = 422, description = "used, expired, or not for this player", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn redeem_sport_code(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    visitor: Visitor,
    Json(body): Json<SportCode>,
) -> ApiResult<Json<SportBonus>> {
    Ok(Json(freebets::redeem(&app, caller.id, &visitor, &body.code).await?))
}

/// What the sports site sends, once its signature was seen to be right.
fn signed<T: DeserializeOwned>(app: &App, headers: &HeaderMap, body: &[u8]) -> ApiResult<T> {
    sport::verify(app, headers, body)?;
    serde_json::from_slice(body)
        .map_err(|_| ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The body is not as described."))
}

/// A visit of the sports site.
#[derive(Deserialize, ToSchema)]
struct FreebetVisit {
    /// As the exchange of the token has answered it.
    visit: String,
}

/// List the free bets that a visitor of the sports site can stake
///
/// Called by the sports site, signed as Standard Webhooks. 404 when the visit no longer stands.
#[utoipa::path(post, path = "/webhooks/sport/freebets", tag = "webhooks",
    request_body(content = FreebetVisit, content_type = "application/json"), responses(
    (status = 200, body = [SportBonus]),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 413, body = ErrorBody),
))]
async fn stakeable_freebets(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<Json<Vec<SportBonus>>> {
    let FreebetVisit { visit } = signed(&app, &headers, &body)?;
    let player = sport::visitor_of(&app, &visit, Activity::Background).await?;
    Ok(Json(freebets::stakeable(&app, player.ok_or_else(ApiError::not_found)?).await?))
}

/// A bet that stakes a free bet.
#[derive(Deserialize, ToSchema)]
struct FreebetStake {
    /// As the exchange of the token has answered it.
    visit: String,
    /// How the sports site calls the bet: 1 to 64 printable characters.
    reference: String,
}

/// Stake a free bet
///
/// Called by the sports site, signed as Standard Webhooks. The same bet again is answered the same.
#[utoipa::path(post, path = "/webhooks/sport/freebets/{id}/bet", tag = "webhooks", params(("id" = String, Path)),
    request_body(content = FreebetStake, content_type = "application/json"), responses(
    (status = 200, body = SportBonus),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 403, description = "the player is stopped", body = ErrorBody),
    (status = 404, description = "the visit no longer stands, or has no such free bet", body = ErrorBody),
    (status = 409, description = "freebet_not_stakeable: staked, expired or canceled", body = ErrorBody),
    (status = 413, body = ErrorBody),
))]
async fn place_freebet(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<Json<SportBonus>> {
    let FreebetStake { visit, reference } = signed(&app, &headers, &body)?;
    let named = !reference.is_empty()
        && reference.len() <= REFERENCE_MAX
        && reference.bytes().all(|byte| byte.is_ascii_graphic());
    if !named {
        return Err(ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The bet has no such name."));
    }
    let player = sport::visitor_of(&app, &visit, Activity::Acts).await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(freebets::place(&app, player, id_of(&id)?, &reference).await?))
}

/// The result of a bet that a free bet was staked on.
#[derive(Deserialize, ToSchema)]
struct FreebetResult {
    /// How the sports site calls the bet.
    reference: String,
    /// What it has won without the stake, in subunits of the free bet's currency; 0 when it was lost.
    #[schema(minimum = 0)]
    win_cents: i64,
}

/// Tell the result of a bet that a free bet was staked on
///
/// Called by the sports site, signed as Standard Webhooks. What was won is paid at once, up to the most that the terms of the
/// free bet let become money. The same result again changes nothing.
#[utoipa::path(post, path = "/webhooks/sport/freebets/{id}/result", tag = "webhooks", params(("id" = String, Path)),
    request_body(content = FreebetResult, content_type = "application/json"), responses(
    (status = 204),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, description = "no free bet was staked on such a bet", body = ErrorBody),
    (status = 409, description = "freebet_other_result", body = ErrorBody),
    (status = 413, body = ErrorBody),
))]
async fn settle_freebet(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<StatusCode> {
    let FreebetResult { reference, win_cents } = signed(&app, &headers, &body)?;
    if !(0..=croupier_money::WIRE_MAX).contains(&win_cents) {
        return Err(ApiError::code(StatusCode::BAD_REQUEST, "bad_request", "The amount cannot be right."));
    }
    freebets::settle(&app, id_of(&id)?, &reference, win_cents).await?;
    Ok(StatusCode::NO_CONTENT)
}
