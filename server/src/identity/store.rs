//! Logins, sessions and tries to sign in.

use croupier_db::{Db, Result, Row, Tx, Value, params};
use croupier_ledger::PlayerId;
use sha2::{Digest, Sha256};

use super::device_name::DeviceName;
use super::session_list::SessionView;
use crate::platform::calendar::DAY_MS;
use crate::rules::mailbox;

/// What a player signs in with.
#[derive(Debug, Clone)]
pub struct Login {
    /// The player.
    pub player: PlayerId,
    /// In lower case.
    pub email: String,
    /// Argon2id in PHC form.
    pub(super) password_hash: String,
    /// Until when a stop forbids to be signed in, UTC milliseconds.
    pub shut_until: Option<i64>,
    /// When the player signed up.
    pub created_at: i64,
    /// When the address was confirmed.
    pub confirmed_at: Option<i64>,
    /// When the player has confirmed an address for the first time; stays when staff puts another one in its place.
    pub proved_at: Option<i64>,
    /// When the player last signed in.
    pub current_sign_in_at: Option<i64>,
    /// Whether sign-in asks for a second factor.
    pub two_factor: bool,
}

impl Login {
    /// The login of somebody who signs up at `now`.
    pub fn new(player: PlayerId, email: String, password_hash: String, now: i64) -> Self {
        Self {
            player,
            email,
            password_hash,
            shut_until: None,
            created_at: now,
            confirmed_at: None,
            proved_at: None,
            current_sign_in_at: Some(now),
            two_factor: false,
        }
    }

    /// Changes with the password, and says nothing about it.
    pub fn stamp(&self) -> [u8; 32] {
        Sha256::digest(&self.password_hash).into()
    }

    /// Whether the player may not be signed in at `now`.
    pub fn is_shut(&self, now: i64) -> bool {
        self.shut_until.is_some_and(|until| until > now)
    }
}

/// Reasons 1, 2, 4, 6 and 7 are those of [`StopReason::forbids_sign_in`].
const LOGIN_COLUMNS: &str = "l.player_id, l.email, l.password_hash,
     (SELECT MAX(until_ms) FROM player_stop p WHERE p.player_id = l.player_id AND p.reason IN (1, 2, 4, 6, 7)),
     l.created_at_ms, l.confirmed_at_ms, l.current_sign_in_at_ms,
     COALESCE((SELECT t.confirmed_at_ms FROM two_factor t WHERE t.player_id = l.player_id),
         (SELECT g.since_ms FROM passkey_guard g WHERE g.player_id = l.player_id)),
     l.proved_at_ms";

/// How many columns those are.
const LOGIN_WIDTH: usize = 9;

fn login(row: &Row) -> Result<Login> {
    Ok(Login {
        player: row.get(0)?,
        email: row.get(1)?,
        password_hash: row.get(2)?,
        shut_until: row.get(3)?,
        created_at: row.get(4)?,
        confirmed_at: row.get(5)?,
        current_sign_in_at: row.get(6)?,
        two_factor: row.get::<Option<i64>>(7)?.is_some(),
        proved_at: row.get(8)?,
    })
}

pub(super) async fn login_by_email(db: &Db, email: &str) -> Result<Option<Login>> {
    let sql = format!("SELECT {LOGIN_COLUMNS} FROM login l WHERE l.email = $1");
    db.query_opt(&sql, params![email]).await?.as_ref().map(login).transpose()
}

/// The address of a player within the caller's transaction.
pub(super) async fn email_in(tx: &mut Tx, player: PlayerId) -> Result<Option<String>> {
    let sql = "SELECT email FROM login WHERE player_id = $1";
    tx.query_opt(sql, params![player]).await?.map(|row| row.get(0)).transpose()
}

pub(super) async fn login_of(db: &Db, player: PlayerId) -> Result<Option<Login>> {
    let sql = format!("SELECT {LOGIN_COLUMNS} FROM login l WHERE l.player_id = $1");
    db.query_opt(&sql, params![player]).await?.as_ref().map(login).transpose()
}

/// Whether somebody has the mailbox that `email` leads to.
pub(super) async fn has_mailbox(db: &Db, email: &str) -> Result<bool> {
    Ok(player_by_mailbox(db, email).await?.is_some())
}

/// Whose mailbox `email` leads to.
pub(super) async fn player_by_mailbox(db: &Db, email: &str) -> Result<Option<PlayerId>> {
    let sql = "SELECT player_id FROM login WHERE mailbox = $1";
    db.query_opt(sql, params![mailbox(email)]).await?.map(|row| row.get(0)).transpose()
}

