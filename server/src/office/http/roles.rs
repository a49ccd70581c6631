//! Roles: those that every installation has, those that this one has made, and what waits for a second member.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::role_views::{RoleChangeView, RoleView};
use super::shared::{ReasonBody, number_of, reason};
use crate::app::App;
use crate::office::adjustments::expiry;
use crate::platform::body::Json;
use crate::platform::error::{ApiError, ApiResult, ErrorBody, FieldErrorsBody};
use crate::platform::query::Path;
use crate::rules::{self, Refusals, Rule};
use crate::staff::needs::StaffManage;
use crate::staff::{self, Decision, NewRoleChange, Permission, Role, RoleText, StaffCaller};

/// The longest name of a role, in characters.
const NAME_MAX: usize = 60;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_roles, make_role))
        .routes(routes!(history_of_role))
        .routes(routes!(change_permissions))
        .routes(routes!(withdraw_role))
        .routes(routes!(approve_role))
        .routes(routes!(refuse_role))
}

#[derive(Debug, Serialize, ToSchema)]
struct RoleList {
    /// Those that every installation has, then those of this one by name.
    roles: Vec<RoleView>,
    /// What waits for another member, the oldest first; also what nobody has decided in time.
    waiting: Vec<RoleChangeView>,
}

/// List roles
#[utoipa::path(get, path = "/api/roles", tag = "staff", responses(
    (status = 200, body = RoleList),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
async fn list_roles(State(app): State<Arc<App>>, _: StaffCaller<StaffManage>) -> ApiResult<Json<RoleList>> {
    let (members, now) = (staff::list(&app.db).await?, app.clock.now());
    let built = Role::ALL.into_iter().map(|role| RoleView::built(role, &members));
    let made = staff::roles_in_force(&app.db).await?.into_iter().map(|role| RoleView::made(role, &members));
    let waiting = staff::waiting_role_changes(&app.db).await?;
    let waiting = waiting.into_iter().map(|change| RoleChangeView::of(change, now)).collect();
    Ok(Json(RoleList { roles: built.chain(made).collect(), waiting }))
}

#[derive(Debug, Serialize, ToSchema)]
struct RoleHistory {
    /// What was asked for, the newest first, 100 at most.
    changes: Vec<RoleChangeView>,
}

