//! The SQL of tables that are closed.

use croupier_db::{Db, Error, Result, Row, Tx, params};

use super::closing::{ClosedFor, Closure};

const CLOSURE: &str = "SELECT game, told, reason, by_name, at_ms FROM table_closure";

fn closure(row: &Row) -> Result<Closure> {
    let told: String = row.get(1)?;
    let known = ClosedFor::ALL.into_iter().find(|known| known.name() == told);
    Ok(Closure {
        game: row.get(0)?,
        told: known.ok_or_else(|| Error::Corrupt(format!("a table that is closed for {told}")))?,
        reason: row.get(2)?,
        by: row.get(3)?,
        at: row.get(4)?,
    })
}

/// Why a table is closed; none while it is open.
pub(super) async fn of(db: &Db, game: &str) -> Result<Option<Closure>> {
    let sql = format!("{CLOSURE} WHERE game = $1");
    db.query_opt(&sql, params![game]).await?.as_ref().map(closure).transpose()
}

/// Every table that is closed.
pub(super) async fn all(db: &Db) -> Result<Vec<Closure>> {
    db.query(&format!("{CLOSURE} ORDER BY game"), params![]).await?.iter().map(closure).collect()
}

/// Closes a table; `false` when it is closed.
pub(super) async fn close(tx: &mut Tx, closure: &Closure) -> Result<bool> {
    let sql = "INSERT INTO table_closure (game, told, reason, by_name, at_ms) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (game) DO NOTHING";
    let Closure { game, told, reason, by, at } = closure;
    Ok(tx.execute(sql, params![game, told.name(), reason, by, *at]).await? == 1)
}

/// Opens a table; `false` when it is open.
pub(super) async fn open(tx: &mut Tx, game: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM table_closure WHERE game = $1", params![game]).await? == 1)
}
