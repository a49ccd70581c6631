//! SQL of the closed loop: what came in by each card or account, and what has gone back.

use croupier_db::{Db, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use uuid::Uuid;

use super::model::Payment;

/// What came in by each instrument less what went out or is on its way there, by name and in subunits.
pub(super) async fn flows(db: &Db, player: PlayerId, currency: Currency) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT instrument, CAST(SUM(CASE
                   WHEN action = 'deposit' AND state = 'succeeded' THEN amount
                   WHEN action = 'cashout' AND state IN ('pending', 'reserved', 'processing', 'succeeded') THEN -amount
                   ELSE 0 END) AS bigint)
               FROM payment WHERE player_id = $1 AND currency = $2 AND instrument IS NOT NULL
               GROUP BY instrument ORDER BY instrument";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    db.query(sql, params![player, currency.code()]).await?.iter().map(read).collect()
}

/// Cashouts that came after `payment` and go out, or went: by which instrument, and subunits.
pub(super) async fn later(db: &Db, payment: &Payment) -> Result<Vec<(Option<String>, i64)>> {
    let sql = "SELECT instrument, amount FROM payment
               WHERE player_id = $1 AND currency = $2 AND created_at_ms >= $3 AND id <> $4
                   AND action = 'cashout' AND state IN ('pending', 'reserved', 'processing', 'succeeded')";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let Payment { player, currency, created_at, id, .. } = payment;
    db.query(sql, params![*player, currency.code(), *created_at, *id]).await?.iter().map(read).collect()
}

/// The query behind [`turns`].
macro_rules! turns {
    () => {
        "SELECT CAST(COALESCE(SUM(CASE
             WHEN o.action = 'cashout' AND o.state IN ('declined', 'rejected', 'recalled', 'canceled') THEN 2
             WHEN o.action = 'cashout' THEN 1
             WHEN o.state = 'succeeded' THEN 1
             ELSE 0 END), 0) AS bigint)
         FROM payment o WHERE o.player_id = $1 AND o.currency = $2"
    };
}

/// A number that grows with everything that changes [`flows`]: deposits that are paid, cashouts that begin, end without money
/// or are divided. It never falls, so where it is the same the flows are.
pub(super) async fn turns(db: &Db, player: PlayerId, currency: Currency) -> Result<i64> {
    db.query_one(turns!(), params![player, currency.code()]).await?.get(0)
}

/// The same, within the caller's transaction.
pub(super) async fn turns_in(tx: &mut Tx, player: PlayerId, currency: Currency) -> Result<i64> {
    tx.query_one(turns!(), params![player, currency.code()]).await?.get(0)
}

/// The statement that holds a cashout to the flows that it was judged by, in the commit that writes it down; it touches no row
/// when [`turns`] is not `seen` any more.
pub(super) fn unchanged(check: Uuid, player: PlayerId, currency: Currency, seen: i64) -> Statement {
    let sql = concat!("UPDATE fraud_check SET decision = decision WHERE id = $3 AND $4 = (", turns!(), ")");
    Statement { sql, params: params![player, currency.code(), check, seen], expect_one_row: true }
}
