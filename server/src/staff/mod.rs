//! Who works for the operator: members of staff, their roles, invitations and sessions.
//!
//! A member is invited by a one-time link, chooses a password and sets an authenticator app up; signing in asks for both.
//! A session is a random token in the browser and its hash here. It ends after half an hour without a call, after twelve
//! hours whatever happens, and at once when its member is dismissed; the role is read anew at every call.
//!
//! A role is one that every installation has, or one that this installation has made of permissions: two members decide about
//! each of its versions, and about every change of a member's role and brands. A member may be bound to brands, and then sees and
//! changes players of these brands alone.
//!
//! Every change of staff is one commit under the lock of the lane of number 0, which no player has, with its fact.

mod access;
mod access_store;
mod actor;
pub mod app_secrets;
mod caller;
mod cookie;
mod invitation;
mod model;
mod permission;
mod request;
mod roles;
mod roles_store;
mod scope;
mod scope_store;
mod session;
mod sign_in;
mod store;
mod team;

pub use access::{
    Access, AccessChange, NewAccessChange, approve_access_change, refuse_access_change,
    request_access_change, waiting_access_changes,
};
pub use actor::{Actor, Signed};
pub use caller::{Admitted, StaffCaller, member_of_call, needs};
pub use cookie::StaffCookie;
pub use invitation::{Invitation, Joining, invitation, invite, join, link};
pub use model::{HeldRole, Member, MemberState, Role};
pub use permission::Permission;
pub use request::{Decision, RequestState};
pub use roles::{
    NewRoleChange, RoleChange, RoleInForce, RoleStep, RoleText, approve_role_change, refuse_role_change,
    request_role_change, role_history, roles_in_force, waiting_role_changes,
};
pub use scope::BrandScope;
pub use session::{OpenedSession, sign_out};
pub use sign_in::{Credentials, sign_in};
pub use team::{
    dismiss, dismiss_by_command, holds, list, may, may_in, may_since, member_by_email, member_with_id,
    require_brands_in, require_in, was_invited_in,
};

use croupier_db::{Db, Result, Tx, log};
use croupier_ledger::{Fact, PlayerId};
use serde_json::Value;

/// Facts about staff are written under this number, which no player has.
pub const NO_PLAYER: PlayerId = 0;

/// Begins a transaction that holds the lock under which staff changes.
async fn begin(db: &Db) -> Result<Tx> {
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, NO_PLAYER).await?;
    Ok(tx)
}

/// Appends a fact about staff.
async fn append(db: &Db, tx: &mut Tx, kind: &'static str, body: &Value, now: i64) -> Result<()> {
    log::append(db, tx, NO_PLAYER, now, &[Fact { kind, body: body.to_string() }]).await
}
