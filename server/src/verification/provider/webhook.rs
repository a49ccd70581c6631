//! The partner's webhooks: believed by their signature, and only as far as whom to ask about.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};

use super::taking::take;
use super::{PlayerRef, WebhookRejection, external, store};
use crate::app::App;
use crate::platform::body::RawBody;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};

/// Take a webhook of the identity partner
///
/// Signed with HMAC-SHA256 over the body, in hex, in `x-payload-digest`. 204 means that the message was taken or is old news; a
/// player who is not known yet is 404, so that the partner tries again.
#[utoipa::path(post, path = "/webhooks/identity", tag = "webhooks",
    request_body(content = String, content_type = "application/json"), responses(
    (status = 204),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "conflict: the message is about somebody else's check", body = ErrorBody),
    (status = 413, body = ErrorBody),
    (status = 503, description = "Not taken in time; to be sent again", body = ErrorBody),
))]
pub(super) async fn identity_webhook(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<StatusCode> {
    let partner = app.identity_partner.as_ref().ok_or_else(ApiError::not_found)?;
    let message = partner.read_webhook(&headers, &body).map_err(|why| match why {
        WebhookRejection::Signature => {
            ApiError::code(StatusCode::UNAUTHORIZED, "unauthorized", "The signature is not right.")
        }
        WebhookRejection::Unreadable(why) => {
            tracing::warn!(why, "a signed webhook of the identity partner cannot be read");
            let message = "The body is no message about a player.";
            ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message)
        }
    })?;
    let check = store::of_applicant(&app.db, &message.applicant).await?.ok_or_else(ApiError::not_found)?;
    let other = || ApiError::conflict("conflict", "The message does not fit the player.");
    if message.external != external(check.player) {
        tracing::error!(player = check.player, told = message.external, "a webhook names somebody else");
        return Err(other());
    }
    // What is older than what is known need not be asked about.
    if message.at.is_some_and(|at| at < check.reported_at) {
        return Ok(StatusCode::NO_CONTENT);
    }
    let report = partner.find(PlayerRef::Theirs(&check.applicant)).await.map_err(|failure| {
        tracing::warn!(player = check.player, %failure, "the identity partner could not be asked");
        ApiError::unavailable(&failure)
    })?;
    if report.external != message.external {
        return Err(other());
    }
    take(&app, check.player, &report).await?;
    Ok(StatusCode::NO_CONTENT)
}
