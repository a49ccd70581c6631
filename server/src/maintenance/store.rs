//! Rows of brands that are closed.

use croupier_db::{Db, Result, Row, Tx, params};

/// A brand whose site is closed, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closure {
    /// The short name of the brand.
    pub brand: String,
    /// In the words of who has closed it; players do not read it.
    pub reason: String,
    /// The name of the member.
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// Every brand that is closed.
pub(super) async fn closed(db: &Db) -> Result<Vec<Closure>> {
    let sql = "SELECT brand, reason, by_name, at_ms FROM maintenance ORDER BY brand";
    let read =
        |row: &Row| Ok(Closure { brand: row.get(0)?, reason: row.get(1)?, by: row.get(2)?, at: row.get(3)? });
    db.query(sql, params![]).await?.iter().map(read).collect()
}

/// Closes a brand; `false` when it is closed.
pub(super) async fn close(tx: &mut Tx, closure: &Closure) -> Result<bool> {
    let sql = "INSERT INTO maintenance (brand, reason, by_name, at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (brand) DO NOTHING";
    let Closure { brand, reason, by, at } = closure;
    Ok(tx.execute(sql, params![brand, reason, by, *at]).await? == 1)
}

/// Opens a brand; `false` when it is open.
pub(super) async fn open(tx: &mut Tx, brand: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM maintenance WHERE brand = $1", params![brand]).await? == 1)
}
