//! SQL of cashouts that staff makes on behalf of players.

use croupier_db::{Result, Statement, Tx, params};
use croupier_ledger::StopReason;
use uuid::Uuid;

use super::model::Payment;
use super::reviews_store::Approval;

/// The statements that note who has made the cashout `payment`, which is the first of its two approvals.
pub(super) fn made_by(payment: Uuid, approval: &Approval) -> [Statement; 2] {
    let Approval { id, member, name, reason, at } = approval;
    let made = Statement {
        sql: "INSERT INTO payout_on_behalf (payment_id, member_id, name, reason, at_ms)
              VALUES ($1, $2, $3, $4, $5)",
        params: params![payment, *member, name, reason, *at],
        expect_one_row: true,
    };
    let approved = Statement {
        sql: "INSERT INTO payment_approval (payment_id, id, member_id, name, reason, at_ms)
              VALUES ($1, $2, $3, $4, $5, $6)",
        params: params![payment, *id, *member, name, reason, *at],
        expect_one_row: true,
    };
    [made, approved]
}

/// Which stops hold the cashout `payment` back, read within the caller's transaction: fewer do where staff has made it.
pub(super) async fn held_back_by(tx: &mut Tx, payment: &Payment) -> Result<fn(StopReason) -> bool> {
    let sql = "SELECT payment_id FROM payout_on_behalf WHERE payment_id = $1";
    let by_staff = tx.query_opt(sql, params![payment.split_of.unwrap_or(payment.id)]).await?.is_some();
    Ok(if by_staff { StopReason::forbids_cashouts_on_behalf } else { StopReason::forbids_cashouts })
}
