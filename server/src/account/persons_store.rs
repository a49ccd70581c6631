//! The SQL of excluded persons.

use croupier_db::{Db, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::exclusion_matches::ExclusionMatch;
use super::persons::{Match, PersonRecord};

/// What the tables say of a player, with the address; `None` for a player without a profile.
pub(super) async fn profile_in(tx: &mut Tx, player: PlayerId) -> Result<Option<(PersonRecord, String)>> {
    let sql = "SELECT p.mobile_phone, p.first_name, p.last_name, p.date_of_birth, p.personal_id_mark, l.email
               FROM player p JOIN login l ON l.player_id = p.id WHERE p.id = $1";
    let Some(row) = tx.query_opt(sql, params![player]).await? else { return Ok(None) };
    let known = PersonRecord {
        mobile_phone: row.get(0)?,
        first_name: row.get(1)?,
        last_name: row.get(2)?,
        date_of_birth: row.get(3)?,
        personal_id: row.get(4)?,
    };
    Ok(Some((known, row.get(5)?)))
}

/// Keeps one field of an excluded player.
pub(super) async fn keep(tx: &mut Tx, field: &str, value: &str, player: PlayerId) -> Result<()> {
    let sql = "INSERT INTO excluded_person (field, value, player_id) VALUES ($1, $2, $3)
               ON CONFLICT (field, value, player_id) DO NOTHING";
    tx.execute(sql, params![field, value, player]).await.map(drop)
}

/// Whether a player has been excluded, so that fields are kept.
pub(super) async fn is_kept(tx: &mut Tx, player: PlayerId) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM excluded_person WHERE player_id = $1";
    Ok(tx.query_one(sql, params![player]).await?.get::<i64>(0)? > 0)
}

/// The players of a field who are excluded at `now` (UTC milliseconds), each with the end, but for those whom staff have
/// told from the player `own`. Reason 2 is the exclusion.
pub(super) async fn excluded(
    db: &Db,
    field: &str,
    value: &str,
    own: Option<PlayerId>,
    now: i64,
) -> Result<Vec<(PlayerId, i64)>> {
    let sql = "SELECT e.player_id, s.until_ms FROM excluded_person e
               JOIN player_stop s ON s.player_id = e.player_id AND s.reason = 2
               WHERE e.field = $1 AND e.value = $2 AND s.until_ms > $3
                   AND NOT EXISTS (SELECT 1 FROM exclusion_match m
                                   WHERE m.player_id = CAST($4 AS bigint) AND m.excluded_player_id = e.player_id
                                       AND m.cleared_at_ms IS NOT NULL)
               ORDER BY e.player_id LIMIT 20";
    let rows = db.query(sql, params![field, value, now, own]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The players who are excluded at `now` (UTC milliseconds), each with what is shared with `own` and the end: a document that both have
/// shown to the identity partner, or an account to which both have asked for money. Those whom staff have told from `own` are left
/// out, and so is who was only known again.
pub(super) async fn sharing(db: &Db, own: PlayerId, now: i64) -> Result<Vec<(String, PlayerId, i64)>> {
    let sql = "SELECT shared.field, s.player_id, s.until_ms FROM (
                   SELECT 'document' AS field, o.player_id AS player_id
                   FROM identity_check c JOIN identity_check o ON o.document = c.document WHERE c.player_id = $1
                   UNION SELECT 'document', d.player_id
                   FROM identity_check c JOIN identity_document d ON d.document = c.document WHERE c.player_id = $1
                   UNION SELECT 'document', o.player_id
                   FROM identity_document d JOIN identity_check o ON o.document = d.document WHERE d.player_id = $1
                   UNION SELECT 'account', o.player_id
                   FROM payment c JOIN payment o ON o.address = c.address WHERE c.player_id = $1
               ) AS shared JOIN player_stop s ON s.player_id = shared.player_id AND s.reason = 2
               WHERE s.player_id <> $1 AND s.until_ms > $2
                   AND EXISTS (SELECT 1 FROM excluded_person e WHERE e.player_id = s.player_id)
                   AND NOT EXISTS (SELECT 1 FROM exclusion_match m
                                   WHERE m.player_id = $1 AND m.excluded_player_id = s.player_id
                                       AND m.cleared_at_ms IS NOT NULL)
               ORDER BY s.player_id, shared.field LIMIT 20";
    let rows = db.query(sql, params![own, now]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).collect()
}

/// Keeps a match.
pub(super) async fn note(
    tx: &mut Tx,
    id: Uuid,
    found: &Match,
    player: Option<PlayerId>,
    now: i64,
) -> Result<()> {
    let sql = "INSERT INTO exclusion_match (id, at_ms, excluded_player_id, player_id, fields, until_ms)
               VALUES ($1, $2, $3, $4, $5, $6)";
    let row = params![id, now, found.excluded, player, &found.fields, found.until];
    tx.execute(sql, row).await.map(drop)
}

/// At most `limit` matches before the one numbered `before`, newest first: those of refused sign-ups, or of accounts.
pub(super) async fn matches(
    db: &Db,
    of_sign_ups: bool,
    before: Option<Uuid>,
    limit: i64,
) -> Result<Vec<ExclusionMatch>> {
    let which = if of_sign_ups { "player_id IS NULL" } else { "player_id IS NOT NULL" };
    let sql = format!(
        "SELECT id, at_ms, excluded_player_id, player_id, fields, until_ms, cleared_at_ms FROM exclusion_match
         WHERE {which} AND id < $1 ORDER BY id DESC LIMIT $2"
    );
    let rows = db.query(&sql, params![before.unwrap_or(Uuid::max()), limit]).await?;
    let found = |row: &Row| {
        let fields: String = row.get(4)?;
        Ok(ExclusionMatch {
            id: row.get(0)?,
            at: row.get(1)?,
            excluded: row.get(2)?,
            player: row.get(3)?,
            fields: fields.split(',').map(str::to_owned).collect(),
            until: row.get(5)?,
            cleared_at: row.get(6)?,
        })
    };
    rows.iter().map(found).collect()
}

/// Marks the matches of a player as cleared.
pub(super) async fn clear(tx: &mut Tx, player: PlayerId, now: i64) -> Result<()> {
    let sql = "UPDATE exclusion_match SET cleared_at_ms = $2 WHERE player_id = $1 AND cleared_at_ms IS NULL";
    tx.execute(sql, params![player, now]).await.map(drop)
}
