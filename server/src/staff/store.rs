//! Members of staff, their sessions, and tries to sign in.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, log, params};
use uuid::Uuid;

use super::model::{HeldRole, Member, MemberState, Role};
use super::permission::Permission;
use super::scope::BrandScope;
use crate::platform::secrets::{KeyRows, SealedRow};

const COLUMNS: &str = "m.id, m.email, m.name, m.role, m.state, m.invited_by, m.invited_at_ms,
    m.invitation_until_ms, m.signed_in_at_ms, m.dismissed_at_ms, m.permissions, m.brands,
    (SELECT r.name FROM staff_role r WHERE r.id = m.role)";

/// How many columns those are.
const WIDTH: usize = 13;

fn member(row: &Row) -> Result<Member> {
    let state: String = row.get(4)?;
    Ok(Member {
        id: row.get(0)?,
        email: row.get(1)?,
        name: row.get(2)?,
        role: role(row)?,
        scope: BrandScope::read(&row.get::<String>(11)?),
        state: MemberState::from_name(&state).ok_or_else(|| Error::Corrupt(format!("state {state:?}")))?,
        invited_by: row.get(5)?,
        invited_at: row.get(6)?,
        invitation_until: row.get(7)?,
        signed_in_at: row.get(8)?,
        dismissed_at: row.get(9)?,
    })
}

/// The role of the member in `row`.
fn role(row: &Row) -> Result<HeldRole> {
    let (id, kept): (String, String) = (row.get(3)?, row.get(10)?);
    if let Some(role) = Role::from_name(&id) {
        return Ok(role.into());
    }
    let title: Option<String> = row.get(12)?;
    let title = title.ok_or_else(|| Error::Corrupt(format!("role {id:?}")))?;
    Ok(HeldRole { id, title: Some(title), permissions: Permission::read(&kept) })
}

/// What a member signs in with.
pub(super) struct Keys {
    pub(super) member: Member,
    /// Argon2id in PHC form.
    pub(super) password_hash: String,
    /// The secret of the authenticator.
    pub(super) totp_secret: SealedRow<Uuid>,
    /// The time step of the code that was accepted last.
    pub(super) last_step: i64,
}

/// Everybody, by name, those who are dismissed last.
pub(super) async fn all(db: &Db) -> Result<Vec<Member>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM staff_member m
         ORDER BY CASE WHEN m.state = 'dismissed' THEN 1 ELSE 0 END, m.name, m.id"
    );
    db.query(&sql, params![]).await?.iter().map(member).collect()
}

pub(super) async fn with_id(db: &Db, id: Uuid) -> Result<Option<Member>> {
    let sql = format!("SELECT {COLUMNS} FROM staff_member m WHERE m.id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(member).transpose()
}

pub(super) async fn with_id_in(tx: &mut Tx, id: Uuid) -> Result<Option<Member>> {
    let sql = format!("SELECT {COLUMNS} FROM staff_member m WHERE m.id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(member).transpose()
}

pub(super) async fn with_email(db: &Db, email: &str) -> Result<Option<Member>> {
    let sql = format!("SELECT {COLUMNS} FROM staff_member m WHERE m.email = $1");
    db.query_opt(&sql, params![email]).await?.as_ref().map(member).transpose()
}

pub(super) async fn with_email_in(tx: &mut Tx, email: &str) -> Result<Option<Member>> {
    let sql = format!("SELECT {COLUMNS} FROM staff_member m WHERE m.email = $1");
    tx.query_opt(&sql, params![email]).await?.as_ref().map(member).transpose()
}

/// What the active member with this address signs in with.
pub(super) async fn keys(db: &Db, email: &str) -> Result<Option<Keys>> {
    let sql = format!(
        "SELECT {COLUMNS}, m.password_hash, m.totp_key, m.totp_secret, m.last_step FROM staff_member m
         WHERE m.email = $1 AND m.state = 'active'"
    );
    let read = |row: &Row| {
        let member = member(row)?;
        let totp_secret = SealedRow { id: member.id, key: row.get(WIDTH + 1)?, sealed: row.get(WIDTH + 2)? };
        Ok(Keys { member, password_hash: row.get(WIDTH)?, totp_secret, last_step: row.get(WIDTH + 3)? })
    };
    db.query_opt(&sql, params![email]).await?.as_ref().map(read).transpose()
}

/// The statement that touches the row of an active member whose role has `permission`, and no row otherwise.
pub(super) fn active_with(id: Uuid, permission: Permission) -> Statement {
    let sql = "UPDATE staff_member SET state = state
               WHERE id = $1 AND state = 'active' AND ($2 LIKE '%,' || role || ',%' OR permissions LIKE $3)";
    let built = Role::ALL.into_iter().filter(|role| role.may(permission)).map(Role::name);
    let built = format!(",{},", built.collect::<Vec<_>>().join(","));
    Statement { sql, params: params![id, built, format!("%,{},%", permission.name())], expect_one_row: true }
}

/// How many active administrators of the whole installation there are besides `id`.
pub(super) async fn other_administrators(tx: &mut Tx, id: Uuid) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM staff_member
               WHERE role = 'administrator' AND brands = '' AND state = 'active' AND id <> $1";
    tx.query_one(sql, params![id]).await?.get(0)
}

/// An invitation as the row keeps it.
pub(super) struct NewInvitation<'a> {
    pub(super) id: Uuid,
    pub(super) email: &'a str,
    pub(super) name: &'a str,
    pub(super) role: &'a HeldRole,
    pub(super) scope: &'a BrandScope,
    pub(super) by: &'a str,
    pub(super) token_hash: &'a [u8],
    pub(super) at: i64,
    pub(super) until: i64,
}

