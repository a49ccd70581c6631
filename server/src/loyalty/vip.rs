//! The VIP club: a player's progress within the quarter, and the job that decides when a quarter has ended.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use croupier_db::{Db, log, readers};
use croupier_ledger::{Fact, PlayerId};
use croupier_money::{Currency, WIRE_MAX};
use serde::Serialize;
use utoipa::ToSchema;

use super::quarter::Quarter;
use super::readers::READER;
use super::status::VipStatus;
use super::vip_store::{self as store, Candidates, QuarterSums};
use crate::app::App;
use crate::platform::calendar::rfc3339;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::site_config::{Threshold, Vip};

/// How often it is looked whether a quarter has ended.
const EVERY: Duration = Duration::from_secs(30);

/// What is asked for within a quarter may be committed a moment after its end, in milliseconds.
const GRACE_MS: i64 = 60_000;

/// Players decided between two looks at the store.
const BATCH: i64 = 200;

/// A player's way to the next status. Names are those that the site knows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VipProgress {
    /// Of the amounts; where the player's own has no thresholds it is another one.
    currency: &'static str,
    /// The status that the player has.
    current_status: VipStatus,
    /// The status that the amounts of this quarter reach already.
    active_status: VipStatus,
    /// The status after the current one; none after the highest.
    next_status: Option<VipStatus>,
    /// What the next status asks to be paid in within the quarter.
    deposit_threshold_cents: i64,
    /// What was paid in.
    deposit_amount_cents: i64,
    /// What was staked of real money.
    bet_sum_cents: i64,
    /// What the next status asks to be staked.
    bet_sum_threshold_cents: i64,
    /// The mean of both parts, from 0 to 1 in whole hundredths, rounded down.
    overall_progress: f64,
    /// When the quarter is over.
    quarter_ends_at: String,
}

/// How far a player is within the running quarter.
pub(super) async fn progress(app: &App, id: PlayerId) -> ApiResult<VipProgress> {
    let quarter = Quarter::of(app.clock.now());
    let groups = player::groups_of(app, id).await?;
    let currency = player::get(app, id).await?.currency;
    let loyalty = app.site_config.loyalty.now();
    let scale = Scale::of(&loyalty.vip, currency);
    let sums = scale.total(app, &store::sums(&app.db, id, quarter).await?);
    let current = VipStatus::of(&groups);
    let next = current.next();
    let wanted = scale.threshold(app, next.unwrap_or(current).step())?;
    let parts = [(sums.deposits, wanted.deposits), (sums.bets, wanted.bets)];
    Ok(VipProgress {
        currency: scale.counted.code(),
        current_status: current,
        active_status: scale.reached(app, sums)?,
        next_status: next,
        deposit_threshold_cents: wanted.deposits,
        deposit_amount_cents: sums.deposits,
        bet_sum_cents: sums.bets,
        bet_sum_threshold_cents: wanted.bets,
        overall_progress: f64::from(percent(parts)) / 100.0,
        quarter_ends_at: rfc3339(quarter.end()),
    })
}

/// The mean of how much of each is there, each at most all of it, in percent rounded down.
fn percent(parts: [(i64, i64); 2]) -> i32 {
    // Both parts over one denominator: each ratio rounded by itself would lose what the sum still has.
    let [(a, of_a), (b, of_b)] =
        parts.map(|(there, of)| (i128::from(there.clamp(0, of)), i128::from(of.max(1))));
    let hundredths = (a * of_b + b * of_a) * 100 / (2 * of_a * of_b);
    i32::try_from(hundredths).unwrap_or(100)
}

/// By what the club counts for a player.
pub(super) struct Scale<'a> {
    vip: &'a Vip,
    /// The currency of the sums.
    counted: Currency,
    /// The currency in which the thresholds are given.
    given: Currency,
}

impl<'a> Scale<'a> {
    /// The one of a player of `currency`.
    pub(super) fn of(vip: &'a Vip, currency: Currency) -> Self {
        let (counted, given) = vip.currencies(currency);
        Self { vip, counted, given }
    }

