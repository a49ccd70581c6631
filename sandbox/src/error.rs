//! Refusals of the API.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why a call was refused, for the caller.
#[derive(Debug)]
pub(crate) enum Refusal {
    BadRequest(&'static str),
    IdempotencyKeyMissing,
    Unauthorized,
    CrossSite,
    NotFound,
    IdempotencyConflict,
    MerchantRefTaken,
    InvalidState,
    /// The voucher was used before.
    VoucherUsed,
    /// A field of the request and what is wrong with it.
    Invalid(&'static str, &'static str),
    /// Our own fault; the cause goes to the log only.
    Internal(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Refusal {
    fn from(cause: E) -> Self {
        Self::Internal(cause.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, code, message, field) = match self {
            Self::BadRequest(message) => (StatusCode::BAD_REQUEST, "bad_request", message, None),
            Self::IdempotencyKeyMissing => (
                StatusCode::BAD_REQUEST,
                "idempotency_key_missing",
                "Send an Idempotency-Key of 1 to 255 characters.",
                None,
            ),
            Self::Unauthorized => {
                (StatusCode::UNAUTHORIZED, "unauthorized", "Send the API key as a bearer token.", None)
            }
            Self::CrossSite => {
                (StatusCode::FORBIDDEN, "cross_site", "The panel takes no calls from other sites.", None)
            }
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found", "There is no such thing here.", None),
            Self::IdempotencyConflict => (
                StatusCode::CONFLICT,
                "idempotency_conflict",
                "This Idempotency-Key was used with another body.",
                None,
            ),
            Self::MerchantRefTaken => {
                (StatusCode::CONFLICT, "merchant_ref_taken", "Another payment has this merchant_ref.", None)
            }
            Self::InvalidState => {
                (StatusCode::CONFLICT, "invalid_state", "The payment's state does not allow this.", None)
            }
            Self::VoucherUsed => {
                (StatusCode::CONFLICT, "voucher_used", "This voucher was used before.", None)
            }
            Self::Invalid(field, message) => {
                (StatusCode::UNPROCESSABLE_ENTITY, "invalid", message, Some(field))
            }
            Self::Internal(cause) => {
                tracing::error!(error = format!("{cause:#}"), "a call failed");
                (StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong here.", None)
            }
        };
        (status, Json(json!({"error": {"code": code, "message": message, "field": field}}))).into_response()
    }
}
