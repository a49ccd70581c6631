//! The table of pages: what the content folder held when its pages were last without fault.

use croupier_db::{Db, Result, Tx, params};

use super::pages::Pages;

/// Keeps `pages` as the last good import; `now` is in UTC milliseconds.
pub(super) async fn keep(tx: &mut Tx, pages: &Pages, now: i64) -> Result<()> {
    let body = serde_json::to_string(pages).map_err(|e| croupier_db::Error::Corrupt(e.to_string()))?;
    let sql = "INSERT INTO content_pages (id, body, imported_at_ms) VALUES (1, $1, $2)
               ON CONFLICT (id) DO UPDATE SET body = excluded.body, imported_at_ms = excluded.imported_at_ms";
    tx.execute(sql, params![body, now]).await?;
    Ok(())
}

/// The last good import; `None` before the first.
pub(super) async fn kept(db: &Db) -> Result<Option<Pages>> {
    let Some(row) = db.query_opt("SELECT body FROM content_pages WHERE id = 1", vec![]).await? else {
        return Ok(None);
    };
    let body: String = row.get(0)?;
    let pages = serde_json::from_str(&body);
    pages.map(Some).map_err(|e| croupier_db::Error::Corrupt(format!("the kept pages: {e}")))
}