    /// What the status `step` steps above Regular asks for.
    fn threshold(&self, app: &App, step: usize) -> ApiResult<Threshold> {
        let threshold = self.vip.threshold(step, self.given);
        let converted = threshold.and_then(|of| {
            let convert = |amount| app.wallet.converted_cap(amount, self.given, self.counted);
            Some(Threshold { bets: convert(of.bets)?, deposits: convert(of.deposits)? })
        });
        converted.ok_or_else(|| ApiError::internal(&format!("no VIP threshold in {}", self.counted)))
    }

    /// The highest status of which both parts are reached.
    pub(super) fn reached(&self, app: &App, sums: QuarterSums) -> ApiResult<VipStatus> {
        // Regular asks for nothing, so no rate is needed for it.
        if sums == QuarterSums::default() {
            return Ok(VipStatus::Regular);
        }
        for status in VipStatus::ALL.into_iter().rev().filter(|status| *status != VipStatus::Regular) {
            let wanted = self.threshold(app, status.step())?;
            if sums.bets >= wanted.bets && sums.deposits >= wanted.deposits {
                return Ok(status);
            }
        }
        Ok(VipStatus::Regular)
    }

    /// The sums of all currencies in this one. One that no rate leads from does not count. More taken back than staked,
    /// of bets of an earlier quarter, counts as nothing staked.
    pub(super) fn total(&self, app: &App, sums: &[(Currency, QuarterSums)]) -> QuarterSums {
        let mut total = QuarterSums::default();
        for (currency, sums) in sums {
            let convert =
                |amount: i64| app.wallet.converted_cap(amount.max(0), *currency, self.counted).unwrap_or(0);
            total.bets = total.bets.saturating_add(convert(sums.bets)).min(WIRE_MAX);
            total.deposits = total.deposits.saturating_add(convert(sums.deposits)).min(WIRE_MAX);
        }
        total
    }
}

/// Ends quarters until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("VIP quarters", EVERY, |app| async move { end_quarters(&app).await.map(drop) }).await;
}

/// Decides every player of each quarter that has ended and is not closed yet. Answers how many were decided.
///
/// Each player is one commit, which a row of decisions guards: a server that dies in between, and a second one, go on
/// with those that are left. A quarter is closed once nobody is left; until then later ones are decided for everybody who does
/// not wait. An installation begins with the quarter in which it was made.
pub async fn end_quarters(app: &App) -> ApiResult<usize> {
    let now = app.clock.now();
    let running = Quarter::of(now);
    let Some(last) = store::last_closed(&app.db).await? else {
        store::close(&app.db, Quarter(running.0 - 1), now).await?;
        return Ok(0);
    };
    let (mut decided, mut waiting, mut quarter) = (0, BTreeSet::new(), last.next());
    while quarter < running {
        if now < quarter.end() + GRACE_MS || readers::is_behind(&app.db, READER, quarter.end()).await? {
            break;
        }
        decided += decide_all(app, quarter, now, &mut waiting).await?;
        // Quarters are closed in their order: the last closed one says where to go on.
        if waiting.is_empty() {
            store::close(&app.db, quarter, now).await?;
        }
        quarter = quarter.next();
    }
    Ok(decided)
}

/// Decides whom it can; answers how many those were. One who cannot be decided (no rate leads from the currency) holds up no
/// other, joins those who are `waiting`, and is tried again: a quarter follows from the one before, so who waits for one waits
/// for all after it. Those who have played or paid in come first, members of the groups of statuses after them: each list is
/// read along its index, however long it is.
async fn decide_all(
    app: &App,
    quarter: Quarter,
    now: i64,
    waiting: &mut BTreeSet<PlayerId>,
) -> ApiResult<usize> {
    let groups = VipStatus::ALL.iter().flat_map(|status| status.groups()).copied();
    let mut decided = 0;
    for list in std::iter::once(Candidates::Active).chain(groups.map(Candidates::Members)) {
        let mut after = PlayerId::MIN;
        loop {
            let players = store::undecided(&app.db, quarter, list, after, BATCH).await?;
            let Some(last) = players.last() else { break };
            after = *last;
            for player in players {
                if waiting.contains(&player) {
                    continue;
                }
                match decide(app, player, quarter, now).await {
                    Ok(is_done) => decided += usize::from(is_done),
                    Err(error) => {
                        tracing::error!(player, ?error, "the VIP status of a player cannot be decided");
                        waiting.insert(player);
                    }
                }
            }
        }
    }
    Ok(decided)
}

