//! What players did in the days of an estimate: the log read page by page. Each page is one question to the store, so no write
//! waits for it, and what is kept has a bound.

use std::collections::BTreeMap;

use croupier_db::log;
use croupier_ledger::PlayerId;

use super::calculations::Fault;
use crate::app::App;
use crate::loyalty::{self, Earnings};
use crate::platform::error::ApiError;
use crate::tournaments;
use crate::wallet::PaidIn;

/// Rows that are read in one go.
const PAGE: i64 = 2_000;

/// Deposits that are kept in memory.
const DEPOSITS_MAX: usize = 1_000_000;

/// By how much the clocks of servers may differ: rows may stand so far from their place by time.
const CLOCKS_MS: i64 = 60_000;

/// What is known of the days, and whether all of them are there.
#[derive(Debug)]
pub(super) struct Known<T> {
    pub(super) of: T,
    /// `false` when a part of the log lies in the archive.
    pub(super) is_whole: bool,
}

/// Every deposit within `span` (UTC milliseconds), in the order of their times.
pub(super) async fn deposits(app: &App, span: (i64, i64)) -> Result<Known<Vec<PaidIn>>, Fault> {
    let mut deposits = Vec::new();
    let mut is_whole = true;
    for lane in 0..app.db.lanes() {
        let (mut after, is_there) =
            tournaments::place_at(&app.db, lane, span.0).await.map_err(ApiError::from)?;
        is_whole &= is_there;
        loop {
            let rows = log::rows_after(&app.db, lane, after, PAGE).await.map_err(ApiError::from)?;
            let Some(last) = rows.last() else { break };
            after = last.lsn().seq();
            for row in &rows {
                let paid = PaidIn::of(row).map_err(ApiError::from)?;
                deposits.extend(paid.filter(|paid| span.0 <= paid.at && paid.at < span.1));
            }
            if deposits.len() > DEPOSITS_MAX {
                return Err(Fault::TooMany);
            }
            if rows.iter().all(|row| row.at() >= span.1 + CLOCKS_MS) {
                break;
            }
        }
    }
    deposits.sort_by_key(|paid| (paid.at, paid.player));
    Ok(Known { of: deposits, is_whole })
}

/// What players have earned for life within `span` (UTC milliseconds), and since.
pub(super) async fn earnings(
    app: &App,
    span: (i64, i64),
) -> Result<Known<BTreeMap<PlayerId, Earnings>>, Fault> {
    let mut earnings: BTreeMap<PlayerId, Earnings> = BTreeMap::new();
    let mut is_whole = true;
    for lane in 0..app.db.lanes() {
        let (mut after, is_there) =
            tournaments::place_at(&app.db, lane, span.0).await.map_err(ApiError::from)?;
        is_whole &= is_there;
        let upto = log::tail(&app.db, lane).await.map_err(ApiError::from)?;
        while after < upto {
            let rows = log::rows_after(&app.db, lane, after, PAGE).await.map_err(ApiError::from)?;
            let Some(last) = rows.last() else { break };
            after = last.lsn().seq();
            for (player, at, pico) in loyalty::earned_by(&app.db, &rows).await.map_err(ApiError::from)? {
                let own = earnings.entry(player).or_default();
                if at >= span.1 {
                    own.since += pico;
                } else if at >= span.0 {
                    own.within += pico;
                }
            }
        }
    }
    Ok(Known { of: earnings, is_whole })
}
