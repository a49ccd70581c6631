//! Northgate, a provider of sign-in that speaks OpenID Connect: discovery, a page on which test people let themselves in, tokens by
//! the authorization code with PKCE, keys that change, and what is told of a person.

mod keys;
mod people;
mod view;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use reqwest::Url;
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::App;
use keys::Keys;
use people::Person;

const ROOT: &str = "/northgate";

/// How the casino is called here.
const CLIENT_ID: &str = "croupier";

/// How long codes count, in milliseconds.
const CODE_MS: u64 = 60_000;

/// How long tokens count, in seconds.
const TOKEN_S: u64 = 300;

/// How long a slow call waits before it looks again.
const PAUSE: Duration = Duration::from_millis(5);

/// Codes and tokens of one run, the keys, and how ID tokens are to be faulty.
pub(crate) struct Northgate(Mutex<Inner>);

struct Inner {
    keys: Keys,
    mode: Mode,
    codes: HashMap<String, Grant>,
    tokens: HashMap<String, Person>,
}

/// What is wrong with the tokens that are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Right,
    WrongNonce,
    WrongAudience,
    WrongIssuer,
    Expired,
    /// No call is answered.
    Down,
    /// Calls for tokens wait until it is something else.
    Slow,
}

/// Somebody who was let in, and for whom.
struct Grant {
    person: Person,
    asked: AuthorizationQuery,
    at_ms: u64,
}

/// What a browser comes with.
#[derive(Debug, Clone, Default, Deserialize)]
struct AuthorizationQuery {
    client_id: String,
    redirect_uri: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    code_challenge: String,
}

impl Northgate {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let keys = Keys::new()?;
        Ok(Self(Mutex::new(Inner {
            keys,
            mode: Mode::default(),
            codes: HashMap::new(),
            tokens: HashMap::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/northgate/.well-known/openid-configuration", get(discovery))
        .route("/northgate/jwks", get(jwks))
        .route("/northgate/authorize", get(ask).post(decide))
        .route("/northgate/token", post(token))
        .route("/northgate/userinfo", get(userinfo))
        .route("/panel/northgate", post(control))
}

fn issuer(app: &App) -> String {
    format!("{}{ROOT}", app.public_url)
}

fn is(app: &App, mode: Mode) -> bool {
    app.northgate.lock().mode == mode
}

fn is_down(app: &App) -> bool {
    is(app, Mode::Down)
}

fn down() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, "Northgate is down.").into_response()
}

async fn discovery(State(app): State<App>) -> Response {
    if is_down(&app) {
        return down();
    }
    let issuer = issuer(&app);
    Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        "scopes_supported": ["openid", "email", "profile"],
        "authorization_response_iss_parameter_supported": true,
    }))
    .into_response()
}

async fn jwks(State(app): State<App>) -> Response {
    if is_down(&app) {
        return down();
    }
    Json(app.northgate.lock().keys.published()).into_response()
}

/// The address that somebody is sent back to, when this is the casino's.
fn way_back(app: &App, asked: &AuthorizationQuery) -> Option<Url> {
    let url = Url::parse(&asked.redirect_uri).ok()?;
    let casino = Url::parse(&app.config.casino_url).ok()?;
    let is_local = url.host_str().is_some_and(|host| {
        host == "localhost" || host.ends_with(".localhost") || host == "127.0.0.1" || host == "[::1]"
    });
    let is_ours = asked.client_id == CLIENT_ID && asked.code_challenge.len() == 43;
    (is_ours && (is_local || url.origin() == casino.origin())).then_some(url)
}

async fn ask(State(app): State<App>, Query(asked): Query<AuthorizationQuery>) -> Response {
    match way_back(&app, &asked) {
        Some(back) => view::page(&asked, &back.origin().ascii_serialization()).into_response(),
        None => (StatusCode::BAD_REQUEST, "Northgate does not know who asks.").into_response(),
    }
}

/// Who lets themselves in, or turns back.
#[derive(Debug, Deserialize)]
struct Decision {
    #[serde(flatten)]
    asked: AuthorizationQuery,
    /// `cancel`, or nothing.
    #[serde(default)]
    cancel: String,
    sub: Option<String>,
    #[serde(default)]
    email: String,
    /// There when the address is confirmed.
    email_verified: Option<String>,
    #[serde(default)]
    given_name: String,
    #[serde(default)]
    family_name: String,
    #[serde(default)]
    birthdate: String,
}

