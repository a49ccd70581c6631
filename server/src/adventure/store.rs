//! The SQL of adventures: the schedule, what was paid in, completed days and their gifts.

use std::collections::BTreeMap;

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::model::{Adventure, Completion};
use crate::platform::retries;

const ADVENTURE: &str = "SELECT a.id, a.slug, a.terms, a.first_day, a.days_count, a.utc_offset_minutes";

const COMPLETION: &str = "c.player_id, c.adventure_id, c.step, c.currency, c.reward, c.completed_at_ms";

fn read_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Corrupt(format!("adventure: {error}")))
}

fn to_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Corrupt(format!("adventure: {error}")))
}

fn adventure(row: &Row) -> Result<Adventure> {
    Ok(Adventure {
        id: row.get(0)?,
        slug: row.get(1)?,
        terms: read_json(&row.get::<String>(2)?)?,
        first_day: row.get(3)?,
        days_count: row.get(4)?,
        utc_offset_minutes: row.get(5)?,
    })
}

fn completion(row: &Row, from: usize) -> Result<Completion> {
    Ok(Completion {
        player: row.get(from)?,
        adventure: row.get(from + 1)?,
        step: row.get(from + 2)?,
        currency: row.get(from + 3)?,
        reward: read_json(&row.get::<String>(from + 4)?)?,
        completed_at: row.get(from + 5)?,
    })
}

/// Schedules a calendar, or edits one that has not begun at `now`. It is not scheduled while another time of its definition
/// that has begun lasts into it.
pub(super) async fn schedule(tx: &mut Tx, wanted: &Adventure, definition: &str, now: i64) -> Result<()> {
    let sql =
        "INSERT INTO adventure (id, slug, definition_id, terms, first_day, days_count, utc_offset_minutes,
                   start_at_ms, end_at_ms)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
               WHERE NOT EXISTS (
                   SELECT 1 FROM adventure o WHERE o.definition_id = $3 AND o.slug <> $2
                       AND o.start_at_ms <= $10 AND o.end_at_ms > $8)
               ON CONFLICT (slug) DO UPDATE SET terms = $4, first_day = $5, days_count = $6,
                   utc_offset_minutes = $7, start_at_ms = $8, end_at_ms = $9
               WHERE adventure.start_at_ms > $10";
    let params = params![
        wanted.id,
        wanted.slug.as_str(),
        definition,
        to_json(&wanted.terms)?,
        wanted.first_day,
        wanted.days_count,
        wanted.utc_offset_minutes,
        wanted.start_at(),
        wanted.end_at(),
        now
    ];
    tx.execute(sql, params).await.map(drop)
}

/// Whether a time of the definition that has begun at `now` lasts until after `start_at`.
pub(super) async fn lasts_into(db: &Db, definition: &str, start_at: i64, now: i64) -> Result<bool> {
    let sql =
        "SELECT 1 FROM adventure WHERE definition_id = $1 AND start_at_ms <= $2 AND end_at_ms > $3 LIMIT 1";
    Ok(db.query_opt(sql, params![definition, now, start_at]).await?.is_some())
}

