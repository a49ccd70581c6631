//! Lists, search and look-ups of games, for everybody.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Audience, Device, Game, Index, Query, Slice, Strategy};
use crate::app::App;
use crate::auth::Visitor;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::pagination::{Pagination, at_least_one};
use crate::platform::query::{Path, Query as QueryString};

/// The largest page of games.
const PAGE_SIZE_MAX: u64 = 100;

/// The calls of the catalogue that change nothing.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(filter_games))
        .routes(routes!(select_games))
        .routes(routes!(list_providers))
        .routes(routes!(list_collections))
        .routes(routes!(show_game))
}

/// Which games are asked for. Parts that are there are combined by AND.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
struct Filter {
    /// Provider ids, any of them.
    providers: Vec<String>,
    /// Searched for in titles: beginnings, inside words, one slip of the finger, accents or none.
    title: String,
    categories: CategoryFilter,
    /// Only games that can be opened here.
    playable: bool,
}

/// Collections and how they are combined.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default)]
struct CategoryFilter {
    /// Collection ids.
    identifiers: Vec<String>,
    strategy: Strategy,
}

#[derive(Debug, Deserialize, ToSchema)]
struct FilterRequest {
    device: Device,
    #[serde(default)]
    filter: Filter,
    /// Counted from 1.
    page: Option<u64>,
    /// Above 100 it counts as 100.
    page_size: Option<u64>,
}

/// A page of games.
#[derive(ToSchema)]
#[expect(dead_code, reason = "games are kept as JSON, so this only describes the page")]
pub struct GamePage {
    data: Vec<Game>,
    pagination: Pagination,
}

/// A page of a list of games that is asked for.
#[derive(Debug, Clone, Copy)]
pub struct WantedPage {
    number: u64,
    size: u64,
}

impl WantedPage {
    /// Reads what a call asks for: the first page, and the operator's own size, for want of a wish.
    pub fn read(app: &App, page: Option<u64>, page_size: Option<u64>) -> ApiResult<Self> {
        let number = at_least_one("page", page.unwrap_or(1))?;
        let size = page_size.unwrap_or_else(|| app.config.games_page_size.into());
        Ok(Self { number, size: at_least_one("page_size", size)?.min(PAGE_SIZE_MAX) })
    }

    /// How many games come before it.
    pub fn offset(self) -> usize {
        usize::try_from((self.number - 1).saturating_mul(self.size)).unwrap_or(usize::MAX)
    }

    /// How many games it has room for.
    pub fn limit(self) -> usize {
        usize::try_from(self.size).unwrap_or(usize::MAX)
    }

    /// The answer: `slice` of a list of `index`.
    pub fn answer(self, index: &Index, slice: &Slice) -> ApiResult<Response> {
        let total = u64::try_from(slice.total).unwrap_or(u64::MAX);
        let pagination = serde_json::to_string(&Pagination::new(self.number, self.size, total))?;
        let games: Vec<&str> = slice.games.iter().map(|game| index.json(game)).collect();
        let body = format!("{{\"data\":[{}],\"pagination\":{pagination}}}", games.join(","));
        Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
    }
}

/// Lists games.
#[utoipa::path(
    post, path = "/api/games_filter", tag = "catalogue", request_body = FilterRequest,
    responses(
        (status = 200, description = "A page of the games that answer the filter", body = GamePage),
        (status = 422, description = "A field is not valid", body = FieldErrorsBody),
    )
)]
async fn filter_games(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(request): Json<FilterRequest>,
) -> ApiResult<Response> {
    let page = WantedPage::read(&app, request.page, request.page_size)?;
    let Filter { providers, title, categories, playable } = request.filter;
    let CategoryFilter { identifiers: collections, strategy } = categories;
    let query = Query { providers, title, collections, strategy, playable };
    let audience = Audience { country: visitor.country(), device: Some(request.device) };
    let index = app.catalogue.index();
    page.answer(&index, &index.list(&query, audience, page.offset(), page.limit()))
}

#[derive(Debug, Deserialize, ToSchema)]
struct SelectRequest {
    /// Identifiers of games.
    game_ids: Vec<String>,
    device: Device,
}

