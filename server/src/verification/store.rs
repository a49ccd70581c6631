//! Documents and what was decided about them.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{Document, DocumentState, FileType, RejectReason};
use crate::platform::blobs::BlobName;
use crate::site_config::DocumentKind;
use crate::staff::BrandScope;

const DOCUMENT: &str =
    "SELECT id, player_id, kind, state, blob, file_type, size_bytes, idempotency_key, fingerprint,
     host, created_at_ms, reviewed_at_ms, reviewed_by, reason, note FROM document";

fn document(row: &Row) -> Result<Document> {
    fn known<T>(row: &Row, index: usize, read: impl Fn(&str) -> Option<T>) -> Result<T> {
        let text: String = row.get(index)?;
        read(&text).ok_or_else(|| Error::Corrupt(format!("{text:?} of a document")))
    }
    let reason: Option<String> = row.get(13)?;
    Ok(Document {
        id: row.get(0)?,
        player: row.get(1)?,
        kind: known(row, 2, DocumentKind::from_name)?,
        state: known(row, 3, DocumentState::from_name)?,
        blob: known(row, 4, BlobName::parse)?,
        file_type: known(row, 5, FileType::from_name)?,
        size_bytes: row.get(6)?,
        idempotency_key: row.get(7)?,
        fingerprint: row.get(8)?,
        host: row.get(9)?,
        created_at: row.get(10)?,
        reviewed_at: row.get(11)?,
        reviewed_by: row.get(12)?,
        reason: reason.is_some().then(|| known(row, 13, RejectReason::from_name)).transpose()?,
        note: row.get(14)?,
    })
}

pub(super) async fn get(db: &Db, id: Uuid) -> Result<Option<Document>> {
    let sql = format!("{DOCUMENT} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(document).transpose()
}

pub(super) async fn get_in(tx: &mut Tx, id: Uuid) -> Result<Option<Document>> {
    let sql = format!("{DOCUMENT} WHERE id = $1");
    tx.query_opt(&sql, params![id]).await?.as_ref().map(document).transpose()
}

/// The player's document of an earlier call with this key.
pub(super) async fn by_key(tx: &mut Tx, player: PlayerId, key: &str) -> Result<Option<Document>> {
    let sql = format!("{DOCUMENT} WHERE player_id = $1 AND idempotency_key = $2");
    tx.query_opt(&sql, params![player, key]).await?.as_ref().map(document).transpose()
}

/// The newest `limit` documents of a player that were uploaded, newest first.
pub(super) async fn of_player(db: &Db, player: PlayerId, limit: i64) -> Result<Vec<Document>> {
    let sql = format!(
        "{DOCUMENT} WHERE player_id = $1 AND state IN ('pending', 'approved', 'rejected')
         ORDER BY created_at_ms DESC, id DESC LIMIT $2"
    );
    db.query(&sql, params![player, limit]).await?.iter().map(document).collect()
}

/// Documents that wait for staff, oldest first.
pub(super) async fn pending(db: &Db) -> Result<Vec<Document>> {
    let sql = format!("{DOCUMENT} WHERE state = 'pending' ORDER BY created_at_ms, id");
    db.query(&sql, params![]).await?.iter().map(document).collect()
}

/// At most `limit` documents in a state after the number `after`: those that wait come oldest first, the others newest
/// first. Numbers rise with time.
pub(super) async fn in_state(
    db: &Db,
    scope: &BrandScope,
    state: DocumentState,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<Document>> {
    let (sign, order, first) = match state {
        DocumentState::Pending => (">", "ASC", Uuid::nil()),
        _ => ("<", "DESC", Uuid::max()),
    };
    let mut values = params![state.name(), after.unwrap_or(first), limit];
    let seen = scope.of_player("document.player_id", &mut values);
    let sql = format!(
        "{DOCUMENT} WHERE state = $1 AND document.id {sign} $2 AND {seen} ORDER BY id {order} LIMIT $3"
    );
    let rows = db.query(&sql, values).await?;
    rows.iter().map(document).collect()
}

/// How many documents of a player wait or are being written, and how many were begun since `since` (UTC milliseconds).
pub(super) async fn counts(tx: &mut Tx, player: PlayerId, since: i64) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(CASE WHEN state IN ('uploading', 'pending') THEN 1 END),
                   COUNT(CASE WHEN created_at_ms > $2 THEN 1 END)
               FROM document WHERE player_id = $1";
    let row = tx.query_one(sql, params![player, since]).await?;
    Ok((row.get(0)?, row.get(1)?))
}

/// Writes down a document whose file is still to be written.
pub(super) async fn add(tx: &mut Tx, new: &Document) -> Result<()> {
    let sql =
        "INSERT INTO document (id, player_id, kind, state, blob, file_type, size_bytes, idempotency_key,
                   fingerprint, host, created_at_ms)
               VALUES ($1, $2, $3, 'uploading', $4, $5, $6, $7, $8, $9, $10)";
    let row = params![
        new.id,
        new.player,
        new.kind.name(),
        new.blob.as_str(),
        new.file_type.name(),
        new.size_bytes,
        &new.idempotency_key,
        new.fingerprint.as_slice(),
        &new.host,
        new.created_at,
    ];
    tx.execute(sql, row).await.map(drop)
}

