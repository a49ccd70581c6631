//! Play's routes.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use croupier_games::Game;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::fairness::{self, Proof, RotationRequest, Seeds};
use super::history::{self, HistoryQuery, PlayedGames};
use super::model::{Mode, PublicWin, RoundRequest, RoundView, StepRequest};
use super::sessions::{self, Session, SessionPlayer};
use super::stakes::{self, Stakes};
use super::{demo, rounds, store};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::body::Json;
use crate::catalogue::{self, Audience, Device, NotLaunchable};
use crate::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::house::{LOCALE_DEFAULT, is_locale};
use crate::identity;
use crate::masking::mask;
use crate::player::{self, Player};

/// Public wins in an answer.
const WINS_SHOWN: i64 = 20;

/// What a player without a nickname is called before the name is shortened.
const NAMELESS: &str = "Player";

/// The longest idempotency key.
const KEY_MAX: usize = 128;

/// Play's routes.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(launch))
        .routes(routes!(session))
        .routes(routes!(start))
        .routes(routes!(step))
        .routes(routes!(seeds))
        .routes(routes!(rotate))
        .routes(routes!(proof))
        .routes(routes!(played_games))
        .routes(routes!(recent_wins))
}

/// Which game, and how.
#[derive(Debug, Deserialize, ToSchema)]
struct LaunchRequest {
    /// `{provider}/{slug}`.
    identifier: String,
    /// For money or for fun.
    mode: Mode,
    /// The visitor's kind of device.
    device: Device,
    /// The wallet to play with; the active one when absent.
    currency: Option<String>,
    /// The client's language.
    locale: Option<String>,
    /// A path of this site where the client's close button leads.
    return_url: Option<String>,
}

/// Where the game is.
#[derive(Debug, Serialize, ToSchema)]
struct LaunchAnswer {
    /// Address for the frame; the session's token is in its fragment.
    launch_url: String,
    /// The session's id.
    session_id: String,
    /// For money or for fun.
    mode: Mode,
    /// Currency of the amounts; `FUN` in a demo.
    currency: String,
}

/// Opens a game.
#[utoipa::path(post, path = "/api/games/launch", tag = "play", request_body = LaunchRequest,
    responses((status = 201, body = LaunchAnswer), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 422, body = FieldErrorsBody)))]
async fn launch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(request): Json<LaunchRequest>,
) -> ApiResult<(StatusCode, Json<LaunchAnswer>)> {
    let for_money = request.mode == Mode::Real;
    let audience = Audience { device: Some(request.device), country: visitor.country() };
    let listed =
        app.catalogue.launchable(&request.identifier, audience, for_money).map_err(not_launchable)?;
    let game = app.games.game(&listed.identifier).ok_or_else(ApiError::not_found)?;
    let opened = match (request.mode, caller) {
        (Mode::Demo, _) => sessions::for_fun(&app, &game, listed.id),
        (Mode::Real, Caller::Player(caller)) => {
            caller.require_fresh()?;
            let profile = player::get(&app, caller.id).await?;
            let wished = request.currency.as_deref();
            let player = may_play(&app, &visitor, &caller, &profile, &listed, wished).await?;
            let public_name = mask(profile.nickname.as_deref().unwrap_or(NAMELESS));
            sessions::real(&app, player, public_name, listed.id)
        }
        (Mode::Real, _) => return Err(ApiError::unauthorized()),
    };
    let session = Session {
        locale: request
            .locale
            .filter(|wished| is_locale(wished))
            .unwrap_or_else(|| LOCALE_DEFAULT.to_owned()),
        return_url: safe_return(request.return_url.as_deref()),
        ..opened
    };
    let token = sessions::open(&app, &session).await?;
    let answer = LaunchAnswer {
        launch_url: format!("/house-games/?client={}&lang={}#session={token}", game.kind(), session.locale),
        session_id: session.id.to_string(),
        mode: session.mode,
        currency: session.currency,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Checks all that stands between a player and a game for money.
async fn may_play(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    profile: &Player,
    listed: &catalogue::Game,
    wished: Option<&str>,
) -> ApiResult<SessionPlayer> {
    identity::refuse_restricted(app, visitor)?;
    let currency: Currency = wished.map_or(Ok(profile.currency), str::parse).map_err(|_| no_currency())?;
    if !listed.currencies.contains_key(currency.code())
        || app.wallet.get(caller.id, currency).await?.is_none()
    {
        return Err(no_currency());
    }
    player::require_fields(app, profile, &format!("provider:{}", listed.provider))?;
    Ok(SessionPlayer { id: caller.id, currency, login_session: caller.session.clone() })
}

fn no_currency() -> ApiError {
    ApiError::field("currency", "currency_not_supported", "This game cannot be played in this currency.")
}

fn not_launchable(why: NotLaunchable) -> ApiError {
    match why {
        NotLaunchable::Unknown => ApiError::not_found(),
        NotLaunchable::Country => {
            ApiError::forbidden("restricted_country", "This game is not available in your country.")
        }
        NotLaunchable::Device | NotLaunchable::Prerelease | NotLaunchable::NoDemo => {
            ApiError::field("mode", "game_unavailable", "This game cannot be opened like this.")
        }
    }
}

/// Only a path of this site, so that a launch link cannot send a player elsewhere.
fn safe_return(wished: Option<&str>) -> String {
    let safe = wished.filter(|path| {
        path.starts_with('/') && !path.starts_with("//") && !path.contains('\\') && path.len() <= 512
    });
    safe.unwrap_or("/").to_owned()
}

/// What the client needs to know of its session.
#[derive(Debug, Serialize, ToSchema)]
struct SessionAnswer {
    session_id: String,
    mode: Mode,
    game: SessionGame,
    currency: SessionCurrency,
    locale: String,
    /// The wallet's money, or the demo's, in subunits.
    balance_cents: i64,
    #[serde(flatten)]
    stakes: Stakes,
    seed: SessionSeed,
    /// A round that waits for its next step.
    open_round: Option<RoundView>,
    /// Return to player in percent.
    rtp: Option<String>,
    return_url: String,
}

/// The game of a session.
#[derive(Debug, Serialize, ToSchema)]
struct SessionGame {
    identifier: String,
    title: String,
    /// `slots` or `roulette`.
    kind: String,
    /// The rules.
    definition: Value,
}

/// How amounts are to be shown.
#[derive(Debug, Serialize, ToSchema)]
struct SessionCurrency {
    code: String,
    subunits_to_unit: i64,
    fiat: bool,
}

/// The seed pair in force.
#[derive(Debug, Serialize, ToSchema)]
struct SessionSeed {
    seed_no: i64,
    server_seed_hash: String,
    client_seed: String,
    nonce: i64,
}

/// What the client needs to know of its session.
#[utoipa::path(get, path = "/api/play/session", tag = "play",
    responses((status = 200, body = SessionAnswer), (status = 401, body = ErrorBody)))]
