//! What staff does with points.

use croupier_db::{Db, Error, Result, log};
use croupier_ledger::{Fact, PlayerId};

use super::readers::Adjusted;

/// The fact of a correction by staff.
pub(super) const ADJUSTED: &str = "points.adjusted";

/// The most points that one correction gives or takes.
pub const ADJUSTMENT_MAX: i64 = 1_000_000_000;

/// Gives `points`, or takes them where they are below zero; `lifetime` when they count as earned for life as well, which
/// only given ones can. A running server books them within a second. What a player does not have is taken once it is
/// there. The log keeps `by` and `reason`.
pub async fn adjust(
    db: &Db,
    player: PlayerId,
    points: i64,
    lifetime: bool,
    (by, reason): (&str, &str),
    now: i64,
) -> Result<()> {
    let adjusted = Adjusted { points, lifetime, by: by.to_owned(), reason: reason.to_owned() };
    let body = serde_json::to_string(&adjusted).map_err(|error| Error::Engine(error.to_string()))?;
    let mut tx = db.begin().await?;
    log::append(db, &mut tx, player, now, &[Fact { kind: ADJUSTED, body }]).await?;
    tx.commit().await
}
