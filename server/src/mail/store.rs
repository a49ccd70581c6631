//! The outbox.

use croupier_db::{Db, Result, Row, Tx, params};
use uuid::Uuid;

use super::{Letter, Posted};

/// Puts a mail into the outbox; `now` is in UTC milliseconds.
pub(super) async fn post(tx: &mut Tx, id: Uuid, letter: &Letter, now: i64) -> Result<()> {
    let sql = "INSERT INTO mail_outbox
               (id, recipient, sender, sender_name, reply_to, subject, body, posted_at_ms, next_try_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)";
    let Letter { to, from, from_name, reply_to, subject, body } = letter.clone();
    tx.execute(sql, params![id, to, from, from_name, reply_to, subject, body, now]).await?;
    Ok(())
}

/// Mails whose time has come, the oldest first.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Posted>> {
    let sql = "SELECT id, recipient, sender, sender_name, reply_to, subject, body, tries, next_try_ms
               FROM mail_outbox WHERE next_try_ms <= $1 ORDER BY next_try_ms, id LIMIT $2";
    db.query(sql, params![now, limit]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<Posted> {
    let letter = Letter {
        to: row.get(1)?,
        from: row.get(2)?,
        from_name: row.get(3)?,
        reply_to: row.get(4)?,
        subject: row.get(5)?,
        body: row.get(6)?,
    };
    Ok(Posted { id: row.get(0)?, letter, tries: row.get(7)?, next_try_ms: row.get(8)? })
}

/// Takes a mail until `next_try_ms`; answers whether nobody else has.
pub(super) async fn claim(db: &Db, posted: &Posted, next_try_ms: i64) -> Result<bool> {
    let sql = "UPDATE mail_outbox SET tries = tries + 1, next_try_ms = $3 WHERE id = $1 AND next_try_ms = $2";
    let mut tx = db.begin().await?;
    let claimed = tx.execute(sql, params![posted.id, posted.next_try_ms, next_try_ms]).await?;
    tx.commit().await?;
    Ok(claimed == 1)
}

/// Notes that a mail has gone out.
pub(super) async fn sent(db: &Db, id: Uuid, now: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE mail_outbox SET sent_at_ms = $2, next_try_ms = NULL, reason = NULL WHERE id = $1";
    tx.execute(sql, params![id, now]).await?;
    tx.commit().await
}

/// Notes why a mail has not gone out, and whether it is given up.
pub(super) async fn failed(db: &Db, id: Uuid, reason: &str, given_up: bool) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE mail_outbox SET reason = $2 WHERE id = $1";
    tx.execute(sql, params![id, reason]).await?;
    if given_up {
        tx.execute("UPDATE mail_outbox SET next_try_ms = NULL WHERE id = $1", params![id]).await?;
    }
    tx.commit().await
}
