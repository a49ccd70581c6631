//! Checks of a partner. They change under the lock of the player's row and lane. Times are UTC milliseconds.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use super::model::{CheckState, CheckStatus, PartnerCheck};
use crate::staff::BrandScope;

const CHECK: &str =
    "SELECT player_id, applicant, host, reported, state, attempt, reported_at_ms, reasons, differences, is_shared,
     is_distrusted, person, document, passed_at_ms, verified_at_ms, decided_at_ms, decided_by, begun_at_ms,
     look_at_ms, looks FROM identity_check";

fn check(row: &Row) -> Result<PartnerCheck> {
    fn corrupt(what: impl std::fmt::Debug) -> Error {
        Error::Corrupt(format!("{what:?} of a check of identity"))
    }
    let (reported, state): (String, String) = (row.get(3)?, row.get(4)?);
    let (reasons, differences): (String, String) = (row.get(7)?, row.get(8)?);
    Ok(PartnerCheck {
        player: row.get(0)?,
        applicant: row.get(1)?,
        host: row.get(2)?,
        reported: CheckStatus::from_name(&reported).ok_or_else(|| corrupt(&reported))?,
        state: CheckState::from_name(&state).ok_or_else(|| corrupt(&state))?,
        attempt: row.get(5)?,
        reported_at: row.get(6)?,
        reasons: serde_json::from_str(&reasons).map_err(corrupt)?,
        differences: serde_json::from_str(&differences).map_err(corrupt)?,
        is_shared: row.get(9)?,
        is_distrusted: row.get(10)?,
        person: row.get(11)?,
        document: row.get(12)?,
        passed_at: row.get(13)?,
        verified_at: row.get(14)?,
        decided_at: row.get(15)?,
        decided_by: row.get(16)?,
        begun_at: row.get(17)?,
        look_at: row.get(18)?,
        looks: row.get(19)?,
    })
}

/// A list of names as it is kept.
fn listed(names: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(names).map_err(|error| Error::Engine(error.to_string()))
}

pub(super) async fn get(db: &Db, player: PlayerId) -> Result<Option<PartnerCheck>> {
    let sql = format!("{CHECK} WHERE player_id = $1");
    db.query_opt(&sql, params![player]).await?.as_ref().map(check).transpose()
}

pub(super) async fn get_in(tx: &mut Tx, player: PlayerId) -> Result<Option<PartnerCheck>> {
    let sql = format!("{CHECK} WHERE player_id = $1");
    tx.query_opt(&sql, params![player]).await?.as_ref().map(check).transpose()
}

/// The check of the player whom the partner calls `applicant`.
pub(super) async fn of_applicant(db: &Db, applicant: &str) -> Result<Option<PartnerCheck>> {
    let sql = format!("{CHECK} WHERE applicant = $1");
    db.query_opt(&sql, params![applicant]).await?.as_ref().map(check).transpose()
}

/// Checks that wait for staff, oldest first, after that of the player `after`.
pub(super) async fn waiting(
    db: &Db,
    scope: &BrandScope,
    after: Option<PlayerId>,
    limit: i64,
) -> Result<Vec<PartnerCheck>> {
    let mut values = params![after.unwrap_or(0), limit];
    let seen = scope.of_player("identity_check.player_id", &mut values);
    let sql = format!(
        "{CHECK} WHERE state = 'review' AND {seen} AND (CAST($1 AS bigint) = 0 OR (reported_at_ms, player_id) > (
             SELECT reported_at_ms, player_id FROM identity_check WHERE player_id = $1))
         ORDER BY reported_at_ms, player_id LIMIT $2"
    );
    db.query(&sql, values).await?.iter().map(check).collect()
}

/// Writes down that a player has begun; `false` when that was known.
pub(super) async fn add(tx: &mut Tx, new: &PartnerCheck) -> Result<bool> {
    let sql =
        "INSERT INTO identity_check (player_id, applicant, host, reported, state, attempt, reported_at_ms, reasons,
                   differences, is_shared, is_distrusted, begun_at_ms, look_at_ms, looks)
               VALUES ($1, $2, $3, $4, $5, $6, $7, '[]', '[]', FALSE, $8, $9, $10, 0)
               ON CONFLICT (player_id) DO NOTHING";
    let row = params![
        new.player,
        &new.applicant,
        &new.host,
        new.reported.name(),
        new.state.name(),
        new.attempt,
        new.reported_at,
        new.is_distrusted,
        new.begun_at,
        new.look_at,
    ];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Writes down where a check stands, as long as it still stands as it was read: at the attempt, time and word of `known`.
pub(super) async fn save(tx: &mut Tx, known: &PartnerCheck, changed: &PartnerCheck) -> Result<bool> {
    let sql = "UPDATE identity_check SET reported = $2, state = $3, attempt = $4, reported_at_ms = $5, reasons = $6,
                   differences = $7, is_shared = $8, is_distrusted = $9, person = $10, document = $11,
                   passed_at_ms = $12, verified_at_ms = $13, decided_at_ms = $14, decided_by = $15,
                   look_at_ms = $16, looks = $17
               WHERE player_id = $1 AND state = $18 AND attempt = $19 AND reported_at_ms = $20 AND reported = $21";
    let row = params![
        changed.player,
        changed.reported.name(),
        changed.state.name(),
        changed.attempt,
        changed.reported_at,
        listed(&changed.reasons)?,
        listed(&changed.differences)?,
        changed.is_shared,
        changed.is_distrusted,
        changed.person.clone(),
        changed.document.clone(),
        changed.passed_at,
        changed.verified_at,
        changed.decided_at,
        changed.decided_by.clone(),
        changed.look_at,
        changed.looks,
        known.state.name(),
        known.attempt,
        known.reported_at,
        known.reported.name(),
    ];
    Ok(tx.execute(sql, row).await? == 1)
}

