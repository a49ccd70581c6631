//! The SQL of lootboxes.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use croupier_promo::LootboxStage;

use super::cost::Openings;
use super::model::{BoxEnd, Lootbox, Opening};

/// Boxes in one answer.
const SHOWN_MAX: i64 = 100;

const LOOTBOX: &str =
    "SELECT id, player_id, currency, code, group_key, title, items, source, stage, server_seed_hash,
    server_seed, client_seed, draw, prize, issued_at_ms, valid_until_ms, ended_at_ms, ended_by FROM lootbox";

fn lootbox(row: &Row) -> Result<Lootbox> {
    let corrupt = |what: &str| Error::Corrupt(format!("a lootbox with {what}"));
    let json = |error: serde_json::Error| Error::Corrupt(format!("a lootbox: {error}"));
    let (currency, stage): (String, String) = (row.get(2)?, row.get(8)?);
    let ended_by: Option<String> = row.get(17)?;
    let opened: (Option<String>, Option<String>, Option<i64>, Option<String>) =
        (row.get(10)?, row.get(11)?, row.get(12)?, row.get(13)?);
    let opening = match opened {
        (Some(server_seed), Some(client_seed), Some(draw), Some(prize)) => {
            Some(Opening { server_seed, client_seed, draw, prize })
        }
        _ => None,
    };
    Ok(Lootbox {
        id: row.get(0)?,
        player: row.get(1)?,
        currency: currency.parse().map_err(|_| corrupt(&currency))?,
        code: row.get(3)?,
        group_key: row.get(4)?,
        title: serde_json::from_str(&row.get::<String>(5)?).map_err(json)?,
        items: serde_json::from_str(&row.get::<String>(6)?).map_err(json)?,
        source: row.get(7)?,
        stage: LootboxStage::from_name(&stage).ok_or_else(|| corrupt(&stage))?,
        server_seed_hash: row.get(9)?,
        opening,
        issued_at: row.get(14)?,
        valid_until: row.get(15)?,
        ended_at: row.get(16)?,
        ended_by: ended_by.map(|name| BoxEnd::from_name(&name).ok_or_else(|| corrupt(&name))).transpose()?,
    })
}

/// Those rows that can be read; the others are told to the operator.
fn readable(rows: &[Row]) -> Vec<Lootbox> {
    let read =
        |row| lootbox(row).inspect_err(|error| tracing::error!(?error, "a lootbox cannot be read")).ok();
    rows.iter().filter_map(read).collect()
}

/// The newest boxes of a player. One that can still be opened is left out for none that cannot.
pub(super) async fn boxes_of(db: &Db, player: PlayerId) -> Result<Vec<Lootbox>> {
    let sql = format!(
        "{LOOTBOX} WHERE id IN (
             SELECT id FROM lootbox WHERE player_id = $1
             ORDER BY CASE WHEN stage = 'issued' THEN 0 ELSE 1 END, id DESC LIMIT $2)
         ORDER BY id DESC"
    );
    Ok(readable(&db.query(&sql, params![player, SHOWN_MAX]).await?))
}

/// A box of a player.
pub(super) async fn own_box(db: &Db, player: PlayerId, id: i64) -> Result<Option<Lootbox>> {
    let sql = format!("{LOOTBOX} WHERE player_id = $1 AND id = $2");
    db.query_opt(&sql, params![player, id]).await?.as_ref().map(lootbox).transpose()
}

/// A box, whoever has it.
pub(super) async fn any_box(db: &Db, id: i64) -> Result<Option<Lootbox>> {
    let sql = format!("{LOOTBOX} WHERE id = $1");
    db.query_opt(&sql, params![id]).await?.as_ref().map(lootbox).transpose()
}

/// Where a list of boxes whose time is over goes on: the end of the last one's time, and its number.
pub(super) type Place = (i64, i64);

/// Boxes whose time is over at `now`, the first ones first after `after`, and where the list goes on; `None` at its end. One
/// that this server cannot read holds up no other.
pub(super) async fn overdue(
    db: &Db,
    now: i64,
    (until, id): Place,
    limit: i64,
) -> Result<(Vec<Lootbox>, Option<Place>)> {
    let sql = format!(
        "{LOOTBOX} WHERE stage = 'issued' AND valid_until_ms <= $1 AND (valid_until_ms, id) > ($2, $3)
         ORDER BY valid_until_ms, id LIMIT $4"
    );
    let rows = db.query(&sql, params![now, until, id, limit]).await?;
    let next = rows.last().map(|row| Ok::<_, Error>((row.get(15)?, row.get(0)?))).transpose()?;
    Ok((readable(&rows), next))
}

/// Says that all boxes of a player that can be opened have to be taken back, and why.
pub(super) async fn take_all_back(tx: &mut Tx, player: PlayerId, why: BoxEnd) -> Result<()> {
    let sql = "UPDATE lootbox SET due = $2 WHERE player_id = $1 AND stage = 'issued'";
    tx.execute(sql, params![player, why.name()]).await.map(drop)
}

