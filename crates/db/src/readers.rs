//! Readers of the log: a name, a place per lane, and a fenced lease on each lane.
//!
//! A reader's effects and its new place are committed together, so each row counts exactly once however
//! often the process dies. Only the holder of the lease works; a holder that slept through its lease is
//! fenced off by the epoch when it tries to move the place.

use crate::{Db, Result, Tx, params};

/// A lease on one lane of one reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The reader.
    pub reader: &'static str,
    /// The lane.
    pub lane: u8,
    /// The last number of the lane that the reader has dealt with.
    pub position: i64,
    /// Rises whenever the lease changes hands.
    pub epoch: i64,
}

/// Takes or renews the lease of `reader` on `lane` for `owner` until `until` (UTC milliseconds).
/// `None` when another owner holds it at `now`.
pub async fn claim(
    db: &Db,
    reader: &'static str,
    lane: u8,
    owner: &str,
    now: i64,
    until: i64,
) -> Result<Option<Lease>> {
    let mut tx = db.begin().await?;
    let sql =
        "INSERT INTO reader (name, lane, position) VALUES ($1, $2, 0) ON CONFLICT (name, lane) DO NOTHING";
    tx.execute(sql, params![reader, lane]).await?;
    let sql = "UPDATE reader SET leased_until_ms = $5,
                   owner_epoch = owner_epoch + CASE WHEN owner = $3 THEN 0 ELSE 1 END, owner = $3
               WHERE name = $1 AND lane = $2 AND (owner = $3 OR leased_until_ms <= $4)
               RETURNING position, owner_epoch";
    let row = tx.query_opt(sql, params![reader, lane, owner, now, until]).await?;
    let Some(row) = row else { return Ok(None) };
    let lease = Lease { reader, lane, position: row.get(0)?, epoch: row.get(1)? };
    tx.commit().await?;
    Ok(Some(lease))
}

/// Moves the reader's place to `position` within the transaction of its effects. `false` when the lease
/// has changed hands: then the transaction must be dropped.
pub async fn advance(tx: &mut Tx, lease: &Lease, position: i64) -> Result<bool> {
    let sql = "UPDATE reader SET position = $5
               WHERE name = $1 AND lane = $2 AND owner_epoch = $3 AND position = $4";
    let row = params![lease.reader, lease.lane, lease.epoch, lease.position, position];
    Ok(tx.execute(sql, row).await? == 1)
}

/// How far a reader is behind in a lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lag {
    /// The reader.
    pub reader: String,
    /// The lane.
    pub lane: i64,
    /// How many rows it has not dealt with.
    pub rows: i64,
}

/// How far every reader is behind in every lane that it ever worked on.
pub async fn lags(db: &Db) -> Result<Vec<Lag>> {
    let sql = "SELECT r.name, r.lane, l.next_seq - 1 - r.position
               FROM reader r JOIN lane l ON l.id = r.lane ORDER BY r.name, r.lane";
    let rows = db.query(sql, params![]).await?;
    rows.iter().map(|row| Ok(Lag { reader: row.get(0)?, lane: row.get(1)?, rows: row.get(2)? })).collect()
}
