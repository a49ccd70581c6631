//! The SQL of players of concern.

use std::collections::BTreeMap;

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use uuid::Uuid;

use super::actions::{ActionTaken, ConcernAction};
use super::local_time::{HOUR_MS, ahead_ms};
use super::markers::{Figures, Hour, Marker, Seen};
use crate::staff::BrandScope;

/// A player whom somebody should look at, or has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concern {
    /// Who.
    pub player: PlayerId,
    /// What was found last.
    pub markers: Vec<Marker>,
    /// The numbers behind it.
    pub figures: Figures,
    /// When markers were found first, UTC milliseconds.
    pub since: i64,
    /// When it was last looked, and something found.
    pub found_at: i64,
    /// Whether somebody should look.
    pub is_open: bool,
    /// What was done last.
    pub last_action: Option<Uuid>,
    /// When.
    pub acted_at: Option<i64>,
}

/// What a page begins after: what it is ordered by, and the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConcernPlace {
    /// Markers, or UTC milliseconds.
    pub by: i64,
    /// Who.
    pub player: PlayerId,
}

const COLUMNS: &str = "player_id, markers, figures, since_ms, found_at_ms, is_open, acted_id, acted_at_ms";

fn concern(row: &Row) -> Result<Concern> {
    let figures: String = row.get(2)?;
    let corrupt = |error: serde_json::Error| Error::Corrupt(format!("figures of a concern: {error}"));
    Ok(Concern {
        player: row.get(0)?,
        markers: Marker::of_bits(row.get(1)?),
        figures: serde_json::from_str(&figures).map_err(corrupt)?,
        since: row.get(3)?,
        found_at: row.get(4)?,
        is_open: row.get(5)?,
        last_action: row.get(6)?,
        acted_at: row.get(7)?,
    })
}

/// What is known of the concern about a player.
pub async fn get(db: &Db, player: PlayerId) -> Result<Option<Concern>> {
    let sql = format!("SELECT {COLUMNS} FROM player_concern WHERE player_id = $1");
    db.query_opt(&sql, params![player]).await?.as_ref().map(concern).transpose()
}

/// At most `limit` players whom somebody should look at and `scope` sees, those with the most markers first.
pub async fn open(
    db: &Db,
    scope: &BrandScope,
    after: Option<ConcernPlace>,
    limit: i64,
) -> Result<Vec<Concern>> {
    let ConcernPlace { by, player } = after.unwrap_or(ConcernPlace { by: i64::MAX, player: 0 });
    let mut values = params![by, player, limit];
    let seen = scope.of_player("player_concern.player_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS} FROM player_concern
         WHERE is_open AND (marker_count < $1 OR (marker_count = $1 AND player_id > $2)) AND {seen}
         ORDER BY marker_count DESC, player_id LIMIT $3"
    );
    db.query(&sql, values).await?.iter().map(concern).collect()
}

/// At most `limit` players about whom something was done and whom `scope` sees, the latest first.
pub async fn handled(
    db: &Db,
    scope: &BrandScope,
    after: Option<ConcernPlace>,
    limit: i64,
) -> Result<Vec<Concern>> {
    let ConcernPlace { by, player } = after.unwrap_or(ConcernPlace { by: i64::MAX, player: i64::MAX });
    let mut values = params![by, player, limit];
    let seen = scope.of_player("player_concern.player_id", &mut values);
    let sql = format!(
        "SELECT {COLUMNS} FROM player_concern
         WHERE acted_at_ms IS NOT NULL AND NOT is_open
             AND (acted_at_ms < $1 OR (acted_at_ms = $1 AND player_id < $2)) AND {seen}
         ORDER BY acted_at_ms DESC, player_id DESC LIMIT $3"
    );
    db.query(&sql, values).await?.iter().map(concern).collect()
}

