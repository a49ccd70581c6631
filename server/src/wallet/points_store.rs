//! The SQL of points, and of the wallets that hold them.

use std::collections::{BTreeMap, BTreeSet};

use croupier_db::{Db, Result, Row, Tx, Value, params, placeholders};
use croupier_ledger::{PlayerId, WalletId};
use croupier_money::Currency;

use super::store::currency;

/// Points in the wallets of `players`, and of each the payments of `reader` that are still due.
pub(super) async fn points(
    db: &Db,
    players: &[PlayerId],
    reader: &str,
) -> Result<(Vec<(PlayerId, i64)>, Vec<(PlayerId, String)>)> {
    let (among, reader_at) = (placeholders(1, players.len()), players.len() + 1);
    let mut values: Vec<Value> = players.iter().map(|player| Value::Int(*player)).collect();
    let sql = format!(
        "SELECT player_id, CAST(SUM(points) AS bigint) FROM wallet WHERE player_id IN ({among}) GROUP BY player_id"
    );
    let held = db.query(&sql, values.clone()).await?;
    let sql = format!(
        "SELECT player_id, payment FROM due_payment
         WHERE paid_at_ms IS NULL AND player_id IN ({among}) AND reader = ${reader_at}"
    );
    values.push(Value::from(reader));
    let due = db.query(&sql, values).await?;
    Ok((
        held.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_>>()?,
        due.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_>>()?,
    ))
}

/// The wallets of a player, the first one first.
pub(super) async fn numbers(db: &Db, player: PlayerId) -> Result<Vec<(Currency, WalletId)>> {
    let sql = "SELECT currency, id FROM wallet WHERE player_id = $1 ORDER BY id";
    let rows = db.query(sql, params![player]).await?;
    rows.iter().map(|row| Ok((currency(&row.get::<String>(0)?)?, row.get(1)?))).collect()
}

/// The currency of the first wallet of each of `players`; nothing for one without a wallet.
pub(super) async fn first_currencies_in(
    tx: &mut Tx,
    players: &BTreeSet<PlayerId>,
) -> Result<BTreeMap<PlayerId, Currency>> {
    if players.is_empty() {
        return Ok(BTreeMap::new());
    }
    let sql = format!(
        "SELECT w.player_id, w.currency FROM wallet w
         WHERE w.player_id IN ({}) AND NOT EXISTS (
             SELECT 1 FROM wallet f WHERE f.player_id = w.player_id AND f.id < w.id)",
        placeholders(1, players.len())
    );
    let values = players.iter().map(|player| Value::Int(*player)).collect();
    let first = |row: &Row| Ok((row.get(0)?, currency(&row.get::<String>(1)?)?));
    tx.query(&sql, values).await?.iter().map(first).collect()
}
