//! The SQL of scoring: what the reader of the log knows before a batch, and what it leaves behind.

use std::collections::{BTreeMap, BTreeSet};

use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::PlayerId;

use super::definition::{SETTLE_MS, Terms};
use super::scoring::{Entry, Pair};
use super::strategy::Score;
use crate::site_config::ExchangeRates;

/// A tournament that rows of the log may change.
pub(super) struct OpenTournament {
    pub id: i64,
    pub version: i64,
    pub start_at: i64,
    pub end_at: i64,
}

fn corrupt(error: &serde_json::Error) -> Error {
    Error::Corrupt(format!("tournament: {error}"))
}

/// The tournaments whose places are not final, and that rows of these instants may change.
pub(super) async fn open_at(tx: &mut Tx, (first, last): (i64, i64)) -> Result<Vec<OpenTournament>> {
    let sql = "SELECT id, version, start_at_ms, end_at_ms FROM tournament
               WHERE closed_at_ms IS NULL AND start_at_ms <= $1 AND end_at_ms > $2 ORDER BY id";
    let rows = tx.query(sql, params![last, first - SETTLE_MS]).await?;
    let read = |row: &Row| {
        Ok(OpenTournament {
            id: row.get(0)?,
            version: row.get(1)?,
            start_at: row.get(2)?,
            end_at: row.get(3)?,
        })
    };
    rows.iter().map(read).collect()
}

/// The address of a tournament, what it keeps of its definition, and the numbers of its games.
pub(super) async fn terms(tx: &mut Tx, id: i64) -> Result<(String, Terms, BTreeSet<i64>)> {
    let sql = "SELECT identifier, terms, game_ids FROM tournament WHERE id = $1";
    let row = tx.query_one(sql, params![id]).await?;
    let (identifier, terms, games): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let terms = serde_json::from_str(&terms).map_err(|error| corrupt(&error))?;
    Ok((identifier, terms, serde_json::from_str(&games).map_err(|error| corrupt(&error))?))
}

/// `numbers` as a list of SQL. Numbers need no quoting, and lists have no parameter that both engines take.
fn list(numbers: &BTreeSet<i64>) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}

/// Who of `players` has joined which of `tournaments`, as far as the log was read.
pub(super) async fn joined(
    tx: &mut Tx,
    tournaments: &BTreeSet<i64>,
    players: &BTreeSet<PlayerId>,
) -> Result<BTreeSet<Pair>> {
    if players.is_empty() {
        return Ok(BTreeSet::new());
    }
    let sql = format!(
        "SELECT tournament_id, player_id FROM tournament_player
         WHERE tournament_id IN ({}) AND player_id IN ({}) AND counts_after IS NOT NULL",
        list(tournaments),
        list(players)
    );
    tx.query(&sql, params![]).await?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// What is known of `rounds` in tournaments.
pub(super) async fn entries(tx: &mut Tx, rounds: &BTreeSet<i64>) -> Result<BTreeMap<Pair, Entry>> {
    if rounds.is_empty() {
        return Ok(BTreeMap::new());
    }
    let sql = format!(
        "SELECT tournament_id, round_id, player_id, currency, opened_at_ms, stake, win, is_real, ended_at_ms,
                points, counted, bet_cents, win_cents, late_from
         FROM tournament_round WHERE round_id IN ({})",
        list(rounds)
    );
    tx.query(&sql, params![]).await?.iter().map(|row| Ok(((row.get(0)?, row.get(1)?), entry(row)?))).collect()
}

fn entry(row: &Row) -> Result<Entry> {
    let counted: i64 = row.get(10)?;
    Ok(Entry {
        player: row.get(2)?,
        currency: row.get(3)?,
        opened_at: row.get(4)?,
        stake: row.get(5)?,
        win: row.get(6)?,
        is_real: row.get(7)?,
        ended_at: row.get(8)?,
        late_from: row.get(13)?,
        score: Score { points: row.get(9)?, counted: counted == 1, bet: row.get(11)?, win: row.get(12)? },
    })
}

/// Keeps what rounds have come to.
pub(super) async fn keep(tx: &mut Tx, entries: Vec<(Pair, &Entry)>) -> Result<()> {
    let sql = "INSERT INTO tournament_round (tournament_id, round_id, player_id, currency, opened_at_ms, stake, win,
                   is_real, ended_at_ms, points, counted, bet_cents, win_cents, late_from)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
               ON CONFLICT (round_id, tournament_id) DO UPDATE SET
                   stake = excluded.stake, win = excluded.win, is_real = excluded.is_real,
                   ended_at_ms = excluded.ended_at_ms, points = excluded.points, counted = excluded.counted,
                   bet_cents = excluded.bet_cents, win_cents = excluded.win_cents,
                   late_from = excluded.late_from";
    let row = |((tournament, round), entry): (Pair, &Entry)| {
        let Score { points, counted, bet, win } = entry.score;
        params![
            tournament,
            round,
            entry.player,
            entry.currency.clone(),
            entry.opened_at,
            entry.stake,
            entry.win,
            entry.is_real,
            entry.ended_at,
            points,
            i64::from(counted),
            bet,
            win,
            entry.late_from
        ]
    };
    tx.execute_each(sql, entries.into_iter().map(row).collect()).await
}

