//! The SQL of levels that bring gifts.

use std::collections::{BTreeSet, HashMap};

use croupier_db::{Db, Result, Row, Statement, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::scoring::Pair;
use crate::platform::retries;

/// Players asked for in one go.
const PLAYERS_AT_ONCE: usize = 500;

/// A level with a gift that a player has reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reached {
    pub tournament: i64,
    pub player: PlayerId,
    pub level: i64,
    /// The code of the offer.
    pub offer: String,
    /// The wallet that the gift goes to.
    pub currency: String,
    /// UTC milliseconds.
    pub at: i64,
}

/// What decides on a player's level.
pub(super) struct Score {
    pub bet: i64,
    pub points: i64,
    pub scored_at: i64,
    /// The wallet of the last round that counted.
    pub currency: String,
    pub level_currency: Option<Currency>,
}

/// What a player has scored; `None` while nothing counts, and off the board.
pub(super) async fn score(tx: &mut Tx, (tournament, player): Pair) -> Result<Option<Score>> {
    let sql = "SELECT bet_cents, points, scored_at_ms, currency, level_currency FROM tournament_player
               WHERE tournament_id = $1 AND player_id = $2 AND currency IS NOT NULL AND disqualified_at_ms IS NULL";
    let read = |row: Row| {
        Ok(Score {
            bet: row.get(0)?,
            points: row.get(1)?,
            scored_at: row.get(2)?,
            currency: row.get(3)?,
            level_currency: row.get::<Option<String>>(4)?.and_then(|code| code.parse().ok()),
        })
    };
    tx.query_opt(sql, params![tournament, player]).await?.map(read).transpose()
}

/// Levels with a gift that a player is known to have reached.
pub(super) async fn noted(tx: &mut Tx, (tournament, player): Pair) -> Result<BTreeSet<i64>> {
    let sql = "SELECT level FROM tournament_level WHERE tournament_id = $1 AND player_id = $2";
    tx.query(sql, params![tournament, player]).await?.iter().map(|row| row.get(0)).collect()
}

/// Writes reached levels down; those that were written before stay as they are.
pub(super) async fn note(tx: &mut Tx, reached: Vec<Reached>) -> Result<()> {
    let sql = "INSERT INTO tournament_level (tournament_id, player_id, level, offer, currency, reached_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tournament_id, player_id, level) DO NOTHING";
    let row = |reached: Reached| {
        let Reached { tournament, player, level, offer, currency, at } = reached;
        params![tournament, player, level, offer, currency, at]
    };
    tx.execute_each(sql, reached.into_iter().map(row).collect()).await
}

/// Levels whose gift is to be issued at `now` (UTC milliseconds), at most `limit`: those that wait longest come first. Who is
/// disqualified waits for none.
pub(super) async fn due(db: &Db, now: i64, limit: i64) -> Result<Vec<Reached>> {
    let sql = "SELECT tournament_id, player_id, level, offer, currency, reached_at_ms FROM tournament_level l
               WHERE issued_at_ms IS NULL AND retry_at_ms <= $1
                   AND NOT EXISTS (SELECT 1 FROM tournament_player p WHERE p.tournament_id = l.tournament_id
                       AND p.player_id = l.player_id AND p.disqualified_at_ms IS NOT NULL)
               ORDER BY retry_at_ms, tournament_id, player_id, level LIMIT $2";
    let read = |row: &Row| {
        Ok(Reached {
            tournament: row.get(0)?,
            player: row.get(1)?,
            level: row.get(2)?,
            offer: row.get(3)?,
            currency: row.get(4)?,
            at: row.get(5)?,
        })
    };
    db.query(sql, params![now, limit]).await?.iter().map(read).collect()
}

/// The statement that notes that the gift of a level is issued, for the commit that makes it. It misses when that was noted
/// before, and when the player is disqualified.
pub(super) fn issue(reached: &Reached, now: i64) -> Statement {
    let sql = "UPDATE tournament_level SET issued_at_ms = $4
               WHERE tournament_id = $1 AND player_id = $2 AND level = $3 AND issued_at_ms IS NULL
                   AND NOT EXISTS (SELECT 1 FROM tournament_player p WHERE p.tournament_id = $1
                       AND p.player_id = $2 AND p.disqualified_at_ms IS NOT NULL)";
    let Reached { tournament, player, level, .. } = reached;
    Statement { sql, params: params![*tournament, *player, *level, now], expect_one_row: true }
}

/// Notes that the gift of a level was issued, when the gift is there and the note is not.
pub(super) async fn note_issued(db: &Db, reached: &Reached, now: i64) -> Result<()> {
    let sql = "UPDATE tournament_level SET issued_at_ms = $4
               WHERE tournament_id = $1 AND player_id = $2 AND level = $3 AND issued_at_ms IS NULL";
    change(db, sql, reached, now).await
}

/// Puts a gift off: it is looked at again after a second that doubles each time, up to an hour.
pub(super) async fn put_off(db: &Db, reached: &Reached, now: i64) -> Result<()> {
    let put_off = retries::put_off("$4");
    let sql = format!(
        "UPDATE tournament_level SET {put_off}
         WHERE tournament_id = $1 AND player_id = $2 AND level = $3 AND issued_at_ms IS NULL"
    );
    change(db, &sql, reached, now).await
}

async fn change(db: &Db, sql: &str, reached: &Reached, now: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.execute(sql, params![reached.tournament, reached.player, reached.level, now]).await?;
    tx.commit().await
}

/// The levels of a tournament whose gifts a player was issued.
pub(super) async fn issued(db: &Db, tournament: i64, player: PlayerId) -> Result<Vec<i64>> {
    let sql = "SELECT level FROM tournament_level
               WHERE tournament_id = $1 AND player_id = $2 AND issued_at_ms IS NOT NULL ORDER BY level";
    db.query(sql, params![tournament, player]).await?.iter().map(|row| row.get(0)).collect()
}

/// The levels of a tournament whose gifts those of `players` were issued.
pub(super) async fn issued_to(
    db: &Db,
    tournament: i64,
    players: &[PlayerId],
) -> Result<HashMap<PlayerId, Vec<i64>>> {
    let mut issued: HashMap<PlayerId, Vec<i64>> = HashMap::new();
    for some in players.chunks(PLAYERS_AT_ONCE) {
        // Numbers need no quoting, and lists have no parameter that both engines take.
        let list = some.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let sql = format!(
            "SELECT player_id, level FROM tournament_level
             WHERE tournament_id = $1 AND player_id IN ({list}) AND issued_at_ms IS NOT NULL ORDER BY level"
        );
        for row in db.query(&sql, params![tournament]).await? {
            issued.entry(row.get(0)?).or_default().push(row.get(1)?);
        }
    }
    Ok(issued)
}