/// At most `limit` things that were done about a player, newest first.
pub async fn actions_of(db: &Db, player: PlayerId, limit: i64) -> Result<Vec<ConcernAction>> {
    let sql = "SELECT id, action, reason, name, at_ms, markers FROM concern_action
               WHERE player_id = $1 ORDER BY at_ms DESC, id DESC LIMIT $2";
    let action = |row: &Row| {
        let name: String = row.get(1)?;
        let taken = ActionTaken::from_name(&name);
        Ok(ConcernAction {
            id: row.get(0)?,
            taken: taken.ok_or_else(|| Error::Corrupt(format!("{name:?} is no action about a concern")))?,
            reason: row.get(2)?,
            by: row.get(3)?,
            at: row.get(4)?,
            markers: Marker::of_bits(row.get(5)?),
        })
    };
    db.query(sql, params![player, limit]).await?.iter().map(action).collect()
}

/// Whether the action with this number is kept.
pub(super) async fn is_kept(tx: &mut Tx, id: Uuid) -> Result<bool> {
    Ok(tx.query_opt("SELECT 1 FROM concern_action WHERE id = $1", params![id]).await?.is_some())
}

/// Closes the concern about a player with an action; `false` when something else was done than `seen` meanwhile, there is a
/// marker that is not among the seen `markers`, or no concern. The lock of the player's lane is held.
pub(super) async fn close(
    tx: &mut Tx,
    player: PlayerId,
    (seen, markers): (Option<Uuid>, &[Marker]),
    (id, now): (Uuid, i64),
) -> Result<bool> {
    let (is_last, last) = match seen {
        Some(last) => ("acted_id = $4", last),
        None => ("(acted_id IS NULL OR acted_id = $4)", id),
    };
    let sql = format!(
        "UPDATE player_concern SET is_open = FALSE, acted_id = $2, acted_at_ms = $3, acted_markers = markers
         WHERE player_id = $1 AND {is_last} AND (markers | $5) = $5"
    );
    Ok(tx.execute(&sql, params![player, id, now, last, Marker::bits(markers)]).await? == 1)
}

/// Keeps what was done.
pub(super) async fn keep(tx: &mut Tx, player: PlayerId, member: Uuid, action: &ConcernAction) -> Result<()> {
    let sql = "INSERT INTO concern_action (id, player_id, action, reason, member_id, name, at_ms, markers)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let ConcernAction { id, taken, reason, by, at, markers } = action;
    let values = params![*id, player, taken.name(), reason, member, by, *at, Marker::bits(markers)];
    tx.execute(sql, values).await.map(drop)
}

/// The last player whom the pass of `day` has looked at; `None` when it has ended.
pub(super) async fn place(tx: &mut Tx, day: i64) -> Result<Option<PlayerId>> {
    let sql = "INSERT INTO concern_pass (day, after_player) VALUES ($1, 0) ON CONFLICT (day) DO NOTHING";
    tx.execute(sql, params![day]).await?;
    let sql = "SELECT after_player FROM concern_pass WHERE day = $1 AND ended_at_ms IS NULL";
    tx.query_opt(sql, params![day]).await?.map(|row| row.get(0)).transpose()
}

/// Moves the pass of `day` on from `after`; `false` when another server has. Without a player that is next, it ends.
pub(super) async fn advance(
    tx: &mut Tx,
    (day, after): (i64, PlayerId),
    next: Option<PlayerId>,
    now: i64,
) -> Result<bool> {
    let sql = "UPDATE concern_pass SET after_player = $3, ended_at_ms = $4
               WHERE day = $1 AND after_player = $2 AND ended_at_ms IS NULL";
    let ended = next.is_none().then_some(now);
    Ok(tx.execute(sql, params![day, after, next.unwrap_or(after), ended]).await? == 1)
}

/// The last of the next `limit` players after `after` who have paid in or played since `from` (UTC milliseconds).
pub(super) async fn next(db: &Db, after: PlayerId, from: i64, limit: i64) -> Result<Option<PlayerId>> {
    let sql = "SELECT MAX(player_id) FROM (
                   SELECT DISTINCT player_id FROM play_hour WHERE player_id > $1 AND hour_ms >= $2
                   ORDER BY player_id LIMIT $3) batch";
    db.query_one(sql, params![after, from, limit]).await?.get(0)
}

