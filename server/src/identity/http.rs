//! Signing in and out, and what a form may ask before.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::captcha::Challenge;
use super::sign_in::{Credentials, sign_in as sign_in_with};
use super::{CHECKS_PER_MINUTE, CHECKS_WITHOUT_CAPTCHA};
use crate::app::App;
use crate::auth::Visitor;
use crate::body::Json;
use crate::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::rules;

/// The calls of this context.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(check_email))
        .routes(routes!(captcha))
}

#[derive(Deserialize, ToSchema)]
struct SignInBody {
    user: SignInUser,
}

#[derive(Deserialize, ToSchema)]
struct SignInUser {
    email: String,
    password: String,
    /// The device fingerprint; may be empty.
    #[serde(default)]
    dfpc: String,
    /// The solved captcha, when the settings ask for one.
    captcha: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct SignedIn {
    /// The player.
    id: i64,
}

/// Sign in
///
/// Opens a session in place of the browser's old one. A wrong password and an unknown address are answered
/// the same.
#[utoipa::path(post, path = "/api/users/sign_in", tag = "identity", request_body = SignInBody, responses(
    (status = 201, body = SignedIn),
    (status = 403, description = "restricted_country, self_excluded or account_locked", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Json(body): Json<SignInBody>,
) -> ApiResult<impl IntoResponse> {
    let SignInUser { email, password, dfpc, captcha } = body.user;
    let credentials = Credentials { email, password, dfpc, captcha };
    let (id, session) = sign_in_with(&app, &visitor, credentials).await?;
    let cookie = visitor.cookie.set(&session.token, session.max_age_s)?;
    Ok((StatusCode::CREATED, [(SET_COOKIE, cookie)], Json(SignedIn { id })))
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
/// 10 calls a minute from one address, the first 5 without a captcha.
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
    let (name, now) = (format!("check-email {}", visitor.address()), app.clock.now());
    app.limiter.hit(&name, CHECKS_PER_MINUTE, 60, now)?;
    if app.limiter.count(&name, now) > CHECKS_WITHOUT_CAPTCHA
        && let Some(solved) = super::solved_captcha(&app, body.captcha.as_deref())?
    {
        let mut tx = app.db.begin().await?;
        super::spend_captcha(&app, &mut tx, Some(&solved)).await?;
        tx.commit().await?;
    }
    let checked = match rules::email(&body.email) {
        Ok(email) => CheckedEmail { valid: true, available: super::is_available(&app, &email).await? },
        Err(_) => CheckedEmail { valid: false, available: false },
    };
    Ok(Json(checked))
}

/// Ask for a captcha challenge
#[utoipa::path(get, path = "/api/captcha", tag = "identity", responses((status = 200, body = Challenge)))]
async fn captcha(State(app): State<Arc<App>>) -> Json<Challenge> {
    Json(super::challenge(&app))
}
