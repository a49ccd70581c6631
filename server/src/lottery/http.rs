//! The calls of lotteries. Tickets are bought in the shop.

use std::sync::Arc;

use axum::extract::State;
use croupier_ledger::PlayerId;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::model::Lottery;
use super::store;
use super::view::{LotteryStatusView, LotteryView, status_view, view};
use crate::app::App;
use crate::auth::PlayerCaller;
use crate::body::Json;
use crate::calendar::DAY_MS;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::house::LOCALE_DEFAULT;
use crate::query::{Path, Query};

/// How long ago a lottery that is listed may have ended, in milliseconds.
const LISTED_FOR_MS: i64 = 30 * DAY_MS;

/// Lotteries in one list at most.
const LISTED_MAX: i64 = 50;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_lotteries))
        .routes(routes!(list_lottery_statuses))
        .routes(routes!(show_lottery))
        .routes(routes!(show_lottery_status))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
}

impl InLanguage {
    fn locale(&self) -> &str {
        self.l.as_deref().unwrap_or(LOCALE_DEFAULT)
    }
}

async fn listed(app: &App) -> ApiResult<Vec<Lottery>> {
    Ok(store::list(&app.db, app.clock.now() - LISTED_FOR_MS, LISTED_MAX).await?)
}

async fn found(app: &App, name: &str) -> ApiResult<Lottery> {
    store::find(&app.db, name).await?.ok_or_else(ApiError::not_found)
}

async fn shown(app: &App, lottery: &Lottery, locale: &str) -> ApiResult<LotteryView> {
    let winners = store::awards(&app.db, lottery.id, None).await?;
    Ok(view(lottery, &winners, locale, app.clock.now()))
}

async fn status_of(app: &App, lottery: &Lottery, player: PlayerId) -> ApiResult<LotteryStatusView> {
    let tickets = store::tickets_of(&app.db, lottery.id, player).await?;
    let wins = store::awards(&app.db, lottery.id, Some(player)).await?;
    Ok(status_view(lottery, &tickets, &wins, app.clock.now()))
}

/// List lotteries
///
/// Those that are still to be drawn, what ends first comes first, and those of the last thirty days.
#[utoipa::path(get, path = "/api/lotteries", tag = "lotteries", params(InLanguage), responses(
    (status = 200, body = [LotteryView]),
))]
async fn list_lotteries(
    State(app): State<Arc<App>>,
    Query(wish): Query<InLanguage>,
) -> ApiResult<Json<Vec<LotteryView>>> {
    let mut views = Vec::new();
    for lottery in listed(&app).await? {
        views.push(shown(&app, &lottery, wish.locale()).await?);
    }
    Ok(Json(views))
}

/// List what the player has of lotteries
///
/// A record for each lottery that is listed.
#[utoipa::path(get, path = "/api/lotteries/statuses", tag = "lotteries", responses(
    (status = 200, body = [LotteryStatusView]),
    (status = 401, body = ErrorBody),
))]
async fn list_lottery_statuses(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<Vec<LotteryStatusView>>> {
    let mut views = Vec::new();
    for lottery in listed(&app).await? {
        views.push(status_of(&app, &lottery, caller.id).await?);
    }
    Ok(Json(views))
}

/// Read a lottery
///
/// By its number or its address, with its prizes, and with its winners and its seed once it is drawn.
#[utoipa::path(get, path = "/api/lotteries/{id}", tag = "lotteries", params(
    ("id" = String, Path, description = "Number or address"), InLanguage,
), responses(
    (status = 200, body = LotteryView),
    (status = 404, body = ErrorBody),
))]
async fn show_lottery(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Query(wish): Query<InLanguage>,
) -> ApiResult<Json<LotteryView>> {
    let lottery = found(&app, &id).await?;
    Ok(Json(shown(&app, &lottery, wish.locale()).await?))
}

/// Read what the player has of a lottery
#[utoipa::path(get, path = "/api/lotteries/{id}/status", tag = "lotteries", params(
    ("id" = String, Path, description = "Number or address"),
), responses(
    (status = 200, body = LotteryStatusView),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_lottery_status(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<LotteryStatusView>> {
    let lottery = found(&app, &id).await?;
    Ok(Json(status_of(&app, &lottery, caller.id).await?))
}
