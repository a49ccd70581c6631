//! The calls of tournaments.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::kind::TournamentKind;
use super::model::Tournament;
use super::view::{Detail, PlayerStatusView, TournamentView, Viewer, player_status, view};
use super::{LISTED_MAX, games, joining, store};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::catalogue::http::{GamePage, WantedPage};
use crate::catalogue::{Audience, Device};
use crate::platform::body::Json;
use crate::platform::calendar::DAY_MS;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::{Path, Query};
use crate::player;
use crate::site_config::LOCALE_DEFAULT;

/// How long ago a tournament of the list of finished ones may have ended, in milliseconds.
const RECENT_MS: i64 = 30 * DAY_MS;

/// How many of a player's tournaments are listed.
const OWN_MAX: i64 = 100;

/// The calls that change nothing.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_tournaments))
        .routes(routes!(list_recent))
        .routes(routes!(list_own))
        .routes(routes!(show_tournament))
        .routes(routes!(list_counting_games))
        .routes(routes!(show_status))
}

/// The calls whose answers are kept by their key.
pub fn keyed_routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(join_tournament))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Listing {
    /// The language; without one, and for an unknown one, the default.
    l: Option<String>,
    /// What is listed: `tournament` (without one), `quest` or `achievement`.
    #[serde(default)]
    #[param(value_type = Option<TournamentKind>)]
    kind: TournamentKind,
}

impl InLanguage {
    fn locale(&self) -> &str {
        self.l.as_deref().unwrap_or(LOCALE_DEFAULT)
    }
}

/// Who calls, as far as it matters to what is shown.
struct Guest {
    player: Option<i64>,
    groups: Vec<i64>,
    currency: Option<Currency>,
}

impl Guest {
    async fn of(app: &App, caller: &Caller) -> ApiResult<Self> {
        let Caller::Player(caller) = caller else {
            return Ok(Self { player: None, groups: Vec::new(), currency: None });
        };
        let groups = player::groups_of(app, caller.id).await?;
        let currency = player::get(app, caller.id).await?.currency;
        Ok(Self { player: Some(caller.id), groups, currency: Some(currency) })
    }

    fn viewer<'a>(&self, requested: &'a InLanguage) -> Viewer<'a> {
        Viewer { locale: requested.locale(), player: self.player, currency: self.currency }
    }
}

async fn listed(
    app: &App,
    tournaments: &[Tournament],
    guest: &Guest,
    listing: Listing,
) -> ApiResult<Vec<TournamentView>> {
    let mut views = Vec::new();
    let requested = InLanguage { l: listing.l };
    for tournament in tournaments.iter().filter(|one| one.is_for(&guest.groups)) {
        views.push(view(app, tournament, guest.viewer(&requested), Detail::Listed).await?);
    }
    Ok(views)
}

/// List tournaments
///
/// Those of one kind that run or are to come: what ends first comes first. Tournaments of groups are listed for their members.
#[utoipa::path(get, path = "/api/tournaments", tag = "tournaments", params(Listing), responses(
    (status = 200, body = [TournamentView]),
))]
async fn list_tournaments(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(listing): Query<Listing>,
) -> ApiResult<Json<Vec<TournamentView>>> {
    let guest = Guest::of(&app, &caller).await?;
    let tournaments = store::listed(&app.db, listing.kind, app.clock.now(), LISTED_MAX).await?;
    Ok(Json(listed(&app, &tournaments, &guest, listing).await?))
}

/// List lately finished tournaments
///
/// Those that have ended within thirty days, newest first.
#[utoipa::path(get, path = "/api/tournaments/recent", tag = "tournaments", params(Listing), responses(
    (status = 200, body = [TournamentView]),
))]
async fn list_recent(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(listing): Query<Listing>,
) -> ApiResult<Json<Vec<TournamentView>>> {
    let guest = Guest::of(&app, &caller).await?;
    let now = app.clock.now();
    let tournaments = store::ended(&app.db, listing.kind, (now - RECENT_MS, now), LISTED_MAX).await?;
    Ok(Json(listed(&app, &tournaments, &guest, listing).await?))
}

/// A tournament that the caller has joined, and how the caller does.
#[derive(Debug, Serialize, ToSchema)]
struct OwnTournamentView {
    tournament: TournamentView,
    player_status: PlayerStatusView,
}

