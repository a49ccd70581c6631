//! Writing to support.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::page_context::{PageContext, locale_of};
use crate::app::App;
use crate::auth::{Caller, Visitor};
use crate::content::contact::{self, Typed};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::player;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(send_contact_message))
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
struct ContactMessage {
    /// Where the answer goes.
    email: String,
    /// Who writes; 1 to 60 characters.
    name: String,
    /// 1 to 120 characters.
    subject: String,
    /// 1 to 4,000 characters.
    message: String,
    /// The solved captcha, from the third message of an hour on.
    captcha: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct ContactReceived {
    /// The number of the message, for talking about it.
    id: Uuid,
}

/// Write to support
///
/// 10 messages an hour from one address, the first 2 without a captcha. The given address gets a receipt by mail, 3 a day
/// at most.
#[utoipa::path(post, path = "/api/send_contact_message", tag = "content", request_body = ContactMessage, responses(
    (status = 201, body = ContactReceived),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn send_contact_message(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    page_context: PageContext,
    headers: HeaderMap,
    Json(body): Json<ContactMessage>,
) -> ApiResult<impl IntoResponse> {
    let ContactMessage { email, name, subject, message, captcha } = body;
    let own = match caller.player() {
        Some(player) => Some(player::get(&app, player.id).await?),
        None => None,
    };
    let locale = locale_of(&app, own.as_ref(), &visitor, &headers);
    let typed = Typed { email, name, subject, message, captcha, locale };
    let published = app.content.now();
    let id = contact::receive(&app, &visitor, &caller, page_context.brand(&app, &published)?, &typed).await?;
    Ok((StatusCode::CREATED, Json(ContactReceived { id })))
}
