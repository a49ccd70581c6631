//! The SQL of points and of what they have bought.

use std::collections::BTreeMap;

use croupier_db::{Db, Error, Result, Row, Statement, Tx, Value, params, placeholders};
use croupier_ledger::{Key, PlayerId};
use uuid::Uuid;

use super::points::{Earned, PointRound};
use super::purchase::{Purchase, RewardType};
use super::readers::READER;

fn numbers(ids: &[i64]) -> Vec<Value> {
    ids.iter().map(|id| Value::Int(*id)).collect()
}

/// Those of the rounds that are known, by their numbers.
pub(super) async fn rounds(tx: &mut Tx, ids: &[i64]) -> Result<BTreeMap<i64, PointRound>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    tx.query(&known_rounds(ids), numbers(ids)).await?.iter().map(round).collect()
}

/// The same without a transaction, for who only looks.
pub(super) async fn rounds_of(db: &Db, ids: &[i64]) -> Result<BTreeMap<i64, PointRound>> {
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    db.query(&known_rounds(ids), numbers(ids)).await?.iter().map(round).collect()
}

fn known_rounds(ids: &[i64]) -> String {
    format!(
        "SELECT round_id, stake, rate_pico, settled FROM point_round WHERE round_id IN ({})",
        placeholders(1, ids.len())
    )
}

fn round(row: &Row) -> Result<(i64, PointRound)> {
    Ok((row.get(0)?, PointRound { stake: row.get(1)?, rate_pico: row.get(2)?, settled: row.get(3)? }))
}

/// Keeps rounds as they are now.
pub(super) async fn put_rounds(tx: &mut Tx, rounds: &[(i64, PlayerId, PointRound)]) -> Result<()> {
    let sql = "INSERT INTO point_round (round_id, player_id, stake, rate_pico, settled)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (round_id) DO UPDATE SET stake = $3, settled = $5";
    let row = |(id, player, round): &(i64, PlayerId, PointRound)| {
        params![*id, *player, round.stake, round.rate_pico, round.settled]
    };
    tx.execute_each(sql, rounds.iter().map(row).collect()).await
}

/// What each of `players` has earned for life; nothing for one who has earned nothing yet.
pub(super) async fn earned_in(tx: &mut Tx, players: &[PlayerId]) -> Result<BTreeMap<PlayerId, Earned>> {
    if players.is_empty() {
        return Ok(BTreeMap::new());
    }
    let sql = format!(
        "SELECT player_id, earned_points, rest_pico FROM point_account WHERE player_id IN ({})",
        placeholders(1, players.len())
    );
    let earned = |row: &Row| Ok((row.get(0)?, Earned { points: row.get(1)?, rest_pico: row.get(2)? }));
    tx.query(&sql, numbers(players)).await?.iter().map(earned).collect()
}

/// What a batch of the log leaves of a player's account of points.
pub(super) struct KeptAccount {
    /// Whose.
    pub(super) player: PlayerId,
    /// What the player has earned for life by now.
    pub(super) earned: Earned,
    /// Points among them that staff has given since.
    pub(super) given: i64,
    /// What staff has corrected beside them since, in points.
    pub(super) adjusted: i64,
}

/// Keeps accounts of points.
pub(super) async fn put_earned(tx: &mut Tx, accounts: &[KeptAccount]) -> Result<()> {
    let sql = "INSERT INTO point_account (player_id, earned_points, rest_pico, given_points, adjusted_points)
               VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (player_id) DO UPDATE SET earned_points = $2, rest_pico = $3,
                   given_points = point_account.given_points + $4,
                   adjusted_points = point_account.adjusted_points + $5";
    let row = |KeptAccount { player, earned, given, adjusted }: &KeptAccount| {
        params![*player, earned.points, earned.rest_pico, *given, *adjusted]
    };
    tx.execute_each(sql, accounts.iter().map(row).collect()).await
}

