//! The SQL of what is shown: amounts as they are, and cycles that were won.

use std::collections::BTreeMap;

use croupier_db::{Db, Error, Result, Row, params};
use croupier_money::Currency;

use super::pot::{Level, MICRO, Terms};
use super::store::{currency, level};

/// A jackpot that was opened, as everybody may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Open {
    pub id: i64,
    pub currency: Currency,
    /// Its levels, the largest one first.
    pub levels: Vec<OpenLevel>,
}

/// A running cycle, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OpenLevel {
    pub level: Level,
    pub cycle: i64,
    pub terms: Terms,
    /// Whole subunits.
    pub amount: i64,
    pub server_seed_hash: String,
    pub started_at: i64,
}

/// A cycle that was won, with what it had drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Revealed {
    pub jackpot: i64,
    pub identifier: String,
    pub level: Level,
    pub cycle: i64,
    pub terms: Terms,
    pub server_seed_hash: String,
    pub server_seed: String,
    pub point: i64,
    /// What was won, in the jackpot's currency.
    pub amount: i64,
    pub shown_name: Option<String>,
    pub started_at: i64,
    pub ended_at: i64,
}

/// Every jackpot that was opened, by its identifier.
pub(super) async fn open(db: &Db) -> Result<BTreeMap<String, Open>> {
    let sql = "SELECT j.identifier, j.id, j.currency, c.level, c.number, c.contribution_ppm, c.seed_cents,
                   c.must_hit_by_cents, c.min_bet_cents, c.carried_micro, c.contributed_micro, c.server_seed_hash,
                   c.started_at_ms
               FROM jackpot j JOIN jackpot_cycle c ON c.jackpot_id = j.id
               WHERE c.ended_at_ms IS NULL ORDER BY j.identifier, c.level";
    let mut open: BTreeMap<String, Open> = BTreeMap::new();
    for row in db.query(sql, params![]).await? {
        let code: String = row.get(2)?;
        let (id, currency) = (row.get(1)?, currency(&code)?);
        let terms = terms(&row, 5)?;
        let micro: i64 = row.get::<i64>(9)?.saturating_add(row.get(10)?);
        let level = OpenLevel {
            level: level(row.get(3)?)?,
            cycle: row.get(4)?,
            amount: terms.seed_cents.saturating_add(micro / MICRO),
            terms,
            server_seed_hash: row.get(11)?,
            started_at: row.get(12)?,
        };
        let jackpot = open.entry(row.get(0)?).or_insert_with(|| Open { id, currency, levels: Vec::new() });
        jackpot.levels.push(level);
    }
    Ok(open)
}

fn terms(row: &Row, from: usize) -> Result<Terms> {
    Ok(Terms {
        contribution_ppm: row.get(from)?,
        seed_cents: row.get(from + 1)?,
        must_hit_by_cents: row.get(from + 2)?,
        min_bet_cents: row.get(from + 3)?,
    })
}

const REVEALED: &str = "SELECT c.jackpot_id, j.identifier, c.level, c.number, c.contribution_ppm, c.seed_cents,
    c.must_hit_by_cents, c.min_bet_cents, c.server_seed_hash, c.server_seed, c.point_cents, w.original_amount_cents,
    w.shown_name, c.started_at_ms, c.ended_at_ms
    FROM jackpot_cycle c JOIN jackpot j ON j.id = c.jackpot_id
    JOIN jackpot_win w ON w.jackpot_id = c.jackpot_id AND w.level = c.level AND w.cycle = c.number";

fn revealed(row: &Row) -> Result<Revealed> {
    let corrupt = || Error::Corrupt("a cycle was won and reveals nothing".to_owned());
    Ok(Revealed {
        jackpot: row.get(0)?,
        identifier: row.get(1)?,
        level: level(row.get(2)?)?,
        cycle: row.get(3)?,
        terms: terms(row, 4)?,
        server_seed_hash: row.get(8)?,
        server_seed: row.get::<Option<String>>(9)?.ok_or_else(corrupt)?,
        point: row.get::<Option<i64>>(10)?.ok_or_else(corrupt)?,
        amount: row.get(11)?,
        shown_name: row.get(12)?,
        started_at: row.get(13)?,
        ended_at: row.get::<Option<i64>>(14)?.ok_or_else(corrupt)?,
    })
}

/// The cycles of a jackpot that were won last.
pub(super) async fn revealed_of(db: &Db, id: i64, limit: i64) -> Result<Vec<Revealed>> {
    let sql = format!("{REVEALED} WHERE c.jackpot_id = $1 ORDER BY c.ended_at_ms DESC, w.id DESC LIMIT $2");
    db.query(&sql, params![id, limit]).await?.iter().map(revealed).collect()
}

/// Cycles that were won, after one of these in the order of their keys.
pub(super) async fn revealed_after(
    db: &Db,
    (jackpot, level, cycle): (i64, i64, i64),
    limit: i64,
) -> Result<Vec<Revealed>> {
    let sql = format!(
        "{REVEALED} WHERE (c.jackpot_id, c.level, c.number) > ($1, $2, $3)
         ORDER BY c.jackpot_id, c.level, c.number LIMIT $4"
    );
    db.query(&sql, params![jackpot, level, cycle, limit]).await?.iter().map(revealed).collect()
}
