//! The SQL of the roles that the installation has made.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use uuid::Uuid;

use super::permission::Permission;
use super::request::{Decision, RequestState};
use super::roles::{RoleChange, RoleInForce, RoleStep, RoleText};

const ROLE: &str = "SELECT id, name, permissions, version FROM staff_role";

fn role(row: &Row) -> Result<RoleInForce> {
    Ok(RoleInForce { id: row.get(0)?, text: text(row, 1)?, version: row.get(3)? })
}

/// The name and the permissions in two columns from `at` on.
fn text(row: &Row, at: usize) -> Result<RoleText> {
    let permissions: String = row.get(at + 1)?;
    Ok(RoleText { name: row.get(at)?, permissions: Permission::read(&permissions) })
}

/// Roles that are not withdrawn, by name.
pub(super) async fn all(db: &Db) -> Result<Vec<RoleInForce>> {
    let sql = format!("{ROLE} WHERE withdrawn_at_ms IS NULL ORDER BY name, id");
    db.query(&sql, params![]).await?.iter().map(role).collect()
}

pub(super) async fn with_id_in(tx: &mut Tx, id: &str) -> Result<Option<RoleInForce>> {
    let sql = format!("{ROLE} WHERE id = $1 AND withdrawn_at_ms IS NULL");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(role).transpose()
}

/// Whether a role other than `id` has this name.
pub(super) async fn is_taken(tx: &mut Tx, name: &str, id: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM staff_role WHERE name = $1 AND id <> $2 AND withdrawn_at_ms IS NULL";
    Ok(tx.query_opt(sql, params![name, id]).await?.is_some())
}

/// How many members who are not dismissed have the role.
pub(super) async fn members(tx: &mut Tx, id: &str) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM staff_member WHERE role = $1 AND state <> 'dismissed'";
    tx.query_one(sql, params![id]).await?.get(0)
}

/// Puts a version of a role in force, for its members too.
pub(super) async fn put_in_force(tx: &mut Tx, id: &str, to: &RoleText, version: i64) -> Result<()> {
    let sql = "INSERT INTO staff_role (id, name, permissions, version) VALUES ($1, $2, $3, $4)
               ON CONFLICT (id) DO UPDATE SET name = $2, permissions = $3, version = $4";
    let permissions = Permission::kept(&to.permissions);
    tx.execute(sql, params![id, &to.name, &permissions, version]).await?;
    let sql = "UPDATE staff_member SET permissions = $2 WHERE role = $1";
    tx.execute(sql, params![id, &permissions]).await.map(drop)
}

/// Withdraws a role, which nobody but dismissed members has.
pub(super) async fn withdraw(tx: &mut Tx, id: &str, version: i64, now: i64) -> Result<()> {
    let sql = "UPDATE staff_role SET version = $2, withdrawn_at_ms = $3 WHERE id = $1";
    tx.execute(sql, params![id, version, now]).await?;
    tx.execute("UPDATE staff_member SET permissions = '' WHERE role = $1", params![id]).await.map(drop)
}

const CHANGE: &str =
    "SELECT id, role, step, seen, old_name, old_permissions, name, permissions, reason, state, requested_by,
        requester_name, requested_at_ms, expires_at_ms, decided_by, decider_name, decision_reason, decided_at_ms
    FROM staff_role_change";

fn change(row: &Row) -> Result<RoleChange> {
    let (step, state): (String, String) = (row.get(2)?, row.get(9)?);
    let decided_by: Option<Uuid> = row.get(14)?;
    let decision = match decided_by {
        Some(member) => Some(Decision { member, name: row.get(15)?, reason: row.get(16)?, at: row.get(17)? }),
        None => None,
    };
    Ok(RoleChange {
        id: row.get(0)?,
        role: row.get(1)?,
        step: RoleStep::from_name(&step).ok_or_else(|| Error::Corrupt(format!("step {step:?}")))?,
        seen: row.get(3)?,
        before: text(row, 4)?,
        after: text(row, 6)?,
        reason: row.get(8)?,
        state: RequestState::from_name(&state).ok_or_else(|| Error::Corrupt(format!("state {state:?}")))?,
        requester: row.get(10)?,
        requester_name: row.get(11)?,
        requested_at: row.get(12)?,
        expires_at: row.get(13)?,
        decision,
    })
}

pub(super) async fn change_in(tx: &mut Tx, id: Uuid) -> Result<Option<RoleChange>> {
    let sql = format!("{CHANGE} WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(change).transpose()
}

/// Changes that wait, the oldest first.
pub(super) async fn waiting(db: &Db) -> Result<Vec<RoleChange>> {
    let sql = format!("{CHANGE} WHERE state = 'waiting' ORDER BY requested_at_ms, id");
    db.query(&sql, params![]).await?.iter().map(change).collect()
}

/// Changes of a role, the newest first, at most `limit`.
pub(super) async fn changes(db: &Db, role: &str, limit: i64) -> Result<Vec<RoleChange>> {
    let sql = format!("{CHANGE} WHERE role = $1 ORDER BY requested_at_ms DESC, seen DESC, id DESC LIMIT $2");
    db.query(&sql, params![role, limit]).await?.iter().map(change).collect()
}

pub(super) async fn add(tx: &mut Tx, new: &RoleChange) -> Result<()> {
    let sql = "INSERT INTO staff_role_change (id, role, step, seen, old_name, old_permissions, name, permissions, reason,
                   state, requested_by, requester_name, requested_at_ms, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10, $11, $12, $13)";
    let row = params![
        new.id,
        &new.role,
        new.step.name(),
        new.seen,
        &new.before.name,
        Permission::kept(&new.before.permissions),
        &new.after.name,
        Permission::kept(&new.after.permissions),
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
        "UPDATE staff_role_change SET state = $2, decided_by = $3, decider_name = $4, decision_reason = $5,
                   decided_at_ms = $6
               WHERE id = $1 AND state = 'waiting'";
    let Decision { member, name, reason, at } = decision;
    Ok(tx.execute(sql, params![id, state.name(), *member, name, reason, *at]).await? == 1)
}
