//! Changes of members' roles and brands: one member asks for each, and another one decides.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::role_views::RoleChangeStanding;
use super::roles::decision;
use super::shared::{ReasonBody, number_of, reason};
use super::team::scope;
use crate::app::App;
use crate::office::adjustments::expiry;
use crate::platform::body::Json;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::Rule;
use crate::staff::needs::StaffManage;
use crate::staff::{self, Access, AccessChange, Decision, NewAccessChange, StaffCaller};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(change_access))
        .routes(routes!(approve_access))
        .routes(routes!(refuse_access))
}

/// A role and brands.
#[derive(Debug, Serialize, ToSchema)]
struct AccessView {
    /// The name of a built role, or the number of one of the installation.
    role: String,
    /// What the installation called the role; null of a built one.
    role_title: Option<String>,
    /// The ids of the brands that a member is bound to; none of a member who works for all of them.
    brands: Vec<String>,
}

impl From<Access> for AccessView {
    fn from(Access { role, role_title, scope }: Access) -> Self {
        Self { role, role_title, brands: scope.brands().to_vec() }
    }
}

/// A change of what a member may do that another one has asked for.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccessChangeView {
    /// The number.
    id: String,
    /// The number of the member whom it is about, who cannot approve it.
    member: String,
    member_name: String,
    before: AccessView,
    after: AccessView,
    /// In the words of who has asked for it.
    reason: String,
    state: RoleChangeStanding,
    /// The number of the member who has asked for it, who cannot approve it.
    requester: String,
    requested_by: String,
    requested_at: String,
    /// Nobody approves it from then on.
    expires_at: String,
    decided_by: Option<String>,
    decision_reason: Option<String>,
    decided_at: Option<String>,
}

impl AccessChangeView {
    pub(super) fn of(change: AccessChange, now: i64) -> Self {
        let (decided_by, decision_reason, decided_at) = match change.decision {
            Some(Decision { name, reason, at, .. }) => (Some(name), Some(reason), Some(rfc3339(at))),
            None => (None, None, None),
        };
        Self {
            id: change.id.to_string(),
            member: change.member.to_string(),
            member_name: change.member_name,
            before: change.before.into(),
            after: change.after.into(),
            reason: change.reason,
            state: RoleChangeStanding::of(change.state, change.expires_at, now),
            requester: change.requester.to_string(),
            requested_by: change.requester_name,
            requested_at: rfc3339(change.requested_at),
            expires_at: rfc3339(change.expires_at),
            decided_by,
            decision_reason,
            decided_at,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
struct AccessBody {
    /// The name of a built role, or the number of one of the installation; none that allows more than the caller may do. The present
    /// one stays when null.
    role: Option<String>,
    /// The ids of brands whose players alone the member works with; all of them when there are none. They stay when null.
    brands: Option<Vec<String>>,
    /// 1 to 500 characters.
    reason: String,
}

/// Ask for another role or other brands of a member of staff
///
/// It holds from the member's next call on once another member has approved it. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/staff/{id}/access", tag = "staff", params(("id" = Uuid, Path)),
    request_body = AccessBody, responses(
    (status = 201, body = AccessChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the role, or the one that the member has, allows more than the caller may \
        do", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "own_account; last_administrator; member_dismissed", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn change_access(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(body): Json<AccessBody>,
) -> ApiResult<(StatusCode, Json<AccessChangeView>)> {
    let (reason, now) = (reason("reason", &body.reason)?, app.clock.now());
    if body.role.is_none() && body.brands.is_none() {
        return Err(ApiError::fields(vec![Rule::Required.on("role")]));
    }
    let said = format!("{id} {:?} {:?} {reason}", body.role, body.brands);
    let new = NewAccessChange {
        id: number_of(&app, caller.member.id, &headers, &[&b"access"[..], said.as_bytes()]),
        member: id,
        role: body.role,
        scope: body.brands.map(|brands| scope(&app, brands)).transpose()?,
        reason,
        requester: caller.member.id,
        at: now,
        expires_at: expiry(&app, now),
    };
    let change = staff::request_access_change(&app.db, new, &caller.actor()).await?;
    Ok((StatusCode::CREATED, Json(AccessChangeView::of(change, now))))
}

/// Approve another role or other brands of a member of staff
///
/// It holds from the member's next call on. Neither who has asked for it nor whom it is about approves it.
#[utoipa::path(post, path = "/api/access-changes/{id}/approve", tag = "staff", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = AccessChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the role, or the one that the member has, allows more than the caller may \
        do", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "access_change_decided, access_change_expired; second_person_needed: another member has \
        to approve it, who was there when it was asked for; requester_gone: who has asked for it may not do so any \
        more; member_changed: the member has another role or other brands by now; own_account; last_administrator; \
        member_dismissed", body = ErrorBody),
    (status = 422, description = "The role was withdrawn meanwhile, or something is wrong with the reason", body = FieldErrorsBody),
))]
async fn approve_access(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<AccessChangeView>> {
    let decision = decision(&app, &caller, &body)?;
    let change = staff::approve_access_change(&app.db, id, decision, &caller.actor()).await?;
    Ok(Json(AccessChangeView::of(change, app.clock.now())))
}

/// Refuse another role or other brands of a member of staff
///
/// Nothing comes of it. Who has asked for it takes it back so; whom it is about does not decide.
#[utoipa::path(post, path = "/api/access-changes/{id}/refuse", tag = "staff", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = AccessChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "access_change_decided: somebody has decided meanwhile; own_account", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn refuse_access(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<AccessChangeView>> {
    let decision = decision(&app, &caller, &body)?;
    let change = staff::refuse_access_change(&app.db, id, decision, &caller.actor()).await?;
    Ok(Json(AccessChangeView::of(change, app.clock.now())))
}