async fn decide(State(app): State<App>, Form(decision): Form<Decision>) -> Response {
    let Decision { asked, cancel, sub, email, email_verified, given_name, family_name, birthdate } = decision;
    let Some(mut back) = way_back(&app, &asked) else {
        return (StatusCode::BAD_REQUEST, "Northgate does not know who asks.").into_response();
    };
    back.query_pairs_mut().append_pair("state", &asked.state).append_pair("iss", &issuer(&app));
    if cancel.is_empty() {
        let mut known = people::test_people().into_iter().map(|(person, _)| person);
        let person = known.find(|person| Some(&person.sub) == sub.as_ref());
        // Somebody else is who they say they are: by their address for want of another name.
        let person = person.unwrap_or_else(|| Person {
            sub: sub.filter(|sub| !sub.is_empty()).unwrap_or_else(|| email.to_lowercase()),
            email,
            email_verified: email_verified.is_some(),
            given_name,
            family_name,
            birthdate,
        });
        let code = app.config.entropy.id("code");
        let grant = Grant { person, asked, at_ms: app.config.clock.now_ms() };
        back.query_pairs_mut().append_pair("code", &code);
        app.northgate.lock().codes.insert(code, grant);
    } else {
        back.query_pairs_mut().append_pair("error", "access_denied");
    }
    Redirect::to(back.as_str()).into_response()
}

#[derive(Debug, Deserialize)]
struct TokenForm {
    grant_type: String,
    code: String,
    redirect_uri: String,
    code_verifier: String,
}

fn refused(error: &str) -> Response {
    (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response()
}

async fn token(State(app): State<App>, headers: HeaderMap, Form(form): Form<TokenForm>) -> Response {
    while is(&app, Mode::Slow) {
        tokio::time::sleep(PAUSE).await;
    }
    if is_down(&app) {
        return down();
    }
    let pair = STANDARD.encode(format!("{CLIENT_ID}:{}", app.config.northgate_secret));
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if shown != Some(format!("Basic {pair}").as_str()) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": "invalid_client" }))).into_response();
    }
    let grant = app.northgate.lock().codes.remove(&form.code);
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&form.code_verifier));
    let now_ms = app.config.clock.now_ms();
    let fits = |grant: &Grant| {
        form.grant_type == "authorization_code"
            && grant.asked.redirect_uri == form.redirect_uri
            && grant.asked.code_challenge == challenge
            && now_ms < grant.at_ms + CODE_MS
    };
    let Some(grant) = grant.filter(fits) else { return refused("invalid_grant") };
    let access_token = app.config.entropy.id("at");
    let mut northgate = app.northgate.lock();
    let claims = claims(&app, northgate.mode, &grant, now_ms / 1000);
    let Ok(id_token) = northgate.keys.signed(&claims) else { return refused("server_error") };
    northgate.tokens.insert(access_token.clone(), grant.person);
    let tokens = json!({
        "access_token": access_token, "token_type": "Bearer", "expires_in": TOKEN_S, "id_token": id_token,
    });
    ([(header::CACHE_CONTROL, "no-store")], Json(tokens)).into_response()
}

fn claims(app: &App, mode: Mode, grant: &Grant, now_s: u64) -> Value {
    let issuer = if mode == Mode::WrongIssuer { "https://southgate.example".to_owned() } else { issuer(app) };
    let audience = if mode == Mode::WrongAudience { "another-site" } else { CLIENT_ID };
    let nonce = if mode == Mode::WrongNonce { "made-up" } else { grant.asked.nonce.as_str() };
    let ends_s = if mode == Mode::Expired { now_s - TOKEN_S } else { now_s + TOKEN_S };
    json!({
        "iss": issuer, "sub": grant.person.sub, "aud": audience, "nonce": nonce, "iat": now_s, "exp": ends_s,
        "auth_time": grant.at_ms / 1000,
    })
}

async fn userinfo(State(app): State<App>, headers: HeaderMap) -> Response {
    if is_down(&app) {
        return down();
    }
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let token = shown.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    match app.northgate.lock().tokens.get(token) {
        Some(person) => Json(person).into_response(),
        None => StatusCode::UNAUTHORIZED.into_response(),
    }
}

/// What the panel is asked.
#[derive(Debug, Deserialize)]
struct Control {
    mode: Option<Mode>,
    /// Whether tokens are signed with a new key from now on.
    #[serde(default)]
    rotate: bool,
}

async fn control(State(app): State<App>, Json(control): Json<Control>) -> Response {
    let mut northgate = app.northgate.lock();
    if let Some(mode) = control.mode {
        northgate.mode = mode;
    }
    if control.rotate && northgate.keys.rotate().is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    StatusCode::NO_CONTENT.into_response()
}