/// Answers the games asked for by identifier; those that are unknown or not offered are left out.
#[utoipa::path(
    post, path = "/api/games_filter/select", tag = "catalogue", request_body = SelectRequest,
    responses(
        (status = 200, description = "The games by identifier", body = BTreeMap<String, Game>),
        (status = 422, description = "A field is not valid", body = FieldErrorsBody),
    )
)]
async fn select_games(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(request): Json<SelectRequest>,
) -> Json<BTreeMap<String, Game>> {
    let index = app.catalogue.index();
    let audience = Audience { country: visitor.country(), device: Some(request.device) };
    let known = request.game_ids.iter().filter_map(|identifier| index.by_identifier(identifier));
    let offered = known.filter(|game| index.is_offered(game, audience));
    Json(offered.map(|game| (game.identifier.clone(), Game::clone(game))).collect())
}

/// Narrows the counts to what is built for a device.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct DeviceParameter {
    device: Option<Device>,
}

/// A provider as the site shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderView {
    id: String,
    title: String,
    games_count: usize,
    /// Address of a picture; the title stands in for it when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    logo: Option<String>,
}

/// A collection as the site shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CollectionView {
    id: String,
    title: String,
    games_count: usize,
}

/// Lists the providers that have games for the visitor.
#[utoipa::path(
    get, path = "/api/games/providers", tag = "catalogue", params(DeviceParameter),
    responses((status = 200, description = "In the order of the provider list", body = [ProviderView]))
)]
async fn list_providers(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    QueryString(parameter): QueryString<DeviceParameter>,
) -> Json<Vec<ProviderView>> {
    Json(provider_views(&app, Audience { country: visitor.country(), device: parameter.device }))
}

/// Lists the collections of the menus with the number of their games for the visitor, which may be none.
#[utoipa::path(
    get, path = "/api/games/collections", tag = "catalogue", params(DeviceParameter),
    responses((status = 200, description = "In the order of the menu", body = [CollectionView]))
)]
async fn list_collections(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    QueryString(parameter): QueryString<DeviceParameter>,
) -> Json<Vec<CollectionView>> {
    Json(collection_views(&app, Audience { country: visitor.country(), device: parameter.device }))
}

/// The providers that `audience` gets, as the site shows them.
pub fn provider_views(app: &App, audience: Audience<'_>) -> Vec<ProviderView> {
    let index = app.catalogue.index();
    let counted = index.providers(audience).into_iter();
    let view = |(provider, games_count): (&super::Provider, usize)| ProviderView {
        id: provider.id.clone(),
        title: provider.title.clone(),
        games_count,
        logo: provider.logo.clone(),
    };
    counted.map(view).collect()
}

/// The collections that menus may offer to `audience`, as the site shows them.
pub fn collection_views(app: &App, audience: Audience<'_>) -> Vec<CollectionView> {
    let index = app.catalogue.index();
    let counted = index.menu_collections(audience);
    let view = |(collection, games_count): (&super::Collection, usize)| CollectionView {
        id: collection.id.clone(),
        title: collection.title.clone(),
        games_count,
    };
    counted.map(view).collect()
}

/// Answers the game with this address. A game that is not offered in the visitor's country is not there;
/// one that is not built for their device is, so that a shared link can say so.
#[utoipa::path(
    get, path = "/api/games/{producer}/{seo_title}", tag = "catalogue",
    params(("producer" = String, Path, description = "Provider id"), ("seo_title" = String, Path)),
    responses(
        (status = 200, description = "The game", body = Game),
        (status = 404, description = "There is no such game", body = ErrorBody),
    )
)]
async fn show_game(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path((producer, seo_title)): Path<(String, String)>,
) -> ApiResult<Json<Game>> {
    let index = app.catalogue.index();
    let audience = Audience { country: visitor.country(), device: None };
    let game = index.by_address(&producer, &seo_title).filter(|game| index.is_offered(game, audience));
    game.map(|game| Json(Game::clone(game))).ok_or_else(ApiError::not_found)
}
