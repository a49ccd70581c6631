//! Roles that the installation makes of permissions: one member asks for a version of a role, another one approves it.
//!
//! Every step is one commit under the lock of staff, so that what it looks at stays until it is written. Nobody asks for,
//! approves or hands out a permission that they lack themselves. A version that is approved holds for its members at once.

use croupier_db::{Db, Tx};
use serde_json::{Value, json};
use uuid::Uuid;

use super::actor::Actor;
use super::model::{HeldRole, Member, MemberState, Role};
use super::permission::Permission;
use super::request::{Decision, RequestState};
use super::{append, begin, roles_store, store};
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;

/// Changes of a role that its history shows at most.
const HISTORY_MAX: i64 = 100;

/// What a role is called, and what its members may do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoleText {
    /// The name.
    pub name: String,
    /// What its members may do.
    pub permissions: Vec<Permission>,
}

impl RoleText {
    fn fact_body(&self) -> Value {
        json!({ "name": self.name, "permissions": self.permissions })
    }
}

/// A role of the installation as it is in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleInForce {
    /// The number.
    pub id: String,
    /// What it says.
    pub text: RoleText,
    /// Counts from 1.
    pub version: i64,
}

/// What happens to a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleStep {
    /// It is made.
    Create,
    /// It gets another version.
    Change,
    /// Nobody can be given it any more.
    Withdraw,
}

impl RoleStep {
    const ALL: [Self; 3] = [Self::Create, Self::Change, Self::Withdraw];

    /// The name in rows and facts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Change => "change",
            Self::Withdraw => "withdraw",
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }
}

/// A change of a role that somebody has asked for. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleChange {
    /// The number.
    pub id: Uuid,
    /// The number of the role.
    pub role: String,
    /// What happens to it.
    pub step: RoleStep,
    /// The version that it builds on; 0 for a role that is not there yet.
    pub seen: i64,
    /// What the role said when it was asked for.
    pub before: RoleText,
    /// What it says afterwards.
    pub after: RoleText,
    /// In the requester's words.
    pub reason: String,
    /// How it stands.
    pub state: RequestState,
    /// Who has asked for it.
    pub requester: Uuid,
    /// The requester's name by then.
    pub requester_name: String,
    /// When.
    pub requested_at: i64,
    /// Nobody approves it from then on.
    pub expires_at: i64,
    /// What became of it.
    pub decision: Option<Decision>,
}

impl RoleChange {
    fn fact_body(&self, reason: &str) -> Value {
        json!({
            "subject": self.role,
            "step": self.step.name(),
            "before": self.before.fact_body(),
            "after": self.after.fact_body(),
            "reason": reason,
        })
    }
}

/// What a member asks for.
#[derive(Debug)]
pub struct NewRoleChange {
    /// The number of what is asked for: the same one is asked for once.
    pub id: Uuid,
    /// What happens to which role, and the version of it that was seen; a role that is made has none.
    pub of: Option<(String, i64)>,
    /// What it says afterwards; `None` withdraws it.
    pub after: Option<RoleText>,
    /// In the requester's words.
    pub reason: String,
    /// Who asks.
    pub requester: Uuid,
    /// When, in UTC milliseconds.
    pub at: i64,
    /// Until when it can be approved.
    pub expires_at: i64,
}

/// The roles of the installation that are in force, by name.
pub async fn roles_in_force(db: &Db) -> ApiResult<Vec<RoleInForce>> {
    Ok(roles_store::all(db).await?)
}

/// Changes that wait for another member, the oldest first.
pub async fn waiting_role_changes(db: &Db) -> ApiResult<Vec<RoleChange>> {
    Ok(roles_store::waiting(db).await?)
}

/// What was asked for about a role, the newest first.
pub async fn role_history(db: &Db, id: &str) -> ApiResult<Vec<RoleChange>> {
    Ok(roles_store::changes(db, id, HISTORY_MAX).await?)
}

/// The role called `id`, which `by` may hand out: it is in force, and a member who hands it out may do all that it allows.
pub(super) async fn grantable(tx: &mut Tx, id: &str, by: &Actor) -> ApiResult<HeldRole> {
    let role = if let Some(role) = Role::from_name(id) {
        HeldRole::from(role)
    } else {
        let found = roles_store::with_id_in(tx, id).await?;
        let RoleInForce { id, text, .. } =
            found.ok_or_else(|| ApiError::field("role", "VALIDATION.INVALID", "There is no such role."))?;
        HeldRole { id, title: Some(text.name), permissions: text.permissions }
    };
    if let Some(signed) = &by.signed {
        require_all(tx, signed.id, &role.permissions).await?;
    }
    Ok(role)
}

