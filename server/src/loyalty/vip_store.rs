//! The SQL of the VIP club: sums by the quarter, and what its end decides.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_db::{Db, Error, Result, Tx, Value, params};
use croupier_ledger::{AccountId, PlayerId, SubAccount, TransferKind};
use croupier_money::Currency;

use super::quarter::Quarter;
use super::status::VipStatus;
use super::store::places;

/// Real money of one player in one currency, in subunits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct QuarterSums {
    /// Staked, less what was taken back.
    pub(super) bets: i64,
    /// Paid in.
    pub(super) deposits: i64,
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

/// Players who have played or paid in a quarter, or have a status of VIPs, and are not decided yet: by their numbers from
/// above `after` on, `limit` at most.
pub(super) async fn undecided(
    db: &Db,
    quarter: Quarter,
    after: PlayerId,
    limit: i64,
) -> Result<Vec<PlayerId>> {
    let groups: Vec<i64> = VipStatus::ALL.iter().flat_map(|status| status.groups()).copied().collect();
    let sql = format!(
        "SELECT player_id FROM (
             SELECT player_id FROM vip_quarter WHERE quarter = $1
             UNION SELECT player_id FROM player_group WHERE group_id IN ({})
         ) candidate
         WHERE player_id > $2
             AND NOT EXISTS (SELECT 1 FROM vip_decision d WHERE d.player_id = candidate.player_id AND d.quarter = $1)
         ORDER BY player_id LIMIT $3",
        places(4, groups.len())
    );
    let values = [quarter.0, after, limit].into_iter().chain(groups).map(Value::Int).collect();
    db.query(&sql, values).await?.iter().map(|row| row.get(0)).collect()
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
