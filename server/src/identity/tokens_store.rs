//! The rows of one-time tokens. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Tx, params};
use croupier_ledger::PlayerId;

use super::tokens::{Purpose, TokenRow};

/// Keeps a token that counts until `ends_at`.
pub(super) async fn add(
    tx: &mut Tx,
    token_hash: &[u8],
    row: &TokenRow,
    now: i64,
    ends_at: i64,
) -> Result<()> {
    let sql = "INSERT INTO one_time_token (token_hash, player_id, purpose, email, created_at_ms, ends_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let values = params![token_hash, row.player, row.purpose.name(), &row.email, now, ends_at];
    tx.execute(sql, values).await.map(drop)
}

/// How many tokens of `purpose` the player was given after `since`.
pub(super) async fn count_issued(tx: &mut Tx, player: PlayerId, purpose: Purpose, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM one_time_token
               WHERE player_id = $1 AND purpose = $2 AND created_at_ms > $3";
    tx.query_one(sql, params![player, purpose.name(), since]).await?.get(0)
}

/// The token, unless it is used or its time is over.
pub(super) async fn find(db: &Db, token_hash: &[u8], now: i64) -> Result<Option<TokenRow>> {
    let sql = "SELECT player_id, purpose, email FROM one_time_token
               WHERE token_hash = $1 AND used_at_ms IS NULL AND ends_at_ms > $2";
    let Some(row) = db.query_opt(sql, params![token_hash, now]).await? else { return Ok(None) };
    let name: String = row.get(1)?;
    let purpose = Purpose::named(&name).ok_or_else(|| Error::Corrupt(format!("a token for {name}")))?;
    Ok(Some(TokenRow { player: row.get(0)?, purpose, email: row.get(2)? }))
}

/// Marks a token as used; `false` when it no longer counts.
pub(super) async fn mark_used(tx: &mut Tx, token_hash: &[u8], now: i64) -> Result<bool> {
    let sql = "UPDATE one_time_token SET used_at_ms = $2
               WHERE token_hash = $1 AND used_at_ms IS NULL AND ends_at_ms > $2";
    Ok(tx.execute(sql, params![token_hash, now]).await? == 1)
}

/// Voids the player's unused tokens of `purpose`.
pub(super) async fn void(tx: &mut Tx, player: PlayerId, purpose: Purpose, now: i64) -> Result<()> {
    let sql = "UPDATE one_time_token SET used_at_ms = $3
               WHERE player_id = $1 AND purpose = $2 AND used_at_ms IS NULL";
    tx.execute(sql, params![player, purpose.name(), now]).await.map(drop)
}

/// Forgets up to `limit` tokens whose time was over by `until`; answers how many those were.
pub(super) async fn forget(tx: &mut Tx, until: i64, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM one_time_token WHERE token_hash IN
                   (SELECT token_hash FROM one_time_token WHERE ends_at_ms <= $1 ORDER BY ends_at_ms LIMIT $2)";
    tx.execute(sql, params![until, limit]).await
}