/// Claims a document for the player who shows it first; answers whose it is.
pub(super) async fn claim_document(
    tx: &mut Tx,
    document: &[u8],
    player: PlayerId,
    at: i64,
) -> Result<PlayerId> {
    let sql = "INSERT INTO identity_document (document, player_id, claimed_at_ms) VALUES ($1, $2, $3)
               ON CONFLICT (document) DO NOTHING";
    tx.execute(sql, params![document, player, at]).await?;
    let sql = "SELECT player_id FROM identity_document WHERE document = $1";
    tx.query_one(sql, params![document]).await?.get(0)
}

/// Other players who have shown a document of `player`.
pub(super) async fn with_document_of(
    db: &Db,
    player: PlayerId,
    scope: &BrandScope,
    limit: i64,
) -> Result<Vec<PlayerId>> {
    let mut values = params![player, limit];
    let seen = scope.of_player("sharing.player_id", &mut values);
    let sql = format!(
        "SELECT sharing.player_id FROM (
             SELECT o.player_id FROM identity_check c JOIN identity_check o ON o.document = c.document
             WHERE c.player_id = $1 AND o.player_id <> $1
             UNION SELECT d.player_id FROM identity_check c JOIN identity_document d ON d.document = c.document
             WHERE c.player_id = $1 AND d.player_id <> $1
             UNION SELECT o.player_id FROM identity_document d JOIN identity_check o ON o.document = d.document
             WHERE d.player_id = $1 AND o.player_id <> $1
         ) AS sharing WHERE {seen} ORDER BY sharing.player_id LIMIT $2"
    );
    db.query(&sql, values).await?.iter().map(|row| row.get(0)).collect()
}

/// At most `limit` checks whose time to be looked at has come, the longest due first.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<PartnerCheck>> {
    let sql = format!("{CHECK} WHERE look_at_ms <= $1 ORDER BY look_at_ms, player_id LIMIT $2");
    db.query(&sql, params![now, limit]).await?.iter().map(check).collect()
}

/// Takes a look upon itself, so that of several servers one looks; the next is at `next`.
pub(super) async fn claim_look(db: &Db, known: &PartnerCheck, next: i64) -> Result<bool> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE identity_check SET look_at_ms = $3, looks = looks + 1
               WHERE player_id = $1 AND look_at_ms = $2";
    let is_ours = tx.execute(sql, params![known.player, known.look_at, next]).await? == 1;
    tx.commit().await?;
    Ok(is_ours)
}

/// Has the check of a player who is at the partner's page looked at by `at`.
pub(super) async fn look_by(tx: &mut Tx, player: PlayerId, at: i64) -> Result<()> {
    let sql = "UPDATE identity_check SET look_at_ms = $2, looks = 0 WHERE player_id = $1 AND look_at_ms > $2";
    tx.execute(sql, params![player, at]).await.map(drop)
}

/// Notes that staff itself says that the player is verified, so that the partner takes it back no more; `false` when the
/// check had not made the player verified.
pub(super) async fn own_verified(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "UPDATE identity_check SET verified_at_ms = NULL
               WHERE player_id = $1 AND verified_at_ms IS NOT NULL";
    Ok(tx.execute(sql, params![player]).await? == 1)
}

/// Notes that the player is verified since `at` because the partner's check stands beside staff's documents.
pub(super) async fn lean_on(tx: &mut Tx, player: PlayerId, at: i64) -> Result<()> {
    let sql = "UPDATE identity_check SET verified_at_ms = $2 WHERE player_id = $1 AND state = 'approved'";
    tx.execute(sql, params![player, at]).await.map(drop)
}

/// Notes whether staff has said no, also of a player who has not begun; `false` when that was known.
pub(super) async fn distrust(tx: &mut Tx, player: PlayerId, is_distrusted: bool, at: i64) -> Result<bool> {
    let noted = if is_distrusted {
        let sql = "INSERT INTO identity_distrust (player_id, noted_at_ms) VALUES ($1, $2)
                   ON CONFLICT (player_id) DO NOTHING";
        tx.execute(sql, params![player, at]).await?
    } else {
        tx.execute("DELETE FROM identity_distrust WHERE player_id = $1", params![player]).await?
    };
    let sql = "UPDATE identity_check SET is_distrusted = $2 WHERE player_id = $1 AND is_distrusted <> $2";
    let turned = tx.execute(sql, params![player, is_distrusted]).await?;
    Ok(noted + turned > 0)
}

/// Whether staff has said no before the player has begun.
pub(super) async fn is_distrusted(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT player_id FROM identity_distrust WHERE player_id = $1";
    Ok(tx.query_opt(sql, params![player]).await?.is_some())
}

/// Checks that contradict themselves: approved with a difference that nobody has settled, or waiting for staff without any
/// reason.
pub(in crate::verification) async fn contradictions(db: &Db) -> Result<Vec<PlayerId>> {
    let sql = "SELECT player_id FROM identity_check
               WHERE (state = 'approved' AND decided_at_ms IS NULL
                       AND (differences <> '[]' OR is_shared OR reported <> 'green'))
                   OR (state <> 'approved' AND (passed_at_ms IS NOT NULL OR verified_at_ms IS NOT NULL))
               ORDER BY player_id";
    db.query(sql, params![]).await?.iter().map(|row| row.get(0)).collect()
}
