//! SQL of receipts.

use croupier_db::{Db, Result, Row, Statement, params};

use super::model::Payment;
use super::state::State;

/// The statement that keeps when `payment` has come into `state`.
pub(super) fn step(payment: &Payment, state: State, at: i64) -> Statement {
    let sql = "INSERT INTO payment_step (payment_id, state, at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (payment_id, state) DO NOTHING";
    Statement { sql, params: params![payment.id, state.name(), at], expect_one_row: false }
}

/// When a payment came into each of its states, by name and in UTC milliseconds, in order.
pub(super) async fn steps(db: &Db, payment: &Payment) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT state, at_ms FROM payment_step WHERE payment_id = $1
               ORDER BY at_ms, CASE state WHEN 'pending' THEN 0 WHEN 'reserved' THEN 1 WHEN 'processing' THEN 2
                   WHEN 'canceled' THEN 3 ELSE 4 END";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    db.query(sql, params![payment.id]).await?.iter().map(read).collect()
}

/// The card or account that a payment came by or goes to, as far as it may be shown.
pub(super) async fn masked(db: &Db, payment: &Payment) -> Result<Option<String>> {
    let sql = "SELECT masked FROM payment_profile
               WHERE player_id = $1 AND (token = $2 OR provider || ':' || token = $3) LIMIT 1";
    let (token, instrument) = (payment.profile_token.as_ref(), payment.instrument.as_ref());
    db.query_opt(sql, params![payment.player, token, instrument]).await?.map(|row| row.get(0)).transpose()
}
