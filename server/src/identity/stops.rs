//! Why players are stopped, and until when. The rows of `player_stop` are the truth; wallets carry a copy for the
//! ledger, which is brought up to date in the same transaction (`crate::account::stops`).

use std::collections::HashSet;

use croupier_db::log::LogRow;
use croupier_db::{Db, Tx};
use croupier_ledger::{NO_END, PlayerId, Stop, StopReason, Stops};
use serde::Deserialize;

use super::stops_store;
use crate::platform::calendar::{Date, rfc3339};
use crate::platform::error::{ApiError, ApiResult};

pub use super::stops_store::StopRow;

/// The reasons that hold for a player, read outside any transaction.
pub async fn stops_of(db: &Db, player: PlayerId) -> ApiResult<Stops> {
    Ok(ends(&stops_store::stops(db, player).await?))
}

/// Like [`stops_of`], within the caller's transaction. A decision that stands on it has to hold the lock of the
/// player's lane, under which reasons change.
pub async fn stops_in(tx: &mut Tx, player: PlayerId) -> croupier_db::Result<Stops> {
    Ok(ends(&stops_store::stops_in(tx, player).await?))
}

/// Players asked for at once: a statement takes so many values.
const AT_ONCE: usize = 500;

/// Those of `players` who take a break by their own wish at `now` (UTC milliseconds), and are told of no offers.
pub async fn taking_a_break(
    db: &Db,
    players: &[PlayerId],
    now: i64,
) -> croupier_db::Result<HashSet<PlayerId>> {
    let mut resting = HashSet::new();
    for some in players.chunks(AT_ONCE) {
        resting.extend(stops_store::stopped_for(db, &StopReason::BREAKS, some, now).await?);
    }
    Ok(resting)
}

/// Every reason of a player as it is kept, those whose end has passed too.
pub async fn stop_rows(db: &Db, player: PlayerId) -> ApiResult<Vec<StopRow>> {
    Ok(stops_store::stops(db, player).await?)
}

/// Every reason of several players, like [`stop_rows`].
pub async fn stop_rows_of(db: &Db, players: &[PlayerId]) -> ApiResult<Vec<(PlayerId, StopRow)>> {
    let mut rows = Vec::new();
    for some in players.chunks(AT_ONCE) {
        rows.extend(stops_store::stops_of(db, some).await?);
    }
    Ok(rows)
}

/// Writes a reason down within the caller's transaction; one that is there is replaced.
pub async fn put_stop(tx: &mut Tx, player: PlayerId, row: &StopRow) -> croupier_db::Result<()> {
    stops_store::put_stop(tx, player, row).await
}

/// Removes a reason within the caller's transaction; `false` when there is none.
pub async fn remove_stop(tx: &mut Tx, player: PlayerId, reason: StopReason) -> croupier_db::Result<bool> {
    stops_store::remove_stop(tx, player, reason).await
}

fn ends(rows: &[StopRow]) -> Stops {
    let mut stops = Stops::NONE;
    for row in rows {
        stops.set(row.reason, row.until);
    }
    stops
}

/// Whom a row of the log stops, and why; `None` for every other row.
pub fn published_stop(row: &LogRow) -> Option<(PlayerId, StopReason)> {
    #[derive(Deserialize)]
    struct FactBody {
        reason: String,
    }
    let LogRow::Event { kind, player, body, .. } = row else { return None };
    let reported =
        (kind == "player.stopped").then(|| serde_json::from_str::<FactBody>(body).ok()).flatten()?;
    Some((*player, StopReason::from_name(&reported.reason)?))
}

/// The refusal of what `stop` forbids: 403 with the code of its reason, and its end where it has one.
///
/// A suspicion of fraud is answered like a closed account, because the player must not learn of it.
pub fn stopped(stop: Stop) -> ApiError {
    let Stop { reason, until } = stop;
    let day = Date::of(until);
    let (code, message) = match reason {
        StopReason::Operator | StopReason::Fraud => {
            ("account_locked", "This account is locked. Please ask our support.".to_owned())
        }
        StopReason::Exclusion if until == NO_END => {
            ("self_excluded", "You have excluded yourself for good.".to_owned())
        }
        StopReason::Exclusion => ("self_excluded", format!("You have excluded yourself until {day}.")),
        StopReason::CoolingOff if until == NO_END => ("cooling_off", "You are taking a break.".to_owned()),
        StopReason::CoolingOff => ("cooling_off", format!("You are taking a break until {day}.")),
        StopReason::Closed => {
            ("account_closed", "This account is closed. Our support can open it again.".to_owned())
        }
        StopReason::Verification => {
            ("verification_required", "Please have your documents verified first.".to_owned())
        }
        StopReason::Register => {
            ("register_excluded", "The national register of self-excluded people lists you.".to_owned())
        }
        StopReason::RegisterSilent => {
            let message = "The national register of self-excluded people has not answered yet.";
            ("register_silent", message.to_owned())
        }
    };
    let refusal = ApiError::forbidden(code, &message);
    let publishes_end = matches!(reason, StopReason::Exclusion | StopReason::CoolingOff) && until != NO_END;
    if publishes_end { refusal.until(rfc3339(until)) } else { refusal }
}

/// Refuses what a reason in force at `now` (UTC milliseconds) forbids.
pub fn refuse_stopped(stops: &Stops, now: i64, forbids: impl Fn(StopReason) -> bool) -> ApiResult<()> {
    stops.in_force(now, forbids).map_or(Ok(()), |stop| Err(stopped(stop)))
}