/// What a batch adds to the score of a player in a tournament.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Gain {
    pub points: i64,
    pub rounds: i64,
    pub bet: i64,
    pub win: i64,
    /// When the last points were scored, or the best round was.
    pub scored_at: i64,
    /// The wallet of the last round.
    pub currency: String,
}

/// Adds gains to scores; where the best round makes the score, `takes_best`, a better one replaces it.
pub(super) async fn add(tx: &mut Tx, gains: BTreeMap<Pair, Gain>, takes_best: bool) -> Result<()> {
    let score = if takes_best {
        "points = CASE WHEN points < $3 THEN $3 ELSE points END,
         scored_at_ms = CASE WHEN points < $3 THEN $7 ELSE scored_at_ms END"
    } else {
        "points = points + $3,
         scored_at_ms = CASE WHEN $3 > 0 AND scored_at_ms < $7 THEN $7 ELSE scored_at_ms END"
    };
    let sql = format!(
        "UPDATE tournament_player SET {score}, rounds = rounds + $4, bet_cents = bet_cents + $5,
             win_cents = win_cents + $6, currency = $8
         WHERE tournament_id = $1 AND player_id = $2"
    );
    let row = |((tournament, player), gain): (Pair, Gain)| {
        let Gain { points, rounds, bet, win, scored_at, currency } = gain;
        params![tournament, player, points, rounds, bet, win, scored_at, currency]
    };
    tx.execute_each(&sql, gains.into_iter().map(row).collect()).await
}

/// Works scores out again from all of their rounds.
pub(super) async fn recount(tx: &mut Tx, pairs: &BTreeSet<Pair>, takes_best: bool) -> Result<()> {
    let score = if takes_best { "MAX(points)" } else { "SUM(points)" };
    let when = if takes_best { "MIN(ended_at_ms)" } else { "MAX(ended_at_ms)" };
    let which = if takes_best { "points = $3" } else { "points > 0" };
    for (tournament, player) in pairs {
        let sql = format!(
            "SELECT CAST(COALESCE({score}, 0) AS bigint), CAST(COALESCE(SUM(counted), 0) AS bigint),
                 CAST(COALESCE(SUM(bet_cents), 0) AS bigint), CAST(COALESCE(SUM(win_cents), 0) AS bigint)
             FROM tournament_round WHERE tournament_id = $1 AND player_id = $2"
        );
        let row = tx.query_one(&sql, params![*tournament, *player]).await?;
        let points: i64 = row.get(0)?;
        let sums: [i64; 3] = [row.get(1)?, row.get(2)?, row.get(3)?];
        let sql = format!(
            "SELECT COALESCE({when}, 0) FROM tournament_round
             WHERE tournament_id = $1 AND player_id = $2 AND {which} AND CAST($3 AS bigint) > 0"
        );
        let when: i64 = tx.query_one(&sql, params![*tournament, *player, points]).await?.get(0)?;
        let sql = "UPDATE tournament_player
                   SET points = $3, rounds = $4, bet_cents = $5, win_cents = $6, scored_at_ms = $7
                   WHERE tournament_id = $1 AND player_id = $2";
        let row = params![*tournament, *player, points, sums[0], sums[1], sums[2], when];
        tx.execute(sql, row).await?;
    }
    Ok(())
}

/// Notes that the log tells of a joining: rounds that are opened after the row `lsn` count.
pub(super) async fn begin_to_count(tx: &mut Tx, (tournament, player): Pair, lsn: i64) -> Result<()> {
    let sql = "UPDATE tournament_player SET counts_after = $3
               WHERE tournament_id = $1 AND player_id = $2 AND counts_after IS NULL";
    tx.execute(sql, params![tournament, player, lsn]).await.map(drop)
}

/// What coins were worth on `day`; noted by the first who asks on that day, as `now_worth`.
pub(super) async fn rates_of(tx: &mut Tx, day: i64, now_worth: &ExchangeRates) -> Result<ExchangeRates> {
    let noted = "SELECT rates FROM tournament_rates WHERE day = $1";
    if let Some(row) = tx.query_opt(noted, params![day]).await? {
        return rates(&row);
    }
    let text = serde_json::to_string(now_worth).map_err(|error| corrupt(&error))?;
    let sql = "INSERT INTO tournament_rates (day, rates) VALUES ($1, $2) ON CONFLICT (day) DO NOTHING";
    tx.execute(sql, params![day, text]).await?;
    rates(&tx.query_one(noted, params![day]).await?)
}

/// What coins were worth on `day`, when that was noted.
pub(super) async fn rates_noted(db: &Db, day: i64) -> Result<Option<ExchangeRates>> {
    let noted = "SELECT rates FROM tournament_rates WHERE day = $1";
    db.query_opt(noted, params![day]).await?.as_ref().map(rates).transpose()
}

fn rates(row: &Row) -> Result<ExchangeRates> {
    serde_json::from_str(&row.get::<String>(0)?).map_err(|error| corrupt(&error))
}
