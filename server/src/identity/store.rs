//! Logins, sessions and tries to sign in.

use croupier_db::{Db, Result, Row, Tx, Value, params};
use croupier_ledger::PlayerId;

/// What a player signs in with.
#[derive(Debug, Clone)]
pub struct Login {
    /// The player.
    pub player: PlayerId,
    /// In lower case.
    pub email: String,
    /// Argon2id in PHC form.
    pub(super) password_hash: String,
    /// Shut by the house.
    pub locked: bool,
    /// Excluded by own wish until then, UTC milliseconds.
    pub excluded_until: Option<i64>,
    /// When the player signed up.
    pub created_at: i64,
    /// When the address was confirmed.
    pub confirmed_at: Option<i64>,
    /// When the player last signed in.
    pub current_sign_in_at: Option<i64>,
}

impl Login {
    /// The login of somebody who signs up at `now`.
    pub fn new(player: PlayerId, email: String, password_hash: String, now: i64) -> Self {
        Self {
            player,
            email,
            password_hash,
            locked: false,
            excluded_until: None,
            created_at: now,
            confirmed_at: None,
            current_sign_in_at: Some(now),
        }
    }

    /// Whether the player may not be signed in at `now`.
    pub fn is_shut(&self, now: i64) -> bool {
        self.locked || self.excluded_until.is_some_and(|until| until > now)
    }
}

const LOGIN_COLUMNS: &str = "l.player_id, l.email, l.password_hash, l.locked, l.excluded_until_ms,
     l.created_at_ms, l.confirmed_at_ms, l.current_sign_in_at_ms";

fn login(row: &Row) -> Result<Login> {
    Ok(Login {
        player: row.get(0)?,
        email: row.get(1)?,
        password_hash: row.get(2)?,
        locked: row.get(3)?,
        excluded_until: row.get(4)?,
        created_at: row.get(5)?,
        confirmed_at: row.get(6)?,
        current_sign_in_at: row.get(7)?,
    })
}

pub(super) async fn login_by_email(db: &Db, email: &str) -> Result<Option<Login>> {
    let sql = format!("SELECT {LOGIN_COLUMNS} FROM login l WHERE l.email = $1");
    db.query_opt(&sql, params![email]).await?.as_ref().map(login).transpose()
}

pub(super) async fn login_of(db: &Db, player: PlayerId) -> Result<Option<Login>> {
    let sql = format!("SELECT {LOGIN_COLUMNS} FROM login l WHERE l.player_id = $1");
    db.query_opt(&sql, params![player]).await?.as_ref().map(login).transpose()
}

/// Fails with the unique rule `login_email_key` when somebody has the address.
pub(super) async fn add_login(tx: &mut Tx, login: &Login) -> Result<()> {
    let sql = "INSERT INTO login (player_id, email, password_hash, created_at_ms, current_sign_in_at_ms)
               VALUES ($1, $2, $3, $4, $5)";
    let row =
        params![login.player, &login.email, &login.password_hash, login.created_at, login.current_sign_in_at];
    tx.execute(sql, row).await.map(drop)
}

/// A session, without its token.
#[derive(Debug, Clone)]
pub(super) struct SessionRow {
    pub(super) id: String,
    pub(super) created_at: i64,
    pub(super) seen_at: i64,
    pub(super) fresh_at: i64,
    pub(super) login: Login,
}

pub(super) async fn session(db: &Db, token_hash: &[u8]) -> Result<Option<SessionRow>> {
    session_where(db, "s.token_hash = $1", token_hash.into()).await
}

pub(super) async fn session_by_id(db: &Db, id: &str) -> Result<Option<SessionRow>> {
    session_where(db, "s.id = $1", id.into()).await
}

async fn session_where(db: &Db, condition: &str, value: Value) -> Result<Option<SessionRow>> {
    let sql = format!(
        "SELECT {LOGIN_COLUMNS}, s.id, s.created_at_ms, s.seen_at_ms, s.fresh_at_ms
         FROM session s JOIN login l ON l.player_id = s.player_id WHERE {condition}"
    );
    let Some(row) = db.query_opt(&sql, vec![value]).await? else { return Ok(None) };
    Ok(Some(SessionRow {
        id: row.get(8)?,
        created_at: row.get(9)?,
        seen_at: row.get(10)?,
        fresh_at: row.get(11)?,
        login: login(&row)?,
    }))
}

/// Notes that a session was used; it stays fresh only when it was fresh after `fresh_after`.
pub(super) async fn touch_session(tx: &mut Tx, id: &str, at: i64, fresh_after: i64) -> Result<()> {
    let sql = "UPDATE session SET seen_at_ms = $2,
                   fresh_at_ms = CASE WHEN fresh_at_ms > $3 THEN $2 ELSE fresh_at_ms END
               WHERE id = $1 AND seen_at_ms < $2";
    tx.execute(sql, params![id, at, fresh_after]).await.map(drop)
}

