//! The SQL of awards.

use croupier_db::{Db, Error, Result, Row, Statement, Tx, Value, log, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;
use croupier_promo::{BonusStage, End, Kind, Progress};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::model::{Award, Due};

/// Gifts in one answer.
pub(super) const SHOWN_MAX: i64 = 100;

/// `value` as JSON.
pub(super) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::Engine(error.to_string()))
}

/// What JSON of a row says.
pub(super) fn of_json<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Corrupt(format!("a gift: {error}")))
}

/// What a row calls `name`.
pub(super) fn named<T>(name: &str, find: impl Fn(&str) -> Option<T>) -> Result<T> {
    find(name).ok_or_else(|| Error::Corrupt(format!("a gift with {name:?}")))
}

/// See [`named`].
pub(super) fn maybe_named<T>(name: Option<String>, find: impl Fn(&str) -> Option<T>) -> Result<Option<T>> {
    name.map(|name| named(&name, find)).transpose()
}

/// The currency of a row.
pub(super) fn currency(code: &str) -> Result<Currency> {
    named(code, |code| code.parse().ok())
}

pub(super) const AWARD: &str = "SELECT id, player_id, currency, offer, kind, group_key, title, terms, source, stage, amount,
    requirement, wagered, issued_at_ms, activatable_until_ms, activated_at_ms, valid_until_ms, ended_at_ms, ended_by,
    granted, converted, withheld, forfeited, due, group_id, deducted, place,
    offer_version, next_try_ms FROM bonus_award";

pub(super) fn award(row: &Row) -> Result<Award> {
    Ok(Award {
        id: row.get(0)?,
        player: row.get(1)?,
        currency: currency(&row.get::<String>(2)?)?,
        offer: row.get(3)?,
        kind: named(&row.get::<String>(4)?, Kind::from_name)?,
        group_key: row.get(5)?,
        title: of_json(&row.get::<String>(6)?)?,
        terms: of_json(&row.get::<String>(7)?)?,
        source: row.get(8)?,
        stage: named(&row.get::<String>(9)?, BonusStage::from_name)?,
        amount: row.get(10)?,
        requirement: row.get(11)?,
        wagered: Progress(row.get(12)?),
        issued_at: row.get(13)?,
        activatable_until: row.get(14)?,
        activated_at: row.get(15)?,
        valid_until: row.get(16)?,
        ended_at: row.get(17)?,
        ended_by: maybe_named(row.get(18)?, End::from_name)?,
        granted: row.get(19)?,
        converted: row.get(20)?,
        withheld: row.get(21)?,
        forfeited: row.get(22)?,
        due: maybe_named(row.get(23)?, Due::from_name)?,
        group: row.get(24)?,
        deducted: row.get(25)?,
        place: row.get(26)?,
        offer_version: row.get(27)?,
        next_try: row.get(28)?,
    })
}

pub(super) fn awards(rows: &[Row]) -> Result<Vec<Award>> {
    rows.iter().map(award).collect()
}

/// The newest awards of a player. One that has not ended is left out for none that has.
pub(super) async fn awards_of(db: &Db, player: PlayerId) -> Result<Vec<Award>> {
    let sql = format!(
        "{AWARD} WHERE id IN (
             SELECT id FROM bonus_award WHERE player_id = $1
             ORDER BY CASE WHEN ended_at_ms IS NULL THEN 0 ELSE 1 END, id DESC LIMIT $2)
         ORDER BY id DESC"
    );
    awards(&db.query(&sql, params![player, SHOWN_MAX]).await?)
}

/// The awards of a player whose sources begin with `prefix`.
pub(super) async fn awards_from(db: &Db, player: PlayerId, prefix: &str) -> Result<Vec<Award>> {
    let sql = format!("{AWARD} WHERE player_id = $1 AND source LIKE $2 ORDER BY id");
    awards(&db.query(&sql, params![player, format!("{prefix}%")]).await?)
}

/// An award of a player.
pub(super) async fn own_award(db: &Db, player: PlayerId, id: i64) -> Result<Option<Award>> {
    let sql = format!("{AWARD} WHERE player_id = $1 AND id = $2");
    db.query_opt(&sql, params![player, id]).await?.as_ref().map(award).transpose()
}

/// The active award of a wallet.
pub(super) async fn active(db: &Db, player: PlayerId, currency: Currency) -> Result<Option<Award>> {
    let sql = format!("{AWARD} WHERE player_id = $1 AND currency = $2 AND stage = 'handle_bets'");
    db.query_opt(&sql, params![player, currency.code()]).await?.as_ref().map(award).transpose()
}