/// List the player's tournaments
///
/// Those that the player has joined, newest first, a hundred at most.
#[utoipa::path(get, path = "/api/tournaments/player", tag = "tournaments", params(InLanguage), responses(
    (status = 200, body = [OwnTournamentView]),
    (status = 401, body = ErrorBody),
))]
async fn list_own(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<Vec<OwnTournamentView>>> {
    let id = caller.id;
    let guest = Guest::of(&app, &Caller::Player(caller)).await?;
    let mut own = Vec::new();
    for (tournament, standing) in store::joined(&app.db, id, OWN_MAX).await? {
        let status = player_status(&app.db, &tournament, Some(standing), id, app.clock.now()).await?;
        let tournament = view(&app, &tournament, guest.viewer(&requested), Detail::Listed).await?;
        own.push(OwnTournamentView { tournament, player_status: status });
    }
    Ok(Json(own))
}

/// Read a tournament
///
/// By its number or its address; with its board, as far as places have a prize.
#[utoipa::path(get, path = "/api/tournaments/{id}", tag = "tournaments", params(
    ("id" = String, Path, description = "Number or address"), InLanguage,
), responses(
    (status = 200, body = TournamentView),
    (status = 404, body = ErrorBody),
))]
async fn show_tournament(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(id): Path<String>,
    Query(requested): Query<InLanguage>,
) -> ApiResult<Json<TournamentView>> {
    let guest = Guest::of(&app, &caller).await?;
    let tournament = joining::visible(&app, &id, &guest.groups).await?;
    Ok(Json(view(&app, &tournament, guest.viewer(&requested), Detail::Whole).await?))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct GamesListing {
    /// Only games that are built for it; without one, for any.
    device: Option<Device>,
    /// Counted from 1.
    page: Option<u64>,
    /// Above 100 it counts as 100.
    page_size: Option<u64>,
}

/// List the games that count in a tournament
///
/// Those that are offered to the visitor, the most played first.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", tag = "tournaments", params(
    ("id" = String, Path, description = "Number or address"), GamesListing,
), responses(
    (status = 200, body = GamePage),
    (status = 404, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn list_counting_games(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Query(listing): Query<GamesListing>,
) -> ApiResult<Response> {
    let page = WantedPage::read(&app, listing.page, listing.page_size)?;
    let guest = Guest::of(&app, &caller).await?;
    let tournament = joining::visible(&app, &id, &guest.groups).await?;
    let audience = Audience { country: visitor.country(), device: listing.device };
    let index = app.catalogue.index();
    page.answer(&index, &games::counting(&tournament, &index, audience, page))
}

/// Read how the player does in a tournament
#[utoipa::path(get, path = "/api/tournaments/{id}/status", tag = "tournaments", params(
    ("id" = String, Path, description = "Number or address"),
), responses(
    (status = 200, body = PlayerStatusView),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn show_status(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<PlayerStatusView>> {
    let tournament = store::find(&app.db, &id).await?.ok_or_else(ApiError::not_found)?;
    let status = status_of(&app, &tournament, caller.id).await?;
    // Who has joined looks on, in whatever groups by now.
    if !status.joined && !tournament.is_for(&player::groups_of(&app, caller.id).await?) {
        return Err(ApiError::not_found());
    }
    Ok(Json(status))
}

async fn status_of(app: &App, tournament: &Tournament, player: i64) -> ApiResult<PlayerStatusView> {
    let standing = store::standing_of(&app.db, tournament.id, player).await?;
    player_status(&app.db, tournament, standing, player, app.clock.now()).await
}

/// That the player wants to join.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = TournamentJoin)]
struct JoinBody {
    /// Has to be true.
    #[serde(default)]
    confirmed: bool,
}

/// Join a tournament
///
/// Rounds that the player opens from then on count. Who has joined before stays joined.
#[utoipa::path(post, path = "/api/tournaments/{id}/confirm", tag = "tournaments", request_body = JoinBody, params(
    ("id" = String, Path, description = "Number or address"),
), responses(
    (status = 200, body = PlayerStatusView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "The player is stopped", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, description = "Not confirmed, over, or for players of other groups", body = FieldErrorsBody),
))]
async fn join_tournament(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
    Json(body): Json<JoinBody>,
) -> ApiResult<Json<PlayerStatusView>> {
    if !body.confirmed {
        return Err(ApiError::field("confirmed", "VALIDATION.REQUIRED", "Please confirm that you join."));
    }
    let groups = player::groups_of(&app, caller.id).await?;
    let tournament = store::find(&app.db, &id).await?.ok_or_else(ApiError::not_found)?;
    joining::join(&app, caller.id, &groups, &tournament).await?;
    Ok(Json(status_of(&app, &tournament, caller.id).await?))
}
