//! The log's tables: how a batch of money commands is loaded, decided, written and committed at once,
//! and how other facts are appended within a context's own transaction.

mod keys;
mod lane;
mod memory;
mod postgres;
mod rows;
mod sqlite;

use croupier_ledger::{Fact, Lsn, PlayerId};

pub use keys::broken_keys;
pub use lane::{Attached, CommitResult, LaneWriter, PendingCommit, Sizes, Submission, lock_lane};
pub use rows::{
    LIMIT_COLUMNS, LogRow, ROUND_COLUMNS, ROUND_COLUMNS_COUNT, TransferRow, limit, round, rows_after,
    rows_of_player, tail,
};

use crate::{Db, Error, Result, Tx, params};

/// The lane that a player's log goes to.
pub fn lane_of(db: &Db, player: PlayerId) -> u8 {
    // The remainder is at least zero and below the number of lanes.
    u8::try_from(player.rem_euclid(i64::from(db.lanes()))).unwrap_or_default()
}

/// Appends facts about `player` to the log within the caller's transaction, whose commit wakes the readers;
/// `at` is in UTC milliseconds.
pub async fn append(db: &Db, tx: &mut Tx, player: PlayerId, at: i64, facts: &[Fact]) -> Result<()> {
    tx.notifier = Some(db.clone());
    let lane = lane_of(db, player);
    let count = i64::try_from(facts.len()).map_err(|e| Error::Engine(e.to_string()))?;
    let sql = "UPDATE lane SET next_seq = next_seq + $2 WHERE id = $1 RETURNING next_seq";
    let next: i64 = tx.query_one(sql, params![lane, count]).await?.get(0)?;
    for (seq, fact) in (next - count..).zip(facts) {
        let sql = "INSERT INTO event (lsn, kind, player_id, body, at_ms) VALUES ($1, $2, $3, $4, $5)";
        let row = params![Lsn::new(lane, seq).0, fact.kind, player, fact.body.clone(), at];
        tx.execute(sql, row).await?;
    }
    Ok(())
}

/// Appends facts about many players, all of one lane, like [`append`]: in one trip on SQLite, whatever their number.
pub async fn append_each(db: &Db, tx: &mut Tx, at: i64, facts: Vec<(PlayerId, Fact)>) -> Result<()> {
    let Some((first, _)) = facts.first() else { return Ok(()) };
    let lane = lane_of(db, *first);
    if facts.iter().any(|(player, _)| lane_of(db, *player) != lane) {
        return Err(Error::Engine("facts of several lanes are appended at once".to_owned()));
    }
    tx.notifier = Some(db.clone());
    let count = i64::try_from(facts.len()).map_err(|e| Error::Engine(e.to_string()))?;
    let sql = "UPDATE lane SET next_seq = next_seq + $2 WHERE id = $1 RETURNING next_seq";
    let next: i64 = tx.query_one(sql, params![lane, count]).await?.get(0)?;
    let row = |(seq, (player, fact)): (i64, (PlayerId, Fact))| {
        params![Lsn::new(lane, seq).0, fact.kind, player, fact.body, at]
    };
    let rows = (next - count..).zip(facts).map(row).collect();
    let sql = "INSERT INTO event (lsn, kind, player_id, body, at_ms) VALUES ($1, $2, $3, $4, $5)";
    tx.execute_each(sql, rows).await
}

/// Takes `count` fresh numbers of the counter `name` within the caller's transaction; answers the first.
pub async fn take_numbers(tx: &mut Tx, name: &str, count: i64) -> Result<i64> {
    let sql = "INSERT INTO counter (name, next_value) VALUES ($1, $2 + 1)
               ON CONFLICT (name) DO UPDATE SET next_value = counter.next_value + $2 RETURNING next_value";
    let next: i64 = tx.query_one(sql, params![name, count]).await?.get(0)?;
    Ok(next - count)
}