async fn session(State(app): State<Arc<App>>, session: Session) -> ApiResult<Json<SessionAnswer>> {
    let game = sessions::game(&app, &session)?;
    let money = Money::of(&app, &session).await?;
    let listed = app.catalogue.game_by_id(session.game_id);
    Ok(Json(SessionAnswer {
        session_id: session.id.to_string(),
        mode: session.mode,
        game: session_game(&game),
        currency: money.currency,
        balance_cents: money.balance_cents,
        stakes: stakes::stakes(&game, money.stakes_of),
        seed: money.seed,
        open_round: money.open_round,
        rtp: listed.and_then(|game| game.rtp.clone()),
        locale: session.locale,
        return_url: session.return_url,
    }))
}

fn session_game(game: &Game) -> SessionGame {
    SessionGame {
        identifier: game.identifier().to_owned(),
        title: game.title().to_owned(),
        kind: game.kind().to_owned(),
        definition: game.definition().clone(),
    }
}

/// The money side of a session.
struct Money {
    currency: SessionCurrency,
    stakes_of: Currency,
    balance_cents: i64,
    seed: SessionSeed,
    open_round: Option<RoundView>,
}

impl Money {
    async fn of(app: &App, session: &Session) -> ApiResult<Self> {
        match &session.player {
            Some(player) => Self::real(app, session, player).await,
            None => Self::demo(app, session),
        }
    }

    async fn real(app: &App, session: &Session, player: &SessionPlayer) -> ApiResult<Self> {
        let currency = player.currency;
        let wallet = app.wallet.get(player.id, currency).await?.ok_or_else(no_currency)?;
        let seeds = fairness::seeds(app, player.id, currency).await?;
        let open = app.wallet.open_round(player.id, currency, session.game_id).await?;
        Ok(Self {
            currency: SessionCurrency {
                code: currency.code().to_owned(),
                subunits_to_unit: currency.subunits_to_unit(),
                fiat: currency.is_fiat(),
            },
            stakes_of: currency,
            balance_cents: wallet.cash,
            seed: SessionSeed {
                seed_no: seeds.seed_no,
                server_seed_hash: seeds.server_seed_hash,
                client_seed: seeds.client_seed,
                nonce: seeds.nonce,
            },
            open_round: open.map(|round| RoundView::real(&round, wallet.cash)).transpose()?,
        })
    }

    fn demo(app: &App, session: &Session) -> ApiResult<Self> {
        let (seed, client_seed) = demo::seed(app, session.id);
        let like = Currency::EUR;
        Ok(Self {
            currency: SessionCurrency {
                code: session.currency.clone(),
                subunits_to_unit: like.subunits_to_unit(),
                fiat: true,
            },
            stakes_of: like,
            balance_cents: session.demo.balance,
            seed: SessionSeed {
                seed_no: 1,
                server_seed_hash: seed.commitment(),
                client_seed,
                nonce: session.demo.nonce,
            },
            open_round: session.demo.open_round()?,
        })
    }
}

