//! Tournaments' SQL: the schedule, the boards, and what players are told.

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;
use croupier_money::Currency;

use super::definition::{Occurrence, Terms};
use super::kind::TournamentKind;
use super::model::{Standing, Tournament};

const COLUMNS: &str = "t.id, t.identifier, t.terms, t.game_ids, t.start_at_ms, t.end_at_ms, t.closed_at_ms";

const STANDING: &str =
    "p.player_id, p.shown_name, p.points, p.rounds, p.bet_cents, p.win_cents, p.scored_at_ms,
    p.currency, p.disqualified_at_ms, p.level_currency";

/// What makes a row of `tournament_player` part of the board.
const RANKED: &str = "p.points > 0 AND p.disqualified_at_ms IS NULL";

/// Players asked for in one go.
const PLAYERS_AT_ONCE: usize = 500;

fn corrupt(error: &serde_json::Error) -> Error {
    Error::Corrupt(format!("tournament: {error}"))
}

fn to_json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| corrupt(&error))
}

fn tournament(row: &Row) -> Result<Tournament> {
    let (terms, games): (String, String) = (row.get(2)?, row.get(3)?);
    Ok(Tournament {
        id: row.get(0)?,
        identifier: row.get(1)?,
        terms: serde_json::from_str(&terms).map_err(|error| corrupt(&error))?,
        game_ids: serde_json::from_str(&games).map_err(|error| corrupt(&error))?,
        start_at: row.get(4)?,
        end_at: row.get(5)?,
        closed_at: row.get(6)?,
    })
}

fn standing(row: &Row, from: usize) -> Result<Standing> {
    Ok(Standing {
        player: row.get(from)?,
        shown_name: row.get(from + 1)?,
        points: row.get(from + 2)?,
        rounds: row.get(from + 3)?,
        bet: row.get(from + 4)?,
        win: row.get(from + 5)?,
        scored_at: row.get(from + 6)?,
        currency: row.get(from + 7)?,
        is_disqualified: row.get::<Option<i64>>(from + 8)?.is_some(),
        level_currency: row.get::<Option<String>>(from + 9)?.and_then(|code| code.parse().ok()),
    })
}

/// Those rows that can be read; the others are told to the operator.
fn readable(rows: &[Row]) -> Vec<Tournament> {
    let read = |row: &Row| {
        tournament(row).inspect_err(|error| tracing::error!(%error, "a tournament cannot be read")).ok()
    };
    rows.iter().filter_map(read).collect()
}

/// What the schedule compares a definition with.
pub(super) struct Scheduled {
    pub id: i64,
    pub terms: String,
    pub game_ids: String,
    pub start_at: i64,
    pub end_at: i64,
    /// Whether somebody has joined.
    pub is_joined: bool,
}

const SCHEDULED: &str = "SELECT t.id, t.terms, t.game_ids, t.start_at_ms, t.end_at_ms,
        CAST(CASE WHEN EXISTS (SELECT 1 FROM tournament_player p WHERE p.tournament_id = t.id)
             THEN 1 ELSE 0 END AS bigint)
    FROM tournament t WHERE t.identifier = $1";

fn read_scheduled(row: &Row) -> Result<Scheduled> {
    Ok(Scheduled {
        id: row.get(0)?,
        terms: row.get(1)?,
        game_ids: row.get(2)?,
        start_at: row.get(3)?,
        end_at: row.get(4)?,
        is_joined: row.get::<i64>(5)? == 1,
    })
}

/// The tournament at this address, as it is scheduled.
pub(super) async fn scheduled(db: &Db, identifier: &str) -> Result<Option<Scheduled>> {
    db.query_opt(SCHEDULED, params![identifier]).await?.as_ref().map(read_scheduled).transpose()
}

/// Like [`scheduled`], within the caller's transaction.
pub(super) async fn scheduled_in(tx: &mut Tx, identifier: &str) -> Result<Option<Scheduled>> {
    tx.query_opt(SCHEDULED, params![identifier]).await?.as_ref().map(read_scheduled).transpose()
}

