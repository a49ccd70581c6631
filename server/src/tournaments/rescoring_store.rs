//! The SQL of scorings that are done anew: what is kept, with the place in the log that it stands at.

use croupier_db::{Db, Result, Row, log, params};
use croupier_ledger::PlayerId;

use super::rescoring::Score;

/// The score of a player as the reader has kept it.
pub(super) struct Kept {
    pub player: PlayerId,
    pub shown_name: String,
    pub score: Score,
}

/// What the reader called `reader` has kept of the players of `lane` in a tournament, and up to which number it had read by
/// then: one statement sees one instant. `lanes` is how many there are. Nothing when nobody of the lane has joined.
pub(super) async fn kept(
    db: &Db,
    reader: &str,
    tournament: i64,
    (lane, lanes): (u8, u8),
) -> Result<Option<(i64, Vec<Kept>)>> {
    let sql = "SELECT r.position, p.player_id, p.shown_name, p.points, p.rounds, p.bet_cents, p.win_cents
               FROM tournament_player p JOIN reader r ON r.name = $1 AND r.lane = $2
               WHERE p.tournament_id = $3 AND p.player_id % $4 = $2
               ORDER BY p.points DESC, p.scored_at_ms, p.player_id";
    let values = params![reader, i64::from(lane), tournament, i64::from(lanes)];
    let rows = db.query(sql, values).await?;
    let Some(first) = rows.first() else { return Ok(None) };
    let read = |row: &Row| {
        let score = Score { points: row.get(3)?, rounds: row.get(4)?, bet: row.get(5)?, win: row.get(6)? };
        Ok(Kept { player: row.get(1)?, shown_name: row.get(2)?, score })
    };
    Ok(Some((first.get(0)?, rows.iter().map(read).collect::<Result<_>>()?)))
}

/// The number in `lane` of the first joining of a tournament; `None` without any.
pub(super) async fn first_joining(db: &Db, tournament: i64, (from, to): (i64, i64)) -> Result<Option<i64>> {
    let sql = "SELECT MIN(counts_after) FROM tournament_player
               WHERE tournament_id = $1 AND counts_after >= $2 AND counts_after < $3";
    db.query_one(sql, params![tournament, from, to]).await?.get(0)
}

/// A player who has joined, with the row of the log that says so and what players are shown.
pub(super) struct JoinedStanding {
    pub player: PlayerId,
    /// The lane of the player, and up to which number it was scored by then.
    pub scored_upto: (u8, i64),
    pub joined_lsn: i64,
    /// The body of the fact, JSON; `None` when the log does not hold it.
    pub joining: Option<String>,
    pub score: Score,
    pub scored_at: i64,
    pub is_disqualified: bool,
    /// The final place with a prize.
    pub award_place: Option<i64>,
}

/// Everybody who has joined a tournament, as far as the reader called `reader` had read the log of `lanes` lanes: one statement
/// sees one instant. `joined` is the kind of the fact that says so.
pub(super) async fn standings(
    db: &Db,
    (reader, lanes): (&str, u8),
    tournament: i64,
    joined: &str,
) -> Result<Vec<JoinedStanding>> {
    let sql = "SELECT p.player_id, p.counts_after, e.body, p.points, p.rounds, p.bet_cents, p.win_cents,
                   p.scored_at_ms, p.disqualified_at_ms, a.place, r.position
               FROM tournament_player p
               JOIN reader r ON r.name = $3 AND r.lane = p.player_id % $4
               LEFT JOIN event e ON e.lsn = p.counts_after AND e.kind = $2 AND e.player_id = p.player_id
               LEFT JOIN tournament_award a ON a.tournament_id = p.tournament_id AND a.player_id = p.player_id
               WHERE p.tournament_id = $1 AND p.counts_after IS NOT NULL ORDER BY p.player_id";
    let read = |row: &Row| {
        let score = Score { points: row.get(3)?, rounds: row.get(4)?, bet: row.get(5)?, win: row.get(6)? };
        let player: PlayerId = row.get(0)?;
        Ok(JoinedStanding {
            player,
            scored_upto: (log::lane_of(db, player), row.get(10)?),
            joined_lsn: row.get(1)?,
            joining: row.get(2)?,
            score,
            scored_at: row.get(7)?,
            is_disqualified: row.get::<Option<i64>>(8)?.is_some(),
            award_place: row.get(9)?,
        })
    };
    let values = params![tournament, joined, reader, i64::from(lanes)];
    db.query(sql, values).await?.iter().map(read).collect()
}
