//! The SQL of changes of what members of staff may do.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use uuid::Uuid;

use super::access::{Access, AccessChange};
use super::request::{Decision, RequestState};
use super::scope::BrandScope;

const CHANGE: &str =
    "SELECT id, member_id, member_name, old_role, old_role_title, old_brands, role, role_title, brands, reason, state,
        requested_by, requester_name, requested_at_ms, expires_at_ms, decided_by, decider_name, decision_reason,
        decided_at_ms
    FROM staff_access_change";

/// The role, what it is called and the brands in three columns from `at` on.
fn access(row: &Row, at: usize) -> Result<Access> {
    Ok(Access {
        role: row.get(at)?,
        role_title: row.get(at + 1)?,
        scope: BrandScope::read(&row.get::<String>(at + 2)?),
    })
}

fn change(row: &Row) -> Result<AccessChange> {
    let state: String = row.get(10)?;
    let decided_by: Option<Uuid> = row.get(15)?;
    let decision = match decided_by {
        Some(member) => Some(Decision { member, name: row.get(16)?, reason: row.get(17)?, at: row.get(18)? }),
        None => None,
    };
    Ok(AccessChange {
        id: row.get(0)?,
        member: row.get(1)?,
        member_name: row.get(2)?,
        before: access(row, 3)?,
        after: access(row, 6)?,
        reason: row.get(9)?,
        state: RequestState::from_name(&state).ok_or_else(|| Error::Corrupt(format!("state {state:?}")))?,
        requester: row.get(11)?,
        requester_name: row.get(12)?,
        requested_at: row.get(13)?,
        expires_at: row.get(14)?,
        decision,
    })
}

pub(super) async fn change_in(tx: &mut Tx, id: Uuid) -> Result<Option<AccessChange>> {
    let sql = format!("{CHANGE} WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(change).transpose()
}

/// Changes that wait, the oldest first.
pub(super) async fn waiting(db: &Db) -> Result<Vec<AccessChange>> {
    let sql = format!("{CHANGE} WHERE state = 'waiting' ORDER BY requested_at_ms, id");
    db.query(&sql, params![]).await?.iter().map(change).collect()
}

pub(super) async fn add(tx: &mut Tx, new: &AccessChange) -> Result<()> {
    let sql = "INSERT INTO staff_access_change (id, member_id, member_name, old_role, old_role_title, old_brands, role,
                   role_title, brands, reason, state, requested_by, requester_name, requested_at_ms, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'waiting', $11, $12, $13, $14)";
    let row = params![
        new.id,
        new.member,
        &new.member_name,
        &new.before.role,
        new.before.role_title.clone(),
        new.before.scope.kept(),
        &new.after.role,
        new.after.role_title.clone(),
        new.after.scope.kept(),
        &new.reason,
        new.requester,
        &new.requester_name,
        new.requested_at,
        new.expires_at,
    ];
    tx.execute(sql, row).await.map(drop)
}

/// Writes a decision about a change that waits; `false` when there is one.
pub(super) async fn decide(tx: &mut Tx, id: Uuid, state: RequestState, decision: &Decision) -> Result<bool> {
    let sql =
        "UPDATE staff_access_change SET state = $2, decided_by = $3, decider_name = $4, decision_reason = $5,
                   decided_at_ms = $6
               WHERE id = $1 AND state = 'waiting'";
    let Decision { member, name, reason, at } = decision;
    Ok(tx.execute(sql, params![id, state.name(), *member, name, reason, *at]).await? == 1)
}
