//! Rows of saved views.

use croupier_db::{Db, Result, Row, Tx, params};
use uuid::Uuid;

/// A view of a list under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SavedView {
    pub(super) id: Uuid,
    /// The path of the list.
    pub(super) page: String,
    /// What follows the path in the address, with the question mark; empty when nothing does.
    pub(super) search: String,
    pub(super) name: String,
    /// Whether colleagues see it.
    pub(super) is_shared: bool,
    /// Who has saved it.
    pub(super) member: Uuid,
    pub(super) by: String,
    /// UTC milliseconds.
    pub(super) at: i64,
}

/// The views of `member`, and those that colleagues share, by name.
pub(super) async fn seen_by(db: &Db, member: Uuid) -> Result<Vec<SavedView>> {
    let sql = "SELECT id, page, search, name, is_shared, member_id, member_name, at_ms FROM saved_view
               WHERE member_id = $1 OR is_shared ORDER BY name, id";
    let read = |row: &Row| {
        Ok(SavedView {
            id: row.get(0)?,
            page: row.get(1)?,
            search: row.get(2)?,
            name: row.get(3)?,
            is_shared: row.get(4)?,
            member: row.get(5)?,
            by: row.get(6)?,
            at: row.get(7)?,
        })
    };
    db.query(sql, params![member]).await?.iter().map(read).collect()
}

/// How many views a member has.
pub(super) async fn count(tx: &mut Tx, member: Uuid) -> Result<i64> {
    tx.query_one("SELECT COUNT(*) FROM saved_view WHERE member_id = $1", params![member]).await?.get(0)
}

/// Keeps a view; one that is kept already stays as it is.
pub(super) async fn add(tx: &mut Tx, view: &SavedView) -> Result<()> {
    let sql = "INSERT INTO saved_view (id, page, search, name, is_shared, member_id, member_name, at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING";
    let SavedView { id, page, search, name, is_shared, member, by, at } = view;
    let row = params![*id, page, search, name, *is_shared, *member, by, *at];
    tx.execute(sql, row).await.map(drop)
}

/// Takes away a view of `member`, and with `of_all` one that anybody shares; `false` when there is none.
pub(super) async fn remove(tx: &mut Tx, id: Uuid, member: Uuid, of_all: bool) -> Result<bool> {
    let sql = if of_all {
        "DELETE FROM saved_view WHERE id = $1 AND (member_id = $2 OR is_shared)"
    } else {
        "DELETE FROM saved_view WHERE id = $1 AND member_id = $2"
    };
    Ok(tx.execute(sql, params![id, member]).await? == 1)
}