/// What a scheduled tournament becomes.
pub(super) struct Edited {
    pub terms: Terms,
    /// JSON.
    pub game_ids: String,
    pub start_at: i64,
    pub end_at: i64,
}

/// Schedules a tournament; one at the same address is left as it is.
pub(super) async fn schedule(
    tx: &mut Tx,
    definition: &str,
    occurrence: &Occurrence,
    terms: &Terms,
    games: &[i64],
) -> Result<()> {
    let id = croupier_db::log::take_numbers(tx, "tournament", 1).await?;
    let sql =
        "INSERT INTO tournament (id, identifier, definition_id, terms, game_ids, start_at_ms, end_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (identifier) DO NOTHING";
    let Occurrence { identifier, start_at, end_at } = occurrence;
    let (terms, games) = (to_json(terms)?, to_json(&games)?);
    tx.execute(sql, params![id, identifier.clone(), definition, terms, games, *start_at, *end_at])
        .await
        .map(drop)
}

/// Edits a tournament, whose row the caller has locked.
pub(super) async fn edit(tx: &mut Tx, id: i64, edited: &Edited) -> Result<()> {
    let sql = "UPDATE tournament SET terms = $2, game_ids = $3, start_at_ms = $4, end_at_ms = $5, version = version + 1
               WHERE id = $1";
    let Edited { terms, game_ids, start_at, end_at } = edited;
    let row = params![id, to_json(terms)?, game_ids.as_str(), *start_at, *end_at];
    tx.execute(sql, row).await.map(drop)
}

/// Removes tournaments that begin after `now`, whose definition is gone, and that nobody has joined.
pub(super) async fn withdraw(db: &Db, is_defined: impl Fn(&str) -> bool, now: i64) -> Result<()> {
    let sql = "SELECT id, definition_id FROM tournament WHERE start_at_ms > $1";
    for row in db.query(sql, params![now]).await? {
        let (id, definition): (i64, String) = (row.get(0)?, row.get(1)?);
        if is_defined(&definition) {
            continue;
        }
        let mut tx = db.begin().await?;
        // Whoever joins now is waited for, and seen by the next statement.
        if !lock_open(&mut tx, id).await? {
            continue;
        }
        let sql = "DELETE FROM tournament WHERE id = $1 AND start_at_ms > $2
                   AND NOT EXISTS (SELECT 1 FROM tournament_player p WHERE p.tournament_id = tournament.id)";
        tx.execute(sql, params![id, now]).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Tournaments that have not ended at `ended_after`, at most `limit`: those that end first come first.
pub(super) async fn list(db: &Db, ended_after: i64, limit: i64) -> Result<Vec<Tournament>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournament t WHERE t.end_at_ms > $1 ORDER BY t.end_at_ms, t.id LIMIT $2"
    );
    Ok(readable(&db.query(&sql, params![ended_after, limit]).await?))
}

/// Tournaments that are on at least in part between two instants, at most `limit`, in the order in which they begin.
pub(super) async fn between(db: &Db, (from, to): (i64, i64), limit: i64) -> Result<Vec<Tournament>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournament t WHERE t.start_at_ms < $2 AND t.end_at_ms > $1
         ORDER BY t.start_at_ms, t.id LIMIT $3"
    );
    Ok(readable(&db.query(&sql, params![from, to, limit]).await?))
}

/// Like [`list`], of one kind and without hidden ones.
pub(super) async fn listed(
    db: &Db,
    kind: TournamentKind,
    ended_after: i64,
    limit: i64,
) -> Result<Vec<Tournament>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournament t WHERE t.end_at_ms > $1 AND {}
         ORDER BY t.end_at_ms, t.id LIMIT $2",
        kind.listed()
    );
    Ok(readable(&db.query(&sql, params![ended_after, limit]).await?))
}

