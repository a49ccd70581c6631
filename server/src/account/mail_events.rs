//! What mail servers report of our mails: bounces and complaints. Believed by their signature alone.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{guest_offers, subscriptions};
use crate::app::App;
use crate::identity;
use crate::mail::{self, Suppression};
use crate::platform::body::RawBody;
use crate::platform::error::{ApiError, ApiResult, ErrorBody};
use crate::platform::signature::{Secret, SignatureError};

/// The call of this module.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(mail_event))
}

#[derive(Deserialize)]
struct Report {
    /// `mail.bounced` or `mail.complained`; others are not for us.
    #[serde(rename = "type")]
    kind: String,
    data: ReportData,
}

#[derive(Deserialize)]
struct ReportData {
    /// The `Message-ID` of the mail.
    message_id: String,
    /// Whether a bounce is for good.
    #[serde(default = "yes")]
    permanent: bool,
}

const fn yes() -> bool {
    true
}

/// Take a report of a mail server
///
/// Signed as Standard Webhooks. After a permanent bounce no mail goes to the address; after a complaint no offers do, and its
/// player is unsubscribed. Offers without an account end with both. 404 for a mail that this server has not sent, and where no
/// secret is set.
#[utoipa::path(post, path = "/webhooks/mail/events", tag = "webhooks",
    request_body(content = String, content_type = "application/json"), responses(
    (status = 204),
    (status = 400, body = ErrorBody),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 413, body = ErrorBody),
))]
async fn mail_event(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> ApiResult<StatusCode> {
    let secret = app.config.mail_webhook_secret.as_deref().and_then(Secret::parse);
    let secret = secret.ok_or_else(ApiError::not_found)?;
    let bad = |message: &str| ApiError::code(StatusCode::BAD_REQUEST, "bad_request", message);
    secret.verify(&headers, &body, app.clock.now()).map_err(|error| match error {
        SignatureError::Invalid => {
            ApiError::code(StatusCode::UNAUTHORIZED, "unauthorized", "The signature is not right.")
        }
        SignatureError::Expired => bad("The message is too old, or from the future."),
    })?;
    let Report { kind, data } = serde_json::from_slice(&body).map_err(|_| bad("The body is no report."))?;
    let reason = match kind.as_str() {
        "mail.bounced" if data.permanent => Suppression::Bounce,
        "mail.complained" => Suppression::Complaint,
        _ => return Ok(StatusCode::NO_CONTENT),
    };
    let address = mail::recipient_of(&app, &data.message_id).await?.ok_or_else(ApiError::not_found)?;
    let mut tx = app.db.begin().await?;
    mail::suppress(&app, &mut tx, &address, reason).await?;
    guest_offers::forget(&mut tx, &address).await?;
    tx.commit().await?;
    if reason == Suppression::Complaint
        && let Some(player) = identity::player_by_email(&app.db, &address).await?
    {
        subscriptions::end_own(&app, player).await?;
    }
    tracing::info!(reason = kind, "an address gets no more mail");
    Ok(StatusCode::NO_CONTENT)
}
