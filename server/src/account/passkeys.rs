//! The calls about passkeys: asking for one, and the player's own list.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::security::{NO_STORE, RecoveryCodes};
use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::content;
use crate::identity::{self, FactorFields, PasskeySite, PasskeyView};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(passkey_challenge))
        .routes(routes!(passkeys, add_passkey))
        .routes(routes!(begin_passkey))
        .routes(routes!(rename_passkey, remove_passkey))
        .routes(routes!(require_passkey, stop_requiring_passkey))
}

/// The host of a call, as passkeys know it.
fn site_of(app: &App, visitor: &Visitor) -> ApiResult<PasskeySite> {
    let unavailable =
        || ApiError::conflict("passkeys_unavailable", "There are no passkeys under this address.");
    PasskeySite::of(&content::mail_brand(app, &visitor.host)?.site).ok_or_else(unavailable)
}

/// What a browser is asked, in the JSON form of its options.
#[derive(Serialize, ToSchema)]
struct PasskeyOptions {
    #[schema(value_type = Object)]
    public_key: Value,
}

/// Ask for a passkey
///
/// For signing in and wherever a second factor is asked for. The challenge counts for one answer, within five minutes.
#[utoipa::path(post, path = "/api/passkeys/challenges", tag = "identity", responses(
    (status = 201, body = PasskeyOptions),
    (status = 409, description = "passkeys_unavailable: the site has no name under this address", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn passkey_challenge(State(app): State<Arc<App>>, visitor: Visitor) -> ApiResult<impl IntoResponse> {
    app.limits.passkeys.take(visitor.limit_key())?;
    let public_key = identity::ask_for_passkey(&app, site_of(&app, &visitor)?).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(PasskeyOptions { public_key })))
}

#[derive(Serialize, ToSchema)]
struct PasskeyEntry {
    id: String,
    /// What the player calls it.
    name: String,
    /// The host that it is for.
    host: String,
    created_at: String,
    /// When it was last shown; null before the first time.
    used_at: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct PasskeyList {
    passkeys: Vec<PasskeyEntry>,
    /// Whether one, or a recovery code or a code of the app, is asked for after the password.
    required: bool,
    /// Whether the site can have passkeys under this address.
    available: bool,
}

/// Read the player's passkeys
#[utoipa::path(get, path = "/api/player/passkeys", tag = "identity", responses(
    (status = 200, body = PasskeyList),
    (status = 401, body = ErrorBody),
))]
async fn passkeys(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
) -> ApiResult<Json<PasskeyList>> {
    let (passkeys, required) = identity::passkeys_of(&app, caller.id).await?;
    let entry = |passkey: PasskeyView| PasskeyEntry {
        id: passkey.id,
        name: passkey.name,
        host: passkey.host,
        created_at: rfc3339(passkey.created_at),
        used_at: passkey.used_at.map(rfc3339),
    };
    let available = site_of(&app, &visitor).is_ok();
    Ok(Json(PasskeyList { passkeys: passkeys.into_iter().map(entry).collect(), required, available }))
}

/// What shows that the player asks for a change: the password, and a second factor where there is one.
#[derive(Deserialize, ToSchema)]
struct GuardedBody {
    password: String,
    /// Six digits of the authenticator app.
    otp_attempt: Option<String>,
    /// A recovery code in their place.
    recovery_code: Option<String>,
    /// A passkey in their place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

impl GuardedBody {
    fn factor(&self) -> FactorFields<'_> {
        let (otp_attempt, recovery_code) = (self.otp_attempt.as_deref(), self.recovery_code.as_deref());
        FactorFields { otp_attempt, recovery_code, passkey: self.passkey.as_ref() }
    }
}