/// Whether the role called `id` can be given to anybody: it is built, or of the installation and not withdrawn.
pub(super) async fn is_in_force(tx: &mut Tx, id: &str) -> croupier_db::Result<bool> {
    Ok(Role::from_name(id).is_some() || roles_store::with_id_in(tx, id).await?.is_some())
}

/// The member, who works here, manages staff and may do all that `permissions` name; 403 otherwise.
pub(super) async fn require_all(tx: &mut Tx, id: Uuid, permissions: &[Permission]) -> ApiResult<Member> {
    let member = store::with_id_in(tx, id).await?.filter(manages);
    let member = member.ok_or_else(ApiError::role_forbids)?;
    if !member.role.may_all(permissions) {
        let message = "This takes a permission that you do not have yourself.";
        return Err(ApiError::forbidden("permission_lacked", message));
    }
    Ok(member)
}

/// Whether the member works here and manages staff of the whole installation.
pub(super) fn manages(member: &Member) -> bool {
    member.state == MemberState::Active
        && member.role.may(Permission::StaffManage)
        && !member.scope.is_bound()
}

/// Keeps what `by` asks for, together with its fact. One with its number is there once.
pub async fn request_role_change(db: &Db, new: NewRoleChange, by: &Actor) -> ApiResult<RoleChange> {
    let mut tx = begin(db).await?;
    if let Some(known) = roles_store::change_in(&mut tx, new.id).await? {
        return Ok(known);
    }
    let change = wanted(&mut tx, new).await?;
    roles_store::add(&mut tx, &change).await?;
    let body = by.signing(change.fact_body(&change.reason));
    append(db, &mut tx, "staff.role_requested", &body, change.requested_at).await?;
    tx.commit().await?;
    Ok(change)
}

/// What is asked for as it is kept, when it may be.
async fn wanted(tx: &mut Tx, new: NewRoleChange) -> ApiResult<RoleChange> {
    let granted = new.after.as_ref().map_or(&[][..], |after| after.permissions.as_slice());
    let requester = require_all(tx, new.requester, granted).await?;
    let step = match (&new.of, &new.after) {
        (None, _) => RoleStep::Create,
        (Some(_), Some(_)) => RoleStep::Change,
        (Some(_), None) => RoleStep::Withdraw,
    };
    let (role, seen) = new.of.unwrap_or_else(|| (new.id.to_string(), 0));
    let before =
        if step == RoleStep::Create { RoleText::default() } else { seen_in(tx, &role, seen).await? };
    let after = new.after.unwrap_or_else(|| before.clone());
    if name_is_taken(tx, &after.name, &role).await? {
        return Err(ApiError::fields(vec![Rule::Taken.on("name")]));
    }
    Ok(RoleChange {
        id: new.id,
        role,
        step,
        seen,
        before,
        after,
        reason: new.reason,
        state: RequestState::Waiting,
        requester: requester.id,
        requester_name: requester.name,
        requested_at: new.at,
        expires_at: new.expires_at,
        decision: None,
    })
}

/// What the role `id` says, whose version `seen` is in force.
async fn seen_in(tx: &mut Tx, id: &str, seen: i64) -> ApiResult<RoleText> {
    let role = roles_store::with_id_in(tx, id).await?.ok_or_else(ApiError::not_found)?;
    if role.version != seen {
        return Err(changed());
    }
    Ok(role.text)
}

/// Whether another role has this name: one of the installation, or one that every installation has.
async fn name_is_taken(tx: &mut Tx, name: &str, id: &str) -> croupier_db::Result<bool> {
    Ok(Role::from_name(&name.to_lowercase()).is_some() || roles_store::is_taken(tx, name, id).await?)
}

fn changed() -> ApiError {
    ApiError::conflict("role_changed", "The role has changed meanwhile.")
}

