//! The SQL of what players have played, by the hour.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_db::{Db, Error, Result, Row, Tx, params};
use croupier_ledger::{AccountId, PlayerId, SubAccount, TransferKind};

use super::activity::{HOUR_MS, Sums};

const SUMS: &str = "CAST(SUM(staked) AS bigint), CAST(SUM(won) AS bigint), CAST(SUM(deposits) AS bigint),
    CAST(SUM(cashouts) AS bigint)";

fn sums(row: &Row, from: usize) -> Result<Sums> {
    Ok(Sums {
        staked: row.get(from)?,
        won: row.get(from + 1)?,
        deposits: row.get(from + 2)?,
        cashouts: row.get(from + 3)?,
    })
}

/// What a player has played from the hour `from` (UTC milliseconds) on, by currency.
pub(super) async fn since(db: &Db, player: PlayerId, from: i64) -> Result<Vec<(String, Sums)>> {
    let sql = format!(
        "SELECT currency, {SUMS} FROM play_hour WHERE player_id = $1 AND hour_ms >= $2
         GROUP BY currency ORDER BY currency"
    );
    db.query(&sql, params![player, from]).await?.iter().map(|row| Ok((row.get(0)?, sums(row, 1)?))).collect()
}

/// What a player has played within a span (UTC milliseconds, the end excluded), by day since 1970 and currency.
pub(super) async fn by_day(
    db: &Db,
    player: PlayerId,
    (from, to): (i64, i64),
) -> Result<Vec<(i64, String, Sums)>> {
    let sql = format!(
        "SELECT CAST(hour_ms / 86400000 AS bigint) AS day, currency, {SUMS} FROM play_hour
         WHERE player_id = $1 AND hour_ms >= $2 AND hour_ms < $3
         GROUP BY hour_ms / 86400000, currency ORDER BY 1, currency"
    );
    let rows = db.query(&sql, params![player, from, to]).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?, sums(row, 2)?))).collect()
}

/// When a login session began to play, and what was noted then.
pub(super) async fn session(db: &Db, session: &str) -> Result<Option<(i64, String)>> {
    let sql = "SELECT begun_at_ms, sums FROM play_session WHERE session_id = $1";
    let row = db.query_opt(sql, params![session]).await?;
    row.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
}

/// Notes that a login session begins to play; one that has begun is left as it is.
pub(super) async fn begin_session(
    tx: &mut Tx,
    session: &str,
    player: PlayerId,
    now: i64,
    sums: &str,
) -> Result<()> {
    let sql = "INSERT INTO play_session (session_id, player_id, begun_at_ms, sums) VALUES ($1, $2, $3, $4)
               ON CONFLICT (session_id) DO NOTHING";
    tx.execute(sql, params![session, player, now, sums]).await.map(drop)
}

/// Adds what `rows` moved to the hours of their players.
pub(super) async fn add(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let mut hours: BTreeMap<(PlayerId, &str, i64), Sums> = BTreeMap::new();
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        let transfer = &row.transfer;
        let cash = AccountId::of(transfer.wallet, SubAccount::Cash);
        let hour = transfer.at - transfer.at.rem_euclid(HOUR_MS);
        let mut add = |change: fn(&mut Sums) -> &mut i64, amount: i64| {
            let sum = change(hours.entry((row.player, &row.currency, hour)).or_default());
            let too_large = || Error::Corrupt("a sum of money does not fit".to_owned());
            *sum = sum.checked_add(amount).ok_or_else(too_large)?;
            Ok::<_, Error>(())
        };
        match transfer.kind {
            TransferKind::Bet if transfer.debit == cash => add(|sums| &mut sums.staked, transfer.amount)?,
            TransferKind::BetRollback if transfer.credit == cash => {
                add(|sums| &mut sums.staked, -transfer.amount)?;
            }
            TransferKind::Win if transfer.credit == cash => add(|sums| &mut sums.won, transfer.amount)?,
            TransferKind::WinRollback if transfer.debit == cash => {
                add(|sums| &mut sums.won, -transfer.amount)?;
            }
            TransferKind::Deposit => add(|sums| &mut sums.deposits, transfer.amount)?,
            TransferKind::PayoutFinish => add(|sums| &mut sums.cashouts, transfer.amount)?,
            _ => {}
        }
    }
    let sql = "INSERT INTO play_hour (player_id, currency, hour_ms, staked, won, deposits, cashouts)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (player_id, currency, hour_ms) DO UPDATE SET
                   staked = play_hour.staked + $4, won = play_hour.won + $5,
                   deposits = play_hour.deposits + $6, cashouts = play_hour.cashouts + $7";
    let row = |((player, currency, hour), sums): ((PlayerId, &str, i64), Sums)| {
        params![player, currency, hour, sums.staked, sums.won, sums.deposits, sums.cashouts]
    };
    tx.execute_each(sql, hours.into_iter().map(row).collect()).await
}

/// Forgets the login sessions that have ended.
pub(super) async fn end_sessions(tx: &mut Tx, sessions: Vec<String>) -> Result<()> {
    let rows = sessions.into_iter().map(|session| params![session]).collect();
    tx.execute_each("DELETE FROM play_session WHERE session_id = $1", rows).await
}