/// Awards that a withdrawal from the wallet ends.
pub(super) async fn ended_by_cashout(db: &Db, player: PlayerId, currency: Currency) -> Result<Vec<Award>> {
    let sql = format!(
        "{AWARD} WHERE player_id = $1 AND currency = $2 AND cancels_on_cashout AND ended_at_ms IS NULL ORDER BY id"
    );
    awards(&db.query(&sql, params![player, currency.code()]).await?)
}

/// Awards that a server has something to do with at `now`: what is due, whose time is over, and what waits though nothing
/// is active in its wallet. What was put off for longer comes first, so that none keeps others from their turn.
pub(super) async fn due_awards(db: &Db, now: i64, limit: i64) -> Result<Vec<Award>> {
    let mut due = Vec::new();
    for what in [
        "due IS NOT NULL",
        "ended_at_ms IS NULL AND deadline_ms <= $1",
        "stage = 'wait' AND NOT EXISTS (
             SELECT 1 FROM bonus_award a WHERE a.player_id = bonus_award.player_id
                 AND a.currency = bonus_award.currency AND a.stage = 'handle_bets')",
    ] {
        let sql = format!(
            "{AWARD} WHERE {what} AND next_try_ms <= $1 ORDER BY next_try_ms, COALESCE(place, 0), id LIMIT $2"
        );
        due.extend(readable(&db.query(&sql, params![now, limit]).await?, award));
    }
    Ok(due)
}

/// The rows that this server can read. One that it cannot, as a newer server wrote it, holds up no other.
pub(super) fn readable<T>(rows: &[Row], read: impl Fn(&Row) -> Result<T>) -> Vec<T> {
    let gift = |row| read(row).inspect_err(|error| tracing::error!(?error, "a gift cannot be read")).ok();
    rows.iter().filter_map(gift).collect()
}

/// Whether the reader that counts bets has not met every row of a wallet yet.
pub(super) async fn has_uncounted(db: &Db, award: &Award) -> Result<bool> {
    let lane = i64::from(log::lane_of(db, award.player));
    let sql = "SELECT 1 FROM transfer t
               JOIN reader r ON r.name = 'bonus_progress' AND r.lane = $3
               JOIN wallet w ON w.id = t.wallet_id AND w.player_id = $1 AND w.currency = $2
               WHERE t.lsn > $3 * 281474976710656 + r.position AND t.lsn < ($3 + 1) * 281474976710656 LIMIT 1";
    Ok(db.query_opt(sql, params![award.player, award.currency.code(), lane]).await?.is_some())
}

/// Whether a partner's round is open in the wallet of an award that was opened after `since` (UTC milliseconds) and has staked
/// money of the award, or any when `whatever_staked`.
pub(super) async fn has_undecided(db: &Db, award: &Award, whatever_staked: bool, since: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM round r
               JOIN wallet w ON w.id = r.wallet_id AND w.player_id = $1 AND w.currency = $2
               WHERE r.player_id = $1 AND r.status = 0 AND r.nonce = 0 AND r.grant_id IS NULL AND r.opened_at_ms > $5
                   AND ($4 OR r.bonus_id = $3) LIMIT 1";
    let params = params![award.player, award.currency.code(), award.id, whatever_staked, since];
    Ok(db.query_opt(sql, params).await?.is_some())
}

/// Whether the player got a gift from `source` before.
pub(super) async fn has_source(db: &Db, player: PlayerId, source: &str) -> Result<bool> {
    let sql = "SELECT 1 FROM bonus_award WHERE player_id = $1 AND source = $2
               UNION ALL SELECT 1 FROM freespin_grant WHERE player_id = $1 AND source = $2 LIMIT 1";
    Ok(db.query_opt(sql, params![player, source]).await?.is_some())
}

/// Whether one of `players` got a gift of an offer.
pub(super) async fn any_has_offer(tx: &mut Tx, players: &[PlayerId], offer: &str) -> Result<bool> {
    for player in players {
        let sql = "SELECT 1 FROM bonus_award WHERE player_id = $1 AND offer = $2
                   UNION ALL SELECT 1 FROM freespin_grant WHERE player_id = $1 AND offer = $2 LIMIT 1";
        if tx.query_opt(sql, params![*player, offer]).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The statement that writes a new award, once for its source.
pub(super) fn add_award(new: &Award) -> Result<Statement> {
    let sql = "INSERT INTO bonus_award (id, player_id, currency, offer, kind, group_key, title, terms, source, stage,
                   amount, requirement, cancels_on_cashout, issued_at_ms, activatable_until_ms, due, deadline_ms, group_id,
                   offer_version)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
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
        new.amount,
        new.requirement,
        new.terms.ends_at_cashout(),
        new.issued_at,
        new.activatable_until,
        new.due.map(Due::name),
        new.deadline(),
        new.group,
        new.offer_version,
    ];
    Ok(Statement { sql, params, expect_one_row: true })
}

