//! The tokens that hand players over to the sports site.

use croupier_db::{Result, Tx, params};
use croupier_ledger::PlayerId;

/// What a token hands over.
#[derive(Debug, Clone)]
pub(super) struct HandOver {
    /// Who goes to the sports site.
    pub(super) player: PlayerId,
    /// The login session that asked, by its public id.
    pub(super) session: String,
    /// The sports host that may exchange the token.
    pub(super) host: String,
    /// The casino's host that the player comes from.
    pub(super) home: String,
    /// UTC milliseconds.
    pub(super) expires_at: i64,
}

/// Writes a token down by its hash.
pub(super) async fn add(tx: &mut Tx, token_hash: &[u8], handed: &HandOver) -> Result<()> {
    let sql = "INSERT INTO sport_token (token_hash, player_id, session_id, host, home, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let HandOver { player, session, host, home, expires_at } = handed;
    let row = params![token_hash, *player, session.as_str(), host.as_str(), home.as_str(), *expires_at];
    tx.execute(sql, row).await.map(drop)
}

/// Takes a token out for good.
pub(super) async fn take(tx: &mut Tx, token_hash: &[u8]) -> Result<Option<HandOver>> {
    let sql = "DELETE FROM sport_token WHERE token_hash = $1
               RETURNING player_id, session_id, host, home, expires_at_ms";
    let row = tx.query_opt(sql, params![token_hash]).await?;
    row.map(|row| {
        Ok(HandOver {
            player: row.get(0)?,
            session: row.get(1)?,
            host: row.get(2)?,
            home: row.get(3)?,
            expires_at: row.get(4)?,
        })
    })
    .transpose()
}

/// Drops the tokens that nobody came for; `now` is in UTC milliseconds.
pub(super) async fn drop_expired(tx: &mut Tx, now: i64) -> Result<()> {
    tx.execute("DELETE FROM sport_token WHERE expires_at_ms <= $1", params![now]).await.map(drop)
}
