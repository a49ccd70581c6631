//! The calls of partners: believed by their signature alone, answered in the partner's own words.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Partner;
use super::acting::{self, Call, Failed, PartnerPlayed};
use super::failures::{self, CallFailure};
use super::fault::{Fault, PartnerRefused};
use super::spins::{self, PartnerSpinsAnswer};
use crate::app::App;
use crate::platform::body::{Json, RawBody};
use crate::platform::error::{ApiError, ErrorBody};
use crate::platform::query::Path;

pub(crate) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(partner_play))
        .routes(routes!(partner_rollback))
        .routes(routes!(partner_freespins))
}

/// Take bets and wins of a partner's round
///
/// Signed with HMAC-SHA256 over the body, in hex, in `x-request-sign`. The actions are carried out together or not at all; an
/// action that is sent again is answered as it was the first time. Without an action the call asks for the balance.
#[utoipa::path(post, path = "/webhooks/games/{partner}/play", tag = "webhooks",
    params(("partner" = String, Path)), request_body(content = String, content_type = "application/json"), responses(
    (status = 200, body = PartnerPlayed),
    (status = 400, body = PartnerRefused),
    (status = 403, description = "The signature is not right", body = PartnerRefused),
    (status = 404, description = "There is no such partner, session or round", body = ErrorBody),
    (status = 412, description = "The player may not, or has not enough", body = PartnerRefused),
    (status = 413, body = ErrorBody),
    (status = 500, body = PartnerRefused),
    (status = 503, description = "To be sent again", body = PartnerRefused),
))]
async fn partner_play(
    State(app): State<Arc<App>>,
    Path(partner): Path<String>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Response {
    taken(&app, &partner, Call::Play, &headers, &body).await
}

/// Take back actions of a partner's round
///
/// Signed as bets are. What is taken back before it came is refused when it comes.
#[utoipa::path(post, path = "/webhooks/games/{partner}/rollback", tag = "webhooks",
    params(("partner" = String, Path)), request_body(content = String, content_type = "application/json"), responses(
    (status = 200, body = PartnerPlayed),
    (status = 400, body = PartnerRefused),
    (status = 403, description = "The signature is not right", body = PartnerRefused),
    (status = 404, description = "There is no such partner or session", body = ErrorBody),
    (status = 412, description = "The player has not enough", body = PartnerRefused),
    (status = 413, body = ErrorBody),
    (status = 500, body = PartnerRefused),
    (status = 503, description = "To be sent again", body = PartnerRefused),
))]
async fn partner_rollback(
    State(app): State<Arc<App>>,
    Path(partner): Path<String>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Response {
    taken(&app, &partner, Call::Rollback, &headers, &body).await
}

/// Take what a partner tells of free spins
///
/// Signed as bets are. At their end it tells what they have won together, which is booked once.
#[utoipa::path(post, path = "/webhooks/games/{partner}/freespins", tag = "webhooks",
    params(("partner" = String, Path)), request_body(content = String, content_type = "application/json"), responses(
    (status = 200, body = PartnerSpinsAnswer),
    (status = 400, body = PartnerRefused),
    (status = 403, description = "The signature is not right", body = PartnerRefused),
    (status = 404, description = "There is no such partner", body = ErrorBody),
    (status = 412, description = "The issue is not known, or over", body = PartnerRefused),
    (status = 413, body = ErrorBody),
    (status = 500, body = PartnerRefused),
    (status = 503, description = "To be sent again", body = PartnerRefused),
))]
async fn partner_freespins(
    State(app): State<Arc<App>>,
    Path(partner): Path<String>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Response {
    let Some(partner) = app.game_partners.named(&partner) else {
        return ApiError::not_found().into_response();
    };
    if !partner.has_signed(&headers, &body) {
        return Fault::Signature.answer(None);
    }
    match Box::pin(spins::take_report(&app, partner, &body)).await {
        Ok(answer) => Json(answer).into_response(),
        Err(fault) => failed(&app, partner, "freespins", fault.into()).await,
    }
}

async fn taken(app: &App, partner: &str, call: Call, headers: &HeaderMap, body: &[u8]) -> Response {
    let Some(partner) = app.game_partners.named(partner) else {
        return ApiError::not_found().into_response();
    };
    if !partner.has_signed(headers, body) {
        return Fault::Signature.answer(None);
    }
    match Box::pin(acting::act(app, partner, call, body)).await {
        Ok(played) => Json(played).into_response(),
        Err(why) => failed(app, partner, call.name(), why).await,
    }
}

/// Answers a call that came to nothing, and keeps it for staff.
async fn failed(app: &App, partner: &Partner, call: &str, failed: Failed) -> Response {
    // A player with too little money is no failure of anybody.
    if failed.fault != Fault::Funds {
        let failure = CallFailure {
            partner: partner.name.clone(),
            at: app.clock.now(),
            call: call.to_owned(),
            code: failed.fault.code().into(),
            message: failed.fault.message().to_owned(),
            player: failed.player,
            round: failed.round,
        };
        failures::note(app, &failure).await;
    }
    failed.fault.answer(failed.balance)
}
