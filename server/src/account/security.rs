//! What guards an account: the second factor and the list of sessions.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::content;
use crate::identity::{self, FactorFields, SessionView};
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;

/// Answers with secrets are kept nowhere, not even for a repeated call.
pub(super) const NO_STORE: [(axum::http::HeaderName, &str); 1] = [(CACHE_CONTROL, "no-store")];

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(two_factor, begin_two_factor, confirm_two_factor, disable_two_factor))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(sessions, end_other_sessions))
        .routes(routes!(end_session))
}

#[derive(Serialize, ToSchema)]
struct TwoFactorView {
    /// Whether sign-in asks for a code.
    enabled: bool,
    /// How many recovery codes are not used yet.
    recovery_codes_left: i64,
}

/// Read how the second factor stands
#[utoipa::path(get, path = "/api/player/two_factor", tag = "identity", responses(
    (status = 200, body = TwoFactorView),
    (status = 401, body = ErrorBody),
))]
async fn two_factor(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<TwoFactorView>> {
    let state = identity::two_factor_state(&app, caller.id).await?;
    Ok(Json(TwoFactorView { enabled: state.is_enabled, recovery_codes_left: state.recovery_codes_left }))
}

#[derive(Serialize, ToSchema)]
struct EnrolmentView {
    /// The secret in base 32, for those who cannot scan.
    secret: String,
    /// What the QR code says.
    otpauth_url: String,
    /// The QR code as an SVG image.
    qr_svg: String,
}

#[derive(Deserialize, ToSchema)]
struct EnrolBody {
    password: String,
    /// A recovery code, where a passkey is asked for at sign-in.
    recovery_code: Option<String>,
    /// A passkey in its place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

/// Begin to set up the second factor
///
/// Draws a secret for an authenticator app. Sign-in asks for codes once a first one has confirmed it.
#[utoipa::path(post, path = "/api/player/two_factor", tag = "identity", request_body = EnrolBody, responses(
    (status = 201, body = EnrolmentView),
    (status = 401, body = ErrorBody),
    (status = 409, description = "two_factor_enabled", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn begin_two_factor(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<EnrolBody>,
) -> ApiResult<impl IntoResponse> {
    let published = app.content.now();
    let issuer = &content::brand_on(&app, &published, &visitor.host)?.name;
    let EnrolBody { password, recovery_code, passkey } = body;
    let recovery_code = recovery_code.as_deref();
    let factor = FactorFields { otp_attempt: None, recovery_code, passkey: passkey.as_ref() };
    let enrolment = identity::enrol(&app, &visitor, &caller, password, factor, issuer).await?;
    let identity::Enrolment { secret, address, qr_svg } = enrolment;
    Ok((StatusCode::CREATED, NO_STORE, Json(EnrolmentView { secret, otpauth_url: address, qr_svg })))
}

#[derive(Deserialize, ToSchema)]
struct CodeBody {
    /// Six digits of the authenticator app.
    otp_attempt: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct RecoveryCodes {
    /// Ten codes, each for one sign-in without the app. They are not shown again.
    pub(super) recovery_codes: Vec<String>,
}

/// Switch the second factor on
///
/// Takes a code of the app that was just set up. Every other session of the player ends, and the player is told by mail.
#[utoipa::path(put, path = "/api/player/two_factor", tag = "identity", request_body = CodeBody, responses(
    (status = 200, body = RecoveryCodes),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
    (status = 409, description = "two_factor_enabled, or two_factor_disabled when no set-up was begun", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn confirm_two_factor(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<CodeBody>,
) -> ApiResult<impl IntoResponse> {
    caller.require_fresh()?;
    let recovery_codes = identity::confirm(&app, &visitor, &caller, &body.otp_attempt).await?;
    Ok((NO_STORE, Json(RecoveryCodes { recovery_codes })))
}

#[derive(Deserialize, ToSchema)]
struct DisableBody {
    password: String,
    /// Six digits of the authenticator app.
    otp_attempt: Option<String>,
    /// A recovery code in their place.
    recovery_code: Option<String>,
    /// A passkey in their place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

/// Switch the second factor off
#[utoipa::path(delete, path = "/api/player/two_factor", tag = "identity", request_body = DisableBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 409, description = "two_factor_disabled; or the password was changed meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn disable_two_factor(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<DisableBody>,
) -> ApiResult<StatusCode> {
    let DisableBody { password, otp_attempt, recovery_code, passkey } = body;
    let (otp_attempt, recovery_code) = (otp_attempt.as_deref(), recovery_code.as_deref());
    let factor = FactorFields { otp_attempt, recovery_code, passkey: passkey.as_ref() };
    identity::disable(&app, &visitor, &caller, password, factor).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct RenewBody {
    /// Six digits of the authenticator app.
    otp_attempt: Option<String>,
    /// A passkey in their place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

/// Draw new recovery codes
///
/// The old ones count no more.
#[utoipa::path(post, path = "/api/player/two_factor/recovery_codes", tag = "identity", request_body = RenewBody,
    responses(
        (status = 200, body = RecoveryCodes),
        (status = 401, body = ErrorBody),
        (status = 409, description = "two_factor_disabled", body = ErrorBody),
        (status = 422, body = FieldErrorsBody),
        (status = 429, body = ErrorBody),
    ))]
async fn renew_recovery_codes(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<RenewBody>,
) -> ApiResult<impl IntoResponse> {
    let RenewBody { otp_attempt, passkey } = body;
    let factor =
        FactorFields { otp_attempt: otp_attempt.as_deref(), recovery_code: None, passkey: passkey.as_ref() };
    let recovery_codes = identity::renew_codes(&app, &visitor, &caller, factor).await?;
    Ok((NO_STORE, Json(RecoveryCodes { recovery_codes })))
}

#[derive(Serialize, ToSchema)]
struct SessionEntry {
    id: String,
    /// Whether it is the session that asks.
    current: bool,
    /// The browser by its name; null when it is not known.
    browser: Option<&'static str>,
    /// The system by its name; null when it is not known.
    system: Option<&'static str>,
    /// Where it was opened (ISO 3166-1); null when that is not known.
    country: Option<String>,
    created_at: String,
    /// When it was last used; some minutes behind.
    seen_at: String,
}

/// Read the player's open sessions
///
/// Up to 100, the one that was used last first.
#[utoipa::path(get, path = "/api/player/sessions", tag = "identity", responses(
    (status = 200, body = [SessionEntry]),
    (status = 401, body = ErrorBody),
))]
async fn sessions(State(app): State<Arc<App>>, caller: PlayerCaller) -> ApiResult<Json<Vec<SessionEntry>>> {
    let entry = |session: SessionView| SessionEntry {
        current: session.id == caller.session,
        id: session.id,
        browser: session.device.browser,
        system: session.device.system,
        country: session.country,
        created_at: rfc3339(session.created_at),
        seen_at: rfc3339(session.seen_at),
    };
    Ok(Json(identity::sessions_of(&app, caller.id).await?.into_iter().map(entry).collect()))
}

#[derive(Serialize, ToSchema)]
struct EndedSessions {
    /// How many there were.
    ended: usize,
}

/// End every other session of the player
#[utoipa::path(delete, path = "/api/player/sessions", tag = "identity", responses(
    (status = 200, body = EndedSessions),
    (status = 401, body = ErrorBody),
    (status = 403, description = "reauth_required", body = ErrorBody),
))]
async fn end_other_sessions(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
) -> ApiResult<Json<EndedSessions>> {
    caller.require_fresh()?;
    Ok(Json(EndedSessions { ended: identity::end_other_sessions(&app, &caller).await? }))
}

/// End one session of the player
#[utoipa::path(delete, path = "/api/player/sessions/{id}", tag = "identity", params(("id" = String, Path)),
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 403, description = "reauth_required", body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn end_session(
    State(app): State<Arc<App>>,
    caller: PlayerCaller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    caller.require_fresh()?;
    identity::end_session(&app, &caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