/// What the players after `after` up to `last` have done within `span` (UTC milliseconds, the end excluded).
pub(super) async fn seen(
    db: &Db,
    (after, last): (PlayerId, PlayerId),
    (from, to): (i64, i64),
) -> Result<BTreeMap<PlayerId, Seen>> {
    let mut seen: BTreeMap<PlayerId, Seen> = BTreeMap::new();
    let sql = "SELECT h.player_id, h.currency, h.hour_ms, h.staked, h.won, h.deposits, p.country
               FROM play_hour h JOIN player p ON p.id = h.player_id
               WHERE h.player_id > $1 AND h.player_id <= $2 AND h.hour_ms >= $3 AND h.hour_ms < $4";
    for row in db.query(sql, params![after, last, from, to]).await? {
        let (player, country): (PlayerId, String) = (row.get(0)?, row.get(6)?);
        let hour = Hour { staked: row.get(3)?, won: row.get(4)?, paid_in: row.get(5)?, deposits: 0 };
        let of = seen.entry(player).or_insert_with(|| Seen { ahead: ahead_ms(&country), ..Seen::default() });
        of.hours.insert((row.get(1)?, row.get(2)?), hour);
    }
    // A deposit belongs to the hour in which its money came, as in the sums: not to the one in which it was asked for.
    let sql = "SELECT player_id, action, currency,
                   CASE WHEN action = 'deposit' THEN finished_at_ms ELSE created_at_ms END FROM payment
               WHERE player_id > $1 AND player_id <= $2 AND split_of IS NULL
                   AND ((action = 'deposit' AND state = 'succeeded' AND finished_at_ms >= $3 AND finished_at_ms < $4)
                       OR (action = 'cashout' AND state = 'recalled' AND created_at_ms >= $3 AND created_at_ms < $4))";
    for row in db.query(sql, params![after, last, from, to]).await? {
        let (player, action, at): (PlayerId, String, i64) = (row.get(0)?, row.get(1)?, row.get(3)?);
        let Some(of) = seen.get_mut(&player) else { continue };
        if action == "cashout" {
            of.reversed += 1;
        } else if let Some(hour) = of.hours.get_mut(&(row.get(2)?, at - at.rem_euclid(HOUR_MS))) {
            hour.deposits += 1;
        }
    }
    Ok(seen)
}

/// Keeps what was found about players. A concern that was closed opens again when there is a marker that it was not closed
/// with, or when that was before `again` (UTC milliseconds).
pub(super) async fn found(
    tx: &mut Tx,
    found: Vec<(PlayerId, i64, i64, String)>,
    now: i64,
    again: i64,
) -> Result<()> {
    let sql = "INSERT INTO player_concern (player_id, markers, marker_count, figures, since_ms, found_at_ms, is_open)
               VALUES ($1, $2, $3, $4, $5, $5, TRUE)
               ON CONFLICT (player_id) DO UPDATE SET markers = $2, marker_count = $3, figures = $4, found_at_ms = $5,
                   is_open = player_concern.acted_at_ms IS NULL OR player_concern.acted_at_ms < $6
                       OR ($2 & ~player_concern.acted_markers) <> 0 OR player_concern.is_open";
    let row = |(player, markers, count, figures): (PlayerId, i64, i64, String)| {
        params![player, markers, count, figures, now, again]
    };
    tx.execute_each(sql, found.into_iter().map(row).collect()).await
}

/// Ends the concerns about players after `after` up to `last` of whom nothing was found at `now`: those that nobody has done
/// anything about are forgotten.
pub(super) async fn gone(tx: &mut Tx, (after, last): (PlayerId, PlayerId), now: i64) -> Result<()> {
    let within = "player_id > $1 AND player_id <= $2 AND found_at_ms < $3";
    let sql = format!("DELETE FROM player_concern WHERE {within} AND acted_at_ms IS NULL");
    tx.execute(&sql, params![after, last, now]).await?;
    let sql = format!("UPDATE player_concern SET is_open = FALSE WHERE {within} AND is_open");
    tx.execute(&sql, params![after, last, now]).await.map(drop)
}

/// What the concern about a player is about now.
pub(super) async fn markers_in(tx: &mut Tx, player: PlayerId) -> Result<Vec<Marker>> {
    let sql = "SELECT markers FROM player_concern WHERE player_id = $1";
    let row = tx.query_opt(sql, params![player]).await?;
    Ok(Marker::of_bits(row.map(|row| row.get(0)).transpose()?.unwrap_or(0)))
}