/// Takes a document out of the state `from`; `false` when it is in another one.
pub(super) async fn change(tx: &mut Tx, id: Uuid, from: DocumentState, to: DocumentState) -> Result<bool> {
    let sql = "UPDATE document SET state = $3 WHERE id = $1 AND state = $2";
    Ok(tx.execute(sql, params![id, from.name(), to.name()]).await? == 1)
}

/// What a decision writes into its document.
pub(super) struct Decision<'a> {
    pub(super) state: DocumentState,
    pub(super) reason: Option<RejectReason>,
    pub(super) note: Option<&'a str>,
    pub(super) by: &'a str,
    /// UTC milliseconds.
    pub(super) at: i64,
}

/// Writes a decision about a document that waits for one; `false` when it does not.
pub(super) async fn decide(tx: &mut Tx, id: Uuid, decision: &Decision<'_>) -> Result<bool> {
    let sql = "UPDATE document SET state = $2, reason = $3, note = $4, reviewed_by = $5, reviewed_at_ms = $6
               WHERE id = $1 AND state = 'pending'";
    let Decision { state, reason, note, by, at } = decision;
    let row = params![id, state.name(), reason.map(RejectReason::name), *note, *by, *at];
    Ok(tx.execute(sql, row).await? == 1)
}

/// The kinds of which the player has an approved document.
pub(super) async fn approved_kinds(tx: &mut Tx, player: PlayerId) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT kind FROM document WHERE player_id = $1 AND state = 'approved'";
    tx.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Gives up on uploads that began before `before` (UTC milliseconds).
pub(super) async fn abandon(tx: &mut Tx, before: i64) -> Result<u64> {
    let sql = "UPDATE document SET state = 'abandoned' WHERE state = 'uploading' AND created_at_ms <= $1";
    tx.execute(sql, params![before]).await
}

/// Documents whose files are to be removed.
pub(super) async fn abandoned(db: &Db, limit: i64) -> Result<Vec<Document>> {
    let sql = format!("{DOCUMENT} WHERE state = 'abandoned' ORDER BY created_at_ms LIMIT $1");
    db.query(&sql, params![limit]).await?.iter().map(document).collect()
}

/// Forgets a document whose file is removed.
pub(super) async fn forget(tx: &mut Tx, id: Uuid) -> Result<()> {
    let sql = "DELETE FROM document WHERE id = $1 AND state = 'abandoned'";
    tx.execute(sql, params![id]).await.map(drop)
}

/// The number and the file of every document that has to have one.
pub(super) async fn files(db: &Db) -> Result<Vec<(Uuid, String, i64)>> {
    let sql = "SELECT id, blob, size_bytes FROM document WHERE state IN ('pending', 'approved', 'rejected') ORDER BY id";
    db.query(sql, params![]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}
