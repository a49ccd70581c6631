//! What the wallet does with the log: the operator's balances, each player's sums, and each player's rounds.
//!
//! They are kept here and not per bet, because a row that every bet touches would make all bets wait for
//! each other.

use std::collections::BTreeMap;

use croupier_db::log::LogRow;
use croupier_db::{Error, Result, Tx, params};
use croupier_ledger::{PlayerId, TransferKind};

use crate::platform::readers::{After, Reader};

/// Every reader of the wallet, by the name under which it keeps its place.
pub fn all() -> Vec<Reader> {
    vec![
        Reader::new("system_account_balances", |tx, rows| {
            Box::pin(async move {
                system_balances(tx, rows).await?;
                Ok(After::nothing())
            })
        }),
        Reader::new("player_stats", |tx, rows| {
            Box::pin(async move {
                player_stats(tx, rows).await?;
                Ok(After::nothing())
            })
        }),
        Reader::new("round_history", |tx, rows| {
            Box::pin(async move {
                round_history(tx, rows).await?;
                Ok(After::nothing())
            })
        }),
    ]
}

/// Adds what `rows` moved to the balances of system accounts.
async fn system_balances(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let mut changes: BTreeMap<i64, i64> = BTreeMap::new();
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        let transfer = &row.transfer;
        for (account, change) in [(transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)] {
            if account.wallet().is_none() {
                add(changes.entry(-account.0).or_default(), change)?;
            }
        }
    }
    let rows = changes.into_iter().map(|(account, change)| params![account, change]).collect();
    tx.execute_each("UPDATE system_account SET balance = balance + $2 WHERE id = $1", rows).await
}

/// Adds `change` to `sum`, or says that it does not fit: a sum never wraps.
fn add(sum: &mut i64, change: i64) -> Result<()> {
    let too_large = || Error::Corrupt("a sum of money does not fit".to_owned());
    *sum = sum.checked_add(change).ok_or_else(too_large)?;
    Ok(())
}

/// Sums of one player in one currency, in subunits.
#[derive(Default)]
struct Sums {
    deposits: i64,
    deposits_count: i64,
    cashouts: i64,
    bets: i64,
    wins: i64,
}

/// Adds what `rows` moved to the sums of players.
async fn player_stats(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let mut changes: BTreeMap<(PlayerId, &str), Sums> = BTreeMap::new();
    for row in rows {
        let LogRow::Transfer(row) = row else { continue };
        let (transfer, amount) = (&row.transfer, row.transfer.amount);
        let sums = changes.entry((row.player, &row.currency)).or_default();
        match transfer.kind {
            TransferKind::Deposit => {
                add(&mut sums.deposits, amount)?;
                sums.deposits_count += 1;
            }
            TransferKind::PayoutFinish => add(&mut sums.cashouts, amount)?,
            TransferKind::Bet => add(&mut sums.bets, amount)?,
            TransferKind::Win => add(&mut sums.wins, amount)?,
            TransferKind::BetRollback => add(&mut sums.bets, -amount)?,
            TransferKind::WinRollback => add(&mut sums.wins, -amount)?,
            _ => {}
        }
    }
    let sql = "INSERT INTO player_stat
                   (player_id, currency, deposits, deposits_count, cashouts, bets, wins)
               VALUES ($1, $2, $3, $4, $5, $6, $7)
               ON CONFLICT (player_id, currency) DO UPDATE SET
                   deposits = player_stat.deposits + $3, deposits_count = player_stat.deposits_count + $4,
                   cashouts = player_stat.cashouts + $5, bets = player_stat.bets + $6,
                   wins = player_stat.wins + $7";
    let row = |((player, currency), sums): ((PlayerId, &str), Sums)| {
        let Sums { deposits, deposits_count, cashouts, bets, wins } = sums;
        params![player, currency, deposits, deposits_count, cashouts, bets, wins]
    };
    tx.execute_each(sql, changes.into_iter().map(row).collect()).await
}

/// Notes each opened round for its player's history: the transfer that opened it has the round's number.
async fn round_history(tx: &mut Tx, rows: &[LogRow]) -> Result<()> {
    let opened = rows.iter().filter_map(|row| match row {
        LogRow::Transfer(row) if row.transfer.round == Some(row.transfer.lsn.0) => {
            Some([row.player, row.transfer.lsn.0, row.transfer.at])
        }
        _ => None,
    });
    tx.insert_numbers("player_round", ["player_id", "round_id", "opened_at_ms"], opened.collect()).await
}
