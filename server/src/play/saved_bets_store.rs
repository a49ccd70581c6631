//! The SQL of saved bets.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

/// Where bets are saved: for a player at a table in a currency.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub player: PlayerId,
    /// The table's identifier.
    pub game: &'a str,
    /// The currency that is played in.
    pub currency: &'a str,
}

/// A row of `saved_bet`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SavedRow {
    pub id: Uuid,
    pub name: String,
    /// JSON.
    pub bets: String,
}

const SAVED: &str = "SELECT id, name, bets FROM saved_bet
                     WHERE player_id = $1 AND game = $2 AND currency = $3 ORDER BY saved_at_ms, id";

fn saved(row: &Row) -> Result<SavedRow> {
    Ok(SavedRow { id: row.get(0)?, name: row.get(1)?, bets: row.get(2)? })
}

/// What is saved at a place, oldest first.
pub(super) async fn list(db: &Db, place: Place<'_>) -> Result<Vec<SavedRow>> {
    let Place { player, game, currency } = place;
    db.query(SAVED, params![player, game, currency]).await?.iter().map(saved).collect()
}

/// The same within a transaction.
pub(super) async fn list_in(tx: &mut Tx, place: Place<'_>) -> Result<Vec<SavedRow>> {
    let Place { player, game, currency } = place;
    tx.query(SAVED, params![player, game, currency]).await?.iter().map(saved).collect()
}

/// Saves bets under a new name.
pub(super) async fn insert(tx: &mut Tx, place: Place<'_>, row: &SavedRow, now: i64) -> Result<()> {
    let Place { player, game, currency } = place;
    let sql = "INSERT INTO saved_bet (id, player_id, game, currency, name, bets, saved_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let SavedRow { id, name, bets } = row;
    tx.execute(sql, params![*id, player, game, currency, name, bets, now]).await?;
    Ok(())
}

/// Gives saved bets another name.
pub(super) async fn rename(tx: &mut Tx, player: PlayerId, id: Uuid, name: &str) -> Result<()> {
    let sql = "UPDATE saved_bet SET name = $3 WHERE id = $2 AND player_id = $1";
    tx.execute(sql, params![player, id, name]).await?;
    Ok(())
}

/// Forgets saved bets; does nothing when they are gone.
pub(super) async fn delete(tx: &mut Tx, place: Place<'_>, id: Uuid) -> Result<()> {
    let Place { player, game, currency } = place;
    let sql = "DELETE FROM saved_bet WHERE id = $4 AND player_id = $1 AND game = $2 AND currency = $3";
    tx.execute(sql, params![player, game, currency, id]).await?;
    Ok(())
}
