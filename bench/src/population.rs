//! Many players at once, written by sets as no sign-up could.

use std::ops::RangeInclusive;

use anyhow::{Context, Result};
use croupier_db::{Db, params};
use tokio_postgres::NoTls;

/// The rows `n` of a set, as the beginning of a statement that selects from `number`.
pub fn numbers(range: &RangeInclusive<i64>) -> String {
    let (first, last) = (range.start(), range.end());
    format!(
        "WITH RECURSIVE number (n) AS (
             SELECT CAST({first} AS bigint) UNION ALL SELECT n + 1 FROM number WHERE n < {last})"
    )
}

/// Players with these numbers who have signed up by `now` (UTC milliseconds), each with an empty wallet in euros whose
/// number is the player's.
pub async fn import(db: &Db, players: &RangeInclusive<i64>, now: i64) -> Result<()> {
    let numbers = numbers(players);
    let lanes = db.lanes();
    let mut tx = db.begin().await?;
    for sql in [
        format!(
            "INSERT INTO login (player_id, email, mailbox, password_hash, created_at_ms, confirmed_at_ms)
             {numbers} SELECT n, 'guest' || n || '@bench.example', 'guest' || n || '@bench.example', 'none',
                 {now} - n, {now} - n FROM number"
        ),
        format!(
            "INSERT INTO player (id, channel_id, first_name, last_name, country, mobile_phone, currency, locale,
                 licence, created_at_ms, dfpc)
             {numbers} SELECT n, 'bench-' || n, 'Ada' || n % 1000, 'Byron' || n % 5000, 'CA',
                 '+1416' || (10000000 + n), 'EUR', 'en', 'GCB', {now} - n, 'device-' || n FROM number"
        ),
        format!(
            "INSERT INTO wallet (id, lane, player_id, currency) {numbers} SELECT n, n % {lanes}, n, 'EUR' FROM number"
        ),
    ] {
        tx.execute(&sql, params![]).await?;
    }
    Ok(tx.commit().await?)
}

/// Has PostgreSQL look through its tables, as it does by itself some time after so many rows have come.
pub async fn vacuum(url: &str) -> Result<()> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    let serving = tokio::spawn(connection);
    client.batch_execute("VACUUM ANALYZE").await.context("VACUUM ANALYZE")?;
    drop(client);
    Ok(serving.await??)
}
