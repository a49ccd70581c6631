//! Coming in: invitations, signing in and out, and who is signed in.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::auth::Visitor;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::staff::needs::Session;
use crate::staff::{
    self, Credentials, HeldRole, Member, OpenedSession, Permission, StaffCaller, StaffCookie,
};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(me))
        .routes(routes!(invitation, take_invitation))
}

/// The member of staff who is signed in.
#[derive(Debug, Serialize, ToSchema)]
struct Me {
    /// The number.
    id: String,
    email: String,
    name: String,
    /// The name of a built role, or the number of one of the installation.
    role: String,
    /// What the installation calls the role; null of a built one.
    role_title: Option<String>,
    /// What the role may do.
    permissions: Vec<Permission>,
    /// The brands that the member is bound to; none of a member who works for all of them.
    brands: Vec<String>,
}

impl From<Member> for Me {
    fn from(member: Member) -> Self {
        let Member { id, email, name, role, scope, .. } = member;
        let HeldRole { id: role, title: role_title, permissions } = role;
        Self {
            id: id.to_string(),
            email,
            name,
            role,
            role_title,
            permissions,
            brands: scope.brands().to_vec(),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[schema(as = StaffSignInBody)]
struct SignInBody {
    email: String,
    password: String,
    /// Six digits of the authenticator app.
    code: String,
}

/// Sign in
///
/// A wrong address, password or code is answered alike. A code counts once.
#[utoipa::path(post, path = "/api/sign-in", tag = "sign-in", request_body = SignInBody, responses(
    (status = 200, description = "Sets the session's cookie", body = Me),
    (status = 401, description = "sign_in_wrong: one of the three is wrong", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    Json(body): Json<SignInBody>,
) -> ApiResult<Response> {
    let SignInBody { email, password, code } = body;
    let (member, opened) = staff::sign_in(&app, &visitor, Credentials { email, password, code }).await?;
    signed_in(&app, &headers, member, &opened)
}

/// Who is signed in now, with the session's cookie.
fn signed_in(app: &App, headers: &HeaderMap, member: Member, opened: &OpenedSession) -> ApiResult<Response> {
    let cookie = StaffCookie::on(app, headers).set(&opened.token, opened.max_age_s)?;
    Ok((cookie, Json(Me::from(member))).into_response())
}

/// Sign out
#[utoipa::path(post, path = "/api/sign-out", tag = "sign-in", responses(
    (status = 204, description = "The session is over"),
))]
async fn sign_out(State(app): State<Arc<App>>, headers: HeaderMap) -> ApiResult<Response> {
    let cookie = StaffCookie::on(&app, &headers);
    if let Some(token) = cookie.read(&headers) {
        staff::sign_out(&app, &token).await?;
    }
    Ok((StatusCode::NO_CONTENT, cookie.clear()?).into_response())
}

/// Read who is signed in
#[utoipa::path(get, path = "/api/me", tag = "sign-in", responses(
    (status = 200, body = Me),
    (status = 401, body = ErrorBody),
))]
async fn me(caller: StaffCaller<Session>) -> Json<Me> {
    Json(Me::from(caller.member))
}

/// What an invited member sets up.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationView {
    email: String,
    name: String,
    /// The name of a built role, or the number of one of the installation.
    role: String,
    /// What the installation calls the role; null of a built one.
    role_title: Option<String>,
    /// The authenticator's secret in base 32, to be typed; the same at every reading of one invitation.
    totp_secret: String,
    /// The address in the QR code.
    otpauth_url: String,
    /// The QR code, an SVG image.
    qr_svg: String,
    /// Until when it can be taken.
    until: String,
}

/// Read an invitation
#[utoipa::path(get, path = "/api/invitations/{token}", tag = "sign-in", params(("token" = String, Path)), responses(
    (status = 200, body = InvitationView),
    (status = 404, description = "It was taken, is over, or never was", body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
async fn invitation(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> ApiResult<Json<InvitationView>> {
    app.limits.token_tries.take(visitor.limit_key())?;
    let joining = staff::invitation(&app, &token, &issuer(&app)).await?;
    let Member { email, name, role, invitation_until, .. } = joining.member;
    Ok(Json(InvitationView {
        email,
        name,
        role: role.id,
        role_title: role.title,
        totp_secret: joining.secret,
        otpauth_url: joining.address,
        qr_svg: joining.qr_svg,
        until: invitation_until.map(rfc3339).unwrap_or_default(),
    }))
}

/// What the account is called in the app.
fn issuer(app: &App) -> String {
    let host = app.config.office_url.split_once("://").map_or("", |(_, host)| host);
    format!("Back office {host}")
}

#[derive(Deserialize, ToSchema)]
struct TakeInvitationBody {
    /// 8 to 128 printable ASCII characters, none of the most common passwords.
    password: String,
    /// Six digits of the authenticator app that was set up with the secret.
    code: String,
}

/// Take an invitation
///
/// Sets the password, puts the authenticator in force and signs in.
#[utoipa::path(post, path = "/api/invitations/{token}", tag = "sign-in", params(("token" = String, Path)),
    request_body = TakeInvitationBody, responses(
    (status = 200, description = "Sets the session's cookie", body = Me),
    (status = 404, description = "It was taken, is over, or never was", body = ErrorBody),
    (status = 422, description = "The password is too weak, or the code is wrong", body = FieldErrorsBody),
    (status = 429, body = ErrorBody),
))]
async fn take_invitation(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(token): Path<String>,
    Json(body): Json<TakeInvitationBody>,
) -> ApiResult<Response> {
    app.limits.token_tries.take(visitor.limit_key())?;
    let joined = staff::join(&app, &token, body.password, &body.code, &visitor).await?;
    let (member, opened) = joined;
    signed_in(&app, &headers, member, &opened)
}
