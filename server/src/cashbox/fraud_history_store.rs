//! The SQL of what the fraud check has looked at, for weighing it anew. Ids begin with their time, so both tables are read
//! page by page from a moment on.

use std::collections::HashMap;

use croupier_db::{Db, Error, Result, Row, params};
use croupier_ledger::PlayerId;
use uuid::{Builder, Uuid};

use super::fraud::{Decision, Sight, Type};
use super::state::Action;

/// Rows that are read in one go.
const PAGE: i64 = 2_000;

/// Rows of each table that are kept in memory.
const ROWS_MAX: usize = 1_000_000;

/// By how much the clocks of servers may differ.
const CLOCKS_MS: i64 = 60_000;

/// A check that was made.
#[derive(Debug, Clone)]
pub(super) struct Checked {
    pub(super) player: PlayerId,
    pub(super) kind: Type,
    pub(super) sight: Sight,
    /// A number that stands for the browser.
    pub(super) device: Option<u32>,
    /// UTC milliseconds.
    pub(super) at: i64,
    /// The payment that came of it.
    pub(super) payment: Option<Uuid>,
    /// Whether it is about a payment: one that was made, or one that was stopped before it was written down. What the site
    /// only asks beforehand is none.
    pub(super) counts: bool,
}

/// What was checked and paid, in the order of time.
#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) checks: Vec<Checked>,
    /// When each player has made payments of each type.
    pub(super) payments: HashMap<(PlayerId, Type), Vec<i64>>,
}

/// The first id of a moment.
fn first_id(at: i64) -> Uuid {
    Builder::from_unix_timestamp_millis(u64::try_from(at).unwrap_or_default(), &[0; 10]).into_uuid()
}

/// Everything after `earliest` (UTC milliseconds); checks before `from` tell of browsers only. `None` when that is too much.
pub(super) async fn history(db: &Db, from: i64, earliest: i64) -> Result<Option<History>> {
    let start = first_id(earliest.saturating_sub(CLOCKS_MS));
    let mut history = History::default();
    let mut made: HashMap<Uuid, Uuid> = HashMap::new();
    let (mut after, mut count) = (start, 0);
    loop {
        let sql = "SELECT id, player_id, action, created_at_ms, fraud_check_id FROM payment
                   WHERE id > $1 AND split_of IS NULL ORDER BY id LIMIT $2";
        let rows = db.query(sql, params![after, PAGE]).await?;
        let Some(last) = rows.last() else { break };
        after = last.get(0)?;
        count += rows.len();
        if count > ROWS_MAX {
            return Ok(None);
        }
        for row in &rows {
            let (id, player, at): (Uuid, PlayerId, i64) = (row.get(0)?, row.get(1)?, row.get(3)?);
            history.payments.entry((player, kind_of(row)?)).or_default().push(at);
            let check: Option<Uuid> = row.get(4)?;
            made.extend(check.filter(|_| at >= from).map(|check| (check, id)));
        }
    }
    for times in history.payments.values_mut() {
        times.sort_unstable();
    }
    let mut devices: HashMap<String, u32> = HashMap::new();
    let mut after = start;
    loop {
        let sql =
            "SELECT id, player_id, type, amount, currency, country, caller_country, device, decision, at_ms
                   FROM fraud_check WHERE id > $1 ORDER BY id LIMIT $2";
        let rows = db.query(sql, params![after, PAGE]).await?;
        let Some(last) = rows.last() else { break };
        after = last.get(0)?;
        if history.checks.len() + rows.len() > ROWS_MAX {
            return Ok(None);
        }
        for row in &rows {
            history.checks.push(checked(row, &made, &mut devices)?);
        }
    }
    history.checks.sort_by_key(|checked| checked.at);
    Ok(Some(history))
}

fn kind_of(row: &Row) -> Result<Type> {
    let action: String = row.get(2)?;
    let known = [Action::Deposit, Action::Cashout].into_iter().find(|known| known.name() == action);
    known.map(Type::from).ok_or_else(|| Error::Corrupt(format!("a payment that is a {action}")))
}

fn checked(row: &Row, made: &HashMap<Uuid, Uuid>, devices: &mut HashMap<String, u32>) -> Result<Checked> {
    let corrupt = |what: &str| Error::Corrupt(format!("a fraud check of {what}"));
    let (kind, currency, decision): (String, String, String) = (row.get(2)?, row.get(4)?, row.get(8)?);
    let (country, caller): (String, Option<String>) = (row.get(5)?, row.get(6)?);
    let device: Option<String> = row.get(7)?;
    let next = u32::try_from(devices.len()).unwrap_or(u32::MAX);
    let payment = made.get(&row.get::<Uuid>(0)?).copied();
    Ok(Checked {
        player: row.get(1)?,
        kind: Type::from_name(&kind).ok_or_else(|| corrupt(&kind))?,
        sight: Sight {
            amount: row.get(3)?,
            currency: currency.parse().map_err(|_| corrupt(&currency))?,
            is_from_abroad: caller.is_some_and(|caller| caller != country),
        },
        device: device.map(|device| *devices.entry(device).or_insert(next)),
        at: row.get(9)?,
        payment,
        counts: payment.is_some() || decision == Decision::Decline.name(),
    })
}
