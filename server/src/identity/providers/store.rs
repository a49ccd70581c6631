//! Ways to providers and back, links, and players whom a provider has made. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use super::{FlowPurpose, ProviderLink, ProviderPerson};

/// A way to a provider that waits for its answer.
pub(super) struct FlowRow {
    pub(super) provider: String,
    pub(super) purpose: FlowPurpose,
    /// The player and the session that it is for, where it does not sign in.
    pub(super) caller: Option<(PlayerId, String)>,
    pub(super) nonce: String,
    pub(super) verifier: String,
    pub(super) redirect_uri: String,
    pub(super) return_to: String,
    pub(super) begun_at: i64,
    pub(super) expires_at: i64,
}

/// Keeps a way; forgets those that ended by its beginning.
pub(super) async fn add_flow(
    tx: &mut Tx,
    state_hash: &[u8],
    browser_hash: &[u8],
    row: &FlowRow,
) -> Result<()> {
    tx.execute("DELETE FROM provider_flow WHERE expires_at_ms <= $1", params![row.begun_at]).await?;
    let sql = "INSERT INTO provider_flow
                   (state_hash, browser_hash, provider, purpose, player_id, session_id, nonce, verifier, redirect_uri,
                    return_to, begun_at_ms, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
    let (player, session) = row.caller.clone().unzip();
    let FlowRow { provider, nonce, verifier, redirect_uri, return_to, begun_at, expires_at, .. } = row;
    let purpose = row.purpose.name();
    let values = params![
        state_hash,
        browser_hash,
        provider,
        purpose,
        player,
        session,
        nonce,
        verifier,
        redirect_uri,
        return_to,
        *begun_at,
        *expires_at,
    ];
    tx.execute(sql, values).await.map(drop)
}

/// Where a way to `provider` leads back to, as long as it waits; nothing is used up.
pub(super) async fn return_to(db: &Db, state_hash: &[u8], provider: &str) -> Result<Option<String>> {
    let sql = "SELECT return_to FROM provider_flow WHERE state_hash = $1 AND provider = $2";
    db.query_opt(sql, params![state_hash, provider]).await?.map(|row| row.get(0)).transpose()
}

/// Takes a way of the browser away: it counts for one answer, whatever becomes of that.
pub(super) async fn take_flow(
    tx: &mut Tx,
    state_hash: &[u8],
    browser_hash: &[u8],
) -> Result<Option<FlowRow>> {
    let sql = "DELETE FROM provider_flow WHERE state_hash = $1 AND browser_hash = $2
               RETURNING provider, purpose, player_id, session_id, nonce, verifier, redirect_uri, return_to,
                         begun_at_ms, expires_at_ms";
    let Some(row) = tx.query_opt(sql, params![state_hash, browser_hash]).await? else { return Ok(None) };
    let (player, session): (Option<PlayerId>, Option<String>) = (row.get(2)?, row.get(3)?);
    let purpose: String = row.get(1)?;
    let purpose =
        FlowPurpose::named(&purpose).ok_or_else(|| Error::Corrupt(format!("a way for {purpose}")))?;
    Ok(Some(FlowRow {
        provider: row.get(0)?,
        purpose,
        caller: player.zip(session),
        nonce: row.get(4)?,
        verifier: row.get(5)?,
        redirect_uri: row.get(6)?,
        return_to: row.get(7)?,
        begun_at: row.get(8)?,
        expires_at: row.get(9)?,
    }))
}

const LINK: &str = "id, player_id, provider, issuer, email, linked_at_ms, used_at_ms";

fn link(row: &Row) -> Result<ProviderLink> {
    Ok(ProviderLink {
        id: row.get(0)?,
        player: row.get(1)?,
        provider: row.get(2)?,
        issuer: row.get(3)?,
        email: row.get(4)?,
        linked_at: row.get(5)?,
        used_at: row.get(6)?,
    })
}

pub(super) async fn link_of_subject(db: &Db, issuer: &str, subject: &str) -> Result<Option<ProviderLink>> {
    let sql = format!("SELECT {LINK} FROM provider_link WHERE issuer = $1 AND subject = $2");
    db.query_opt(&sql, params![issuer, subject]).await?.as_ref().map(link).transpose()
}

pub(super) async fn links_of(db: &Db, player: PlayerId) -> Result<Vec<ProviderLink>> {
    let sql = format!("SELECT {LINK} FROM provider_link WHERE player_id = $1 ORDER BY linked_at_ms, id");
    db.query(&sql, params![player]).await?.iter().map(link).collect()
}

/// Fails with the unique rules `provider_link_issuer_subject_key` when somebody is linked with that person already, and
/// `provider_link_player_id_issuer_key` when the player is linked with another person there.
pub(super) async fn add_link(
    tx: &mut Tx,
    id: &str,
    player: PlayerId,
    person: &ProviderPerson,
    at: i64,
    used_at: Option<i64>,
) -> Result<()> {
    let sql = "INSERT INTO provider_link (id, player_id, provider, issuer, subject, email, linked_at_ms, used_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let ProviderPerson { provider, issuer, subject, email, .. } = person;
    let row = params![id, player, provider, issuer, subject, email.clone(), at, used_at];
    tx.execute(sql, row).await.map(drop)
}

/// Notes that a link was used; `false` when it is gone.
pub(super) async fn note_use(tx: &mut Tx, player: PlayerId, id: &str, at: i64) -> Result<bool> {
    let sql = "UPDATE provider_link SET used_at_ms = $3 WHERE player_id = $1 AND id = $2";
    Ok(tx.execute(sql, params![player, id, at]).await? == 1)
}

/// Removes a link of the player; answers its provider.
pub(super) async fn remove_link(tx: &mut Tx, player: PlayerId, id: &str) -> Result<Option<String>> {
    let sql = "DELETE FROM provider_link WHERE player_id = $1 AND id = $2 RETURNING provider";
    tx.query_opt(sql, params![player, id]).await?.map(|row| row.get(0)).transpose()
}

/// Removes every link of the player; answers their providers.
pub(super) async fn remove_links(tx: &mut Tx, player: PlayerId) -> Result<Vec<String>> {
    let sql = "DELETE FROM provider_link WHERE player_id = $1 RETURNING provider";
    tx.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// The providers of the player's links.
pub(super) async fn providers_of(tx: &mut Tx, player: PlayerId) -> Result<Vec<String>> {
    let sql = "SELECT provider FROM provider_link WHERE player_id = $1";
    tx.query(sql, params![player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Offers the browser to link `person` with the player, in the place of what it was offered before; forgets offers that ended by
/// `at`.
pub(super) async fn offer(
    tx: &mut Tx,
    browser_hash: &[u8],
    player: PlayerId,
    person: &ProviderPerson,
    (at, expires_at): (i64, i64),
) -> Result<()> {
    let sql = "DELETE FROM provider_offer WHERE expires_at_ms <= $1 OR browser_hash = $2";
    tx.execute(sql, params![at, browser_hash]).await?;
    let sql = "INSERT INTO provider_offer
                   (browser_hash, player_id, provider, issuer, subject, email, offered_at_ms, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let ProviderPerson { provider, issuer, subject, email, .. } = person;
    let email = email.as_deref().unwrap_or_default();
    let row = params![browser_hash, player, provider, issuer, subject, email, at, expires_at];
    tx.execute(sql, row).await.map(drop)
}

/// Takes what the browser was offered for the player away, when it still counts at `now`.
pub(super) async fn take_offer(
    tx: &mut Tx,
    browser_hash: &[u8],
    player: PlayerId,
    now: i64,
) -> Result<Option<ProviderPerson>> {
    let sql = "DELETE FROM provider_offer WHERE browser_hash = $1 AND player_id = $2 AND expires_at_ms > $3
               RETURNING provider, issuer, subject, email";
    let Some(row) = tx.query_opt(sql, params![browser_hash, player, now]).await? else { return Ok(None) };
    Ok(Some(ProviderPerson {
        provider: row.get(0)?,
        issuer: row.get(1)?,
        subject: row.get(2)?,
        email: Some(row.get(3)?),
        ..ProviderPerson::default()
    }))
}

/// Notes that a provider has made the player.
pub(super) async fn add_sign_up(tx: &mut Tx, player: PlayerId, provider: &str, at: i64) -> Result<()> {
    let sql = "INSERT INTO provider_sign_up (player_id, provider, made_at_ms) VALUES ($1, $2, $3)";
    tx.execute(sql, params![player, provider, at]).await.map(drop)
}

const AWAITS_COUNTRY: &str = "SELECT country_told_at_ms FROM provider_sign_up WHERE player_id = $1";

/// Whether the country is still to be told; `None` for players whom no provider has made.
pub(super) async fn awaits_country(db: &Db, player: PlayerId) -> Result<Option<bool>> {
    let Some(row) = db.query_opt(AWAITS_COUNTRY, params![player]).await? else { return Ok(None) };
    Ok(Some(row.get::<Option<i64>>(0)?.is_none()))
}

/// The same within the caller's transaction.
pub(super) async fn awaits_country_in(tx: &mut Tx, player: PlayerId) -> Result<Option<bool>> {
    let Some(row) = tx.query_opt(AWAITS_COUNTRY, params![player]).await? else { return Ok(None) };
    Ok(Some(row.get::<Option<i64>>(0)?.is_none()))
}

/// Notes that the player has told the country; `false` when it was told before, or nobody waits for it.
pub(super) async fn note_country(tx: &mut Tx, player: PlayerId, at: i64) -> Result<bool> {
    let sql = "UPDATE provider_sign_up SET country_told_at_ms = $2
               WHERE player_id = $1 AND country_told_at_ms IS NULL";
    Ok(tx.execute(sql, params![player, at]).await? == 1)
}

/// Notes that the player has chosen a password; the first time counts.
pub(super) async fn note_password(tx: &mut Tx, player: PlayerId, at: i64) -> Result<()> {
    let sql =
        "UPDATE provider_sign_up SET password_at_ms = $2 WHERE player_id = $1 AND password_at_ms IS NULL";
    tx.execute(sql, params![player, at]).await.map(drop)
}

/// Whether nobody knows the player's password.
pub(super) async fn awaits_password(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT player_id FROM provider_sign_up WHERE player_id = $1 AND password_at_ms IS NULL";
    Ok(tx.query_opt(sql, params![player]).await?.is_some())
}
