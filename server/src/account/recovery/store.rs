//! Mails that somebody has asked for. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use crate::identity::Purpose;

/// A mail that somebody has asked for.
#[derive(Debug, Clone)]
pub(super) struct RequestRow {
    pub(super) id: Uuid,
    pub(super) purpose: Purpose,
    /// In lower case.
    pub(super) email: String,
    /// Who asks; `None` for a guest.
    pub(super) player: Option<PlayerId>,
    /// The host on which it was asked.
    pub(super) host: String,
    pub(super) asked_at: i64,
}

pub(super) async fn add(tx: &mut Tx, request: &RequestRow) -> Result<()> {
    let sql = "INSERT INTO mail_request (id, purpose, email, player_id, host, asked_at_ms, next_try_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $6)";
    let RequestRow { id, purpose, email, player, host, asked_at } = request;
    tx.execute(sql, params![*id, purpose.name(), email, *player, host, *asked_at]).await.map(drop)
}

/// Requests whose time has come, the oldest first.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<RequestRow>> {
    let sql = "SELECT id, purpose, email, player_id, host, asked_at_ms FROM mail_request
               WHERE next_try_ms <= $1 ORDER BY next_try_ms, id LIMIT $2";
    db.query(sql, params![now, limit]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<RequestRow> {
    let name: String = row.get(1)?;
    Ok(RequestRow {
        id: row.get(0)?,
        purpose: Purpose::named(&name).ok_or_else(|| Error::Corrupt(format!("a mail for {name}")))?,
        email: row.get(2)?,
        player: row.get(3)?,
        host: row.get(4)?,
        asked_at: row.get(5)?,
    })
}

/// Takes a request away; `false` when another server was first.
pub(super) async fn take(tx: &mut Tx, id: Uuid) -> Result<bool> {
    Ok(tx.execute("DELETE FROM mail_request WHERE id = $1", params![id]).await? == 1)
}

/// Drops the player's own requests for `purpose`.
pub(super) async fn drop_requests(tx: &mut Tx, player: PlayerId, purpose: Purpose) -> Result<()> {
    let sql = "DELETE FROM mail_request WHERE player_id = $1 AND purpose = $2";
    tx.execute(sql, params![player, purpose.name()]).await.map(drop)
}

/// Puts a request that failed off until `next_try_ms`, and drops it when it was asked before `too_old`.
pub(super) async fn put_off(db: &Db, id: Uuid, next_try_ms: i64, too_old: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute("DELETE FROM mail_request WHERE id = $1 AND asked_at_ms < $2", params![id, too_old]).await?;
    tx.execute("UPDATE mail_request SET next_try_ms = $2 WHERE id = $1", params![id, next_try_ms]).await?;
    tx.commit().await
}
