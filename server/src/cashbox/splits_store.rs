//! SQL of cashouts that staff divides.

use croupier_db::{Db, Result, Row, Tx, params};
use uuid::Uuid;

use super::model::Payment;
use super::reviews_store::{PaymentLine, line};

/// Leaves `first` of a cashout that came to `seen` and waits for a decision; an approval of the whole ends. `false` when it is
/// not as it was seen. The lock of the lane is held.
pub(super) async fn shrink(tx: &mut Tx, first: &Payment, seen: i64) -> Result<bool> {
    let sql = "UPDATE payment SET amount = $2, requested = $2, whole = $3, fee = $5
               WHERE id = $1 AND action = 'cashout' AND state = 'reserved' AND review = 'waiting' AND amount = $4";
    if tx.execute(sql, params![first.id, first.amount, first.whole, seen, first.fee]).await? != 1 {
        return Ok(false);
    }
    tx.execute("DELETE FROM payment_approval WHERE payment_id = $1", params![first.id]).await?;
    Ok(true)
}

/// The cashout `root` and what was divided off it, oldest first; none when it was never divided.
pub(super) async fn parts(db: &Db, root: Uuid) -> Result<Vec<PaymentLine>> {
    let sql =
        "SELECT id, action, state, amount, currency, brand, created_at_ms, finished_at_ms, error_code, fee
               FROM payment WHERE split_of = $1 OR (id = $1 AND whole IS NOT NULL)
               ORDER BY CASE WHEN id = $1 THEN 0 ELSE 1 END, id";
    let rows: Vec<Row> = db.query(sql, params![root]).await?;
    rows.iter().map(line).collect()
}
