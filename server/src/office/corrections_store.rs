//! Whether the currency of a player can still be corrected, as the tables tell.

use croupier_db::{Result, Tx, params};
use croupier_ledger::PlayerId;

/// Whether a player has paid, played or been given money, in the caller's transaction, which holds the lock of the player's
/// lane.
pub(super) async fn has_moved_money(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT (SELECT COUNT(*) FROM wallet
                       WHERE player_id = $1 AND (cash <> 0 OR held <> 0 OR stake <> 0 OR bonus <> 0 OR nonce > 0))
                    + (SELECT COUNT(*) FROM payment WHERE player_id = $1)
                    + (SELECT COUNT(*) FROM player_stat WHERE player_id = $1 AND (deposits <> 0 OR bets <> 0 OR wins <> 0))
                    + (SELECT COUNT(*) FROM adjustment WHERE player_id = $1 AND state <> 'refused')";
    Ok(tx.query_one(sql, params![player]).await?.get::<i64>(0)? > 0)
}
