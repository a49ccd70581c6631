//! What wallets held at an instant of the past.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use croupier_db::Db;
use croupier_db::log::{LogRow, TransferRow};
use croupier_ledger::Balances;

use super::archive::{self, Files};
use super::store;
use crate::platform::calendar::rfc3339;

/// What a wallet held at an instant, in subunits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceRow {
    /// The wallet.
    pub wallet: i64,
    /// Its player.
    pub player: i64,
    /// Its currency.
    pub currency: String,
    /// What each sub-account held.
    pub balances: Balances,
}

/// The balances of every wallet (of one player when named) at `at` (UTC milliseconds), from the log.
///
/// What is archived was carried forward as a whole; what of it is younger than `at` is taken out again, for which the
/// files are read. Fails when they are needed and the `archive` is not named, or cannot be read.
pub async fn balances_at(
    db: &Db,
    archive: Option<&Path>,
    at: i64,
    player: Option<i64>,
) -> Result<Vec<BalanceRow>> {
    // A younger segment that is moved meanwhile is carried forward into some of them.
    let (younger, rows) = archive::store::read_beside(
        async || archive::store::kept_after(db, at).await,
        async || store::balances_with_all_archived(db, at, player).await,
    )
    .await?;
    let mut wallets: BTreeMap<i64, (BalanceRow, i64)> =
        rows.into_iter().map(|(row, postings)| (row.wallet, (row, postings))).collect();
    let Some(newest) = younger.iter().map(|kept| kept.newest_at).max() else { return Ok(listed(wallets)) };
    let Some(folder) = archive else {
        let (at, newest) = (rfc3339(at), rfc3339(newest));
        bail!("{at} lies in the archive, which ends at {newest}: name its folder with --archive");
    };
    let mut files = Files::of(folder);
    for kept in &younger {
        let checkpoint =
            store::checkpoint(db, kept.lane, kept.no).await?.context("an archived segment without a seal")?;
        let rows = files.rows(kept)?;
        ensure!(checkpoint.holds(rows), "{} is not what was sealed: see croupier check --chain", kept.file);
        for row in rows {
            if let LogRow::Transfer(row) = row
                && row.transfer.at > at
            {
                take_out(&mut wallets, row);
            }
        }
    }
    Ok(listed(wallets))
}

/// Takes a transfer out of the balances that it was carried forward into.
fn take_out(wallets: &mut BTreeMap<i64, (BalanceRow, i64)>, row: &TransferRow) {
    let t = &row.transfer;
    for (account, change) in [(t.debit, -t.amount), (t.credit, t.amount)] {
        if let (Some(wallet), Some(sub_account)) = (account.wallet(), account.sub_account())
            && let Some((balance, postings)) = wallets.get_mut(&wallet)
        {
            balance.balances[sub_account] -= change;
            *postings -= 1;
        }
    }
}

/// The wallets that had a transfer by then.
fn listed(wallets: BTreeMap<i64, (BalanceRow, i64)>) -> Vec<BalanceRow> {
    wallets.into_values().filter(|(_, postings)| *postings > 0).map(|(row, _)| row).collect()
}
