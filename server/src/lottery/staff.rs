//! Lotteries in the hands of staff.

use croupier_db::{Db, Result};

use super::model::Lottery;
use super::store;

/// Lotteries in one list at most.
const LISTED_MAX: i64 = 200;

/// Every lottery that has not ended at `ended_after` (UTC milliseconds), and every one that is still to be drawn.
pub async fn list(db: &Db, ended_after: i64) -> Result<Vec<Lottery>> {
    store::list(db, ended_after, LISTED_MAX).await
}

/// What became of the end of a sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// No ticket is sold any more; a running server draws within seconds.
    Done,
    /// There is no lottery at this address whose tickets are sold now.
    NotOnSale,
}

/// Ends the sale of the lottery at `slug` at `now` (UTC milliseconds), before its time; its row keeps who has done it.
pub async fn end(db: &Db, slug: &str, by: &str, now: i64) -> Result<Ended> {
    Ok(if store::end(db, slug, by, now).await? { Ended::Done } else { Ended::NotOnSale })
}
