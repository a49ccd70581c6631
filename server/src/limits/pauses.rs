//! Cooling-off and self-exclusion: a stop that a player puts on themselves. Neither can be shortened or lifted by its
//! player.

use croupier_db::log;
use croupier_ledger::PlayerId;
use serde_json::json;
use uuid::Uuid;

use super::change::record;
use super::model::{LimitType, Period};
use super::store::{self, LimitRow};
use crate::account::stops::{StopChange, stop_in};
use crate::app::App;
use crate::platform::error::{ApiError, ApiResult};
use crate::player;

/// Begins a pause at once. The same commit stops the player, ends their sessions and their offers by mail. Answers the
/// number of the limit.
pub(super) async fn begin(app: &App, player: PlayerId, kind: LimitType, period: Period) -> ApiResult<Uuid> {
    let reason = kind.stop().ok_or_else(|| ApiError::internal(&"a limit with a cap is no pause"))?;
    if !kind.periods().contains(&period) {
        return Err(ApiError::field("period", "VALIDATION.PERIOD.INVALID", "This pause has no such period."));
    }
    let now = app.clock.now();
    let until = period.end(now);
    let mut tx = app.db.begin().await?;
    // The player's row is locked before the lane, as everywhere else.
    player::end_offers(&mut tx, player, now).await?;
    log::touch(&app.db, &mut tx, player).await?;
    let why = format!("{} {}", kind.name(), period.name());
    let change = StopChange { player, reason, by: "player", why: &why, signed: None };
    stop_in(&app.db, &mut tx, change, until, now).await?;
    if let Some(earlier) = store::find(&mut tx, player, kind, period).await? {
        store::disable(&mut tx, earlier.id, now).await?;
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
    store::add(&mut tx, &row).await?;
    record(app, &mut tx, player, now, json!({ "limit": row.id, "type": kind, "period": period })).await?;
    tx.commit().await?;
    Ok(row.id)
}
