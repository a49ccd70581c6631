//! What a member of staff may do, changed by two: one member asks for another role or other brands of a colleague, another one
//! approves it.
//!
//! Every step is one commit under the lock of staff, so that what it looks at stays until it is written. Nobody changes themselves,
//! nor a colleague who may do what they may not, and nobody hands out what they lack. What is approved holds from the colleague's
//! next call on. Dismissing takes one member, and is no matter of this.

use croupier_db::{Db, Tx};
use serde_json::{Value, json};
use uuid::Uuid;

use super::actor::Actor;
use super::model::{HeldRole, Member, Role};
use super::request::{Decision, RequestState};
use super::scope::BrandScope;
use super::{access_store, append, begin, roles, store, team};
use crate::platform::error::{ApiError, ApiResult};
use crate::rules::Rule;

/// A role and brands, as they were when they were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// The name of a built role, or the number of one of the installation.
    pub role: String,
    /// What the installation calls the role; `None` of a built one.
    pub role_title: Option<String>,
    /// Whose players the member works with.
    pub scope: BrandScope,
}

impl Access {
    fn of(role: &HeldRole, scope: &BrandScope) -> Self {
        Self { role: role.id.clone(), role_title: role.title.clone(), scope: scope.clone() }
    }

    /// Whether it is the same role for the same brands, whatever the role is called by now.
    fn is_that_of(&self, member: &Member) -> bool {
        (&self.role, &self.scope) == (&member.role.id, &member.scope)
    }

    fn fact_body(&self) -> Value {
        json!({ "role": self.role, "role_title": self.role_title, "brands": self.scope.brands() })
    }
}

/// A change of what a member may do that somebody has asked for. Times are UTC milliseconds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessChange {
    /// The number.
    pub id: Uuid,
    /// Whom it is about.
    pub member: Uuid,
    /// The member's name by then.
    pub member_name: String,
    /// What the member had when it was asked for.
    pub before: Access,
    /// What the member has afterwards.
    pub after: Access,
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

impl AccessChange {
    fn fact_body(&self, reason: &str) -> Value {
        json!({
            "subject": self.member_name,
            "member": self.member,
            "before": self.before.fact_body(),
            "after": self.after.fact_body(),
            "reason": reason,
        })
    }
}

/// What a member asks for.
#[derive(Debug)]
pub struct NewAccessChange {
    /// The number of what is asked for: the same one is asked for once.
    pub id: Uuid,
    /// Whom it is about.
    pub member: Uuid,
    /// The role afterwards; the present one stays when there is none.
    pub role: Option<String>,
    /// Whose players the member works with afterwards; they stay when there is none.
    pub scope: Option<BrandScope>,
    /// In the requester's words.
    pub reason: String,
    /// Who asks.
    pub requester: Uuid,
    /// When, in UTC milliseconds.
    pub at: i64,
    /// Until when it can be approved.
    pub expires_at: i64,
}

/// Changes that wait for another member, the oldest first.
pub async fn waiting_access_changes(db: &Db) -> ApiResult<Vec<AccessChange>> {
    Ok(access_store::waiting(db).await?)
}

/// Keeps what `by` asks for, together with its fact. One with its number is there once.
pub async fn request_access_change(db: &Db, new: NewAccessChange, by: &Actor) -> ApiResult<AccessChange> {
    let mut tx = begin(db).await?;
    if let Some(known) = access_store::change_in(&mut tx, new.id).await? {
        return Ok(known);
    }
    let member = store::with_id_in(&mut tx, new.member).await?.ok_or_else(ApiError::not_found)?;
    let role = match &new.role {
        Some(role) => roles::grantable(&mut tx, role, by).await?,
        None => member.role.clone(),
    };
    let scope = new.scope.unwrap_or_else(|| member.scope.clone());
    let after = Access::of(&role, &scope);
    if after.is_that_of(&member) {
        return Err(ApiError::fields(vec![Rule::NotAllowed.on(if new.role.is_some() {
            "role"
        } else {
            "brands"
        })]));
    }
    team::changeable(&mut tx, new.member, by, takes_administrator(&role, &scope)).await?;
    let requester = roles::require_all(&mut tx, new.requester, &role.permissions).await?;
    let change = AccessChange {
        id: new.id,
        member: member.id,
        before: Access::of(&member.role, &member.scope),
        member_name: member.name,
        after,
        reason: new.reason,
        state: RequestState::Waiting,
        requester: requester.id,
        requester_name: requester.name,
        requested_at: new.at,
        expires_at: new.expires_at,
        decision: None,
    };
    access_store::add(&mut tx, &change).await?;
    let body = by.signing(change.fact_body(&change.reason));
    append(db, &mut tx, "staff.access_requested", &body, change.requested_at).await?;
    tx.commit().await?;
    Ok(change)
}

