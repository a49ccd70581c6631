//! The catalogue's tables.

use std::collections::HashMap;

use croupier_db::{Db, Result, Row, Tx, Value, log, params, placeholders};

use super::delivery::Delivery;
use super::model::{Contents, Listing, Provider};
use super::switch_store::SWITCHES;

/// The counter that game numbers come from.
const GAME_NUMBERS: &str = "game";

/// The number of each of `identifiers`; those seen for the first time get a fresh one.
pub(super) async fn number(tx: &mut Tx, identifiers: &[&str]) -> Result<HashMap<String, i64>> {
    // Taking none still locks the counter's row, so two servers that start at once number one after
    // the other.
    log::take_numbers(tx, GAME_NUMBERS, 0).await?;
    let mut numbers = HashMap::new();
    for row in tx.query("SELECT identifier, id FROM game", vec![]).await? {
        numbers.insert(row.get(0)?, row.get(1)?);
    }
    let fresh: Vec<&str> = identifiers.iter().copied().filter(|of| !numbers.contains_key(*of)).collect();
    let count = i64::try_from(fresh.len()).map_err(|e| croupier_db::Error::Engine(e.to_string()))?;
    let first = log::take_numbers(tx, GAME_NUMBERS, count).await?;
    let rows: Vec<Vec<Value>> = (first..).zip(&fresh).map(|(id, name)| params![id, *name]).collect();
    insert_many(tx, "INSERT INTO game (id, identifier)", 2, &rows, "").await?;
    numbers.extend((first..).zip(fresh).map(|(id, name)| (name.to_owned(), id)));
    Ok(numbers)
}

/// Rows in one statement: a round trip for each would take a bulk import minutes on PostgreSQL.
const AT_ONCE: usize = 500;

/// Runs `insert`, which names a table and `width` columns, with all `rows`, and `ending` behind the values.
async fn insert_many(
    tx: &mut Tx,
    insert: &str,
    width: usize,
    rows: &[Vec<Value>],
    ending: &str,
) -> Result<()> {
    for some in rows.chunks(AT_ONCE) {
        let group = |row: usize| format!("({})", placeholders(row * width + 1, width));
        let groups: Vec<String> = (0..some.len()).map(group).collect();
        let sql = format!("{insert} VALUES {} {ending}", groups.join(", "));
        tx.execute(&sql, some.concat()).await?;
    }
    Ok(())
}

/// The counter that rises with every delivery.
const DELIVERIES: &str = "game_delivery";

/// How many deliveries and switches there were; it only rises.
pub(super) async fn changes(db: &Db) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(next_value), 0) AS bigint) FROM counter WHERE name IN ($1, $2)";
    db.query_one(sql, params![DELIVERIES, SWITCHES]).await?.get(0)
}

/// Keeps what was delivered, beside what was before or instead of it.
pub(super) async fn keep_delivery(tx: &mut Tx, delivery: &Delivery, replace: bool) -> Result<()> {
    log::take_numbers(tx, DELIVERIES, 1).await?;
    if replace {
        tx.execute("DELETE FROM delivered_game", params![]).await?;
        tx.execute("DELETE FROM delivered_provider", params![]).await?;
    }
    let provider = |of: &Provider| params![of.id.as_str(), of.title.as_str()];
    let providers: Vec<_> = delivery.providers.iter().map(provider).collect();
    let ending = "ON CONFLICT (id) DO UPDATE SET title = excluded.title";
    insert_many(tx, "INSERT INTO delivered_provider (id, title)", 2, &providers, ending).await?;
    let identifiers: Vec<&str> = delivery.games.iter().map(|of| of.game.identifier.as_str()).collect();
    number(tx, &identifiers).await?;
    let game = |listing: &Listing| {
        let body = serde_json::to_string(listing).map_err(|e| croupier_db::Error::Corrupt(e.to_string()))?;
        Ok(params![listing.game.identifier.as_str(), body])
    };
    let games = delivery.games.iter().map(game).collect::<Result<Vec<_>>>()?;
    let ending = "ON CONFLICT (identifier) DO UPDATE SET body = excluded.body";
    insert_many(tx, "INSERT INTO delivered_game (identifier, body)", 2, &games, ending).await
}

/// All that was delivered, with its numbers.
pub(super) async fn delivered(db: &Db) -> Result<Delivery> {
    let provider = |row: &Row| {
        Ok(Provider {
            id: row.get(0)?,
            title: row.get(1)?,
            logo: None,
            enabled: true,
            at_partner: false,
            frame_origins: Vec::new(),
        })
    };
    let rows = db.query("SELECT id, title FROM delivered_provider ORDER BY title", params![]).await?;
    let providers = rows.iter().map(provider).collect::<Result<_>>()?;
    let sql = "SELECT game.id, d.body FROM delivered_game d JOIN game ON game.identifier = d.identifier";
    let game = |row: &Row| {
        let body: String = row.get(1)?;
        let listing: std::result::Result<Listing, _> = serde_json::from_str(&body);
        let mut listing =
            listing.map_err(|e| croupier_db::Error::Corrupt(format!("a delivered game: {e}")))?;
        listing.game.id = row.get(0)?;
        Ok(listing)
    };
    let rows = db.query(sql, params![]).await?;
    Ok(Delivery { providers, games: rows.iter().map(game).collect::<Result<_>>()? })
}

/// Keeps `contents` as the last good import; `now` is in UTC milliseconds.
pub(super) async fn keep(tx: &mut Tx, contents: &Contents, now: i64) -> Result<()> {
    let body = serde_json::to_string(contents).map_err(|e| croupier_db::Error::Corrupt(e.to_string()))?;
    let sql = "INSERT INTO catalogue (id, body, imported_at_ms) VALUES (1, $1, $2)
               ON CONFLICT (id) DO UPDATE SET body = excluded.body, imported_at_ms = excluded.imported_at_ms";
    tx.execute(sql, params![body, now]).await?;
    Ok(())
}

/// The last good import; `None` before the first.
pub(super) async fn kept(db: &Db) -> Result<Option<Contents>> {
    let Some(row) = db.query_opt("SELECT body FROM catalogue WHERE id = 1", vec![]).await? else {
        return Ok(None);
    };
    let body: String = row.get(0)?;
    let contents = serde_json::from_str(&body);
    contents.map(Some).map_err(|e| croupier_db::Error::Corrupt(format!("the kept catalogue: {e}")))
}

/// The numbers of a player's favourites, the last added first.
pub(super) async fn favourites(db: &Db, player: i64) -> Result<Vec<i64>> {
    let sql =
        "SELECT game_id FROM favourite_game WHERE player_id = $1 ORDER BY added_at_ms DESC, game_id DESC";
    db.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Adds a favourite; one that is there already keeps its place.
pub(super) async fn add_favourite(tx: &mut Tx, player: i64, game: i64, now: i64) -> Result<()> {
    let sql = "INSERT INTO favourite_game (player_id, game_id, added_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (player_id, game_id) DO NOTHING";
    tx.execute(sql, params![player, game, now]).await?;
    Ok(())
}

/// Takes a favourite away, if it is one.
pub(super) async fn remove_favourite(tx: &mut Tx, player: i64, game: i64) -> Result<()> {
    let sql = "DELETE FROM favourite_game WHERE player_id = $1 AND game_id = $2";
    tx.execute(sql, params![player, game]).await?;
    Ok(())
}
