//! The SQL of free bets.

use croupier_db::{Db, Result, Statement, params};
use croupier_ledger::PlayerId;

/// A free bet that was placed.
#[derive(Debug, Clone)]
pub(super) struct Bet {
    /// How the sports site calls it.
    pub(super) reference: String,
    /// When its result was told.
    pub(super) settled_at: Option<i64>,
    /// What it has won.
    pub(super) won: i64,
}

/// The bet that an award was staked on.
pub(super) async fn bet(db: &Db, award: i64) -> Result<Option<Bet>> {
    let sql = "SELECT reference, settled_at_ms, won FROM freebet WHERE award_id = $1";
    let row = db.query_opt(sql, params![award]).await?;
    row.map(|row| Ok(Bet { reference: row.get(0)?, settled_at: row.get(1)?, won: row.get(2)? })).transpose()
}

/// The statement that notes on which bet an award of `player` was staked; it hits no row when either is used up, or the player
/// is stopped.
pub(super) fn place(player: PlayerId, award: i64, reference: &str, now: i64) -> Statement {
    let sql = "INSERT INTO freebet (award_id, reference, placed_at_ms)
               SELECT $2, $3, $4 WHERE NOT EXISTS (
                   SELECT 1 FROM player_stop WHERE player_id = $1 AND until_ms > $4)
               ON CONFLICT DO NOTHING";
    Statement { sql, params: params![player, award, reference, now], expect_one_row: true }
}

/// The statement that notes the result of a bet, once.
pub(super) fn settle(award: i64, won: i64, paid: i64, now: i64) -> Statement {
    let sql = "UPDATE freebet SET settled_at_ms = $4, won = $2, paid = $3
               WHERE award_id = $1 AND settled_at_ms IS NULL";
    Statement { sql, params: params![award, won, paid, now], expect_one_row: true }
}

/// The statement that notes what the bet of an award has paid.
pub(super) fn pay_award(award: i64, paid: i64) -> Statement {
    let sql = "UPDATE bonus_award SET granted = $2, converted = $2
               WHERE id = $1 AND kind = 'Freebet' AND stage = 'finished' AND granted = 0";
    Statement { sql, params: params![award, paid], expect_one_row: true }
}
