//! The merchant's API under `/v1`.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, response};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::App;
use crate::arrival::AddressRequest;
use crate::error::Refusal;
use crate::method::Method;
use crate::partner::{Mode, Partner};
use crate::request::PaymentRequest;
use crate::settlement;

const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

pub(crate) fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/v1/methods", get(methods))
        .route("/v1/payments", post(create).get(find))
        .route("/v1/payments/{id}", get(show))
        .route("/v1/payments/{id}/cancel", post(cancel))
        .route("/v1/settlements", get(settlements))
        .route("/v1/coin_addresses", post(coin_address))
        .route("/v1/arrivals", get(arrivals))
        .route_layer(from_fn_with_state(app.clone(), require_key))
}

/// Digests are compared, so that the time taken says nothing about how much of a key was right.
async fn require_key(State(app): State<App>, request: Request, next: Next) -> Result<Response, Refusal> {
    if app.modes.of(Partner::Northpay) == Mode::Down {
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    }
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "))
        .ok_or(Refusal::Unauthorized)?;
    if Sha256::digest(given) != Sha256::digest(&app.config.api_key) {
        return Err(Refusal::Unauthorized);
    }
    Ok(next.run(request).await)
}

async fn create(State(app): State<App>, headers: HeaderMap, body: Bytes) -> Result<Response, Refusal> {
    let key = headers
        .get("idempotency-key")
        .and_then(|value| value.to_str().ok())
        .filter(|key| (1..=255).contains(&key.len()))
        .ok_or(Refusal::IdempotencyKeyMissing)?;
    let request: PaymentRequest = serde_json::from_slice(&body).map_err(|error| {
        tracing::info!(%error, "a payment request cannot be read");
        Refusal::BadRequest("The body is not a payment request; see the README for its fields.")
    })?;
    let created = app.create(Partner::Northpay, key, &request)?;
    let mut answer =
        (StatusCode::CREATED, [(header::CONTENT_TYPE, "application/json")], created.answer).into_response();
    if created.replayed {
        answer.headers_mut().insert(REPLAYED, header::HeaderValue::from_static("true"));
    }
    Ok(answer)
}

async fn show(State(app): State<App>, Path(id): Path<String>) -> response::Result<Json<Value>, Refusal> {
    let state = app.store.lock();
    let payment = state.payment(&id).filter(|payment| payment.partner == Partner::Northpay);
    let payment = payment.ok_or(Refusal::NotFound)?;
    Ok(Json(serde_json::to_value(payment.view(&app.public_url))?))
}

/// Gives up a deposit that waits for the customer; its checkout is closed then.
async fn cancel(State(app): State<App>, Path(id): Path<String>) -> response::Result<Json<Value>, Refusal> {
    let payment = app.cancel(&id)?;
    Ok(Json(serde_json::to_value(payment.view(&app.public_url))?))
}

/// The ids of all methods that the partner carries.
async fn methods() -> Json<Value> {
    let ids: Vec<_> = Method::all().map(Method::id).collect();
    Json(json!({ "data": ids }))
}

#[derive(Deserialize)]
struct Find {
    merchant_ref: String,
}

async fn find(
    State(app): State<App>,
    query: Result<Query<Find>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    let Query(find) = query.map_err(|_| Refusal::BadRequest("Ask with ?merchant_ref=."))?;
    let state = app.store.lock();
    let found: Vec<_> = state
        .payment_by_ref(Partner::Northpay, &find.merchant_ref)
        .into_iter()
        .map(|payment| payment.view(&app.public_url))
        .collect();
    Ok(Json(json!({ "data": found })))
}

#[derive(Deserialize)]
struct Settlements {
    date: String,
    after: Option<String>,
}

/// The file of a day, in parts.
async fn settlements(
    State(app): State<App>,
    query: Result<Query<Settlements>, axum::extract::rejection::QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(asked) = query.map_err(|_| Refusal::BadRequest("Ask with ?date=YYYY-MM-DD."))?;
    let file = settlement::file(&app.store.lock(), &asked.date, asked.after.as_deref())?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], file).into_response())
}

/// The lasting address of a customer for a coin.
async fn coin_address(State(app): State<App>, body: Bytes) -> Result<Json<Value>, Refusal> {
    let request: AddressRequest = serde_json::from_slice(&body)
        .map_err(|_| Refusal::BadRequest("Name a currency, a customer and a notify_url."))?;
    app.lasting_address(&request).map(Json)
}

#[derive(Deserialize)]
struct Arrivals {
    /// The `next` of the answer before.
    #[serde(default)]
    after: usize,
}

/// What came to lasting addresses, in the order in which it changed.
async fn arrivals(
    State(app): State<App>,
    query: Result<Query<Arrivals>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, Refusal> {
    let Query(asked) = query.map_err(|_| Refusal::BadRequest("after is the next of an earlier answer."))?;
    app.arrivals(asked.after).map(Json)
}
