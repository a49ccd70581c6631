//! The SQL of shared replays. Times are UTC milliseconds.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

/// A shared round as its player sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SharedRow {
    pub round: i64,
    pub game: i64,
    pub shared_at: i64,
}

fn shared(row: &Row) -> Result<SharedRow> {
    Ok(SharedRow { round: row.get(0)?, game: row.get(1)?, shared_at: row.get(2)? })
}

/// What the player shares, the latest first.
pub(super) async fn list(db: &Db, player: PlayerId) -> Result<Vec<SharedRow>> {
    let sql = "SELECT s.round_id, r.game_id, s.shared_at_ms
               FROM shared_replay s JOIN round r ON r.id = s.round_id
               WHERE s.player_id = $1 ORDER BY s.shared_at_ms DESC, s.round_id DESC";
    db.query(sql, params![player]).await?.iter().map(shared).collect()
}

/// How many rounds the player shares besides `round`.
pub(super) async fn count_others(tx: &mut Tx, player: PlayerId, round: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM shared_replay WHERE player_id = $1 AND round_id <> $2";
    tx.query_one(sql, params![player, round]).await?.get(0)
}

/// Keeps the link of a round.
pub(super) async fn insert(
    tx: &mut Tx,
    token_hash: &[u8],
    player: PlayerId,
    round: i64,
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO shared_replay (token_hash, player_id, round_id, shared_at_ms)
               VALUES ($1, $2, $3, $4)";
    tx.execute(sql, params![token_hash, player, round, now]).await.map(drop)
}

/// Forgets the link of a round; does nothing when there is none.
pub(super) async fn delete(tx: &mut Tx, player: PlayerId, round: i64) -> Result<()> {
    let sql = "DELETE FROM shared_replay WHERE player_id = $1 AND round_id = $2";
    tx.execute(sql, params![player, round]).await.map(drop)
}

/// Whose round a link shows, and which.
pub(super) async fn find(db: &Db, token_hash: &[u8]) -> Result<Option<(PlayerId, i64)>> {
    let sql = "SELECT player_id, round_id FROM shared_replay WHERE token_hash = $1";
    let Some(row) = db.query_opt(sql, params![token_hash]).await? else { return Ok(None) };
    Ok(Some((row.get(0)?, row.get(1)?)))
}
