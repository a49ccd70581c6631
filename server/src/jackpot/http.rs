//! The calls of jackpots, for everybody.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::definition::Definition;
use super::list_store;
use super::view::{JackpotDetailsView, JackpotView, JackpotWinView};
use super::win_store::{self, WinOrder};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::pagination::{Pagination, at_least_one};
use crate::platform::query::{Path, Query};
use crate::site_config::LOCALE_DEFAULT;

/// Wins on a page when nobody asks for another number.
const WINS: u64 = 5;

/// The largest page of wins.
const WINS_MAX: u64 = 50;

/// Cycles that a jackpot reveals in one answer.
const REVEALS: i64 = 30;

/// The calls of jackpots; none of them changes anything.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_jackpots))
        .routes(routes!(show_jackpot))
        .routes(routes!(jackpots_of_games))
        .routes(routes!(list_jackpot_wins))
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

/// List jackpots
#[utoipa::path(get, path = "/api/jackpots", tag = "jackpots", params(InLanguage), responses(
    (status = 200, body = [JackpotView]),
))]
async fn list_jackpots(
    State(app): State<Arc<App>>,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<JackpotView>>> {
    let open = list_store::open(&app.db).await?;
    let definitions = app.jackpots.now();
    let view = |definition: &Definition| {
        let open = open.get(&definition.identifier)?;
        Some(JackpotView::of(&app, definition, open, requested.locale()))
    };
    Ok(Json(definitions.iter().filter_map(view).collect()))
}

/// Read a jackpot
///
/// With its games, and with the seeds and points of the cycles that were won last.
#[utoipa::path(get, path = "/api/jackpots/{identifier}", tag = "jackpots",
    params(("identifier" = String, Path), InLanguage), responses(
    (status = 200, body = JackpotDetailsView),
    (status = 404, body = ErrorBody),
))]
async fn show_jackpot(
    State(app): State<Arc<App>>,
    Path(identifier): Path<String>,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<JackpotDetailsView>> {
    let definitions = app.jackpots.now();
    let definition = definitions.iter().find(|known| known.identifier == identifier);
    let definition = definition.ok_or_else(ApiError::not_found)?;
    let open = list_store::open(&app.db).await?.remove(&identifier).ok_or_else(ApiError::not_found)?;
    let reveals = list_store::revealed_of(&app.db, open.id, REVEALS).await?;
    let index = app.catalogue.index();
    let games = index.games().filter(|game| game.playable && definition.counts(game));
    Ok(Json(JackpotDetailsView {
        jackpot: JackpotView::of(&app, definition, &open, requested.locale()),
        game_ids: games.map(|game| game.identifier.clone()).collect(),
        reveals: reveals.into_iter().map(Into::into).collect(),
    }))
}

/// Read the jackpots of games
///
/// By currency and the game's identifier: the largest amount that a bet in the game can win now, in subunits.
#[utoipa::path(get, path = "/api/games/jackpots", tag = "jackpots", responses(
    (status = 200, body = BTreeMap<String, BTreeMap<String, i64>>),
))]
async fn jackpots_of_games(
    State(app): State<Arc<App>>,
) -> ApiResult<Json<BTreeMap<String, BTreeMap<String, i64>>>> {
    let open = list_store::open(&app.db).await?;
    let index = app.catalogue.index();
    let mut amounts: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
    for definition in app.jackpots.now().iter() {
        let Some(open) = open.get(&definition.identifier) else { continue };
        let Some(largest) = open.levels.iter().map(|level| level.amount).max() else { continue };
        let of_currency = amounts.entry(open.currency.code().to_owned()).or_default();
        for game in index.games().filter(|game| game.playable && definition.counts(game)) {
            let amount = of_currency.entry(game.identifier.clone()).or_default();
            *amount = largest.max(*amount);
        }
    }
    Ok(Json(amounts))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WinListing {
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
    /// `latest` without one.
    #[serde(default)]
    #[param(inline)]
    order: WinOrder,
    /// Only wins of this jackpot.
    jackpot: Option<String>,
    /// Counted from 1.
    page: Option<u64>,
    /// 5 without one; above 50 it counts as 50.
    page_size: Option<u64>,
}

/// A page of wins.
#[derive(Debug, Serialize, ToSchema)]
struct JackpotWinPage {
    data: Vec<JackpotWinView>,
    pagination: Pagination,
}

/// List wins of jackpots
#[utoipa::path(get, path = "/api/jackpot_wins", tag = "jackpots", params(WinListing), responses(
    (status = 200, body = JackpotWinPage),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_jackpot_wins(
    State(app): State<Arc<App>>,
    Query(requested): Query<WinListing>,
) -> ApiResult<Json<JackpotWinPage>> {
    let page = at_least_one("page", requested.page.unwrap_or(1))?;
    let page_size = at_least_one("page_size", requested.page_size.unwrap_or(WINS))?.min(WINS_MAX);
    let offset = i64::try_from((page - 1).saturating_mul(page_size)).unwrap_or(i64::MAX);
    let limit = i64::try_from(page_size).unwrap_or(i64::MAX);
    let jackpot = requested.jackpot.as_deref();
    let total = win_store::count(&app.db, jackpot).await?;
    let wins = win_store::page(&app.db, jackpot, requested.order, (offset, limit)).await?;
    let locale = requested.l.as_deref().unwrap_or(LOCALE_DEFAULT);
    let data = wins.into_iter().map(|won| JackpotWinView::of(won, &app, locale)).collect();
    let pagination = Pagination::new(page, page_size, total.unsigned_abs());
    Ok(Json(JackpotWinPage { data, pagination }))
}