/// Carries a change out as `by`, who has not asked for it.
pub async fn approve_role_change(db: &Db, id: Uuid, decision: Decision, by: &Actor) -> ApiResult<RoleChange> {
    let mut tx = begin(db).await?;
    let change = undecided(&mut tx, id).await?;
    may_approve(&mut tx, &change, &decision).await?;
    fits(&mut tx, &change).await?;
    let (role, version) = (&change.role, change.seen + 1);
    match change.step {
        RoleStep::Withdraw => roles_store::withdraw(&mut tx, role, version, decision.at).await?,
        RoleStep::Create | RoleStep::Change => {
            roles_store::put_in_force(&mut tx, role, &change.after, version).await?;
        }
    }
    decided(db, tx, change, RequestState::Approved, decision, by).await
}

/// Refuses a change; nothing comes of it. Who has asked for it may take it back so.
pub async fn refuse_role_change(db: &Db, id: Uuid, decision: Decision, by: &Actor) -> ApiResult<RoleChange> {
    let mut tx = begin(db).await?;
    let change = undecided(&mut tx, id).await?;
    require_all(&mut tx, decision.member, &[]).await?;
    decided(db, tx, change, RequestState::Refused, decision, by).await
}

async fn undecided(tx: &mut Tx, id: Uuid) -> ApiResult<RoleChange> {
    let change = roles_store::change_in(tx, id).await?.ok_or_else(ApiError::not_found)?;
    if change.state == RequestState::Waiting { Ok(change) } else { Err(decided_before()) }
}

fn decided_before() -> ApiError {
    ApiError::conflict("role_change_decided", "Somebody has decided about this meanwhile.")
}

/// Refuses an approval by somebody who may not give it, and one of what nobody may approve any more.
async fn may_approve(tx: &mut Tx, change: &RoleChange, decision: &Decision) -> ApiResult<()> {
    let granted = match change.step {
        RoleStep::Create | RoleStep::Change => &change.after.permissions[..],
        RoleStep::Withdraw => &[],
    };
    require_all(tx, decision.member, granted).await?;
    if change.expires_at <= decision.at {
        return Err(ApiError::conflict("role_change_expired", "The time for this is over."));
    }
    if change.requester == decision.member {
        let message = "You have asked for it. Another member has to approve it.";
        return Err(ApiError::conflict("second_person_needed", message));
    }
    // A requester could invite their own second person.
    if !store::was_invited(tx, decision.member, change.requested_at).await? {
        let message = "A member who was there when it was asked for has to approve it.";
        return Err(ApiError::conflict("second_person_needed", message));
    }
    let requester = store::with_id_in(tx, change.requester).await?.filter(manages);
    if !requester.is_some_and(|requester| requester.role.may_all(granted)) {
        let message = "Who has asked for it may not do so any more.";
        return Err(ApiError::conflict("requester_gone", message));
    }
    Ok(())
}

/// Refuses a change of what is in force no more, a name that another role has got meanwhile, and the end of a role in use.
async fn fits(tx: &mut Tx, change: &RoleChange) -> ApiResult<()> {
    let role = roles_store::with_id_in(tx, &change.role).await?;
    if role.map_or(0, |role| role.version) != change.seen {
        return Err(changed());
    }
    let is_withdrawn = change.step == RoleStep::Withdraw;
    if is_withdrawn && roles_store::members(tx, &change.role).await? > 0 {
        return Err(ApiError::conflict(
            "role_in_use",
            "Members have this role. Give them another one first.",
        ));
    }
    if !is_withdrawn && name_is_taken(tx, &change.after.name, &change.role).await? {
        return Err(ApiError::conflict("role_name_taken", "Another role has this name by now."));
    }
    Ok(())
}

/// Writes the decision and its fact, and commits.
async fn decided(
    db: &Db,
    mut tx: Tx,
    change: RoleChange,
    state: RequestState,
    decision: Decision,
    by: &Actor,
) -> ApiResult<RoleChange> {
    if !roles_store::decide(&mut tx, change.id, state, &decision).await? {
        return Err(decided_before());
    }
    let mut body = change.fact_body(&decision.reason);
    body["requested_by"] = json!(change.requester_name);
    let kind = if state == RequestState::Approved { "staff.role_approved" } else { "staff.role_refused" };
    append(db, &mut tx, kind, &by.signing(body), decision.at).await?;
    tx.commit().await?;
    Ok(RoleChange { state, decision: Some(decision), ..change })
}