/// Boxes with a number above `after` that have to be taken back, each with the reason, and the number after which the list
/// goes on; `None` at its end. One that this server cannot read holds up no other.
pub(super) async fn due(db: &Db, after: i64, limit: i64) -> Result<(Vec<(Lootbox, BoxEnd)>, Option<i64>)> {
    let sql = "SELECT id, due FROM lootbox WHERE stage = 'issued' AND due IS NOT NULL AND id > $1 ORDER BY id LIMIT $2";
    let rows = db.query(sql, params![after, limit]).await?;
    let next = rows.last().map(|row| row.get(0)).transpose()?;
    let mut due = Vec::with_capacity(rows.len());
    for row in rows {
        let (id, why): (i64, String) = (row.get(0)?, row.get(1)?);
        let read = any_box(db, id).await;
        let read = read.inspect_err(|error| tracing::error!(id, ?error, "a lootbox cannot be read"));
        due.extend(read.ok().flatten().zip(BoxEnd::from_name(&why)));
    }
    Ok((due, next))
}

/// Opened boxes with a number above `after`, in their order.
pub(super) async fn opened_after(db: &Db, after: i64, limit: i64) -> Result<Vec<Lootbox>> {
    let sql = format!("{LOOTBOX} WHERE stage = 'activated' AND id > $1 ORDER BY id LIMIT $2");
    db.query(&sql, params![after, limit]).await?.iter().map(lootbox).collect()
}

/// How many boxes that no deposit has brought were opened from `from` until before `to`, by licence, currency and code.
pub(super) async fn openings(db: &Db, (from, to): (i64, i64)) -> Result<Vec<Openings>> {
    let sql =
        "SELECT b.code, p.licence, b.currency, COUNT(*) FROM lootbox b JOIN player p ON p.id = b.player_id
               WHERE b.stage = 'activated' AND b.ended_at_ms >= $1 AND b.ended_at_ms < $2
                   AND b.source NOT LIKE 'deposit:%'
               GROUP BY b.code, p.licence, b.currency ORDER BY b.code, p.licence, b.currency";
    let read = |row: &Row| {
        let currency: String = row.get(2)?;
        Ok(Openings {
            code: row.get(0)?,
            licence: row.get(1)?,
            currency: currency.parse().map_err(|_| Error::Corrupt(format!("a lootbox with {currency}")))?,
            count: row.get(3)?,
        })
    };
    db.query(sql, params![from, to]).await?.iter().map(read).collect()
}

/// Whether the player got a box from `source` before.
pub(super) async fn has_source(db: &Db, player: PlayerId, source: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM lootbox WHERE player_id = $1 AND source = $2";
    Ok(db.query_opt(sql, params![player, source]).await?.is_some())
}

/// What writes a new box; it misses when its source has made one before.
pub(super) fn insert(new: &Lootbox) -> Result<Statement> {
    let json = |error: serde_json::Error| Error::Engine(error.to_string());
    let sql = "INSERT INTO lootbox (id, player_id, currency, code, group_key, title, items, source, stage,
                   server_seed_hash, issued_at_ms, valid_until_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
               ON CONFLICT (player_id, source) DO NOTHING";
    let params = params![
        new.id,
        new.player,
        new.currency.code(),
        &new.code,
        &new.group_key,
        serde_json::to_string(&new.title).map_err(json)?,
        serde_json::to_string(&new.items).map_err(json)?,
        &new.source,
        new.stage.name(),
        &new.server_seed_hash,
        new.issued_at,
        new.valid_until,
    ];
    Ok(Statement { sql, params, expect_one_row: true })
}

/// Writes a new box within the caller's transaction; `false` when its source has made one before.
pub(super) async fn add(tx: &mut Tx, new: &Lootbox) -> Result<bool> {
    let Statement { sql, params, .. } = insert(new)?;
    Ok(tx.execute(sql, params).await? == 1)
}

/// The statement that brings a box out of its first stage. It misses when the box has left it before, or when it is opened
/// and its time is over at `now`.
pub(super) fn end(next: &Lootbox, now: i64) -> Statement {
    let opening = next.opening.as_ref();
    let sql = "UPDATE lootbox SET stage = $2, server_seed = $3, client_seed = $4, draw = $5, prize = $6,
                   ended_at_ms = $7, ended_by = $9
               WHERE id = $1 AND stage = 'issued' AND ($2 <> 'activated' OR valid_until_ms > $8)";
    let params = params![
        next.id,
        next.stage.name(),
        opening.map(|opening| opening.server_seed.as_str()),
        opening.map(|opening| opening.client_seed.as_str()),
        opening.map(|opening| opening.draw),
        opening.map(|opening| opening.prize.as_str()),
        next.ended_at,
        now,
        next.ended_by.map(BoxEnd::name),
    ];
    Statement { sql, params, expect_one_row: true }
}

/// Runs [`end`] within the caller's transaction; `false` when it misses.
pub(super) async fn end_in(tx: &mut Tx, next: &Lootbox, now: i64) -> Result<bool> {
    let statement = end(next, now);
    Ok(tx.execute(statement.sql, statement.params).await? == 1)
}
