//! The SQL of those who want offers without an account.

use croupier_db::{Db, Result, Row, Tx, params};

/// Somebody without an account who wants offers by mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuestSubscriber {
    /// In lower case.
    pub email: String,
    /// The language of the mails.
    pub locale: String,
    /// The host of the brand on whose site the address was confirmed.
    pub host: String,
    /// When the address was confirmed, UTC milliseconds.
    pub confirmed_at: i64,
}

/// Keeps a subscriber of a brand; `false` when the address is kept for it already.
pub(super) async fn add(tx: &mut Tx, subscriber: &GuestSubscriber) -> Result<bool> {
    let sql = "INSERT INTO guest_subscriber (email, locale, host, confirmed_at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (email, host) DO NOTHING";
    let GuestSubscriber { email, locale, host, confirmed_at } = subscriber;
    Ok(tx.execute(sql, params![email, locale, host, *confirmed_at]).await? == 1)
}

/// Forgets the subscriber with this address, whatever the brand.
pub(super) async fn remove(tx: &mut Tx, email: &str) -> Result<()> {
    tx.execute("DELETE FROM guest_subscriber WHERE email = $1", params![email]).await.map(drop)
}

/// Every subscriber whose address is no player's and gets mail, in the order of addresses, once for each brand.
pub(super) async fn all(db: &Db) -> Result<Vec<GuestSubscriber>> {
    let sql = "SELECT s.email, s.locale, s.host, s.confirmed_at_ms FROM guest_subscriber s
               WHERE NOT EXISTS (SELECT 1 FROM login l WHERE l.email = s.email)
                   AND NOT EXISTS (SELECT 1 FROM mail_suppression m WHERE m.address = s.email)
               ORDER BY s.email, s.host";
    let read = |row: &Row| {
        Ok(GuestSubscriber {
            email: row.get(0)?,
            locale: row.get(1)?,
            host: row.get(2)?,
            confirmed_at: row.get(3)?,
        })
    };
    db.query(sql, vec![]).await?.iter().map(read).collect()
}
