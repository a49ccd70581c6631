//! The worker that does what is due of gifts: activations, ends, and winnings of free spins. Each is a command whose key is
//! made of the gift, with the change of its row attached, so it happens once however many servers work at it.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use croupier_ledger::PlayerId;
use croupier_promo::{BonusStage, End};

use super::model::{Award, Due, Grant};
use super::{cashback, freespins, gifts, grant_store, levels, store, welcome};
use crate::app::App;
use crate::platform::error::ApiResult;

/// How often it is looked for what is due.
const EVERY: Duration = Duration::from_millis(500);

/// Gifts worked at in one go.
const AT_ONCE: i64 = 500;

/// How long a gift waits that could not be brought on.
const PUT_OFF_MS: i64 = 10_000;

/// How long a bet may be on its way from its judgement to the log.
const IN_FLIGHT_MS: i64 = 2_000;

/// Does what is due until the server stops.
pub async fn run(app: Arc<App>) {
    app.every("bonuses", EVERY, |app| async move { carry_out(&app).await }).await;
}

/// Does what is due now. A gift that fails holds up no other, and is tried again later.
pub async fn carry_out(app: &App) -> ApiResult<()> {
    if let Err(error) = welcome::issue_owed(app).await {
        tracing::warn!(?error, "gifts of new players have to wait");
    }
    if let Err(error) = levels::issue_due(app).await {
        tracing::warn!(?error, "gifts of levels have to wait");
    }
    if let Err(error) = cashback::settle(app).await {
        tracing::warn!(?error, "cashback has to wait");
    }
    let now = app.clock.now();
    for award in store::due_awards(&app.db, now, AT_ONCE).await? {
        let is_done = of_award(app, &award, now).await.unwrap_or_else(|error| {
            // A round that is still open is no fault.
            if error.status() != StatusCode::CONFLICT {
                tracing::warn!(bonus = award.id, ?error, "a bonus could not be brought on");
            }
            false
        });
        if !is_done {
            store::put_off(&app.db, &award, now.saturating_add(PUT_OFF_MS)).await?;
        }
    }
    for grant in grant_store::due_grants(&app.db, now, AT_ONCE).await? {
        let is_done = of_grant(app, &grant, now).await.unwrap_or_else(|error| {
            tracing::warn!(freespins = grant.id, ?error, "free spins could not be brought on");
            false
        });
        if !is_done {
            grant_store::put_off(&app.db, grant.id, now.saturating_add(PUT_OFF_MS)).await?;
        }
    }
    Ok(())
}

/// Does what is due of one gift of a player now.
pub(super) async fn end_now(app: &App, player: PlayerId, id: i64) -> ApiResult<()> {
    let now = app.clock.now();
    if let Some(award) = store::own_award(&app.db, player, id).await? {
        of_award(app, &award, now).await?;
    } else if let Some(grant) = grant_store::own_grant(&app.db, player, id).await? {
        of_grant(app, &grant, now).await?;
    }
    Ok(())
}

/// Brings an award on; whether that was done. The reader looks at it again at once when something moves in the wallet, as
/// an open round does that keeps it from ending.
async fn of_award(app: &App, award: &Award, now: i64) -> ApiResult<bool> {
    let is_active = award.stage == BonusStage::HandleBets;
    let is_over = award.deadline().is_some_and(|deadline| {
        // A bet that was judged just before the end may be on its way to the log.
        deadline.saturating_add(if is_active { IN_FLIGHT_MS } else { 0 }) <= now
    });
    let why = match award.due {
        Some(Due::Staff) => End::Staff,
        _ if award.is_wagered() => End::Wagered,
        Some(Due::Excluded) => End::Excluded,
        Some(Due::Closed) => End::Closed,
        _ if is_over => End::TimeOver,
        Some(Due::Emptied) => End::Emptied,
        due if due == Some(Due::Activate) || award.stage == BonusStage::Wait => {
            return Ok(gifts::bring_on(app, award).await?.is_some());
        }
        _ => return Ok(false),
    };
    // A bet that was not counted yet may be the one that makes the wagering complete. Its reader is on its way to it.
    if is_active && why == End::TimeOver && store::has_uncounted(&app.db, award).await? {
        return Ok(true);
    }
    Ok(gifts::end(app, award, why).await?.is_some())
}

/// Brings free spins on; whether that was done.
async fn of_grant(app: &App, grant: &Grant, now: i64) -> ApiResult<bool> {
    if grant.performed == grant.ended_rounds
        && grant.performed > 0
        && (grant.performed == grant.total || !grant.stage.is_current())
    {
        return Ok(freespins::settle(app, grant).await?.is_some());
    }
    let why = match grant.due {
        Some(Due::Excluded) => End::Excluded,
        Some(Due::Closed) => End::Closed,
        Some(Due::Staff) => End::Staff,
        _ if grant.stage.is_current() && grant.deadline().is_some_and(|deadline| deadline <= now) => {
            End::TimeOver
        }
        _ => return Ok(false),
    };
    Ok(freespins::end(app, grant, why).await?.is_some())
}
