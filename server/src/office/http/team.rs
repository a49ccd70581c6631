//! Staff itself: who there is, invitations and dismissals.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::access::AccessChangeView;
use super::segments::{BrandChoice, brand_choices};
use crate::app::App;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::needs::StaffManage;
use crate::staff::{self, BrandScope, Invitation, Member, MemberState, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(list_staff, invite)).routes(routes!(dismiss))
}

/// A member of staff.
#[derive(Debug, Serialize, ToSchema)]
struct MemberView {
    /// The number.
    id: String,
    email: String,
    name: String,
    /// The name of a built role, or the number of one of the installation.
    role: String,
    /// What the installation calls the role; null of a built one.
    role_title: Option<String>,
    /// The ids of the brands that the member is bound to; none of a member who works for all of them.
    brands: Vec<String>,
    state: MemberState,
    /// Who has invited the member.
    invited_by: String,
    invited_at: String,
    /// Until when the invitation can be taken; null once it was.
    invitation_until: Option<String>,
    /// When the member last signed in.
    signed_in_at: Option<String>,
    dismissed_at: Option<String>,
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            id: member.id.to_string(),
            email: member.email,
            name: member.name,
            role: member.role.id,
            role_title: member.role.title,
            brands: member.scope.brands().to_vec(),
            state: member.state,
            invited_by: member.invited_by,
            invited_at: rfc3339(member.invited_at),
            invitation_until: member.invitation_until.map(rfc3339),
            signed_in_at: member.signed_in_at.map(rfc3339),
            dismissed_at: member.dismissed_at.map(rfc3339),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
struct StaffList {
    /// By name, those who are dismissed last.
    members: Vec<MemberView>,
    /// What members can be bound to.
    brands: Vec<BrandChoice>,
    /// Changes of roles and brands that wait for another member, the oldest first; also what nobody has decided in time.
    waiting: Vec<AccessChangeView>,
}

/// The brands with these ids; 422 when one of them is unknown.
pub(super) fn scope(app: &App, ids: Vec<String>) -> ApiResult<BrandScope> {
    let published = app.content.now();
    let is_known = |id: &String| published.brands.all().iter().any(|brand| brand.id == *id);
    if ids.iter().all(is_known) {
        return Ok(BrandScope::of(ids));
    }
    Err(ApiError::fields(vec![Rule::NotAllowed.on("brands")]))
}

/// List members of staff
#[utoipa::path(get, path = "/api/staff", tag = "staff", responses(
    (status = 200, body = StaffList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn list_staff(State(app): State<Arc<App>>, _: StaffCaller<StaffManage>) -> ApiResult<Json<StaffList>> {
    let members = staff::list(&app.db).await?.into_iter().map(MemberView::from).collect();
    let now = app.clock.now();
    let waiting = staff::waiting_access_changes(&app.db).await?;
    let waiting = waiting.into_iter().map(|change| AccessChangeView::of(change, now)).collect();
    Ok(Json(StaffList { members, brands: brand_choices(&app), waiting }))
}

#[derive(Deserialize, ToSchema)]
struct InviteBody {
    email: String,
    /// What players and colleagues read; 1 to 60 characters.
    name: String,
    /// The name of a built role, or the number of one of the installation; none that allows more than the caller may do.
    role: String,
    /// The ids of brands whose players alone the member works with; all of them when there are none.
    #[serde(default)]
    brands: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Invited {
    /// The address to hand to the invited one; shown once.
    link: String,
    member: MemberView,
}

/// Invite a member of staff
///
/// One who is invited already, or was dismissed, gets a new invitation with the role and the brands that they had; an earlier link no
/// longer counts.
#[utoipa::path(post, path = "/api/staff", tag = "staff", request_body = InviteBody, responses(
    (status = 201, body = Invited),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the role, or the one of who is invited already, allows more than the caller may do", body = ErrorBody),
    (status = 409, description = "member_active: the member signs in already; access_kept: who is known already had another \
        role or other brands, which two members change", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn invite(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Json(body): Json<InviteBody>,
) -> ApiResult<(StatusCode, Json<Invited>)> {
    let (id, now) = (app.entropy.uuid(&app.clock), app.clock.now());
    let scope = scope(&app, body.brands)?;
    let new = Invitation { email: &body.email, name: &body.name, role: &body.role, scope: &scope };
    let (member, token) = staff::invite(&app.db, app.entropy, id, new, &caller.actor(), now).await?;
    let link = staff::link(&app.config, &token);
    Ok((StatusCode::CREATED, Json(Invited { link, member: MemberView::from(member) })))
}

/// Dismiss a member of staff
///
/// Their sessions end at once.
#[utoipa::path(post, path = "/api/staff/{id}/dismiss", tag = "staff", params(("id" = Uuid, Path)), responses(
    (status = 200, body = MemberView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the member may do what the caller may not", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "own_account; last_administrator; member_dismissed", body = ErrorBody),
))]
async fn dismiss(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<MemberView>> {
    let member = staff::dismiss(&app.db, id, &caller.actor(), app.clock.now()).await?;
    Ok(Json(MemberView::from(member)))
}