/// Fails with the unique rule `login_email_key` when somebody has the address, and with `login_mailbox_key` when it
/// is another address of somebody's mailbox.
pub(super) async fn add_login(tx: &mut Tx, login: &Login) -> Result<()> {
    let sql =
        "INSERT INTO login (player_id, email, mailbox, password_hash, created_at_ms, current_sign_in_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let Login { player, email, password_hash, created_at, current_sign_in_at, .. } = login;
    let row = params![*player, email, mailbox(email), password_hash, *created_at, *current_sign_in_at];
    tx.execute(sql, row).await.map(drop)
}

/// Replaces the password hash `old`; `false` when the login has another one.
pub(super) async fn set_password(tx: &mut Tx, player: PlayerId, old: &str, new: &str) -> Result<bool> {
    let sql = "UPDATE login SET password_hash = $3 WHERE player_id = $1 AND password_hash = $2";
    Ok(tx.execute(sql, params![player, old, new]).await? == 1)
}

/// Whether the login still has this password hash.
pub(super) async fn has_password(tx: &mut Tx, player: PlayerId, hash: &str) -> Result<bool> {
    let sql = "SELECT player_id FROM login WHERE player_id = $1 AND password_hash = $2";
    Ok(tx.query_opt(sql, params![player, hash]).await?.is_some())
}

/// Whether the login has this address.
pub(super) async fn has_email(tx: &mut Tx, player: PlayerId, email: &str) -> Result<bool> {
    let sql = "SELECT player_id FROM login WHERE player_id = $1 AND email = $2";
    Ok(tx.query_opt(sql, params![player, email]).await?.is_some())
}

/// Notes that the login's address was confirmed at `at`; `false` when it is another one, or confirmed.
pub(super) async fn confirm_email(tx: &mut Tx, player: PlayerId, email: &str, at: i64) -> Result<bool> {
    let sql = "UPDATE login SET confirmed_at_ms = $3, proved_at_ms = COALESCE(proved_at_ms, $3)
               WHERE player_id = $1 AND email = $2 AND confirmed_at_ms IS NULL";
    Ok(tx.execute(sql, params![player, email, at]).await? == 1)
}

/// Gives the login another address, confirmed at `at`. Fails with the unique rules of [`add_login`].
pub(super) async fn change_email(
    tx: &mut Tx,
    player: PlayerId,
    email: &str,
    confirmed_at: Option<i64>,
) -> Result<()> {
    let sql = "UPDATE login SET email = $2, mailbox = $3, confirmed_at_ms = $4,
                   proved_at_ms = COALESCE(proved_at_ms, $4) WHERE player_id = $1";
    tx.execute(sql, params![player, email, mailbox(email), confirmed_at]).await.map(drop)
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
        id: row.get(LOGIN_WIDTH)?,
        created_at: row.get(LOGIN_WIDTH + 1)?,
        seen_at: row.get(LOGIN_WIDTH + 2)?,
        fresh_at: row.get(LOGIN_WIDTH + 3)?,
        login: login(&row)?,
    }))
}

/// Notes that a session was seen at `at`.
pub(super) async fn note_seen(tx: &mut Tx, id: &str, at: i64) -> Result<()> {
    let sql = "UPDATE session SET seen_at_ms = $2 WHERE id = $1 AND seen_at_ms < $2";
    tx.execute(sql, params![id, at]).await.map(drop)
}

/// Notes that a session was used at `at`; it stays fresh only when it was fresh after `fresh_after`.
pub(super) async fn note_used(tx: &mut Tx, id: &str, at: i64, fresh_after: i64) -> Result<()> {
    let sql = "UPDATE session SET seen_at_ms = $2, fresh_at_ms = $2
               WHERE id = $1 AND fresh_at_ms > $3 AND fresh_at_ms < $2";
    tx.execute(sql, params![id, at, fresh_after]).await.map(drop)
}

/// Notes that the password of a session was given at `at`; `false` when the session is over.
pub(super) async fn refresh_session(tx: &mut Tx, id: &str, at: i64) -> Result<bool> {
    let sql = "UPDATE session SET seen_at_ms = $2, fresh_at_ms = $2 WHERE id = $1";
    Ok(tx.execute(sql, params![id, at]).await? == 1)
}

/// Whether the session `id` of the player is still open, within the caller's transaction. Under the lock of the player's lane the
/// answer stays true.
pub(super) async fn has_session(tx: &mut Tx, player: PlayerId, id: &str) -> Result<bool> {
    let sql = "SELECT id FROM session WHERE player_id = $1 AND id = $2";
    Ok(tx.query_opt(sql, params![player, id]).await?.is_some())
}

/// What is kept of a new session.
pub(super) struct NewSession<'a> {
    pub(super) token_hash: &'a [u8],
    pub(super) player: PlayerId,
    pub(super) id: &'a str,
    pub(super) address: &'a str,
    pub(super) device: &'a str,
    /// ISO 3166-1.
    pub(super) country: Option<&'a str>,
}

