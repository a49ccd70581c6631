//! Passkeys, their challenges, and who is asked for one after the password.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use super::PasskeyView;
use super::ceremony::{Begun, PasskeySite, Registered};

/// A passkey as it is kept.
pub(super) struct PasskeyRow {
    pub(super) id: String,
    pub(super) player: PlayerId,
    pub(super) rp_id: String,
    pub(super) kept: Registered,
}

/// A challenge that was given to a browser.
pub(super) struct ChallengeRow {
    /// The player and the session that register a passkey; `None` where one is to be shown.
    pub(super) registers: Option<(PlayerId, String)>,
    pub(super) site: PasskeySite,
    pub(super) state: Vec<u8>,
    pub(super) expires_at: i64,
}

/// Keeps a challenge until `expires_at`; forgets those that ended by `now`.
pub(super) async fn add_challenge(tx: &mut Tx, begun: &Begun, row: &ChallengeRow, now: i64) -> Result<()> {
    tx.execute("DELETE FROM passkey_challenge WHERE expires_at_ms <= $1", params![now]).await?;
    let sql = "INSERT INTO passkey_challenge
                   (challenge, player_id, session_id, rp_id, origin, state, expires_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let (player, session) = row.registers.clone().unzip();
    let challenge = begun.challenge.as_slice();
    let PasskeySite { rp_id, origin } = &row.site;
    let values = params![challenge, player, session, rp_id, origin, begun.state.as_slice(), row.expires_at];
    tx.execute(sql, values).await.map(drop)
}

/// Takes a challenge away: it counts for one answer, whatever becomes of that.
pub(super) async fn take_challenge(tx: &mut Tx, challenge: &[u8]) -> Result<Option<ChallengeRow>> {
    let sql = "DELETE FROM passkey_challenge WHERE challenge = $1
               RETURNING player_id, session_id, rp_id, origin, state, expires_at_ms";
    let Some(row) = tx.query_opt(sql, params![challenge]).await? else { return Ok(None) };
    let (player, session): (Option<PlayerId>, Option<String>) = (row.get(0)?, row.get(1)?);
    Ok(Some(ChallengeRow {
        registers: player.zip(session),
        site: PasskeySite { rp_id: row.get(2)?, origin: row.get(3)? },
        state: row.get(4)?,
        expires_at: row.get(5)?,
    }))
}

/// Fails with the unique rule `passkey_credential_key` when the passkey is registered already.
pub(super) async fn add(tx: &mut Tx, row: &PasskeyRow, name: &str, now: i64) -> Result<()> {
    let sql = "INSERT INTO passkey
                   (id, credential_id, player_id, rp_id, user_handle, public_key, state, name, created_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let PasskeyRow { id, player, rp_id, kept } = row;
    let Registered { credential_id, user_handle, public_key, state } = kept;
    let (credential_id, user_handle) = (credential_id.as_slice(), user_handle.as_slice());
    let (public_key, state) = (public_key.as_slice(), state.as_slice());
    let values = params![id, credential_id, *player, rp_id, user_handle, public_key, state, name, now];
    tx.execute(sql, values).await.map(drop)
}

pub(super) async fn by_credential(db: &Db, credential_id: &[u8]) -> Result<Option<PasskeyRow>> {
    let sql = "SELECT id, player_id, rp_id, user_handle, public_key, state FROM passkey
               WHERE credential_id = $1";
    let Some(row) = db.query_opt(sql, params![credential_id]).await? else { return Ok(None) };
    Ok(Some(PasskeyRow {
        id: row.get(0)?,
        player: row.get(1)?,
        rp_id: row.get(2)?,
        kept: Registered {
            credential_id: credential_id.to_vec(),
            user_handle: row.get(3)?,
            public_key: row.get(4)?,
            state: row.get(5)?,
        },
    }))
}

/// Puts the state `new` in the place of `old`; `false` when the passkey is gone, or was used meanwhile.
pub(super) async fn note_use(tx: &mut Tx, id: &str, old: &[u8], new: &[u8], at: i64) -> Result<bool> {
    let sql = "UPDATE passkey SET state = $3, used_at_ms = $4 WHERE id = $1 AND state = $2";
    Ok(tx.execute(sql, params![id, old, new, at]).await? == 1)
}

fn view(row: &Row) -> Result<PasskeyView> {
    Ok(PasskeyView {
        id: row.get(0)?,
        name: row.get(1)?,
        host: row.get(2)?,
        created_at: row.get(3)?,
        used_at: row.get(4)?,
    })
}

pub(super) async fn of_player(db: &Db, player: PlayerId) -> Result<Vec<PasskeyView>> {
    let sql = "SELECT id, name, rp_id, created_at_ms, used_at_ms FROM passkey
               WHERE player_id = $1 ORDER BY created_at_ms, id";
    db.query(sql, params![player]).await?.iter().map(view).collect()
}

/// The ids by which authenticators know the player's passkeys on a host.
pub(super) async fn credentials(tx: &mut Tx, player: PlayerId, rp_id: &str) -> Result<Vec<Vec<u8>>> {
    let sql = "SELECT credential_id FROM passkey WHERE player_id = $1 AND rp_id = $2";
    tx.query(sql, params![player, rp_id]).await?.iter().map(|row| row.get(0)).collect()
}

/// How many passkeys the player has.
pub(super) async fn count(tx: &mut Tx, player: PlayerId) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM passkey WHERE player_id = $1";
    tx.query_one(sql, params![player]).await?.get(0)
}

pub(super) async fn rename(tx: &mut Tx, player: PlayerId, id: &str, name: &str) -> Result<bool> {
    let sql = "UPDATE passkey SET name = $3 WHERE player_id = $1 AND id = $2";
    Ok(tx.execute(sql, params![player, id, name]).await? == 1)
}

/// Removes a passkey; answers its name and host.
pub(super) async fn remove(tx: &mut Tx, player: PlayerId, id: &str) -> Result<Option<(String, String)>> {
    let sql = "DELETE FROM passkey WHERE player_id = $1 AND id = $2 RETURNING name, rp_id";
    let row = tx.query_opt(sql, params![player, id]).await?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Removes every passkey of the player; answers their ids and names.
pub(super) async fn remove_all(tx: &mut Tx, player: PlayerId) -> Result<Vec<(String, String)>> {
    let sql = "DELETE FROM passkey WHERE player_id = $1 RETURNING id, name";
    tx.query(sql, params![player]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// Whether the player's password alone opens no session.
pub(super) async fn is_required(db: &Db, player: PlayerId) -> Result<bool> {
    let sql = "SELECT player_id FROM passkey_guard WHERE player_id = $1";
    Ok(db.query_opt(sql, params![player]).await?.is_some())
}

/// Asks for a passkey from now on; `false` when one is asked for already.
pub(super) async fn require(tx: &mut Tx, player: PlayerId, at: i64) -> Result<bool> {
    let sql = "INSERT INTO passkey_guard (player_id, since_ms) VALUES ($1, $2)
               ON CONFLICT (player_id) DO NOTHING";
    Ok(tx.execute(sql, params![player, at]).await? == 1)
}

/// Asks for a passkey no more; `false` when none was asked for.
pub(super) async fn stop_requiring(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "DELETE FROM passkey_guard WHERE player_id = $1";
    Ok(tx.execute(sql, params![player]).await? == 1)
}

/// The same within the caller's transaction.
pub(super) async fn is_required_in(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT player_id FROM passkey_guard WHERE player_id = $1";
    Ok(tx.query_opt(sql, params![player]).await?.is_some())
}
