//! The second factor: secrets of authenticator apps, recovery codes, and sign-ins that wait for either or for a passkey.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use crate::platform::secrets::{KeyRows, SealedRow};

/// The authenticator app of a player.
pub(super) struct TwoFactorRow {
    /// The key that the secret is encrypted under.
    pub(super) key: String,
    /// Encrypted.
    pub(super) secret: Vec<u8>,
    pub(super) confirmed_at: Option<i64>,
    /// The time step of the code that was accepted last.
    pub(super) last_step: i64,
}

fn two_factor_row(row: &Row) -> Result<TwoFactorRow> {
    Ok(TwoFactorRow {
        key: row.get(0)?,
        secret: row.get(1)?,
        confirmed_at: row.get(2)?,
        last_step: row.get(3)?,
    })
}

pub(super) async fn two_factor(tx: &mut Tx, player: PlayerId) -> Result<Option<TwoFactorRow>> {
    let sql = "SELECT key_id, secret, confirmed_at_ms, last_step FROM two_factor WHERE player_id = $1";
    tx.query_opt(sql, params![player]).await?.as_ref().map(two_factor_row).transpose()
}

/// Whether sign-in asks the player for a second factor. Under the lock of the player's lane the answer stays true.
pub(super) async fn is_in_force(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT player_id FROM two_factor WHERE player_id = $1 AND confirmed_at_ms IS NOT NULL
               UNION ALL SELECT player_id FROM passkey_guard WHERE player_id = $1";
    Ok(!tx.query(sql, params![player]).await?.is_empty())
}

/// What can be shown beside a recovery code where sign-in asks the player for a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Factors {
    /// An authenticator app is in force.
    pub(super) app: bool,
    /// There is a passkey, on whichever host.
    pub(super) passkey: bool,
}

pub(super) async fn factors(db: &Db, player: PlayerId) -> Result<Factors> {
    let sql = "SELECT (SELECT COUNT(*) FROM two_factor WHERE player_id = $1 AND confirmed_at_ms IS NOT NULL),
                      (SELECT COUNT(*) FROM passkey WHERE player_id = $1)";
    let row = db.query_one(sql, params![player]).await?;
    Ok(Factors { app: row.get::<i64>(0)? > 0, passkey: row.get::<i64>(1)? > 0 })
}

/// Keeps a secret that is still to be confirmed, in place of one that never was; `false` when one is in force.
pub(super) async fn put_secret(
    tx: &mut Tx,
    player: PlayerId,
    (key, secret): (String, Vec<u8>),
    at: i64,
) -> Result<bool> {
    let sql = "INSERT INTO two_factor (player_id, key_id, secret, created_at_ms, last_step) VALUES ($1, $2, $3, $4, 0)
               ON CONFLICT (player_id) DO UPDATE SET key_id = $2, secret = $3, created_at_ms = $4, last_step = 0
               WHERE two_factor.confirmed_at_ms IS NULL";
    Ok(tx.execute(sql, params![player, key, secret, at]).await? == 1)
}

/// Puts the secret in force; `false` when another has taken its place, or one is in force already.
pub(super) async fn confirm(
    tx: &mut Tx,
    player: PlayerId,
    secret: &[u8],
    step: i64,
    at: i64,
) -> Result<bool> {
    let sql = "UPDATE two_factor SET confirmed_at_ms = $4, last_step = $3
               WHERE player_id = $1 AND secret = $2 AND confirmed_at_ms IS NULL";
    Ok(tx.execute(sql, params![player, secret, step, at]).await? == 1)
}

/// Uses up the codes of time steps up to `step`; `false` when this one or a later one is used already.
pub(super) async fn use_step(tx: &mut Tx, player: PlayerId, step: i64) -> Result<bool> {
    let sql = "UPDATE two_factor SET last_step = $2
               WHERE player_id = $1 AND last_step < $2 AND confirmed_at_ms IS NOT NULL";
    Ok(tx.execute(sql, params![player, step]).await? == 1)
}

pub(super) async fn remove_two_factor(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let removed = tx.execute("DELETE FROM two_factor WHERE player_id = $1", params![player]).await? == 1;
    drop_idle_codes(tx, player).await?;
    Ok(removed)
}

/// Drops the recovery codes of a player whom sign-in asks for no second factor any more.
pub(super) async fn drop_idle_codes(tx: &mut Tx, player: PlayerId) -> Result<()> {
    if !is_in_force(tx, player).await? {
        tx.execute("DELETE FROM recovery_code WHERE player_id = $1", params![player]).await?;
    }
    Ok(())
}

/// Puts these recovery codes in place of those that the player had.
pub(super) async fn replace_codes(tx: &mut Tx, player: PlayerId, hashes: &[Vec<u8>]) -> Result<()> {
    tx.execute("DELETE FROM recovery_code WHERE player_id = $1", params![player]).await?;
    for hash in hashes {
        let sql = "INSERT INTO recovery_code (player_id, code_hash) VALUES ($1, $2)";
        tx.execute(sql, params![player, hash.clone()]).await?;
    }
    Ok(())
}

/// Uses a recovery code up; `false` when it is none of the player's, or used.
pub(super) async fn use_code(tx: &mut Tx, player: PlayerId, hash: &[u8], at: i64) -> Result<bool> {
    let sql = "UPDATE recovery_code SET used_at_ms = $3
               WHERE player_id = $1 AND code_hash = $2 AND used_at_ms IS NULL";
    Ok(tx.execute(sql, params![player, hash, at]).await? == 1)
}

