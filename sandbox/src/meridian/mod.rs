//! The second partner's API under `/meridian`: orders that the merchant names itself, whole units as decimals, and
//! signatures on calls, answers' webhooks and all. Nothing of its wire is like the first one's.

mod file;
mod wire;

use axum::body::{Bytes, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, body::Body};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::BODY_BYTES_MAX;
use crate::error::Refusal;
use crate::method::Method;
use crate::partner::{Mode, Partner};
use wire::OrderRequest;
pub(crate) use wire::{Order, webhook_body};

/// How far the time of a call may be from ours, in seconds.
const TOLERANCE_S: u64 = 300;

pub(crate) fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/meridian/methods", get(methods))
        .route("/meridian/orders/{reference}", get(show).put(order).delete(cancel))
        .route("/meridian/settlements/{day}", get(settlements))
        .route_layer(from_fn_with_state(app.clone(), require_signature))
}

/// A refusal in this partner's words.
pub(crate) struct Fault(Refusal);

impl<E: Into<Refusal>> From<E> for Fault {
    fn from(refusal: E) -> Self {
        Self(refusal.into())
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (status, reason, detail) = match self.0 {
            Refusal::BadRequest(detail) => (StatusCode::BAD_REQUEST, "malformed", detail),
            Refusal::Unauthorized => {
                (StatusCode::UNAUTHORIZED, "bad_signature", "The call is not signed rightly.")
            }
            Refusal::NotFound => (StatusCode::NOT_FOUND, "unknown_order", "There is no such order."),
            Refusal::InvalidState => (StatusCode::CONFLICT, "final", "The order has come to its end."),
            Refusal::IdempotencyConflict | Refusal::MerchantRefTaken => {
                (StatusCode::CONFLICT, "other_order", "This reference names another order.")
            }
            Refusal::Invalid(field, detail) => {
                let fault = json!({ "reason": "rejected", "field": field, "detail": detail });
                return (StatusCode::PAYMENT_REQUIRED, Json(json!({ "fault": fault }))).into_response();
            }
            other => return other.into_response(),
        };
        (status, Json(json!({ "fault": { "reason": reason, "detail": detail } }))).into_response()
    }
}

/// Believes a call that is signed over its method, address, time and body.
async fn require_signature(State(app): State<App>, request: Request, next: Next) -> Result<Response, Fault> {
    if app.modes.of(Partner::Meridian) == Mode::Down {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    }
    let (head, body) = request.into_parts();
    let body =
        to_bytes(body, BODY_BYTES_MAX).await.map_err(|_| Refusal::BadRequest("The body is too long."))?;
    let reported = |name: &str| head.headers.get(name).and_then(|value| value.to_str().ok());
    let (date, signature) =
        reported("x-meridian-date").zip(reported("x-meridian-signature")).ok_or(Refusal::Unauthorized)?;
    let at: u64 = date.parse().map_err(|_| Refusal::Unauthorized)?;
    let address = head.uri.path_and_query().map_or("", |address| address.as_str());
    let text = format!("{}\n{address}\n{date}\n{}", head.method, hex::encode(Sha256::digest(&body)));
    let ours = app.config.meridian_secret.sign_hex(&text);
    let is_ours = Sha256::digest(ours) == Sha256::digest(signature);
    if !is_ours || (app.config.clock.now_ms() / 1000).abs_diff(at) > TOLERANCE_S {
        return Err(Refusal::Unauthorized.into());
    }
    Ok(next.run(Request::from_parts(head, Body::from(body))).await)
}

/// Takes an order in; the same order under the same reference is answered as it was the first time.
async fn order(
    State(app): State<App>,
    Path(reference): Path<String>,
    body: Bytes,
) -> Result<Response, Fault> {
    let asked: OrderRequest = serde_json::from_slice(&body).map_err(|error| {
        tracing::info!(%error, "an order cannot be read");
        Refusal::BadRequest("The body is no order; see the README for its fields.")
    })?;
    let request = asked.into_request(reference)?;
    let created = app.create(Partner::Meridian, &format!("meridian {}", request.merchant_ref), &request)?;
    let status = if created.replayed { StatusCode::OK } else { StatusCode::CREATED };
    Ok((status, [(header::CONTENT_TYPE, "application/json")], created.answer).into_response())
}

async fn show(State(app): State<App>, Path(reference): Path<String>) -> Result<Json<Value>, Fault> {
    let state = app.store.lock();
    let payment = state.payment_by_ref(Partner::Meridian, &reference).ok_or(Refusal::NotFound)?;
    Ok(Json(serde_json::to_value(Order::of(payment, &app.public_url)).map_err(Refusal::from)?))
}

/// Gives up an order that waits for its payer.
async fn cancel(State(app): State<App>, Path(reference): Path<String>) -> Result<Json<Value>, Fault> {
    let id = {
        let state = app.store.lock();
        state.payment_by_ref(Partner::Meridian, &reference).ok_or(Refusal::NotFound)?.id.clone()
    };
    let payment = app.cancel(&id)?;
    Ok(Json(serde_json::to_value(Order::of(&payment, &app.public_url)).map_err(Refusal::from)?))
}

async fn methods() -> Json<Value> {
    let codes: Vec<_> =
        Method::all().map(|method| json!({ "code": method.id(), "name": method.title() })).collect();
    Json(json!({ "methods": codes }))
}

#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    page: usize,
}

/// A part of the file of a day, `{day}.csv`.
async fn settlements(
    State(app): State<App>,
    Path(day): Path<String>,
    Query(Page { page }): Query<Page>,
) -> Result<Response, Fault> {
    let day = day.strip_suffix(".csv").ok_or(Refusal::NotFound)?;
    let text = file::of_day(&app.store.lock(), day, page);
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text).into_response())
}

/// The headers that sign a webhook of `body` at `timestamp`.
pub(crate) fn webhook_headers(signature: &str, timestamp: u64) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Ok(value) = format!("t={timestamp},s={signature}").parse() {
        headers.insert("x-meridian-signature", value);
    }
    headers
}
