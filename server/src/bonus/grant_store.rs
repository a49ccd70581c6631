//! The SQL of free spins.

use croupier_db::{Db, Result, Row, Statement, params};
use croupier_ledger::PlayerId;
use croupier_promo::{End, FreespinStage, Kind};

use super::model::{Due, Grant};
use super::store::{SHOWN_MAX, currency, execute, json, maybe_named, named, of_json, readable};

const GRANT: &str = "SELECT id, player_id, currency, offer, kind, group_key, title, terms, source, stage, games,
    provider, stake, total, performed, ended_rounds, won, paid, withheld, valid_ms, issued_at_ms, activatable_until_ms,
    activated_at_ms, valid_until_ms, ended_at_ms, ended_by, settled_at_ms, due,
    offer_version FROM freespin_grant";

fn grant(row: &Row) -> Result<Grant> {
    Ok(Grant {
        id: row.get(0)?,
        player: row.get(1)?,
        currency: currency(&row.get::<String>(2)?)?,
        offer: row.get(3)?,
        kind: named(&row.get::<String>(4)?, Kind::from_name)?,
        group_key: row.get(5)?,
        title: of_json(&row.get::<String>(6)?)?,
        terms: of_json(&row.get::<String>(7)?)?,
        source: row.get(8)?,
        stage: named(&row.get::<String>(9)?, FreespinStage::from_name)?,
        games: of_json(&row.get::<String>(10)?)?,
        provider: row.get(11)?,
        stake: row.get(12)?,
        total: row.get(13)?,
        performed: row.get(14)?,
        ended_rounds: row.get(15)?,
        won: row.get(16)?,
        paid: row.get(17)?,
        withheld: row.get(18)?,
        valid_ms: row.get(19)?,
        issued_at: row.get(20)?,
        activatable_until: row.get(21)?,
        activated_at: row.get(22)?,
        valid_until: row.get(23)?,
        ended_at: row.get(24)?,
        ended_by: maybe_named(row.get(25)?, End::from_name)?,
        settled_at: row.get(26)?,
        due: maybe_named(row.get(27)?, Due::from_name)?,
        offer_version: row.get(28)?,
    })
}

fn grants(rows: &[Row]) -> Result<Vec<Grant>> {
    rows.iter().map(grant).collect()
}

/// The newest grants of a player. One that has not ended is left out for none that has.
pub(super) async fn grants_of(db: &Db, player: PlayerId) -> Result<Vec<Grant>> {
    let sql = format!(
        "{GRANT} WHERE id IN (
             SELECT id FROM freespin_grant WHERE player_id = $1
             ORDER BY CASE WHEN ended_at_ms IS NULL THEN 0 ELSE 1 END, id DESC LIMIT $2)
         ORDER BY id DESC"
    );
    grants(&db.query(&sql, params![player, SHOWN_MAX]).await?)
}

/// The grants of a player whose sources begin with `prefix`.
pub(super) async fn grants_from(db: &Db, player: PlayerId, prefix: &str) -> Result<Vec<Grant>> {
    let sql = format!("{GRANT} WHERE player_id = $1 AND source LIKE $2 ORDER BY id");
    grants(&db.query(&sql, params![player, format!("{prefix}%")]).await?)
}

/// A grant of a player.
pub(super) async fn own_grant(db: &Db, player: PlayerId, id: i64) -> Result<Option<Grant>> {
    let sql = format!("{GRANT} WHERE player_id = $1 AND id = $2");
    db.query_opt(&sql, params![player, id]).await?.as_ref().map(grant).transpose()
}

/// Grants that a server has something to do with at `now`: what is due, whose time is over, or whose winnings can be paid.
/// What was put off for longer comes first.
pub(super) async fn due_grants(db: &Db, now: i64, limit: i64) -> Result<Vec<Grant>> {
    let mut due = Vec::new();
    for what in [
        "due IS NOT NULL",
        "ended_at_ms IS NULL AND deadline_ms <= $1",
        "settled_at_ms IS NULL AND performed > 0 AND performed = ended_rounds
             AND (performed = total OR ended_at_ms IS NOT NULL)",
    ] {
        let sql = format!("{GRANT} WHERE {what} AND next_try_ms <= $1 ORDER BY next_try_ms, id LIMIT $2");
        due.extend(readable(&db.query(&sql, params![now, limit]).await?, grant));
    }
    Ok(due)
}

/// Puts a grant off that could not be brought on until `next_try`, UTC milliseconds.
pub(super) async fn put_off(db: &Db, id: i64, next_try: i64) -> Result<()> {
    let sql = "UPDATE freespin_grant SET next_try_ms = $2 WHERE id = $1";
    execute(db, sql, params![id, next_try]).await.map(drop)
}

/// The free spins that came with gifts from `sources` and have not ended.
pub(super) async fn current_from(db: &Db, player: PlayerId, sources: &[&str]) -> Result<Vec<Grant>> {
    let own = grants_of(db, player).await?;
    Ok(own
        .into_iter()
        .filter(|grant| grant.stage.is_current() && sources.contains(&grant.source.as_str()))
        .collect())
}

