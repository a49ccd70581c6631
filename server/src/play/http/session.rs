//! What the game client asks first.

use std::sync::Arc;

use axum::extract::State;
use croupier_games::Game;
use croupier_money::Currency;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::Visitor;
use crate::bonus::{self, PlayGifts};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::play::controls::{self, Controls};
use crate::play::exchange::{Terms, no_currency};
use crate::play::model::{Mode, RoundView, worth};
use crate::play::sessions::{self, InSession, Session, SessionPlayer};
use crate::play::stakes::{self, Stakes};
use crate::play::{buying, demo_fairness, fairness};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(session)).routes(routes!(gifts))
}

/// What the client needs to know of its session.
#[derive(Debug, Serialize, ToSchema)]
struct SessionAnswer {
    session_id: String,
    mode: Mode,
    game: SessionGame,
    currency: SessionCurrency,
    /// The wallet behind it, when that is in another currency.
    wallet: Option<SessionWallet>,
    locale: String,
    /// The wallet's money, or the demo's, in subunits.
    balance_cents: i64,
    #[serde(flatten)]
    stakes: Stakes,
    /// The seed pair in force; of a demo it is the session's own.
    seed: SessionSeed,
    /// A round that waits for its next step.
    open_round: Option<RoundView>,
    /// Return to player in percent.
    rtp: Option<String>,
    /// The same with what bets add to the game's own jackpot; null of a game without one.
    rtp_with_jackpot: Option<String>,
    return_url: String,
    /// Whether rounds of this game may be bought here.
    bonus_buy: bool,
    /// What the licence allows of the controls.
    controls: Controls,
}

/// The game of a session.
#[derive(Debug, Serialize, ToSchema)]
struct SessionGame {
    identifier: String,
    title: String,
    /// `slots`, `roulette`, `crash`, `baccarat` or `keno`.
    kind: String,
    /// SHA-256 of the rules as canonical JSON, hex; the PAR sheet names it too.
    definition_hash: String,
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

/// A wallet whose currency the game does not take.
#[derive(Debug, Serialize, ToSchema)]
struct SessionWallet {
    /// Its currency.
    currency: String,
    /// What a unit of it counts as now in the currency that is played in, as decimal text. A round keeps the rate it
    /// was opened at.
    rate: String,
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
async fn session(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    InSession(session): InSession,
) -> ApiResult<Json<SessionAnswer>> {
    sessions::require_known(&app, &session)?;
    let session = sessions::brought_up_to_date(&app, &session).await?;
    let game = &session.rules;
    let money = Money::of(&app, &session).await?;
    let listed = app.catalogue.known_by_id(session.game_id);
    let returns = listed.as_ref().map(|game| (game.rtp.clone(), game.rtp_with_jackpot.clone()));
    let (rtp, rtp_with_jackpot) = returns.unwrap_or_default();
    Ok(Json(SessionAnswer {
        session_id: session.id.to_string(),
        mode: session.mode,
        bonus_buy: buying::is_allowed(&app, &session, &visitor),
        controls: controls::controls(&app, &session, &visitor),
        game: session_game(game),
        currency: money.currency,
        wallet: money.wallet,
        balance_cents: money.balance_cents,
        stakes: stakes::stakes(game, money.stakes_of),
        seed: money.seed,
        open_round: money.open_round,
        rtp,
        rtp_with_jackpot,
        locale: session.locale.clone(),
        return_url: session.return_url.clone(),
    }))
}

fn session_game(game: &Game) -> SessionGame {
    SessionGame {
        identifier: game.identifier().to_owned(),
        title: game.title().to_owned(),
        kind: game.kind().to_owned(),
        definition_hash: game.hash().to_string(),
        definition: game.definition().clone(),
    }
}

/// The money side of a session.
struct Money {
    currency: SessionCurrency,
    wallet: Option<SessionWallet>,
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
        let (currency, played_in) = (player.currency, player.played_in);
        let terms = Terms::now(&app.site_config.rates.now(), currency, played_in)?;
        let wallet = app.wallet.get(player.id, currency).await?.ok_or_else(no_currency)?;
        // A game that is opened has made them.
        let pair = fairness::newest(app, player.id, currency).await?.ok_or_else(ApiError::not_found)?;
        let open = app.wallet.open_round(player.id, currency, session.game_id).await?;
        Ok(Self {
            currency: SessionCurrency {
                code: played_in.code().to_owned(),
                subunits_to_unit: played_in.subunits_to_unit(),
                fiat: played_in.is_fiat(),
            },
            wallet: terms.map(|terms| SessionWallet {
                currency: currency.code().to_owned(),
                rate: terms.rate.to_string(),
            }),
            stakes_of: played_in,
            balance_cents: worth(terms.as_ref(), wallet.cash)?,
            seed: SessionSeed {
                seed_no: pair.no,
                server_seed_hash: pair.server.commitment(),
                client_seed: pair.client.clone(),
                nonce: wallet.nonce,
            },
            open_round: open.map(|round| RoundView::real(&round, wallet.cash)).transpose()?,
        })
    }

    fn demo(app: &App, session: &Session) -> ApiResult<Self> {
        let like = Currency::EUR;
        let pair = demo_fairness::in_force(app, session)?;
        Ok(Self {
            currency: SessionCurrency {
                code: session.currency.clone(),
                subunits_to_unit: like.subunits_to_unit(),
                fiat: true,
            },
            wallet: None,
            stakes_of: like,
            balance_cents: session.demo.balance,
            seed: SessionSeed {
                seed_no: pair.seed_no,
                server_seed_hash: pair.server_seed_hash,
                client_seed: pair.client_seed,
                nonce: session.demo.nonce,
            },
            open_round: session.demo.open_round()?,
        })
    }
}

/// The active bonus and the free spins that can be played in this game; nothing in a demo.
#[utoipa::path(get, path = "/api/play/gifts", tag = "play",
    responses((status = 200, body = PlayGifts), (status = 401, body = ErrorBody)))]
async fn gifts(State(app): State<Arc<App>>, InSession(session): InSession) -> ApiResult<Json<PlayGifts>> {
    let Some(player) = &session.player else {
        return Ok(Json(PlayGifts { bonus: None, freespins: Vec::new() }));
    };
    let game = session.rules.identifier();
    Ok(Json(bonus::gifts_in(&app, player.id, player.currency, game, &session.locale).await?))
}
