//! The SQL of requests for mails. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use crate::identity::Purpose;

/// A request for a mail, such as a link that resets a password.
#[derive(Debug, Clone)]
pub(super) struct RequestRow {
    pub(super) id: Uuid,
    /// What the link in the mail is for.
    pub(super) purpose: Purpose,
    /// The address that was named, in lower case.
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

/// At most `limit` requests that are due at `now`, by the time of their next try.
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

/// Deletes a request that is answered in the same transaction; `false` when it is gone already.
pub(super) async fn take(tx: &mut Tx, id: Uuid) -> Result<bool> {
    Ok(tx.execute("DELETE FROM mail_request WHERE id = $1", params![id]).await? == 1)
}

/// Deletes what the signed-in player has requested for `purpose`.
pub(super) async fn drop_requests(tx: &mut Tx, player: PlayerId, purpose: Purpose) -> Result<()> {
    let sql = "DELETE FROM mail_request WHERE player_id = $1 AND purpose = $2";
    tx.execute(sql, params![player, purpose.name()]).await.map(drop)
}

/// Deletes a request that failed when it was asked before `asked_before_ms`; any other is tried again at `next_try_ms`.
pub(super) async fn put_off(db: &Db, id: Uuid, next_try_ms: i64, asked_before_ms: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    let too_old = "DELETE FROM mail_request WHERE id = $1 AND asked_at_ms < $2";
    tx.execute(too_old, params![id, asked_before_ms]).await?;
    tx.execute("UPDATE mail_request SET next_try_ms = $2 WHERE id = $1", params![id, next_try_ms]).await?;
    tx.commit().await
}
