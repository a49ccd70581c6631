//! The games a player has marked.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{ACCEPT, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{Audience, Game, store};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::Path;

/// The calls of a player's favourites.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_favourites)).routes(routes!(add_favourite, remove_favourite))
}

/// How a list of favourites is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Version {
    /// Numbers of games, as texts.
    Ids,
    /// The games themselves.
    Games,
}

impl Version {
    const fn media_type(self) -> &'static str {
        match self {
            Self::Ids => "application/vnd.s.v1+json",
            Self::Games => "application/vnd.s.v2+json",
        }
    }

    /// The first version that the caller accepts; the ids when it does not say.
    fn accepted(headers: &HeaderMap) -> ApiResult<Self> {
        let Some(accept) = headers.get(ACCEPT) else { return Ok(Self::Ids) };
        let text = accept.to_str().unwrap_or_default().to_ascii_lowercase();
        let types = text.split(',').filter_map(|range| range.split(';').next()).map(str::trim);
        let version = types.filter_map(|media_type| match media_type {
            "application/vnd.s.v1+json" | "application/json" | "application/*" | "*/*" => Some(Self::Ids),
            "application/vnd.s.v2+json" => Some(Self::Games),
            _ => None,
        });
        version.into_iter().next().ok_or_else(|| {
            let message = "This list comes as application/vnd.s.v1+json or application/vnd.s.v2+json.";
            ApiError::code(StatusCode::NOT_ACCEPTABLE, "not_acceptable", message)
        })
    }
}

/// Favourites with everything the site shows of them.
#[derive(Debug, Serialize, ToSchema)]
struct FavouriteGames {
    data: Vec<Game>,
}

/// Lists the player's favourites, the last added first: ids (v1) or games (v2) by the Accept header.
#[utoipa::path(
    get, path = "/api/player/favorite_games", tag = "catalogue",
    responses(
        (status = 200, content(
            (Vec<String> = "application/vnd.s.v1+json"),
            (FavouriteGames = "application/vnd.s.v2+json"),
        ), description = "The favourites"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 406, description = "Accept names neither version", body = ErrorBody),
    )
)]
async fn list_favourites(
    State(app): State<Arc<App>>,
    player: PlayerCaller,
    visitor: Visitor,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let version = Version::accepted(&headers)?;
    let index = app.catalogue.index();
    let audience = Audience { country: visitor.country(), device: None };
    let ids = store::favourites(&app.db, player.id).await?;
    // A favourite that is not on offer now stays marked, and comes back with the game.
    let games =
        ids.into_iter().filter_map(|id| index.by_id(id)).filter(|game| index.is_offered(game, audience));
    let body = match version {
        Version::Ids => serde_json::to_vec(&games.map(|game| game.id.to_string()).collect::<Vec<_>>())?,
        Version::Games => {
            serde_json::to_vec(&FavouriteGames { data: games.map(|game| Game::clone(game)).collect() })?
        }
    };
    Ok(([(CONTENT_TYPE, version.media_type()), (VARY, "accept")], body).into_response())
}

/// Marks a game as a favourite; one that is marked stays so.
#[utoipa::path(
    put, path = "/api/player/favorite_games/{id}", tag = "catalogue",
    params(("id" = String, Path, description = "Number of the game, or its identifier url-encoded")),
    responses(
        (status = 204, description = "The game is a favourite"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
    )
)]
async fn add_favourite(
    State(app): State<Arc<App>>,
    player: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let game = game_of(&app, &id)?;
    let mut tx = app.db.begin().await?;
    store::add_favourite(&mut tx, player.id, game.id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the mark off a game; one without it stays so.
#[utoipa::path(
    delete, path = "/api/player/favorite_games/{id}", tag = "catalogue",
    params(("id" = String, Path, description = "Number of the game, or its identifier url-encoded")),
    responses(
        (status = 204, description = "The game is no favourite"),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 404, description = "There is no such game", body = ErrorBody),
    )
)]
async fn remove_favourite(
    State(app): State<Arc<App>>,
    player: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let game = game_of(&app, &id)?;
    let mut tx = app.db.begin().await?;
    store::remove_favourite(&mut tx, player.id, game.id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The game by its number or, as every identifier has a slash, by its identifier.
fn game_of(app: &App, id: &str) -> ApiResult<Arc<Game>> {
    let game = match id.parse() {
        Ok(number) => app.catalogue.game_by_id(number),
        Err(_) => app.catalogue.game_by_identifier(id),
    };
    game.ok_or_else(ApiError::not_found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_chosen_by_accept() {
        let accepted = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, value.parse().unwrap());
            Version::accepted(&headers).map_err(|error| error.status().as_u16())
        };
        assert_eq!(Version::accepted(&HeaderMap::new()).map_err(|_| ()), Ok(Version::Ids));
        for (value, expected) in [
            ("*/*", Ok(Version::Ids)),
            ("application/json", Ok(Version::Ids)),
            ("application/vnd.s.v1+json", Ok(Version::Ids)),
            ("application/vnd.s.v2+json", Ok(Version::Games)),
            ("text/html, Application/vnd.S.v2+json;q=0.9, */*;q=0.1", Ok(Version::Games)),
            ("application/vnd.s.v3+json", Err(406)),
            ("text/html", Err(406)),
            ("", Err(406)),
        ] {
            assert_eq!(accepted(value), expected, "{value}");
        }
    }
}
