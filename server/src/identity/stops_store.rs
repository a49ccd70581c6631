//! Reasons to stop players: their SQL.

use croupier_db::{Db, Error, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::{PlayerId, StopReason};

/// A reason for which a player is stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StopRow {
    /// Why.
    pub reason: StopReason,
    /// When it ends, UTC milliseconds.
    pub until: i64,
    /// When the player was stopped, UTC milliseconds.
    pub stopped_at: i64,
    /// Who did it.
    pub stopped_by: String,
    /// Why, in their words.
    pub why: String,
}

const STOPS: &str = "SELECT reason, until_ms, stopped_at_ms, stopped_by, why FROM player_stop
                     WHERE player_id = $1 ORDER BY reason";

fn stop(row: &Row) -> Result<StopRow> {
    let code: i64 = row.get(0)?;
    let unknown = || Error::Corrupt(format!("a stop for reason {code}"));
    Ok(StopRow {
        reason: StopReason::from_code(code).ok_or_else(unknown)?,
        until: row.get(1)?,
        stopped_at: row.get(2)?,
        stopped_by: row.get(3)?,
        why: row.get(4)?,
    })
}

pub(super) async fn stops(db: &Db, player: PlayerId) -> Result<Vec<StopRow>> {
    db.query(STOPS, params![player]).await?.iter().map(stop).collect()
}

pub(super) async fn stops_in(tx: &mut Tx, player: PlayerId) -> Result<Vec<StopRow>> {
    tx.query(STOPS, params![player]).await?.iter().map(stop).collect()
}

/// The stops of several players.
pub(super) async fn stops_of(db: &Db, players: &[PlayerId]) -> Result<Vec<(PlayerId, StopRow)>> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT reason, until_ms, stopped_at_ms, stopped_by, why, player_id FROM player_stop
         WHERE player_id IN ({}) ORDER BY player_id, reason",
        placeholders(1, players.len())
    );
    let values = players.iter().map(|player| Value::from(*player)).collect();
    db.query(&sql, values).await?.iter().map(|row| Ok((row.get(5)?, stop(row)?))).collect()
}

/// Those of `players` for whom one of `reasons` holds at `now`.
pub(super) async fn stopped_for(
    db: &Db,
    reasons: &[StopReason],
    players: &[PlayerId],
    now: i64,
) -> Result<Vec<PlayerId>> {
    let codes: Vec<String> = reasons.iter().map(|reason| reason.code().to_string()).collect();
    let sql = format!(
        "SELECT DISTINCT player_id FROM player_stop WHERE until_ms > $1 AND reason IN ({}) AND player_id IN ({})",
        codes.join(", "),
        placeholders(2, players.len())
    );
    let mut values = params![now];
    values.extend(players.iter().map(|player| Value::from(*player)));
    db.query(&sql, values).await?.iter().map(|row| row.get(0)).collect()
}

pub(super) async fn put_stop(tx: &mut Tx, player: PlayerId, row: &StopRow) -> Result<()> {
    let sql = "INSERT INTO player_stop (player_id, reason, until_ms, stopped_at_ms, stopped_by, why)
               VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (player_id, reason) DO UPDATE SET
                   until_ms = $3, stopped_at_ms = $4, stopped_by = $5, why = $6";
    let StopRow { reason, until, stopped_at, stopped_by, why } = row;
    tx.execute(sql, params![player, reason.code(), *until, *stopped_at, stopped_by, why]).await.map(drop)
}

pub(super) async fn remove_stop(tx: &mut Tx, player: PlayerId, reason: StopReason) -> Result<bool> {
    let sql = "DELETE FROM player_stop WHERE player_id = $1 AND reason = $2";
    Ok(tx.execute(sql, params![player, reason.code()]).await? == 1)
}