/// Read the versions of a role, and what was asked for
#[utoipa::path(get, path = "/api/roles/{id}", tag = "staff", params(("id" = Uuid, Path)), responses(
    (status = 200, body = RoleHistory),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn history_of_role(
    State(app): State<Arc<App>>,
    _: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<RoleHistory>> {
    let (changes, now) = (staff::role_history(&app.db, &id.to_string()).await?, app.clock.now());
    if changes.is_empty() {
        return Err(ApiError::not_found());
    }
    let changes = changes.into_iter().map(|change| RoleChangeView::of(change, now)).collect();
    Ok(Json(RoleHistory { changes }))
}

#[derive(Deserialize, ToSchema)]
struct MakeRoleBody {
    /// 1 to 60 characters.
    name: String,
    /// At least one, and none that the caller lacks.
    permissions: Vec<Permission>,
    /// 1 to 500 characters.
    reason: String,
}

/// The name and the permissions as they are kept.
fn text(name: &str, permissions: &[Permission]) -> ApiResult<RoleText> {
    let mut refusals = Refusals::default();
    let name = refusals.check("name", rules::short_text(name, NAME_MAX));
    if permissions.is_empty() {
        refusals.add("permissions", Rule::Required);
    }
    refusals.into_result()?;
    let known = Permission::ALL.into_iter().filter(|permission| permissions.contains(permission));
    Ok(RoleText { name: name.unwrap_or_default(), permissions: known.collect() })
}

/// Asks for a change of a role, or for a new one.
async fn asked(
    app: &App,
    caller: &StaffCaller<StaffManage>,
    headers: &HeaderMap,
    of: Option<(Uuid, i64)>,
    after: Option<RoleText>,
    typed_reason: &str,
) -> ApiResult<Json<RoleChangeView>> {
    let (reason, now) = (reason("reason", typed_reason)?, app.clock.now());
    let said = format!("{of:?} {after:?} {reason}");
    let new = NewRoleChange {
        id: number_of(app, caller.member.id, headers, &[&b"role"[..], said.as_bytes()]),
        of: of.map(|(id, seen)| (id.to_string(), seen)),
        after,
        reason,
        requester: caller.member.id,
        at: now,
        expires_at: expiry(app, now),
    };
    let change = staff::request_role_change(&app.db, new, &caller.actor()).await?;
    Ok(Json(RoleChangeView::of(change, now)))
}

/// Ask for a role to be made
///
/// It is there once another member approves it. The same call with the same key counts once.
#[utoipa::path(post, path = "/api/roles", tag = "staff", request_body = MakeRoleBody, responses(
    (status = 201, body = RoleChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the caller lacks one of the permissions", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn make_role(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    headers: HeaderMap,
    Json(body): Json<MakeRoleBody>,
) -> ApiResult<(StatusCode, Json<RoleChangeView>)> {
    let text = text(&body.name, &body.permissions)?;
    Ok((StatusCode::CREATED, asked(&app, &caller, &headers, None, Some(text), &body.reason).await?))
}

#[derive(Deserialize, ToSchema)]
struct ChangeRoleBody {
    /// The version that was seen.
    seen: i64,
    /// 1 to 60 characters.
    name: String,
    /// At least one, and none that the caller lacks.
    permissions: Vec<Permission>,
    /// 1 to 500 characters.
    reason: String,
}

/// Ask for another version of a role
///
/// It holds for the role's members at once when another member approves it.
#[utoipa::path(post, path = "/api/roles/{id}/change", tag = "staff", params(("id" = Uuid, Path)),
    request_body = ChangeRoleBody, responses(
    (status = 201, body = RoleChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the caller lacks one of the permissions", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "role_changed: another version is in force by now", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn change_permissions(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(body): Json<ChangeRoleBody>,
) -> ApiResult<(StatusCode, Json<RoleChangeView>)> {
    let (text, of) = (text(&body.name, &body.permissions)?, Some((id, body.seen)));
    Ok((StatusCode::CREATED, asked(&app, &caller, &headers, of, Some(text), &body.reason).await?))
}

#[derive(Deserialize, ToSchema)]
struct WithdrawRoleBody {
    /// The version that was seen.
    seen: i64,
    /// 1 to 500 characters.
    reason: String,
}

/// Ask for a role to be withdrawn
///
/// Nobody can be given it once another member has approved that. Its versions stay.
#[utoipa::path(post, path = "/api/roles/{id}/withdraw", tag = "staff", params(("id" = Uuid, Path)),
    request_body = WithdrawRoleBody, responses(
    (status = 201, body = RoleChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "role_changed: another version is in force by now", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn withdraw_role(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    headers: HeaderMap,
    Json(body): Json<WithdrawRoleBody>,
) -> ApiResult<(StatusCode, Json<RoleChangeView>)> {
    let of = Some((id, body.seen));
    Ok((StatusCode::CREATED, asked(&app, &caller, &headers, of, None, &body.reason).await?))
}

/// What a member decides about what another one has asked for.
pub(super) fn decision(
    app: &App,
    caller: &StaffCaller<StaffManage>,
    body: &ReasonBody,
) -> ApiResult<Decision> {
    let reason = reason("reason", &body.reason)?;
    let (member, name) = (caller.member.id, caller.member.name.clone());
    Ok(Decision { member, name, reason, at: app.clock.now() })
}

/// Approve a change of a role
///
/// It is in force at once. Who has asked for it does not approve it.
#[utoipa::path(post, path = "/api/role-changes/{id}/approve", tag = "staff", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = RoleChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, description = "permission_lacked: the caller lacks one of the permissions", body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "role_change_decided, role_change_expired; second_person_needed: another member has \
        to approve it, who was there when it was asked for; requester_gone: who has asked for it may not do so any \
        more; role_changed: another version is in force by now; role_name_taken; role_in_use: members have the role \
        that is to be withdrawn", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn approve_role(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<RoleChangeView>> {
    let decision = decision(&app, &caller, &body)?;
    let change = staff::approve_role_change(&app.db, id, decision, &caller.actor()).await?;
    Ok(Json(RoleChangeView::of(change, app.clock.now())))
}

/// Refuse a change of a role
///
/// Nothing comes of it. Who has asked for it takes it back so.
#[utoipa::path(post, path = "/api/role-changes/{id}/refuse", tag = "staff", params(("id" = Uuid, Path)),
    request_body = ReasonBody, responses(
    (status = 200, body = RoleChangeView),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, description = "role_change_decided: somebody has decided meanwhile", body = ErrorBody),
    (status = 422, body = FieldErrorsBody),
))]
async fn refuse_role(
    State(app): State<Arc<App>>,
    caller: StaffCaller<StaffManage>,
    Path(id): Path<Uuid>,
    Json(body): Json<ReasonBody>,
) -> ApiResult<Json<RoleChangeView>> {
    let decision = decision(&app, &caller, &body)?;
    let change = staff::refuse_role_change(&app.db, id, decision, &caller.actor()).await?;
    Ok(Json(RoleChangeView::of(change, app.clock.now())))
}