/// Removes calendars that begin after `now` and whose name no definition has any more.
pub(super) async fn withdraw(db: &Db, is_wanted: impl Fn(&str) -> bool, now: i64) -> Result<()> {
    let sql = "SELECT id, slug FROM adventure WHERE start_at_ms > $1";
    for row in db.query(sql, params![now]).await? {
        let (id, slug): (i64, String) = (row.get(0)?, row.get(1)?);
        if is_wanted(&slug) {
            continue;
        }
        let mut tx = db.begin().await?;
        tx.execute("DELETE FROM adventure WHERE id = $1 AND start_at_ms > $2", params![id, now]).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The calendar of this name.
pub(super) async fn find(db: &Db, slug: &str) -> Result<Option<Adventure>> {
    let sql = format!("{ADVENTURE} FROM adventure a WHERE a.slug = $1");
    db.query_opt(&sql, params![slug]).await?.as_ref().map(adventure).transpose()
}

/// Calendars that begin before `until` and end after `from`, at most `limit`, the last one first. One that cannot be read is
/// told to the operator.
pub(super) async fn between(db: &Db, from: i64, until: i64, limit: i64) -> Result<Vec<Adventure>> {
    let sql = format!(
        "{ADVENTURE} FROM adventure a WHERE a.start_at_ms <= $2 AND a.end_at_ms > $1
         ORDER BY a.start_at_ms DESC, a.id DESC LIMIT $3"
    );
    let rows = db.query(&sql, params![from, until, limit]).await?;
    let read =
        |row| adventure(row).inspect_err(|error| tracing::error!(%error, "an adventure cannot be read")).ok();
    Ok(rows.iter().filter_map(read).collect())
}

/// Calendars of which a day falls between two instants, within the transaction of the reader.
pub(super) async fn running(tx: &mut Tx, from: i64, until: i64) -> Result<Vec<Adventure>> {
    let sql = format!("{ADVENTURE} FROM adventure a WHERE a.start_at_ms <= $2 AND a.end_at_ms > $1");
    tx.query(&sql, params![from, until]).await?.iter().map(adventure).collect()
}

/// Adds what a player has paid in on a day; answers what that comes to in the currency.
pub(super) async fn add_deposit(
    tx: &mut Tx,
    (player, adventure, step): (PlayerId, i64, i64),
    currency: &str,
    amount: i64,
) -> Result<i64> {
    let sql = "INSERT INTO adventure_deposit (player_id, adventure_id, step, currency, amount)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (player_id, adventure_id, step, currency)
                   DO UPDATE SET amount = adventure_deposit.amount + $5
               RETURNING amount";
    tx.query_one(sql, params![player, adventure, step, currency, amount]).await?.get(0)
}

/// Writes a completed day down; `false` when it was completed before.
pub(super) async fn complete(tx: &mut Tx, done: &Completion, deposit_min: Option<i64>) -> Result<bool> {
    let sql =
        "INSERT INTO adventure_completion (player_id, adventure_id, step, currency, deposit_min, reward,
                   completed_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (player_id, adventure_id, step) DO NOTHING";
    let params = params![
        done.player,
        done.adventure,
        done.step,
        done.currency.as_str(),
        deposit_min,
        to_json(&done.reward)?,
        done.completed_at
    ];
    Ok(tx.execute(sql, params).await? == 1)
}

/// How many days of a calendar, up to `days_count`, a player has completed.
pub(super) async fn completed_days(
    tx: &mut Tx,
    player: PlayerId,
    adventure: i64,
    days_count: i64,
) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM adventure_completion
               WHERE player_id = $1 AND adventure_id = $2 AND step <= $3";
    tx.query_one(sql, params![player, adventure, days_count]).await?.get(0)
}

/// What a player has completed of a calendar.
pub(super) async fn completions(db: &Db, player: PlayerId, adventure: i64) -> Result<Vec<Completion>> {
    let sql = format!(
        "SELECT {COMPLETION} FROM adventure_completion c
         WHERE c.player_id = $1 AND c.adventure_id = $2 ORDER BY c.step"
    );
    db.query(&sql, params![player, adventure]).await?.iter().map(|row| completion(row, 0)).collect()
}

/// What a player has paid in on a day, by currency.
pub(super) async fn deposits(
    db: &Db,
    player: PlayerId,
    adventure: i64,
    step: i64,
) -> Result<BTreeMap<String, i64>> {
    let sql = "SELECT currency, amount FROM adventure_deposit
               WHERE player_id = $1 AND adventure_id = $2 AND step = $3";
    let rows = db.query(sql, params![player, adventure, step]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Which gift: of a player, a calendar and a step.
pub(super) type GiftKey = (PlayerId, i64, i64);

/// Gifts that are still to be issued and to be looked at at `now`, at most `limit`, with the names of their calendars: those
/// that wait longest come first. One may be unreadable, to a server of another version for example.
pub(super) async fn due(
    db: &Db,
    now: i64,
    limit: i64,
) -> Result<Vec<(GiftKey, Result<(String, Completion)>)>> {
    let sql = format!(
        "SELECT a.slug, {COMPLETION} FROM adventure_completion c JOIN adventure a ON a.id = c.adventure_id
         WHERE c.given_at_ms IS NULL AND c.retry_at_ms <= $1
         ORDER BY c.retry_at_ms, c.completed_at_ms, c.player_id, c.step LIMIT $2"
    );
    let rows = db.query(&sql, params![now, limit]).await?;
    let read = |row: &Row| Ok((row.get(0)?, completion(row, 1)?));
    rows.iter().map(|row| Ok(((row.get(1)?, row.get(2)?, row.get(3)?), read(row)))).collect()
}

/// Whether a gift is issued.
pub(super) async fn is_given(db: &Db, (player, adventure, step): GiftKey) -> Result<bool> {
    let sql = "SELECT 1 FROM adventure_completion
               WHERE player_id = $1 AND adventure_id = $2 AND step = $3 AND given_at_ms IS NOT NULL";
    Ok(db.query_opt(sql, params![player, adventure, step]).await?.is_some())
}

/// What marks a gift as issued. It misses when it was issued before.
pub(super) fn given(done: &Completion, now: i64) -> Statement {
    let sql = "UPDATE adventure_completion SET given_at_ms = $4
               WHERE player_id = $1 AND adventure_id = $2 AND step = $3 AND given_at_ms IS NULL";
    Statement { sql, params: params![done.player, done.adventure, done.step, now], expect_one_row: true }
}

/// Puts a gift off: it is looked at again after a second that doubles each time, up to an hour.
pub(super) async fn put_off(db: &Db, (player, adventure, step): GiftKey, now: i64) -> Result<()> {
    let put_off = retries::put_off("$4");
    let sql = format!(
        "UPDATE adventure_completion SET {put_off}
         WHERE player_id = $1 AND adventure_id = $2 AND step = $3 AND given_at_ms IS NULL"
    );
    let mut tx = db.begin().await?;
    tx.execute(&sql, params![player, adventure, step, now]).await?;
    tx.commit().await
}

/// How many players have completed each step of a calendar, and how many of the gifts are issued.
pub(super) async fn counts(db: &Db, adventure: i64) -> Result<BTreeMap<i64, (i64, i64)>> {
    let sql = "SELECT step, COUNT(*), COUNT(given_at_ms) FROM adventure_completion
               WHERE adventure_id = $1 GROUP BY step";
    let rows = db.query(sql, params![adventure]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))).collect()
}
