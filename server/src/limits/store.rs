//! The SQL of limits and of the changes that wait.

use croupier_db::{Db, Error, Result, Row, Tx, params, placeholders};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::model::{LimitType, Period};

/// A limit as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LimitRow {
    pub(super) id: Uuid,
    pub(super) player: PlayerId,
    pub(super) kind: LimitType,
    pub(super) period: Period,
    /// UTC milliseconds; windows are anchored here.
    pub(super) created_at: i64,
    /// The end of a pause, UTC milliseconds.
    pub(super) active_until: Option<i64>,
    /// The cap of a limit on sessions.
    pub(super) minutes: Option<i64>,
    /// The play time of its window, in milliseconds.
    pub(super) played_ms: i64,
    /// When its window ends, UTC milliseconds; none before the first round.
    pub(super) window_until: Option<i64>,
    /// When the last round was that it counts, UTC milliseconds.
    pub(super) last_round: Option<i64>,
}

const LIMIT: &str = "SELECT id, player_id, type, period, created_at_ms, active_until_ms, minutes, played_ms,
    window_until_ms, last_round_ms FROM user_limit";

fn limit(row: &Row) -> Result<LimitRow> {
    let (kind, period): (String, String) = (row.get(2)?, row.get(3)?);
    let corrupt = || Error::Corrupt(format!("a limit of type {kind} and period {period}"));
    Ok(LimitRow {
        id: row.get(0)?,
        player: row.get(1)?,
        kind: LimitType::from_name(&kind).ok_or_else(corrupt)?,
        period: Period::from_name(&period).ok_or_else(corrupt)?,
        created_at: row.get(4)?,
        active_until: row.get(5)?,
        minutes: row.get(6)?,
        played_ms: row.get(7)?,
        window_until: row.get(8)?,
        last_round: row.get(9)?,
    })
}

/// The limits of a player that hold at `now` (UTC milliseconds), oldest first.
pub(super) async fn active(db: &Db, player: PlayerId, now: i64) -> Result<Vec<LimitRow>> {
    let sql = format!(
        "{LIMIT} WHERE player_id = $1 AND disabled_at_ms IS NULL
             AND (active_until_ms IS NULL OR active_until_ms > $2) ORDER BY id"
    );
    db.query(&sql, params![player, now]).await?.iter().map(limit).collect()
}

/// The player's limit on sessions that leaves least, read for a round.
pub(super) async fn session_limits(db: &Db, player: PlayerId) -> Result<Vec<LimitRow>> {
    let sql = format!("{LIMIT} WHERE player_id = $1 AND type = 'session' AND disabled_at_ms IS NULL");
    db.query(&sql, params![player]).await?.iter().map(limit).collect()
}

/// The limits on sessions of several players.
pub(super) async fn session_limits_in(tx: &mut Tx, players: &[PlayerId]) -> Result<Vec<LimitRow>> {
    let among = placeholders(1, players.len());
    let sql = format!("{LIMIT} WHERE type = 'session' AND disabled_at_ms IS NULL AND player_id IN ({among})");
    let players = players.iter().map(|player| (*player).into()).collect();
    tx.query(&sql, players).await?.iter().map(limit).collect()
}

/// Writes what a limit on sessions has counted.
pub(super) async fn put_played(tx: &mut Tx, limit: &LimitRow) -> Result<()> {
    let sql = "UPDATE user_limit SET played_ms = $2, window_until_ms = $3, last_round_ms = $4 WHERE id = $1";
    let row = params![limit.id, limit.played_ms, limit.window_until, limit.last_round];
    tx.execute(sql, row).await.map(drop)
}

/// The player's limit of a type and period that is not disabled, its end passed or not.
pub(super) async fn find(
    tx: &mut Tx,
    player: PlayerId,
    kind: LimitType,
    period: Period,
) -> Result<Option<LimitRow>> {
    let sql =
        format!("{LIMIT} WHERE player_id = $1 AND type = $2 AND period = $3 AND disabled_at_ms IS NULL");
    let row = tx.query_opt(&sql, params![player, kind.name(), period.name()]).await?;
    row.as_ref().map(limit).transpose()
}

/// The player's limit with this number, unless it is disabled.
pub(super) async fn own(tx: &mut Tx, player: PlayerId, id: Uuid) -> Result<Option<LimitRow>> {
    let sql = format!("{LIMIT} WHERE player_id = $1 AND id = $2 AND disabled_at_ms IS NULL");
    tx.query_opt(&sql, params![player, id]).await?.as_ref().map(limit).transpose()
}

/// Writes a new limit.
pub(super) async fn add(tx: &mut Tx, new: &LimitRow) -> Result<()> {
    let sql = "INSERT INTO user_limit (id, player_id, type, period, created_at_ms, active_until_ms, minutes)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let LimitRow { id, player, kind, period, created_at, active_until, minutes, .. } = new;
    let row = params![*id, *player, kind.name(), period.name(), *created_at, *active_until, *minutes];
    tx.execute(sql, row).await.map(drop)
}

/// Changes the cap of a limit on sessions.
pub(super) async fn set_minutes(tx: &mut Tx, id: Uuid, minutes: i64) -> Result<()> {
    tx.execute("UPDATE user_limit SET minutes = $2 WHERE id = $1", params![id, minutes]).await.map(drop)
}

/// Takes a limit out of force.
pub(super) async fn disable(tx: &mut Tx, id: Uuid, at: i64) -> Result<()> {
    let sql = "UPDATE user_limit SET disabled_at_ms = $2 WHERE id = $1 AND disabled_at_ms IS NULL";
    tx.execute(sql, params![id, at]).await.map(drop)
}

