//! Titles of the catalogue: which there are, and writing one.
//!
//! A title is an entry of `catalogue.toml`, a document of the content: saving one saves a draft of the document, which is
//! published, scheduled, given up and rolled back as every other one is.

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::catalogue_drafts::{CatalogueDraft, Desk, GAMES, LISTS, refused};
use super::shared::PAGE;
use crate::app::App;
use crate::catalogue::{self, Badge, Device, Volatility, WrittenCollections, WrittenGame, WrittenGames};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::staff::StaffCaller;
use crate::staff::needs::{ContentEdit, ContentRead};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(catalogue_titles)).routes(routes!(catalogue_title, save_title))
}

/// A title, every field of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TitleForm {
    /// `{provider}/{slug}`, for good.
    identifier: String,
    title: String,
    /// `YYYY-MM-DD`; null when nobody says.
    released: Option<String>,
    /// Ids of the lists that it names.
    categories: Vec<String>,
    /// Short phrases.
    mechanics: Vec<String>,
    /// The greater comes first.
    popularity: i64,
    /// Codes; null for every one that new wallets are offered.
    currencies: Option<Vec<String>>,
    /// Whether it can be tried without money.
    demo: bool,
    devices: Vec<Device>,
    /// Where it is not offered (ISO 3166-1).
    blocked_countries: Vec<String>,
    /// Whether it is on the site.
    enabled: bool,
    /// Path of the tile's picture, with `{width}` and `{format}` to be filled in; null for that of its name.
    preview: Option<String>,
    /// In percent; null of a built-in game, whose sheet says it.
    rtp: Option<String>,
    hit_rate: Option<String>,
    volatility: Option<Volatility>,
    /// A multiple of the stake.
    max_win_x: Option<String>,
    badges: Vec<Badge>,
}

impl From<WrittenGame> for TitleForm {
    fn from(game: WrittenGame) -> Self {
        Self {
            identifier: game.identifier,
            title: game.title,
            released: game.released,
            categories: game.categories,
            mechanics: game.mechanics,
            popularity: game.popularity,
            currencies: game.currencies,
            demo: game.demo,
            devices: game.devices,
            blocked_countries: game.blocked_countries,
            enabled: game.enabled,
            preview: game.preview,
            rtp: game.rtp,
            hit_rate: game.hit_rate,
            volatility: game.volatility,
            max_win_x: game.max_win_x,
            badges: game.badges,
        }
    }
}

impl From<TitleForm> for WrittenGame {
    fn from(form: TitleForm) -> Self {
        Self {
            identifier: form.identifier,
            title: form.title,
            released: form.released,
            categories: form.categories,
            mechanics: form.mechanics,
            popularity: form.popularity,
            currencies: form.currencies,
            demo: form.demo,
            devices: form.devices,
            blocked_countries: form.blocked_countries,
            enabled: form.enabled,
            preview: form.preview,
            rtp: form.rtp,
            hit_rate: form.hit_rate,
            volatility: form.volatility,
            max_win_x: form.max_win_x,
            badges: form.badges,
        }
    }
}

/// Which titles are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum TitleFilter {
    /// Every one.
    #[default]
    All,
    /// Those on the site.
    On,
    /// Those that are turned off.
    Off,
    /// Those that the draft changes.
    Changed,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TitlesQuery {
    /// Which ones; all when absent.
    #[serde(default)]
    #[param(inline)]
    state: TitleFilter,
    /// A part of the title or of the identifier.
    #[serde(default)]
    query: String,
    /// Id of a list that they name; any when empty.
    #[serde(default)]
    collection: String,
    /// Code of a country where they are not offered; any when empty.
    #[serde(default)]
    country: String,
    /// How many titles to pass over: the `next` of the page before.
    #[serde(default)]
    after: usize,
}

/// A title in the list, as the draft has it.
#[derive(Debug, Serialize, ToSchema)]
struct TitleRow {
    identifier: String,
    title: String,
    categories: Vec<String>,
    badges: Vec<Badge>,
    popularity: i64,
    /// Where it is not offered.
    blocked_countries: Vec<String>,
    enabled: bool,
    /// Whether a partner's delivery brought it, and no entry takes its place.
    is_delivered: bool,
    /// Whether the draft changes it.
    is_changed: bool,
}

#[derive(Debug, Serialize, ToSchema)]
struct TitleList {
    titles: Vec<TitleRow>,
    /// What to ask for as `after` for more; null on the last page.
    next: Option<usize>,
    /// How many answer the filters.
    total: usize,
    draft: CatalogueDraft,
}

/// The path of the tile's picture.
fn picture_of(game: &WrittenGame) -> String {
    let slug = game.identifier.split_once('/').map_or("", |(_, slug)| slug);
    game.preview.clone().unwrap_or_else(|| format!("/art/tiles/{slug}-{{width}}.{{format}}"))
}

