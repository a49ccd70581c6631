//! The SQL of the VIP club: sums by the quarter, and what its end decides.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_db::{Db, Error, Result, Tx, Value, params, placeholders};
use croupier_ledger::{AccountId, PlayerId, SubAccount, TransferKind};
use croupier_money::Currency;

use super::quarter::Quarter;
use super::status::VipStatus;

/// Real money of one player in one currency, in subunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct QuarterSums {
    /// Staked, less what was taken back.
    pub(super) bets: i64,
    /// Paid in.
    pub(super) deposits: i64,
}

/// A player of a quarter.
#[derive(Debug)]
pub(super) struct InQuarter {
    /// By currency.
    pub(super) sums: Vec<(Currency, QuarterSums)>,
    /// The status before its end decided.
    pub(super) before: VipStatus,
}

impl Default for InQuarter {
    fn default() -> Self {
        Self { sums: Vec::new(), before: VipStatus::Regular }
    }
}

/// Adds what `rows` moved to the quarters of their players.
pub(super) async fn add(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let mut sums: BTreeMap<(PlayerId, i64, &str), QuarterSums> = BTreeMap::new();
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        let transfer = &row.transfer;
        let cash = AccountId::of(transfer.wallet, SubAccount::Cash);
        let (bets, deposits) = match transfer.kind {
            TransferKind::Bet if transfer.debit == cash => (transfer.amount, 0),
            TransferKind::BetRollback if transfer.credit == cash => (-transfer.amount, 0),
            TransferKind::Deposit => (0, transfer.amount),
            _ => continue,
        };
        let sum = sums.entry((row.player, Quarter::of(transfer.at).0, &row.currency)).or_default();
        let too_large = || Error::Corrupt("a sum of money does not fit".to_owned());
        sum.bets = sum.bets.checked_add(bets).ok_or_else(too_large)?;
        sum.deposits = sum.deposits.checked_add(deposits).ok_or_else(too_large)?;
    }
    let sql =
        "INSERT INTO vip_quarter (player_id, quarter, currency, bets, deposits) VALUES ($1, $2, $3, $4, $5)
               ON CONFLICT (player_id, quarter, currency) DO UPDATE SET
                   bets = vip_quarter.bets + $4, deposits = vip_quarter.deposits + $5";
    let row = |((player, quarter, currency), sum): ((PlayerId, i64, &str), QuarterSums)| {
        params![player, quarter, currency, sum.bets, sum.deposits]
    };
    tx.execute_each(sql, sums.into_iter().map(row).collect()).await
}

/// What a player has staked and paid in within a quarter, by currency.
pub(super) async fn sums(
    db: &Db,
    player: PlayerId,
    quarter: Quarter,
) -> Result<Vec<(Currency, QuarterSums)>> {
    let sql = "SELECT currency, bets, deposits FROM vip_quarter WHERE player_id = $1 AND quarter = $2
               ORDER BY currency";
    let rows = db.query(sql, params![player, quarter.0]).await?;
    let sums = rows.iter().map(|row| {
        let code: String = row.get(0)?;
        let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))?;
        Ok((currency, QuarterSums { bets: row.get(1)?, deposits: row.get(2)? }))
    });
    sums.collect()
}

/// The last quarter of which every player is decided.
pub(super) async fn last_closed(db: &Db) -> Result<Option<Quarter>> {
    let row = db.query_one("SELECT MAX(quarter) FROM vip_quarter_end", params![]).await?;
    Ok(row.get::<Option<i64>>(0)?.map(Quarter))
}

/// Notes that every player of a quarter is decided; once is enough.
pub(super) async fn close(db: &Db, quarter: Quarter, now: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "INSERT INTO vip_quarter_end (quarter, closed_at_ms) VALUES ($1, $2)
               ON CONFLICT (quarter) DO NOTHING";
    tx.execute(sql, params![quarter.0, now]).await?;
    tx.commit().await
}

/// Whom the end of a quarter decides.
#[derive(Debug, Clone, Copy)]
pub(super) enum Candidates {
    /// Who has played or paid in.
    Active,
    /// Members of a group.
    Members(i64),
}

