//! Game sessions: what a launch opens, and what the client in the iframe is known by.
//!
//! The token goes to the client in the fragment of the launch address, which no server ever logs; stored
//! is its hash. A real session ends with the login session that opened it.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use croupier_db::Row;
use croupier_games::Game;
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::demo_fairness::Seeds;
use super::model::Mode;
use super::{demo, fairness, store};
use crate::app::App;
use crate::auth::{Visitor, bearer};
use crate::catalogue::Audience;
use crate::identity::{self, Activity};
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

/// How long a session lasts, in milliseconds: 12 hours.
pub(super) const SESSION_MS: i64 = 12 * 60 * 60 * 1000;

/// How long a demo lasts after its last round, in milliseconds: an hour.
pub(super) const DEMO_IDLE_MS: i64 = 60 * 60 * 1000;

/// What a demo starts with, as a multiple of the first stake.
const DEMO_STAKES: i64 = 1_000;

/// The currency code of a demo.
pub const FUN: &str = "FUN";

/// An open game.
#[derive(Debug, Clone)]
pub struct Session {
    /// Its id; public.
    pub id: Uuid,
    /// Who plays for money; `None` in a demo.
    pub player: Option<SessionPlayer>,
    /// How the player is called in public lists.
    pub public_name: String,
    /// The game's number in the catalogue.
    pub game_id: i64,
    /// The rules that the client was told.
    pub rules: Arc<Game>,
    /// For money or for fun.
    pub mode: Mode,
    /// Currency of the amounts; [`FUN`] in a demo.
    pub currency: String,
    /// The player's locale.
    pub locale: String,
    /// Where the client's close button leads.
    pub return_url: String,
    /// When it ends, UTC milliseconds.
    pub expires_at: i64,
    /// The demo's money and round; unused in a real session.
    pub demo: demo::State,
}

/// The player of a real session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPlayer {
    /// The player.
    pub id: PlayerId,
    /// The wallet that is played with.
    pub currency: Currency,
    /// The currency of the game's amounts: the wallet's, or the one that stands in for its coin.
    pub played_in: Currency,
    /// The login session that opened it.
    pub login_session: String,
    /// The code of the licence that the player signed up under. It is read once a session, because it stays.
    pub licence: String,
}

/// Opens a session and answers its token. A wallet that has no seed pair gets its first one, with `client_seed`, or with one
/// that the operator draws.
pub async fn open(app: &App, session: &Session, client_seed: Option<String>) -> ApiResult<String> {
    let token = hex::encode(app.entropy.bytes::<32>());
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    store::delete_expired_sessions(&mut tx, now).await?;
    store::insert_session(&mut tx, &hash(&token), session, now).await?;
    if let Some(player) = &session.player {
        let client_seed = client_seed.unwrap_or_else(|| hex::encode(app.entropy.bytes::<8>()));
        fairness::begin(app, &mut tx, player.id, player.currency, &client_seed).await?;
    }
    tx.commit().await?;
    Ok(token)
}

/// A session for `player` on a game, not opened yet.
pub fn real(
    app: &App,
    player: SessionPlayer,
    public_name: String,
    game_id: i64,
    rules: Arc<Game>,
) -> Session {
    Session {
        id: app.entropy.uuid(&app.clock),
        currency: player.played_in.code().to_owned(),
        player: Some(player),
        public_name,
        game_id,
        rules,
        mode: Mode::Real,
        locale: String::new(),
        return_url: String::new(),
        expires_at: app.clock.now() + SESSION_MS,
        demo: demo::State::default(),
    }
}

/// A demo session on a game, not opened yet.
pub fn for_fun(app: &App, rules: Arc<Game>, game_id: i64) -> Session {
    let first_stake = super::stakes::stakes(&rules, Currency::EUR).default_stake_cents;
    let client_seed = hex::encode(app.entropy.bytes::<8>());
    Session {
        id: app.entropy.uuid(&app.clock),
        currency: FUN.to_owned(),
        player: None,
        public_name: String::new(),
        game_id,
        rules,
        mode: Mode::Demo,
        locale: String::new(),
        return_url: String::new(),
        expires_at: app.clock.now() + DEMO_IDLE_MS,
        demo: demo::State {
            balance: first_stake * DEMO_STAKES,
            seeds: Seeds::first(client_seed),
            ..demo::State::default()
        },
    }
}

/// The session that a call's bearer token opens; 401 without one.
#[derive(Debug, Clone)]
pub struct InSession(pub Arc<Session>);

impl FromRequestParts<Arc<App>> for InSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        Ok(Self(opened_by(parts, app, Activity::Background).await?.session))
    }
}

/// The session that a bet or a step is made in; 401 without one. It counts as the player's presence in the login
/// session that opened the game.
#[derive(Debug, Clone)]
pub struct Playing {
    /// The session.
    pub session: Arc<Session>,
    /// Whether the login session was never left alone for half an hour; a demo always is.
    pub fresh: bool,
}

impl FromRequestParts<Arc<App>> for Playing {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        opened_by(parts, app, Activity::Acts).await
    }
}

async fn opened_by(parts: &Parts, app: &Arc<App>, activity: Activity) -> ApiResult<Playing> {
    let token = bearer(&parts.headers).ok_or_else(ApiError::unauthorized)?;
    let session = find(app, hash(token)).await?.ok_or_else(ApiError::unauthorized)?;
    let Some(player) = &session.player else { return Ok(Playing { session, fresh: true }) };
    let fresh = identity::play_session(app, &player.login_session, activity).await?;
    let fresh = fresh.ok_or_else(ApiError::unauthorized)?;
    Ok(Playing { session, fresh })
}

