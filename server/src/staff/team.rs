//! Who there is, and dismissals.

use croupier_db::{Db, Statement, Tx};
use serde_json::json;
use uuid::Uuid;

use super::actor::Actor;
use super::model::{Member, MemberState, Role};
use super::permission::Permission;
use super::{append, begin, roles, store};
use crate::platform::error::{ApiError, ApiResult};

/// Everybody, by name, those who are dismissed last.
pub async fn list(db: &Db) -> ApiResult<Vec<Member>> {
    Ok(store::all(db).await?)
}

/// The member with this number.
pub async fn member_with_id(db: &Db, id: Uuid) -> ApiResult<Option<Member>> {
    Ok(store::with_id(db, id).await?)
}

/// The member with this address, in lower case.
pub async fn member_by_email(db: &Db, email: &str) -> ApiResult<Option<Member>> {
    Ok(store::with_email(db, email).await?)
}

/// Whether the member works here and may do what `permission` names, as far as a reader can tell.
pub async fn may(db: &Db, id: Uuid, permission: Permission) -> croupier_db::Result<bool> {
    let member = store::with_id(db, id).await?;
    Ok(member.is_some_and(|member| member.state == MemberState::Active && member.role.may(permission)))
}

/// Like [`may`], of a member who has not been invited anew since `at` (UTC milliseconds).
pub async fn may_since(db: &Db, id: Uuid, permission: Permission, at: i64) -> croupier_db::Result<bool> {
    let member = store::with_id(db, id).await?.filter(|member| member.invited_at <= at);
    Ok(member.is_some_and(|member| member.state == MemberState::Active && member.role.may(permission)))
}

/// The statement that holds a commit to the member working here and having `permission`: it touches one row, or none.
pub fn holds(id: Uuid, permission: Permission) -> Statement {
    store::active_with(id, permission)
}

/// Whether the member works here and may do what `permission` names until the caller's transaction ends.
pub async fn may_in(tx: &mut Tx, id: Uuid, permission: Permission) -> croupier_db::Result<bool> {
    let Statement { sql, params, .. } = holds(id, permission);
    Ok(tx.execute(sql, params).await? == 1)
}

/// Holds the caller's transaction to the member working here and having `permission`; 403 for anybody else.
pub async fn require_in(tx: &mut Tx, id: Uuid, permission: Permission) -> ApiResult<()> {
    if may_in(tx, id, permission).await? {
        return Ok(());
    }
    Err(ApiError::role_forbids())
}

/// Holds the caller's transaction, which holds the member's row already, to the member working for all of `brands`, and for the
/// whole installation when there are none; 403 for anybody else.
pub async fn require_brands_in<'b>(
    tx: &mut Tx,
    id: Uuid,
    brands: impl IntoIterator<Item = &'b String>,
) -> ApiResult<()> {
    let member = store::with_id_in(tx, id).await?;
    if member.is_some_and(|member| member.scope.covers(brands)) {
        return Ok(());
    }
    Err(ApiError::forbidden("bound_to_brands", "You are bound to brands. This is about others too."))
}

/// Whether the member was invited at `at` (UTC milliseconds) or before.
pub async fn was_invited_in(tx: &mut Tx, id: Uuid, at: i64) -> croupier_db::Result<bool> {
    store::was_invited(tx, id, at).await
}

/// Dismisses a member as another one wishes: sessions end at once, and an invitation no longer counts.
pub async fn dismiss(db: &Db, id: Uuid, by: &Actor, now: i64) -> ApiResult<Member> {
    let mut tx = begin(db).await?;
    let member = changeable(&mut tx, id, by, true).await?;
    store::dismiss(&mut tx, id, now).await?;
    let body = json!({ "member": id, "email": member.email });
    append(db, &mut tx, "staff.dismissed", &by.signing(body), now).await?;
    tx.commit().await?;
    Ok(Member { state: MemberState::Dismissed, dismissed_at: Some(now), invitation_until: None, ..member })
}

/// Dismisses a member from the command line, the last administrator too: who has the server's shell can invite another.
/// `false` when the member is gone already.
pub async fn dismiss_by_command(db: &Db, id: Uuid, by: &Actor, now: i64) -> ApiResult<bool> {
    let mut tx = begin(db).await?;
    if !store::dismiss(&mut tx, id, now).await? {
        return Ok(false);
    }
    append(db, &mut tx, "staff.dismissed", &by.signing(json!({ "member": id })), now).await?;
    tx.commit().await?;
    Ok(true)
}

/// The member that is changed, under the lock of staff. Nobody changes themselves, nor anybody who may do what they may not; and
/// where the change leaves one administrator less, the last one stays.
pub(super) async fn changeable(
    tx: &mut Tx,
    id: Uuid,
    by: &Actor,
    takes_administrator: bool,
) -> ApiResult<Member> {
    let member = store::with_id_in(tx, id).await?.ok_or_else(ApiError::not_found)?;
    if by.signed.as_ref().is_some_and(|signed| signed.id == id) {
        return Err(ApiError::conflict("own_account", "Nobody changes or dismisses themselves."));
    }
    if member.state == MemberState::Dismissed {
        return Err(ApiError::conflict("member_dismissed", "This member is dismissed."));
    }
    if let Some(signed) = &by.signed {
        roles::require_all(tx, signed.id, &member.role.permissions).await?;
    }
    let is_last = member.state == MemberState::Active
        && takes_administrator
        && member.role.is(Role::Administrator)
        && !member.scope.is_bound()
        && store::other_administrators(tx, id).await? == 0;
    if is_last {
        return Err(ApiError::conflict("last_administrator", "One administrator has to stay."));
    }
    Ok(member)
}
