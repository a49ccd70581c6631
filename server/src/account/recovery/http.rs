//! The calls of recovery and confirmation.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::password::{self, NewPassword, Shown};
use super::requests::{Wanted, ask, ask_guarded};
use crate::app::App;
use crate::auth::{Caller, PlayerCaller, Visitor};
use crate::identity::{self, FactorFields, Purpose};
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Query;
use crate::rules::{self, Refusals};

/// The calls of this module.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(remind, set_password))
        .routes(routes!(send_sign_in_link))
        .routes(routes!(confirm, resend))
        .routes(routes!(change_email))
}

#[derive(Deserialize, ToSchema)]
struct MailRequestBody {
    user: MailRequest,
}

#[derive(Deserialize, ToSchema)]
struct MailRequest {
    email: String,
    /// The solved captcha.
    captcha: Option<String>,
}

impl MailRequest {
    fn address(&self) -> ApiResult<String> {
        let mut refusals = Refusals::default();
        let email = refusals.check("email", rules::email(&self.email));
        refusals.into_result()?;
        Ok(email.unwrap_or_default())
    }
}

/// Ask for a link to choose a new password
///
/// An unknown address is answered the same as a known one, and as fast. One mail a minute and five a day about one mailbox.
#[utoipa::path(post, path = "/api/users/password", tag = "identity", request_body = MailRequestBody, responses(
    (status = 204, description = "Noted; the mail goes to the address when an account has it"),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn remind(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<MailRequestBody>,
) -> ApiResult<StatusCode> {
    ask_as_guest(&app, &visitor, &body.user, Purpose::PasswordReset).await
}

/// Ask for a link to sign in with
///
/// While the address is not confirmed, the link is one to choose a new password. An unknown address is answered the same as a
/// known one, and as fast. One mail a minute and five a day about one mailbox.
#[utoipa::path(post, path = "/api/users/sign_in_link", tag = "identity", request_body = MailRequestBody, responses(
    (status = 204, description = "Noted; the mail goes to the address when an account has it"),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn send_sign_in_link(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<MailRequestBody>,
) -> ApiResult<StatusCode> {
    ask_as_guest(&app, &visitor, &body.user, Purpose::SignIn).await
}