/// The session with this token, unless it has run out. One for money is read once, and again while its rules are
/// not those on offer, because its client may have been told the new ones by another server; a demo's row holds
/// its money and is read every time.
async fn find(app: &App, token: TokenHash) -> ApiResult<Option<Arc<Session>>> {
    let now = app.clock.now();
    if let Some(known) = app.known.sessions.get(&token) {
        if now <= known.expires_at && app.games.is_current(&known.rules) {
            return Ok(Some(known));
        }
        app.known.sessions.forget(&token, &known);
    }
    let Some(row) = store::session(&app.db, &token, now).await? else { return Ok(None) };
    let session = read(app, &row).await?;
    Ok(Some(match session.mode {
        Mode::Real => app.known.sessions.keep(token, session),
        Mode::Demo => Arc::new(session),
    }))
}

async fn read(app: &App, row: &Row) -> ApiResult<Session> {
    let mode = if row.get::<String>(5)? == Mode::Real.code() { Mode::Real } else { Mode::Demo };
    let currency: String = row.get(6)?;
    let player = match (row.get::<Option<i64>>(1)?, row.get::<Option<String>>(2)?) {
        (Some(id), Some(login_session)) => {
            let played_in = currency.parse().map_err(|error| ApiError::internal(&error))?;
            let currency = match row.get::<String>(16)?.as_str() {
                "" => played_in,
                wallet => wallet.parse().map_err(|error| ApiError::internal(&error))?,
            };
            let licence = player::get(app, id).await?.licence;
            Some(SessionPlayer { id, currency, played_in, login_session, licence })
        }
        _ => None,
    };
    let game_id = row.get(4)?;
    let definition: String = row.get(15)?;
    let listed = app.catalogue.known_by_id(game_id).ok_or_else(unavailable)?;
    let rules = app.games.find(&app.db, &listed.identifier, definition.parse().ok()).await?;
    Ok(Session {
        id: row.get(0)?,
        player,
        public_name: row.get(3)?,
        game_id,
        rules: rules.ok_or_else(unavailable)?,
        mode,
        currency,
        locale: row.get(7)?,
        return_url: row.get(8)?,
        expires_at: row.get(9)?,
        demo: demo::State {
            balance: row.get(10)?,
            nonce: row.get(11)?,
            version: row.get(12)?,
            key: row.get(13)?,
            round: row.get(14)?,
            seeds: Seeds::read(&row.get::<String>(17)?)?,
        },
    })
}

/// SHA-256 of a session's token.
pub(super) type TokenHash = [u8; 32];

fn hash(token: &str) -> TokenHash {
    Sha256::digest(token.as_bytes()).into()
}

/// Refuses a call when the session's game has been taken off since.
pub fn require_listed(app: &App, session: &Session) -> ApiResult<()> {
    app.catalogue.game_by_id(session.game_id).map(|_| ()).ok_or_else(unavailable)
}

/// The same, but a game that staff has switched off is still shown, so that an open round of it can be finished.
pub fn require_known(app: &App, session: &Session) -> ApiResult<()> {
    app.catalogue.known_by_id(session.game_id).map(|_| ()).ok_or_else(unavailable)
}

/// The rules for a new round: those on offer, which must be the ones that the client was told.
pub fn rules_for_new_round<'a>(app: &App, session: &'a Session) -> ApiResult<&'a Arc<Game>> {
    require_listed(app, session)?;
    if app.games.is_current(&session.rules) {
        Ok(&session.rules)
    } else {
        Err(ApiError::conflict("game_changed", "The rules of this game have changed since it was opened."))
    }
}

/// The session with the rules on offer, for a client that asks what game this is. The rules stay as long as a
/// round is open.
pub async fn brought_up_to_date(app: &App, session: &Arc<Session>) -> ApiResult<Arc<Session>> {
    if app.games.is_current(&session.rules) || has_open_round(app, session).await? {
        return Ok(session.clone());
    }
    let rules = app.games.game(session.rules.identifier()).ok_or_else(unavailable)?;
    let mut tx = app.db.begin().await?;
    store::publish_rules(&mut tx, session.id, rules.hash()).await?;
    tx.commit().await?;
    Ok(Arc::new(Session { rules, ..Session::clone(session) }))
}

async fn has_open_round(app: &App, session: &Session) -> ApiResult<bool> {
    match &session.player {
        Some(player) => {
            Ok(app.wallet.open_round(player.id, player.currency, session.game_id).await?.is_some())
        }
        None => Ok(session.demo.open_round()?.is_some()),
    }
}

pub(super) fn unavailable() -> ApiError {
    ApiError::conflict("game_unavailable", "This game is not available.")
}

/// Refuses a bet from where the brand may not serve anybody, or the game is not offered.
pub(super) fn refuse_country(app: &App, session: &Session, visitor: &Visitor) -> ApiResult<()> {
    identity::refuse_restricted(app, visitor)?;
    let audience = Audience { device: None, country: visitor.country() };
    if app.catalogue.is_offered(session.game_id, audience) {
        return Ok(());
    }
    Err(ApiError::forbidden("restricted_country", "This game is not available in your country."))
}
