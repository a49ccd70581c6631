//! The calls of lotteries. Tickets are bought in the shop.

use std::collections::HashMap;
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
use crate::platform::body::Json;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::{Path, Query};
use crate::site_config::LOCALE_DEFAULT;

/// How long ago a lottery that is listed may have ended, in milliseconds.
const LISTED_FOR_MS: i64 = 30 * DAY_MS;

/// Lotteries in one list at most.
const LISTED_MAX: i64 = 50;

/// The first winners that a list has of each lottery.
const LISTED_WINNERS: i64 = 3;

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

/// `lotteries` with the winners of their first `places`.
async fn shown(app: &App, lotteries: &[Lottery], places: i64, locale: &str) -> ApiResult<Vec<LotteryView>> {
    let winners = store::awards(&app.db, &numbers(lotteries), None, places).await?;
    let now = app.clock.now();
    Ok(lotteries.iter().map(|one| view(one, of(&winners, one), locale, now)).collect())
}

async fn statuses(app: &App, lotteries: &[Lottery], player: PlayerId) -> ApiResult<Vec<LotteryStatusView>> {
    let ids = numbers(lotteries);
    let tickets = store::tickets_of(&app.db, &ids, player).await?;
    let wins = store::awards(&app.db, &ids, Some(player), i64::MAX).await?;
    let now = app.clock.now();
    Ok(lotteries.iter().map(|one| status_view(one, of(&tickets, one), of(&wins, one), now)).collect())
}

fn numbers(lotteries: &[Lottery]) -> Vec<i64> {
    lotteries.iter().map(|lottery| lottery.id).collect()
}

fn of<'a, T>(all: &'a HashMap<i64, Vec<T>>, lottery: &Lottery) -> &'a [T] {
    all.get(&lottery.id).map_or(&[], Vec::as_slice)
}

/// The one that was asked for.
fn only<T>(views: Vec<T>) -> ApiResult<Json<T>> {
    views.into_iter().next().map(Json).ok_or_else(ApiError::not_found)
}

/// List lotteries
///
/// Those that are still to be drawn, what ends first comes first, and those of the last thirty days with their first winners.
#[utoipa::path(get, path = "/api/lotteries", tag = "lotteries", params(InLanguage), responses(
    (status = 200, body = [LotteryView]),
))]
async fn list_lotteries(
    State(app): State<Arc<App>>,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<LotteryView>>> {
    Ok(Json(shown(&app, &listed(&app).await?, LISTED_WINNERS, requested.locale()).await?))
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
    Ok(Json(statuses(&app, &listed(&app).await?, caller.id).await?))
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
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<LotteryView>> {
    let lottery = found(&app, &id).await?;
    only(shown(&app, &[lottery], i64::MAX, requested.locale()).await?)
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
    only(statuses(&app, &[lottery], caller.id).await?)
}