/// Decides one player; `false` when another server was quicker.
async fn decide(app: &App, id: PlayerId, quarter: Quarter, now: i64) -> ApiResult<bool> {
    let loyalty = app.site_config.loyalty.now();
    let scale = Scale::of(&loyalty.vip, player::get(app, id).await?.currency);
    let reached = scale.reached(app, scale.total(app, &store::sums(&app.db, id, quarter).await?))?;
    let mut tx = app.db.begin().await?;
    log::lock_lane(&app.db, &mut tx, id).await?;
    let before = VipStatus::of(&player::groups_in(&mut tx, id).await?);
    let after = before.after_quarter(reached);
    if !store::decide(&mut tx, id, quarter, (before, after), now).await? {
        return Ok(false);
    }
    if before != after {
        move_to(&app.db, &mut tx, id, after, now).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Puts a player into the group of `status` and out of those of all others, within the caller's transaction.
async fn move_to(
    db: &Db,
    tx: &mut croupier_db::Tx,
    id: PlayerId,
    status: VipStatus,
    now: i64,
) -> croupier_db::Result<()> {
    let others = VipStatus::ALL.iter().filter(|other| **other != status).flat_map(|other| other.groups());
    let leaves: Vec<i64> = others.copied().collect();
    let held = player::groups_in(tx, id).await?;
    let joins = status.groups().first().filter(|_| !status.groups().iter().any(|group| held.contains(group)));
    let joins: Vec<i64> = joins.copied().into_iter().collect();
    player::change_groups(db, tx, id, (&joins, &leaves), now).await
}

/// The status that a player has.
pub async fn status_of(db: &Db, id: PlayerId) -> croupier_db::Result<VipStatus> {
    let mut tx = db.begin().await?;
    Ok(VipStatus::of(&player::groups_in(&mut tx, id).await?))
}

/// Gives a player a status by the word of staff; `false` when the player has it already. The log keeps `by` and `reason`.
pub async fn set_status(
    db: &Db,
    id: PlayerId,
    status: VipStatus,
    (by, reason): (&str, &str),
    now: i64,
) -> croupier_db::Result<bool> {
    let mut tx = db.begin().await?;
    log::lock_lane(db, &mut tx, id).await?;
    let before = VipStatus::of(&player::groups_in(&mut tx, id).await?);
    if before == status {
        return Ok(false);
    }
    move_to(db, &mut tx, id, status, now).await?;
    let body =
        serde_json::json!({ "before": before, "after": status, "by": by, "reason": reason }).to_string();
    log::append(db, &mut tx, id, now, &[Fact { kind: "vip.status_set", body }]).await?;
    tx.commit().await?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn progress_is_the_mean_of_both_parts() {
        #[rustfmt::skip]
        let cases = [
            // deposits            bets                    percent
            ((0, 600_000),         (0, 6_000_000),         0),
            ((300_000, 600_000),   (3_000_000, 6_000_000), 50),
            ((600_000, 600_000),   (0, 6_000_000),         50),
            ((9_000_000, 600_000), (0, 6_000_000),         50),
            ((599_999, 600_000),   (6_000_000, 6_000_000), 99),
            ((600_000, 600_000),   (9_000_000, 6_000_000), 100),
            ((-5, 600_000),        (60_000, 6_000_000),    0),
            ((0, 0),               (0, 0),                 0),
        ];
        for (deposits, bets, expected) in cases {
            assert_eq!(percent([deposits, bets]), expected, "{deposits:?} {bets:?}");
        }
    }
}