/// Invites somebody: anew, or in place of an earlier invitation or a dismissal. `false` when the member is active.
pub(super) async fn invite(tx: &mut Tx, new: &NewInvitation<'_>) -> Result<bool> {
    let sql = "INSERT INTO staff_member
                   (id, email, name, role, state, invited_by, invited_at_ms, invitation_hash, invitation_until_ms,
                    permissions, brands)
               VALUES ($1, $2, $3, $4, 'invited', $5, $6, $7, $8, $9, $10)
               ON CONFLICT (email) DO UPDATE SET name = $3, role = $4, state = 'invited', invited_by = $5,
                   invited_at_ms = $6, invitation_hash = $7, invitation_until_ms = $8, password_hash = NULL,
                   totp_secret = NULL, totp_key = NULL, last_step = 0, dismissed_at_ms = NULL, permissions = $9, brands = $10
               WHERE staff_member.state <> 'active'";
    let NewInvitation { id, email, name, role, scope, by, token_hash, at, until } = *new;
    let row = params![id, email, name, &role.id, by, at, token_hash, until, role.kept(), scope.kept()];
    Ok(tx.execute(sql, row).await? == 1)
}

/// The member whose invitation has this hash and counts at `now`.
pub(super) async fn invited(db: &Db, token_hash: &[u8], now: i64) -> Result<Option<Member>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM staff_member m
         WHERE m.invitation_hash = $1 AND m.state = 'invited' AND m.invitation_until_ms > $2"
    );
    db.query_opt(&sql, params![token_hash, now]).await?.as_ref().map(member).transpose()
}

/// Whether the member was invited at `at` or before.
pub(super) async fn was_invited(tx: &mut Tx, id: Uuid, at: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM staff_member WHERE id = $1 AND invited_at_ms <= $2";
    Ok(tx.query_opt(sql, params![id, at]).await?.is_some())
}

/// Takes an invitation; `false` when it was taken or replaced meanwhile, or is over at `now`.
pub(super) async fn join(
    tx: &mut Tx,
    token_hash: &[u8],
    password_hash: &str,
    (totp_key, totp_secret): (String, Vec<u8>),
    step: i64,
    now: i64,
) -> Result<bool> {
    let sql =
        "UPDATE staff_member SET state = 'active', password_hash = $2, totp_key = $6, totp_secret = $3, last_step = $4,
                   signed_in_at_ms = $5, invitation_hash = NULL, invitation_until_ms = NULL
               WHERE invitation_hash = $1 AND state = 'invited' AND invitation_until_ms > $5";
    Ok(tx.execute(sql, params![token_hash, password_hash, totp_secret, step, now, totp_key]).await? == 1)
}

