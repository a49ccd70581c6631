//! Signing in and out, and what a form may ask before.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::captcha::{Challenge, Difficulty};
use super::factors_store::Factors;
use super::proof::{FactorFields, Proof};
use super::second_step;
use super::sign_in::{Credentials, Outcome, sign_in as sign_in_with};

use crate::app::App;
use crate::auth::{PlayerCaller, Visitor};
use crate::platform::body::Json;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::limit_key::LimitKey;
use crate::platform::query::Query;
use crate::rules;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(sign_in))
        .routes(routes!(sign_in_by_passkey))
        .routes(routes!(sign_in_by_link))
        .routes(routes!(sign_out))
        .routes(routes!(reauthenticate))
        .routes(routes!(check_email))
        .routes(routes!(captcha))
}

#[derive(Deserialize, ToSchema)]
struct SignInBody {
    user: SignInUser,
}

/// Address and password in the first step, one of the codes in the second.
#[derive(Deserialize, ToSchema)]
struct SignInUser {
    #[serde(default)]
    email: String,
    #[serde(default)]
    password: String,
    /// The device fingerprint; may be empty.
    #[serde(default)]
    dfpc: String,
    /// The solved captcha, when the settings ask for one. The second step needs none.
    captcha: Option<String>,
    /// Six digits of the authenticator app; makes the call a second step.
    otp_attempt: Option<String>,
    /// A recovery code in their place.
    recovery_code: Option<String>,
    /// A passkey in their place: the JSON form of the browser's `PublicKeyCredential`.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

#[derive(Serialize, ToSchema)]
struct SignedIn {
    /// The player.
    id: i64,
}

#[derive(Serialize, ToSchema)]
struct SecondStep {
    /// Always true: the same call is to be made with `otp_attempt` within five minutes.
    two_factor_required: bool,
    /// What it may be made with beside a recovery code, where that is not the app's code alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    factors: Option<Vec<&'static str>>,
}

impl SecondStep {
    fn with(factors: Factors) -> Self {
        let fields = [(factors.app, "otp_attempt"), (factors.passkey, "passkey")];
        let fields = fields.into_iter().filter_map(|(is_there, field)| is_there.then_some(field)).collect();
        Self { two_factor_required: true, factors: factors.passkey.then_some(fields) }
    }
}

/// Sign in
///
/// Opens a session in place of the browser's old one. A wrong password and an unknown address are answered
/// the same. Where others have guessed at the account too often, a hard captcha is asked for; a device that has signed
/// the player in before is not held up by them.
///
/// A player with a second factor is answered 202 and a cookie for five minutes, with which the call is made again with a
/// code alone. The cookie takes five codes; a code counts once.
#[utoipa::path(post, path = "/api/users/sign_in", tag = "identity", request_body = SignInBody, responses(
    (status = 201, body = SignedIn),
    (status = 202, body = SecondStep),
    (status = 403, description = "restricted_country, self_excluded (with `until`), account_locked or account_closed", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, description = "too_many_requests, or hard_captcha_required", body = ErrorBody),
))]
async fn sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<SignInBody>,
) -> ApiResult<Response> {
    let SignInUser { email, password, dfpc, captcha, otp_attempt, recovery_code, passkey } = body.user;
    let (device, device_cookie) = visitor.device_cookie(&app)?;
    let outcome = if otp_attempt.is_some() || recovery_code.is_some() || passkey.is_some() {
        super::refuse_restricted(&app, &visitor)?;
        if passkey.is_some() {
            app.limits.passkeys.take(visitor.limit_key())?;
        }
        let (otp_attempt, recovery_code) = (otp_attempt.as_deref(), recovery_code.as_deref());
        let factor = FactorFields { otp_attempt, recovery_code, passkey: passkey.as_ref() };
        let proof = Proof::read(&app, factor).await?;
        Outcome::SignedIn(second_step::finish(&app, &visitor, &device, &proof).await?)
    } else {
        let credentials = Credentials { email, password, dfpc, captcha };
        sign_in_with(&app, &visitor, &device, credentials).await?
    };
    answer(&visitor, device_cookie, &outcome)
}

fn answer(visitor: &Visitor, device: HeaderValue, outcome: &Outcome) -> ApiResult<Response> {
    Ok(match outcome {
        Outcome::SignedIn(signed_in) => entered(visitor, device, signed_in)?,
        Outcome::SecondStep(asked) => {
            let cookie = visitor.cookie.set_pending(&asked.token, second_step::PENDING_S)?;
            let answer = Json(SecondStep::with(asked.factors));
            (StatusCode::ACCEPTED, [(SET_COOKIE, cookie)], answer).into_response()
        }
    })
}

/// The answer to somebody who is signed in now; a sign-in that waited for its second step is over.
fn entered(
    visitor: &Visitor,
    device: HeaderValue,
    (id, session): &super::sign_in::SignedIn,
) -> ApiResult<Response> {
    let cookie = visitor.cookie.set(&session.token, session.max_age_s)?;
    let ended = visitor.cookie.set_pending("", 0)?;
    let cookies = [(SET_COOKIE, cookie), (SET_COOKIE, device), (SET_COOKIE, ended)];
    Ok((StatusCode::CREATED, AppendHeaders(cookies), Json(SignedIn { id: *id })).into_response())
}

#[derive(Deserialize, ToSchema)]
struct PasskeySignInBody {
    user: PasskeySignIn,
}

#[derive(Deserialize, ToSchema)]
struct PasskeySignIn {
    /// The JSON form of the browser's `PublicKeyCredential`, for a challenge of `POST /api/passkeys/challenges`.
    #[schema(value_type = Object)]
    passkey: Value,
    /// The device fingerprint; may be empty.
    #[serde(default)]
    dfpc: String,
}