/// Those of `candidates` who are not decided yet: by their numbers from above `after` on, `limit` at most.
pub(super) async fn undecided(
    db: &Db,
    quarter: Quarter,
    candidates: Candidates,
    after: PlayerId,
    limit: i64,
) -> Result<Vec<PlayerId>> {
    let (list, group) = match candidates {
        Candidates::Active => ("vip_quarter c WHERE c.quarter = $1", None),
        Candidates::Members(group) => ("player_group c WHERE c.group_id = $4", Some(group)),
    };
    let sql = format!(
        "SELECT DISTINCT c.player_id FROM {list} AND c.player_id > $2
             AND NOT EXISTS (SELECT 1 FROM vip_decision d WHERE d.player_id = c.player_id AND d.quarter = $1)
         ORDER BY c.player_id LIMIT $3"
    );
    let values = [quarter.0, after, limit].into_iter().chain(group).map(Value::Int).collect();
    db.query(&sql, values).await?.iter().map(|row| row.get(0)).collect()
}

/// Players who have played or paid in a quarter: by their numbers from above `after` on, `limit` at most, each with the sums
/// by currency and the status that they came into the end of the quarter with. Without a decision that is the one of now.
pub(super) async fn page_of_quarter(
    db: &Db,
    quarter: Quarter,
    after: PlayerId,
    limit: i64,
) -> Result<BTreeMap<PlayerId, InQuarter>> {
    let sql = "SELECT DISTINCT player_id FROM vip_quarter WHERE quarter = $1 AND player_id > $2
               ORDER BY player_id LIMIT $3";
    let ids = db.query(sql, params![quarter.0, after, limit]).await?;
    let Some(last) = ids.last() else { return Ok(BTreeMap::new()) };
    let last: PlayerId = last.get(0)?;
    let mut page: BTreeMap<PlayerId, InQuarter> = BTreeMap::new();
    let sql = "SELECT player_id, currency, bets, deposits FROM vip_quarter
               WHERE quarter = $1 AND player_id > $2 AND player_id <= $3";
    for row in db.query(sql, params![quarter.0, after, last]).await? {
        let code: String = row.get(1)?;
        let currency = code.parse().map_err(|_| Error::Corrupt(format!("currency {code}")))?;
        let sums = QuarterSums { bets: row.get(2)?, deposits: row.get(3)? };
        page.entry(row.get(0)?).or_default().sums.push((currency, sums));
    }
    let groups: Vec<i64> = VipStatus::ALL.iter().flat_map(|status| status.groups()).copied().collect();
    let sql = format!(
        "SELECT player_id, group_id FROM player_group
         WHERE player_id > $1 AND player_id <= $2 AND group_id IN ({})",
        placeholders(3, groups.len())
    );
    let values = [after, last].into_iter().chain(groups).map(Value::Int).collect();
    for row in db.query(&sql, values).await? {
        let status = VipStatus::of(&[row.get(1)?]);
        if let Some(one) = page.get_mut(&row.get(0)?) {
            one.before = one.before.max(status);
        }
    }
    let sql = "SELECT player_id, status_before FROM vip_decision
               WHERE player_id > $2 AND player_id <= $3 AND quarter = $1";
    for row in db.query(sql, params![quarter.0, after, last]).await? {
        let name: String = row.get(1)?;
        let status = VipStatus::from_name(&name).ok_or_else(|| Error::Corrupt(format!("status {name}")))?;
        if let Some(one) = page.get_mut(&row.get(0)?) {
            one.before = status;
        }
    }
    Ok(page)
}

/// Notes what the end of a quarter makes of a player; `false` when that is decided already.
pub(super) async fn decide(
    tx: &mut Tx,
    player: PlayerId,
    quarter: Quarter,
    (before, after): (VipStatus, VipStatus),
    now: i64,
) -> Result<bool> {
    let sql = "INSERT INTO vip_decision (player_id, quarter, status_before, status_after, at_ms)
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (player_id, quarter) DO NOTHING";
    Ok(tx.execute(sql, params![player, quarter.0, before.name(), after.name(), now]).await? == 1)
}
