//! The sports site: a partner's pages on a host of their own, which take a player's sign-in over from the casino.
//! Its matches are invented, and nobody can bet on them but with a free bet of the casino.

mod fixtures;
mod freebets;
mod session;
mod texts;
mod view;

use axum::Router;
use axum::extract::{Form, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::App;
use fixtures::Section;
pub(crate) use session::Sessions;
use texts::Texts;

const STYLESHEET: &str = include_str!("../../assets/sport/sport.css");

/// Hosts that begin so show sports at their root; the others show the panel there.
const SPORT_HOST: &str = "sport.";

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/", get(root))
        .route("/sign-out", post(sign_out))
        .route("/freebets/{id}", post(freebets::stake))
        .route("/assets/sport.css", get(stylesheet))
        .route("/{section}", get(show))
}

async fn stylesheet() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], STYLESHEET)
}

/// What an address carries.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Arrival {
    /// Hands a player's sign-in over.
    #[serde(skip_serializing)]
    token: Option<String>,
    /// The language of the page that the visitor comes from.
    locale: Option<String>,
    /// `failed` after a token that was refused.
    sign_in: Option<String>,
    /// `won`, `lost` or `failed` after a free bet was staked.
    bet: Option<String>,
}

/// Who is signed in here, as the casino names them.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Visitor {
    pub(crate) id: i64,
    pub(crate) nickname: Option<String>,
    pub(crate) currency: String,
    pub(crate) locale: String,
    pub(crate) brand: String,
    /// The casino's address, for the way back.
    pub(crate) home: String,
    /// Names the visit when the casino is asked whether it still stands.
    pub(crate) visit: String,
    /// For how many seconds the casino's answer holds.
    pub(crate) holds_s: u64,
}

/// The casino's answer that a visit stands.
#[derive(Debug, Deserialize)]
struct VisitStands {
    holds_s: u64,
}

async fn root(app: State<App>, headers: HeaderMap, arrival: Query<Arrival>) -> Response {
    if host(&headers).starts_with(SPORT_HOST) {
        page(&app, Section::All, &headers, arrival.0).await
    } else {
        Redirect::to("/panel").into_response()
    }
}

async fn show(
    app: State<App>,
    Path(section): Path<String>,
    headers: HeaderMap,
    arrival: Query<Arrival>,
) -> Response {
    if let Some(section) = Section::named(&section) {
        return page(&app, section, &headers, arrival.0).await;
    }
    let visitor = app.signed_in(&headers).await;
    let sight = sight(&app, visitor.as_ref(), &arrival);
    view::document(StatusCode::NOT_FOUND, &sight, Section::All, &view::missing(&sight))
}

/// A page of the site; a token is exchanged first and taken out of the address.
async fn page(app: &App, section: Section, headers: &HeaderMap, mut arrival: Arrival) -> Response {
    if let Some(token) = arrival.token.take() {
        let visitor = app.exchange(&token, host(headers)).await;
        let path = format!("/{}", section.slug());
        let Some(visitor) = visitor else {
            arrival.sign_in = Some("failed".to_owned());
            return Redirect::to(&with_query(&path, &arrival)).into_response();
        };
        let id = app.config.entropy.id("ses");
        let until_ms = app.config.clock.now_ms() + visitor.holds_s * 1000;
        app.sessions.open(id.clone(), visitor, until_ms);
        arrival.sign_in = None;
        let cookie = [(header::SET_COOKIE, session::set_cookie(&id))];
        return (cookie, Redirect::to(&with_query(&path, &arrival))).into_response();
    }
    let visitor = app.signed_in(headers).await;
    let sight = sight(app, visitor.as_ref(), &arrival);
    let has_failed = visitor.is_none() && arrival.sign_in.is_some();
    let freebets = match &visitor {
        Some(visitor) => app.freebets(visitor).await,
        None => Vec::new(),
    };
    let references: Vec<_> = freebets.iter().map(|_| app.config.entropy.id("bet")).collect();
    let own = view::freebets(&sight, &freebets, &references, arrival.bet.as_deref());
    view::document(StatusCode::OK, &sight, section, &view::matches(&sight, section, has_failed, &own))
}

