//! The studio: an aggregator of games. The casino asks for a session and shows the page that is answered; the page's bets
//! and wins ask the casino for the player's money. Its buttons misbehave on purpose.

mod casino;
mod round;
mod spins;
mod view;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::App;
use round::{Act, Round, Title};

const STYLESHEET: &str = include_str!("../../assets/studio/studio.css");
const SCRIPT: &str = include_str!("../../assets/studio/studio.js");

/// Games that are open at most; then all of them are forgotten.
const OPEN_MAX: usize = 1_000;

/// What a demo begins with, in subunits.
const DEMO_BALANCE: i64 = 100_000;

/// The header that signs a body.
const SIGN: &str = "x-request-sign";

/// What this run knows.
#[derive(Default)]
pub(crate) struct Studio {
    /// The games that are open.
    games: Mutex<HashMap<String, Open>>,
    /// Free spins that were issued, by the casino's name of them.
    spins: spins::Issues,
}

/// A game that somebody has opened.
#[derive(Debug, Clone)]
struct Open {
    title: Title,
    /// Who plays for money; `None` in a demo.
    player: Option<Player>,
    currency: String,
    /// What the player can bet, in subunits, as it was last told.
    balance: i64,
    return_url: String,
    last: Option<Round>,
}

/// Who plays for money, as the casino names them.
#[derive(Debug, Clone)]
struct Player {
    session: String,
    user: String,
}

impl Studio {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, key: &str) -> Option<Open> {
        self.lock().get(key).cloned()
    }

    fn keep(&self, key: &str, open: Open) {
        let mut all = self.lock();
        if all.len() >= OPEN_MAX && !all.contains_key(key) {
            all.clear();
        }
        all.insert(key.to_owned(), open);
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/studio/api/sessions", post(sessions))
        .route("/studio/api/demo", post(demo))
        .route("/studio/api/freespins/issue", post(spins::issue))
        .route("/studio/api/freespins/cancel", post(spins::cancel))
        .route("/studio/play/{key}", get(play))
        .route("/studio/play/{key}/acts", post(acts))
        .route("/studio/assets/studio.css", get(stylesheet))
        .route("/studio/assets/studio.js", get(script))
}

/// What the casino opens a game with.
#[derive(Deserialize)]
struct AuthorizationQuery {
    game: String,
    #[serde(default)]
    session_id: String,
    #[serde(default)]
    currency: String,
    #[serde(default)]
    balance: i64,
    user: Option<User>,
    urls: Urls,
}

#[derive(Deserialize)]
struct User {
    id: String,
}

#[derive(Deserialize)]
struct Urls {
    return_url: String,
}

async fn sessions(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    let asked: AuthorizationQuery = match asked(&app, &headers, &body) {
        Ok(asked) => asked,
        Err((status, message)) => return refused(status, message),
    };
    let (Some(title), Some(user)) = (Title::named(&asked.game), asked.user) else {
        return refused(StatusCode::BAD_REQUEST, "The game or the user is missing.");
    };
    let player = Player { session: asked.session_id, user: user.id };
    let open = Open {
        title,
        player: Some(player),
        currency: asked.currency,
        balance: asked.balance,
        return_url: asked.urls.return_url,
        last: None,
    };
    opened(&app, open)
}

async fn demo(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Response {
    let asked: AuthorizationQuery = match asked(&app, &headers, &body) {
        Ok(asked) => asked,
        Err((status, message)) => return refused(status, message),
    };
    let Some(title) = Title::named(&asked.game) else {
        return refused(StatusCode::BAD_REQUEST, "There is no such game.");
    };
    let open = Open {
        title,
        player: None,
        currency: "FUN".to_owned(),
        balance: DEMO_BALANCE,
        return_url: asked.urls.return_url,
        last: None,
    };
    opened(&app, open)
}

/// What a signed body asks.
fn asked<T: DeserializeOwned>(
    app: &App,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<T, (StatusCode, &'static str)> {
    let given = headers.get(SIGN).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let text = std::str::from_utf8(body).unwrap_or_default();
    let ours = app.config.studio_secret.sign_hex(text);
    if Sha256::digest(ours) != Sha256::digest(given) {
        return Err((StatusCode::FORBIDDEN, "The signature is not right."));
    }
    serde_json::from_slice(body)
        .map_err(|_| (StatusCode::BAD_REQUEST, "The body is not what this call takes."))
}

fn refused(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({ "code": status.as_u16(), "message": message }))).into_response()
}

fn opened(app: &App, open: Open) -> Response {
    let key = app.config.entropy.id("play");
    app.studio.keep(&key, open);
    let page = format!("{}/studio/play/{key}", app.public_url);
    Json(json!({ "launch_options": { "game_url": page, "strategy": "iframe" } })).into_response()
}

async fn play(State(app): State<App>, Path(key): Path<String>) -> Response {
    match app.studio.open(&key) {
        Some(open) => view::page(&app, &key, &open),
        None => (StatusCode::NOT_FOUND, "This game is over. Please open it again.").into_response(),
    }
}

/// What the page asks for.
#[derive(Deserialize)]
struct Acting {
    act: Act,
    /// In subunits.
    #[serde(default)]
    stake: i64,
}

async fn acts(State(app): State<App>, Path(key): Path<String>, Json(acting): Json<Acting>) -> Response {
    let Some(mut open) = app.studio.open(&key) else {
        return refused(StatusCode::NOT_FOUND, "This game is over.");
    };
    let outcome = round::act(&app, &mut open, acting.act, acting.stake).await;
    let balance = open.balance;
    app.studio.keep(&key, open);
    Json(json!({
        "balance": balance, "faces": outcome.faces, "win": outcome.win, "says": outcome.says, "calls": outcome.calls,
    }))
    .into_response()
}

async fn stylesheet() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLESHEET)
}

async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], SCRIPT)
}