/// The statement that adds `points` to a player's corrections. It misses unless the player can spend `left` by then: it is
/// decided in the lane, after the points have moved, so nothing else of the same instant is overlooked.
pub(super) fn correct(player: PlayerId, points: i64, left: i64) -> Statement {
    let sql = "INSERT INTO point_account (player_id, adjusted_points)
               SELECT $1, $2
               WHERE (SELECT CAST(COALESCE(SUM(w.points), 0) AS bigint) FROM wallet w WHERE w.player_id = $1) -
                     (SELECT CAST(COALESCE(SUM(d.takes), 0) AS bigint) FROM due_payment d
                      WHERE d.reader = $4 AND d.player_id = $1 AND d.paid_at_ms IS NULL) = $3
               ON CONFLICT (player_id) DO UPDATE SET adjusted_points = point_account.adjusted_points + $2";
    Statement { sql, params: params![player, points, left, READER], expect_one_row: true }
}

/// What `players` have earned for life, to the last part of a point; one who never had any is left out.
pub(super) async fn exactly_earned_of(db: &Db, players: &[PlayerId]) -> Result<Vec<(PlayerId, Earned)>> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT player_id, earned_points, rest_pico FROM point_account WHERE player_id IN ({})",
        placeholders(1, players.len())
    );
    let earned = |row: &Row| Ok((row.get(0)?, Earned { points: row.get(1)?, rest_pico: row.get(2)? }));
    db.query(&sql, numbers(players)).await?.iter().map(earned).collect()
}

/// Whole points that `players` have earned for life; one who never had any is left out.
pub(super) async fn earned_of(db: &Db, players: &[PlayerId]) -> Result<Vec<(PlayerId, i64)>> {
    if players.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT player_id, earned_points FROM point_account WHERE player_id IN ({})",
        placeholders(1, players.len())
    );
    db.query(&sql, numbers(players)).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The purchase that a player has made under an idempotency key.
pub(super) async fn purchase(db: &Db, player: PlayerId, key: &str) -> Result<Option<Purchase>> {
    let sql = "SELECT id, fingerprint, group_key, points, currency, amount, at_ms, type, bonus_amount
               FROM point_purchase WHERE player_id = $1 AND idempotency_key = $2";
    let Some(row) = db.query_opt(sql, params![player, key]).await? else { return Ok(None) };
    let (currency, kind): (String, String) = (row.get(4)?, row.get(7)?);
    let fingerprint: Vec<u8> = row.get(1)?;
    let corrupt = |what: &str| Error::Corrupt(format!("a purchase with {what}"));
    Ok(Some(Purchase {
        id: row.get(0)?,
        player,
        idempotency_key: key.to_owned(),
        fingerprint: Key(fingerprint.try_into().map_err(|_| corrupt("a fingerprint of another length"))?),
        kind: RewardType::from_name(&kind).ok_or_else(|| corrupt(&kind))?,
        group: row.get(2)?,
        points: row.get(3)?,
        currency: currency.parse().map_err(|_| corrupt(&currency))?,
        amount: row.get(5)?,
        bonus_amount: row.get(8)?,
        at: row.get(6)?,
    }))
}

/// The statement that writes a purchase down. It misses when the player is stopped at that moment, and when the points that
/// are left would not cover those that are still to be taken back: it is decided in the lane, after the points have moved, so
/// neither a stop nor another purchase of the same instant is overlooked.
pub(super) fn insert(purchase: &Purchase) -> Statement {
    let sql =
        "INSERT INTO point_purchase (id, player_id, idempotency_key, fingerprint, type, group_key, points,
                   currency, amount, bonus_amount, at_ms)
               SELECT $1, $2, $3, $4, $11, $5, $6, $7, $8, $12, $9
               WHERE NOT EXISTS (SELECT 1 FROM player_stop WHERE player_id = $2 AND until_ms > $9)
                   AND (SELECT COALESCE(SUM(points), 0) FROM wallet WHERE player_id = $2) >=
                       (SELECT COALESCE(SUM(takes), 0) FROM due_payment
                        WHERE reader = $10 AND player_id = $2 AND paid_at_ms IS NULL)";
    let Purchase {
        id,
        player,
        idempotency_key,
        fingerprint,
        kind,
        group,
        points,
        currency,
        amount,
        bonus_amount,
        at,
    } = purchase;
    let id: Uuid = *id;
    let params = params![
        id,
        *player,
        idempotency_key.clone(),
        fingerprint.0.to_vec(),
        group.clone(),
        *points,
        currency.code(),
        *amount,
        *at,
        READER,
        kind.name(),
        *bonus_amount,
    ];
    Statement { sql, params, expect_one_row: true }
}