/// Tournaments of a kind that have ended within a span (its end is part of it), newest first, without hidden ones.
pub(super) async fn ended(
    db: &Db,
    kind: TournamentKind,
    (after, until): (i64, i64),
    limit: i64,
) -> Result<Vec<Tournament>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM tournament t WHERE t.end_at_ms > $1 AND t.end_at_ms <= $2 AND {}
         ORDER BY t.end_at_ms DESC, t.id DESC LIMIT $3",
        kind.listed()
    );
    Ok(readable(&db.query(&sql, params![after, until, limit]).await?))
}

/// The tournament with this number, or at this address.
pub(super) async fn find(db: &Db, name: &str) -> Result<Option<Tournament>> {
    let sql = format!("SELECT {COLUMNS} FROM tournament t WHERE t.identifier = $1 OR t.id = $2");
    let id = name.parse::<i64>().unwrap_or_default();
    db.query_opt(&sql, params![name, id]).await?.as_ref().map(tournament).transpose()
}

/// The newest tournaments that a player has joined.
pub(super) async fn joined(db: &Db, player: PlayerId, limit: i64) -> Result<Vec<(Tournament, Standing)>> {
    let sql = format!(
        "SELECT {COLUMNS}, {STANDING} FROM tournament_player p JOIN tournament t ON t.id = p.tournament_id
         WHERE p.player_id = $1 ORDER BY t.start_at_ms DESC, t.id DESC LIMIT $2"
    );
    let rows = db.query(&sql, params![player, limit]).await?;
    rows.iter().map(|row| Ok((tournament(row)?, standing(row, 7)?))).collect()
}

/// What a player has scored in a tournament; `None` for one who has not joined.
pub(super) async fn standing_of(db: &Db, tournament: i64, player: PlayerId) -> Result<Option<Standing>> {
    let sql =
        format!("SELECT {STANDING} FROM tournament_player p WHERE p.tournament_id = $1 AND p.player_id = $2");
    let row = db.query_opt(&sql, params![tournament, player]).await?;
    row.map(|row| standing(&row, 0)).transpose()
}

/// What those of `players` who have joined have scored in a tournament.
pub(super) async fn standings_of(db: &Db, tournament: i64, players: &[PlayerId]) -> Result<Vec<Standing>> {
    let mut standings = Vec::new();
    for some in players.chunks(PLAYERS_AT_ONCE) {
        // Numbers need no quoting, and lists have no parameter that both engines take.
        let list = some.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let sql = format!(
            "SELECT {STANDING} FROM tournament_player p WHERE p.tournament_id = $1 AND p.player_id IN ({list})"
        );
        for row in db.query(&sql, params![tournament]).await? {
            standings.push(standing(&row, 0)?);
        }
    }
    Ok(standings)
}

/// The places from `first` (counted from 1) on, at most `limit`, read in the order of the board.
pub(super) async fn board(db: &Db, tournament: i64, first: i64, limit: i64) -> Result<Vec<Standing>> {
    let sql = format!(
        "SELECT {STANDING} FROM tournament_player p WHERE p.tournament_id = $1 AND {RANKED}
         ORDER BY p.points DESC, p.scored_at_ms, p.player_id LIMIT $2 OFFSET $3"
    );
    let rows = db.query(&sql, params![tournament, limit, first - 1]).await?;
    rows.iter().map(|row| standing(row, 0)).collect()
}

/// Whoever is ahead of the player `$4`, who has scored `$2` points at `$3`. The board has only players with points, so that they need
/// not be asked for: SQLite would go through all of them.
const AHEAD: &str = "p.disqualified_at_ms IS NULL AND p.points >= $2
    AND (p.points > $2 OR p.scored_at_ms < $3 OR (p.scored_at_ms = $3 AND p.player_id < $4))";

/// How many are ahead of `standing`, which is on the board: more points, or as many and earlier.
pub(super) async fn ahead_of(db: &Db, tournament: i64, standing: &Standing) -> Result<i64> {
    let sql = format!("SELECT COUNT(*) FROM tournament_player p WHERE p.tournament_id = $1 AND {AHEAD}");
    let row = params![tournament, standing.points, standing.scored_at, standing.player];
    db.query_one(&sql, row).await?.get(0)
}