/// Whether who has this role for these brands is no administrator of the whole installation.
fn takes_administrator(role: &HeldRole, scope: &BrandScope) -> bool {
    scope.is_bound() || !role.is(Role::Administrator)
}

/// Carries a change out as `by`, who has not asked for it.
pub async fn approve_access_change(
    db: &Db,
    id: Uuid,
    decision: Decision,
    by: &Actor,
) -> ApiResult<AccessChange> {
    let mut tx = begin(db).await?;
    let change = undecided(&mut tx, id).await?;
    let role = roles::grantable(&mut tx, &change.after.role, by).await?;
    let takes_administrator = takes_administrator(&role, &change.after.scope);
    let member = team::changeable(&mut tx, change.member, by, takes_administrator).await?;
    if !change.before.is_that_of(&member) {
        return Err(ApiError::conflict(
            "member_changed",
            "The member has another role or other brands by now.",
        ));
    }
    may_approve(&mut tx, &change, &decision, &member, &role).await?;
    store::set_role(&mut tx, member.id, &role).await?;
    store::set_scope(&mut tx, member.id, &change.after.scope).await?;
    decided(db, tx, change, RequestState::Approved, decision, by).await
}

/// Refuses a change; nothing comes of it. Who has asked for it may take it back so; whom it is about decides nothing.
pub async fn refuse_access_change(
    db: &Db,
    id: Uuid,
    decision: Decision,
    by: &Actor,
) -> ApiResult<AccessChange> {
    let mut tx = begin(db).await?;
    let change = undecided(&mut tx, id).await?;
    roles::require_all(&mut tx, decision.member, &[]).await?;
    if change.member == decision.member {
        return Err(ApiError::conflict("own_account", "Nobody decides about their own role and brands."));
    }
    decided(db, tx, change, RequestState::Refused, decision, by).await
}

async fn undecided(tx: &mut Tx, id: Uuid) -> ApiResult<AccessChange> {
    let change = access_store::change_in(tx, id).await?.ok_or_else(ApiError::not_found)?;
    if change.state == RequestState::Waiting { Ok(change) } else { Err(decided_before()) }
}

fn decided_before() -> ApiError {
    ApiError::conflict("access_change_decided", "Somebody has decided about this meanwhile.")
}

/// Refuses an approval by somebody who may not give it, and one of what nobody may approve any more.
async fn may_approve(
    tx: &mut Tx,
    change: &AccessChange,
    decision: &Decision,
    member: &Member,
    role: &HeldRole,
) -> ApiResult<()> {
    if change.expires_at <= decision.at {
        return Err(ApiError::conflict("access_change_expired", "The time for this is over."));
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
    let requester = store::with_id_in(tx, change.requester).await?.filter(roles::manages);
    let may_all = |requester: Member| {
        requester.role.may_all(&role.permissions) && requester.role.may_all(&member.role.permissions)
    };
    if !requester.is_some_and(may_all) {
        let message = "Who has asked for it may not do so any more.";
        return Err(ApiError::conflict("requester_gone", message));
    }
    Ok(())
}

/// Writes the decision and its fact, and commits.
async fn decided(
    db: &Db,
    mut tx: Tx,
    change: AccessChange,
    state: RequestState,
    decision: Decision,
    by: &Actor,
) -> ApiResult<AccessChange> {
    if !access_store::decide(&mut tx, change.id, state, &decision).await? {
        return Err(decided_before());
    }
    let mut body = change.fact_body(&decision.reason);
    body["requested_by"] = json!(change.requester_name);
    let is_approved = state == RequestState::Approved;
    let kind = if is_approved { "staff.access_approved" } else { "staff.access_refused" };
    append(db, &mut tx, kind, &by.signing(body), decision.at).await?;
    tx.commit().await?;
    Ok(AccessChange { state, decision: Some(decision), ..change })
}
