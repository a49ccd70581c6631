//! The control panel: what a person or a test can do to payments from the partner's side.

mod arrivals;
mod view;

use axum::Json;
use axum::Router;
use axum::extract::{Form, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::App;
use crate::error::Refusal;
use crate::page::Page;
use crate::partner::{Mode, Partner};
use crate::payment::{Paid, Payment, Step};
use crate::store::Event;

const COPIES_MAX: u8 = 100;
const HOUR_SECONDS: u64 = 3600;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/panel", get(show))
        .route("/panel/partners", get(partners))
        .route("/panel/partners/{partner}", post(set_mode))
        .route("/panel/payments", get(list))
        .route("/panel/arrivals", post(arrivals::send))
        .route("/panel/payments/{id}/settle", post(settle))
        .route("/panel/payments/{id}/seen", post(see))
        .route("/panel/payments/{id}/confirm", post(confirm))
        .route("/panel/payments/{id}/webhook", post(send_webhook))
}

/// An action's input, as JSON from a test or as a form from the page.
enum Input<T> {
    Json(T),
    Form(T),
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Response> {
        // The panel has no login; at least a page elsewhere must not be able to press its buttons.
        let headers: &HeaderMap = request.headers();
        let site = headers.get("sec-fetch-site").map(header::HeaderValue::as_bytes);
        if !matches!(site, None | Some(b"same-origin" | b"none")) {
            return Err(Refusal::CrossSite.into_response());
        }
        let is_form = headers
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind.as_bytes().starts_with(b"application/x-www-form-urlencoded"));
        if is_form {
            let Form(input) =
                Form::from_request(request, state).await.map_err(IntoResponse::into_response)?;
            Ok(Self::Form(input))
        } else {
            let Json(input) = Json::from_request(request, state).await.map_err(|_| {
                Refusal::BadRequest("The body is not what this action takes.").into_response()
            })?;
            Ok(Self::Json(input))
        }
    }
}

impl<T> Input<T> {
    fn value(&self) -> &T {
        match self {
            Self::Json(value) | Self::Form(value) => value,
        }
    }

    /// JSON for a test, back to the page for a person.
    fn answer(&self, body: impl Serialize) -> Response {
        match self {
            Self::Json(_) => Json(body).into_response(),
            Self::Form(_) => Redirect::to("/panel").into_response(),
        }
    }
}

async fn show(State(app): State<App>) -> Response {
    let body = view::panel(&app.store.lock(), &app.modes);
    Page {
        status: StatusCode::OK,
        partner: "Northpay",
        title: "Panel",
        class: "panel",
        form_targets: "",
        frame_ancestors: "'none'",
        body,
    }
    .into_response()
}

async fn list(State(app): State<App>) -> Json<Value> {
    let state = app.store.lock();
    let entries: Vec<_> = state
        .payments()
        .map(|payment| {
            let webhooks: Vec<_> = state
                .events_of(&payment.id)
                .map(|event| {
                    json!({
                        "id": event.id, "type": event.kind, "attempts": event.attempts,
                        "delivered": event.delivered, "last_answer": event.last_answer,
                        "unanswered": event.unanswered,
                    })
                })
                .collect();
            json!({ "partner": payment.partner, "payment": payment.view(&app.public_url), "webhooks": webhooks })
        })
        .collect();
    Json(json!({ "data": entries }))
}

/// How each partner is doing.
async fn partners(State(app): State<App>) -> Json<Value> {
    let mode = |partner| app.modes.of(partner);
    Json(json!({ "northpay": mode(Partner::Northpay), "meridian": mode(Partner::Meridian) }))
}

#[derive(Deserialize)]
struct SetMode {
    mode: Mode,
}

