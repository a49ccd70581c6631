//! A partner that checks who somebody is, under `/proofline`: applicants, tokens for its page, a page with people to be played,
//! signed webhooks, and a page for the casino's staff on which a check is held up or decided about.

mod applicant;
mod view;

use axum::body::{Body, to_bytes};
use axum::extract::{Form, Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::error::Refusal;
use crate::page::Page;
use crate::store::Line;
use crate::{App, BODY_BYTES_MAX};
pub(crate) use applicant::Applicant;
use applicant::{Info, Person, Standing};

/// How far the time of a call may be from ours, in seconds.
const TOLERANCE_S: u64 = 300;

/// The longest that a token may be asked for, in seconds.
const TOKEN_LIFE_MAX_S: u64 = 24 * 60 * 60;

pub(crate) fn routes(app: &App) -> Router<App> {
    let signed = Router::new()
        .route("/proofline/resources/applicants", post(create))
        .route("/proofline/resources/applicants/{name}/one", get(show))
        .route("/proofline/resources/accessTokens/sdk", post(token))
        .route_layer(from_fn_with_state(app.clone(), require_signature));
    Router::new()
        .route("/proofline/websdk", get(page).post(submit))
        .route("/proofline/cockpit/{id}", get(cockpit).post(decide))
        .merge(signed)
}

/// Believes a call that is signed over its time, method, address and body.
async fn require_signature(
    State(app): State<App>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let (head, body) = request.into_parts();
    let body =
        to_bytes(body, BODY_BYTES_MAX).await.map_err(|_| Refusal::BadRequest("The body is too long."))?;
    let reported = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok());
    let all = reported("x-app-token").zip(reported("x-app-access-ts")).zip(reported("x-app-access-sig"));
    let ((token, date), signature) = all.ok_or(Refusal::Unauthorized)?;
    let at: u64 = date.parse().map_err(|_| Refusal::Unauthorized)?;
    let address = head.uri.path_and_query().map_or("", |address| address.as_str());
    let text = format!("{date}{}{address}{}", head.method, String::from_utf8_lossy(&body));
    let is_ours =
        app.config.identity_secret.sign_hex(&text) == signature && token == app.config.identity_token;
    if !is_ours || (app.config.clock.now_ms() / 1000).abs_diff(at) > TOLERANCE_S {
        return Err(Refusal::Unauthorized);
    }
    Ok(next.run(Request::from_parts(head, Body::from(body))).await)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Wanted {
    external_user_id: String,
    #[serde(default)]
    fixed_info: Info,
}

/// Makes somebody known; under a name that is taken, 409.
async fn create(State(app): State<App>, Json(wanted): Json<Wanted>) -> Result<Response, Refusal> {
    let mut state = app.store.lock();
    if state.applicant_of(&wanted.external_user_id).is_some() {
        return Err(Refusal::MerchantRefTaken);
    }
    let now = app.config.clock.now_ms();
    let applicant = Applicant {
        id: app.config.entropy.id("app"),
        external_user_id: wanted.external_user_id,
        fixed: wanted.fixed_info,
        person: None,
        standing: Standing::Init,
        attempt: 0,
        created_ms: now,
        begun_ms: now,
        reviewed_ms: None,
    };
    let reported = applicant.reported();
    state.record(vec![Line::Applicant(Box::new(applicant))])?;
    drop(state);
    Ok((StatusCode::CREATED, Json(reported)).into_response())
}

/// An applicant by the partner's name, or by the merchant's behind `-;externalUserId=`.
async fn show(State(app): State<App>, Path(name): Path<String>) -> Result<Json<Value>, Refusal> {
    let state = app.store.lock();
    let found = match name.strip_prefix("-;externalUserId=") {
        Some(external) => state.applicant_of(external),
        None => state.applicant(&name),
    };
    Ok(Json(found.ok_or(Refusal::NotFound)?.reported()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TokenWanted {
    user_id: String,
    ttl_in_secs: u64,
}

/// A token for the page of an applicant.
async fn token(State(app): State<App>, Json(wanted): Json<TokenWanted>) -> Result<Json<Value>, Refusal> {
    let id = {
        let state = app.store.lock();
        state.applicant_of(&wanted.user_id).ok_or(Refusal::NotFound)?.id.clone()
    };
    let lives_s = wanted.ttl_in_secs.min(TOKEN_LIFE_MAX_S);
    let token = app.token_until(&id, app.config.clock.now_ms() + lives_s * 1000);
    Ok(Json(json!({ "token": token, "userId": wanted.user_id })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Arrival {
    access_token: String,
}

/// The page in the casino's frame.
async fn page(State(app): State<App>, Query(arrival): Query<Arrival>) -> Response {
    let Some(applicant) = app.admitted(&arrival.access_token) else {
        return app.proofline(StatusCode::UNAUTHORIZED, view::turned_away());
    };
    app.proofline(StatusCode::OK, view::page(&app.config.merchant, &applicant, &arrival.access_token))
}

#[derive(Deserialize)]
struct Shown {
    token: String,
    person: Person,
}

/// Somebody shows a document.
async fn submit(State(app): State<App>, Form(shown): Form<Shown>) -> Result<Response, Refusal> {
    let Some(applicant) = app.admitted(&shown.token) else {
        return Ok(app.proofline(StatusCode::UNAUTHORIZED, view::turned_away()));
    };
    let now = app.config.clock.now_ms();
    let pending = Applicant {
        person: Some(shown.person),
        standing: Standing::Pending,
        attempt: applicant.attempt + 1,
        begun_ms: now,
        reviewed_ms: None,
        ..applicant.clone()
    };
    if applicant.standing.is_open() {
        app.stand(pending.clone())?;
        if let Some(end) = shown.person.end() {
            app.review_later(&pending, end);
        }
    }
    Ok(Redirect::to(&format!("/proofline/websdk?accessToken={}", shown.token)).into_response())
}

/// The page for the casino's staff.
async fn cockpit(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Refusal> {
    let applicant = app.store.lock().applicant(&id).cloned().ok_or(Refusal::NotFound)?;
    Ok(app.proofline(StatusCode::OK, view::cockpit(&applicant)))
}

#[derive(Deserialize)]
struct Decision {
    standing: Standing,
}

/// A person at the partner holds a check up, or decides about it.
async fn decide(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(decision): Form<Decision>,
) -> Result<Response, Refusal> {
    // There is no login here either: at least a page elsewhere must not be able to press the buttons.
    let site = headers.get("sec-fetch-site").map(header::HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return Err(Refusal::CrossSite);
    }
    let applicant = app.store.lock().applicant(&id).cloned().ok_or(Refusal::NotFound)?;
    let may =
        applicant.person.is_some() && (decision.standing == Standing::OnHold || decision.standing.is_over());
    if !may {
        return Err(Refusal::InvalidState);
    }
    let reviewed_ms = Some(app.config.clock.now_ms());
    app.stand(Applicant { standing: decision.standing, reviewed_ms, ..applicant })?;
    Ok(Redirect::to(&format!("/proofline/cockpit/{id}")).into_response())
}

impl App {
    fn token_until(&self, applicant: &str, until_ms: u64) -> String {
        let signature = self.config.identity_secret.sign_hex(&format!("token {applicant} {until_ms}"));
        format!("{applicant}.{until_ms}.{signature}")
    }

    /// Whom a token admits.
    fn admitted(&self, token: &str) -> Option<Applicant> {
        let (id, rest) = token.split_once('.')?;
        let until_ms: u64 = rest.split_once('.')?.0.parse().ok()?;
        let holds = self.token_until(id, until_ms) == token && self.config.clock.now_ms() < until_ms;
        self.store.lock().applicant(id).filter(|_| holds).cloned()
    }

    fn proofline(&self, status: StatusCode, view: view::View) -> Response {
        Page {
            status,
            partner: "Proofline",
            title: view.title,
            class: view.class,
            form_targets: "",
            frame_ancestors: &self.config.frame_ancestors,
            body: view.body,
        }
        .into_response()
    }

    /// Writes down where an applicant stands, and tells the casino.
    fn stand(&self, applicant: Applicant) -> Result<(), Refusal> {
        let message = applicant.message(self.config.clock.now_ms()).to_string();
        self.store.lock().record(vec![Line::Applicant(Box::new(applicant))])?;
        let app = self.clone();
        tokio::spawn(async move { app.send_message(&message).await });
        Ok(())
    }

    /// Lets a check end by itself, unless it has gone on otherwise meanwhile.
    fn review_later(&self, pending: &Applicant, end: Standing) {
        let Some(pause) = self.config.auto_settle else { return };
        let (app, id, attempt) = (self.clone(), pending.id.clone(), pending.attempt);
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            let found = app.store.lock().applicant(&id).cloned();
            let waits = |found: &Applicant| found.standing == Standing::Pending && found.attempt == attempt;
            let Some(found) = found.filter(waits) else { return };
            let reviewed_ms = Some(app.config.clock.now_ms());
            if let Err(error) = app.stand(Applicant { standing: end, reviewed_ms, ..found }) {
                tracing::error!(?error, "the end of a check cannot be written down");
            }
        });
    }

    /// Sends a webhook until it is answered with 2xx or its tries are used up.
    async fn send_message(&self, message: &str) {
        let url = format!("{}/webhooks/identity", self.config.casino_url);
        for attempt in 0..self.config.retry_tries {
            let digest = self.config.identity_webhook_secret.sign_hex(message);
            let mut headers = HeaderMap::new();
            for (name, value) in
                [("x-payload-digest", digest.as_str()), ("x-payload-digest-alg", "HMAC_SHA256_HEX")]
            {
                if let Ok(value) = value.parse() {
                    headers.insert(name, value);
                }
            }
            if self.post(&url, headers, message).await.is_some_and(|status| (200..300).contains(&status)) {
                return;
            }
            tokio::time::sleep(self.config.retry_first * 2_u32.saturating_pow(attempt)).await;
        }
        tracing::info!(url, "the casino has not taken a webhook about an applicant");
    }
}
