//! The SQL of jackpots that run: their cycles, and the bets that fill them.

use std::collections::BTreeMap;

use croupier_db::log::take_numbers;
use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_games::fair::ServerSeed;
use croupier_money::Currency;

use super::pot::{Cycle, Level, Pot, Terms};
use super::{Keys, secret_of, seed_of};
use crate::seeds;

/// A jackpot while it is being changed: nobody else changes it before the transaction has ended.
#[derive(Debug)]
pub(super) struct Locked {
    pub id: i64,
    pub currency: Currency,
    /// Bets from before do not count.
    pub opened_at: i64,
    /// Its levels, the largest one first.
    pub pots: Vec<Pot>,
}

/// What a bet has added, with the cycle of each level in which it counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CountedBet {
    pub stake: i64,
    pub cycles: [i64; 3],
}

fn corrupt(what: &str, value: impl std::fmt::Display) -> Error {
    Error::Corrupt(format!("a jackpot with the {what} {value}"))
}

pub(super) fn currency(code: &str) -> Result<Currency> {
    code.parse().map_err(|_| corrupt("currency", code))
}

pub(super) fn level(number: i64) -> Result<Level> {
    Level::of(number).ok_or_else(|| corrupt("level", number))
}

/// Opens a jackpot with its levels, and answers its number; `None` when it is open already.
pub(super) async fn open(tx: &mut Tx, identifier: &str, currency: Currency, now: i64) -> Result<Option<i64>> {
    let id = take_numbers(tx, "jackpot", 1).await?;
    let sql = "INSERT INTO jackpot (id, identifier, currency, opened_at_ms) VALUES ($1, $2, $3, $4)
               ON CONFLICT (identifier) DO NOTHING";
    if tx.execute(sql, params![id, identifier, currency.code(), now]).await? == 0 {
        return Ok(None);
    }
    for level in Level::ALL {
        let sql = "INSERT INTO jackpot_level (jackpot_id, level) VALUES ($1, $2)";
        tx.execute(sql, params![id, level.number()]).await?;
    }
    Ok(Some(id))
}

/// Begins a cycle of a jackpot, which is given by its number and its identifier, at `now`, and keeps its seed.
pub(super) async fn begin(
    tx: &mut Tx,
    keys: Keys<'_>,
    (id, identifier): (i64, &str),
    level: Level,
    cycle: &Cycle,
    now: i64,
) -> Result<()> {
    let seed =
        seeds::kept(keys.0, &seed_of(identifier, level, cycle.number), &cycle.secret.server_seed, now)?;
    tx.execute(seed.sql, seed.params).await?;
    let sql = "INSERT INTO jackpot_cycle (jackpot_id, level, number, contribution_ppm, seed_cents, must_hit_by_cents,
                   min_bet_cents, carried_micro, server_seed_hash, started_at_ms)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    let Terms { contribution_ppm, seed_cents, must_hit_by_cents, min_bet_cents } = cycle.terms;
    let params = params![
        id,
        level.number(),
        cycle.number,
        contribution_ppm,
        seed_cents,
        must_hit_by_cents,
        min_bet_cents,
        cycle.carried_micro,
        cycle.secret.server_seed.commitment(),
        now,
    ];
    tx.execute(sql, params).await.map(drop)
}

/// Takes a jackpot's turn and reads where it stands; `None` when it has not been opened.
pub(super) async fn lock(tx: &mut Tx, keys: Keys<'_>, identifier: &str) -> Result<Option<Locked>> {
    let sql = "UPDATE jackpot SET turn = turn + 1 WHERE identifier = $1 RETURNING id, currency, opened_at_ms";
    let Some(row) = tx.query_opt(sql, params![identifier]).await? else { return Ok(None) };
    let (id, code): (i64, String) = (row.get(0)?, row.get(1)?);
    let sql =
        "SELECT c.level, c.number, c.contribution_ppm, c.seed_cents, c.must_hit_by_cents, c.min_bet_cents,
                   c.carried_micro, c.contributed_micro, c.server_seed_hash, l.contributed_micro
               FROM jackpot_cycle c JOIN jackpot_level l ON l.jackpot_id = c.jackpot_id AND l.level = c.level
               WHERE c.jackpot_id = $1 AND c.ended_at_ms IS NULL ORDER BY c.level";
    let rows = tx.query(sql, params![id]).await?;
    let cycles: Vec<(Level, i64)> =
        rows.iter().map(|row| Ok((level(row.get(0)?)?, row.get(1)?))).collect::<Result<_>>()?;
    if cycles.len() != Level::ALL.len() {
        return Err(corrupt("number of running cycles", cycles.len()));
    }
    let names: Vec<_> = cycles.iter().map(|(level, number)| seed_of(identifier, *level, *number)).collect();
    let kept = seeds::find_all_in(tx, keys.0, &names).await?;
    let pots = rows.iter().zip(kept).map(|(row, seed)| pot(identifier, row, seed));
    let pots = pots.collect::<Result<Vec<_>>>()?;
    let opened_at = row.get(2)?;
    Ok(Some(Locked { id, currency: currency(&code)?, opened_at, pots }))
}