/// The caller's name for what it asks, which makes asking twice harmless.
fn idempotency_key(headers: &HeaderMap) -> ApiResult<&str> {
    let key = headers.get("idempotency-key").and_then(|value| value.to_str().ok());
    let fits =
        |key: &&str| !key.is_empty() && key.len() <= KEY_MAX && key.bytes().all(|b| b.is_ascii_graphic());
    key.filter(fits).ok_or_else(|| {
        let status = StatusCode::BAD_REQUEST;
        ApiError::code(status, "bad_request", "An Idempotency-Key of up to 128 visible characters is needed.")
    })
}

/// Places a bet and plays the first step of its round.
#[utoipa::path(post, path = "/api/play/rounds", tag = "play", request_body = RoundRequest,
    params(("idempotency-key" = String, Header)),
    responses((status = 201, body = RoundView), (status = 401, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = FieldErrorsBody)))]
async fn start(
    State(app): State<Arc<App>>,
    session: Session,
    headers: HeaderMap,
    Json(request): Json<RoundRequest>,
) -> ApiResult<(StatusCode, Json<RoundView>)> {
    let key = idempotency_key(&headers)?;
    let round = match &session.player {
        Some(player) => rounds::start(&app, &session, player, &request, key).await?,
        None => demo::start(&app, &session, &request, key).await?,
    };
    Ok((StatusCode::CREATED, Json(round)))
}

/// Plays the next step of an open round.
#[utoipa::path(post, path = "/api/play/rounds/{id}/steps", tag = "play", request_body = StepRequest,
    params(("id" = String, Path), ("idempotency-key" = String, Header)),
    responses((status = 201, body = RoundView), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn step(
    State(app): State<Arc<App>>,
    session: Session,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(request): Json<StepRequest>,
) -> ApiResult<(StatusCode, Json<RoundView>)> {
    let key = idempotency_key(&headers)?;
    if request.step < 1 {
        return Err(ApiError::field("step", "VALIDATION.STEP.INVALID", "The first step is 1."));
    }
    let round = match &session.player {
        Some(player) => rounds::step(&app, &session, player, round_id(&id)?, request, key).await?,
        None => demo::step(&app, &session, &id, request, key).await?,
    };
    Ok((StatusCode::CREATED, Json(round)))
}

fn round_id(text: &str) -> ApiResult<i64> {
    text.parse().map_err(|_| ApiError::not_found())
}

/// Which wallet.
#[derive(Debug, Deserialize)]
struct CurrencyQuery {
    currency: String,
}

/// The seed pairs of a wallet.
#[utoipa::path(get, path = "/api/player/fairness", tag = "fairness", params(("currency" = String, Query)),
    responses((status = 200, body = Seeds), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn seeds(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(query): Query<CurrencyQuery>,
) -> ApiResult<Json<Seeds>> {
    let currency = query.currency.parse().map_err(|_| ApiError::not_found())?;
    Ok(Json(fairness::seeds(&app, caller.id, currency).await?))
}

/// Puts the next seed pair into force and reveals the one before.
#[utoipa::path(post, path = "/api/player/fairness/rotation", tag = "fairness", request_body = RotationRequest,
    params(("idempotency-key" = String, Header)),
    responses((status = 200, body = Seeds), (status = 401, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = FieldErrorsBody)))]
async fn rotate(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    headers: HeaderMap,
    Json(request): Json<RotationRequest>,
) -> ApiResult<Json<Seeds>> {
    let key = idempotency_key(&headers)?;
    Ok(Json(fairness::rotate(&app, caller.id, &request, key).await?))
}

/// All that is needed to work out a round again.
#[utoipa::path(get, path = "/api/player/fairness/rounds/{id}", tag = "fairness",
    params(("id" = String, Path)),
    responses((status = 200, body = Proof), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn proof(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<Json<Proof>> {
    Ok(Json(fairness::proof(&app, caller.id, round_id(&id)?).await?))
}

/// What the player has played, newest first.
#[utoipa::path(get, path = "/api/player/played_games", tag = "play", params(HistoryQuery),
    responses((status = 200, body = PlayedGames), (status = 401, body = ErrorBody)))]
async fn played_games(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Query(query): Query<HistoryQuery>,
) -> ApiResult<Json<PlayedGames>> {
    Ok(Json(history::page(&app, caller.id, &query).await?))
}

/// The last wins that are shown to everybody, newest first.
#[utoipa::path(get, path = "/api/games/recent_wins", tag = "play",
    responses((status = 200, body = Vec<PublicWin>)))]
async fn recent_wins(State(app): State<Arc<App>>) -> ApiResult<Json<Vec<PublicWin>>> {
    let bodies = store::recent_wins(&app.db, WINS_SHOWN).await?;
    let wins = bodies.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?;
    Ok(Json(wins))
}

#[cfg(test)]
mod tests {
    use super::safe_return;

    #[test]
    fn a_return_stays_on_this_site() {
        assert_eq!(safe_return(Some("/pokies/all?x=1")), "/pokies/all?x=1");
        for bad in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", ""] {
            assert_eq!(safe_return(Some(bad)), "/", "{bad}");
        }
    }
}
