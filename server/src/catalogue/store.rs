//! The catalogue's tables.

use std::collections::HashMap;

use croupier_db::{Db, Result, Tx, log, params};

use super::model::Contents;

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
    for identifier in identifiers {
        if !numbers.contains_key(*identifier) {
            let id = log::take_numbers(tx, GAME_NUMBERS, 1).await?;
            let sql = "INSERT INTO game (id, identifier) VALUES ($1, $2)";
            tx.execute(sql, params![id, *identifier]).await?;
            numbers.insert((*identifier).to_owned(), id);
        }
    }
    Ok(numbers)
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