fn pot(identifier: &str, row: &Row, seed: Option<ServerSeed>) -> Result<Pot> {
    let (level, number) = (level(row.get(0)?)?, row.get(1)?);
    let terms = Terms {
        contribution_ppm: row.get(2)?,
        seed_cents: row.get(3)?,
        must_hit_by_cents: row.get(4)?,
        min_bet_cents: row.get(5)?,
    };
    let seed = seed.ok_or_else(|| corrupt("seed missing in cycle", number))?;
    let secret = secret_of(seed, identifier, level, number, &terms)?;
    let promised: String = row.get(8)?;
    if secret.server_seed.commitment() != promised {
        return Err(Error::Corrupt(format!(
            "the seed of cycle {number} of {identifier} {} is not the one that was promised",
            level.name()
        )));
    }
    let (carried_micro, contributed_micro) = (row.get(6)?, row.get(7)?);
    let cycle = Cycle { number, terms, carried_micro, contributed_micro, secret };
    Ok(Pot { level, cycle, contributed_micro: row.get(9)? })
}

/// Keeps what the running cycles of a jackpot have come to. Its turn is held, so they are those that were read.
pub(super) async fn keep(tx: &mut Tx, jackpot: &Locked) -> Result<()> {
    let sql = "UPDATE jackpot_cycle SET contributed_micro = $4
               WHERE jackpot_id = $1 AND level = $2 AND number = $3 AND ended_at_ms IS NULL";
    let cycle = |Pot { level, cycle, .. }: &Pot| {
        params![jackpot.id, level.number(), cycle.number, cycle.contributed_micro]
    };
    tx.execute_each(sql, jackpot.pots.iter().map(cycle).collect()).await?;
    let sql = "UPDATE jackpot_level SET contributed_micro = $3 WHERE jackpot_id = $1 AND level = $2";
    let level = |pot: &Pot| params![jackpot.id, pot.level.number(), pot.contributed_micro];
    tx.execute_each(sql, jackpot.pots.iter().map(level).collect()).await
}

/// Ends a cycle that was won at `now`, and reveals what it had drawn.
pub(super) async fn end(tx: &mut Tx, id: i64, level: Level, won: &Cycle, now: i64) -> Result<()> {
    let sql = "UPDATE jackpot_cycle SET contributed_micro = $4, server_seed = $5, point_cents = $6, ended_at_ms = $7
               WHERE jackpot_id = $1 AND level = $2 AND number = $3 AND ended_at_ms IS NULL";
    let secret = &won.secret;
    let params = params![
        id,
        level.number(),
        won.number,
        won.contributed_micro,
        secret.server_seed.to_hex(),
        secret.point_cents,
        now,
    ];
    one(tx.execute(sql, params).await?)
}

/// The row's lock was taken before: one that does not answer is not there.
fn one(rows: u64) -> Result<()> {
    if rows == 1 { Ok(()) } else { Err(Error::NoRow) }
}

/// What the bets at `lsns` have added to a jackpot.
pub(super) async fn counted(tx: &mut Tx, id: i64, lsns: &[i64]) -> Result<BTreeMap<i64, CountedBet>> {
    if lsns.is_empty() {
        return Ok(BTreeMap::new());
    }
    // Numbers need no quoting, and lists have no parameter that both engines take.
    let list = lsns.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let sql = format!(
        "SELECT lsn, stake_cents, gold_cycle, silver_cycle, bronze_cycle FROM jackpot_bet
         WHERE jackpot_id = $1 AND lsn IN ({list})"
    );
    let bet = |row: &Row| {
        let cycles = [row.get(2)?, row.get(3)?, row.get(4)?];
        Ok((row.get(0)?, CountedBet { stake: row.get(1)?, cycles }))
    };
    tx.query(&sql, params![id]).await?.iter().map(bet).collect()
}

/// Keeps what bets have added, by the numbers of their rows, with their times.
pub(super) async fn note(tx: &mut Tx, id: i64, bets: Vec<(i64, CountedBet, i64)>) -> Result<()> {
    let columns = ["lsn", "jackpot_id", "stake_cents", "gold_cycle", "silver_cycle", "bronze_cycle", "at_ms"];
    let row = |(lsn, bet, at): (i64, CountedBet, i64)| {
        let [gold, silver, bronze] = bet.cycles;
        [lsn, id, bet.stake, gold, silver, bronze, at]
    };
    tx.insert_numbers("jackpot_bet", columns, bets.into_iter().map(row).collect()).await
}

/// Forgets what the bets at `lsns` have added: they were taken back.
pub(super) async fn forget(tx: &mut Tx, id: i64, lsns: &[i64]) -> Result<()> {
    let sql = "DELETE FROM jackpot_bet WHERE lsn = $1 AND jackpot_id = $2";
    tx.execute_each(sql, lsns.iter().map(|lsn| params![*lsn, id]).collect()).await
}

/// Forgets what bets of before `at` have added, `limit` rows at most; answers how many those were.
pub(super) async fn forget_before(tx: &mut Tx, at: i64, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM jackpot_bet WHERE (lsn, jackpot_id) IN
                   (SELECT lsn, jackpot_id FROM jackpot_bet WHERE at_ms < $1 LIMIT $2)";
    tx.execute(sql, params![at, limit]).await
}

/// The currencies of all jackpots that were opened, by their identifiers.
pub(super) async fn currencies(db: &Db) -> Result<BTreeMap<String, Currency>> {
    let rows = db.query("SELECT identifier, currency FROM jackpot", params![]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, currency(&row.get::<String>(1)?)?))).collect()
}
