//! The SQL of wallets that their players have closed: empty ones, which lists leave out until money comes or they are chosen.

use std::collections::BTreeSet;

use croupier_db::{Db, Result, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::store::currency;

/// Whether a wallet `w` holds nothing, in any of its sub-accounts, and has no round open.
const EMPTY: &str = "w.cash = 0 AND w.held = 0 AND w.stake = 0 AND w.bonus = 0 AND w.locked_deposit = 0
    AND w.locked_win = 0 AND w.freespin_win = 0 AND w.jackpot_share = 0 AND w.points = 0 AND w.open_rounds = 0";

/// Closes the player's wallet when it is empty; `false` when there is none, or it holds something.
pub(super) async fn close(tx: &mut Tx, player: PlayerId, of: Currency, now: i64) -> Result<bool> {
    let sql = format!(
        "INSERT INTO closed_wallet (player_id, currency, at_ms)
         SELECT w.player_id, w.currency, $3 FROM wallet w WHERE w.player_id = $1 AND w.currency = $2 AND {EMPTY}
         ON CONFLICT (player_id, currency) DO UPDATE SET at_ms = $3"
    );
    Ok(tx.execute(&sql, params![player, of.code(), now]).await? > 0)
}

/// Opens a wallet that was closed.
pub(super) async fn reopen(tx: &mut Tx, player: PlayerId, of: Currency) -> Result<()> {
    let sql = "DELETE FROM closed_wallet WHERE player_id = $1 AND currency = $2";
    tx.execute(sql, params![player, of.code()]).await.map(drop)
}

/// The currencies of the player's closed wallets that are still empty.
pub(super) async fn closed(db: &Db, player: PlayerId) -> Result<BTreeSet<Currency>> {
    let sql = format!(
        "SELECT w.currency FROM closed_wallet c
         JOIN wallet w ON w.player_id = c.player_id AND w.currency = c.currency
         WHERE c.player_id = $1 AND {EMPTY}"
    );
    let rows = db.query(&sql, params![player]).await?;
    rows.iter().map(|row| currency(&row.get::<String>(0)?)).collect()
}
