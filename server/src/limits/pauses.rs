//! Cooling-off and self-exclusion: a stop that a player puts on themselves. Neither can be shortened or lifted by its
//! player.

use croupier_db::{Tx, log};
use croupier_ledger::{PlayerId, StopReason};
use serde_json::json;
use uuid::Uuid;

use super::change::{TRIES, record};
use super::model::{LimitType, Period};
use super::store::{self, LimitRow};
use crate::account::stops::{StopChange, stop_in};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;
use crate::staff::Signed;

/// A pause that begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pause<'a> {
    pub(super) player: PlayerId,
    pub(super) kind: LimitType,
    pub(super) period: Period,
    /// Who begins it, as the stop keeps it.
    pub(super) by: &'a str,
    /// Why, in the words of who begins it.
    pub(super) why: &'a str,
    /// The member of staff who begins it; `None` where it is the player.
    pub(super) signed: Option<&'a Signed>,
}

impl Pause<'_> {
    /// The reason for which it stops its player; refused where the type has no such pause.
    pub(super) fn stop(&self) -> ApiResult<StopReason> {
        let reason = self.kind.stop().ok_or_else(|| ApiError::internal(&"a limit with a cap is no pause"))?;
        if self.kind.periods().contains(&self.period) {
            return Ok(reason);
        }
        Err(ApiError::field("period", "VALIDATION.PERIOD.INVALID", "This pause has no such period."))
    }
}

/// Begins a pause of a player's own at once. The same commit stops the player, ends their sessions and their offers by
/// mail. Answers the number of the limit.
pub(super) async fn begin(app: &App, player: PlayerId, kind: LimitType, period: Period) -> ApiResult<Uuid> {
    let why = format!("{} {}", kind.name(), period.name());
    let pause = Pause { player, kind, period, by: "player", why: &why, signed: None };
    let reason = pause.stop()?;
    let mut tries = 0;
    loop {
        match try_begin(app, pause, reason).await {
            Err(error) if error.is_retry() && tries < TRIES => tries += 1,
            begun => return begun,
        }
    }
}

async fn try_begin(app: &App, pause: Pause<'_>, reason: StopReason) -> ApiResult<Uuid> {
    let Pause { player, kind, period, .. } = pause;
    let now = app.clock.now();
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, as everywhere else.
    player::end_offers(&mut tx, player, now).await?;
    log::lock_lane(&app.db, &mut tx, player).await?;
    let id = begin_in(app, &mut tx, pause, reason, now).await?;
    record(app, &mut tx, player, now, json!({ "limit": id, "type": kind, "period": period })).await?;
    tx.commit().await?;
    Ok(id)
}

/// Begins a pause within the caller's transaction, which holds the player's row and the lock of the lane, and has ended the
/// offers by mail.
pub(super) async fn begin_in(
    app: &App,
    tx: &mut Tx,
    pause: Pause<'_>,
    reason: StopReason,
    now: i64,
) -> ApiResult<Uuid> {
    let Pause { player, kind, period, by, why, signed } = pause;
    let until = period.end(now);
    stop_in(&app.db, tx, StopChange { player, reason, by, why, signed }, until, now).await?;
    if let Some(earlier) = store::find(tx, player, kind, period).await? {
        store::disable(tx, earlier.id, now).await?;
    }
    let row = LimitRow {
        id: app.entropy.uuid(&app.clock),
        player,
        kind,
        period,
        created_at: now,
        active_until: Some(until),
        minutes: None,
        played_ms: 0,
        window_until: None,
        last_round: None,
    };
    store::add(tx, &row).await?;
    Ok(row.id)
}