/// Sign in with a passkey alone
///
/// Needs neither address nor password nor captcha. A passkey counts on the host on which it was registered, and a challenge
/// for one call.
#[utoipa::path(post, path = "/api/users/sign_in/passkey", tag = "identity", request_body = PasskeySignInBody, responses(
    (status = 201, body = SignedIn),
    (status = 403, description = "restricted_country, self_excluded (with `until`), account_locked or account_closed", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn sign_in_by_passkey(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<PasskeySignInBody>,
) -> ApiResult<Response> {
    let PasskeySignIn { passkey, dfpc } = body.user;
    let (device, device_cookie) = visitor.device_cookie(&app)?;
    let signed_in = super::passkeys::sign_in_by_passkey(&app, &visitor, &device, &passkey, &dfpc).await?;
    entered(&visitor, device_cookie, &signed_in)
}

#[derive(Deserialize, ToSchema)]
struct LinkSignInBody {
    user: LinkSignIn,
}

#[derive(Deserialize, ToSchema)]
struct LinkSignIn {
    /// The token of the link.
    token: String,
    /// The device fingerprint; may be empty.
    #[serde(default)]
    dfpc: String,
}

/// Sign in with a link
///
/// A link counts once, for a day. It takes the place of the password: a second factor is still asked for.
#[utoipa::path(post, path = "/api/users/sign_in/link", tag = "identity", request_body = LinkSignInBody, responses(
    (status = 201, body = SignedIn),
    (status = 202, body = SecondStep),
    (status = 403, description = "restricted_country, self_excluded (with `until`), account_locked or account_closed", body = ErrorBody),
    (status = 410, description = "link_over", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn sign_in_by_link(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<LinkSignInBody>,
) -> ApiResult<Response> {
    let LinkSignIn { token, dfpc } = body.user;
    let (device, device_cookie) = visitor.device_cookie(&app)?;
    let outcome = super::sign_in_link::sign_in_by_link(&app, &visitor, &device, &token, &dfpc).await?;
    answer(&visitor, device_cookie, &outcome)
}

/// Sign out
///
/// Ends the session; a guest is signed out already.
#[utoipa::path(delete, path = "/api/users/sign_out", tag = "identity", responses((status = 204)))]
async fn sign_out(State(app): State<Arc<App>>, visitor: Visitor) -> ApiResult<impl IntoResponse> {
    if let Some(token) = &visitor.token {
        super::session::sign_out(&app, token).await?;
    }
    Ok((StatusCode::NO_CONTENT, [(SET_COOKIE, visitor.cookie.clear()?)]))
}

#[derive(Deserialize, ToSchema)]
struct ReauthenticateBody {
    #[serde(default)]
    password: String,
    /// A passkey in its place.
    #[schema(value_type = Option<Object>)]
    passkey: Option<Value>,
}

/// Give the password again, or show a passkey
///
/// Answers calls that were refused with `reauth_required`: the session was left alone for half an hour, and the next
/// bet, launch or payment asks for the password. The session and its cookie stay.
#[utoipa::path(post, path = "/api/users/reauthenticate", tag = "identity", request_body = ReauthenticateBody,
    responses(
        (status = 204),
        (status = 401, body = ErrorBody),
        (status = 422, body = FieldErrorsBody),
        (status = 429, body = ErrorBody),
    ))]
async fn reauthenticate(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    caller: PlayerCaller,
    Json(body): Json<ReauthenticateBody>,
) -> ApiResult<StatusCode> {
    match &body.passkey {
        Some(passkey) => super::reauth::reauthenticate_by_passkey(&app, &caller, passkey).await?,
        None => super::reauth::reauthenticate(&app, &visitor, &caller, body.password).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
struct CheckEmailBody {
    email: String,
    /// The solved captcha, from the sixth call of a minute on.
    captcha: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct CheckedEmail {
    /// Whether it is an address at all.
    valid: bool,
    /// Whether nobody has it.
    available: bool,
}

/// Check an e-mail address before signing up
///
/// 10 calls a minute from one address, the first 5 without a captcha, and 10 a minute about one mailbox.
#[utoipa::path(post, path = "/check-email", tag = "identity", request_body = CheckEmailBody, responses(
    (status = 200, body = CheckedEmail),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn check_email(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<CheckEmailBody>,
) -> ApiResult<Json<CheckedEmail>> {
    let caller_key = visitor.limit_key();
    app.limits.check_email.take(caller_key)?;
    if app.limits.check_email_without_captcha.take(caller_key).is_err()
        && let Some(solved) = super::solved_captcha(&app, body.captcha.as_deref()).await?
    {
        let mut tx = app.db.begin().await?;
        super::spend_captcha(&app, &mut tx, Some(&solved)).await?;
        tx.commit().await?;
    }
    let checked = match rules::email(&body.email) {
        Ok(email) => {
            app.limits.check_email_of_mailbox.take(LimitKey::email(&rules::mailbox(&email)))?;
            CheckedEmail { valid: true, available: super::is_available(&app, &email).await? }
        }
        Err(_) => CheckedEmail { valid: false, available: false },
    };
    Ok(Json(checked))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CaptchaQuery {
    /// How much work to ask for; `hard` where sign-in says so.
    #[serde(default)]
    #[param(inline)]
    difficulty: Difficulty,
}

/// Ask for a captcha challenge
#[utoipa::path(get, path = "/api/captcha", tag = "identity", params(CaptchaQuery), responses(
    (status = 200, body = Challenge),
    (status = 422, body = FieldErrorsBody),
))]
async fn captcha(State(app): State<Arc<App>>, Query(query): Query<CaptchaQuery>) -> Json<Challenge> {
    Json(super::challenge(&app, query.difficulty))
}
