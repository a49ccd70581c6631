//! The partner's webhooks. Believed by their signature alone; what they say goes the way of all reports.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use uuid::Uuid;

use super::partner::{Report, WebhookRejection};
use super::reports::{self, ReportOutcome};
use super::{coin_arrivals, store, untaken};
use crate::app::App;
use crate::platform::body::RawBody;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::query::Path;
use crate::platform::signature::SignatureError;

/// The partner waits ten seconds for an answer; one that takes longer is nobody's. Answered before that to come
/// again, it does.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(8);

/// Take a webhook of a payment partner
///
/// Signed as the partner signs: Northpay as Standard Webhooks has it. 204 means that the message was taken or is old news; a payment that is not
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
    RawBody(body): RawBody,
) -> ApiResult<StatusCode> {
    let partner = app.cashbox.partners.get(&provider).ok_or_else(ApiError::not_found)?;
    let bad = |message: &str| ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message);
    let now = app.clock.now();
    let report = partner.read_webhook(&headers, &body, now).map_err(|why| match why {
        WebhookRejection::Signature(SignatureError::Invalid) => {
            let status = StatusCode::UNAUTHORIZED;
            ApiError::code(status, "unauthorized", "The signature is not right.")
        }
        WebhookRejection::Signature(SignatureError::Expired) => {
            bad("The message is too old, or from the future.")
        }
        WebhookRejection::Unreadable(why) => {
            tracing::warn!(provider, why, "a signed webhook cannot be read");
            bad("The body is no message about a payment.")
        }
    })?;
    if let Some(taken) = Box::pin(coin_arrivals::reported(&app, partner.name, &report)).await? {
        return answer(&app, partner.name, &report, taken).await;
    }
    let payment = match Uuid::parse_str(&report.merchant_ref) {
        Ok(id) => store::get(&app.db, id).await?,
        Err(_) => None,
    };
    let Some(payment) = payment.filter(|payment| payment.provider == provider) else {
        tracing::error!(
            provider,
            reference = report.merchant_ref,
            "a partner reports a payment that it does not have of us"
        );
        untaken::note(&app, partner.name, &report, "unknown").await?;
        return Err(ApiError::not_found());
    };
    let taken = reports::take(&app, payment, &report).await?;
    answer(&app, partner.name, &report, taken).await
}

/// Answers the partner, and keeps what was not taken.
async fn answer(
    app: &App,
    partner: &'static str,
    report: &Report,
    taken: ReportOutcome,
) -> ApiResult<StatusCode> {
    match taken {
        ReportOutcome::Yes => {
            untaken::settle(app, partner, &report.merchant_ref).await?;
            Ok(StatusCode::NO_CONTENT)
        }
        ReportOutcome::NotNow => {
            untaken::note(app, partner, report, "not_now").await?;
            Err(ApiError::unavailable(&"the books do not take the payment as they are"))
        }
        ReportOutcome::Mismatch => {
            untaken::note(app, partner, report, "mismatch").await?;
            Err(ApiError::conflict("conflict", "The message does not fit the payment."))
        }
    }
}
