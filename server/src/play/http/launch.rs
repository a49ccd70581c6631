//! Opening a game.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use croupier_games::Game;
use croupier_ledger::StopReason;
use croupier_money::Currency;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account;
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::catalogue::{self, Audience, Device, NotLaunchable};
use crate::identity;
use crate::limits;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::masking::mask;
use crate::play::exchange::{no_currency, played_in};
use crate::play::fairness;
use crate::play::model::{Detail, Mode};
use crate::play::partners::{self, BetPlacement, OpenedPage, Partner};
use crate::play::sessions::{self, Session, SessionPlayer};
use crate::player::{self, Player};
use crate::site_config::{LOCALE_DEFAULT, is_locale};

/// What a player without a nickname is called before the name is shortened.
const NAMELESS: &str = "Player";

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(launch))
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
    /// The player's half of the wallet's first seed pair, for the first game for money that is opened with it; later ones
    /// are chosen with a rotation. The operator draws one when it is absent.
    client_seed: Option<String>,
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
        (status = 409, body = ErrorBody), (status = 422, body = FieldErrorsBody), (status = 429, body = ErrorBody)))]
async fn launch(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(request): Json<LaunchRequest>,
) -> ApiResult<(StatusCode, Json<LaunchAnswer>)> {
    let for_money = request.mode == Mode::Real;
    request.client_seed.as_deref().map_or(Ok(()), fairness::refuse_bad_seed)?;
    let audience = Audience { device: Some(request.device), country: visitor.country() };
    let listed =
        app.catalogue.launchable(&request.identifier, audience, for_money).map_err(not_launchable)?;
    let admitted = match (request.mode, caller) {
        (Mode::Demo, caller) => {
            may_try(&app, &visitor, &caller).await?;
            None
        }
        (Mode::Real, Caller::Player(caller)) => {
            let wished = request.currency.as_deref();
            Some(admitted(&app, &visitor, &caller, &listed, wished).await?)
        }
        (Mode::Real, _) => return Err(ApiError::unauthorized()),
    };
    let locale = request.locale.filter(|wished| is_locale(wished));
    let requested = BetPlacement {
        device: request.device,
        locale: locale.unwrap_or_else(|| LOCALE_DEFAULT.to_owned()),
        return_url: safe_return(request.return_url.as_deref()),
    };
    let answer = match app.game_partners.of_provider(&listed.provider) {
        Some(partner) => at_partner(&app, partner, &visitor, &listed, admitted, &requested).await?,
        None => here(&app, &listed, admitted, requested, request.client_seed).await?,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

/// A player who may play a game for money.
struct Admitted {
    player: SessionPlayer,
    profile: Player,
    /// What others call the player.
    public_name: String,
}

/// Checks that a visitor may try a game.
async fn may_try(app: &App, visitor: &Visitor, caller: &Caller) -> ApiResult<()> {
    app.limits.demo_launches.take(visitor.limit_key())?;
    let Some(player) = caller.player() else { return Ok(()) };
    app.limits.demo_launches_of_player.take(LimitKey::player(player.id))?;
    let stops = identity::stops_of(&app.db, player.id).await?;
    identity::refuse_stopped(&stops, app.clock.now(), StopReason::is_break)
}

/// Lets a player into a game for money, or tells what stands before it.
async fn admitted(
    app: &App,
    visitor: &Visitor,
    caller: &PlayerCaller,
    listed: &catalogue::Game,
    wished: Option<&str>,
) -> ApiResult<Admitted> {
    caller.require_fresh()?;
    app.limits.launches.take(LimitKey::player(caller.id))?;
    let profile = player::get(app, caller.id).await?;
    let player = may_play(app, visitor, caller, &profile, listed, wished).await?;
    let public_name = mask(profile.nickname.as_deref().unwrap_or(NAMELESS));
    limits::begin_session(app, caller.id, &caller.session).await?;
    Ok(Admitted { player, profile, public_name })
}

/// Opens a built-in game.
async fn here(
    app: &App,
    listed: &catalogue::Game,
    admitted: Option<Admitted>,
    requested: BetPlacement,
    client_seed: Option<String>,
) -> ApiResult<LaunchAnswer> {
    let game = app.games.game(&listed.identifier).ok_or_else(ApiError::not_found)?;
    let opened = match admitted {
        None => sessions::for_fun(app, game, listed.id),
        Some(Admitted { player, public_name, .. }) => {
            let (player, rules) = going_on(app, player, listed, game).await?;
            sessions::real(app, player, public_name, listed.id, rules)
        }
    };
    let session = Session { locale: requested.locale, return_url: requested.return_url, ..opened };
    let token = sessions::open(app, &session, client_seed).await?;
    Ok(LaunchAnswer {
        launch_url: format!(
            "/house-games/?client={}&lang={}#session={token}",
            session.rules.kind(),
            session.locale
        ),
        session_id: session.id.to_string(),
        mode: session.mode,
        currency: session.currency,
    })
}

/// Opens a game at its partner.
async fn at_partner(
    app: &App,
    partner: &Partner,
    visitor: &Visitor,
    listed: &catalogue::Game,
    admitted: Option<Admitted>,
    requested: &BetPlacement,
) -> ApiResult<LaunchAnswer> {
    let Some(Admitted { player, profile, public_name }) = admitted else {
        let OpenedPage { url, session } =
            partners::open_demo(app, partner, visitor, listed, requested).await?;
        let currency = sessions::FUN.to_owned();
        return Ok(LaunchAnswer { launch_url: url, session_id: session, mode: Mode::Demo, currency });
    };
    let who = (&player, &profile, public_name.as_str());
    let OpenedPage { url, session } =
        partners::open_real(app, partner, visitor, listed, who, requested).await?;
    let currency = player.currency.code().to_owned();
    Ok(LaunchAnswer { launch_url: url, session_id: session, mode: Mode::Real, currency })
}

/// The currency that is played in and the rules that the client is told: those of the round it goes on with, or else
/// those on offer.
async fn going_on(
    app: &App,
    player: SessionPlayer,
    listed: &catalogue::Game,
    offered: Arc<Game>,
) -> ApiResult<(SessionPlayer, Arc<Game>)> {
    let Some(round) = app.wallet.open_round(player.id, player.currency, listed.id).await? else {
        return Ok((player, offered));
    };
    let detail = Detail::of(&round)?;
    let rules = app.games.find(&app.db, &detail.game, detail.definition).await?;
    let player = SessionPlayer { played_in: detail.played_in(), ..player };
    Ok((player, rules.ok_or_else(sessions::unavailable)?))
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
    let played_in = played_in(listed, currency, &app.site_config.rates.now()).ok_or_else(no_currency)?;
    if app.wallet.get(caller.id, currency).await?.is_none() {
        return Err(no_currency());
    }
    player::require_fields(app, profile, &format!("provider:{}", listed.provider))?;
    let is_partners = app.game_partners.of_provider(&listed.provider).is_some();
    if is_partners && played_in != currency {
        // A partner plays in the currency of the wallet.
        return Err(no_currency());
    }
    if is_partners || app.wallet.open_round(caller.id, currency, listed.id).await?.is_none() {
        // A round of the built-in games that is open may be finished; a partner's takes wins without its player.
        let stops = identity::stops_of(&app.db, caller.id).await?;
        identity::refuse_stopped(&stops, app.clock.now(), |_| true)?;
        account::refuse_excluded(app, caller.id).await?;
        account::refuse_incomplete(app, profile).await?;
        limits::refuse_reached(app, caller.id, currency).await?;
    }
    let (login_session, licence) = (caller.session.clone(), profile.licence.clone());
    Ok(SessionPlayer { id: caller.id, currency, played_in, login_session, licence })
}

fn not_launchable(why: NotLaunchable) -> ApiError {
    match why {
        NotLaunchable::Unknown => ApiError::not_found(),
        NotLaunchable::Country => {
            ApiError::forbidden("restricted_country", "This game is not available in your country.")
        }
        NotLaunchable::NoLauncher => sessions::unavailable(),
        NotLaunchable::Device | NotLaunchable::Prerelease | NotLaunchable::NoDemo => {
            ApiError::field("mode", "game_unavailable", "This game cannot be opened like this.")
        }
    }
}

/// Only a path of this site, so that a launch link cannot send a player elsewhere.
fn safe_return(wished: Option<&str>) -> String {
    let safe = wished.filter(|path| crate::rules::is_site_path(path) && path.len() <= 512);
    safe.unwrap_or("/").to_owned()
}

#[cfg(test)]
mod tests {
    use super::safe_return;

    #[test]
    fn a_return_stays_on_this_site() {
        assert_eq!(safe_return(Some("/pokies/all?x=1")), "/pokies/all?x=1");
        for bad in [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "/\n/evil.example",
            "/\r/evil.example",
            "/\u{85}/evil.example",
            "javascript:x",
            "",
        ] {
            assert_eq!(safe_return(Some(bad)), "/", "{bad:?}");
        }
    }
}
