//! SQL of what staff has switched off.

use croupier_db::{Db, Result, Row, Tx, params};

/// A way to pay or a partner that is switched off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// `method` or `partner`.
    pub what: String,
    /// Its id or name.
    pub id: String,
    /// Who has switched it off.
    pub by: String,
    /// Why.
    pub reason: String,
    /// When, in UTC milliseconds.
    pub at: i64,
}

/// All that is switched off.
pub(super) async fn off(db: &Db) -> Result<Vec<Switch>> {
    let sql = "SELECT what, id, by_name, reason, at_ms FROM payment_switch ORDER BY what, id";
    let read = |row: &Row| {
        Ok(Switch {
            what: row.get(0)?,
            id: row.get(1)?,
            by: row.get(2)?,
            reason: row.get(3)?,
            at: row.get(4)?,
        })
    };
    db.query(sql, params![]).await?.iter().map(read).collect()
}

/// Switches off or on; `false` when it was so before.
pub(super) async fn set(
    tx: &mut Tx,
    what: &str,
    id: &str,
    off: bool,
    (reason, by): (&str, &str),
    now: i64,
) -> Result<bool> {
    let done = if off {
        let sql = "INSERT INTO payment_switch (what, id, by_name, reason, at_ms) VALUES ($1, $2, $3, $4, $5)
                   ON CONFLICT (what, id) DO NOTHING";
        tx.execute(sql, params![what, id, by, reason, now]).await?
    } else {
        tx.execute("DELETE FROM payment_switch WHERE what = $1 AND id = $2", params![what, id]).await?
    };
    Ok(done == 1)
}