/// Uses up the code of a time step of an active member whose password is still that of `password_hash`; `false` when the
/// code was used, or the member is not the same any more.
pub(super) async fn use_code(
    tx: &mut Tx,
    id: Uuid,
    password_hash: &str,
    step: i64,
    now: i64,
) -> Result<bool> {
    let sql = "UPDATE staff_member SET last_step = $3, signed_in_at_ms = $4
               WHERE id = $1 AND password_hash = $2 AND state = 'active' AND last_step < $3";
    Ok(tx.execute(sql, params![id, password_hash, step, now]).await? == 1)
}

/// Dismisses a member and ends the member's sessions; `false` when that was done before.
pub(super) async fn dismiss(tx: &mut Tx, id: Uuid, now: i64) -> Result<bool> {
    let sql = "UPDATE staff_member SET state = 'dismissed', dismissed_at_ms = $2, invitation_hash = NULL,
                   invitation_until_ms = NULL
               WHERE id = $1 AND state <> 'dismissed'";
    let done = tx.execute(sql, params![id, now]).await? == 1;
    tx.execute("DELETE FROM staff_session WHERE member_id = $1", params![id]).await?;
    tx.execute("DELETE FROM staff_network WHERE member_id = $1", params![id]).await?;
    Ok(done)
}

pub(super) async fn set_role(tx: &mut Tx, id: Uuid, role: &HeldRole) -> Result<()> {
    let sql = "UPDATE staff_member SET role = $2, permissions = $3 WHERE id = $1";
    tx.execute(sql, params![id, &role.id, role.kept()]).await.map(drop)
}

pub(super) async fn set_scope(tx: &mut Tx, id: Uuid, scope: &BrandScope) -> Result<()> {
    tx.execute("UPDATE staff_member SET brands = $2 WHERE id = $1", params![id, scope.kept()]).await.map(drop)
}

/// A session with its member.
pub(super) struct SessionRow {
    pub(super) member: Member,
    pub(super) created_at: i64,
    pub(super) seen_at: i64,
}

pub(super) async fn session(db: &Db, token_hash: &[u8]) -> Result<Option<SessionRow>> {
    let sql = format!(
        "SELECT {COLUMNS}, s.created_at_ms, s.seen_at_ms
         FROM staff_session s JOIN staff_member m ON m.id = s.member_id WHERE s.token_hash = $1"
    );
    let read = |row: &Row| {
        Ok(SessionRow { member: member(row)?, created_at: row.get(WIDTH)?, seen_at: row.get(WIDTH + 1)? })
    };
    db.query_opt(&sql, params![token_hash]).await?.as_ref().map(read).transpose()
}

pub(super) async fn add_session(tx: &mut Tx, token_hash: &[u8], member: Uuid, now: i64) -> Result<()> {
    let sql = "INSERT INTO staff_session (token_hash, member_id, created_at_ms, seen_at_ms)
               VALUES ($1, $2, $3, $3)";
    tx.execute(sql, params![token_hash, member, now]).await.map(drop)
}

pub(super) async fn note_seen(tx: &mut Tx, token_hash: &[u8], now: i64) -> Result<()> {
    let sql = "UPDATE staff_session SET seen_at_ms = $2 WHERE token_hash = $1 AND seen_at_ms < $2";
    tx.execute(sql, params![token_hash, now]).await.map(drop)
}

pub(super) async fn end_session(tx: &mut Tx, token_hash: &[u8]) -> Result<()> {
    tx.execute("DELETE FROM staff_session WHERE token_hash = $1", params![token_hash]).await.map(drop)
}

/// Forgets sessions that were opened up to `created_until` or last seen up to `seen_until`.
pub(super) async fn forget_sessions(tx: &mut Tx, created_until: i64, seen_until: i64) -> Result<()> {
    let sql = "DELETE FROM staff_session WHERE created_at_ms <= $1 OR seen_at_ms <= $2";
    tx.execute(sql, params![created_until, seen_until]).await.map(drop)
}