/// Lets a partner work, fail, or take no new payment.
async fn set_mode(State(app): State<App>, Path(partner): Path<Partner>, input: Input<SetMode>) -> Response {
    let mode = input.value().mode;
    app.modes.set(partner, mode);
    tracing::info!(partner = partner.title(), ?mode, "a partner was set");
    input.answer(json!({ "mode": mode }))
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ending {
    Succeeded,
    Declined,
    Canceled,
}

#[derive(Deserialize)]
struct Settle {
    status: Ending,
    error_code: Option<String>,
    /// Subunits that have come, when they are not those that were asked for.
    received: Option<i64>,
}

async fn settle(
    State(app): State<App>,
    Path(id): Path<String>,
    input: Input<Settle>,
) -> Result<Response, Refusal> {
    let asked = input.value();
    let step = match asked.status {
        Ending::Succeeded if asked.received.is_some_and(|amount| amount <= 0) => {
            return Err(Refusal::Invalid("received", "What has come is above zero."));
        }
        Ending::Succeeded => Step::Succeeded(Paid { received: asked.received, ..Paid::default() }),
        Ending::Declined => {
            Step::Declined(asked.error_code.clone().unwrap_or_else(|| "declined_by_partner".into()))
        }
        Ending::Canceled => Step::Canceled,
    };
    let payment = app.advance(&id, step)?;
    Ok(input.answer(payment.view(&app.public_url)))
}

#[derive(Deserialize)]
struct Seen {
    /// Subunits; what was asked for when left out.
    received: Option<i64>,
}

/// A coin's payment appears on its chain.
async fn see(
    State(app): State<App>,
    Path(id): Path<String>,
    input: Input<Seen>,
) -> Result<Response, Refusal> {
    let received = input.value().received;
    if received.is_some_and(|amount| amount <= 0) {
        return Err(Refusal::Invalid("received", "What has come is above zero."));
    }
    let payment = app.see(&id, received)?;
    Ok(input.answer(payment.view(&app.public_url)))
}

#[derive(Deserialize)]
struct Nothing {}

/// One more block confirms a coin's payment.
async fn confirm(
    State(app): State<App>,
    Path(id): Path<String>,
    input: Input<Nothing>,
) -> Result<Response, Refusal> {
    let payment = app.confirm(&id)?;
    Ok(input.answer(payment.view(&app.public_url)))
}

/// What is done to the repeated webhook.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Variant {
    Resend,
    BadSignature,
    OldTimestamp,
    OtherAmount,
}

#[derive(Deserialize)]
struct SendWebhook {
    kind: Variant,
    #[serde(default = "one")]
    copies: u8,
}

fn one() -> u8 {
    1
}

async fn send_webhook(
    State(app): State<App>,
    Path(id): Path<String>,
    input: Input<SendWebhook>,
) -> Result<Response, Refusal> {
    let SendWebhook { kind, copies } = *input.value();
    if !(1..=COPIES_MAX).contains(&copies) {
        return Err(Refusal::Invalid("copies", "copies is from 1 to 100."));
    }
    let (payment, latest) = {
        let state = app.store.lock();
        let payment = state.payment(&id).ok_or(Refusal::NotFound)?.clone();
        let latest = state.events_of(&id).next_back().ok_or(Refusal::InvalidState)?.clone();
        (payment, latest)
    };
    let event = if kind == Variant::OtherAmount {
        let other = Payment { amount: payment.amount + 1, ..payment.clone() };
        crate::webhook::event_of(&other, app.config.entropy.id("msg"), &app.public_url)?
            .ok_or(Refusal::InvalidState)?
    } else {
        latest
    };
    let sending: Vec<_> = (0..copies)
        .map(|_| {
            let (app, event, payment) = (app.clone(), event.clone(), payment.clone());
            tokio::spawn(async move { send_variant(&app, kind, &event, &payment).await })
        })
        .collect();
    let mut answers = Vec::new();
    for copy in sending {
        answers.push(copy.await?);
    }
    Ok(input.answer(json!({ "webhook_id": event.id, "answers": answers })))
}

async fn send_variant(app: &App, kind: Variant, event: &Event, payment: &Payment) -> Option<u16> {
    let now = app.config.clock.now_ms() / 1000;
    let timestamp = if kind == Variant::OldTimestamp { now.saturating_sub(HOUR_SECONDS) } else { now };
    app.post_event(payment, event, timestamp, kind == Variant::BadSignature).await
}
