//! The SQL of pictures.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::pictures::{Picture, PictureState};
use crate::platform::blobs::BlobName;
use crate::verification::FileType;

const PICTURE: &str =
    "SELECT id, player_id, member_id, state, conversation_id, seq, blob, file_type, size_bytes,
     idempotency_key, fingerprint, created_at_ms FROM chat_picture";

fn picture(row: &Row) -> Result<Picture> {
    fn known<T>(row: &Row, index: usize, read: impl Fn(&str) -> Option<T>) -> Result<T> {
        let text: String = row.get(index)?;
        read(&text).ok_or_else(|| Error::Corrupt(format!("{text:?} of a picture")))
    }
    let (conversation, seq): (Option<Uuid>, Option<i64>) = (row.get(4)?, row.get(5)?);
    Ok(Picture {
        id: row.get(0)?,
        player: row.get(1)?,
        member: row.get(2)?,
        state: known(row, 3, PictureState::from_name)?,
        message: conversation.zip(seq),
        blob: known(row, 6, BlobName::parse)?,
        file_type: known(row, 7, FileType::from_name)?,
        size_bytes: row.get(8)?,
        idempotency_key: row.get(9)?,
        fingerprint: row.get(10)?,
        created_at: row.get(11)?,
    })
}

/// The picture with this number, once it was sent.
pub(super) async fn sent(db: &Db, id: Uuid) -> Result<Option<Picture>> {
    let sql = format!("{PICTURE} WHERE id = $1 AND state = 'sent'");
    db.query_opt(&sql, params![id]).await?.as_ref().map(picture).transpose()
}

/// Whether a picture was sent, within the caller's transaction.
pub(super) async fn is_sent(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let sql = "SELECT 1 FROM chat_picture WHERE id = $1 AND state = 'sent'";
    Ok(tx.query_opt(sql, params![id]).await?.is_some())
}

/// The picture of an earlier call with this key.
pub(super) async fn by_key(tx: &mut Tx, player: PlayerId, key: &str) -> Result<Option<Picture>> {
    let sql = format!("{PICTURE} WHERE player_id = $1 AND idempotency_key = $2");
    tx.query_opt(&sql, params![player, key]).await?.as_ref().map(picture).transpose()
}

/// How many pictures the player has sent or begun to send after `since`.
pub(super) async fn count_of_player(tx: &mut Tx, player: PlayerId, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM chat_picture
               WHERE player_id = $1 AND member_id IS NULL AND created_at_ms > $2";
    tx.query_one(sql, params![player, since]).await?.get(0)
}

/// Writes down a picture whose file is to be written.
pub(super) async fn add(tx: &mut Tx, new: &Picture) -> Result<()> {
    let sql = "INSERT INTO chat_picture
               (id, player_id, member_id, state, blob, file_type, size_bytes, idempotency_key, fingerprint,
                created_at_ms)
               VALUES ($1, $2, $3, 'uploading', $4, $5, $6, $7, $8, $9)";
    let row = params![
        new.id,
        new.player,
        new.member,
        new.blob.as_str(),
        new.file_type.name(),
        new.size_bytes,
        new.idempotency_key.as_str(),
        new.fingerprint.as_slice(),
        new.created_at
    ];
    tx.execute(sql, row).await.map(drop)
}

/// Makes a picture whose file is there that of a message; `false` when it was sent or given up meanwhile.
pub(super) async fn send(tx: &mut Tx, id: Uuid, conversation: Uuid, seq: i64) -> Result<bool> {
    let sql = "UPDATE chat_picture SET state = 'sent', conversation_id = $2, seq = $3
               WHERE id = $1 AND state = 'uploading'";
    Ok(tx.execute(sql, params![id, conversation, seq]).await? == 1)
}

/// Gives up the pictures of a conversation whose messages up to `seq` are deleted.
pub(super) async fn discard(tx: &mut Tx, conversation: Uuid, seq: i64) -> Result<()> {
    let sql = "UPDATE chat_picture SET state = 'discarded' WHERE conversation_id = $1 AND seq <= $2";
    tx.execute(sql, params![conversation, seq]).await.map(drop)
}

/// Gives up uploads that began at `before` or earlier.
pub(super) async fn discard_unsent(tx: &mut Tx, before: i64) -> Result<()> {
    let sql = "UPDATE chat_picture SET state = 'discarded' WHERE state = 'uploading' AND created_at_ms <= $1";
    tx.execute(sql, params![before]).await.map(drop)
}

/// Pictures whose files are to be removed, after the number `after`.
pub(super) async fn discarded(db: &Db, after: Uuid, limit: i64) -> Result<Vec<Picture>> {
    let sql = format!("{PICTURE} WHERE state = 'discarded' AND id > $1 ORDER BY id LIMIT $2");
    db.query(&sql, params![after, limit]).await?.iter().map(picture).collect()
}

/// Forgets a picture whose file is removed.
pub(super) async fn forget(tx: &mut Tx, id: Uuid) -> Result<()> {
    let sql = "DELETE FROM chat_picture WHERE id = $1 AND state = 'discarded'";
    tx.execute(sql, params![id]).await.map(drop)
}

/// The number and the file of every picture that has to have one.
pub(super) async fn files(db: &Db) -> Result<Vec<(Uuid, String)>> {
    let sql = "SELECT id, blob FROM chat_picture WHERE state = 'sent' ORDER BY id";
    db.query(sql, params![]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}