/// The statement that writes a new grant, once for its source.
pub(super) fn add_grant(new: &Grant) -> Result<Statement> {
    let sql = "INSERT INTO freespin_grant (id, player_id, currency, offer, kind, group_key, title, terms, source, stage,
                   games, provider, stake, total, valid_ms, issued_at_ms, activatable_until_ms, due, deadline_ms,
                   offer_version)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
               ON CONFLICT (player_id, source) DO NOTHING";
    let params = params![
        new.id,
        new.player,
        new.currency.code(),
        &new.offer,
        new.kind.name(),
        &new.group_key,
        json(&new.title)?,
        json(&new.terms)?,
        &new.source,
        new.stage.name(),
        json(&new.games)?,
        &new.provider,
        new.stake,
        new.total,
        new.valid_ms,
        new.issued_at,
        new.activatable_until,
        new.due.map(Due::name),
        new.deadline(),
        new.offer_version,
    ];
    Ok(Statement { sql, params, expect_one_row: true })
}

/// The statement that brings a grant from the stage `from` to what `next` says. An activation holds only while its player is
/// not stopped, and what is no end only while staff or an exclusion has not asked for one.
pub(super) fn change_grant(from: FreespinStage, next: &Grant, now: i64) -> Statement {
    let sql = "UPDATE freespin_grant SET stage = $3, activated_at_ms = $4, valid_until_ms = $5, ended_at_ms = $6,
                   ended_by = $7, due = $8, deadline_ms = $9
               WHERE id = $1 AND stage = $2 AND ($10 OR NOT EXISTS (
                   SELECT 1 FROM player_stop s WHERE s.player_id = freespin_grant.player_id AND s.until_ms > $11))
                   AND ($12 OR due IS NULL OR due NOT IN ('staff', 'excluded', 'closed'))";
    let params = params![
        next.id,
        from.name(),
        next.stage.name(),
        next.activated_at,
        next.valid_until,
        next.ended_at,
        next.ended_by.map(End::name),
        next.due.map(Due::name),
        next.deadline(),
        next.stage != FreespinStage::Activated,
        now,
        next.ended_by.is_some(),
    ];
    Statement { sql, params, expect_one_row: true }
}

/// The statement that takes one free spin, within the commit of its bet.
pub(super) fn perform(grant: &Grant, now: i64) -> Statement {
    let sql = "UPDATE freespin_grant SET performed = performed + 1
               WHERE id = $1 AND player_id = $2 AND stage = 'activated' AND performed < total AND valid_until_ms > $3";
    Statement { sql, params: params![grant.id, grant.player, now], expect_one_row: true }
}

/// Activated grants of `provider` of which nothing was played and that its partner has not been asked for, or was not
/// answered about before `now`: in the order of their numbers, those after `after`.
pub(super) async fn grants_elsewhere(
    db: &Db,
    provider: &str,
    now: i64,
    (after, limit): (i64, i64),
) -> Result<Vec<Grant>> {
    let sql = format!(
        "{GRANT} WHERE provider = $1 AND stage = 'activated' AND performed = 0 AND valid_until_ms > $2 AND id > $4
             AND NOT EXISTS (SELECT 1 FROM partner_freespins p WHERE p.grant_id = freespin_grant.id
                 AND (p.state <> 'asked' OR p.next_try_ms > $2))
         ORDER BY id LIMIT $3"
    );
    grants(&db.query(&sql, params![provider, now, limit, after]).await?)
}

/// The statement that takes all free spins of a grant whose partner has told their end. One round stands for all of them:
/// its end counts as the last one.
pub(super) fn perform_all(grant: &Grant) -> Statement {
    let sql = "UPDATE freespin_grant SET performed = total, ended_rounds = total - 1
               WHERE id = $1 AND player_id = $2 AND activated_at_ms IS NOT NULL AND performed = 0
                   AND settled_at_ms IS NULL";
    Statement { sql, params: params![grant.id, grant.player], expect_one_row: true }
}

/// The statement that says that the winnings were paid. It holds while the reader has met every round of the grant.
pub(super) fn settle(next: &Grant, from: FreespinStage) -> Statement {
    let sql = "UPDATE freespin_grant SET stage = $3, ended_at_ms = $4, ended_by = $5, settled_at_ms = $6, paid = $7,
                   withheld = $8, due = NULL, deadline_ms = NULL
               WHERE id = $1 AND stage = $2 AND settled_at_ms IS NULL AND performed = ended_rounds AND won = $9";
    let params = params![
        next.id,
        from.name(),
        next.stage.name(),
        next.ended_at,
        next.ended_by.map(End::name),
        next.settled_at,
        next.paid,
        next.withheld,
        next.won,
    ];
    Statement { sql, params, expect_one_row: true }
}
