//! The rows of players who were made without a form. Times are UTC milliseconds.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

/// A link, as the store keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinkRow {
    /// Where it leads.
    pub(super) site: String,
    /// What its token is signed over.
    pub(super) seed: Vec<u8>,
    /// The hash of its token.
    pub(super) hash: Vec<u8>,
    pub(super) ends_at: i64,
}

fn link(row: &Row) -> Result<LinkRow> {
    Ok(LinkRow { site: row.get(0)?, seed: row.get(1)?, hash: row.get(2)?, ends_at: row.get(3)? })
}

/// Notes that `by` has made the player, with a first link.
pub(super) async fn add(tx: &mut Tx, player: PlayerId, link: &LinkRow, by: &str, at: i64) -> Result<()> {
    let sql = "INSERT INTO autoregistration (player_id, site, made_by, made_at_ms, link_seed, link_hash, link_ends_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let row = params![player, &link.site, by, at, link.seed.as_slice(), link.hash.as_slice(), link.ends_at];
    tx.execute(sql, row).await.map(drop)
}

/// Whether the player has chosen no password yet, and the link; `None` for players who filled in a form.
pub(super) async fn of_player(db: &Db, player: PlayerId) -> Result<Option<(bool, LinkRow)>> {
    let sql = "SELECT site, link_seed, link_hash, link_ends_at_ms, password_at_ms FROM autoregistration
               WHERE player_id = $1";
    let Some(row) = db.query_opt(sql, params![player]).await? else { return Ok(None) };
    Ok(Some((row.get::<Option<i64>>(4)?.is_none(), link(&row)?)))
}

/// The link of a player who has chosen no password.
pub(super) async fn link_in(tx: &mut Tx, player: PlayerId) -> Result<Option<LinkRow>> {
    let sql = "SELECT site, link_seed, link_hash, link_ends_at_ms FROM autoregistration
               WHERE player_id = $1 AND password_at_ms IS NULL";
    tx.query_opt(sql, params![player]).await?.as_ref().map(link).transpose()
}

/// Whose link has this hash, while it counts.
pub(super) async fn owner_of(db: &Db, hash: &[u8], now: i64) -> Result<Option<PlayerId>> {
    let sql = "SELECT player_id FROM autoregistration
               WHERE link_hash = $1 AND password_at_ms IS NULL AND link_ends_at_ms > $2";
    db.query_opt(sql, params![hash, now]).await?.map(|row| row.get(0)).transpose()
}

/// Puts another link in the place of the one with the hash `old`; `false` when it is gone, or a password is chosen.
pub(super) async fn replace(tx: &mut Tx, player: PlayerId, old: &[u8], new: &LinkRow) -> Result<bool> {
    let sql = "UPDATE autoregistration SET link_seed = $3, link_hash = $4, link_ends_at_ms = $5
               WHERE player_id = $1 AND link_hash = $2 AND password_at_ms IS NULL";
    let row = params![player, old, new.seed.as_slice(), new.hash.as_slice(), new.ends_at];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Notes that the player has chosen a password; the first time counts.
pub(super) async fn note_password(tx: &mut Tx, player: PlayerId, at: i64) -> Result<()> {
    let sql =
        "UPDATE autoregistration SET password_at_ms = $2 WHERE player_id = $1 AND password_at_ms IS NULL";
    tx.execute(sql, params![player, at]).await.map(drop)
}