/// A looser limit that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChangeRow {
    pub(super) id: Uuid,
    pub(super) limit: Uuid,
    pub(super) player: PlayerId,
    /// Empty where the change is of the whole limit.
    pub(super) currency: String,
    /// The new cap in subunits or minutes; `None` removes the limit.
    pub(super) amount: Option<i64>,
    pub(super) asked_at: i64,
    pub(super) mailed_at: i64,
    pub(super) confirm_until: i64,
    /// When it comes into force, once it is confirmed.
    pub(super) effective_at: Option<i64>,
}

impl ChangeRow {
    /// Whether it may still come into force.
    pub(super) const fn waits(&self, now: i64) -> bool {
        self.effective_at.is_some() || self.confirm_until > now
    }
}

const CHANGE: &str = "SELECT id, limit_id, player_id, currency, amount, asked_at_ms, mailed_at_ms,
    confirm_until_ms, effective_at_ms FROM user_limit_change";

fn change(row: &Row) -> Result<ChangeRow> {
    Ok(ChangeRow {
        id: row.get(0)?,
        limit: row.get(1)?,
        player: row.get(2)?,
        currency: row.get(3)?,
        amount: row.get(4)?,
        asked_at: row.get(5)?,
        mailed_at: row.get(6)?,
        confirm_until: row.get(7)?,
        effective_at: row.get(8)?,
    })
}

/// The changes of a player that wait, oldest first.
pub(super) async fn waiting(db: &Db, player: PlayerId, now: i64) -> Result<Vec<ChangeRow>> {
    let sql = format!(
        "{CHANGE} WHERE ended_at_ms IS NULL
             AND limit_id IN (SELECT id FROM user_limit WHERE player_id = $1 AND disabled_at_ms IS NULL)
             AND (effective_at_ms IS NOT NULL OR confirm_until_ms > $2) ORDER BY id"
    );
    db.query(&sql, params![player, now]).await?.iter().map(change).collect()
}

/// The changes of a limit that have not ended.
pub(super) async fn open_changes(tx: &mut Tx, limit: Uuid) -> Result<Vec<ChangeRow>> {
    let sql = format!("{CHANGE} WHERE limit_id = $1 AND ended_at_ms IS NULL ORDER BY id");
    tx.query(&sql, params![limit]).await?.iter().map(change).collect()
}

/// Writes a change that waits for its confirmation.
pub(super) async fn add_change(tx: &mut Tx, new: &ChangeRow, token_hash: &[u8]) -> Result<()> {
    let sql = "INSERT INTO user_limit_change (id, limit_id, player_id, currency, amount, token_hash,
                   asked_at_ms, mailed_at_ms, confirm_until_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let c = new;
    let row = params![
        c.id,
        c.limit,
        c.player,
        &c.currency,
        c.amount,
        token_hash,
        c.asked_at,
        c.mailed_at,
        c.confirm_until,
    ];
    tx.execute(sql, row).await.map(drop)
}

/// Notes that a change was mailed again.
pub(super) async fn note_mailed(tx: &mut Tx, id: Uuid, at: i64) -> Result<()> {
    tx.execute("UPDATE user_limit_change SET mailed_at_ms = $2 WHERE id = $1", params![id, at])
        .await
        .map(drop)
}

/// How a change ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It came into force.
    Applied,
    /// Its player took it back.
    Canceled,
    /// Another change took its place.
    Replaced,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Self::Applied => "applied",
            Self::Canceled => "canceled",
            Self::Replaced => "replaced",
        }
    }
}

/// Ends a change; `false` when it has ended before.
pub(super) async fn end_change(tx: &mut Tx, id: Uuid, outcome: Outcome, at: i64) -> Result<bool> {
    let sql =
        "UPDATE user_limit_change SET ended_at_ms = $3, outcome = $2 WHERE id = $1 AND ended_at_ms IS NULL";
    Ok(tx.execute(sql, params![id, outcome.name(), at]).await? == 1)
}

/// The change that a token confirms, whatever became of it.
pub(super) async fn by_token(db: &Db, token_hash: &[u8]) -> Result<Option<ChangeRow>> {
    let sql = format!("{CHANGE} WHERE token_hash = $1");
    db.query_opt(&sql, params![token_hash]).await?.as_ref().map(change).transpose()
}

/// Confirms a change once, before its time to be confirmed is over.
pub(super) async fn confirm(tx: &mut Tx, id: Uuid, now: i64, effective_at: i64) -> Result<bool> {
    let sql = "UPDATE user_limit_change SET confirmed_at_ms = $2, effective_at_ms = $3
               WHERE id = $1 AND confirmed_at_ms IS NULL AND ended_at_ms IS NULL AND confirm_until_ms > $2";
    Ok(tx.execute(sql, params![id, now, effective_at]).await? == 1)
}

/// Confirmed changes whose time has come, from after the place `after` on, in the order of their times.
pub(super) async fn due(db: &Db, now: i64, after: (i64, Uuid), limit: i64) -> Result<Vec<ChangeRow>> {
    let sql = format!(
        "{CHANGE} WHERE ended_at_ms IS NULL AND effective_at_ms <= $1
             AND (effective_at_ms > $2 OR (effective_at_ms = $2 AND id > $3))
         ORDER BY effective_at_ms, id LIMIT $4"
    );
    db.query(&sql, params![now, after.0, after.1, limit]).await?.iter().map(change).collect()
}

/// Ends the changes that nobody has confirmed in time.
pub(super) async fn expire(tx: &mut Tx, now: i64) -> Result<u64> {
    let sql = "UPDATE user_limit_change SET ended_at_ms = $1, outcome = 'expired'
               WHERE ended_at_ms IS NULL AND confirmed_at_ms IS NULL AND confirm_until_ms <= $1";
    tx.execute(sql, params![now]).await
}
