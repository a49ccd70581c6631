//! Roles as the back office shows them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::calendar::rfc3339;
use crate::staff::{
    Decision, Member, MemberState, Permission, RequestState, Role, RoleChange, RoleInForce, RoleStep,
    RoleText,
};

/// A member who has a role.
#[derive(Debug, Serialize, ToSchema)]
struct RoleMember {
    /// The number.
    id: String,
    name: String,
}

/// A role.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StaffRole)]
pub(super) struct RoleView {
    /// The name of a built role, or the number of one of the installation.
    id: String,
    /// What the installation calls it; null of a built role.
    title: Option<String>,
    permissions: Vec<Permission>,
    /// Counts from 1; 0 of a built role, which nobody changes.
    version: i64,
    /// Who has it, by name; dismissed members are left out.
    members: Vec<RoleMember>,
}

impl RoleView {
    pub(super) fn built(role: Role, members: &[Member]) -> Self {
        let permissions = role.permissions().to_vec();
        let members = having(role.name(), members);
        Self { id: role.name().to_owned(), title: None, permissions, version: 0, members }
    }

    pub(super) fn made(role: RoleInForce, members: &[Member]) -> Self {
        let RoleInForce { id, text, version } = role;
        let members = having(&id, members);
        Self { id, title: Some(text.name), permissions: text.permissions, version, members }
    }
}

fn having(role: &str, members: &[Member]) -> Vec<RoleMember> {
    let have =
        members.iter().filter(|member| member.role.id == role && member.state != MemberState::Dismissed);
    have.map(|member| RoleMember { id: member.id.to_string(), name: member.name.clone() }).collect()
}

/// What a role is called, and what its members may do.
#[derive(Debug, Serialize, ToSchema)]
struct RoleTextView {
    /// Empty where there was no role.
    name: String,
    permissions: Vec<Permission>,
}

impl From<RoleText> for RoleTextView {
    fn from(RoleText { name, permissions }: RoleText) -> Self {
        Self { name, permissions }
    }
}

/// What happens to a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum RoleStepView {
    /// It is made.
    Create,
    /// It gets another version.
    Change,
    /// Nobody can be given it any more.
    Withdraw,
}

/// How a change of a role, or of a member's, stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RoleChangeStanding {
    /// It waits for another member.
    Waiting,
    /// Nobody has decided in time.
    Expired,
    /// It is in force, or was.
    Approved,
    /// Nothing has come of it.
    Refused,
}

impl RoleChangeStanding {
    /// How a request stands at `now` whose time is over at `expires_at`.
    pub(super) const fn of(state: RequestState, expires_at: i64, now: i64) -> Self {
        match state {
            RequestState::Waiting if expires_at <= now => Self::Expired,
            RequestState::Waiting => Self::Waiting,
            RequestState::Approved => Self::Approved,
            RequestState::Refused => Self::Refused,
        }
    }
}

/// A change of a role that a member has asked for.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct RoleChangeView {
    /// The number.
    id: String,
    /// The number of the role.
    role: String,
    step: RoleStepView,
    before: RoleTextView,
    after: RoleTextView,
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

impl RoleChangeView {
    pub(super) fn of(change: RoleChange, now: i64) -> Self {
        let (decided_by, decision_reason, decided_at) = match change.decision {
            Some(Decision { name, reason, at, .. }) => (Some(name), Some(reason), Some(rfc3339(at))),
            None => (None, None, None),
        };
        Self {
            id: change.id.to_string(),
            role: change.role,
            step: match change.step {
                RoleStep::Create => RoleStepView::Create,
                RoleStep::Change => RoleStepView::Change,
                RoleStep::Withdraw => RoleStepView::Withdraw,
            },
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
