//! Copies of data and their files.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{Export, ExportState, Place};
use crate::platform::blobs::BlobName;

const EXPORT: &str =
    "SELECT id, player_id, state, host, asked_at_ms, section, after_key, section_rows, parts, size_bytes,
     epoch, failures, ended_at_ms, expires_at_ms FROM data_export";

fn export(row: &Row) -> Result<Export> {
    let state: String = row.get(2)?;
    let unknown = || Error::Corrupt(format!("{state:?} of a copy of data"));
    Ok(Export {
        id: row.get(0)?,
        player: row.get(1)?,
        state: ExportState::from_name(&state).ok_or_else(unknown)?,
        host: row.get(3)?,
        asked_at: row.get(4)?,
        place: Place { section: row.get(5)?, after: row.get(6)?, rows: row.get(7)? },
        parts: row.get(8)?,
        size_bytes: row.get(9)?,
        epoch: row.get(10)?,
        failures: row.get(11)?,
        ended_at: row.get(12)?,
        expires_at: row.get(13)?,
    })
}

/// The newest `limit` copies of a player, newest first.
pub(super) async fn of_player(db: &Db, player: PlayerId, limit: i64) -> Result<Vec<Export>> {
    let sql = format!("{EXPORT} WHERE player_id = $1 ORDER BY asked_at_ms DESC, id DESC LIMIT $2");
    db.query(&sql, params![player, limit]).await?.iter().map(export).collect()
}

/// The copy `id` of a player.
pub(super) async fn get(db: &Db, player: PlayerId, id: Uuid) -> Result<Option<Export>> {
    let sql = format!("{EXPORT} WHERE id = $1 AND player_id = $2");
    db.query_opt(&sql, params![id, player]).await?.as_ref().map(export).transpose()
}

/// How many copies of a player are being written, and how many were asked for since `since` (UTC milliseconds).
pub(super) async fn counts(tx: &mut Tx, player: PlayerId, since: i64) -> Result<(i64, i64)> {
    let sql =
        "SELECT COUNT(CASE WHEN state = 'asked' THEN 1 END), COUNT(CASE WHEN asked_at_ms > $2 THEN 1 END)
               FROM data_export WHERE player_id = $1";
    let row = tx.query_one(sql, params![player, since]).await?;
    Ok((row.get(0)?, row.get(1)?))
}

pub(super) async fn add(tx: &mut Tx, id: Uuid, player: PlayerId, host: &str, now: i64) -> Result<()> {
    let sql =
        "INSERT INTO data_export (id, player_id, state, host, asked_at_ms) VALUES ($1, $2, 'asked', $3, $4)";
    tx.execute(sql, params![id, player, host, now]).await.map(drop)
}

/// Copies that no server has at `now`, oldest first.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Export>> {
    let sql =
        format!("{EXPORT} WHERE state = 'asked' AND leased_until_ms <= $1 ORDER BY asked_at_ms, id LIMIT $2");
    db.query(&sql, params![now, limit]).await?.iter().map(export).collect()
}

/// Takes a copy until `until`; `false` when another server was quicker. It is one failure more until something is written.
pub(super) async fn claim(tx: &mut Tx, export: &Export, until: i64) -> Result<bool> {
    let sql = "UPDATE data_export SET epoch = epoch + 1, failures = failures + 1, leased_until_ms = $3
               WHERE id = $1 AND epoch = $2 AND state = 'asked'";
    Ok(tx.execute(sql, params![export.id, export.epoch, until]).await? == 1)
}

/// Notes a file before it is written, so that it is found should the server die.
pub(super) async fn add_part(tx: &mut Tx, export: Uuid, blob: &BlobName) -> Result<()> {
    let sql = "INSERT INTO data_export_part (blob, export_id) VALUES ($1, $2)";
    tx.execute(sql, params![blob.as_str(), export]).await.map(drop)
}

/// Makes the file `blob` the next part of `export`, which is written up to `place` by it; `false` when the copy is another
/// server's meanwhile.
pub(super) async fn keep_part(
    tx: &mut Tx,
    export: &Export,
    blob: &BlobName,
    (place, bytes, until): (&Place, i64, i64),
) -> Result<bool> {
    let sql = "UPDATE data_export SET section = $3, after_key = $4, section_rows = $5, parts = parts + 1,
                   size_bytes = size_bytes + $6, leased_until_ms = $7, failures = 0
               WHERE id = $1 AND epoch = $2 AND state = 'asked'";
    let Place { section, after, rows } = place;
    let row = params![export.id, export.epoch, *section, after, *rows, bytes, until];
    if tx.execute(sql, row).await? != 1 {
        return Ok(false);
    }
    let sql = "UPDATE data_export_part SET part = $2 WHERE blob = $1";
    tx.execute(sql, params![blob.as_str(), export.parts]).await?;
    Ok(true)
}

/// Ends the writing of a copy; `false` when another server has it, or it has ended.
pub(super) async fn end(
    tx: &mut Tx,
    export: &Export,
    state: ExportState,
    now: i64,
    expires_at: Option<i64>,
) -> Result<bool> {
    let sql = "UPDATE data_export SET state = $3, ended_at_ms = $4, expires_at_ms = $5
               WHERE id = $1 AND epoch = $2 AND state = 'asked'";
    let row = params![export.id, export.epoch, state.name(), now, expires_at];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Ends what is being written of a player.
pub(super) async fn give_up(tx: &mut Tx, player: PlayerId, now: i64) -> Result<()> {
    let sql =
        "UPDATE data_export SET state = 'failed', ended_at_ms = $2 WHERE player_id = $1 AND state = 'asked'";
    tx.execute(sql, params![player, now]).await.map(drop)
}

/// The files of a copy, in their order.
pub(super) async fn parts(db: &Db, export: Uuid) -> Result<Vec<BlobName>> {
    let sql = "SELECT blob FROM data_export_part WHERE export_id = $1 AND part IS NOT NULL ORDER BY part";
    db.query(sql, params![export]).await?.iter().map(blob).collect()
}

/// Copies whose time is over at `now`.
pub(super) async fn over(db: &Db, now: i64, limit: i64) -> Result<Vec<(Uuid, PlayerId)>> {
    let sql = "SELECT id, player_id FROM data_export WHERE state = 'ready' AND expires_at_ms <= $1
               ORDER BY expires_at_ms LIMIT $2";
    let rows = db.query(sql, params![now, limit]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Says that nobody can take a copy any more; `false` when that was said.
pub(super) async fn expire(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let sql = "UPDATE data_export SET state = 'expired' WHERE id = $1 AND state = 'ready'";
    Ok(tx.execute(sql, params![id]).await? == 1)
}

/// Files that belong to no copy which is written or can be taken.
pub(super) async fn left_over(db: &Db, limit: i64) -> Result<Vec<BlobName>> {
    let sql = "SELECT p.blob FROM data_export_part p JOIN data_export e ON e.id = p.export_id
               WHERE e.state IN ('expired', 'failed') OR (e.state = 'ready' AND p.part IS NULL)
               ORDER BY p.blob LIMIT $1";
    db.query(sql, params![limit]).await?.iter().map(blob).collect()
}

/// Forgets a file that is removed.
pub(super) async fn forget_part(tx: &mut Tx, blob: &BlobName) -> Result<()> {
    tx.execute("DELETE FROM data_export_part WHERE blob = $1", params![blob.as_str()]).await.map(drop)
}

fn blob(row: &Row) -> Result<BlobName> {
    let name: String = row.get(0)?;
    BlobName::parse(&name).ok_or_else(|| Error::Corrupt(format!("{name:?} of a copy of data")))
}