/// List the titles of the catalogue
///
/// Those of the document as it is being written, and behind them what partners have delivered.
#[utoipa::path(get, path = "/api/catalogue/titles", tag = "catalogue", params(TitlesQuery), responses(
    (status = 200, body = TitleList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn catalogue_titles(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentRead>,
    Query(query): Query<TitlesQuery>,
) -> ApiResult<Json<TitleList>> {
    let desk = Desk::open(&app, GAMES, caller.member.id).await?;
    let (drafted, unreadable) = desk.drafted(WrittenGames::parse)?;
    let in_force = WrittenGames::parse(&desk.in_force).map_err(|error| ApiError::internal(&error))?;
    let named: HashSet<&str> = drafted.game.iter().map(|game| game.identifier.as_str()).collect();
    let delivered = catalogue::delivered(&app.db).await?;
    let others = delivered.games.iter().filter(|of| !named.contains(of.game.identifier.as_str()));
    let sought = query.query.trim().to_lowercase();
    let own = drafted.game.iter().map(|game| (game.clone(), false));
    let all = own.chain(others.map(|listing| (WrittenGame::of(listing), true)));
    let rows = all.map(|(game, is_delivered)| TitleRow {
        is_changed: !is_delivered && !in_force.game.contains(&game),
        is_delivered,
        identifier: game.identifier,
        title: game.title,
        categories: game.categories,
        badges: game.badges,
        popularity: game.popularity,
        blocked_countries: game.blocked_countries,
        enabled: game.enabled,
    });
    let found: Vec<TitleRow> = rows
        .filter(|row| {
            let is_sought = sought.is_empty()
                || row.title.to_lowercase().contains(&sought)
                || row.identifier.contains(&sought);
            let stands = query.collection.is_empty() || row.categories.contains(&query.collection);
            let is_blocked = query.country.is_empty() || row.blocked_countries.contains(&query.country);
            let is_in_state = match query.state {
                TitleFilter::All => true,
                TitleFilter::On => row.enabled,
                TitleFilter::Off => !row.enabled,
                TitleFilter::Changed => row.is_changed,
            };
            is_sought && stands && is_blocked && is_in_state
        })
        .collect();
    let total = found.len();
    let next = Some(query.after.saturating_add(PAGE)).filter(|next| *next < total);
    let titles = found.into_iter().skip(query.after).take(PAGE).collect();
    Ok(Json(TitleList { titles, next, total, draft: desk.draft(unreadable) }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TitleQuery {
    /// `{provider}/{slug}`.
    identifier: String,
}

/// A list that titles may name.
#[derive(Debug, Serialize, ToSchema)]
struct ListChoice {
    id: String,
    title: String,
}

/// A title as it is being written.
#[derive(Debug, Serialize, ToSchema)]
struct TitleView {
    title: TitleForm,
    /// Path of the tile's picture.
    picture: String,
    /// As it is on the site; null where no entry of the document in force names it.
    in_force: Option<TitleForm>,
    /// Whether a partner's delivery brought it, and no entry takes its place.
    is_delivered: bool,
    lists: Vec<ListChoice>,
    draft: CatalogueDraft,
}

/// Read a title of the catalogue
#[utoipa::path(get, path = "/api/catalogue/title", tag = "catalogue", params(TitleQuery), responses(
    (status = 200, body = TitleView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn catalogue_title(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentRead>,
    Query(TitleQuery { identifier }): Query<TitleQuery>,
) -> ApiResult<Json<TitleView>> {
    view(&app, &identifier, caller.member.id).await
}

async fn view(app: &App, identifier: &str, member: Uuid) -> ApiResult<Json<TitleView>> {
    let desk = Desk::open(app, GAMES, member).await?;
    let (drafted, unreadable) = desk.drafted(WrittenGames::parse)?;
    let in_force = WrittenGames::parse(&desk.in_force).map_err(|error| ApiError::internal(&error))?;
    let is_it = |game: &WrittenGame| game.identifier == identifier;
    let written = drafted.game.into_iter().find(is_it);
    let is_delivered = written.is_none();
    let game = if let Some(game) = written {
        game
    } else {
        let delivered = catalogue::delivered(&app.db).await?;
        let listing = delivered.games.iter().find(|of| of.game.identifier == identifier);
        listing.map(WrittenGame::of).ok_or_else(ApiError::not_found)?
    };
    let (lists, _) = Desk::open(app, LISTS, member).await?.drafted(WrittenCollections::parse)?;
    let choice = |list: catalogue::WrittenCollection| ListChoice { id: list.id, title: list.title };
    Ok(Json(TitleView {
        picture: picture_of(&game),
        title: game.into(),
        in_force: in_force.game.into_iter().find(is_it).map(TitleForm::from),
        is_delivered,
        lists: lists.collection.into_iter().map(choice).collect(),
        draft: desk.draft(unreadable),
    }))
}

#[derive(Deserialize, ToSchema)]
struct SaveTitleBody {
    /// The version in force that its writer has seen; 0 is the folder's.
    base: i64,
    /// The revision of the draft that its writer has seen; 0 begins one.
    revision: i64,
    title: TitleForm,
}

/// Save a title as a draft of the catalogue
///
/// What the file could not say is refused, by field. A title that a partner has delivered gets an entry that takes its place.
#[utoipa::path(post, path = "/api/catalogue/title", tag = "catalogue", request_body = SaveTitleBody, responses(
    (status = 200, body = TitleView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, description = "nobody makes such a game", body = ErrorBody),
    (status = 409, description = "content_changed: somebody has saved or published meanwhile; content_scheduled: it waits for \
        its time; content_unreadable: the text of the draft has to be mended first", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn save_title(
    State(app): State<Arc<App>>,
    caller: StaffCaller<ContentEdit>,
    Json(body): Json<SaveTitleBody>,
) -> ApiResult<Json<TitleView>> {
    let member = caller.member.id;
    let SaveTitleBody { base, revision, title } = body;
    let game = WrittenGame::from(title);
    let identifier = game.identifier.clone();
    // A title that is neither written nor delivered has nothing to be played.
    view(&app, &identifier, member).await?;
    let (lists, _) = Desk::open(&app, LISTS, member).await?.drafted(WrittenCollections::parse)?;
    refused(game.faults(&lists.collection))?;
    let desk = Desk::open(&app, GAMES, member).await?;
    let mut games = desk.readable(WrittenGames::parse)?;
    games.put(game);
    let text = games.text(desk.text()).map_err(|error| ApiError::internal(&error))?;
    desk.save(&app, (base, revision), &text, &caller.actor()).await?;
    view(&app, &identifier, member).await
}
