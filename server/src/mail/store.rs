//! The outbox.

use croupier_db::{Db, Result, Row, Tx, params};
use uuid::Uuid;

use super::{EmailMessage, QueuedEmail, SentMail, Suppression};

/// Puts a mail into the outbox; `now` is in UTC milliseconds.
pub(super) async fn post(tx: &mut Tx, id: Uuid, email_message: &EmailMessage, now: i64) -> Result<()> {
    let sql = "INSERT INTO mail_outbox
               (id, recipient, sender, sender_name, reply_to, subject, body, html, unsubscribe_url, posted_at_ms,
                next_try_ms, is_resendable)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)";
    let EmailMessage { to, from, from_name, reply_to, subject, body, html, unsubscribe_url, is_resendable } =
        email_message.clone();
    let row =
        params![id, to, from, from_name, reply_to, subject, body, html, unsubscribe_url, now, is_resendable];
    tx.execute(sql, row).await?;
    Ok(())
}

/// Mails whose time has come, the oldest first.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<QueuedEmail>> {
    let sql =
        "SELECT id, recipient, sender, sender_name, reply_to, subject, body, html, unsubscribe_url, tries,
                      refusals, next_try_ms, is_resendable
               FROM mail_outbox WHERE next_try_ms <= $1 ORDER BY next_try_ms, id LIMIT $2";
    db.query(sql, params![now, limit]).await?.iter().map(read).collect()
}

fn read(row: &Row) -> Result<QueuedEmail> {
    let email_message = EmailMessage {
        to: row.get(1)?,
        from: row.get(2)?,
        from_name: row.get(3)?,
        reply_to: row.get(4)?,
        subject: row.get(5)?,
        body: row.get(6)?,
        html: row.get(7)?,
        unsubscribe_url: row.get(8)?,
        is_resendable: row.get(12)?,
    };
    Ok(QueuedEmail {
        id: row.get(0)?,
        email_message,
        tries: row.get(9)?,
        refusals: row.get(10)?,
        next_try_ms: row.get(11)?,
    })
}

/// Takes a mail until `next_try_ms`; answers whether nobody else has.
pub(super) async fn claim(db: &Db, queued_email: &QueuedEmail, next_try_ms: i64) -> Result<bool> {
    let sql = "UPDATE mail_outbox SET tries = tries + 1, next_try_ms = $3 WHERE id = $1 AND next_try_ms = $2";
    let mut tx = db.begin().await?;
    let claimed = tx.execute(sql, params![queued_email.id, queued_email.next_try_ms, next_try_ms]).await?;
    tx.commit().await?;
    Ok(claimed == 1)
}

/// What a mail said is not kept once it has gone out or is given up, because it may hold a token; that of a mail which may be
/// sent again is.
const WITHOUT_TEXT: &str =
    "body = CASE WHEN is_resendable THEN body ELSE '' END, html = CASE WHEN is_resendable THEN html END";

/// Notes that a mail has gone out.
pub(super) async fn sent(db: &Db, id: Uuid, now: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = format!(
        "UPDATE mail_outbox SET sent_at_ms = $2, next_try_ms = NULL, reason = NULL, {WITHOUT_TEXT} WHERE id = $1"
    );
    tx.execute(&sql, params![id, now]).await?;
    tx.commit().await
}

/// Gives up the mails with offers to an address that have not gone out.
pub(super) async fn withhold_offers(tx: &mut Tx, address: &str) -> Result<()> {
    let sql = format!(
        "UPDATE mail_outbox SET next_try_ms = NULL, reason = 'the player takes a break', {WITHOUT_TEXT}
         WHERE recipient = $1 AND unsubscribe_url IS NOT NULL AND next_try_ms IS NOT NULL"
    );
    tx.execute(&sql, params![address]).await.map(drop)
}

/// Notes why a mail has not gone out, how often it was refused for its own sake, and whether it is given up.
pub(super) async fn failed(db: &Db, id: Uuid, reason: &str, refusals: i64, given_up: bool) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE mail_outbox SET reason = $2, refusals = $3 WHERE id = $1";
    tx.execute(sql, params![id, reason, refusals]).await?;
    if given_up {
        let sql = format!("UPDATE mail_outbox SET next_try_ms = NULL, {WITHOUT_TEXT} WHERE id = $1");
        tx.execute(&sql, params![id]).await?;
    }
    tx.commit().await
}

