//! The SQL of what bonuses were to wallets.

use croupier_db::{Db, Result, Row, params};

use super::abuse::BonusPlay;

/// Which wallets are looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct LookedAt {
    /// From when on bonuses count that were wagered in full, UTC milliseconds.
    pub(super) since: i64,
    /// The fewest of these.
    pub(super) completed_min: i64,
    /// How long after one a withdrawal comes at once, in milliseconds.
    pub(super) at_once_ms: i64,
    /// How many wallets, those with the most.
    pub(super) most: i64,
}

/// What bonuses that have to be wagered were to these wallets.
pub(super) async fn played(db: &Db, looked_at: &LookedAt) -> Result<Vec<BonusPlay>> {
    let sql = "SELECT a.player_id, a.currency, COUNT(*),
                   CAST(SUM(CASE WHEN a.ended_by = 'wagered' THEN 1 ELSE 0 END) AS bigint),
                   CAST(SUM(CASE WHEN a.ended_by = 'wagered' AND EXISTS (
                       SELECT 1 FROM payment p WHERE p.player_id = a.player_id AND p.action = 'cashout'
                           AND p.currency = a.currency AND p.created_at_ms >= a.ended_at_ms
                           AND p.created_at_ms < a.ended_at_ms + $3) THEN 1 ELSE 0 END) AS bigint),
                   CAST(SUM(a.granted) AS bigint), CAST(SUM(a.converted) AS bigint),
                   CAST(SUM(a.wagered / 100) AS bigint),
                   COALESCE(MAX(s.bets), 0), COALESCE(MAX(s.deposits), 0), COALESCE(MAX(s.cashouts), 0)
               FROM (
                   SELECT player_id, currency FROM bonus_award
                   WHERE ended_by = 'wagered' AND requirement > 0 AND ended_at_ms >= $1
                   GROUP BY player_id, currency HAVING COUNT(*) >= $4
                   ORDER BY COUNT(*) DESC, player_id, currency LIMIT $2
               ) w
               JOIN bonus_award a ON a.player_id = w.player_id AND a.currency = w.currency
                   AND a.ended_at_ms IS NOT NULL AND a.granted > 0 AND a.requirement > 0
               LEFT JOIN player_stat s ON s.player_id = a.player_id AND s.currency = a.currency
               GROUP BY a.player_id, a.currency";
    let LookedAt { since, completed_min, at_once_ms, most } = *looked_at;
    let rows = db.query(sql, params![since, most, at_once_ms, completed_min]).await?;
    rows.iter().map(play).collect()
}

fn play(row: &Row) -> Result<BonusPlay> {
    Ok(BonusPlay {
        player: row.get(0)?,
        currency: row.get(1)?,
        awards: row.get(2)?,
        completed: row.get(3)?,
        withdrawn_at_once: row.get(4)?,
        granted: row.get(5)?,
        converted: row.get(6)?,
        wagered: row.get(7)?,
        bets: row.get(8)?,
        deposits: row.get(9)?,
        cashouts: row.get(10)?,
    })
}
