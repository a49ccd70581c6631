//! SQL of webhooks that were not taken.

use croupier_db::{Db, Result, Row, params};
use uuid::Uuid;

/// A rightly signed webhook that was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untaken {
    /// Its number.
    pub id: Uuid,
    /// The partner.
    pub partner: String,
    /// The name of the payment.
    pub reference: String,
    /// Where the payment stands, as the partner reports it.
    pub status: String,
    /// Why it was not taken: `unknown`, `mismatch` or `not_now`.
    pub why: String,
    /// How often it came.
    pub times: i64,
    /// When it came last, in UTC milliseconds.
    pub at: i64,
}

const UNTAKEN: &str = "SELECT id, provider, reference, status, why, times, at_ms FROM payment_untaken";

fn read(row: &Row) -> Result<Untaken> {
    Ok(Untaken {
        id: row.get(0)?,
        partner: row.get(1)?,
        reference: row.get(2)?,
        status: row.get(3)?,
        why: row.get(4)?,
        times: row.get(5)?,
        at: row.get(6)?,
    })
}

pub(super) async fn note(
    db: &Db,
    id: Uuid,
    (partner, reference): (&str, &str),
    (status, why): (&str, &str),
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO payment_untaken (id, provider, reference, status, why, times, at_ms)
               VALUES ($1, $2, $3, $4, $5, 1, $6)
               ON CONFLICT (provider, reference) DO UPDATE SET status = $4, why = $5,
                   times = payment_untaken.times + 1, at_ms = $6";
    let mut tx = db.begin().await?;
    tx.execute(sql, params![id, partner, reference, status, why, now]).await?;
    tx.commit().await
}

pub(super) async fn settle(db: &Db, partner: &str, reference: &str) -> Result<()> {
    // Nearly always there is none: a read costs less than a write that touches nothing.
    let sql = "SELECT 1 FROM payment_untaken WHERE provider = $1 AND reference = $2";
    if db.query_opt(sql, params![partner, reference]).await?.is_none() {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    let sql = "DELETE FROM payment_untaken WHERE provider = $1 AND reference = $2";
    tx.execute(sql, params![partner, reference]).await?;
    tx.commit().await
}

pub(super) async fn get(db: &Db, id: Uuid) -> Result<Option<Untaken>> {
    let sql = format!("{UNTAKEN} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(read).transpose()
}

pub(super) async fn list(db: &Db, limit: i64) -> Result<Vec<Untaken>> {
    let sql = format!("{UNTAKEN} ORDER BY at_ms DESC, id LIMIT $1");
    db.query(&sql, params![limit]).await?.iter().map(read).collect()
}
