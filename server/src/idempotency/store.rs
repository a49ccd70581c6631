//! The rows of claimed keys and kept answers. Keys and fingerprints are hashes; times are UTC milliseconds.

use croupier_db::{Result, Row, Tx, params};
use croupier_ledger::PlayerId;

/// Forgets keys that were claimed up to `until`.
pub(super) async fn forget(tx: &mut Tx, until: i64) -> Result<()> {
    tx.execute("DELETE FROM http_idem WHERE claimed_at_ms <= $1", params![until]).await?;
    Ok(())
}

/// Claims a key that nobody holds; `false` when somebody does.
pub(super) async fn claim(tx: &mut Tx, key: &[u8], fingerprint: &[u8], now: i64) -> Result<bool> {
    let sql = "INSERT INTO http_idem (key, fingerprint, claimed_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (key) DO NOTHING";
    Ok(tx.execute(sql, params![key, fingerprint, now]).await? == 1)
}

/// What is held under a key: fingerprint, status, body, whom the answer signed in with the stamp of the login, and when
/// it was claimed.
pub(super) async fn held(tx: &mut Tx, key: &[u8]) -> Result<Row> {
    let sql = "SELECT fingerprint, status, body, signed_in, login_stamp, claimed_at_ms FROM http_idem
               WHERE key = $1";
    tx.query_one(sql, params![key]).await
}

/// Takes a key over that was claimed up to `until` and never answered; `false` when it is in use.
pub(super) async fn take_over(tx: &mut Tx, key: &[u8], until: i64, now: i64) -> Result<bool> {
    let sql = "UPDATE http_idem SET claimed_at_ms = $2
               WHERE key = $1 AND status IS NULL AND claimed_at_ms <= $3";
    Ok(tx.execute(sql, params![key, now, until]).await? == 1)
}

/// Keeps the answer under a claimed key.
pub(super) async fn answer(
    tx: &mut Tx,
    key: &[u8],
    status: u16,
    body: &str,
    signed_in: Option<(PlayerId, [u8; 32])>,
) -> Result<()> {
    let sql = "UPDATE http_idem SET status = $2, body = $3, signed_in = $4, login_stamp = $5
               WHERE key = $1 AND status IS NULL";
    let (player, stamp) = signed_in.map(|(player, stamp)| (player, stamp.to_vec())).unzip();
    tx.execute(sql, params![key, i64::from(status), body, player, stamp]).await?;
    Ok(())
}

/// Lets go of a claimed key that got no answer.
pub(super) async fn release(tx: &mut Tx, key: &[u8]) -> Result<()> {
    tx.execute("DELETE FROM http_idem WHERE key = $1 AND status IS NULL", params![key]).await?;
    Ok(())
}
