//! The partner's webhooks. Believed by their signature alone; what they say goes the way of all reports.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use uuid::Uuid;

use super::partner::{NORTHPAY, Report};
use super::reports::{self, Taken};
use super::store;
use crate::app::App;
use crate::error::{ApiError, ApiResult, ErrorBody};
use crate::query::Path;
use crate::signature::SignatureError;

/// The partner waits ten seconds for an answer; one that takes longer is nobody's. Told before that to come
/// again, it does.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(8);

/// What a webhook holds, as far as it matters.
#[derive(Deserialize)]
struct Body {
    data: Report,
}

/// Take a webhook of a payment partner
///
/// Signed as Standard Webhooks. 204 means that the message was taken or is old news; a payment that is not
/// known yet is 404, so that the partner tries again.
#[utoipa::path(post, path = "/webhooks/payments/{provider}", tag = "webhooks",
    params(("provider" = String, Path)), request_body(content = String, content_type = "application/json"), responses(
    (status = 204),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 413, body = ErrorBody),
    (status = 503, description = "Not taken in time; to be sent again", body = ErrorBody),
))]
pub(super) async fn webhook(
    State(app): State<Arc<App>>,
    Path(provider): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult<StatusCode> {
    if provider != NORTHPAY {
        return Err(ApiError::not_found());
    }
    let bad = |message: &str| ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message);
    let now = app.clock.now();
    app.cashbox.webhook_secret.verify(&headers, &body, now).map_err(|error| match error {
        SignatureError::Invalid => {
            let status = StatusCode::UNAUTHORIZED;
            ApiError::code(status, "unauthorized", "The signature is not right.")
        }
        SignatureError::Stale => bad("The message is too old, or from the future."),
    })?;
    let Body { data: report } = serde_json::from_slice(&body).map_err(|error| {
        tracing::warn!(%error, "a signed webhook cannot be read");
        bad("The body is no message about a payment.")
    })?;
    let id = Uuid::parse_str(&report.merchant_ref).map_err(|_| ApiError::not_found())?;
    let payment = store::get(&app.db, id).await?.filter(|payment| payment.provider == provider);
    match reports::take(&app, payment.ok_or_else(ApiError::not_found)?, &report).await? {
        Taken::Yes => Ok(StatusCode::NO_CONTENT),
        Taken::NotNow => Err(ApiError::unavailable(&"the books do not take the payment as they are")),
        Taken::Mismatch => Err(ApiError::conflict("conflict", "The message does not fit the payment.")),
    }
}
