//! What of the operator's work waits, as the tables tell.

use croupier_db::{Db, Result, Row, params};

/// What waits to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Queue {
    pub(super) name: &'static str,
    pub(super) waiting: i64,
    /// Since when the oldest waits, UTC milliseconds.
    pub(super) oldest: Option<i64>,
    /// How many of them have failed before.
    pub(super) failed: i64,
}

/// Payments that readers owe, mails, and notices on devices.
pub(super) async fn queues(db: &Db) -> Result<Vec<Queue>> {
    let mut queues = Vec::new();
    for (name, sql) in [
        (
            "due_payments",
            "SELECT COUNT(*), MIN(due_at_ms), COALESCE(SUM(CASE WHEN refusals > 0 THEN 1 ELSE 0 END), 0)
             FROM due_payment WHERE paid_at_ms IS NULL",
        ),
        (
            "mails",
            "SELECT COUNT(*), MIN(posted_at_ms), COALESCE(SUM(CASE WHEN tries > 0 THEN 1 ELSE 0 END), 0)
             FROM mail_outbox WHERE next_try_ms IS NOT NULL",
        ),
        (
            "notices",
            "SELECT COUNT(*), MIN(at_ms), COALESCE(SUM(CASE WHEN tries > 0 THEN 1 ELSE 0 END), 0) FROM push_notice",
        ),
    ] {
        let row = db.query_one(sql, params![]).await?;
        queues.push(Queue { name, waiting: row.get(0)?, oldest: row.get(1)?, failed: row.get(2)? });
    }
    Ok(queues)
}

/// How far the log of a lane is sealed.
#[expect(clippy::struct_field_names, reason = "what is sealed, and up to where and when")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sealed {
    pub(super) lane: i64,
    /// The last row of the lane, and the last one that is sealed.
    pub(super) rows: i64,
    pub(super) sealed_to: i64,
    /// UTC milliseconds.
    pub(super) sealed_at: Option<i64>,
}

pub(super) async fn seals(db: &Db) -> Result<Vec<Sealed>> {
    let sql = "SELECT l.id, l.next_seq - 1, COALESCE(s.last_seq, 0), s.sealed_at_ms
               FROM lane l LEFT JOIN (
                   SELECT lane, MAX(last_seq) AS last_seq, MAX(sealed_at_ms) AS sealed_at_ms FROM segment GROUP BY lane
               ) s ON s.lane = l.id
               ORDER BY l.id";
    let read = |row: &Row| {
        Ok(Sealed { lane: row.get(0)?, rows: row.get(1)?, sealed_to: row.get(2)?, sealed_at: row.get(3)? })
    };
    db.query(sql, params![]).await?.iter().map(read).collect()
}

/// How many migrations have run, and the last one.
pub(super) async fn migrations(db: &Db) -> Result<(i64, String)> {
    let row = db.query_one("SELECT COUNT(*), COALESCE(MAX(name), '') FROM migration", params![]).await?;
    Ok((row.get(0)?, row.get(1)?))
}

/// Sign-ins of players that were held up, and tries of staff that were wrong, since `since` (UTC milliseconds).
pub(super) async fn sign_ins(db: &Db, since: i64) -> Result<(i64, i64)> {
    let players = "SELECT COUNT(*) FROM sign_in_attempt WHERE result = 'limited' AND at_ms > $1";
    let staff = "SELECT COUNT(*) FROM staff_attempt WHERE at_ms > $1";
    let players = db.query_one(players, params![since]).await?.get(0)?;
    Ok((players, db.query_one(staff, params![since]).await?.get(0)?))
}
