//! SQL of where payments go: calls to partners that begin, and partners that have refused.

use croupier_db::{Db, Result, params};

use uuid::Uuid;

use super::model::Payment;
use super::partner::Paid;

/// Counts a call that asks the payment's partner for it, before it is made, and answers how many there have been with it;
/// `None` when the payment has moved on, or to another partner, meanwhile.
pub(super) async fn begins_call(db: &Db, payment: &Payment) -> Result<Option<i64>> {
    let sql =
        "UPDATE payment SET asked = asked + 1 WHERE id = $1 AND provider = $2 AND state = $3 RETURNING asked";
    let mut tx = db.begin().await?;
    let row = tx.query_opt(sql, params![payment.id, &payment.provider, payment.state.name()]).await?;
    tx.commit().await?;
    row.map(|row| row.get(0)).transpose()
}

/// How many calls have asked the payment's present partner for it.
pub(super) async fn calls(db: &Db, id: Uuid) -> Result<i64> {
    db.query_one("SELECT asked FROM payment WHERE id = $1", params![id]).await?.get(0)
}

/// Hands a payment that its partner has refused to `next`, with `further` behind it; `false` when that partner was asked more
/// than once: an earlier call whose answer was lost may have reached it.
pub(super) async fn hand_on(
    db: &Db,
    payment: &Payment,
    (next, further): (&str, &str),
    why: &str,
    at: i64,
) -> Result<bool> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE payment SET provider = $4, further = $5, asked = 0
               WHERE id = $1 AND provider = $2 AND state = $3 AND asked = 1 AND partner_id IS NULL";
    let row = params![payment.id, &payment.provider, payment.state.name(), next, further];
    if tx.execute(sql, row).await? != 1 {
        return Ok(false);
    }
    let sql = "INSERT INTO payment_refusal (payment_id, provider, reason, at_ms) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, params![payment.id, &payment.provider, why, at]).await?;
    tx.commit().await?;
    Ok(true)
}

/// How the deposits of `provider` have ended since `since`.
pub(super) async fn paid_since(db: &Db, provider: &str, since: i64) -> Result<Paid> {
    let sql = "SELECT COUNT(CASE WHEN state = 'succeeded' THEN 1 END), COUNT(*) FROM payment
               WHERE provider = $1 AND action = 'deposit' AND state IN ('succeeded', 'declined')
                   AND finished_at_ms >= $2";
    let row = db.query_one(sql, params![provider, since]).await?;
    Ok(Paid { paid: row.get(0)?, ended: row.get(1)? })
}

/// How many payments `provider` has handed on since `since` by refusing them.
pub(super) async fn refused_since(db: &Db, provider: &str, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM payment_refusal WHERE provider = $1 AND at_ms >= $2";
    db.query_one(sql, params![provider, since]).await?.get(0)
}
