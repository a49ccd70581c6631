//! The fraud check's SQL.

use croupier_db::{Db, Result, Statement, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::fraud::{Question, Verdict};
use super::payer::Payer;
use super::state::Action;

/// A check as it is stored.
#[derive(Debug)]
pub(super) struct Check<'a> {
    pub(super) verdict: &'a Verdict,
    pub(super) payer: &'a Payer,
    pub(super) question: &'a Question<'a>,
    pub(super) player_status: &'static str,
    /// UTC milliseconds.
    pub(super) at: i64,
}

/// Locks the browser until the end of the caller's transaction: checks of one browser come one after the other, so each
/// sees the players of those before it.
pub(super) async fn lock_device(tx: &mut Tx, device: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO fraud_device (device, checked_at_ms) VALUES ($1, $2)
               ON CONFLICT (device) DO UPDATE SET checked_at_ms = excluded.checked_at_ms";
    tx.execute(sql, params![device, now]).await.map(drop)
}

/// Writes a check down within the caller's transaction.
pub(super) async fn insert(tx: &mut Tx, check: &Check<'_>) -> Result<()> {
    let sql = "INSERT INTO fraud_check (id, player_id, type, amount, currency, payment_system, player_status,
                   country, caller_country, email, first_name, last_name, card, fingerprint, device,
                   decision, reason_code, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";
    let (player, question, verdict) = (&check.payer.player, check.question, check.verdict);
    let row = params![
        verdict.id,
        player.id,
        question.kind.name(),
        question.amount,
        question.currency.code(),
        question.payment_system,
        check.player_status,
        &player.country,
        check.payer.caller_country.as_ref(),
        &check.payer.email,
        player.first_name.as_ref(),
        player.last_name.as_ref(),
        question.card,
        question.fingerprint,
        check.payer.device.as_ref(),
        verdict.decision.name(),
        &verdict.reason_code,
        check.at,
    ];
    tx.execute(sql, row).await.map(drop)
}

/// The browser that the player last paid with.
pub(super) async fn last_device(db: &Db, player: PlayerId) -> Result<Option<String>> {
    let sql = "SELECT device FROM fraud_check WHERE player_id = $1 AND device IS NOT NULL
               ORDER BY at_ms DESC LIMIT 1";
    db.query_opt(sql, params![player]).await?.map(|row| row.get(0)).transpose()
}

/// How many payments the player has made since `since` (UTC milliseconds). One that staff has divided counts once.
pub(super) async fn payments_since(tx: &mut Tx, player: PlayerId, action: Action, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM payment
               WHERE player_id = $1 AND action = $2 AND created_at_ms > $3 AND split_of IS NULL";
    tx.query_one(sql, params![player, action.name(), since]).await?.get(0)
}

/// The statement that touches the row of `check` while the player has made fewer than `count` payments since `since`.
/// Payments of a player are written under the lock of his lane, so whoever runs it within such a commit knows of all
/// that were written before.
pub(super) fn guard(check: Uuid, player: PlayerId, action: Action, since: i64, count: i64) -> Statement {
    let sql = "UPDATE fraud_check SET decision = decision WHERE id = $1 AND (
                   SELECT COUNT(*) FROM payment
                   WHERE player_id = $2 AND action = $3 AND created_at_ms > $4 AND split_of IS NULL) < $5";
    Statement { sql, params: params![check, player, action.name(), since, count], expect_one_row: true }
}

/// With how many other players the device was seen since `since` (UTC milliseconds), which the caller has locked.
pub(super) async fn others_on_device(tx: &mut Tx, player: PlayerId, device: &str, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(DISTINCT player_id) FROM fraud_check
               WHERE device = $1 AND player_id <> $2 AND at_ms > $3";
    tx.query_one(sql, params![device, player, since]).await?.get(0)
}