pub(super) async fn add_session(tx: &mut Tx, new: &NewSession<'_>, at: i64) -> Result<()> {
    let sql = "INSERT INTO session (token_hash, player_id, id, created_at_ms, seen_at_ms, fresh_at_ms, address, device, country)
               VALUES ($1, $2, $3, $4, $4, $4, $5, $6, $7)";
    let country = new.country.map(str::to_owned);
    let row = params![new.token_hash, new.player, new.id, at, new.address, new.device, country];
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

/// Whose session `token_hash` opens, read without a lock.
pub(super) async fn owner_of(tx: &mut Tx, token_hash: &[u8]) -> Result<Option<PlayerId>> {
    let sql = "SELECT player_id FROM session WHERE token_hash = $1";
    tx.query_opt(sql, params![token_hash]).await?.map(|row| row.get(0)).transpose()
}

/// Ends every session of a player; answers their ids.
pub(super) async fn end_sessions(tx: &mut Tx, player: PlayerId) -> Result<Vec<String>> {
    let sql = "DELETE FROM session WHERE player_id = $1 RETURNING id";
    tx.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Ends one session of a player by its public id; answers the ids of what was ended.
pub(super) async fn end_session_of(tx: &mut Tx, player: PlayerId, id: &str) -> Result<Vec<String>> {
    let sql = "DELETE FROM session WHERE player_id = $1 AND id = $2 RETURNING id";
    tx.query(sql, params![player, id]).await?.iter().map(|row| row.get(0)).collect()
}

/// Ends every session of a player but one; answers their ids.
pub(super) async fn end_sessions_but(tx: &mut Tx, player: PlayerId, kept: &str) -> Result<Vec<String>> {
    let sql = "DELETE FROM session WHERE player_id = $1 AND id <> $2 RETURNING id";
    tx.query(sql, params![player, kept]).await?.iter().map(|row| row.get(0)).collect()
}

/// A player's sessions that were begun and seen after these moments, at most so many, the one that was seen last first.
pub(super) async fn sessions(
    db: &Db,
    player: PlayerId,
    created_after: i64,
    seen_after: i64,
    limit: i64,
) -> Result<Vec<SessionView>> {
    let sql = "SELECT id, device, country, created_at_ms, seen_at_ms FROM session
               WHERE player_id = $1 AND created_at_ms > $2 AND seen_at_ms > $3
               ORDER BY seen_at_ms DESC, id DESC LIMIT $4";
    let rows = db.query(sql, params![player, created_after, seen_after, limit]).await?;
    let session = |row: &Row| {
        Ok(SessionView {
            id: row.get(0)?,
            device: DeviceName::of(&row.get::<String>(1)?),
            country: row.get(2)?,
            created_at: row.get(3)?,
            seen_at: row.get(4)?,
        })
    };
    rows.iter().map(session).collect()
}

/// How long a device stays known without a sign-in, in milliseconds.
pub(super) const DEVICE_KNOWN_MS: i64 = 400 * DAY_MS;

/// Makes `device` a known one of `login`, or keeps it one.
pub(super) async fn know_device(tx: &mut Tx, device: &str, login: &Login, at: i64) -> Result<()> {
    let sql = "INSERT INTO known_device (device, player_id, login_stamp, at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (device, player_id) DO UPDATE SET login_stamp = $3, at_ms = $4";
    tx.execute(sql, params![device, login.player, login.stamp().to_vec(), at]).await.map(drop)
}

/// Forgets the player's devices that were last signed in on up to `until`.
pub(super) async fn forget_devices(tx: &mut Tx, player: PlayerId, until: i64) -> Result<()> {
    let sql = "DELETE FROM known_device WHERE player_id = $1 AND at_ms <= $2";
    tx.execute(sql, params![player, until]).await.map(drop)
}

/// Forgets every device of the player but `kept`.
pub(super) async fn forget_devices_but(tx: &mut Tx, player: PlayerId, kept: Option<&str>) -> Result<()> {
    // No device has an empty id.
    let sql = "DELETE FROM known_device WHERE player_id = $1 AND device <> $2";
    tx.execute(sql, params![player, kept.unwrap_or_default()]).await.map(drop)
}

/// Whether the player has signed in on `device` after `since`, with the password that `stamp` is of.
pub(super) async fn is_known_device(
    db: &Db,
    device: &str,
    player: PlayerId,
    stamp: &[u8],
    since: i64,
) -> Result<bool> {
    let sql = "SELECT at_ms FROM known_device
               WHERE device = $1 AND player_id = $2 AND login_stamp = $3 AND at_ms > $4";
    let row = db.query_opt(sql, params![device, player, stamp, since]).await?;
    Ok(row.is_some())
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