/// The statement that brings an award from the stage `from` to what `next` says. An activation holds only while its player
/// is not stopped, an end in the player's favour only while everything is wagered, one for its time or because it was given up
/// only while that is not so, and what is no end only while staff or an exclusion has not asked for one.
pub(super) fn change_award(from: BonusStage, next: &Award, now: i64) -> Statement {
    let sql = "UPDATE bonus_award SET stage = $3, activated_at_ms = $4, valid_until_ms = $5, ended_at_ms = $6,
                   ended_by = $7, granted = $8, converted = $9, withheld = $10, forfeited = $11, due = $12,
                   deadline_ms = $13, deducted = $19, place = $20
               WHERE id = $1 AND stage = $2 AND wagered >= $14 AND ($15 OR NOT EXISTS (
                   SELECT 1 FROM player_stop s WHERE s.player_id = bonus_award.player_id AND s.until_ms > $16))
                   AND ($17 OR wagered < requirement * 100)
                   AND ($18 OR due IS NULL OR due NOT IN ('staff', 'excluded', 'closed'))";
    // Money is paid and over with its activation, and so are things.
    let is_activation =
        (next.granted > 0 || next.ended_by == Some(End::Given)) && from != BonusStage::HandleBets;
    let is_before_wagered = matches!(next.ended_by, Some(End::TimeOver | End::Declined | End::CashedOut));
    let enough = if next.ended_by == Some(End::Wagered) { next.requirement.saturating_mul(100) } else { 0 };
    let params = params![
        next.id,
        from.name(),
        next.stage.name(),
        next.activated_at,
        next.valid_until,
        next.ended_at,
        next.ended_by.map(End::name),
        next.granted,
        next.converted,
        next.withheld,
        next.forfeited,
        next.due.map(Due::name),
        next.deadline(),
        enough,
        !is_activation,
        now,
        !is_before_wagered || from != BonusStage::HandleBets,
        next.ended_by.is_some() && !is_activation,
        next.deducted,
        next.place,
    ];
    Statement { sql, params, expect_one_row: true }
}

/// The statement that notes by which decision a thing was handed over.
pub(super) fn note_handover(id: i64, reference: &str) -> Statement {
    let sql = "UPDATE bonus_award SET handover_reference = $2 WHERE id = $1 AND handover_reference IS NULL";
    Statement { sql, params: params![id, reference], expect_one_row: true }
}

/// Whether a thing was handed over by this decision.
pub(super) async fn was_handed_over_by(db: &Db, id: i64, reference: &str) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM bonus_award WHERE id = $1 AND handover_reference = $2";
    Ok(db.query_one(sql, params![id, reference]).await?.get::<i64>(0)? == 1)
}

/// Puts an award off that could not be brought on until `next_try`, UTC milliseconds, or until something moves in its wallet;
/// not one in whose wallet something has moved since it was read.
pub(super) async fn put_off(db: &Db, award: &Award, next_try: i64) -> Result<()> {
    let sql = "UPDATE bonus_award SET next_try_ms = $2 WHERE id = $1 AND next_try_ms = $3";
    execute(db, sql, params![award.id, next_try, award.next_try]).await.map(drop)
}

/// Runs a statement in a transaction of its own; how many rows it hit.
pub(super) async fn execute(db: &Db, sql: &str, params: Vec<Value>) -> Result<u64> {
    let mut tx = db.begin().await?;
    let hit = tx.execute(sql, params).await?;
    tx.commit().await?;
    Ok(hit)
}

/// Whose a gift is.
pub(super) async fn owner(db: &Db, id: i64) -> Result<Option<PlayerId>> {
    let sql = "SELECT player_id FROM bonus_award WHERE id = $1
               UNION ALL SELECT player_id FROM freespin_grant WHERE id = $1 LIMIT 1";
    db.query_opt(sql, params![id]).await?.map(|row| row.get(0)).transpose()
}

/// Says within the caller's transaction that staff ends a gift; `false` when it has ended, or staff has said so before.
pub(super) async fn end_by_staff(tx: &mut Tx, id: i64) -> Result<bool> {
    let award = "UPDATE bonus_award SET due = 'staff', next_try_ms = 0
                 WHERE id = $1 AND ended_at_ms IS NULL AND (due IS NULL OR due <> 'staff')";
    let grant = "UPDATE freespin_grant SET due = 'staff', next_try_ms = 0
                 WHERE id = $1 AND ended_at_ms IS NULL AND (due IS NULL OR due <> 'staff')";
    Ok(tx.execute(award, params![id]).await? + tx.execute(grant, params![id]).await? > 0)
}

/// Runs a statement within the caller's transaction; whether it has hit its row.
pub(super) async fn run(tx: &mut Tx, statement: Statement) -> Result<bool> {
    Ok(tx.execute(statement.sql, statement.params).await? == 1)
}