/// Notes somebody's wish for a mail, who has to prove to be no robot.
async fn ask_as_guest(
    app: &App,
    visitor: &Visitor,
    user: &MailRequest,
    purpose: Purpose,
) -> ApiResult<StatusCode> {
    let email = user.address()?;
    let captcha = user.captcha.as_deref();
    ask(app, visitor, &Wanted { purpose, email: &email, player: None, captcha, asks_captcha: true }).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct NewPasswordBody {
    user: NewPasswordForm,
}

/// Either the token of a mail, or the current password of a signed-in player, or nothing for who has never chosen one.
#[derive(Deserialize, ToSchema)]
struct NewPasswordForm {
    reset_password_token: Option<String>,
    current_password: Option<String>,
    /// Six digits of the authenticator app; where the second factor is on, they or a recovery code go with the current
    /// password.
    otp_attempt: Option<String>,
    /// A recovery code in their place.
    recovery_code: Option<String>,
    /// A passkey in their place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
    password: String,
    password_confirmation: String,
}

/// Choose a new password
///
/// With `reset_password_token` for whoever has the mail, who is not signed in by it; every session of the player ends. With
/// `current_password` for a signed-in player, and a code where the second factor is on; every other session ends. With neither for
/// a signed-in player who was made without a form and has chosen none yet. Changes of the address that wait are off. The player is
/// told by mail.
#[utoipa::path(put, path = "/api/users/password", tag = "identity", request_body = NewPasswordBody, responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn set_password(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(body): Json<NewPasswordBody>,
) -> ApiResult<StatusCode> {
    let form = body.user;
    let new = NewPassword { password: form.password, confirmation: form.password_confirmation };
    if let Some(token) = form.reset_password_token {
        password::reset(&app, &visitor, &token, new).await?;
    } else {
        let caller = caller.player().ok_or_else(ApiError::unauthorized)?;
        if form.current_password.is_none() && password::is_awaited(&app, caller).await? {
            password::choose_first(&app, &visitor, caller, new).await?;
            return Ok(StatusCode::NO_CONTENT);
        }
        let shown = Shown {
            current_password: form.current_password.unwrap_or_default(),
            otp_attempt: form.otp_attempt,
            recovery_code: form.recovery_code,
            passkey: form.passkey,
        };
        password::change(&app, &visitor, caller, shown, new).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ConfirmQuery {
    /// The token of the mail.
    confirmation_token: String,
}

/// Confirm an e-mail address
///
/// Works without a session and opens none. A token counts once.
#[utoipa::path(get, path = "/api/users/confirmation", tag = "identity", params(ConfirmQuery), responses(
    (status = 204),
    (status = 403, description = "self_excluded (with `until`), account_locked or account_closed", body = ErrorBody),
    (status = 422, description = "used, expired or made up; or somebody else has the address now", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn confirm(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(query): Query<ConfirmQuery>,
) -> ApiResult<StatusCode> {
    super::email::confirm(&app, &visitor, &query.confirmation_token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ask for another link to confirm an e-mail address
///
/// An unknown or confirmed address is answered the same, and as fast. The captcha may be left out. One mail a minute and five
/// a day about one mailbox.
#[utoipa::path(post, path = "/api/users/confirmation", tag = "identity", request_body = MailRequestBody, responses(
    (status = 204, description = "Noted; the mail goes to the address when an account waits for it"),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn resend(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: Caller,
    Json(body): Json<MailRequestBody>,
) -> ApiResult<StatusCode> {
    let email = body.user.address()?;
    let wanted = Wanted {
        purpose: Purpose::EmailConfirmation,
        email: &email,
        player: caller.player().map(|caller| caller.id),
        captcha: body.user.captcha.as_deref(),
        asks_captcha: false,
    };
    ask(&app, &visitor, &wanted).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct NewEmailBody {
    user: NewEmail,
}

#[derive(Deserialize, ToSchema)]
struct NewEmail {
    email: String,
    current_password: String,
    /// Six digits of the authenticator app, where the second factor is on.
    otp_attempt: Option<String>,
    /// A recovery code in their place.
    recovery_code: Option<String>,
    /// A passkey in their place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

/// Ask for another e-mail address
///
/// The new address counts once the link that is mailed there was followed, unless the password was changed meanwhile; the old
/// one is told. An address that somebody else has is answered the same as a free one.
#[utoipa::path(post, path = "/api/users/email", tag = "identity", request_body = NewEmailBody, responses(
    (status = 204, description = "Noted; the mail goes to the new address when nobody has it"),
    (status = 401, body = ErrorBody),
    (status = 409, description = "the password was changed meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn change_email(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<NewEmailBody>,
) -> ApiResult<StatusCode> {
    let NewEmail { email, current_password, otp_attempt, recovery_code, passkey } = body.user;
    let mut refusals = Refusals::default();
    let email = refusals.check("email", rules::email(&email)).unwrap_or_default();
    refusals.into_result()?;
    let login =
        identity::check_password(&app, &visitor, &caller, "current_password", current_password).await?;
    let (otp_attempt, recovery_code) = (otp_attempt.as_deref(), recovery_code.as_deref());
    let factor = FactorFields { otp_attempt, recovery_code, passkey: passkey.as_ref() };
    let proof = identity::asked_proof(&app, &login, factor).await?;
    let tx = identity::begin_guarded(&app, &visitor, &caller, &login, proof.as_ref()).await?;
    let wanted = Wanted {
        purpose: Purpose::EmailChange,
        email: &email,
        player: Some(caller.id),
        captcha: None,
        asks_captcha: false,
    };
    ask_guarded(&app, &visitor, tx, &wanted).await?;
    Ok(StatusCode::NO_CONTENT)
}
