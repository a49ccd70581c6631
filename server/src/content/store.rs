//! The tables of content: what each part of the content folder held when it was last without fault, what
//! visitors wrote to support, and which notices players have accepted.

use croupier_db::{Db, Error, Result, Tx, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use super::contact::Message;

/// Keeps `part` as the last good import; `now` is in UTC milliseconds.
pub(super) async fn keep<T: Serialize>(tx: &mut Tx, name: &str, part: &T, now: i64) -> Result<()> {
    let body = serde_json::to_string(part).map_err(|error| Error::Corrupt(error.to_string()))?;
    let sql = "INSERT INTO content_part (name, body, imported_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (name) DO UPDATE
               SET body = excluded.body, imported_at_ms = excluded.imported_at_ms";
    tx.execute(sql, params![name, body, now]).await?;
    Ok(())
}

/// The last good import of a part; `None` before the first.
pub(super) async fn kept<T: DeserializeOwned>(db: &Db, name: &str) -> Result<Option<T>> {
    let sql = "SELECT body FROM content_part WHERE name = $1";
    let Some(row) = db.query_opt(sql, params![name]).await? else { return Ok(None) };
    let body: String = row.get(0)?;
    let part = serde_json::from_str(&body);
    part.map(Some).map_err(|error| Error::Corrupt(format!("the kept {name}: {error}")))
}

/// The names of the notices that the player has accepted.
pub(super) async fn accepted_notices(db: &Db, player: i64) -> Result<Vec<String>> {
    let sql = "SELECT notice FROM notice_acceptance WHERE player_id = $1";
    db.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Notes that the player accepted a notice at `now`, in UTC milliseconds; a second time changes nothing.
pub(super) async fn accept_notice(tx: &mut Tx, player: i64, notice: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO notice_acceptance (player_id, notice, accepted_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (player_id, notice) DO NOTHING";
    tx.execute(sql, params![player, notice, now]).await?;
    Ok(())
}

/// Keeps what a visitor wrote to support; `player` is absent for a guest, `now` in UTC milliseconds.
pub(super) async fn keep_message(
    tx: &mut Tx,
    id: Uuid,
    player: Option<i64>,
    message: &Message,
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO contact_message (id, player_id, email, name, subject, message, received_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let Message { email, name, subject, message } = message.clone();
    tx.execute(sql, params![id, player, email, name, subject, message, now]).await?;
    Ok(())
}