/// What is kept of a new session.
pub(super) struct NewSession<'a> {
    pub(super) token_hash: &'a [u8],
    pub(super) player: PlayerId,
    pub(super) id: &'a str,
    pub(super) address: &'a str,
    pub(super) device: &'a str,
}

pub(super) async fn add_session(tx: &mut Tx, new: &NewSession<'_>, at: i64) -> Result<()> {
    let sql = "INSERT INTO session (token_hash, player_id, id, created_at_ms, seen_at_ms, fresh_at_ms, address, device)
               VALUES ($1, $2, $3, $4, $4, $4, $5, $6)";
    let row = params![new.token_hash, new.player, new.id, at, new.address, new.device];
    tx.execute(sql, row).await?;
    let sql = "UPDATE login SET current_sign_in_at_ms = $2 WHERE player_id = $1";
    tx.execute(sql, params![new.player, at]).await.map(drop)
}

/// Drops the player's sessions that were begun before `created_before` or not seen since `seen_before`.
pub(super) async fn drop_stale_sessions(
    tx: &mut Tx,
    player: PlayerId,
    created_before: i64,
    seen_before: i64,
) -> Result<()> {
    let sql = "DELETE FROM session WHERE player_id = $1 AND (created_at_ms <= $2 OR seen_at_ms <= $3)";
    tx.execute(sql, params![player, created_before, seen_before]).await.map(drop)
}

/// Ends a session; answers whose it was and its id.
pub(super) async fn end_session(tx: &mut Tx, token_hash: &[u8]) -> Result<Option<(PlayerId, String)>> {
    let sql = "DELETE FROM session WHERE token_hash = $1 RETURNING player_id, id";
    let row = tx.query_opt(sql, params![token_hash]).await?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// How many tries count against a new one, and when the oldest of them was made.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tries {
    pub(super) count: i64,
    pub(super) oldest: Option<i64>,
}

/// Failed and unfinished tries on an account since `since`.
pub(super) async fn tries_on(tx: &mut Tx, email: &str, since: i64) -> Result<Tries> {
    let sql = "SELECT COUNT(*), MIN(at_ms) FROM sign_in_attempt
               WHERE email = $1 AND at_ms > $2 AND result IN ('pending', 'wrong')";
    let row = tx.query_one(sql, params![email, since]).await?;
    Ok(Tries { count: row.get(0)?, oldest: row.get(1)? })
}

/// Failed and unfinished tries from an address since `since`.
pub(super) async fn tries_from(tx: &mut Tx, address: &str, since: i64) -> Result<Tries> {
    let sql = "SELECT COUNT(*), MIN(at_ms) FROM sign_in_attempt
               WHERE address = $1 AND at_ms > $2 AND result IN ('pending', 'wrong')";
    let row = tx.query_one(sql, params![address, since]).await?;
    Ok(Tries { count: row.get(0)?, oldest: row.get(1)? })
}

/// A try to sign in, as the audit keeps it.
pub(super) struct Attempt<'a> {
    pub(super) id: i64,
    pub(super) email: &'a str,
    pub(super) address: &'a str,
    pub(super) device: &'a str,
    pub(super) dfpc: &'a str,
    pub(super) result: &'static str,
}

/// The number of the next try.
pub(super) async fn attempt_number(tx: &mut Tx) -> Result<i64> {
    croupier_db::log::take_numbers(tx, "sign_in_attempt", 1).await
}

pub(super) async fn add_attempt(tx: &mut Tx, attempt: &Attempt<'_>, at: i64) -> Result<()> {
    let sql = "INSERT INTO sign_in_attempt (id, at_ms, email, address, device, dfpc, result)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let Attempt { id, email, address, device, dfpc, result } = *attempt;
    tx.execute(sql, params![id, at, email, address, device, dfpc, result]).await.map(drop)
}

pub(super) async fn end_attempt(tx: &mut Tx, id: i64, player: Option<PlayerId>, result: &str) -> Result<()> {
    let sql = "UPDATE sign_in_attempt SET player_id = $2, result = $3 WHERE id = $1";
    tx.execute(sql, params![id, player, result]).await.map(drop)
}

/// Notes that the captcha `challenge` was used, until it ends; `false` when it was used before. Forgets those
/// that ended by `now`.
pub(super) async fn spend_challenge(
    tx: &mut Tx,
    challenge: &[u8],
    expires_at: i64,
    now: i64,
) -> Result<bool> {
    tx.execute("DELETE FROM captcha_spent WHERE expires_at_ms <= $1", params![now]).await?;
    let sql = "INSERT INTO captcha_spent (challenge, expires_at_ms) VALUES ($1, $2)
               ON CONFLICT (challenge) DO NOTHING";
    Ok(tx.execute(sql, params![challenge, expires_at]).await? == 1)
}