fn sight<'a>(app: &'a App, visitor: Option<&'a Visitor>, arrival: &'a Arrival) -> view::Sight<'a> {
    let wanted = arrival.locale.as_deref().or(visitor.map(|visitor| visitor.locale.as_str()));
    view::Sight {
        texts: Texts::of(wanted.unwrap_or_default()),
        visitor,
        locale: arrival.locale.as_deref(),
        brand: visitor.map_or(app.config.merchant.as_str(), |visitor| &visitor.brand),
        home: visitor.map_or(app.config.casino_url.as_str(), |visitor| &visitor.home),
        now_ms: app.config.clock.now_ms(),
    }
}

#[derive(Debug, Deserialize)]
struct SignOut {
    locale: Option<String>,
}

async fn sign_out(State(app): State<App>, headers: HeaderMap, Form(form): Form<SignOut>) -> Response {
    if let Some(id) = session::cookie(&headers) {
        app.sessions.end(&id);
    }
    let arrival = Arrival { locale: form.locale, ..Arrival::default() };
    let path = format!("/{}", Section::All.slug());
    ([(header::SET_COOKIE, session::clear_cookie())], Redirect::to(&with_query(&path, &arrival)))
        .into_response()
}

/// `path` with what `arrival` carries besides a token.
fn with_query(path: &str, arrival: &Arrival) -> String {
    let query: Vec<_> = [("locale", &arrival.locale), ("sign_in", &arrival.sign_in), ("bet", &arrival.bet)]
        .into_iter()
        .filter_map(|(name, value)| value.as_ref().map(|value| (name, value)))
        .collect();
    // A base that is never seen: only path and query are taken from it.
    let Ok(mut url) = reqwest::Url::parse(&format!("http://sport.invalid{path}")) else {
        return path.to_owned();
    };
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query);
    }
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("{}{query}", url.path())
}

/// The host that the browser asked for.
fn host(headers: &HeaderMap) -> &str {
    headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default()
}

impl App {
    /// Who is signed in here. The casino is asked when its last answer holds no longer; without a good one the session
    /// ends, so that nobody plays on who is stopped there.
    async fn signed_in(&self, headers: &HeaderMap) -> Option<Visitor> {
        let id = session::cookie(headers)?;
        let (visitor, until_ms) = self.sessions.visitor(&id)?;
        let now_ms = self.config.clock.now_ms();
        if now_ms < until_ms {
            return Some(visitor);
        }
        // Pages are opened by players, and by nothing else.
        let body = json!({ "visit": visitor.visit, "acts": true });
        let Some(stands) = self.ask::<VisitStands>("/webhooks/sport/session/check", &body).await else {
            self.sessions.end(&id);
            return None;
        };
        self.sessions.extend(&id, now_ms + stands.holds_s * 1000);
        Some(visitor)
    }

    /// Exchanges a token at the casino; `None` when it is refused or nobody answers.
    async fn exchange(&self, token: &str, host: &str) -> Option<Visitor> {
        self.ask("/webhooks/sport/session", &json!({ "token": token, "host": host })).await
    }

    /// Asks the casino by a call that is signed like a webhook; `None` when it refuses or nobody answers.
    async fn ask<T: serde::de::DeserializeOwned>(&self, path: &str, body: &serde_json::Value) -> Option<T> {
        let text = self.call(path, body).await?;
        serde_json::from_str(&text)
            .inspect_err(|error| tracing::warn!(%error, "the casino's answer cannot be read"))
            .ok()
    }

    /// Tells the casino something by such a call; whether it was taken.
    async fn report(&self, path: &str, body: &serde_json::Value) -> bool {
        self.call(path, body).await.is_some()
    }

    async fn call(&self, path: &str, body: &serde_json::Value) -> Option<String> {
        let body = body.to_string();
        let (id, timestamp) = (self.config.entropy.id("msg"), self.config.clock.now_ms() / 1000);
        let signature = self.config.sport_secret.sign(&id, timestamp, &body);
        let call = self.http.post(format!("{}{path}", self.config.casino_url));
        let call = call.header("content-type", "application/json").header("webhook-id", &id);
        let call = call.header("webhook-timestamp", timestamp).header("webhook-signature", signature);
        let answer = match call.body(body).send().await.and_then(reqwest::Response::error_for_status) {
            Ok(answer) => answer.text().await,
            Err(error) => Err(error),
        };
        answer.inspect_err(|error| tracing::info!(%error, path, "the casino refuses a call")).ok()
    }
}
