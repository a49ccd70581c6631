//! The call that sends a visitor to the sports site, and the one by which that site learns who came.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{LIFE_S, hand_over, host_for, taken_over, visit_of, visitor_of};
use crate::account;
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::content;
use crate::identity::{self, Activity};
use crate::platform::body::{Json, RawBody};
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::signature::{Secret, SignatureError};
use crate::player;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(begin_visit)).routes(routes!(exchange)).routes(routes!(check))
}

/// Where a visitor of the sports site goes.
#[derive(Serialize, ToSchema)]
struct SportVisit {
    /// The host of the sports site, with its port where it has one.
    host: String,
    /// Hands the player's sign-in over, once, within a minute. Null for guests, for players who are stopped, and where
    /// the sports site takes no sign-in over.
    token: Option<String>,
}

/// Begin a visit of the sports site
///
/// Answers where it is for this visitor and, for a player, a one-time token to be sent along as `token`.
#[utoipa::path(post, path = "/api/sport/visits", tag = "sport", responses(
    (status = 201, body = SportVisit),
    (status = 403, description = "restricted_country, reauth_required or account_incomplete; self_excluded, verification_required or \
        register_excluded: the player is known as an excluded person", body = ErrorBody),
    (status = 404, description = "There is no sports site", body = ErrorBody),
    (status = 421, description = "No brand answers under this host", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn begin_visit(
    State(app): State<Arc<App>>,
    caller: Caller,
    visitor: Visitor,
) -> ApiResult<impl IntoResponse> {
    let published = app.content.now();
    content::brand_on(&app, &published, &visitor.host)?;
    let hosts = content::sport_hosts(&app, &published);
    let host = host_for(&hosts, &visitor.host).ok_or_else(ApiError::not_found)?;
    let token = match caller.player().filter(|_| app.config.sport_secret.is_some()) {
        None => None,
        Some(player) => {
            app.limits.sport_visits.take(LimitKey::player(player.id))?;
            identity::refuse_restricted(&app, &visitor)?;
            player.require_fresh()?;
            account::refuse_incomplete(&app, &player::get(&app, player.id).await?).await?;
            let stops = identity::stops_of(&app.db, player.id).await?;
            // Who may not play here is a guest there.
            if stops.in_force(app.clock.now(), |_| true).is_some() {
                None
            } else {
                // As before a game for money: bets there are bets.
                account::refuse_excluded(&app, player.id).await?;
                Some(hand_over(&app, player, host, &visitor.host).await?)
            }
        }
    };
    let visit = SportVisit { host: host.to_owned(), token };
    Ok((StatusCode::CREATED, [(CACHE_CONTROL, "no-store")], Json(visit)))
}

/// What the sports site sends.
#[derive(Deserialize, ToSchema)]
struct Exchange {
    token: String,
    /// The host that the browser came to with the token.
    host: String,
}

/// Who came to the sports site.
#[derive(Serialize, ToSchema)]
struct SportVisitor {
    /// The player's number.
    id: i64,
    /// The name others see; null when there is none.
    nickname: Option<String>,
    /// Of the active wallet.
    currency: &'static str,
    locale: String,
    /// The brand that the player comes from.
    brand: String,
    /// The address of that brand, for the way back.
    home: String,
    /// Names the visit when it is checked.
    visit: String,
    /// For how many seconds the answer holds; then the visit is checked.
    holds_s: u32,
}

/// Exchange a token for the player who came with it
///
/// Called by the sports site, signed as Standard Webhooks. A token that is unknown, used, expired or another host's is
/// 404, as is one whose player has signed out since.
#[utoipa::path(post, path = "/webhooks/sport/session", tag = "webhooks",
    request_body(content = Exchange, content_type = "application/json"), responses(
    (status = 200, body = SportVisitor),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 413, body = ErrorBody),
))]
async fn exchange(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<impl IntoResponse> {
    verify(&app, &headers, &body)?;
    let Exchange { token, host } =
        serde_json::from_slice(&body).map_err(|_| bad("The body names no token and host."))?;
    let handed = taken_over(&app, &token, &host).await?.ok_or_else(ApiError::not_found)?;
    let player = player::get(&app, handed.player).await?;
    let published = app.content.now();
    let brand = content::brand_on(&app, &published, &handed.home)?;
    if app.maintenance.is_closed(&brand.id) {
        return Err(ApiError::maintenance());
    }
    let visitor = SportVisitor {
        id: player.id,
        nickname: player.nickname,
        currency: player.currency.code(),
        locale: player.locale,
        brand: brand.name.clone(),
        home: app.config.address_under(&handed.home),
        visit: visit_of(&app, handed.player, &handed.session),
        holds_s: LIFE_S,
    };
    Ok(([(CACHE_CONTROL, "no-store")], Json(visitor)))
}

fn bad(message: &str) -> ApiError {
    ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message)
}

/// Refuses a body that the sports site has not signed: 401, 400 when it is too old, and 404 where no sports site is set up.
pub fn verify(app: &App, headers: &HeaderMap, body: &[u8]) -> ApiResult<()> {
    let secret = app.config.sport_secret.as_deref().and_then(Secret::parse);
    let secret = secret.ok_or_else(ApiError::not_found)?;
    secret.verify(headers, body, app.clock.now()).map_err(|error| match error {
        SignatureError::Invalid => {
            ApiError::code(StatusCode::UNAUTHORIZED, "unauthorized", "The signature is not right.")
        }
        SignatureError::Expired => bad("The message is too old, or from the future."),
    })
}

/// What the sports site asks about a player who is signed in there.
#[derive(Deserialize, ToSchema)]
struct VisitCheck {
    /// As the exchange has answered it.
    visit: String,
    /// Whether the player has done anything at the sports site since it last asked: that counts as being here.
    #[serde(default)]
    acts: bool,
}

/// A visit that stands.
#[derive(Serialize, ToSchema)]
struct VisitStands {
    /// For how many seconds the answer holds.
    holds_s: u32,
}

/// Check a visit of the sports site
///
/// Called by the sports site, signed as Standard Webhooks, when its last answer holds no longer. 404 when the player has
/// signed out, is stopped, has done nothing for half an hour, or the visit is unknown: the sports site then signs the
/// player out.
#[utoipa::path(post, path = "/webhooks/sport/session/check", tag = "webhooks",
    request_body(content = VisitCheck, content_type = "application/json"), responses(
    (status = 200, body = VisitStands),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 413, body = ErrorBody),
))]
async fn check(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<impl IntoResponse> {
    verify(&app, &headers, &body)?;
    let VisitCheck { visit, acts } =
        serde_json::from_slice(&body).map_err(|_| bad("The body names no visit."))?;
    let activity = if acts { Activity::Acts } else { Activity::Background };
    if visitor_of(&app, &visit, activity).await?.is_none() {
        return Err(ApiError::not_found());
    }
    Ok(([(CACHE_CONTROL, "no-store")], Json(VisitStands { holds_s: LIFE_S })))
}