/// At most `limit` mails to an address, newest first, after the one with the number `after`.
pub(super) async fn sent_to(
    db: &Db,
    address: &str,
    after: Option<Uuid>,
    limit: i64,
) -> Result<Vec<SentMail>> {
    let mut values = params![address, limit];
    let further = match after {
        Some(after) => {
            values.push(after.into());
            "AND (posted_at_ms, id) < (SELECT posted_at_ms, id FROM mail_outbox WHERE id = $3)"
        }
        None => "",
    };
    let sql = format!(
        "SELECT id, subject, posted_at_ms, sent_at_ms, next_try_ms, is_resendable, resends_id FROM mail_outbox
         WHERE recipient = $1 {further} ORDER BY posted_at_ms DESC, id DESC LIMIT $2"
    );
    let mail = |row: &Row| {
        Ok(SentMail {
            id: row.get(0)?,
            subject: row.get(1)?,
            posted_at: row.get(2)?,
            sent_at: row.get(3)?,
            waits: row.get::<Option<i64>>(4)?.is_some(),
            is_resendable: row.get(5)?,
            is_resent: row.get::<Option<Uuid>>(6)?.is_some(),
        })
    };
    db.query(&sql, values).await?.iter().map(mail).collect()
}

/// Whether a mail with this number is in the outbox.
pub(super) async fn exists_in(tx: &mut Tx, id: Uuid) -> Result<bool> {
    Ok(tx.query_opt("SELECT 1 FROM mail_outbox WHERE id = $1", params![id]).await?.is_some())
}

/// The subject of a mail to `address`, whether it is still to be carried, and whether it may be sent again.
pub(super) async fn own_in(tx: &mut Tx, id: Uuid, address: &str) -> Result<Option<(String, bool, bool)>> {
    let sql = "SELECT subject, next_try_ms, is_resendable FROM mail_outbox WHERE id = $1 AND recipient = $2";
    let Some(row) = tx.query_opt(sql, params![id, address]).await? else { return Ok(None) };
    Ok(Some((row.get(0)?, row.get::<Option<i64>>(1)?.is_some(), row.get(2)?)))
}

/// How many mails to `address` were sent again after `since` (UTC milliseconds).
pub(super) async fn resent_since(tx: &mut Tx, address: &str, since: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM mail_outbox
               WHERE recipient = $1 AND posted_at_ms > $2 AND resends_id IS NOT NULL";
    tx.query_one(sql, params![address, since]).await?.get(0)
}

/// Puts the mail `original` into the outbox once more, as the mail `id`.
pub(super) async fn resend(tx: &mut Tx, original: Uuid, id: Uuid, now: i64) -> Result<()> {
    let sql = "INSERT INTO mail_outbox
               (id, recipient, sender, sender_name, reply_to, subject, body, html, unsubscribe_url, posted_at_ms,
                next_try_ms, is_resendable, resends_id)
               SELECT $2, recipient, sender, sender_name, reply_to, subject, body, html, unsubscribe_url, $3,
                   $3, is_resendable, id
               FROM mail_outbox WHERE id = $1";
    tx.execute(sql, params![original, id, now]).await.map(drop)
}

/// Where a mail went.
pub(super) async fn recipient(db: &Db, id: Uuid) -> Result<Option<String>> {
    let row = db.query_opt("SELECT recipient FROM mail_outbox WHERE id = $1", params![id]).await?;
    row.map(|row| row.get(0)).transpose()
}

/// Stops mail to an address; the first time counts.
pub(super) async fn suppress(tx: &mut Tx, address: &str, reason: Suppression, now: i64) -> Result<()> {
    let sql = "INSERT INTO mail_suppression (address, reason, at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (address, reason) DO NOTHING";
    tx.execute(sql, params![address, reason.name(), now]).await.map(drop)
}

/// Whether an address gets no mail, or none with offers.
pub(super) async fn is_suppressed(db: &Db, address: &str, is_offer: bool) -> Result<bool> {
    let sql = "SELECT reason FROM mail_suppression WHERE address = $1";
    let rows = db.query(sql, params![address.to_lowercase()]).await?;
    let reasons: Vec<String> = rows.iter().map(|row| row.get(0)).collect::<Result<_>>()?;
    Ok(reasons.iter().any(|reason| is_offer || reason == Suppression::Bounce.name()))
}

/// Lets mail go to an address again; `false` when nothing stopped it.
pub(super) async fn allow(db: &Db, address: &str) -> Result<bool> {
    let mut tx = db.begin().await?;
    let rows = tx.execute("DELETE FROM mail_suppression WHERE address = $1", params![address]).await?;
    tx.commit().await?;
    Ok(rows > 0)
}

/// Forgets up to `limit` mails that are done and were posted by `until`; answers how many those were.
pub(super) async fn forget(tx: &mut Tx, until: i64, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM mail_outbox WHERE id IN
                   (SELECT id FROM mail_outbox WHERE next_try_ms IS NULL AND posted_at_ms <= $1
                    ORDER BY posted_at_ms LIMIT $2)";
    tx.execute(sql, params![until, limit]).await
}
