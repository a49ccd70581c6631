//! The line between a server and its partner, which can be cut.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

/// What the second partner believes calls by.
const SIGNING_HEADERS: [&str; 2] = ["x-meridian-date", "x-meridian-signature"];

/// What the line knows.
#[derive(Clone)]
pub struct Wire {
    pub partner: String,
    pub http: reqwest::Client,
    pub cut: Arc<AtomicBool>,
    pub away: Arc<AtomicBool>,
}

/// The line between server and partner.
pub async fn pass_on(
    State(wire): State<Wire>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    if wire.away.load(Ordering::SeqCst) {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let mut call = wire.http.request(method, format!("{}{uri}", wire.partner)).body(body);
    for name in SIGNING_HEADERS.into_iter().chain(["authorization", "idempotency-key", "content-type"]) {
        if let Some(value) = headers.get(name) {
            call = call.header(name, value);
        }
    }
    let sent = call.send().await.unwrap();
    let status = sent.status();
    let text = sent.bytes().await.unwrap();
    if wire.cut.load(Ordering::SeqCst) {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    (status, text).into_response()
}
