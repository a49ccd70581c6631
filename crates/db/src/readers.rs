//! Readers of the log: a name, a place per lane, and a fenced lease on each lane.
//!
//! A reader's effects and its new place are committed together, so each row counts exactly once however
//! often the process dies. Only the holder of the lease works; a holder that slept through its lease is
//! fenced off by the epoch when it tries to move the place.

use croupier_ledger::{Lsn, PlayerId};

use crate::{Db, Engine, Result, Tx, params};

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

/// The longest that a lease lasts, in seconds and in milliseconds.
pub const LEASE_SECONDS_MAX: u32 = 600;
pub const LEASE_MS_MAX: i64 = 600_000;

/// Takes or renews the lease of `reader` on `lane` for `owner`, for `lease_ms` milliseconds, [`LEASE_MS_MAX`] at
/// most. `None` when another owner holds it. `now` (UTC milliseconds) is the server's clock; on PostgreSQL, where
/// clocks of servers may differ, leases go by the database's.
///
/// A lease that seems to last longer than any was taken by a clock that was ahead and has been set since: it counts
/// as over, whoever holds it, for he is fenced off.
pub async fn claim(
    db: &Db,
    reader: &'static str,
    lane: u8,
    owner: &str,
    now: i64,
    lease_ms: i64,
) -> Result<Option<Lease>> {
    let mut tx = db.begin().await?;
    // A reader that is new begins where the archive ends.
    let sql = "INSERT INTO reader (name, lane, position) SELECT $1, id, archived_seq FROM lane WHERE id = $2
               ON CONFLICT (name, lane) DO NOTHING";
    tx.execute(sql, params![reader, lane]).await?;
    let now = clock_of_leases(db, &mut tx, now).await?;
    let sql = "UPDATE reader SET leased_until_ms = $5,
                   owner_epoch = owner_epoch + CASE WHEN owner = $3 THEN 0 ELSE 1 END, owner = $3
               WHERE name = $1 AND lane = $2 AND (owner = $3 OR leased_until_ms <= $4 OR leased_until_ms > $6)
               RETURNING position, owner_epoch";
    let row = params![reader, lane, owner, now, now + lease_ms, now + LEASE_MS_MAX];
    let Some(row) = tx.query_opt(sql, row).await? else { return Ok(None) };
    let lease = Lease { reader, lane, position: row.get(0)?, epoch: row.get(1)? };
    tx.commit().await?;
    Ok(Some(lease))
}

/// The time by which leases go, UTC milliseconds; `now` is the server's.
pub async fn clock_of_leases(db: &Db, tx: &mut Tx, now: i64) -> Result<i64> {
    match &*db.engine {
        Engine::Sqlite(_) => Ok(now),
        Engine::Postgres(_) => {
            let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS bigint)";
            tx.query_one(sql, params![]).await?.get(0)
        }
    }
}

/// Moves the reader's place to `position` and commits it with what `tx` has done. `false` when the lease has
/// changed hands: then nothing was done.
pub async fn advance(tx: Tx, lease: &Lease, position: i64) -> Result<bool> {
    let sql = "UPDATE reader SET position = $5
               WHERE name = $1 AND lane = $2 AND owner_epoch = $3 AND position = $4";
    let row = params![lease.reader, lease.lane, lease.epoch, lease.position, position];
    tx.commit_if_one(sql, row).await
}

/// A payment that a reader owes a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuePayment {
    /// The row of the log that it is owed for.
    pub lsn: Lsn,
    /// Tells the payments of one row apart.
    pub no: i64,
    /// Whose it is.
    pub player: PlayerId,
    /// The wallet's currency.
    pub currency: String,
    /// What moves, as JSON.
    pub payment: String,
    /// What it takes out of the player's wallet, in subunits.
    pub takes: i64,
    /// When it is due, UTC milliseconds.
    pub due_at: i64,
}

/// Notes within the transaction of `reader` what it owes. A payment that is noted already stays as it is.
pub async fn owe(tx: &mut Tx, reader: &str, due: &DuePayment) -> Result<()> {
    let sql = "INSERT INTO due_payment (reader, lsn, no, player_id, currency, payment, due_at_ms, takes)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (reader, lsn, no) DO NOTHING";
    let DuePayment { lsn, no, player, currency, payment, takes, due_at } = due;
    let row = params![reader, lsn.0, *no, *player, currency.as_str(), payment.as_str(), *due_at, *takes];
    tx.execute_each(sql, vec![row]).await
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

/// Whether a reader has still to meet rows of money of before `until` (UTC milliseconds).
pub async fn is_behind(db: &Db, reader: &str, until: i64) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM lane l LEFT JOIN reader r ON r.lane = l.id AND r.name = $1
               WHERE EXISTS (SELECT 1 FROM transfer t
                   WHERE t.lsn > l.id * 281474976710656 + COALESCE(r.position, 0)
                       AND t.lsn < (l.id + 1) * 281474976710656 AND t.at_ms < $2)";
    Ok(db.query_one(sql, params![reader, until]).await?.get::<i64>(0)? > 0)
}

/// How far every reader is behind in every lane that it ever worked on.
pub async fn lags(db: &Db) -> Result<Vec<Lag>> {
    let sql = "SELECT r.name, r.lane, l.next_seq - 1 - r.position
               FROM reader r JOIN lane l ON l.id = r.lane ORDER BY r.name, r.lane";
    let rows = db.query(sql, params![]).await?;
    rows.iter().map(|row| Ok(Lag { reader: row.get(0)?, lane: row.get(1)?, rows: row.get(2)? })).collect()
}