/// Begin to register a passkey
///
/// Answers what the browser is asked; `POST /api/player/passkeys` takes what it makes, in the same session and within five
/// minutes.
#[utoipa::path(post, path = "/api/player/passkeys/registrations", tag = "identity", request_body = GuardedBody, responses(
    (status = 201, body = PasskeyOptions),
    (status = 401, body = ErrorBody),
    (status = 409, description = "passkeys_unavailable or too_many_passkeys; or the password was changed meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn begin_passkey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<GuardedBody>,
) -> ApiResult<impl IntoResponse> {
    let (site, password) = (site_of(&app, &visitor)?, body.password.clone());
    let public_key = identity::begin_passkey(&app, &visitor, &caller, site, password, body.factor()).await?;
    Ok((StatusCode::CREATED, NO_STORE, Json(PasskeyOptions { public_key })))
}

#[derive(Deserialize, ToSchema)]
struct NewPasskey {
    /// What the player calls it; up to 50 characters.
    name: String,
    /// The JSON form of the browser's `PublicKeyCredential`.
    #[schema(value_type = Object)]
    passkey: Value,
}

#[derive(Serialize, ToSchema)]
struct AddedPasskey {
    id: String,
}

/// Register a passkey
///
/// The player is told by mail.
#[utoipa::path(post, path = "/api/player/passkeys", tag = "identity", request_body = NewPasskey, responses(
    (status = 201, body = AddedPasskey),
    (status = 401, body = ErrorBody),
    (status = 409, description = "passkey_known or too_many_passkeys", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn add_passkey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<NewPasskey>,
) -> ApiResult<impl IntoResponse> {
    let id = identity::add_passkey(&app, &visitor, &caller, &body.name, &body.passkey).await?;
    Ok((StatusCode::CREATED, Json(AddedPasskey { id })))
}

#[derive(Deserialize, ToSchema)]
struct PasskeyName {
    name: String,
}

/// Give a passkey another name
#[utoipa::path(patch, path = "/api/player/passkeys/{id}", tag = "identity", params(("id" = String, Path)),
    request_body = PasskeyName, responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 422, body = FieldErrorsBody),
    ))]
async fn rename_passkey(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
    Json(body): Json<PasskeyName>,
) -> ApiResult<StatusCode> {
    identity::rename_passkey(&app, &caller, &id, &body.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Remove a passkey
///
/// The player is told by mail.
#[utoipa::path(delete, path = "/api/player/passkeys/{id}", tag = "identity", params(("id" = String, Path)),
    request_body = GuardedBody, responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "last_passkey; or the password was changed meanwhile", body = ErrorBody),
        (status = 422, body = FieldErrorsBody),
        (status = 429, body = ErrorBody),
    ))]
async fn remove_passkey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Path(id): Path<String>,
    Json(body): Json<GuardedBody>,
) -> ApiResult<StatusCode> {
    let password = body.password.clone();
    identity::remove_passkey(&app, &visitor, &caller, &id, password, body.factor()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for a passkey after the password
///
/// Answers recovery codes where there were none. Every other session of the player ends, and the player is told by mail.
#[utoipa::path(put, path = "/api/player/passkeys/required", tag = "identity", request_body = GuardedBody, responses(
    (status = 200, body = RecoveryCodes),
    (status = 401, body = ErrorBody),
    (status = 409, description = "no_passkey or passkey_required; or the password was changed meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn require_passkey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<GuardedBody>,
) -> ApiResult<impl IntoResponse> {
    let password = body.password.clone();
    let recovery_codes = identity::require_passkey(&app, &visitor, &caller, password, body.factor()).await?;
    Ok((NO_STORE, Json(RecoveryCodes { recovery_codes })))
}

/// Ask for a passkey after the password no more
#[utoipa::path(delete, path = "/api/player/passkeys/required", tag = "identity", request_body = GuardedBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 409, description = "passkey_not_required; or the password was changed meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn stop_requiring_passkey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<GuardedBody>,
) -> ApiResult<StatusCode> {
    let password = body.password.clone();
    identity::stop_requiring_passkey(&app, &visitor, &caller, password, body.factor()).await?;
    Ok(StatusCode::NO_CONTENT)
}
