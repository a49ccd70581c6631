//! Games and providers that staff has switched off.

use croupier_db::{Db, Result, Row, Tx, log, params};

/// A game that is switched off, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchedOff {
    /// The game's number.
    pub game: i64,
    /// In the words of who has done it.
    pub reason: String,
    /// The name of the member.
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// The counter that rises with every switch.
pub(super) const SWITCHES: &str = "game_switch";

/// Every game that is switched off.
pub async fn switched_off(db: &Db) -> Result<Vec<SwitchedOff>> {
    let sql = "SELECT game_id, reason, by_name, at_ms FROM game_switch ORDER BY game_id";
    let read = |row: &Row| {
        Ok(SwitchedOff { game: row.get(0)?, reason: row.get(1)?, by: row.get(2)?, at: row.get(3)? })
    };
    db.query(sql, params![]).await?.iter().map(read).collect()
}

/// Switches a game off; `false` when it is off already. Running servers follow within seconds.
pub async fn switch_off(tx: &mut Tx, off: &SwitchedOff) -> Result<bool> {
    let sql = "INSERT INTO game_switch (game_id, reason, by_name, at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (game_id) DO NOTHING";
    let SwitchedOff { game, reason, by, at } = off;
    log::take_numbers(tx, SWITCHES, 1).await?;
    Ok(tx.execute(sql, params![*game, reason, by, *at]).await? == 1)
}

/// Switches a game on again; `false` when it is on.
pub async fn switch_on(tx: &mut Tx, game: i64) -> Result<bool> {
    log::take_numbers(tx, SWITCHES, 1).await?;
    Ok(tx.execute("DELETE FROM game_switch WHERE game_id = $1", params![game]).await? == 1)
}

/// A provider that is switched off with all its games, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderOff {
    /// Its id.
    pub provider: String,
    /// In the words of who has done it.
    pub reason: String,
    /// The name of the member.
    pub by: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// Every provider that is switched off.
pub async fn providers_off(db: &Db) -> Result<Vec<ProviderOff>> {
    let sql = "SELECT provider, reason, by_name, at_ms FROM provider_switch ORDER BY provider";
    let read = |row: &Row| {
        Ok(ProviderOff { provider: row.get(0)?, reason: row.get(1)?, by: row.get(2)?, at: row.get(3)? })
    };
    db.query(sql, params![]).await?.iter().map(read).collect()
}

/// Switches a provider off; `false` when it is off already. Running servers follow within seconds.
pub async fn switch_provider_off(tx: &mut Tx, off: &ProviderOff) -> Result<bool> {
    let sql = "INSERT INTO provider_switch (provider, reason, by_name, at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (provider) DO NOTHING";
    let ProviderOff { provider, reason, by, at } = off;
    log::take_numbers(tx, SWITCHES, 1).await?;
    Ok(tx.execute(sql, params![provider, reason, by, *at]).await? == 1)
}

/// Switches a provider on again; `false` when it is on.
pub async fn switch_provider_on(tx: &mut Tx, provider: &str) -> Result<bool> {
    log::take_numbers(tx, SWITCHES, 1).await?;
    Ok(tx.execute("DELETE FROM provider_switch WHERE provider = $1", params![provider]).await? == 1)
}