pub(super) async fn codes_left(db: &Db, player: PlayerId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM recovery_code WHERE player_id = $1 AND used_at_ms IS NULL";
    db.query_one(sql, params![player]).await?.get(0)
}

/// A sign-in that waits for the second factor.
pub(super) struct Pending {
    pub(super) player: PlayerId,
    /// Of the password that was given.
    pub(super) login_stamp: Vec<u8>,
    /// The browser, when it is known to be the player's.
    pub(super) known_device: Option<String>,
    /// Whether the browser made a fingerprint.
    pub(super) has_dfpc: bool,
}

/// Keeps a sign-in for the second step until `expires_at`; forgets those that ended by `now`.
pub(super) async fn add_pending(
    tx: &mut Tx,
    token_hash: &[u8],
    pending: &Pending,
    expires_at: i64,
    now: i64,
) -> Result<()> {
    tx.execute("DELETE FROM pending_sign_in WHERE expires_at_ms <= $1", params![now]).await?;
    let sql = "INSERT INTO pending_sign_in
                   (token_hash, player_id, login_stamp, known_device, has_dfpc, tries, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, 0, $6)";
    let Pending { player, login_stamp, known_device, has_dfpc } = pending;
    let stamp = login_stamp.clone();
    let row = params![token_hash, *player, stamp, known_device.clone(), *has_dfpc, expires_at];
    tx.execute(sql, row).await.map(drop)
}

/// Ends every pending sign-in of the player: the first step of one may have been a way in that is gone.
pub(super) async fn drop_pending(tx: &mut Tx, player: PlayerId) -> Result<()> {
    tx.execute("DELETE FROM pending_sign_in WHERE player_id = $1", params![player]).await.map(drop)
}

/// Whose sign-in `token_hash` stands for, without counting a try.
pub(super) async fn pending(db: &Db, token_hash: &[u8], now: i64) -> Result<Option<Pending>> {
    let sql = "SELECT player_id, login_stamp, known_device, has_dfpc FROM pending_sign_in
               WHERE token_hash = $1 AND expires_at_ms > $2";
    let row = db.query_opt(sql, params![token_hash, now]).await?;
    row.map(|row| {
        Ok(Pending {
            player: row.get(0)?,
            login_stamp: row.get(1)?,
            known_device: row.get(2)?,
            has_dfpc: row.get(3)?,
        })
    })
    .transpose()
}

/// Counts a try; `false` when all `tries_max` are used or the sign-in is over.
pub(super) async fn take_try(tx: &mut Tx, token_hash: &[u8], tries_max: i64, now: i64) -> Result<bool> {
    let sql = "UPDATE pending_sign_in SET tries = tries + 1
               WHERE token_hash = $1 AND tries < $2 AND expires_at_ms > $3";
    Ok(tx.execute(sql, params![token_hash, tries_max, now]).await? == 1)
}

/// Ends a pending sign-in; `false` when another call has.
pub(super) async fn end_pending(tx: &mut Tx, token_hash: &[u8]) -> Result<bool> {
    let sql = "DELETE FROM pending_sign_in WHERE token_hash = $1";
    Ok(tx.execute(sql, params![token_hash]).await? == 1)
}

/// The keys that secrets are encrypted under, with how many.
pub(super) async fn secret_keys(db: &Db) -> Result<Vec<KeyRows>> {
    let sql = "SELECT key_id, COUNT(*) FROM two_factor GROUP BY key_id ORDER BY key_id";
    let read = |row: &Row| Ok(KeyRows { id: row.get(0)?, rows: row.get(1)? });
    db.query(sql, params![]).await?.iter().map(read).collect()
}

fn sealed_row(row: &Row) -> Result<SealedRow<PlayerId>> {
    Ok(SealedRow { id: row.get(0)?, key: row.get(1)?, sealed: row.get(2)? })
}

/// A secret that is encrypted under a key.
pub(super) async fn secret_under(db: &Db, key: &str) -> Result<Option<SealedRow<PlayerId>>> {
    let sql = "SELECT player_id, key_id, secret FROM two_factor WHERE key_id = $1 ORDER BY player_id LIMIT 1";
    db.query_opt(sql, params![key]).await?.as_ref().map(sealed_row).transpose()
}

/// At most `limit` secrets of players after the one numbered `after` that are encrypted under another key.
pub(super) async fn secrets_not_under(
    db: &Db,
    key: &str,
    after: PlayerId,
    limit: i64,
) -> Result<Vec<SealedRow<PlayerId>>> {
    let sql = "SELECT player_id, key_id, secret FROM two_factor WHERE key_id <> $1 AND player_id > $2
               ORDER BY player_id LIMIT $3";
    db.query(sql, params![key, after, limit]).await?.iter().map(sealed_row).collect()
}

/// Writes a secret down under another key; `false` when it is not any more as it was read.
pub(super) async fn encrypt_anew(
    tx: &mut Tx,
    before: &SealedRow<PlayerId>,
    (key, sealed): (String, Vec<u8>),
) -> Result<bool> {
    let sql = "UPDATE two_factor SET key_id = $3, secret = $4 WHERE player_id = $1 AND secret = $2";
    Ok(tx.execute(sql, params![before.id, before.sealed.clone(), key, sealed]).await? == 1)
}