/// The `count` that are next ahead of `standing`, which is on the board, and the `count` that are next behind it, each in the
/// order of the board.
pub(super) async fn next_to(
    db: &Db,
    tournament: i64,
    standing: &Standing,
    count: i64,
) -> Result<(Vec<Standing>, Vec<Standing>)> {
    let row = params![tournament, standing.points, standing.scored_at, standing.player, count];
    let sql = format!(
        "SELECT {STANDING} FROM tournament_player p WHERE p.tournament_id = $1 AND {AHEAD}
         ORDER BY p.points, p.scored_at_ms DESC, p.player_id DESC LIMIT $5"
    );
    let read = |rows: Vec<Row>| rows.iter().map(|row| self::standing(row, 0)).collect::<Result<Vec<_>>>();
    let mut ahead = read(db.query(&sql, row.clone()).await?)?;
    ahead.reverse();
    let sql = format!(
        "SELECT {STANDING} FROM tournament_player p
         WHERE p.tournament_id = $1 AND {RANKED} AND p.points <= $2
             AND (p.points < $2 OR p.scored_at_ms > $3 OR (p.scored_at_ms = $3 AND p.player_id > $4))
         ORDER BY p.points DESC, p.scored_at_ms, p.player_id LIMIT $5"
    );
    Ok((ahead, read(db.query(&sql, row).await?)?))
}

/// How many have joined a tournament; nobody has joined one that was withdrawn meanwhile.
pub(super) async fn players_count(db: &Db, tournament: i64) -> Result<i64> {
    let row = db.query_opt("SELECT players FROM tournament WHERE id = $1", params![tournament]).await?;
    row.map_or(Ok(0), |row| row.get(0))
}

/// Adds a player, whose bets are compared with thresholds in `currency`; `false` when the player has joined before.
pub(super) async fn join(
    tx: &mut Tx,
    tournament: i64,
    player: PlayerId,
    shown_name: &str,
    currency: Currency,
    now: i64,
) -> Result<bool> {
    let sql =
        "INSERT INTO tournament_player (tournament_id, player_id, shown_name, level_currency, joined_at_ms)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tournament_id, player_id) DO NOTHING";
    if tx.execute(sql, params![tournament, player, shown_name, currency.code(), now]).await? == 0 {
        return Ok(false);
    }
    let sql = "UPDATE tournament SET players = players + 1 WHERE id = $1";
    tx.execute(sql, params![tournament]).await?;
    Ok(true)
}

/// Whether the places of a tournament may still change; its row stays locked until the end of the transaction.
pub(super) async fn lock_open(tx: &mut Tx, tournament: i64) -> Result<bool> {
    let sql = "UPDATE tournament SET version = version WHERE id = $1 AND closed_at_ms IS NULL";
    Ok(tx.execute(sql, params![tournament]).await? == 1)
}

/// Takes a player off the board; `false` for one who has not joined or is off it already.
pub(super) async fn disqualify(tx: &mut Tx, tournament: i64, player: PlayerId, now: i64) -> Result<bool> {
    let sql = "UPDATE tournament_player SET disqualified_at_ms = $3
               WHERE tournament_id = $1 AND player_id = $2 AND disqualified_at_ms IS NULL";
    Ok(tx.execute(sql, params![tournament, player, now]).await? == 1)
}

/// Deletes rounds of tournaments whose places became final at `until` or before, at most `limit`; answers how many.
pub(super) async fn forget_rounds(tx: &mut Tx, until: i64, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM tournament_round WHERE (round_id, tournament_id) IN (
                   SELECT r.round_id, r.tournament_id FROM tournament_round r
                   JOIN tournament t ON t.id = r.tournament_id WHERE t.closed_at_ms <= $1 LIMIT $2)";
    tx.execute(sql, params![until, limit]).await
}