/// Whose tries are counted.
#[derive(Debug, Clone, Copy)]
pub(super) enum TriesOf<'a> {
    /// On an account and from a network.
    AccountFrom(&'a str, &'a str),
    /// On an account, wherever from.
    Account(&'a str),
    /// From a network, on whichever account.
    Network(&'a str),
}

/// Notes a try; the counter that numbers it stays locked until commit, so tries are counted one after another.
pub(super) async fn add_attempt(tx: &mut Tx, email: &str, network: &str, now: i64) -> Result<i64> {
    let id = log::take_numbers(tx, "staff_attempt", 1).await?;
    let sql = "INSERT INTO staff_attempt (id, at_ms, email, network) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, params![id, now, email, network]).await?;
    Ok(id)
}

/// How many tries were made after `since`, and when the oldest of them was.
pub(super) async fn tries(tx: &mut Tx, of: TriesOf<'_>, since: i64) -> Result<(i64, Option<i64>)> {
    let (condition, mut values) = match of {
        TriesOf::AccountFrom(email, network) => ("email = $2 AND network = $3", params![email, network]),
        TriesOf::Account(email) => ("email = $2", params![email]),
        TriesOf::Network(network) => ("network = $2", params![network]),
    };
    let sql = format!("SELECT COUNT(*), MIN(at_ms) FROM staff_attempt WHERE at_ms > $1 AND {condition}");
    values.insert(0, since.into());
    let row = tx.query_one(&sql, values).await?;
    Ok((row.get(0)?, row.get(1)?))
}

/// Whether the member with this address has signed in from `network` after `since`.
pub(super) async fn is_known_network(tx: &mut Tx, email: &str, network: &str, since: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM staff_network n JOIN staff_member m ON m.id = n.member_id
               WHERE m.email = $1 AND n.network = $2 AND n.seen_at_ms > $3";
    Ok(tx.query_opt(sql, params![email, network, since]).await?.is_some())
}

/// Notes that a member has signed in from `network`, and forgets networks that nobody has signed in from after `until`.
pub(super) async fn note_network(
    tx: &mut Tx,
    member: Uuid,
    network: &str,
    now: i64,
    until: i64,
) -> Result<()> {
    tx.execute("DELETE FROM staff_network WHERE seen_at_ms <= $1", params![until]).await?;
    let sql = "INSERT INTO staff_network (member_id, network, seen_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (member_id, network) DO UPDATE SET seen_at_ms = $3";
    tx.execute(sql, params![member, network, now]).await.map(drop)
}

/// Forgets a try that was right.
pub(super) async fn forget_attempt(tx: &mut Tx, id: i64) -> Result<()> {
    tx.execute("DELETE FROM staff_attempt WHERE id = $1", params![id]).await.map(drop)
}

/// Forgets tries that were made up to `until`.
pub(super) async fn forget_attempts(tx: &mut Tx, until: i64) -> Result<()> {
    tx.execute("DELETE FROM staff_attempt WHERE at_ms <= $1", params![until]).await.map(drop)
}

/// The keys that secrets of members' apps are encrypted under, with how many.
pub(super) async fn secret_keys(db: &Db) -> Result<Vec<KeyRows>> {
    let sql = "SELECT totp_key, COUNT(*) FROM staff_member WHERE totp_key IS NOT NULL
               GROUP BY totp_key ORDER BY totp_key";
    let read = |row: &Row| Ok(KeyRows { id: row.get(0)?, rows: row.get(1)? });
    db.query(sql, params![]).await?.iter().map(read).collect()
}

/// At most `limit` secrets of members' apps that are encrypted under a key, by member.
pub(super) async fn secrets_under(db: &Db, key: &str, limit: i64) -> Result<Vec<SealedRow<Uuid>>> {
    let sql = "SELECT id, totp_key, totp_secret FROM staff_member WHERE totp_key = $1 ORDER BY id LIMIT $2";
    let read = |row: &Row| Ok(SealedRow { id: row.get(0)?, key: row.get(1)?, sealed: row.get(2)? });
    db.query(sql, params![key, limit]).await?.iter().map(read).collect()
}

/// Writes the secret of a member's app down under another key; `false` when it is not any more as it was read.
pub(super) async fn encrypt_anew(
    tx: &mut Tx,
    before: &SealedRow<Uuid>,
    (key, sealed): (String, Vec<u8>),
) -> Result<bool> {
    let sql = "UPDATE staff_member SET totp_key = $3, totp_secret = $4 WHERE id = $1 AND totp_secret = $2";
    Ok(tx.execute(sql, params![before.id, before.sealed.clone(), key, sealed]).await? == 1)
}
