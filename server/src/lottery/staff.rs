//! Lotteries in the hands of staff.

use croupier_db::{Db, Result};

use super::model::Lottery;
use super::store;
use crate::app::App;
use crate::content::Planned;

/// Lotteries in one list at most.
const LISTED_MAX: i64 = 200;

/// Every lottery that has not ended at `ended_after` (UTC milliseconds), and every one that is still to be drawn.
pub async fn list(db: &Db, ended_after: i64) -> Result<Vec<Lottery>> {
    store::list(db, ended_after, LISTED_MAX).await
}

/// What is on sale at least in part within `span` (UTC milliseconds): at most `limit` of what is scheduled, and what the content
/// plans beyond that.
pub async fn planned(app: &App, span: (i64, i64), limit: i64) -> Result<Vec<Planned>> {
    let scheduled = store::between(&app.db, span, limit).await?.into_iter().map(|one| Planned {
        name: one.slug,
        title: one.terms.title,
        groups: Vec::new(),
        start_at: one.start_at,
        end_at: one.end_at,
    });
    let definitions = app.lotteries.now();
    let to_come = definitions.iter().flat_map(|definition| definition.planned(span));
    Ok(Planned::joined(scheduled.collect(), to_come, app.clock.now()))
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
